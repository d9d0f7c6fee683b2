"""Which algorithm of learning to search is best with how much data?

    python benchmarks/algorithms.py TRAIN DEV [--words 1000,4000,16000,64000] [--epochs 5]
    python benchmarks/algorithms.py TRAIN DEV --words 10000,40000 --recipes chang-2015,chang-2015-dyna

Trains on the first sentences of a treebank, with gold tags. The first command trains
`examples/arc_hybrid_parser.py` with each algorithm, and prints the share of wrong heads in DEV after the last
epoch. `static` follows the oracle alone. Also prints the updates of `chang-2015`, and how many of its
trajectories follow the oracle at the end. The second trains recipes, and prints LAS in the best epoch.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import dodona

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
from arc_hybrid_parser import ArcHybridParser

from dodona.learning_to_search.credit import ALGORITHMS

WAYS: dict[str, dict[str, Any]] = {
    "static": {"roll_in": "reference"},
    "chang-2015": {"algorithm": "chang-2015"},
    "dagger": {"algorithm": "dagger"},
}


def of_algorithms(train: dodona.Treebank, dev: dodona.Treebank, epochs: int) -> Iterator[str]:
    trees = train.projectivise("baseline")
    for name, options in WAYS.items():
        found: list[Any] = []
        model = dodona.learn(
            ArcHybridParser, trees, learner="max-margin", epochs=epochs, on_epoch=found.append, **options
        )
        if name == "chang-2015":
            updates = sum(epoch.updates for epoch in found)
            yield f"{updates:,}"
            yield f"{ALGORITHMS[name].reference_share(updates):.0%}"
        yield f"{100 * model.loss(dev) / dev.word_count:.1f}"


def of_recipes(train: dodona.Treebank, dev: dodona.Treebank, recipes: list[str]) -> Iterator[str]:
    for recipe in recipes:
        found: list[Any] = []
        dodona.train(train, dev, recipe=recipe, seed=1, on_epoch=found.append)
        yield f"{100 * max(epoch.las for epoch in found):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train")
    parser.add_argument("dev")
    parser.add_argument("--words", default="1000,4000,16000,64000")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--recipes")
    chosen = parser.parse_args()
    train, dev = dodona.read(chosen.train), dodona.read(chosen.dev)
    ends = list(accumulate(map(len, train)))
    recipes = chosen.recipes.split(",") if chosen.recipes else []
    columns = ["words", *(recipes or ("static", "updates", "follows the oracle", "chang-2015", "dagger"))]
    print(f"| {' | '.join(columns)} |\n|{' ---: |' * len(columns)}")
    for words in map(int, chosen.words.split(",")):
        part = train[: sum(end <= words for end in ends)]
        cells = of_recipes(part, dev, recipes) if recipes else of_algorithms(part, dev, chosen.epochs)
        print(f"| {part.word_count:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
