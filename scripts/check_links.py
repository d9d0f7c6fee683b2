"""Check the links of a folder of web pages.

    python scripts/check_links.py build/site

Links within the folder must lead to a file, and to an anchor that it has. Others must be https with the name
of a host; whether it answers is not checked. Nothing may be loaded from elsewhere, such as scripts and fonts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_HOST = re.compile(r"([a-z0-9-]+\.)+[a-z]{2,}")
_LOADED_BY_STYLES = re.compile(r"""(?:url\(|@import\s)\s*["']?((?:https?:)?//[^"')]+)""")


class Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors = {"", "top"}
        self.links: list[str] = []
        self.loaded: list[str] = _LOADED_BY_STYLES.findall(text)
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note anchors and links."""
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value or "")
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("src", "data", "poster") or (name == "href" and tag != "a"):
                self.loaded.append(value or "")
            elif name == "srcset":
                self.loaded += [part.split()[0] for part in (value or "").split(",")]


@cache
def page_at(path: Path) -> Page:
    """Return the page in a file."""
    return Page(path.read_text(encoding="utf-8"))


def problems_of(folder: Path) -> list[str]:
    """Return a line for each problem."""
    folder = folder.resolve()
    problems = [
        f"{path.relative_to(folder)}: {target}: {problem}"
        for path in sorted(folder.rglob("*.html"))
        if "_static" not in path.parts  # templates of the theme
        for target, problem in problems_on(path, folder)
    ]
    return problems + [
        f"{path.relative_to(folder)}: {target}: loaded from elsewhere"
        for path in sorted(folder.rglob("*.css"))
        for target in _LOADED_BY_STYLES.findall(path.read_text(encoding="utf-8"))
    ]


def problems_on(path: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Return the targets of a page that are wrong, and what is wrong."""
    page = page_at(path)
    for is_loaded, target in [(False, link) for link in page.links] + [(True, link) for link in page.loaded]:
        parts = urlsplit(target)
        if parts.scheme in ("data", "javascript", "mailto"):
            continue
        if parts.scheme or parts.netloc:
            if is_loaded:
                yield target, "loaded from elsewhere"
            elif parts.scheme != "https" or not _HOST.fullmatch(parts.netloc):
                yield target, "not https with the name of a host"
            continue
        file = path.parent.joinpath(unquote(parts.path)).resolve() if parts.path else path
        if file != folder and folder not in file.parents:
            yield target, "outside the site"
        elif not file.is_file():
            yield target, "no such file"
        elif (
            parts.fragment and file.suffix == ".html" and unquote(parts.fragment) not in page_at(file).anchors
        ):
            yield target, "no such anchor"


if __name__ == "__main__":
    found = problems_of(Path(sys.argv[1]))
    print(*found, sep="\n", end="\n" if found else "")
    raise SystemExit(bool(found))
