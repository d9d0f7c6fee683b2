"""Several parsers that parse by their votes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dodona.confidence.confidences import Confidences
from dodona.ensembles.voting import elected
from dodona.errors import ArgumentError, Error, OptionError, flag, listed, same_length
from dodona.parsing.parser import Parser
from dodona.pipelines.texts import ParsesTexts
from dodona.threads import checked_threads
from dodona.treebank.lengths import check_lengths
from dodona.treebank.treebank import Treebank, a_treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import OneParser, OnePipeline
    from dodona.pipelines.tokeniser import Tokeniser
    from dodona.search.best_first import MostProbable
    from dodona.search.constrained import Completion
    from dodona.search.nbest import ScoredTree

#: The only estimator of confidence.
VOTES = "votes"
#: The most words of a sentence: the arcs between all of them take memory that grows with the square.
_LONGEST = 5000
#: Models with fewer labels in common were trained on different treebanks.
_COMMON = 0.9
#: Models that have a smaller share of their most frequent words in common are of different languages.
_COMMON_WORDS = 0.4
_OF_LANGUAGE = ("language", "frequent_words")
#: What training adds to labels.
_MARKS = "↑↓⇢"


class Ensemble(ParsesTexts):
    """Several parsers that parse by their votes; `dodona.ensemble` makes one.

    It has the methods of a `Pipeline`, and is its own `parser`. Each parser votes for its own tree, with its
    calibrated confidence in each head; the result is the tree with the largest sum. The first model also
    splits text and tags.
    """

    def __init__(self, models: Sequence[OneParser | OnePipeline], names: Sequence[str] | None = None) -> None:
        """Check models, of which `names` are for messages."""
        models = listed("models", models, "a list of parsers and pipelines")
        for model in models:
            if not _is_model(model):
                raise ArgumentError("models", model, "a parser or a pipeline")
        if len(models) < 2:
            raise OptionError("needs at least two models to vote", option="models")
        numbers = [f"model {number}" for number in range(1, len(models) + 1)]
        self._names = numbers if names is None else listed("names", names, "a list of names")
        same_length(models=models, names=self._names)
        self._first: OnePipeline | None = None if isinstance(models[0], Parser) else models[0]
        #: The parsers that vote.
        self.parsers: list[OneParser] = [each if isinstance(each, Parser) else each.parser for each in models]
        self._check()
        _check_languages(models, self._names)
        #: Metadata: those about the language, and whether trees have a single root. There is no recipe.
        self.info: dict[str, Any] = {
            **{what: models[0].info[what] for what in _OF_LANGUAGE if what in models[0].info},
            "recipe": {},
            "temperature": 1.0,
            "single_root": all(each.info["single_root"] for each in self.parsers),
        }

    def _check(self) -> None:
        """Refuse parsers that cannot vote together."""
        own = _base_labels(self.parsers[0])
        for name, parser in zip(self._names, self.parsers, strict=True):
            if not parser.is_calibrated:
                raise Error(
                    f"{name}: its confidences are not calibrated, so it cannot vote: "
                    f"dodona calibrate -m {name} DEV -o {name} calibrates them"
                )
            labels = _base_labels(parser)
            if len(own & labels) < _COMMON * len(own | labels):
                example = sorted(own ^ labels)[0]
                raise Error(
                    f"{name}: its labels are not those of {self._names[0]} (such as {example}): models that "
                    "vote together need the same annotation"
                )

    @property
    def parser(self) -> Ensemble:
        """This ensemble, which is a parser, too."""
        return self

    @property
    def has_pipeline(self) -> bool:
        """Whether the first model has a tokeniser and a tagger."""
        return self._first is not None

    @property
    def tokeniser(self) -> Tokeniser:  # type: ignore[override]  # of other pipelines an attribute
        """The tokeniser of the first model."""
        return self._pipeline.tokeniser

    @property
    def _pipeline(self) -> OnePipeline:
        if self._first is None:
            raise Error(
                f"{self._names[0]}: this is a parser without tokeniser and tagger, which the first model of "
                "an ensemble needs for text and tags: name a model trained with --pipeline first"
            )
        return self._first

    def _check_beam(self, beam: int | None) -> None:
        if beam is not None:
            raise OptionError(
                "has no effect on several models, each of which searches as it was trained: leave it out",
                option="beam",
            )

    def parse(
        self,
        treebank: Treebank,
        *,
        tags: str | None = None,
        beam: int | None = None,
        threads: int | None = None,
    ) -> Treebank:
        """Tag and parse sentences of words; `tags` are as in `tag`, and `beam` is refused."""
        self._check_beam(beam)
        return self.confidence(self.tag(treebank, tags=tags, threads=threads), threads=threads).parsed

    def tag(self, treebank: Treebank, *, tags: str | None = None, threads: int | None = None) -> Treebank:
        """Tag sentences with the first model, as its `tag` does; without a tagger, tags stay as they are."""
        a_treebank("treebank", treebank)
        if self._first is None and tags != "predict":
            return treebank
        return self._pipeline.tag(treebank, tags=tags, threads=checked_threads(threads))

    def prepared(
        self, treebank: Treebank, *, tags: str | None = None, threads: int | None = None
    ) -> Treebank:
        """Return sentences as the parsers read them: tagged as by `tag`."""
        return self.tag(treebank, tags=tags, threads=threads)

    def confidence(
        self,
        treebank: Treebank,
        *,
        estimator: str = VOTES,
        calibrated: bool = True,
        threads: int | None = None,
        **without_effect: Any,
    ) -> Confidences:
        """Parse a treebank; return the mean confidences of the parsers in each head and label, and of trees.

        A parser that chose another head or label counts 0. They are not calibrated.
        """
        if estimator not in (VOTES, "transition"):  # the latter is the default of the commands
            raise OptionError(
                f"cannot be {estimator!r}: the confidences of several models are their votes: leave it out",
                option="estimator",
            )
        flag("calibrated", calibrated)
        check_lengths(a_treebank("treebank", treebank), _LONGEST, "an ensemble")
        number = checked_threads(threads)
        found = [
            parser.confidence(treebank, estimator=estimator_of(parser), threads=number)
            for parser in self.parsers
        ]
        return elected(
            found,
            single_root=self.info["single_root"],
            threads=number,
            constraints=self.parsers[0].info.get("constraints"),
        )

    def unconstrained(self) -> Ensemble:
        """Return an ensemble of the same parsers without constraints."""
        free = copy(self)
        free.parsers = [each.unconstrained() if isinstance(each, Parser) else each for each in self.parsers]
        return free

    def nbest(self, treebank: Treebank, n: int, **options: Any) -> list[list[ScoredTree]]:
        """Refuse: only the best tree is found."""
        raise Error("several models find only the best tree: leave out --nbest")

    def most_probable(self, treebank: Treebank, hypotheses: int = 1, **options: Any) -> MostProbable:
        """Refuse: each parser searches as it was trained."""
        raise Error("several models always find the tree with most votes: leave out --best-first")

    def complete(self, partial: Any, **options: Any) -> Completion:
        """Refuse: nothing of the input's trees is kept."""
        raise Error("several models keep no heads of the input: leave out --keep, or name one model")

    def knows(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return for each sentence whether any of the parsers was trained on it."""
        return np.asarray(np.any([parser.knows(treebank) for parser in self.parsers], axis=0))

    @property
    def probabilistic(self) -> bool:
        """Whether there are confidences: there are."""
        return True

    @property
    def is_calibrated(self) -> bool:
        """Whether the confidences of the result are calibrated: those of the parsers are."""
        return False

    @property
    def labels(self) -> list[str]:
        """The labels of the first parser, most frequent first."""
        return self.parsers[0].labels

    @property
    def input_columns(self) -> tuple[str, ...]:
        """All columns that the parsers read."""
        return tuple(dict.fromkeys(column for parser in self.parsers for column in parser.input_columns))

    @property
    def size(self) -> str:
        """A description of the size of the model."""
        return f"{len(self.parsers)} models"

    def __repr__(self) -> str:
        return f"Ensemble({', '.join(map(repr, self.parsers))})"


def _is_model(model: object) -> bool:
    """Whether a model is a parser, or a pipeline with one or with a network, which is its own."""
    parser = getattr(model, "parser", model)
    return isinstance(parser, Parser) or (parser is model and hasattr(model, "network"))


def estimator_of(parser: OneParser) -> str:
    """Return the estimator of a parser whose trees are those of `parse`."""
    if not isinstance(parser, Parser):
        return parser.estimators[0]
    return "beam" if parser.info["recipe"].get("beam", 1) > 1 else "transition"


def _check_languages(models: Sequence[OneParser | OnePipeline], names: Sequence[str]) -> None:
    """Refuse models of different languages: by their names or most frequent words, if models have these."""
    for what in _OF_LANGUAGE:
        known = [
            (name, model.info[what]) for name, model in zip(names, models, strict=True) if what in model.info
        ]
        for name, value in known:
            if not _is_common(value, known[0][1]):
                raise Error(
                    f"{name}: its language is not that of {known[0][0]}: models that vote "
                    "together need the same"
                )


def _is_common(one: Any, other: Any) -> bool:
    """Whether two names of languages, or lists of frequent words, are of one language."""
    if isinstance(one, str):
        return bool(one == other)
    words, others = set(one["words"]), set(other["words"])
    return len(words & others) >= _COMMON_WORDS * min(len(words), len(others))


def _base_labels(parser: OneParser) -> set[str]:
    """Return the labels of a parser's trees."""
    table = str.maketrans(dict.fromkeys(_MARKS, "\t"))
    return {label.translate(table).partition("\t")[0] for label in parser.labels}
