"""List the rows of tables in docs/science that were measured with other code than this.

    python scripts/stale_tables.py            # lists rows, one per line
    python scripts/stale_tables.py --update   # after measuring them again: notes the new digests

Run it in the root of the repository. A table is followed by comments such as

    <!-- measured: default, beam of = recipe default: weights beam = 1a2b3c4d5e6f -->

They name the rows (beginnings of their first cells without markup, separated by commas; `*` for all), what
they depend on (items of scripts/fingerprints.py and kinds of their digests; several are separated by
semicolons), and a digest of that. A row is stale if its digest has changed. A row without such a comment is
a definition or quoted.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import fingerprints

PAGES = Path("docs/science")
_COMMENT = re.compile(r"<!-- measured: (?P<rows>.+?) = (?P<needs>.+?) = (?P<digest>\w+) -->")


@dataclass(frozen=True)
class Measured:
    """Rows of a table, the digests that they depend on, and the digest of these when they were measured."""

    page: Path
    line: int
    rows: tuple[str, ...]
    needs: tuple[tuple[str, tuple[str, ...]], ...]
    digest: str


def measured(page: Path) -> Iterator[Measured]:
    """Find the comments of a page and the rows that they name.

    A comment belongs to the last table before it. One that names no row of it is an error.
    """
    table: list[str] = []
    is_new = True
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("|"):
            table = [*([] if is_new else table), _plain(line.split("|")[1])]
        is_new = not line.startswith("|")
        if (found := _COMMENT.fullmatch(line)) is None:
            if line.startswith("<!-- measured"):
                raise SystemExit(f"{page}:{number}: cannot be read: {line}")
            continue
        rows: list[str] = []
        for name in found["rows"].split(", "):
            named = [row for row in table[2:] if name == "*" or row.startswith(name)]
            if not named:
                raise SystemExit(f"{page}:{number}: no row of the table begins with {name!r}")
            rows += named
        needs = (need.rsplit(": ", 1) for need in found["needs"].split("; "))
        yield Measured(
            page,
            number,
            tuple(rows),
            tuple((item, tuple(kinds.split())) for item, kinds in needs),
            found["digest"],
        )


def _plain(cell: str) -> str:
    return re.sub(r"[*`]", "", cell).strip()


def digests_of(items: Iterable[str]) -> dict[str, fingerprints.Digests]:
    """Train and parse what the rows depend on."""
    wanted = set(items)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, make in fingerprints.items(fingerprints.Data(Path(folder))):
            if name in wanted:
                found[name] = make()
    if missing := wanted - found.keys():
        raise SystemExit(f"scripts/fingerprints.py has no item {sorted(missing)[0]!r}")
    return found


def current(each: Measured, found: dict[str, fingerprints.Digests]) -> str:
    """Return the digest of what rows depend on, as it is now."""
    for item, kinds in each.needs:
        if unknown := set(kinds) - found[item].keys():
            raise SystemExit(f"{each.page}:{each.line}: {item} has no {sorted(unknown)[0]}")
    return fingerprints.digest([[found[item][kind] for kind in kinds] for item, kinds in each.needs])


def main() -> None:
    """List stale rows, or note that none is stale."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--update", action="store_true", help="note the present digests in the pages")
    options = parser.parse_args()
    every = [each for page in sorted(PAGES.glob("*.md")) for each in measured(page)]
    found = digests_of(item for each in every for item, _ in each.needs)
    stale = [each for each in every if current(each, found) != each.digest]
    for each in stale:
        if options.update:
            lines = each.page.read_text(encoding="utf-8").splitlines(keepends=True)
            lines[each.line - 1] = lines[each.line - 1].replace(
                f"= {each.digest} -->", f"= {current(each, found)} -->"
            )
            each.page.write_text("".join(lines), encoding="utf-8")
        else:
            for row in each.rows:
                print(f"{each.page}:{each.line}: {row}")
    rows, of = (sum(len(each.rows) for each in some) for some in (stale, every))
    print(f"{rows} rows of {of} {'noted' if options.update else 'are stale'}")


if __name__ == "__main__":
    main()
