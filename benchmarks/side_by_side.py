"""Shared by parse.py, train.py and pipeline.py: pinning to a core, training in a separate process, scores."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from peers import BEAMS, KINDS, WHOLE, is_installed
from peers.peer import Peer
from peers.whole import Whole

import dodona

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")


@dataclass(frozen=True)
class Trained:
    """What train_one.py reports about a training."""

    epochs: float
    seconds: float
    processor_seconds: float
    megabytes: float
    note: str = ""


def on_one_core() -> str:
    """Pin this process and its children to one core; return its name."""
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))  # more threads would compete for the core
    if not hasattr(os, "sched_setaffinity"):
        return "any core (this system cannot pin processes)"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"core {core}"


def chosen(
    names: str | None, kinds: Mapping[str, type[Peer]] | Mapping[str, type[Whole]] = KINDS
) -> list[str]:
    """Return the requested parsers that are installed; print which are not."""
    wanted = names.split(",") if names else list(kinds)
    for name in wanted:
        if name not in kinds:
            raise SystemExit(f"--only cannot be {name!r}: choose from {', '.join(kinds)}")
        if not is_installed(kinds[name]):
            print(f"{name} is skipped: it is not installed (pip install 'dodona[bench]')")
    return [name for name in wanted if is_installed(kinds[name])]


def trained(
    name: str, train: str, dev: str, folder: Path, budget: float, *, quick: bool, kind: str = "parser"
) -> tuple[Trained, Path] | str:
    """Train a parser or pipeline in its own process; return its report and folder, or why it failed.

    A peer's model of the same treebank that is already in the folder is reused.
    """
    how = "quick" if quick else f"{budget:.0f}"
    place = folder / f"{'' if kind == 'parser' else f'{kind}-'}{name}-{_told_by(train)}-{how}"
    said = place / "trained.json"
    if name.startswith("dodona") or not said.exists():
        place.mkdir(parents=True, exist_ok=True)
        script = Path(__file__).with_name("train_one.py")
        command = [sys.executable, str(script), kind, name, train, dev, str(place), str(budget)]
        done = subprocess.run(
            [*command, "quick" if quick else "full"], capture_output=True, text=True, check=False
        )
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return f"did not finish within the budget of {budget:.0f} s"
        if done.returncode:
            return f"failed: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
        said.write_text(done.stdout.strip().splitlines()[-1], encoding="utf-8")
    return Trained(**json.loads(said.read_text(encoding="utf-8"))), place


def _told_by(path: str) -> str:
    return hashlib.blake2b(Path(path).read_bytes(), digest_size=4).hexdigest()


@contextmanager
def folder_for_models(path: str | None) -> Iterator[Path]:
    """Yield the folder for models: the given one, or a temporary one."""
    if path:
        yield Path(path)
    else:
        with tempfile.TemporaryDirectory() as made:
            yield Path(made)


def version_of(name: str) -> str:
    kind = {**WHOLE, **KINDS, **BEAMS}.get(name)
    return version(kind.package) if kind else ""


def scores(gold: dodona.Treebank, parsed: dodona.Treebank) -> tuple[float, float]:
    """Return UAS and LAS in per cent, without punctuation."""
    found = dodona.evaluate(gold, parsed).without_punctuation
    return 100 * found.uas.f1, 100 * found.las.f1
