"""The command line as a shell sees it: output, errors in one line, exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path

import pytest

BAD = "1\tA\t_\t_\t_\t_\t7\tx\t_\t_\n\n"


def dodona(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dodona", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.parametrize(
    "command", ["show", "stats", "check", "convert", "projectivise", "deprojectivise", "evaluate", "compare"]
)
def test_every_command_has_help(command: str) -> None:
    done = dodona(command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout
    assert len(done.stdout) > 500


def test_help_and_version() -> None:
    assert "evaluate" in dodona("--help").stdout
    assert dodona("--version").stdout.startswith("dodona ")


def test_stats(grove_path: Path) -> None:
    assert "projective sentences" in dodona("stats", grove_path).stdout
    found = json.loads(dodona("stats", "--json", grove_path, "-", stdin=grove_path.read_text()).stdout)
    assert [treebank["words"] for treebank in found] == [747, 747]


@pytest.mark.parametrize("command", ["stats", "evaluate", "compare"])
def test_no_line_of_a_table_ends_in_spaces(command: str, grove_path: Path) -> None:
    if command == "compare":
        pytest.importorskip("scipy")
    done = dodona(command, *[grove_path] * ["stats", "evaluate", "compare"].index(command), grove_path)
    lines = done.stdout.splitlines()
    assert len(lines) > 10
    assert [line for line in lines if line != line.rstrip()] == []


def test_check(grove_path: Path) -> None:
    good = dodona("check", grove_path)
    assert (good.returncode, good.stderr) == (0, "")
    bad = dodona("check", "-", stdin=BAD + BAD)
    assert bad.returncode == 1
    assert bad.stdout.splitlines()[:2] == [
        "<stdin>:1: head 7 is outside the sentence (1 word)",
        "<stdin>:3: head 7 is outside the sentence (1 word)",
    ]
    assert "2  head" in bad.stdout
    counts = json.loads(dodona("check", "--json", "-", stdin=BAD).stdout)[0]["counts"]
    assert counts == {"head": 1}
    missing = dodona("check", "nowhere", grove_path)
    assert missing.returncode == 2
    assert "no problems" in missing.stdout


def test_projectivise_and_back(grove_path: Path, tmp_path: Path) -> None:
    lifted = tmp_path / "lifted.conllu"
    assert dodona("projectivise", grove_path, "-o", lifted, "-e", "head+path").returncode == 0
    assert "↑" in lifted.read_text(encoding="utf-8")
    back = dodona("deprojectivise", lifted, "-e", "head+path")
    assert back.stdout == grove_path.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["show", "stats", "convert", "projectivise", "deprojectivise"])
@pytest.mark.parametrize(
    "content, message",
    [(BAD, "<stdin>:1: head 7 is outside"), ("", "the file is empty"), ("\0\n", "a NUL byte")],
)
def test_mistakes_end_in_one_line(command: str, content: str, message: str) -> None:
    extra = ["--to", "conllu"] if command == "convert" else []
    done = dodona(command, "-", *extra, stdin=content)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("dodona: ")
    assert message in done.stderr


def test_unknown_options_are_refused(grove_path: Path) -> None:
    assert dodona("stats", grove_path, "--colour", "red").returncode == 2
    done = dodona("projectivise", grove_path, "-e", "feet")
    assert done.returncode == 2
    assert "head+path" in done.stderr


def test_a_closed_pipe_is_not_an_error(grove_path: Path) -> None:
    script = f"{sys.executable} -m dodona projectivise {grove_path} | head -n 1"
    done = subprocess.run(script, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line(grove_path: Path) -> None:
    for arguments in ("stats", "projectivise", "check"):
        with Path("/dev/full").open("w") as full:
            command = [sys.executable, "-m", "dodona", arguments, str(grove_path)]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr == "dodona: standard output: No space left on device\n"
    done = dodona("projectivise", grove_path, "-o", "/dev/full")
    assert (done.returncode, done.stderr) == (2, "dodona: /dev/full: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_failing_standard_error_does_not_stop_the_command(
    grove_path: Path, tmp_path: Path, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    model, parsed = tmp_path / "m", tmp_path / "parsed.conllu"
    for arguments, made, code in (
        (["train", grove_path, "-o", model, "--epochs", "2"], model, 0),
        (["parse", grove_path, "-m", model, "-o", parsed], parsed, 0),
        (["parse", tmp_path / "nowhere", "-m", model], model, 2),
    ):
        with Path("/dev/full").open("w") as full:
            command = [sys.executable, "-m", "dodona", *map(str, arguments)]
            assert subprocess.run(command, stderr=full, check=False).returncode == code
        assert made.stat().st_size > 1000


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of Unix")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_truncated_output_is_reported(grove_path: Path, tmp_path: Path, unbuffered: str) -> None:
    import resource

    written, environment = tmp_path / "cut.conllu", {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    limit = grove_path.stat().st_size // 2
    with written.open("wb") as output:
        done = subprocess.run(
            [sys.executable, "-m", "dodona", "projectivise", grove_path],
            stdout=output,
            stderr=subprocess.PIPE,
            env=environment,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
            check=False,
            text=True,
        )
    assert (done.returncode, done.stderr) == (2, "dodona: standard output: File too large\n")
    assert written.stat().st_size == limit


def test_a_closed_standard_input_is_one_line() -> None:
    script = f"{sys.executable} -m dodona stats - <&-"
    done = subprocess.run(script, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "dodona: <stdin>: there is no standard input\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of Unix")
@pytest.mark.parametrize("ignored", [False, True])
def test_an_interrupt_during_imports(tmp_path: Path, ignored: bool) -> None:
    # An early import raises the interrupt; numpy would turn it into an ImportError.
    (tmp_path / "safetensors.py").write_text(
        "import os, signal\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "except KeyboardInterrupt:\n"
        "    raise ImportError('interrupted')\n"
        "print('still there', flush=True)\n"
        "os._exit(3)\n"
    )
    (script,) = entry_points(group="console_scripts", name="dodona")
    start = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" if ignored else ""
    done = subprocess.run(
        [sys.executable, "-c", f"{start}from {script.module} import {script.attr} as main; main()"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert (done.returncode, done.stdout) == ((3, "still there\n") if ignored else (130, ""))


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of Unix")
@pytest.mark.parametrize("name, status", [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupted_run_leaves_the_old_file(
    grove_path: Path, tmp_path: Path, name: str, status: int
) -> None:
    target = tmp_path / "out.conllu"
    target.write_text("precious")
    command = [sys.executable, "-m", "dodona", "projectivise", "-", "-o", str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(grove_path.read_bytes() * 50)
        process.stdin.flush()
        while not list(tmp_path.glob(".out*")):  # until it is writing
            time.sleep(0.01)
        process.send_signal(getattr(signal, name))
        _, errors = process.communicate()
    assert (process.returncode, errors) == (status, b"dodona: stopped\n")
    assert target.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["out.conllu"]
