"""How much does a beam gain, with greedily trained parsers and with structured training?

    python benchmarks/beams.py --treebanks DIR [--only sv_udt,eu_bdt] [--widths 1,2,4,8] [--seeds 1]

Trains each of --set-ups on each treebank. A set-up is RECIPE[+TEMPLATES][:OPTION=VALUE...]. `default` and
`probabilistic` are trained greedily, and a beam compares hypotheses by their probabilities; `beam` is
structured training. Prints LAS on development and test data (gold tags, without punctuation) for each beam
width, and the training time on one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

import dodona
from dodona.runs.folders import find_treebanks
from dodona.training.scoring import DevelopmentData


def main() -> None:
    parser = asking_for_treebanks(__doc__)
    parser.add_argument(
        "--set-ups",
        default="default,probabilistic,probabilistic+rich,beam",
        help="what to train, separated by commas (default: %(default)s)",
    )
    parser.add_argument("--widths", default="1,2,4,8", help="widths of beams (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=1, help="the number of seeds")
    options = parser.parse_args()

    widths = [int(width) for width in options.widths.split(",")]
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
