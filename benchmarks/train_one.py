"""Train one parser in a process of its own, so that its memory can be told, for the other scripts.

Prints one line of JSON: how the training went, and the most memory that the process had. The system ends
it when it has worked for much longer than its budget.
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
        # Not all of them can stop by themselves. Those that can need some more, to try and to score.
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
    """The most bytes that this process had."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux, where `getrusage` begins with what the process that started this one had
        lines = status.read_text(encoding="ascii").splitlines()
        return 1024 * next(float(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB, but bytes on macOS
    return most * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    main()
