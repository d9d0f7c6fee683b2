"""The scripts of the documentation site: links are checked, versions lie side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import build_site
import check_links


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ('<a href="other.html#here">', None),
        ('<a href="other.html#there">', "other.html#there: no such anchor"),
        ('<a href="none.html">', "none.html: no such file"),
        ('<a href="#nowhere">', "#nowhere: no such anchor"),
        ('<a href="../outside.html">', "../outside.html: outside the site"),
        ('<a href="https://example.org/a#b">', None),
        ('<a href="http://example.org">', "http://example.org: not https with the name of a host"),
        ('<a href="https://example">', "https://example: not https with the name of a host"),
        ('<img src="none.png">', "none.png: no such file"),
        ('<script src="https://example.org/a.js">', "https://example.org/a.js: loaded from elsewhere"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "//example.org/a.css: loaded from elsewhere"),
        ("<style>@import 'https://example.org/a'</style>", "https://example.org/a: loaded from elsewhere"),
    ],
)
def test_links_are_checked(link: str, problem: str | None, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "outside.html").touch()
    (site / "page.html").write_text(link, encoding="utf-8")
    (site / "other.html").write_text('<h1 id="here">', encoding="utf-8")
    assert check_links.problems_of(site) == ([f"page.html: {problem}"] if problem else [])


def test_styles_are_checked(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text('a { src: url("https://example.org/font") }', encoding="utf-8")
    assert check_links.problems_of(tmp_path) == ["style.css: https://example.org/font: loaded from elsewhere"]


def test_the_latest_version_is_first(tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.0", "0.10.0rc1"):
        (tmp_path / version / "docs").mkdir(parents=True)
        (tmp_path / version / "docs" / "index.html").touch()
    (tmp_path / "0.10.0" / "docs" / "new.html").touch()
    build_site.write_versions(tmp_path)
    first = (tmp_path / "versions.js").read_text(encoding="utf-8").partition(";\n")[0]
    assert json.loads(first.partition(" = ")[2]) == {
        "0.10.0": ["docs/index.html", "docs/new.html"],
        "0.10.0rc1": ["docs/index.html"],
        "0.9.0": ["docs/index.html"],
    }
    assert "url=0.10.0/docs/index.html" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert check_links.problems_of(tmp_path) == []


def test_menus_are_made_from_lists() -> None:
    page = "# How to\n\n## Parse\n\nSee [this](no.md).\n\n- [Many\n  files](files.md), [these](a.md#b).\n"
    made = "\n```{toctree}\n:hidden:\n:caption: Parse\n\nMany files <files.md>\n```\n"
    assert build_site.contents(page) == made
