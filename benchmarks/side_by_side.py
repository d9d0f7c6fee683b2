"""What parse.py and train.py share: one core for all, trainings in processes of their own, and tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from peers import KINDS, is_installed

import dodona

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")


@dataclass(frozen=True)
class Trained:
    """What train_one.py says of a training."""

    epochs: float
    seconds: float
    processor_seconds: float
    megabytes: float
    note: str = ""


def on_one_core() -> str:
    """Keep this process and all that it starts on one core, and return which."""
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))  # threads would wait for each other there
    if not hasattr(os, "sched_setaffinity"):
        return "any core (this system does not let a program choose)"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"core {core}"


def chosen(names: str | None) -> list[str]:
    """Return the parsers that are wanted and installed, and say which are not."""
    wanted = names.split(",") if names else list(KINDS)
    for name in wanted:
        if name not in KINDS:
            raise SystemExit(f"--only cannot be {name!r}: choose from {', '.join(KINDS)}")
        if not is_installed(KINDS[name]):
            print(f"{name} is skipped: it is not installed (pip install '.[bench]')")
    return [name for name in wanted if is_installed(KINDS[name])]


def trained(name: str, train: str, dev: str, folder: Path, budget: float, *, quick: bool) -> Trained | str:
    """Train a parser in a process of its own; return how it went, or why there is nothing."""
    folder.mkdir()
    script = Path(__file__).with_name("train_one.py")
    command = [sys.executable, str(script), name, train, dev, str(folder), str(budget)]
    # Dodona is what is measured: it has no budget. Those that keep to theirs need some time to score.
    limit = None if name == "dodona" else budget + 60 if name != "udpipe" else 2 * budget + 60
    try:
        done = subprocess.run(
            [*command, "quick" if quick else "full"],
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"stopped after {limit:.0f} s: it was not done within the budget of {budget:.0f} s"
    if done.returncode:
        return f"failed: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
    return Trained(**json.loads(done.stdout.strip().splitlines()[-1]))


def version_of(name: str) -> str:
    return version(KINDS[name].package)


def scores(gold: dodona.Treebank, parsed: dodona.Treebank) -> tuple[float, float]:
    """Return UAS and LAS in per cent, without punctuation."""
    found = dodona.evaluate(gold, parsed).without_punctuation
    return 100 * found.uas.f1, 100 * found.las.f1
