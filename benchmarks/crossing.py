"""Crossing arcs: SWAP or marks in labels? The same search, learner and templates, several seeds.

    python benchmarks/crossing.py --treebanks DIR --only eu_bdt,got_proiel,hu_szeged,nl_lassysmall
        [--set-ups A,B] [--widths 1,8] [--seeds 6] [--models DIR] [--jobs 2]

Trains two set-ups (as in beams.py) on each treebank and searches with beams of each width (1 is greedy).
Prints LAS on development and test data (gold tags, without punctuation; means and standard deviations over
seeds); the gain of the second set-up; p of the Wilcoxon signed-rank test over test sentences, whose scores
are means over seeds; and precision and recall of the heads of non-projective arcs. The last row for each
width is over all treebanks. --models keeps the models for the next run.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from beams import asking_for_treebanks, chosen
from numpy.typing import NDArray

import dodona
from dodona.evaluation.measures import sentence_counts
from dodona.evaluation.pairing import pair
from dodona.evaluation.significance import wilcoxon_p
from dodona.recipes import recipe
from dodona.runs.folders import TreebankFiles, find_treebanks

SET_UPS = "rich:nonprojective=head,rich:system=swap-standard"


class Scores(NamedTuple):
    """The scores of a parser on a file; precision and recall are those of non-projective arcs, by head."""

    las: float
    right: NDArray[np.float64]  # sentence by sentence
    scored: NDArray[np.float64]
    precision: float
    recall: float


def main() -> None:
    parser = asking_for_treebanks(__doc__)
    parser.add_argument("--set-ups", default=SET_UPS, help="two set-ups to compare (default: %(default)s)")
    parser.add_argument("--widths", default="1,8", help="widths of beams (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=6, help="the number of seeds")
    parser.add_argument("--models", help="a folder that keeps models for the next run")
    parser.add_argument("--jobs", type=int, default=1, help="how many models to train at a time")
    options = parser.parse_args()

    set_ups = options.set_ups.split(",")
    if len(set_ups) != 2:
        parser.error("--set-ups needs exactly two")
    for set_up in set_ups:
        recipe(chosen(set_up)["recipe"])  # reports mistakes before training
    widths = [int(width) for width in options.widths.split(",")]
    if min(widths) < 1 or options.seeds < 1:
        parser.error("--widths and --seeds must be at least 1")
    treebanks = find_treebanks(options.treebanks, options.only.split(",") if options.only else ())
    tasks = [
        (files, set_up, seed, widths, options.models)
        for files in treebanks
        for set_up in set_ups
        for seed in range(1, options.seeds + 1)
    ]
    with ProcessPoolExecutor(options.jobs) as workers:
        found = dict(zip((task[:3] for task in tasks), workers.map(trained_and_scored, tasks), strict=True))

    print(f"First: {set_ups[0]}; second: {set_ups[1]}; seeds: {options.seeds}\n")
    print("| treebank | beam | first: dev, test | second | gain: dev, test | p | P, R: first | P, R |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for number, width in enumerate(widths):
        of_all = []
        for files in treebanks:
            dev, test = (
                [
                    [found[files, each, seed][number][part] for seed in range(1, options.seeds + 1)]
                    for each in set_ups
                ]
                for part in (0, 1)
            )
            print(f"| {files.name} | {width} | {' | '.join(row(dev, test))} |", flush=True)
            of_all.append((dev, test))
        gains = [np.mean([gain(each[part]) for each in of_all]) for part in (0, 1)]
        p = p_of([test for _, test in of_all])
        print(
            f"| mean; all sentences | {width} | | | {gains[0]:+.2f}, {gains[1]:+.2f} | {p:.3f} | | |",
            flush=True,
        )


def row(dev: list[list[Scores]], test: list[list[Scores]]) -> list[str]:
    """Return the cells of a treebank: for each set-up its seeds, on development and test data."""
    return [
        *(
            f"{mean(one, 'las'):.2f}, {mean(other, 'las'):.2f} ± {deviation(other):.2f}"
            for one, other in zip(dev, test, strict=True)
        ),
        f"{gain(dev):+.2f}, {gain(test):+.2f}",
        f"{p_of([test]):.3f}",
        *(f"{mean(each, 'precision'):.1f}, {mean(each, 'recall'):.1f}" for each in test),
    ]


def mean(seeds: list[Scores], name: str) -> float:
    return 100 * float(np.mean([getattr(scores, name) for scores in seeds]))


def deviation(seeds: list[Scores]) -> float:
    return 100 * float(np.std([scores.las for scores in seeds], ddof=min(1, len(seeds) - 1)))


def gain(set_ups: list[list[Scores]]) -> float:
    first, second = (mean(seeds, "las") for seeds in set_ups)
    return second - first


def p_of(treebanks: list[list[list[Scores]]]) -> float:
    """Return p over the sentences of the treebanks."""
    first, second = (
        tuple(
            np.concatenate(
                [
                    np.sum([getattr(scores, name) for scores in set_ups[which]], axis=0)
                    for set_ups in treebanks
                ]
            )
            for name in ("right", "scored")
        )
        for which in (0, 1)
    )
    return wilcoxon_p(first, second)


def trained_and_scored(task: tuple[TreebankFiles, str, int, list[int], str | None]) -> list[list[Scores]]:
    """Train or load a parser; return its scores on development and test data for each width."""
    files, set_up, seed, widths, models = task
    train, dev, test = (dodona.read(path) for path in (files.train, files.dev, files.test))
    place = Path(models, f"{files.name}-{set_up}-{seed}.model".replace("/", "-")) if models else None
    if place and place.exists():
        parser = dodona.load(place)
    else:
        parser = dodona.train(train, dev, seed=seed, threads=1, **chosen(set_up))
        if place:
            place.parent.mkdir(parents=True, exist_ok=True)
            parser.save(place)
    return [[scored(gold, parser.parse(gold, beam=width)) for gold in (dev, test)] for width in widths]


def scored(gold: dodona.Treebank, parsed: dodona.Treebank) -> Scores:
    scores = dodona.evaluate(gold, parsed, punctuation="tag").without_punctuation
    crossing = scores.by_projectivity[1].uas
    pairing = pair(gold, parsed, punctuation="tag", labels="full")
    right, of = sentence_counts(pairing, "las", ~pairing.gold.is_punctuation)
    return Scores(scores.las.f1, right, of, crossing.precision, crossing.recall)


if __name__ == "__main__":
    try:
        main()
    except dodona.Error as error:
        sys.exit(str(error))
