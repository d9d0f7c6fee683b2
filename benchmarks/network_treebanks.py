"""Compare networks with linear pipelines on many treebanks, without silver data.

    python benchmarks/network_treebanks.py --treebanks DIR [--only NAME,...] [--jobs N] >> results.jsonl
    python benchmarks/network_treebanks.py --table results.jsonl

The first command trains both on each treebank in DIR (a folder each, with train, dev and test as .conllu.xz
or .conll.xz; also those one folder deeper), and prints a line of JSON for each: scores from gold tokens with
predicted tags, as `dodona.conll18` computes them, and the calibration of heads and labels on test data. Both
keep the epoch with the best LAS on the development data, and are calibrated on these. The linear pipeline
learns from jackknifed tags. The second prints tables.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from pathlib import Path
from typing import Any

import dodona
from dodona.evaluation.reliability import reliability

KINDS: dict[str, dict[str, Any]] = {"linear": {"jackknife": 10}, "network": {"recipe": "network"}}


def folders(root: Path) -> list[Path]:
    """Return the folders of treebanks with all three parts."""
    found = {path.parent for pattern in ("*", "*/*") for path in root.glob(f"{pattern}/train.con*")}
    return sorted(folder for folder in found if next(folder.glob("dev.con*"), None))


def read(folder: Path, part: str) -> dodona.Treebank:
    found = dodona.read(next(folder.glob(f"{part}.con*")))
    return found if found.format == "conllu" else dodona.convert(found, "conllu")


def measured(job: tuple[Path, str]) -> dict[str, Any]:
    """Train a model, and return all its figures."""
    folder, kind = job
    train, dev, test = (read(folder, part) for part in ("train", "dev", "test"))
    began = time.process_time()
    made = dodona.train_pipeline(train, dev, threads=1, progress=False, **KINDS[kind])
    seconds = time.process_time() - began
    parser = made.parser
    if not parser.info.get("calibration"):
        parser.calibrate(made.tag(dev, tags="predict"))
    row: dict[str, Any] = {
        "treebank": folder.name if folder.parent.name != "ud13" else f"ud13/{folder.name}",
        "kind": kind,
        "words": train.word_count,
        "seconds": round(seconds),
    }
    for part, gold in (("dev", dev), ("test", test)):
        for search, beam in (("greedy", 1), ("beam", 8)):
            scores = dodona.conll18(gold, made.parse(gold, tags="predict", beam=beam))
            row[f"{part} {search}"] = {name: round(100 * score.f1, 2) for name, score in scores.items()}
    found = reliability(test, parser.confidence(made.tag(test, tags="predict")))
    row["calibration"] = {
        name: {"ece": round(each.ece, 4), "chance": round(each.ece_by_chance.mean, 4)}
        for name, each in (("heads", found.heads), ("labels", found.labels))
    }
    return row


def table(rows: list[dict[str, Any]]) -> None:
    """Print scores and calibration, with means."""
    by_name: dict[str, dict[str, dict[str, Any]]] = {}
    for row in rows:
        by_name.setdefault(row["treebank"], {})[row["kind"]] = row
    complete = {name: kinds for name, kinds in sorted(by_name.items()) if len(kinds) == len(KINDS)}
    columns = [(kind, search) for kind in KINDS for search in ("greedy", "beam")]
    for part in ("dev", "test"):
        print(f"\n{part}: LAS, and UPOS\n")
        lines = [
            [name, kinds["linear"]["words"]]
            + [kinds[kind][f"{part} {search}"]["LAS"] for kind, search in columns]
            + [kinds[kind][f"{part} greedy"]["UPOS"] for kind in KINDS]
            for name, kinds in complete.items()
        ]
        lines.append(
            ["mean", "", *(sum(column) / len(lines) for column in list(zip(*lines, strict=True))[2:])]
        )
        for line in lines:
            cells = [f"{each:.2f}" if isinstance(each, float) else f"{each}" for each in line]
            print(f"| {' | '.join(cells)} |")
    print("\ntest: ECE of heads and labels (by chance)\n")
    for name, kinds in complete.items():
        cells = [
            f"{each['ece']:.4f} ({each['chance']:.4f})"
            for kind in KINDS
            for each in kinds[kind]["calibration"].values()
        ]
        print(f"| {name} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--treebanks", type=Path)
    parser.add_argument("--only", type=lambda text: set(text.split(",")))
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(KINDS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", type=Path)
    chosen = parser.parse_args()
    if chosen.table:
        table([json.loads(line) for line in chosen.table.read_text().splitlines()])
        return
    jobs = [(folder, kind) for folder in folders(chosen.treebanks) for kind in chosen.kinds]
    if chosen.only:
        jobs = [job for job in jobs if job[0].name in chosen.only]
    jobs.sort(key=lambda job: -next(job[0].glob("train.con*")).stat().st_size)  # the longest first
    with multiprocessing.get_context("spawn").Pool(chosen.jobs, maxtasksperchild=1) as pool:
        for row in pool.imap_unordered(measured, jobs):
            print(json.dumps(row))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
