"""Interrupted runs: signals and a full disk."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dodona

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals of Unix")

WAIT = 60  # seconds; far more than needed


def begun(grove_path: Path, model: Path) -> subprocess.Popen[bytes]:
    """Start an endless run, and return when it has finished an epoch."""
    command = ["train", str(grove_path), "--output", str(model), "--epochs", "10000", "--quiet"]
    process = subprocess.Popen([sys.executable, "-m", "dodona", *command], stderr=subprocess.PIPE)
    until = time.monotonic() + WAIT
    while not model.with_name(model.name + ".checkpoint").exists():
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.005)
    return process


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (getattr(signal, "SIGKILL", 9), -9)]
)
def test_signals(grove_path: Path, grove: dodona.Treebank, tmp_path: Path, sent: int, code: int) -> None:
    model = tmp_path / "m"
    process = begun(grove_path, model)
    process.send_signal(sent)
    _, said = process.communicate(timeout=WAIT)
    assert process.returncode == code
    done = len(dodona.load(model).info["curve"])
    if code > 0:  # a run that could clean up has done so and says so
        assert said.decode() == f"stopped; {model} can be used, and --resume continues from it\n"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["m", "m.checkpoint"]
    dodona.train(grove, epochs=done + 2, output=model, resume=True)
    dodona.train(grove, epochs=done + 2).save(tmp_path / "whole")
    assert model.read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m", "whole"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_epoch_can_be_interrupted(
    grove: dodona.Treebank, tmp_path: Path, error: type[BaseException]
) -> None:
    many = grove[list(range(75)) * 200]

    def hear(number: int, frame: object) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, hear)
    try:
        with pytest.raises(error):
            dodona.train(
                many,
                epochs=2,
                output=tmp_path / "m",
                on_start=lambda *_: signal.setitimer(signal.ITIMER_REAL, 0.01),
            )
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert list(tmp_path.iterdir()) == []  # no epoch was finished, and no partial file is left


FULL = """
import resource, sys
import dodona
limit = int(sys.argv[3])
def on_epoch(epoch):
    if epoch.number == 1:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    dodona.train(dodona.read(sys.argv[1]), epochs=3, output=sys.argv[2], on_epoch=on_epoch)
except dodona.Error as error:
    print(error)
"""


@pytest.fixture(scope="module")
def sizes(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """The sizes of model and checkpoint after the second epoch."""
    model = tmp_path_factory.mktemp("sizes") / "m"
    sizes = []

    def look(epoch: object) -> None:
        sizes[:] = [path.stat().st_size for path in (model, model.with_name("m.checkpoint"))]

    dodona.train(grove, epochs=2, output=model, on_epoch=look)
    return sizes


@pytest.mark.parametrize("full", ["m", "m.checkpoint"])
def test_a_full_disk(
    grove_path: Path, grove: dodona.Treebank, tmp_path: Path, sizes: list[int], full: str
) -> None:
    """Either the model does not fit, or only the checkpoint does not."""
    pytest.importorskip("resource")
    model = tmp_path / "m"
    limit = sizes[0] // 2 if full == "m" else sum(sizes) // 2
    if full != "m" and sizes[0] >= sizes[1]:
        pytest.skip("the checkpoint is the smaller one")
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(grove_path), str(model), str(limit)], capture_output=True, check=True
    )
    assert done.stdout.decode() == f"{tmp_path / full}: File too large\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m", "m.checkpoint"]
    assert len(dodona.load(model).parse(grove)) == 75
    dodona.train(grove, epochs=3, output=model, resume=True)  # with enough room
    dodona.train(grove, epochs=3).save(tmp_path / "whole")
    assert model.read_bytes() == (tmp_path / "whole").read_bytes()
