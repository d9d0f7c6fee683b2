"""List the rows of the documentation's tables that were measured with other code than this.

    python scripts/stale_tables.py           # lists rows; the exit status is 1 if there are any
    python scripts/stale_tables.py --fill    # puts digests in the place of question marks

Run it in the root of the repository. Tables are followed by comments such as

    <!-- measured: default | beam of * = recipe default = weights=1a2b3c4d5e6f beam=0f1e2d3c4b5a -->

They name rows of the tables above, up to those with other comments (first cells without markup, separated by
bars; `*` stands for anything), an item of scripts/fingerprints.py on which these depend, and its digests when
they were measured. A row is stale if one of them has changed. For rows that you have just measured write `?`
for each digest, and use --fill; `stale` stands for the digests of rows that must be measured again.

A row without a comment is a definition, quoted, a speed, or measured with code that is not in the repository.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import fingerprints

_COMMENT = re.compile(r"<!-- measured: (.+?) = (.+) = ([^\s=]+=\S+(?: [^\s=]+=\S+)*) -->")


@dataclass(frozen=True)
class Measured:
    """Rows of a table, and digests of what they depend on when they were measured."""

    page: Path
    line: int
    rows: tuple[str, ...]
    item: str
    digests: fingerprints.Digests


def pages() -> list[Path]:
    """Return the pages with tables of results."""
    return [*sorted(Path("docs/science").glob("*.md")), Path("benchmarks/README.md")]


def measured(page: Path) -> Iterator[Measured]:
    """Find the comments of a page and the rows that they name."""
    cells: list[str] = []
    place = 0  # in a table
    is_commented = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        place = place + 1 if line.lstrip().startswith("|") else 0
        if place == 1 and is_commented:
            cells, is_commented = [], False
        if place > 2:  # below the heads of the columns
            cells.append(re.sub(r"[*`]", "", line.split("|")[1]).strip())
        if not line.startswith("<!-- measured"):
            continue
        is_commented = True
        found = _COMMENT.fullmatch(line)
        if found is None:
            raise SystemExit(f"{page}:{number}: cannot be read: {line}")
        names, item, digests = found.groups()
        rows: list[str] = []
        for name in names.split(" | "):
            named = [cell for cell in cells if fnmatchcase(cell, name)]
            if not named:
                raise SystemExit(f"{page}:{number}: no row of the tables is called {name!r}")
            rows += named
        yield Measured(page, number, tuple(rows), item, dict(each.split("=") for each in digests.split(" ")))


def digests_of(names: Iterable[str]) -> dict[str, fingerprints.Digests]:
    """Train and parse with these items."""
    wanted = set(names)
    with tempfile.TemporaryDirectory() as folder:
        every = dict(fingerprints.items(fingerprints.Data(Path(folder))))
        if unknown := wanted - every.keys():
            raise SystemExit(f"scripts/fingerprints.py has no item {min(unknown)!r}")
        return {name: every[name]() for name in sorted(wanted)}


def fill(each: Measured, now: fingerprints.Digests) -> None:
    """Write the present digests of a comment in the place of its question marks."""
    lines = each.page.read_text(encoding="utf-8").splitlines(keepends=True)
    for kind, digest in each.digests.items():
        if digest == "?":
            lines[each.line - 1] = lines[each.line - 1].replace(f" {kind}=? ", f" {kind}={now[kind]} ")
    each.page.write_text("".join(lines), encoding="utf-8")


def main() -> int:
    """List stale rows, or fill in digests."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fill", action="store_true", help="put digests in the place of question marks")
    chosen = parser.parse_args()
    every = [each for page in pages() for each in measured(page)]
    if chosen.fill:
        every = [each for each in every if "?" in each.digests.values()]
    found = digests_of(each.item for each in every)
    stale = False
    for each in every:
        now = found[each.item]
        if unknown := each.digests.keys() - now.keys():
            raise SystemExit(f"{each.page}:{each.line}: {each.item!r} has no digest {min(unknown)!r}")
        changed = [kind for kind, digest in each.digests.items() if now[kind] != digest]
        if chosen.fill:
            fill(each, now)
        elif changed:
            stale = True
            print(f"{each.page}:{each.line}: {each.item} ({', '.join(changed)}): {', '.join(each.rows)}")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
