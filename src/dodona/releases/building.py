"""Building a release: a pipeline for each treebank, an index, scores, licences and checksums."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dodona
from dodona.downloads.fetching import digest_of
from dodona.errors import Error, OptionError, file_error
from dodona.evaluation import conll18
from dodona.pipelines import train_pipeline
from dodona.pipelines.restoring import text_of
from dodona.pipelines.training import parser_beside
from dodona.recipes import Recipe
from dodona.recipes import recipe as recipe_called
from dodona.recipes.options import ENCODER, OF_PIPELINES
from dodona.releases.index import ASKING, INDEX, Released, as_json, read_index
from dodona.releases.licences import restriction
from dodona.releases.tables import readme
from dodona.releases.treebanks import Source, find_sources
from dodona.runs.progress import duration
from dodona.runs.scheduling import results_of
from dodona.training.checkpoint import Checkpoint
from dodona.treebank.parts import cores
from dodona.treebank.source import pieces, written
from dodona.treebank.treebank import Treebank

if sys.platform != "win32":
    import fcntl

CHECKSUMS = "SHA256SUMS"
README = "README.md"
#: Without development data, one in so many training sentences serves as such, if there are enough.
_HELD_OUT = 10
_ENOUGH = 100

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Making:
    """How models are made: equal for all of a release."""

    recipe: Recipe
    jackknife: int

    def __post_init__(self) -> None:
        if self.recipe.learner == ENCODER:
            raise OptionError(
                "cannot be an encoder: its models need a GPU and another model", option="recipe"
            )

    def settings(self) -> dict[str, Any]:
        """Return what an index says of it."""
        return {**self.recipe.to_dict(), "jackknife": self.jackknife, "dodona": dodona.__version__}

    def make(
        self,
        source: Source,
        folder: Path,
        *,
        data: str,
        threads: int,
        on_step: Callable[[str], None],
        **shown: Any,
    ) -> Released:
        """Train and score a pipeline in a folder, where an interrupted run continues.

        `on_step` and `shown` are the callbacks of `dodona.train_pipeline`.
        """
        train, dev, how = _training_data(source)
        if "dev" not in source.parts:
            on_step(f"no development data: {'the last epoch is kept' if dev is None else how + ' instead'}")
        path = folder / f"{source.names.name}.model"
        pipeline: Any = train_pipeline(
            train,
            dev,
            recipe=self.recipe,
            jackknife=self.jackknife,
            output=path,
            resume=self._can_resume(path),
            threads=threads,
            progress=False,
            on_step=on_step,
            **shown,
        )
        on_step("scores")
        scores = _scores(pipeline, source.read("test"), threads) if "test" in source.parts else None
        pipeline.info |= {
            "language": source.names.language,
            "treebank": source.names.treebank,
            "licence": source.licence,
            **(
                {} if scores is None else {"scores": {f"test, {kind}": each for kind, each in scores.items()}}
            ),
        }
        pipeline.save(path)
        return Released(
            name=source.names.name,
            language=source.names.language,
            treebank=source.names.treebank,
            ud=source.ud,
            licence=source.licence,
            file=path.name,
            bytes=path.stat().st_size,
            sha256=digest_of(path),
            scores=scores,
            words=train.word_count,
            dev=how,
            dodona=dodona.__version__,
            data=data,
        )

    def _can_resume(self, path: Path) -> bool:
        """Whether an interrupted run has left more than the first file of its first epoch."""
        written_once = self.recipe.learner not in OF_PIPELINES or self.recipe.epochs > 1
        checkpoints = (Checkpoint(each).path for each in (path, parser_beside(path)))
        return any(each.exists() for each in checkpoints) or (path.exists() and written_once)


def making(recipe: str | os.PathLike[str], epochs: int | None, jackknife: int | None) -> Making:
    """Return how to make models; by default, linear parsers learn from tags jackknifed in ten parts."""
    chosen = recipe_called(recipe).with_options(epochs=epochs)
    if jackknife is None:
        jackknife = 0 if chosen.learner in OF_PIPELINES else 10
    return Making(chosen, jackknife)


def obstacle(source: Source, *, non_commercial: bool) -> str | None:
    """Return why there can be no model of a treebank, as far as its folder shows."""
    if not non_commercial and (why := restriction(source.licence)):
        return f"{why}{ASKING}"
    if "train" not in source.parts:
        return "it has no training data"
    if not has_words(source.parts["train"][0]):
        return "it has underscores instead of words: its README says how to get the text"
    return None


def has_words(path: Path) -> bool:
    """Whether a file has words: of some treebanks, the text must be obtained elsewhere."""
    try:
        start = next(pieces(path))
    except Error:
        return True  # training will say what is wrong
    lines = [line.split(b"\t") for line in start.splitlines()]
    forms = [columns[1] for columns in lines if len(columns) == 10]
    return 2 * forms.count(b"_") <= len(forms)


def build(
    folder: str | os.PathLike[str],
    output: str | os.PathLike[str],
    how: Making,
    *,
    non_commercial: bool = False,
    only: Sequence[str] = (),
    jobs: int | None = None,
    tell: Tell = lambda line: None,
) -> tuple[list[Released], list[str]]:
    """Train a pipeline for each treebank in a folder; return the models, and what failed.

    What an interrupted run has left in `output` is continued.
    """
    in_one = how.recipe.learner in OF_PIPELINES
    if in_one and jobs not in (None, 1):
        raise OptionError("must be 1 with networks, each of which learns on all cores", option="jobs")
    sources = _chosen(find_sources(folder, only), tell, non_commercial=non_commercial)
    place = Path(output)
    with unfinished(place) as work:
        release = _Release(place, work, how, tell, non_commercial=non_commercial)
        left = [source for source in sources if not release.has(source)]
        at_once = 1 if in_one else min(jobs or cores(), max(len(left), 1))
        failures = release.complete(left, at_once, len(sources))
    return list(release.models.values()), failures


class _Release:
    """A folder of models, whose index is true at every moment."""

    def __init__(self, folder: Path, work: Path, how: Making, tell: Tell, *, non_commercial: bool) -> None:
        self.folder, self.work, self.how, self.tell = folder, work, how, tell
        self.models: dict[str, Released] = {}
        self._adding = threading.Lock()
        index = folder / INDEX
        if index.exists():
            found, settings = read_index(index.read_bytes(), str(index))
            for name, value in how.settings().items():
                if (was := settings.get(name)) != value:
                    raise Error(f"{folder}: {name} was {was} there and is now {value}: use another --output")
            self.models = {each.name: each for each in found}
            for each in found:
                if not non_commercial and (why := restriction(each.licence)):
                    raise Error(f"{folder / each.file}: {why}{ASKING}")
        self._write()

    def has(self, source: Source) -> bool:
        """Whether the model of a treebank is complete; it must be of the same data."""
        name = source.names.name
        path, kept = self.folder / f"{name}.model", self.models.get(name)
        if kept is not None and kept.data != source.digest():
            raise Error(f"{path}: {source.folder} has changed since this was built: use another --output")
        if kept is not None and path.exists() and digest_of(path) == kept.sha256:
            return True
        if kept is not None:
            self.tell(f"{name}: {path} is missing or damaged: building it again")
            del self.models[name]
            path.unlink(missing_ok=True)
            self._write()
        elif path.exists():  # the run was killed after moving it here
            path.replace(self.work / path.name)
        return False

    def complete(self, sources: Sequence[Source], jobs: int, total: int) -> list[str]:
        """Make the models of treebanks, and return what failed."""
        began, ready = time.perf_counter(), total - len(sources)
        if ready:
            self.tell(f"{ready} of {total} models are complete")
        work, done = sum(source.size for source in sources), 0
        failures: list[str] = []
        # The largest first, so that the last one does not keep all waiting.
        ordered = sorted(sources, key=lambda source: source.size, reverse=True)
        threads = max(cores() // jobs, 1)
        for number, (job, made) in enumerate(
            results_of([_Job(source, self, threads) for source in ordered], jobs), ready + 1
        ):
            done += job.source.size
            left = (time.perf_counter() - began) * (work - done) / max(done, 1)
            line = f"{number} of {total}: "
            if isinstance(made, Error):
                failures.append(f"{job.source.names.name}: {made}")
                line += f"failed: {failures[-1]}"
            else:
                line += f"{made.described}, {made.bytes / 1e6:.1f} MB"
            self.tell(line + (f"; about {duration(left)} left" if number < total else ""))
        return failures

    def add(self, made: Released) -> None:
        """Add a complete model."""
        with self._adding:
            (self.work / made.file).replace(self.folder / made.file)
            self.models[made.name] = made
            self._write()

    def _write(self) -> None:
        """Write the files that describe the models, each to be replaced at once."""
        self.models = dict(sorted(self.models.items()))
        listed = list(self.models.values())
        described = {README: readme(listed), INDEX: as_json(listed, self.how.settings())}
        sums = {each.file: each.sha256 for each in listed}
        sums |= {name: hashlib.sha256(content).hexdigest() for name, content in described.items()}
        described[CHECKSUMS] = "".join(f"{digest}  {name}\n" for name, digest in sums.items()).encode()
        for name, content in described.items():
            with written(self.folder / name) as file:
                file.write(content)


@dataclass(frozen=True)
class _Job:
    """The making of one model."""

    source: Source
    release: _Release
    threads: int

    def do(self, check: Callable[[Any], None] | None = None) -> Released | Error:
        """Make the model; an error with this treebank must not end the others."""
        name, tell = self.source.names.name, self.release.tell

        def epoch(report: Any) -> None:
            if check:
                check(report)
            scored = "" if report.las is None else f", LAS {100 * report.las:.2f} on the development data"
            tell(f"{name}: epoch {report.number} of {self.release.how.recipe.epochs}{scored}")

        def step(what: str) -> None:
            tell(f"{name}: {what} …")

        try:
            made = self.release.how.make(
                self.source,
                self.release.work,
                data=self.source.digest(),
                threads=self.threads,
                on_epoch=epoch,
                on_step=step,
            )
            self.release.add(made)
        except Error as error:
            return error
        return made


def _chosen(sources: Sequence[Source], tell: Tell, *, non_commercial: bool) -> list[Source]:
    """Return the treebanks to train on, the newest release of each, and say why others are left out."""
    chosen: dict[str, Source] = {}
    reasons: Counter[str] = Counter()
    for source in sources:
        name = source.names.name
        if name in chosen:
            reason: str | None = f"{chosen[name].folder} is taken instead"
        else:
            reason = obstacle(source, non_commercial=non_commercial)
        if reason is None:
            chosen[name] = source
        else:
            tell(f"{source.folder}: left out: {reason}")
            reasons[reason] += 1
    if not chosen:
        raise Error(f"no treebank is left to train on: {reasons.most_common(1)[0][0]}")
    return list(chosen.values())


def _training_data(source: Source) -> tuple[Treebank, Treebank | None, str]:
    """Return the training and the development data, and what the latter are."""
    train = source.read("train")
    if "dev" in source.parts:
        return train, source.read("dev"), "the treebank's"
    if len(train) < _ENOUGH:
        return train, None, "none"
    held_out = range(_HELD_OUT - 1, len(train), _HELD_OUT)
    rest = [place for place in range(len(train)) if place not in held_out]
    return train[rest], train[list(held_out)], "every tenth training sentence"


def _scores(pipeline: Any, test: Treebank, threads: int) -> dict[str, dict[str, float]]:
    """Return the metrics of the CoNLL 2018 shared task on test data."""
    parses = {
        "raw text": pipeline.parse(
            pipeline.tokeniser.tokenise(text_of(test)), tags="predict", threads=threads
        ),
        "gold words": pipeline.parse(test, tags="predict", threads=threads),
    }
    return {
        kind: {name: round(100 * score.f1, 2) for name, score in conll18(test, parse).items()}
        for kind, parse in parses.items()
    }


@contextmanager
def unfinished(folder: Path) -> Iterator[Path]:
    """Yield the place for what is not complete, in a folder where no other process may build."""
    work = folder / ".unfinished"
    try:
        work.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            try:
                yield work
            finally:
                with suppress(OSError):  # it may not be empty
                    work.rmdir()
    except OSError as error:
        raise file_error(folder, error) from error


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock a folder, unless another process has; a killed process loses its lock."""
    if sys.platform == "win32":
        yield
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Error(f"{folder}: another process builds models there: wait for it, or end it") from None
        except OSError:  # not every file system has locks
            pass
        yield
    finally:
        os.close(opened)
