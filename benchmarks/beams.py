"""How much does a beam gain, with greedily trained parsers and with structured training?

    python benchmarks/beams.py --treebanks DIR [--only sv_udt,eu_bdt] [--widths 1,2,4,8] [--seeds 1]
    python benchmarks/beams.py --treebanks DIR --set-ups probabilistic --best-first 1000,10000

Trains each of --set-ups on each treebank. A set-up is RECIPE[+TEMPLATES][:OPTION=VALUE...]. `default` and
`probabilistic` are trained greedily, and a beam compares hypotheses by their probabilities; `beam` is
structured training. Prints LAS on development and test data (gold tags, without punctuation) for each beam
width, and the training time on one core.

With --best-first, compares these beams (without a bonus for SWAP) with best-first search over up to so many
hypotheses after the widest of them, at the model's temperature and at 1. Prints LAS, configurations scored
per word, CPU time as a multiple of that of the first beam (the best of three alternating rounds), the mean
log-probability of the trees, the sentences that have the most probable tree (of those where the largest limit
finds it), and the sentences where the limit was reached.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import dodona
from dodona.runs.folders import find_treebanks
from dodona.search.beam import search_temperature
from dodona.training.scoring import DevelopmentData
from dodona.treebank.nonprojective import decode_nonprojective

Search = Callable[[], tuple[Any, ...]]


def main() -> None:
    parser = asking_for_treebanks(__doc__)
    parser.add_argument(
        "--set-ups",
        default="default,probabilistic,probabilistic+rich,beam",
        help="what to train, separated by commas (default: %(default)s)",
    )
    parser.add_argument("--widths", default="1,2,4,8", help="widths of beams (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=1, help="the number of seeds")
    parser.add_argument("--best-first", help="limits of best-first search, separated by commas")
    parser.add_argument("--parts", default="dev,test", help="with --best-first: what to parse")
    options = parser.parse_args()

    widths = [int(width) for width in options.widths.split(",")]
    if options.best_first:
        compare_best_first(options, widths, [int(limit) for limit in options.best_first.split(",")])
        return
    head = " | ".join(f"{width}: development, test" for width in widths)
    print(f"| treebank | set-up | training | {head} |\n| --- | --- | ---: |{' ---: |' * len(widths)}")
    for files in find_treebanks(options.treebanks, options.only.split(",") if options.only else ()):
        train, dev, test = (dodona.read(path) for path in (files.train, files.dev, files.test))
        golds = [DevelopmentData(dev), DevelopmentData(test)]
        for set_up in options.set_ups.split(","):
            scores, seconds = [], 0.0
            for seed in range(1, options.seeds + 1):
                began = time.process_time()
                trained = dodona.train(train, dev, seed=seed, threads=1, **chosen(set_up))
                seconds += (time.process_time() - began) / options.seeds
                scores.append([[gold.score(trained, beam=width)[1] for gold in golds] for width in widths])
            cells = [f"{100 * dev_las:.2f}, {100 * test_las:.2f}" for dev_las, test_las in np.mean(scores, 0)]
            print(f"| {files.name} | {set_up} | {seconds:.0f} s | {' | '.join(cells)} |", flush=True)


def compare_best_first(options: argparse.Namespace, widths: list[int], limits: list[int]) -> None:
    print("| data | T | search | LAS | scored per word | time | log p | most probable | limit reached |")
    print(f"| --- | --- | --- |{' ---: |' * 6}")
    for files in find_treebanks(options.treebanks, options.only.split(",") if options.only else ()):
        train, dev = dodona.read(files.train), dodona.read(files.dev)
        for set_up in options.set_ups.split(","):
            trained = dodona.train(train, dev, threads=1, **chosen(set_up))
            for part in options.parts.split(","):
                gold = DevelopmentData(dodona.read(getattr(files, part)))
                for temperature in (search_temperature(trained.info), 1.0):
                    for row in rows_of(trained, gold, temperature, widths, limits):
                        print(f"| {files.name} {part} | {temperature:.4g} | {row} |", flush=True)


def rows_of(
    trained: dodona.Parser, gold: DevelopmentData, temperature: float, widths: list[int], limits: list[int]
) -> Iterator[str]:
    """Compare searches of a parser: beams, and best-first search after the widest of them."""
    core, treebank = trained._core, gold.gold._core
    widest = max(widths)
    beams: dict[str, Search] = {
        f"beam of {width}": partial(core.most_probable, treebank, 1, width, temperature) for width in widths
    }
    searches = beams | {
        f"best-first, {limit:,}": partial(core.most_probable, treebank, limit, widest, temperature)
        for limit in limits
    }
    # Beams are timed as they parse.
    timed = searches | {
        f"beam of {width}": partial(core.parse, treebank, 1, width, temperature) for width in widths
    }
    found = {name: search() for name, search in searches.items()}
    best_scores, proven = found[f"best-first, {max(limits):,}"][1:3]
    proven = proven.astype(bool)
    seconds = dict.fromkeys(timed, math.inf)
    for name in [*timed] * 3:
        began = time.process_time()
        timed[name]()
        seconds[name] = min(seconds[name], time.process_time() - began)
    first = seconds[f"beam of {widths[0]}"]
    for name, (parsed, scores, own_proven, scored) in found.items():
        las = gold.score_of(decode_nonprojective(dodona.Treebank._of(parsed, None), trained.info))[1]
        # The limit of these beams was one hypothesis, the beginning.
        per_word = (scored - (name in beams)).sum() / gold.gold.word_count
        is_best = np.isclose(scores, best_scores, rtol=0, atol=1e-6)[proven].mean()
        times, limit = seconds[name] / first, "" if name in beams else f"{1 - own_proven.mean():.1%}"
        cells = f"{100 * las:.2f} | {per_word:.1f} | {times:.1f} | {scores.mean():.3f} | {is_best:.1%}"
        yield f"{name} | {cells} | {limit}"


def asking_for_treebanks(about: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebanks", required=True, help="a folder of treebanks")
    parser.add_argument("--only", help="some of them, separated by commas")
    return parser


def chosen(set_up: str) -> dict[str, Any]:
    """Return the options of a set-up for `dodona.train`.

    >>> chosen("probabilistic+rich:system=swap-standard")
    {'recipe': 'probabilistic', 'features': 'rich', 'system': 'swap-standard'}
    """
    name, _, others = set_up.partition(":")
    recipe, _, features = name.partition("+")
    found: dict[str, Any] = {"recipe": recipe} | ({"features": features} if features else {})
    return found | dict(option.split("=", 1) for option in others.split(":") if option)


if __name__ == "__main__":
    try:
        main()
    except dodona.Error as error:
        sys.exit(str(error))
