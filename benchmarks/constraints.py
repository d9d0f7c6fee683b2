"""What do constraints on the labels of trees change?

    python benchmarks/constraints.py --treebanks DIR [--only en_ewt,hu_szeged]

Trains the recipe `default` on each treebank, and parses the test data (gold tags) without constraints and
with those of the training data, greedily and with a beam of 8. Prints how many sentences break a constraint,
in the gold data and in the parses without constraints (with them none does), LAS without punctuation, and the
ratio of CPU times.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np
from beams import asking_for_treebanks

import dodona
from dodona.parsing.constraints import Constraints, breaks
from dodona.runs.folders import find_treebanks
from dodona.training.scoring import DevelopmentData


def main() -> None:
    options = asking_for_treebanks(__doc__).parse_args()
    print("| treebank | sentences | gold | greedy | beam | greedy LAS | | time | beam LAS | | time |")
    print("| --- |" + " ---: |" * 10)
    rows = []
    for files in find_treebanks(options.treebanks, options.only.split(",") if options.only else ()):
        train, dev, test = (dodona.read(path) for path in (files.train, files.dev, files.test))
        free = dodona.train(train, dev)
        kept = free.constrained(train)
        gold = DevelopmentData(test)
        counts, figures = [broken(test, kept.info["constraints"])], []
        for beam in (1, 8):
            (before, without), (after, with_) = timed(free, test, beam), timed(kept, test, beam)
            counts.append(broken(before, kept.info["constraints"]))
            if broken(after, kept.info["constraints"]):
                raise SystemExit(f"{files.name}: a parse breaks a constraint")
            figures += [100 * gold.score_of(before)[1], 100 * gold.score_of(after)[1], with_ / without]
        rows.append(figures)
        print(
            f"| {files.name} | {len(test):,} | {' | '.join(map(str, counts))} | {shown(figures)} |",
            flush=True,
        )
    print(f"| mean | | | | | {shown(np.mean(rows, axis=0))} |")


def timed(parser: dodona.Parser, treebank: dodona.Treebank, beam: int) -> tuple[dodona.Treebank, float]:
    """The parse, and the CPU time of the fastest of five runs."""
    times = []
    for _ in range(5):
        began = time.process_time()
        parsed = parser.parse(treebank, beam=beam)
        times.append(time.process_time() - began)
    return parsed, min(times)


def broken(treebank: dodona.Treebank, constraints: Constraints) -> int:
    """How many sentences break a constraint."""
    return sum(breaks(each.heads.tolist(), each.labels, constraints) for each in treebank)


def shown(figures: Iterable[float]) -> str:
    return " | ".join(f"{figure:.2f}" for figure in figures)


if __name__ == "__main__":
    main()
