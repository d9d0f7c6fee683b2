"""Which algorithm of learning to search is best with how much data?

    python benchmarks/algorithms.py TRAIN DEV [--words 1000,4000,16000,64000] [--epochs 5]

Trains `examples/arc_hybrid_parser.py` on the first sentences of a treebank with each algorithm, and prints
the share of wrong heads in DEV after the last epoch, with gold tags. `static` follows the oracle alone. Also
prints the updates of `chang-2015`, and how many of its trajectories follow the oracle at the end.
"""

from __future__ import annotations

import argparse
import sys
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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train")
    parser.add_argument("dev")
    parser.add_argument("--words", default="1000,4000,16000,64000")
    parser.add_argument("--epochs", type=int, default=5)
    chosen = parser.parse_args()
    train, dev = dodona.read(chosen.train).projectivise("baseline"), dodona.read(chosen.dev)
    ends = list(accumulate(map(len, train)))
    print("| words | updates | follows the oracle | static | chang-2015 | dagger |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for words in map(int, chosen.words.split(",")):
        part = train[: sum(end <= words for end in ends)]
        wrong = []
        for options in WAYS.values():
            epochs: list[Any] = []
            model = dodona.learn(
                ArcHybridParser,
                part,
                learner="max-margin",
                epochs=chosen.epochs,
                on_epoch=epochs.append,
                **options,
            )
            wrong.append(f"{100 * model.loss(dev) / dev.word_count:.1f}")
            if options == WAYS["chang-2015"]:
                updates = sum(epoch.updates for epoch in epochs)
        share = ALGORITHMS["chang-2015"].reference_share(updates)
        print(f"| {part.word_count:,} | {updates:,} | {share:.0%} | {' | '.join(wrong)} |", flush=True)


if __name__ == "__main__":
    main()
