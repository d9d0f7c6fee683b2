"""Rebuild the English model that comes with Dodona, byte for byte.

    python scripts/english_model.py FOLDER [--output MODEL] [--prune 0.95]

FOLDER holds train.conllu, dev.conllu and test.conllu of UD_English-EWT (plain or compressed). Without
--output the model in the package is replaced. Takes a few minutes on one core.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from pathlib import Path

import dodona
from dodona.pipelines.loading import DEFAULT_MODEL
from dodona.pipelines.restoring import text_of

#: The options of the released model: the default recipe, jackknifed tags, and small weights pruned.
JACKKNIFE, PRUNE = 10, 0.95


def read(folder: Path, part: str) -> dodona.Treebank:
    (path,) = sorted(folder.glob(f"*{part}.conllu*"))
    return dodona.read(path)


def scores(found: dodona.evaluation.Conll18) -> dict[str, float]:
    return {name: round(100 * score.f1, 2) for name, score in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--output", type=Path, default=DEFAULT_MODEL)
    parser.add_argument("--prune", type=float, default=PRUNE)
    chosen = parser.parse_args()
    train, dev, test = (read(chosen.folder, part) for part in ("train", "dev", "test"))
    began = time.perf_counter()
    made = dodona.train_pipeline(train, dev, jackknife=JACKKNIFE, prune=chosen.prune, on_step=print)
    print(f"trained in {time.perf_counter() - began:.0f} s")
    # Calibrate with predicted tags, which the parser will see on raw text.
    made.parser.calibrate(made.tag(dev, tags="predict"))
    made.info |= {
        "language": "English",
        "treebank": "UD_English-EWT",
        "licence": "CC BY-SA 4.0",
        "prune": chosen.prune,
        "scores": {
            "test, raw text": scores(dodona.conll18(test, made(text_of(test)))),
            "test, gold words": scores(dodona.conll18(test, made.parse(test, tags="predict"))),
            "dev, raw text": scores(dodona.conll18(dev, made(text_of(dev)))),
            "dev, gold words": scores(dodona.conll18(dev, made.parse(dev, tags="predict"))),
        },
    }
    made.save(chosen.output)
    content = chosen.output.read_bytes()
    for name, figures in made.info["scores"].items():
        print(name, figures)
    print(f"{chosen.output}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
