"""How does a parser in plain Python compare with the compiled one? Both learn to search, in one run.

    python benchmarks/plain_python.py TRAIN TEST [--epochs 5]

`examples/arc_hybrid_parser.py` and the recipe chang-2015 are trained with the same base learner and the same
features: the features of the example are converted to templates. Training trees are made projective for both.
Times are CPU seconds of one thread.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import Any

import dodona

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
from arc_hybrid_parser import ArcHybridParser

from dodona.learning_to_search.learn import LEARNERS

BITS = 24
PLACES = {
    **{"s1": "s0", "s2": "s1", "s3": "s2", "b1": "b0", "b2": "b1", "b3": "b2"},
    **{"s1l1": "s0.left1", "s1l2": "s0.left2", "s1r1": "s0.right1", "s1r2": "s0.right2", "s2l1": "s1.left1"},
    **{"s2l2": "s1.left2", "s2r1": "s1.right1", "s2r2": "s1.right2", "b1l1": "b0.left1", "b1l2": "b0.left2"},
}
NUMBERS = ["distance", "s0.left.count", "s0.right.count", "b0.left.count"]


def as_templates() -> str:
    """Return the namespaces of the example and their combinations as templates."""
    questions = {name: [f"{place}.form", f"{place}.tag"] for name, place in PLACES.items()} | {"d": NUMBERS}
    found = {frozenset([question]): question for several in questions.values() for question in several}
    for names in f"{ArcHybridParser.quadratic}, {ArcHybridParser.cubic}".split(", "):
        for asked in product(*(questions[name] for name in names.split())):
            found.setdefault(frozenset(asked), " ".join(dict.fromkeys(asked)))
    return "\n".join(found.values()) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("--epochs", type=int, default=5)
    chosen = parser.parse_args()
    train, test = dodona.read(chosen.train).projectivise("baseline"), dodona.read(chosen.test)
    words = train.word_count * chosen.epochs

    with tempfile.TemporaryDirectory() as folder:
        templates = Path(folder, "example.txt")
        templates.write_text(as_templates(), encoding="utf-8")
        start = time.process_time()
        options: dict[str, Any] = {
            "tag": "upos",
            "single_root": "no",
            "hash_kernel": BITS,
            "dropout": 0.0,
            "learner": "max-margin",
            "rate": LEARNERS["max-margin"]["rate"],
            "hidden": LEARNERS["max-margin"]["hidden"],
            "layer": "action",
            "epochs": chosen.epochs,
        }
        compiled = dodona.train(train, recipe="chang-2015", features=str(templates), **options)
        trained = time.process_time()
        parses = compiled.parse(test, threads=1)
        parsed = time.process_time()
    rows = [("compiled", parses.heads, words / (trained - start), test.word_count / (parsed - trained))]

    start = time.process_time()
    learner = {**LEARNERS["max-margin"], "bits": BITS}
    plain = dodona.learn(
        ArcHybridParser, train, algorithm="chang-2015", learner=learner, epochs=chosen.epochs
    )
    trained = time.process_time()
    heads = [head for sentence in test for head in plain.predict(sentence)]
    parsed = time.process_time()
    rows.append(("plain Python", heads, words / (trained - start), test.word_count / (parsed - trained)))

    print(f"{'':14}{'UAS':>8}{'trains, words/s':>18}{'parses, words/s':>18}")
    for name, found, training, parsing in rows:
        uas = 100 * (test.heads == found).sum() / test.word_count
        print(f"{name:14}{uas:8.2f}{training:18,.0f}{parsing:18,.0f}")


if __name__ == "__main__":
    main()
