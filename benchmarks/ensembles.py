"""Measure what the votes of several parsers gain, and what a student learns from them.

    python benchmarks/ensembles.py --treebanks DIR --cache DIR --choose
    python benchmarks/ensembles.py --treebanks DIR --cache DIR
    python benchmarks/ensembles.py --treebanks DIR --cache DIR --only en_ewt --text FILE...

The first command chooses seven voters among the candidates, on development data; the second prints their
results on test data; the third those of students, which also learn from a text that the voters label.

DIR has a folder for each treebank, with train, dev and test (as .conllu.xz or .conll.xz). Tokens are gold,
tags predicted: a tagger is trained on each treebank, and parsers learn from the tags of 5-fold jackknifing.
Every voter keeps the epoch with the best LAS on the development data, on which it is then calibrated. Scores
leave out punctuation. The cache keeps all models, so that an interrupted run goes on where it was.

A text has tokenised sentences (one a line, words separated by spaces) or is a treebank, whose trees and tags
are replaced. Sentences that are in the development or test data, or longer than 100 words, are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

import dodona
from dodona.distillation.repetition import Repetitions
from dodona.ensembles.ensemble import estimator_of
from dodona.ensembles.voting import elected
from dodona.training.scoring import DevelopmentData
from dodona.treebank.horizontal import horizontal_batches

TREEBANKS = (
    "hu_szeged",
    "got_proiel",
    "tr_imst",
    "ud13/lv",
    "ud13/ga",
    "ud13/ta",
    "ud13/sl_sst",
    "ud13/la",
    "el_gdt",
)
_TURNED = {"direction": "right-to-left"}
_BEAM = {"recipe": "beam", "epochs": 10}
#: All candidates: options of `dodona.train`.
CANDIDATES: dict[str, dict[str, Any]] = {
    "default": {},
    "default, reversed": _TURNED,
    "rich": {"recipe": "rich"},
    "rich, reversed": {"recipe": "rich", **_TURNED},
    "swap-standard": {"system": "swap-standard"},
    "swap-standard, reversed": {"system": "swap-standard", **_TURNED},
    "beam": _BEAM,
    "beam, reversed": {**_BEAM, **_TURNED},
    "probabilistic": {"recipe": "probabilistic"},
    "probabilistic, reversed": {"recipe": "probabilistic", **_TURNED},
    "rich swap-standard": {"recipe": "rich", "system": "swap-standard"},
    "rich swap-standard, reversed": {"recipe": "rich", "system": "swap-standard", **_TURNED},
    "rich beam": {**_BEAM, "features": "rich"},
    "rich beam, reversed": {**_BEAM, "features": "rich", **_TURNED},
    "swap-standard beam": {**_BEAM, "system": "swap-standard"},
    "rich, seed 2": {"recipe": "rich", "seed": 2},
}
#: The choice of --choose.
VOTERS = (
    "rich swap-standard",
    "rich swap-standard, reversed",
    "rich beam",
    "swap-standard",
    "beam, reversed",
    "rich",
    "rich, reversed",
)
_NUMBER = 7
_FOLDS = 5
_LONGEST = 100


class Bench:
    """A treebank with its tagger, its parsers and their scores, kept in a folder."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.name = folder.name
        self._folder, self._cache = folder, cache / folder.name
        self._cache.mkdir(parents=True, exist_ok=True)
        self.parts = {
            part: dodona.read(next(folder.glob(f"{part}.con*"))) for part in ("train", "dev", "test")
        }

    @cached_property
    def tagger(self) -> dodona.Tagger:
        """The tagger of the whole training data."""
        path = self._cache / "tagger.model"
        if not path.exists():
            dodona.train_tagger(self.parts["train"]).save(path)
        return dodona.Tagger.load(path)

    @cached_property
    def train(self) -> dodona.Treebank:
        """The training data with jackknifed tags."""
        path = self._cache / "train.conllu.gz"
        if not path.exists():
            gold = self.parts["train"]
            gold = gold if gold.format == "conllu" else dodona.convert(gold, "conllu")
            dodona.write(dodona.jackknife(gold, _FOLDS), path)
        return dodona.read(path)

    @cached_property
    def texts(self) -> dict[str, dodona.Treebank]:
        """The development and test data with predicted tags."""
        return {part: self.tagger.tag(self.parts[part]) for part in ("dev", "test")}

    def parser(self, options: dict[str, Any], *silver: Path) -> dodona.Parser:
        """Return a calibrated parser, which may also have learnt from silver data."""
        known = json.dumps([options, _FOLDS, *(path.name for path in silver)], sort_keys=True)
        path = self._cache / f"{hashlib.blake2b(known.encode(), digest_size=8).hexdigest()}.model"
        if not path.exists():
            began = time.perf_counter()
            parser = dodona.train(self.train, self.texts["dev"], silver=silver or None, **options)
            parser.calibrate(self.texts["dev"])
            parser.save(path)
            print(f"({self.name}: {options}: {time.perf_counter() - began:.0f} s)", flush=True)
        return dodona.load(path)

    def votes(self, name: str, part: str) -> dodona.Confidences:
        """Return the trees of a voter with its confidences."""
        parser = self.parser(CANDIDATES[name])
        return parser.confidence(self.texts[part], estimator=estimator_of(parser))

    def scores(self, parsed: dodona.Treebank, part: str) -> tuple[float, float]:
        """Return UAS and LAS in per cent."""
        uas, las = DevelopmentData(self.parts[part], self.texts[part]).score_of(parsed)
        return 100 * uas, 100 * las

    def ensemble(self, names: tuple[str, ...]) -> dodona.Ensemble:
        """Return the ensemble of some voters."""
        return dodona.ensemble([self.parser(CANDIDATES[name]) for name in names])

    def silver(self, text: list[str], names: tuple[str, ...]) -> Path:
        """Label a text by the votes of some voters, unless that is done."""
        name = hashlib.blake2b(json.dumps([text, names]).encode(), digest_size=8).hexdigest()
        path = self._cache / f"{name}.conllu.gz"
        if path.exists():
            return path
        voters = self.ensemble(names)
        repetitions = Repetitions([self.parts["dev"], self.parts["test"]])
        labelled = []
        for batch in chain.from_iterable(map(_sentences, text)):
            kept = ~repetitions.seen(batch) & (np.diff(batch.offsets) <= _LONGEST)
            tagged = self.tagger.tag(batch[np.flatnonzero(kept).tolist()])
            labelled.append(voters.parse(tagged[self._familiar(tagged)]))
        dodona.write(sum(labelled[1:], labelled[0]), path)
        return path

    def _familiar(self, tagged: dodona.Treebank) -> list[int]:
        """Return the sentences all of whose tags are among those of jackknifing, as learning demands."""
        columns = ("tags", "fine_tags")
        known = [set(self.train.column(column)) for column in columns]
        rows = zip(*(tagged.lists(column) for column in columns), strict=True)
        return [
            place
            for place, row in enumerate(rows)
            if all(own.issuperset(tags) for own, tags in zip(known, row, strict=True))
        ]


def _sentences(text: str) -> Any:
    """Yield the sentences of a text, without tags and trees."""
    if ".con" not in text:
        return horizontal_batches(text)
    words = [" ".join(word.replace(" ", "_") for word in sentence.words) for sentence in dodona.read(text)]
    return horizontal_batches("\n".join(words).encode())


def choose(benches: list[Bench]) -> None:
    """Add voters one by one, each time the one that gains most on the development data."""
    votes = {name: [bench.votes(name, "dev") for bench in benches] for name in CANDIDATES}

    def scores(names: list[str]) -> list[float]:
        found = zip(*(votes[name] for name in names), strict=True)
        trees = (elected(each, single_root=True, threads=1).parsed for each in found)
        return [bench.scores(tree, "dev")[1] for bench, tree in zip(benches, trees, strict=True)]

    print("| | " + " | ".join(bench.name for bench in benches) + " | mean |")
    for name in CANDIDATES:
        print(_row(name, scores([name])), flush=True)
    chosen: list[str] = []
    while len(chosen) < _NUMBER:
        tried = {name: scores([*chosen, name]) for name in CANDIDATES if name not in chosen}
        best = max(tried, key=lambda name: sum(tried[name]))
        chosen.append(best)
        print(_row(f"+ {best}", tried[best]), flush=True)


def _row(name: str, scores: list[float]) -> str:
    return (
        f"| {name} | " + " | ".join(f"{score:.2f}" for score in [*scores, sum(scores) / len(scores)]) + " |"
    )


def report(bench: Bench) -> None:
    """Print a row of results on test data."""
    votes = {name: bench.votes(name, "test") for name in VOTERS}
    best = max(VOTERS, key=lambda name: bench.scores(bench.votes(name, "dev").parsed, "dev")[1])
    equal = [
        each.replaced(heads=np.ones_like(each.heads), labels=np.ones_like(each.labels))
        for each in votes.values()
    ]
    forward = [each for name, each in votes.items() if "reversed" not in name]
    found = [
        bench.votes("default", "test"),
        votes[best],
        *(elected(each, single_root=True, threads=1) for each in (forward, equal, list(votes.values()))),
    ]
    scores = [bench.scores(each.parsed, "test") for each in found]
    cells = [f"{uas:.2f} / {las:.2f}" for uas, las in scores]
    cells[1] += f" ({best})"
    print(f"| {bench.name} | {' | '.join(cells)} | {scores[-1][1] - scores[1][1]:+.2f} |", flush=True)


def students(bench: Bench, text: list[str], names: tuple[str, ...]) -> None:
    """Print a row of results of the default recipe with and without silver trees, on test data."""
    silver = bench.silver(text, names)
    words = dodona.read(silver).word_count
    parsers = [bench.parser({}), bench.ensemble(names), bench.parser({}, silver)]
    scores = [bench.scores(each.parse(bench.texts["test"]), "test") for each in parsers]
    cells = [f"{uas:.2f} / {las:.2f}" for uas, las in scores]
    gain = scores[-1][1] - scores[0][1]
    print(f"| {bench.name} | {words:,} | {' | '.join(cells)} | {gain:+.2f} |", flush=True)


def main() -> None:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--treebanks", type=Path, required=True, metavar="DIR")
    parser.add_argument("--cache", type=Path, required=True, metavar="DIR", help="where to keep models")
    parser.add_argument("--only", nargs="+", default=TREEBANKS, metavar="NAME", help="names of treebanks")
    parser.add_argument("--choose", action="store_true", help="choose the voters")
    parser.add_argument("--text", nargs="+", metavar="FILE", help="text for students")
    parser.add_argument(
        "--voters", type=int, default=_NUMBER, metavar="N", help="students: the first N teach"
    )
    options = parser.parse_args()
    benches = (Bench(options.treebanks / name, options.cache) for name in options.only)
    if options.choose:
        choose(list(benches))
        return
    for bench in benches:
        if options.text:
            students(bench, options.text, VOTERS[: options.voters])
        else:
            report(bench)


if __name__ == "__main__":
    main()
