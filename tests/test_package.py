"""The package as a whole: examples in docstrings, versions and imports."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shutil
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

import dodona
from dodona import _core

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(dodona.__path__, "dodona.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", ["dodona", *MODULES])
def test_examples_in_docstrings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # some read tests/data
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "transformers"):
            raise
        pytest.skip(f"{error.name} is not installed")
    results = doctest.testmod(module)
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert len(MODULES) > 30


def test_one_version() -> None:
    """pyproject.toml has the version; the package and CITATION.cff agree with it."""
    stated = re.search(r'\nversion = "(.+)"\n', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert stated
    assert dodona.__version__ == stated[1]
    assert f"\nversion: {stated[1]}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_one_clang_format() -> None:
    """Versions of clang-format differ in their output, so pre-commit and CI run the same one."""
    stated = re.search(r'"clang-format==(.+?)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert stated
    assert f"rev: v{stated[1]} " in (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")


def test_the_library_does_not_import_experiments() -> None:
    """Only the command line imports reproductions; what the library shares with them is in dodona.runs."""
    rooms = [path for path in (ROOT / "src" / "dodona").iterdir() if path.name not in ("experiments", "cli")]
    files = [file for room in rooms for file in ([room] if room.is_file() else room.rglob("*.py"))]
    sources = {file: file.read_text(encoding="utf-8") for file in files if file.suffix == ".py"}
    assert len(sources) > 100
    imports = re.compile(r"^\s*(from|import) dodona\.experiments", re.MULTILINE)
    assert [file for file, text in sources.items() if imports.search(text)] == []


def test_everything_public_is_documented() -> None:
    for name in dodona.__all__:
        assert getattr(dodona, name).__doc__, name


def test_the_licences_of_all_compiled_code_are_included() -> None:
    named = {Path(name).name for name in metadata("dodona").get_all("License-File") or []}
    assert named >= {"LICENSE", "LICENSE.nanobind", "LICENSE.robin_map"}


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("readelf"), reason="needs readelf")
def test_the_core_is_hardened() -> None:
    """Guards on the stack, and no table of functions that stays writable."""
    command = ["readelf", "--wide", "--dynamic", "--segments", "--dyn-syms", str(_core.__file__)]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for wanted in ("BIND_NOW", "GNU_RELRO", "__stack_chk_fail"):
        assert wanted in found
