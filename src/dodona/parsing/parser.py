"""A trained parser."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.calibration import ESTIMATORS, calibration_of
from dodona.confidence.confidences import Confidences, confidence_of, estimate
from dodona.confidence.decisions import Decisions, decisions_of
from dodona.confidence.fitting import best_temperature, fit
from dodona.downloads.models import find_model
from dodona.errors import ArgumentError, Error, OptionError, flag, instance, is_iterable
from dodona.models.container import Arrays
from dodona.models.parser_file import model_parts, parser_of, read_model, write_model
from dodona.parsing.constraints import constrained, constraints_of
from dodona.search.beam import (
    beam_width,
    constrained_beam_width,
    is_probabilistic,
    search_temperature,
)
from dodona.search.best_first import MostProbable, check_best_first, most_probable_of
from dodona.search.constrained import Completion, completion_of
from dodona.search.nbest import ScoredTree, nbest_of
from dodona.threads import checked_threads
from dodona.treebank.columns import COLUMNS
from dodona.treebank.direction import in_direction
from dodona.treebank.nonprojective import decode_nonprojective, encode_nonprojective
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank, a_treebank


class Parser:
    """A trained parser; `dodona.train` and `dodona.load` make one.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> from dodona.training import train
    >>> parser = train(trees, epochs=2)
    >>> parser.parse(["Doves", "listen"]).heads
    array([2, 0], dtype=int32)
    """

    def __init__(self, core: _core.Parser, info: dict[str, Any]) -> None:
        """Wrap the compiled parser and the model's metadata."""
        self._core = instance(
            "core", core, _core.Parser, "a compiled parser: use dodona.train or dodona.load"
        )
        recipe = info.get("recipe") if isinstance(info, Mapping) else None
        if not isinstance(recipe, Mapping) or "system" not in recipe:
            raise ArgumentError("info", info, "the metadata of a model, with its recipe")
        if info.get("constraints") and not core.is_constrained:
            self._core = constrained(core, info["constraints"])
        #: Metadata of the model: recipe, treebank, learning curve, scores.
        self.info = info

    @overload
    def parse(
        self,
        sentences: Sentence | Sequence[str],
        *,
        keep: bool = False,
        beam: int | None = None,
        best_first: int | None = None,
        threads: int | None = None,
    ) -> Sentence: ...
    @overload
    def parse(
        self,
        sentences: Treebank | PartialTreebank,
        *,
        keep: bool = False,
        beam: int | None = None,
        best_first: int | None = None,
        threads: int | None = None,
    ) -> Treebank: ...
    def parse(
        self,
        sentences: Treebank | PartialTreebank | Sentence | Sequence[str],
        *,
        keep: bool = False,
        beam: int | None = None,
        best_first: int | None = None,
        threads: int | None = None,
    ) -> Treebank | Sentence:
        """Parse a treebank, a sentence or a list of words.

        Existing trees are ignored; with `keep`, existing heads and labels are kept as far as possible. See
        `complete`, which also reports what could not be kept.

        Tags and the other columns that the templates use are read from the sentences. `beam` is the number of
        hypotheses that search keeps; 1 is greedy, and the default is that of training (with `keep` at least
        8). With `best_first`, the tree is the most probable one if that many hypotheses suffice to find it;
        see `most_probable`. `threads` is 1 by default; the result does not depend on it.
        """
        if best_first is not None:
            check_best_first("best_first", best_first, self.info)
            if flag("keep", keep):
                raise OptionError(
                    "cannot be combined with keep, which searches with a beam", option="best_first"
                )
        if isinstance(sentences, (Treebank, PartialTreebank)):
            if flag("keep", keep):
                return self.complete(sentences, beam=beam, threads=threads).treebank
            treebank = sentences.treebank if isinstance(sentences, PartialTreebank) else sentences
            if best_first is not None:
                return self.most_probable(treebank, best_first, beam=beam, threads=threads).treebank
            width, temperature = beam_width(beam, self.info), search_temperature(self.info)
            given = in_direction(treebank, self.info)._core
            parsed = self._core.parse(given, checked_threads(threads), width, temperature)
            trees = in_direction(Treebank._of(parsed, treebank.source), self.info)
            return decode_nonprojective(trees, self.info)
        if isinstance(sentences, Sentence):
            alone = Treebank([sentences])
            return self.parse(alone, keep=keep, beam=beam, best_first=best_first, threads=threads)[0]
        if isinstance(sentences, (str, bytes)) or not is_iterable(sentences):
            raise ArgumentError("sentences", sentences, "a treebank, a sentence or a list of words")
        words = list(sentences)
        if any(isinstance(word, Sentence) for word in words):
            raise ArgumentError("sentences", sentences, "a treebank: dodona.Treebank(sentences) makes one")
        return self.parse(Sentence(words), keep=keep, beam=beam, best_first=best_first, threads=threads)

    def constrained(self, treebank: Treebank) -> Parser:
        """Return a parser that builds no trees with combinations of labels that a treebank does not have.

        Words with labels of function words and punctuation get only dependents with labels that these have in
        the treebank; labels of one kind that never occur together below one head, such as two subjects, never
        do. Where greedy search breaks a constraint, the sentence is parsed again with a beam of 4.

        >>> trees = Treebank.from_lists([["Oaks", "speak", "."]] * 99, heads=[[2, 0, 2]] * 99,
        ...     labels=[["nsubj", "root", "punct"]] * 99)
        >>> from dodona.training import train
        >>> parser = train(trees, epochs=2).constrained(trees)
        >>> parser.info["constraints"]["below"]["punct"]
        ['nsubj', 'punct', 'root']
        """
        constraints = constraints_of(a_treebank("treebank", treebank))
        return Parser(self.unconstrained()._core, {**self.info, "constraints": constraints})

    def unconstrained(self) -> Parser:
        """Return the parser without constraints."""
        if not self._core.is_constrained:
            return self
        info = {name: value for name, value in self.info.items() if name != "constraints"}
        return Parser(self._core.unconstrained(), info)

    def complete(
        self, partial: PartialTreebank | Treebank, *, beam: int | None = None, threads: int | None = None
    ) -> Completion:
        """Parse a partly annotated treebank: words keep the heads and labels that they have.

        Returns the trees and a list of what could not be kept, with reasons. Heads that contradict each
        other, or that the transition system cannot build together, are dropped before parsing: of a cycle
        that of its last word; of crossing arcs (in systems without SWAP) the one that crosses most others,
        and of several the longest; of several roots (in models with one) all but the first. All other heads
        are kept by every system and every search. Labels of words without heads are kept where the model can
        give them to the arcs it chooses. The default `beam` is that of training, and at least 8, since greedy
        search (1) makes worse use of the given heads.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> parser = train(trees, epochs=2)
        >>> parser.complete(PartialTreebank(trees, [[None, 1]])).treebank.heads
        array([0, 1], dtype=int32)
        """
        if isinstance(partial, Treebank):
            partial = PartialTreebank(partial)
        if not isinstance(partial, PartialTreebank):
            raise ArgumentError("partial", partial, "a dodona.PartialTreebank or a dodona.Treebank")
        number = checked_threads(threads)
        width = constrained_beam_width(beam, self.info)
        return completion_of(self._core, self.info, partial, width, number)

    def most_probable(
        self,
        treebank: Treebank,
        hypotheses: int = 10_000,
        *,
        beam: int | None = None,
        threads: int | None = None,
    ) -> MostProbable:
        """Parse a treebank by best-first search: find the most probable transitions of each sentence.

        If it takes more than this number of `hypotheses` to prove that no others are more probable, the tree
        is that of a `beam`, which is searched first; its default width is 8, and 1 is greedy. The model must
        have been trained without a beam, so that its scores can be made probabilities. SWAP has no bonus.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> found = train(trees, epochs=9).most_probable(trees)
        >>> found.treebank.heads, found.proven, bool(found.scores[0] <= 0)
        (array([2, 0], dtype=int32), array([ True]), True)
        """
        a_treebank("treebank", treebank)
        number = checked_threads(threads)
        return most_probable_of(self._core, self.info, treebank, hypotheses, beam, number)

    def nbest(
        self, treebank: Treebank, n: int, *, beam: int | None = None, threads: int | None = None
    ) -> list[list[ScoredTree]]:
        """Parse a treebank, and return up to `n` different trees of each sentence with their scores.

        The best comes first; it is that of `parse` with the same beam. The `beam` limits the number of trees;
        its default is that of training, and at least `n`. Scores are sums over transitions: of log
        probabilities, or, after structured training, of the learner's own scores, which are comparable within
        a sentence only.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> best, second = train(trees, epochs=9, single_root="no").nbest(trees, 2, beam=8)[0]
        >>> best.sentence.heads, second.sentence.heads, best.score > second.score
        (array([2, 0], dtype=int32), array([0, 1], dtype=int32), True)
        """
        a_treebank("treebank", treebank)
        number = checked_threads(threads)
        return nbest_of(self._core, self.info, treebank, n, beam, number)

    def decisions(
        self, treebank: Treebank, *, compare: bool = False, threads: int | None = None
    ) -> Decisions:
        """Parse a treebank, and return every decision with its probability.

        With `compare`, also return whether each was right: whether it lost no arc of the treebank's own
        trees. The model must be `probabilistic`.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> found = train(trees, recipe="probabilistic", epochs=9).decisions(trees, compare=True)
        >>> [str(transition) for transition, probability in found.of(0)], found.right.all()
        (['SHIFT', 'LEFT-ARC(nsubj)', 'SHIFT'], np.True_)
        """
        a_treebank("treebank", treebank)
        number = checked_threads(threads)
        return decisions_of(self, treebank, compare=flag("compare", compare), threads=number)

    def confidence(
        self,
        treebank: Treebank,
        *,
        estimator: str = "transition",
        calibrated: bool = True,
        samples: int = 20,
        beam: int = 8,
        seed: int = 1,
        threads: int | None = None,
    ) -> Confidences:
        """Parse a treebank, and return the probability that each head, each label and each tree is right.

        The `estimator` is `transition`, the product of the probabilities of the transitions that decided an
        arc (fast); `samples`, the share of parses sampled from the model that agree; or `beam`, the
        probability of the parses in a beam that agree. Its estimates are then calibrated: mapped to how often
        they were right on development data. The trees are those of greedy search, and so those of `parse`
        unless the model was trained with a beam.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> sure = train(trees, recipe="probabilistic", epochs=9).confidence(trees)
        >>> sure.heads.shape, sure.trees.shape, bool(sure.trees[0] <= sure.heads.min())
        ((2,), (1,), True)
        """
        a_treebank("treebank", treebank)
        return confidence_of(
            self,
            treebank,
            estimator=estimator,
            calibrate=flag("calibrated", calibrated),
            samples=samples,
            beam=beam,
            seed=seed,
            threads=checked_threads(threads),
        )

    @property
    def estimators(self) -> tuple[str, ...]:
        """The names of the estimators of confidence."""
        return ESTIMATORS

    def _estimate(
        self, treebank: Treebank, *, estimator: str, temperature: float, threads: int
    ) -> Confidences:
        """Parse a treebank and return the uncalibrated confidences of an estimator."""
        return estimate(self, treebank, estimator=estimator, temperature=temperature, threads=threads)

    def _best_temperature(self, gold: Treebank, threads: int) -> float:
        """Return the temperature at which gold trees are most probable."""
        return best_temperature(self, encode_nonprojective(gold, self.info), threads=threads)

    def calibrate(self, gold: Treebank, *, threads: int | None = None) -> None:
        """Fit the calibration of confidences to gold trees that the parser was not trained on.

        `dodona.train` does so with the development data if the learner is probabilistic. The model keeps the
        calibration. Sentences that the model is known to have been trained on (`knows`) are left out.
        """
        a_treebank("gold", gold)
        if len(gold) and self.knows(gold).all():
            raise Error(
                f"{gold.source or 'the treebank'}: the model was trained on all of it: calibrate it with "
                "other text"
            )
        found = fit(self, gold, threads=checked_threads(threads))
        self.info = {**self.info, "calibration": found.to_dict()}

    def knows(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return for each sentence of a treebank whether the parser was trained on it.

        Only parsers that training calibrated know; for others, all are False. Two sentences are the same if
        their words, tags and the other columns that the templates use are.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> parser = train(trees, dev=trees, recipe="probabilistic", epochs=2)
        >>> parser.knows(trees + Treebank.from_lists([["Doves", "listen"]]))
        array([ True, False])
        """
        a_treebank("treebank", treebank)
        calibration = calibration_of(self.info)
        if calibration is None or calibration.seen is None:
            return np.zeros(len(treebank), bool)
        return calibration.seen.sentences.among(treebank)

    @property
    def is_calibrated(self) -> bool:
        """Whether the model has a calibration of its confidences."""
        return self.info.get("calibration") is not None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the parser to a file, atomically.

        An existing file is overwritten only if it is a model.
        """
        write_model(path, self._core, self.info)

    def __reduce__(self) -> tuple[object, ...]:
        return Parser._of_parts, model_parts(self._core, self.info)

    @classmethod
    def _of_parts(cls, arrays: Arrays, about: Mapping[str, Any]) -> Parser:
        return cls(parser_of(arrays, about), about["info"])

    @property
    def labels(self) -> list[str]:
        """The labels of arcs, most frequent first."""
        return self._core.labels

    @property
    def input_columns(self) -> tuple[str, ...]:
        """All columns that the parser reads, by their names in treebanks."""
        read = self._core.columns
        columns = ("lemmas", "tags", "fine_tags", "feats")
        return ("words", *(column for column in columns if COLUMNS[column] in read))

    @property
    def probabilistic(self) -> bool:
        """Whether scores are log probabilities: whether the learner is AdaGrad-RDA or a network."""
        return is_probabilistic(self.info)

    @property
    def features(self) -> int:
        """The number of features with weights; 0 with a hash kernel, which does not count them."""
        return self._core.features

    @property
    def hash_kernel(self) -> int:
        """The bits of the hash kernel; 0 without one."""
        return int(self._core.values.get("hash_kernel", 0))

    @property
    def size(self) -> str:
        """A description of the size of the model."""
        if self.hash_kernel:
            return f"a hash kernel of {self.hash_kernel} bits"
        if self._core.kind == "network":
            return f"a network of {self.weights / 1e6:,.1f} million weights"
        return f"{self.features:,} features"

    @property
    def weights(self) -> int:
        """The number of non-zero weights: the size of a model in papers."""
        return self._core.weights

    def __repr__(self) -> str:
        recipe = self.info["recipe"]
        return f"Parser({recipe['system']}, {self.size}, {len(self.labels)} labels)"


def load_parser(path: str | os.PathLike[str]) -> Parser:
    """Load the parser of a model, by path, name or URL."""
    return Parser(*read_model(find_model(path)))
