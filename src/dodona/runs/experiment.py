"""Experiments: training and test data from a treebank's files, or from its genres."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dodona.errors import Error
from dodona.pipelines import Tagger, jackknife, train_tagger
from dodona.runs.folders import TreebankFiles
from dodona.runs.genres import GENRES, has_genres, split
from dodona.treebank.reading import read
from dodona.treebank.treebank import Treebank

IN_DOMAIN = "in domain"
OUT_OF_DOMAIN = "out of domain"
#: The beam of the tagger, a structured perceptron, that predicts tags.
_TAGGER_BEAM = 4


@dataclass(frozen=True)
class Experiment:
    """Training and test data."""

    files: TreebankFiles
    #: Train on all other genres and test on this one; None to use the files as they are.
    genre: str | None = None
    #: The file to test on without a genre: `test` or `dev`.
    part: str = "test"
    #: Predict tags: those of the training data in so many folds; 0: of other data only. None: all are gold.
    folds: int | None = None

    @property
    def name(self) -> str:
        """The treebank, and the genre if there is one."""
        return f"{self.files.name}: {self.genre}" if self.genre else self.files.name

    @property
    def kind(self) -> str:
        """The table that the experiment belongs to."""
        return OUT_OF_DOMAIN if self.genre else IN_DOMAIN

    @property
    def key(self) -> str:
        """The key of its counterpart in a paper: the genre, or the language code."""
        return self.genre or self.files.name.rpartition("/")[2].partition("_")[0].lower()

    def load(self) -> tuple[Treebank, Treebank]:
        """Read the training and the test data."""
        train = read(self.files.train)
        if self.genre is None:
            test = read(self.tested_on)
        else:
            # Training sees nothing of the genre, so all its sentences, from every file, are test data.
            parts = [split(read(path), self.genre) for path in self.files.paths]
            train = parts[0][0]
            test = sum((of_genre for _, of_genre in parts[1:]), parts[0][1])
        if not len(test) or (test.heads < 0).any():
            raise Error(f"{self.tested_on}: there are no trees to compare with")
        return train, test

    def tagged(self, train: Treebank, *others: Treebank) -> tuple[Treebank, ...]:
        """Return the training data and other data with the tags that parsers see."""
        if self.folds is None:
            return train, *others
        jackknifed, tagger = self._tagging
        return jackknifed, *(tagger.tag(other) for other in others)

    @cached_property
    def _tagging(self) -> tuple[Treebank, Tagger]:
        """The training data with the tags that parsers see, and a tagger trained on all of it."""
        train, _ = self.load()
        tagger = train_tagger(train, beam=_TAGGER_BEAM)
        return (jackknife(train, self.folds, beam=_TAGGER_BEAM) if self.folds else train), tagger

    @property
    def tested_on(self) -> Path:
        """The file to test on."""
        path = self.files.test if self.part == "test" else self.files.dev
        if path is None:
            raise Error(f"{self.files.name}: there is no development file, which the paper tests on")
        return path


def experiments_on(
    treebanks: Iterable[TreebankFiles],
    *,
    out_of_domain: bool = True,
    part: str = "test",
    folds: int | None = None,
) -> list[Experiment]:
    """Return the experiments that treebanks allow."""
    treebanks = list(treebanks)
    made = [Experiment(files, part=part, folds=folds) for files in treebanks]
    for experiment in made:
        _ = experiment.tested_on  # report a missing file before any training
    if out_of_domain:
        made += [
            Experiment(files, genre, folds=folds)
            for files in treebanks
            if has_genres(files.train)
            for genre in GENRES
        ]
    return made
