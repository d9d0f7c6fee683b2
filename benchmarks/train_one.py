"""Train one parser for the other scripts, in its own process, so that its memory can be measured.

Prints one line of JSON: a report of the training, and the peak memory of the process. The process is killed
if it runs for much longer than its budget.
"""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import asdict
from pathlib import Path

from peers import BEAMS, KINDS, WHOLE
from peers.peer import Training

import dodona


def main() -> None:
    kind, name, train, dev, folder, budget, quick = sys.argv[1:]
    if not name.startswith("dodona"):
        # Not all can stop by themselves. Those that can need some extra time for a trial epoch and scoring.
        limit = round(2 * float(budget)) + 60
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    went: Training
    if kind == "pipeline":
        went = WHOLE[name]().train(Path(train), Path(dev), Path(folder), quick == "quick")
    else:
        went = {**KINDS, **BEAMS}[name]().train(
            dodona.read(train), dodona.read(dev), Path(folder), float(budget), quick == "quick"
        )
    print(json.dumps({**asdict(went), "megabytes": _most_memory() / 1e6}))


def _most_memory() -> float:
    """Return the peak memory of this process in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux, where the peak in `getrusage` includes that of the parent process
        lines = status.read_text(encoding="ascii").splitlines()
        return 1024 * next(float(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB, but bytes on macOS
    return most * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    main()
