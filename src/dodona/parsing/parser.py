"""A trained parser."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.calibration import calibration_of
from dodona.confidence.confidences import Confidences, confidence_of
from dodona.confidence.decisions import PROBABILISTIC, Decisions, decisions_of
from dodona.confidence.fitting import fit
from dodona.downloads.models import find_model
from dodona.errors import ArgumentError, Error
from dodona.models.model_file import Arrays, model_parts, parser_of, read_model, write_model
from dodona.search.constrained import Completion, completion_of
from dodona.search.nbest import ScoredTree, checked_beam, checked_keeping_beam, nbest_of, search_temperature
from dodona.threads import checked_threads
from dodona.treebank.nonprojective import as_meant
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank


class Parser:
    """Sentences in, trees out; made by `dodona.train` or `dodona.load`.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> from dodona.training import train
    >>> parser = train(trees, epochs=2)
    >>> parser.parse(["Doves", "listen"]).heads
    array([2, 0], dtype=int32)
    """

    def __init__(self, core: _core.Parser, info: dict[str, Any]) -> None:
        """Put together what `dodona.train` learnt, or what was in a file."""
        self._core = core
        #: What is known of the model: recipe, treebank, learning curve, scores.
        self.info = info

    @overload
    def parse(
        self,
        sentences: Sentence | Sequence[str],
        *,
        keep: bool = False,
        beam: int | None = None,
        threads: int | None = None,
    ) -> Sentence: ...
    @overload
    def parse(
        self,
        sentences: Treebank | PartialTreebank,
        *,
        keep: bool = False,
        beam: int | None = None,
        threads: int | None = None,
    ) -> Treebank: ...
    def parse(
        self,
        sentences: Treebank | PartialTreebank | Sentence | Sequence[str],
        *,
        keep: bool = False,
        beam: int | None = None,
        threads: int | None = None,
    ) -> Treebank | Sentence:
        """Parse a treebank, a sentence or a list of words.

        Trees that are there are not looked at; with `keep`, heads and labels that are there are kept as far
        as possible: see `complete`, which also tells what could not be kept.

        Tags and whatever else the templates ask for are taken from the sentences. `beam` is how many
        hypotheses search keeps: as many as in training (with `keep` at least 8) unless said otherwise; 1 is
        greedy. `threads` is how many threads share the work: 1 unless said otherwise. The result is the same
        for any number.
        """
        if isinstance(sentences, (Treebank, PartialTreebank)):
            if keep:
                return self.complete(sentences, beam=beam, threads=threads).treebank
            treebank = sentences.treebank if isinstance(sentences, PartialTreebank) else sentences
            width, temperature = checked_beam(beam, self.info), search_temperature(self.info)
            parsed = self._core.parse(treebank._core, checked_threads(threads), width, temperature)
            return as_meant(Treebank._of(parsed, treebank.source), self.info)
        if isinstance(sentences, Sentence):
            return self.parse(Treebank([sentences]), keep=keep, beam=beam, threads=threads)[0]
        if isinstance(sentences, str) or not isinstance(sentences, Iterable):
            raise ArgumentError("sentences", sentences, "a treebank, a sentence or a list of words")
        words = list(sentences)
        if any(isinstance(word, Sentence) for word in words):
            raise ArgumentError("sentences", sentences, "a treebank: dodona.Treebank(sentences) makes one")
        return self.parse(Sentence(words), keep=keep, beam=beam, threads=threads)

    def complete(
        self, partial: PartialTreebank | Treebank, *, beam: int | None = None, threads: int | None = None
    ) -> Completion:
        """Parse around what is there: words that have a head keep it, and words that have a label keep that.

        Returns the trees and a list of what could not be kept, with reasons. Heads that contradict each
        other, or that the model's transition system cannot build together, are dropped before parsing: of a
        cycle that of its last word; of crossing arcs (in systems without SWAP) the one that crosses most
        others, and of several the longest; of several roots (in models with one) all but the first. All other
        heads are kept by every system and every search. Labels of words without heads are kept where the
        model can give them to the arcs it chooses. The `beam` is that of training, and at least 8, unless
        said otherwise: greedy search (1) makes less of what is kept.

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
        return completion_of(self._core, self.info, partial, checked_keeping_beam(beam, self.info), number)

    def nbest(
        self, treebank: Treebank, n: int, *, beam: int | None = None, threads: int | None = None
    ) -> list[list[ScoredTree]]:
        """Parse a treebank, and return up to `n` different trees of each sentence with their scores.

        They come best first; the first is that of `parse` with the same beam. Search finds no more trees than
        the `beam` is wide: as wide as in training unless said otherwise, and at least `n`. Scores are sums
        over transitions: of logarithms of probabilities, or, of a model that was trained with a beam, of the
        learner's own scores, which tell the trees of one sentence apart, not those of two.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> best, second = train(trees, epochs=9, single_root="no").nbest(trees, 2, beam=8)[0]
        >>> best.sentence.heads, second.sentence.heads, best.score > second.score
        (array([2, 0], dtype=int32), array([0, 1], dtype=int32), True)
        """
        if not isinstance(treebank, Treebank):
            raise ArgumentError("treebank", treebank, "a dodona.Treebank")
        number = checked_threads(threads)
        return nbest_of(self._core, self.info, treebank, n, beam, number)

    def decisions(
        self, treebank: Treebank, *, compare: bool = False, threads: int | None = None
    ) -> Decisions:
        """Parse a treebank, and tell every decision with its probability.

        With `compare`, also whether it was right: whether it lost any arc of the treebank's own trees. Only
        models with probabilities can tell (`probabilistic`).

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> found = train(trees, recipe="probabilistic", epochs=9).decisions(trees, compare=True)
        >>> [str(transition) for transition, probability in found.of(0)], found.right.all()
        (['SHIFT', 'LEFT-ARC(nsubj)', 'SHIFT'], np.True_)
        """
        if not isinstance(treebank, Treebank):
            raise ArgumentError("treebank", treebank, "a dodona.Treebank")
        number = checked_threads(threads)
        return decisions_of(self, treebank, compare=compare, threads=number)

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
        """Parse a treebank, and say how sure of it the parser is: of every head, every label and every tree.

        `estimator` says where that comes from: `transition`, the probabilities of the transitions that led
        to an arc, costs little; `samples` counts how many of some parses agree that are drawn from the
        model's distribution; `beam` weighs those of a beam by their probabilities. What an estimator says
        is then calibrated, that is, turned into how often it was right on the development data that the
        model was trained with. The trees are those of greedy search, which are those of `parse` unless the
        model was trained with a beam.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> sure = train(trees, recipe="probabilistic", epochs=9).confidence(trees)
        >>> sure.heads.shape, sure.trees.shape, bool(sure.trees[0] <= sure.heads.min())
        ((2,), (1,), True)
        """
        if not isinstance(treebank, Treebank):
            raise ArgumentError("treebank", treebank, "a dodona.Treebank")
        return confidence_of(
            self,
            treebank,
            estimator=estimator,
            calibrate=calibrated,
            samples=samples,
            beam=beam,
            seed=seed,
            threads=checked_threads(threads),
        )

    def calibrate(self, gold: Treebank, *, threads: int | None = None) -> None:
        """Learn from gold trees that are new to the parser how sure it may be of itself.

        `dodona.train` does it with the development data, if the learner gives probabilities. The model keeps
        what is learnt. A model that was calibrated while it was trained knows what it was trained on: such
        sentences are left out.
        """
        if not isinstance(gold, Treebank):
            raise ArgumentError("gold", gold, "a dodona.Treebank")
        if len(gold) and self.knows(gold).all():
            raise Error(
                f"{gold.source or 'the treebank'}: the model was trained on all of it, which says nothing "
                "of new text"
            )
        found = fit(self, gold, threads=checked_threads(threads))
        self.info = {**self.info, "calibration": found.to_dict()}

    def knows(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return for each sentence of a treebank whether the parser was trained on it.

        Only a parser that was calibrated while it was trained can tell; others say no. A sentence is the same
        if all that the parser looks at is: words, tags, and whatever else its templates ask for.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
        >>> from dodona.training import train
        >>> parser = train(trees, dev=trees, recipe="probabilistic", epochs=2)
        >>> parser.knows(trees + Treebank.from_lists([["Doves", "listen"]]))
        array([ True, False])
        """
        if not isinstance(treebank, Treebank):
            raise ArgumentError("treebank", treebank, "a dodona.Treebank")
        calibration = calibration_of(self.info)
        if calibration is None or calibration.by_heart is None:
            return np.zeros(len(treebank), bool)
        return calibration.by_heart.sentences.among(treebank)

    @property
    def is_calibrated(self) -> bool:
        """Whether development data has taught how sure the parser may be of itself."""
        return self.info.get("calibration") is not None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the parser to a file, which appears when all of it has been written.

        A file that is there already is written over if it is a model, too, and nothing else is.
        """
        write_model(path, self._core, self.info)

    def __reduce__(self) -> tuple[object, ...]:
        return Parser._of_parts, model_parts(self._core, self.info)

    @classmethod
    def _of_parts(cls, arrays: Arrays, about: Mapping[str, Any]) -> Parser:
        return cls(parser_of(arrays, about), about["info"])

    @property
    def labels(self) -> list[str]:
        """The labels that arcs can get, most frequent first."""
        return self._core.labels

    @property
    def probabilistic(self) -> bool:
        """Whether scores are logarithms of probabilities: whether the learner was AdaGrad-RDA."""
        return bool(self.info["recipe"].get("learner") == PROBABILISTIC)

    @property
    def features(self) -> int:
        """How many features have weights; 0 with a hash kernel, which does not know."""
        return self._core.features

    @property
    def hash_kernel(self) -> int:
        """The number of bits of the hash kernel; 0 if there is a table of features."""
        return self._core.hash_kernel

    @property
    def size(self) -> str:
        """How large the parser is, in words."""
        if self.hash_kernel:
            return f"a hash kernel of {self.hash_kernel} bits"
        return f"{self.features:,} features"

    @property
    def weights(self) -> int:
        """How many weights are not 0: the size of the model, as papers count it."""
        return self._core.weights

    def __repr__(self) -> str:
        recipe = self.info["recipe"]
        return f"Parser({recipe['system']}, {self.size}, {len(self.labels)} labels)"


def load(path: str | os.PathLike[str]) -> Parser:
    """Load a parser that `Parser.save` or `dodona train` wrote, by its path, name or address.

    A model holds no code, so that it is safe to load one from a stranger.
    """
    return Parser(*read_model(find_model(path)))
