"""The documentation: its examples give the output shown, and its links exist.

Fenced blocks of README.md and of the pages in docs/ are run in order, each page in its own folder, which
contains tests/data/grove.conllu and examples/. The word after the fence says what is run:

    console      commands after `$ `, each followed by what it prints; a line `...` stands for any lines
    python       examples after `>>>`, as in docstrings; without `>>>`, code that must at least compile
    conllu NAME  a file, written under this name for the examples after it

Other blocks (sh, json, text, ...) are not run.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dodona.cli import main

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^```(\w*) ?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


class Block(NamedTuple):
    language: str
    name: str
    content: str
    line: int


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        yield Block(found[1], found[2], found[3], text.count("\n", 0, found.start()) + 1)


def commands_of(block: Block) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ ", block.content, flags=re.MULTILINE)[1:]
    return [(command, wanted) for command, _, wanted in (part.partition("\n") for part in parts)]


class Shell:
    """Runs commands: `dodona` in this process, which is quick; others, and pipes, in a shell."""

    def __init__(self) -> None:
        self.code = 0

    def run(self, command: str) -> str:
        words = shlex.split(command)
        inside = words[0] == "dodona" and not {"|", ">", "<", "&&", "||"} & set(words)
        said = self._inside(words) if inside else self._outside(command)
        return "".join(f"{line.rstrip()}\n" for line in said.rstrip().splitlines())

    def _inside(self, words: list[str]) -> str:
        said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n", write_through=True)
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(said):
            patch.setattr(sys, "argv", words)
            with pytest.raises(SystemExit) as ended:
                main()
        self.code = int(ended.value.code or 0)
        return said.buffer.getvalue().decode()

    def _outside(self, command: str) -> str:
        python = shlex.quote(sys.executable)
        script = f'python() {{ {python} "$@"; }}\ndodona() {{ python -m dodona "$@"; }}\n'
        script += f"(exit {self.code})\n{command}\n"  # so that `echo $?` prints the exit code of the last one
        done = subprocess.run(
            ["sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        self.code = done.returncode
        return done.stdout.decode()


def matches(said: str, wanted: str) -> bool:
    lines = (line.rstrip() for line in wanted.rstrip().splitlines())
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in lines)
    return re.fullmatch(pattern, said) is not None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tests" / "data").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "data" / "grove.conllu", tmp_path / "tests" / "data")
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTHONUTF8", "1")
    return tmp_path


def skip_if_something_is_missing(blocks: list[Block]) -> None:
    examples = "".join(block.content for block in blocks if block.language in ("console", "python"))
    # Before scipy 1.15, Wilcoxon p-values of few sentences ignored ties.
    if re.search(r"dodona compare|\bcompare\(", examples):
        pytest.importorskip("scipy", minversion="1.15")
    if "dodona curve" in examples:
        pytest.importorskip("matplotlib")
    if ".parquet" in examples:
        pytest.importorskip("pyarrow")
    if sys.platform == "win32" and re.search(r"^\$ (?!dodona )|^\$ .*[|>]", examples, flags=re.MULTILINE):
        pytest.skip("some commands of the page are for a POSIX shell")


@each_page
def test_examples(page: Path, folder: Path) -> None:
    blocks = list(blocks_of(page))
    skip_if_something_is_missing(blocks)
    shell, names = Shell(), dict[str, Any]()
    for block in blocks:
        where = f"{page.relative_to(ROOT)}:{block.line}"
        if block.language == "console":
            for command, wanted in commands_of(block):
                said = shell.run(command)
                assert matches(said, wanted), f"{where}: $ {command}\n{said}"
        elif block.language == "python" and ">>>" in block.content:
            names = run_python(block, names, where)
        elif block.language == "python":
            compile(block.content, where, "exec")
        elif block.language == "conllu":
            assert block.name, f"{where}: a conllu block needs the name of a file"
            (folder / block.name).write_text(block.content, encoding="utf-8", newline="\n")


def run_python(block: Block, names: dict[str, Any], where: str) -> dict[str, Any]:
    test = doctest.DocTestParser().get_doctest(block.content, names, where, None, 0)
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)
    assert result.failed == 0, f"{where}\n{''.join(said)}"
    return test.globs


def prose_of(page: Path) -> str:
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that GitHub gives to headings; the second of equal ones gets -1."""
    headings = re.findall(r"^#+ (.+)$", prose_of(page), flags=re.MULTILINE)
    slugs = [re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings]
    before = [slugs[:place].count(slug) for place, slug in enumerate(slugs)]
    return {f"{slug}-{count}" if count else slug for slug, count in zip(slugs, before, strict=True)}


def links_of(page: Path) -> list[tuple[Path, str]]:
    """Return the links of a page to other files, each with its anchor."""
    targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose_of(page)))
    inner = (target.partition("#") for target in targets if not re.match(r"[a-z]+:", target))
    return [((page.parent / path).resolve() if path else page, anchor) for path, _, anchor in inner]


@pytest.mark.parametrize(
    "page", [*PAGES, *(path for path in sorted(ROOT.glob("*.md")) if path not in PAGES)], ids=name_of
)
def test_links(page: Path) -> None:
    for target, anchor in links_of(page):
        assert target.exists(), f"{page.name} links to {target}, which is not there"
        assert not anchor or anchor in anchors_of(target), f"{page.name}: {target.name} has no #{anchor}"


def test_every_page_is_in_an_index() -> None:
    """The menus of the documentation site are made from these lists."""
    for page in [*PAGES[1:], *DOCS.rglob("*.ipynb")]:
        index = page.parent / "index.md"
        index = DOCS / "index.md" if page == index else index
        assert page == index or page in {target for target, _ in links_of(index)}, page
    assert DOCS / "index.md" in {target for target, _ in links_of(ROOT / "README.md")}


def test_the_commands_of_the_readme() -> None:
    """The first block installs and parses; the last one is the test command, which CI runs."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    languages = [block.language for block in blocks_of(ROOT / "README.md")]
    assert languages.count("sh") == 2
    assert languages[0] == languages[-1] == "sh"
    assert len(re.findall(r"^<!-- test command -->\n```sh\n.*pytest\n```$", text, flags=re.MULTILINE)) == 1
