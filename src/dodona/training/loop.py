"""The training loop."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from dodona import _core
from dodona.features.templates import Templates, templates_of
from dodona.models.container import Arrays
from dodona.parsing.parser import Parser, load_parser
from dodona.recipes import Recipe
from dodona.recipes.conditions import swaps
from dodona.training.identity import digest, identity_of
from dodona.training.preparing import Prepared, prepare_alike
from dodona.training.scoring import DevelopmentData
from dodona.training.shortcuts import learn_shortcuts
from dodona.training.silver import Fit, Mixture, Silver
from dodona.training.trainers import trainer_for
from dodona.treebank.direction import in_direction
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True)
class Epoch:
    """The report of one epoch."""

    number: int
    #: The number of decisions, and of wrong ones.
    decisions: int
    updates: int
    #: The number of features with weights; 0 with a hash kernel.
    features: int
    #: The number of swaps; with a static oracle, the same in every epoch.
    swaps: int
    #: Scores on development data without punctuation, from 0 to 1; None if there is none.
    uas: float | None
    las: float | None
    #: The words that were learnt from.
    gold_words: int
    silver_words: int
    #: Whether this is the best epoch so far.
    best: bool
    #: The time for learning, and for scoring and the rest.
    seconds: float = field(compare=False)
    other_seconds: float = field(compare=False)

    @property
    def update_rate(self) -> float:
        """The share of decisions that were wrong."""
        return self.updates / max(self.decisions, 1)

    def measures(self) -> list[tuple[str, str]]:
        """Return what the display shows besides attachment scores."""
        updates = [("updates", f"{100 * self.update_rate:5.2f}%")]
        if not self.silver_words:
            return updates
        return [*updates, ("gold", f"{self.gold_words:,}"), ("silver", f"{self.silver_words:,}")]

    def on_curve(self) -> dict[str, Any]:
        """Return what a model stores about an epoch; times, which differ between equal runs, are left out."""
        return {
            "epoch": self.number,
            "update_rate": round(self.update_rate, 6),
            "swaps": self.swaps,
            "uas": None if self.uas is None else round(self.uas, 6),
            "las": None if self.las is None else round(self.las, 6),
        }


@dataclass
class _Learnt:
    """What was learnt from in an epoch."""

    decisions: int = 0
    updates: int = 0
    swaps: int = 0
    gold_words: int = 0
    silver_words: int = 0


class Report(Protocol):
    """The report of an epoch of any kind of run."""

    @property
    def number(self) -> int:
        """The number of the epoch, from 1."""

    @property
    def uas(self) -> float | None:
        """The unlabelled attachment score on the development data, if there is any."""

    @property
    def las(self) -> float | None:
        """The labelled attachment score."""

    @property
    def best(self) -> bool:
        """Whether this is the best epoch so far."""

    @property
    def seconds(self) -> float:
        """The time for learning."""

    def measures(self) -> list[tuple[str, str]]:
        """Return what the display shows besides attachment scores."""


class Run(ABC):
    """A training run of any kind: its data and the epochs done."""

    def __init__(
        self,
        prepared: Prepared,
        recipe: Recipe,
        dev: DevelopmentData | None,
        threads: int = 1,
        silver: Silver | None = None,
    ) -> None:
        self.silver = silver
        #: Gold and silver sentences in chunks; None without silver.
        self.mixture: Mixture | None = None
        self.prepared, self.recipe, self.dev, self.threads = prepared, recipe, dev, threads
        self.curve: list[dict[str, Any]] = []
        self.best_epoch = 0
        #: The best model so far.
        self.parser: Any = None
        #: Called with the words of an epoch that have been learnt from, after every chunk.
        self.on_chunk: Callable[[int], None] = lambda words: None

    @property
    def epochs_done(self) -> int:
        """The number of finished epochs."""
        return len(self.curve)

    @property
    def words(self) -> int:
        """The number of words of an epoch."""
        return self.prepared.treebank.word_count if self.mixture is None else self.mixture.words

    def epochs(self, patience: int | None = None) -> Iterator[Any]:
        """Train until the recipe's last epoch, or until `patience` epochs without a better one."""
        while self.epochs_done < self.recipe.epochs:
            if patience is not None and self.epochs_done - self.best_epoch >= patience:
                return
            yield self._epoch(self.epochs_done + 1)

    def is_best(self, las: float | None) -> bool:
        """Whether an epoch with this LAS is better than all before; without development data, each is."""
        before = self.curve[self.best_epoch - 1]["las"] if self.best_epoch else None
        return las is None or before is None or round(las, 6) > before

    def about_dev(self) -> dict[str, Any] | None:
        """Return what a model stores about the development data."""
        return (
            None
            if self.dev is None
            else {"name": file_names(self.dev.gold), "words": self.dev.gold.word_count}
        )

    def identity(self) -> dict[str, Any]:
        """Return what must be equal for one run to continue another."""
        dev = self.dev.gold if self.dev else None
        return identity_of(self.choices(), "", self.prepared.treebank, dev, self.silver)

    def info_of(self, model: Any) -> dict[str, Any]:
        """Return the metadata of a model of this run: those of its parser."""
        found: dict[str, Any] = model.info
        return found

    @abstractmethod
    def describe(self) -> list[str]:
        """Return lines about what is trained, for the display."""

    @abstractmethod
    def choices(self) -> dict[str, Any]:
        """Return the recipe as the model stores it."""

    @abstractmethod
    def state(self) -> Arrays:
        """Return the state of the learner, for a checkpoint."""

    @abstractmethod
    def restore(self, arrays: Arrays) -> None:
        """Undo `state`."""

    @abstractmethod
    def load(self, path: Path) -> Any:
        """Return the best model so far, from its file."""

    @abstractmethod
    def finish(self) -> Any:
        """Return the best model after the last epoch."""

    @abstractmethod
    def _epoch(self, number: int) -> Report: ...


class TrainingRun(Run):
    """The training of a transition-based parser."""

    def __init__(
        self,
        prepared: Prepared,
        recipe: Recipe,
        dev: DevelopmentData | None,
        threads: int = 1,
        silver: Silver | None = None,
        fit: Fit = lambda trees, place: trees,
    ) -> None:
        """Make a run; silver sentences go through `fit` before they are prepared."""
        super().__init__(prepared, recipe, dev, threads, silver)
        self.fit = fit
        self.templates: Templates = templates_of(recipe)
        further: dict[str, Any] = {}
        if silver is not None:
            further = {"lexicon": silver.lexicon, "silver_share": silver.share}
            self.mixture = Mixture(
                prepared.treebank, silver, lambda trees, place: prepare_alike(fit(trees, place), prepared)
            )
        self.trainer = trainer_for(prepared, self.templates, recipe, threads, **further)
        self.parser: Parser | None = None

    def describe(self) -> list[str]:
        """Return lines about what is trained, for the display."""
        recipe, prepared = self.recipe, self.prepared
        how = policy_of(recipe) if recipe.beam == 1 else f"beam {recipe.beam}, {recipe.update} updates"
        costs = "" if recipe.cost_sensitive == "no" else f", cost-sensitive ({recipe.cost_sensitive})"
        made_projective = swaps(recipe.system) and (prepared.dropped or prepared.projectivised)
        warning = "no tree needs SWAP: use --nonprojective keep to keep non-projective trees"
        return [
            *([warning] if made_projective else []),
            f"{recipe.system}, root {recipe.root}{', single' if prepared.single_root else ''}; "
            f"{recipe.oracle} oracle, {how}; {recipe.learner}{costs}; "
            f"{self.templates.count} templates ({self.templates.name}), tag {prepared.tag}; "
            f"seed {recipe.seed}",
        ]

    def identity(self) -> dict[str, Any]:
        """Return what must be equal for one run to continue another."""
        clusters = self.templates.clusters
        return {
            **super().identity(),
            "templates": digest(self.templates.text.encode()),
            "clusters": None if clusters is None else clusters.digest,
        }

    def state(self) -> Arrays:
        """Return the state of the learner, for a checkpoint."""
        return self.trainer.state()

    def restore(self, arrays: Arrays) -> None:
        """Undo `state`."""
        self.trainer.restore(arrays)

    def load(self, path: Path) -> Parser:
        """Return the best parser so far, from its file."""
        return load_parser(path)

    def finish(self) -> Parser:
        """Return the best parser after the last epoch, with shortcuts if the recipe has them."""
        assert self.parser is not None
        if self.recipe.shortcuts:
            learn_shortcuts(self.parser, self.prepared.treebank, self.recipe.shortcuts)
        return self.parser

    def _epoch(self, number: int) -> Epoch:
        start = time.perf_counter()
        report = self._learn(number)
        learnt = time.perf_counter()
        how = {"recipe": self.choices(), "punctuation": self.prepared.punctuation}
        parser = Parser(self._pruned(), how)
        scores = None if self.dev is None else self.dev.score(parser)
        best = self.is_best(None if scores is None else scores[1])
        epoch = Epoch(
            number=number,
            decisions=report.decisions,
            updates=report.updates,
            features=self.trainer.features,
            swaps=report.swaps,
            uas=None if scores is None else scores[0],
            las=None if scores is None else scores[1],
            gold_words=report.gold_words,
            silver_words=report.silver_words,
            best=best,
            seconds=learnt - start,
            other_seconds=time.perf_counter() - learnt,
        )
        self.curve.append(epoch.on_curve())
        if best:
            self.best_epoch, self.parser = number, parser
        assert self.parser is not None
        self.parser.info = self.info()
        return epoch

    def _learn(self, number: int) -> _Learnt:
        """Learn from all sentences of an epoch."""
        if self.mixture is None:
            report = self.trainer.epoch(number)
            words = self.prepared.treebank.word_count
            return _Learnt(report.decisions, report.updates, report.swaps, words, 0)
        total = _Learnt()
        first = 0
        for chunk in self.mixture.epoch():
            self.trainer.read(in_direction(chunk.treebank, {"recipe": self.choices()})._core, first)
            first += len(chunk.treebank)
            report = self.trainer.epoch(number)
            total.decisions += report.decisions
            total.updates += report.updates
            total.swaps += report.swaps
            total.gold_words += chunk.gold_words
            total.silver_words += chunk.silver_words
            self.on_chunk(total.gold_words + total.silver_words)
        return total

    def _pruned(self) -> _core.Parser:
        """Return the current parser, without small weights if the recipe prunes them."""
        return self.trainer.parser(self.recipe.prune)

    def choices(self) -> dict[str, Any]:
        """Return the recipe as the model stores it."""
        return self.templates.choices(self.recipe)

    def info(self) -> dict[str, Any]:
        """Return what the model stores about its training."""
        clusters = self.templates.clusters
        return {
            **parser_info(self, self.templates.name, self.templates.count),
            **({} if clusters is None else {"clusters": clusters.about()}),
        }


def policy_of(recipe: Recipe) -> str:
    """Return the policy of a recipe, for the display."""
    if recipe.policy != "explore":
        return f"policy {recipe.policy}"
    return f"policy explore {recipe.explore:g} after epoch {recipe.k}"


def parser_info(run: Run, templates: str, count: int) -> dict[str, Any]:
    """Return what the model of a transition-based parser stores about its training."""
    prepared = run.prepared
    return {
        "recipe": run.choices(),
        "single_root": prepared.single_root,
        "tag": prepared.tag,
        "punctuation": prepared.punctuation,
        "templates": {"name": templates, "count": count},
        "treebank": {
            "name": file_names(prepared.treebank),
            "sentences": prepared.sentences,
            "words": prepared.words,
            "several_roots": prepared.several_roots,
            "dropped": prepared.dropped,
            "projectivised": prepared.projectivised,
            "moved": prepared.moved,
        },
        "dev": run.about_dev(),
        **({} if run.silver is None else {"silver": run.silver.about()}),
        "curve": list(run.curve),
        "best_epoch": run.best_epoch,
    }


def file_names(treebank: Treebank) -> str | None:
    """Return the names of the files of a treebank, without their folders."""
    if treebank.source is None:
        return None
    return ", ".join(Path(name).name for name in treebank.source.split(", "))
