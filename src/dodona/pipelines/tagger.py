"""Tagger and lemmatiser."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError, instance, whole_number, within
from dodona.features.clusters import Clusters, read_clusters
from dodona.models.container import (
    FORMAT,
    Arrays,
    as_lines,
    lines_of,
    part_of,
    read_arrays,
    reporting_damage,
    write_arrays,
)
from dodona.pipelines.info import WIDEST, checked_options
from dodona.threads import checked_threads
from dodona.training.preparing import check_names
from dodona.training.silver import Mixture, Silver
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import path_of
from dodona.treebank.treebank import Treebank, a_treebank

_TEMPLATES = Path(__file__).parent.parent / "features"
#: With more distinct fine tags than this, the column is not a tag set and is ignored.
_MOST_FINE_TAGS = 1000
_NOTHING = 0  # the number of `_` in every pool


class Tagger:
    """Predicts UPOS, XPOS, FEATS and lemmas; made by `dodona.train_tagger` or `Tagger.load`.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], tags=[["NOUN", "VERB"]], lemmas=[["oak", "speak"]])
    >>> tagger = train_tagger(trees, epochs=2)
    >>> tagger.tag(["Oaks", "speak"]).tags
    ['NOUN', 'VERB']
    """

    def __init__(
        self, core: _core.Tagger, lemmatiser: _core.Lemmatiser | None, info: Mapping[str, Any]
    ) -> None:
        """Used by `dodona.train_tagger` and `Tagger.load`."""
        self._core = instance("core", core, _core.Tagger, "a compiled tagger: use dodona.train_tagger")
        kinds = (_core.Lemmatiser, type(None))
        self._lemmatiser = instance("lemmatiser", lemmatiser, kinds, "a compiled lemmatiser or None")
        #: Metadata: training options and treebank.
        self.info = dict(instance("info", info, Mapping, "a dictionary"))

    @overload
    def tag(self, sentences: Treebank, *, beam: int | None = None, threads: int = 1) -> Treebank: ...
    @overload
    def tag(
        self, sentences: Sentence | Sequence[str], *, beam: int | None = None, threads: int = 1
    ) -> Sentence: ...
    def tag(
        self, sentences: Treebank | Sentence | Sequence[str], *, beam: int | None = None, threads: int = 1
    ) -> Treebank | Sentence:
        """Tag a treebank, a sentence or a list of words; existing tags and lemmas are replaced.

        `beam` is the width of the beam, by default that of training; 1 is greedy. The result does not depend
        on `threads`. Lemmas do not change if the training data had none.
        """
        if isinstance(sentences, Treebank):
            width = self.info.get("beam", 1) if beam is None else beam
            width = whole_number("beam", width, 1, WIDEST)
            tagged = self._core.tag(sentences._core, checked_threads(threads), width)
            if self._lemmatiser is not None:
                tagged = self._lemmatiser.lemmatise(tagged)
            return Treebank._of(tagged, sentences.source)
        if isinstance(sentences, Sentence):
            return self.tag(Treebank([sentences]), beam=beam, threads=threads)[0]
        if isinstance(sentences, (str, bytes)) or not isinstance(sentences, Sequence):
            raise ArgumentError("sentences", sentences, "a treebank, a sentence or a list of words")
        return self.tag(Sentence([*sentences]), beam=beam, threads=threads)

    @property
    def tags(self) -> list[tuple[str, str, str]]:
        """The combinations of UPOS, XPOS and FEATS that it can predict."""
        return self._core.tags

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tagger to a file, which appears when it is complete.

        An existing file is replaced only if it is a model.
        """
        arrays, about = self._parts()
        write_arrays(path, arrays, {"kind": "tagger", "format": FORMAT, **about})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Tagger:
        """Load a tagger that `save` wrote, or that of a pipeline."""
        arrays, about = read_arrays(path, "tagger", "pipeline")
        if about["kind"] == "pipeline" and "tagger" not in about:
            raise Error(f"{os.fspath(path)}: its tagger is the network that parses: load it with dodona.load")
        with reporting_damage(path):
            if about["kind"] == "pipeline":
                arrays, about = tagger_arrays(arrays), about["tagger"]
            return cls._of_parts(arrays, about)

    def _parts(self) -> tuple[Arrays, dict[str, Any]]:
        """Return the content of a file."""
        core, lemmas = self._core, self._lemmatiser
        arrays: Arrays = {
            **core.arrays(),
            "tags": as_lines(["\t".join(tag) for tag in core.tags]),
            "forms": as_lines(core.forms),
        }
        if core.clusters is not None:
            arrays |= {f"clusters.{name}": array for name, array in core.clusters.arrays().items()}
        if lemmas is not None:
            parts = {**lemmas.arrays(), "scripts": as_lines(lemmas.scripts)}
            arrays |= {f"lemmas.{name}": array for name, array in parts.items()}
        return arrays, {"templates": core.templates, "info": self.info}

    @classmethod
    def _of_parts(cls, arrays: Arrays, about: Mapping[str, Any]) -> Tagger:
        clusters = part_of(arrays, "clusters")
        core = _core.Tagger(
            templates=about["templates"],
            tags=[_three(line.split("\t")) for line in lines_of(arrays["tags"])],
            forms=lines_of(arrays["forms"]),
            form_tags=arrays["form_tags"],
            sizes=arrays["sizes"],
            closed=arrays["closed"],
            weights=arrays["weights"],
            clusters=_core.Clusters.of_arrays(**clusters) if clusters else None,
        )
        lemmas = part_of(arrays, "lemmas")
        lemmatiser = None
        if lemmas:
            lemmatiser = _core.Lemmatiser(
                scripts=lines_of(lemmas["scripts"]),
                weights=lemmas["weights"],
                exceptions=lemmas["exceptions"],
                exception_scripts=lemmas["exception_scripts"],
            )
        return cls(core, lemmatiser, checked_options(about["info"]))

    def __reduce__(self) -> tuple[object, ...]:
        return Tagger._of_parts, self._parts()

    def __repr__(self) -> str:
        lemmas = "lemmas" if self._lemmatiser is not None else "no lemmas"
        return f"Tagger({len(self.tags):,} tags, {self._core.features:,} features, {lemmas})"


def tagger_arrays(arrays: Arrays) -> Arrays:
    """Return the arrays of the tagger of a pipeline, which may have the clusters of the parser."""
    shared = part_of(arrays, "parser.clusters")
    return {f"clusters.{name}": array for name, array in shared.items()} | part_of(arrays, "tagger")


def _three(parts: list[str]) -> tuple[str, str, str]:
    upos, xpos, feats = parts
    return upos, xpos, feats


def train_tagger(
    treebank: Treebank,
    *,
    epochs: int = 10,
    beam: int = 1,
    seed: int = 1,
    prune: float = 0.0,
    silver: Iterable[str | os.PathLike[str] | Treebank] | None = None,
    silver_share: float | None = None,
    clusters: str | os.PathLike[str] | None = None,
) -> Tagger:
    """Train a tagger on the UPOS, XPOS, FEATS and lemmas of a treebank.

    An averaged perceptron predicts for every word one of the combinations in the treebank, from the word, its
    affixes and shape, its neighbours, and the previous tags. With a `beam`, training is structured. `prune`
    omits smaller weights. `silver`, `silver_share` and `clusters` are as in `dodona.train`.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], tags=[["NOUN", "VERB"]])
    >>> train_tagger(trees, epochs=1).tags
    [('NOUN', '_', '_'), ('VERB', '_', '_')]
    """
    a_treebank("treebank", treebank)
    if silver_share is not None and silver is None:
        raise OptionError("needs silver data", option="silver_share")
    epochs = whole_number("epochs", epochs, 1, 10_000)
    read_silver = None if silver is None else Silver(silver, treebank, epochs=epochs, share=silver_share)
    found = None if clusters is None else read_clusters(path_of(clusters, "clusters"))
    if found is not None:
        found.check(treebank)
    return trained_tagger(
        treebank, epochs=epochs, beam=beam, seed=seed, prune=prune, silver=read_silver, clusters=found
    )


def trained_tagger(
    treebank: Treebank,
    *,
    epochs: int = 10,
    beam: int = 1,
    seed: int = 1,
    prune: float = 0.0,
    max_features: int = 0,
    silver: Silver | None = None,
    clusters: Clusters | None = None,
) -> Tagger:
    """Train a tagger like `train_tagger`, with silver data that have been checked."""
    name = treebank.source or "the treebank"
    if not treebank.word_count:
        raise Error(f"{name}: there are no sentences to train on")
    if not np.any(np.asarray(treebank._core.ids(_core.Text.tag)) != _NOTHING):
        raise Error(f"{name}: there are no tags to learn from")
    check_names(treebank, "tags", "fine_tags", "feats")
    epochs = whole_number("epochs", epochs, 1, 10_000)
    beam = whole_number("beam", beam, 1, WIDEST)
    seed = whole_number("seed", seed, 0, 2**63 - 1)
    within("prune", prune, 0, 1000)
    fine = int(np.unique(treebank._core.ids(_core.Text.fine_tag)).size)
    xpos = fine <= _MOST_FINE_TAGS
    has_lemmas = np.any(np.asarray(treebank._core.ids(_core.Text.lemma)) != _NOTHING)
    counts = _core.TagCounts(treebank._core, xpos)
    lemmas = _core.LemmaCounts()
    for batch in () if silver is None else silver.batches():
        counts.add(batch._core)
        if has_lemmas:
            lemmas.add(batch._core)
    templates = (_TEMPLATES / "tagging" / "default.txt").read_text(encoding="utf-8")
    if clusters is not None:
        templates += (_TEMPLATES / "clusters" / "tagging.txt").read_text(encoding="utf-8")
    trainer = _core.TaggerTrainer(
        treebank._core,
        templates,
        counts,
        beam=beam,
        max_features=max_features,
        seed=seed,
        clusters=None if clusters is None else clusters.core,
    )
    mixture = None if silver is None else Mixture(treebank, silver)
    for epoch in range(1, epochs + 1):
        if mixture is None:
            trainer.epoch(epoch)
            continue
        first = 0
        for chunk in mixture.epoch():
            trainer.read(chunk.treebank._core, counts, first)
            first += len(chunk.treebank)
            trainer.epoch(epoch)
    lemmatiser = None
    if has_lemmas:
        lemmatiser = _core.train_lemmatiser(treebank._core, seed=seed, prune=prune, further=lemmas)
    info = {"epochs": epochs, "beam": beam, "seed": seed, "prune": prune, "words": treebank.word_count}
    if silver is not None:
        info |= {"silver_words": silver.words, "silver_share": silver.share}
    return Tagger(trainer.tagger(prune), lemmatiser, info)
