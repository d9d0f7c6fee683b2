"""Print how accurate a student is with more and more silver data.

    python scripts/silver_curve.py FOLDER SILVER... [--sizes 0,1e6,3e6,1e7] [--part test] [--set epochs=10]

FOLDER holds train.conllu, dev.conllu and test.conllu (plain or compressed); SILVER are treebanks that a
teacher labelled. For each size, a pipeline learns from the first so many words of silver, in a process of its
own, and tags and parses the gold words of `dev`, or of another --part. A row of the table has the share of
silver; UPOS accuracy, and LAS without label subtypes, greedily and with a beam of 8, as `dodona.conll18`
computes them; the epoch chosen on `dev`; the features and the size of the model; the time and the greatest
memory of training. --set sets options of the recipe. With --save, models are saved in that folder.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import dodona
from dodona.treebank.reading import batches
from dodona.treebank.treebank import Treebank

HEADER = (
    "silver words",
    *("share", "UPOS", "LAS", "LAS, beam 8", "epoch", "features", "model MB", "minutes", "memory MB"),
)


def read(folder: Path, part: str) -> Treebank:
    (path,) = sorted(folder.glob(f"*{part}.conllu*"))
    return dodona.read(path)


def write_start(sources: list[str], words: int, path: Path) -> int:
    """Write the first sentences of some treebanks, about so many words; return how many there are."""
    left = words
    with path.open("wb") as file:
        for source in sources:
            for batch in batches(source):
                if left <= 0:
                    return words - left
                left -= batch.word_count
                file.write(batch._core.write(0, len(batch)))
    return words - left


def row(chosen: argparse.Namespace, size: int) -> list[str]:
    """Train a student and return its row of the table."""
    train, dev, scored = (read(chosen.folder, part) for part in ("train", "dev", chosen.part))
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder) / "silver.conllu"
        words = write_start(chosen.silver, size, start) if size else 0
        began = time.perf_counter()
        silver: dict[str, Any] = {"silver": [start], "silver_share": chosen.share} if words else {}
        jackknife = chosen.jackknife if words else 10
        made = dodona.train_pipeline(train, dev, jackknife=jackknife, **silver, **dict(chosen.set))
        minutes = (time.perf_counter() - began) / 60
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        output = Path(chosen.save or folder) / f"{words}.model"
        made.save(output)
        megabytes = output.stat().st_size / 1e6
    greedy, beam = (dodona.conll18(scored, made.parse(scored, tags="predict", beam=b)) for b in (1, 8))
    info = made.parser.info
    return [
        f"{words:,}",
        f"{info['silver']['share']:.2f}" if words else "",
        *(f"{100 * score.f1:.2f}" for score in (greedy.upos, greedy.las, beam.las)),
        f"{info['best_epoch']} of {len(info['curve'])}",
        f"{made.parser.features:,}",
        *(f"{value:.1f}" for value in (megabytes, minutes)),
        f"{memory:.0f}",
    ]


def option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, int(value)
    except ValueError:
        return name, value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("silver", nargs="+")
    parser.add_argument("--sizes", default="0,1e6,3e6,1e7,3e7")
    parser.add_argument("--share", type=float)
    parser.add_argument("--jackknife", type=int, default=0, help="with silver; without it is 10")
    parser.add_argument("--part", default="dev", choices=("dev", "test"))
    parser.add_argument("--set", nargs="*", default=[], type=option, metavar="NAME=VALUE")
    parser.add_argument("--save", type=Path)
    chosen = parser.parse_args()
    print(f"| {' | '.join(HEADER)} |\n|{' --- |' * len(HEADER)}")
    for size in chosen.sizes.split(","):
        with multiprocessing.get_context("spawn").Pool(1) as pool:  # memory is that of one training
            print(f"| {' | '.join(pool.apply(row, (chosen, int(float(size)))))} |", flush=True)


if __name__ == "__main__":
    main()
