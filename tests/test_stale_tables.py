"""scripts/stale_tables.py finds rows that were measured with other code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import fingerprints
import stale_tables

ROOT = Path(__file__).parents[1]
TABLE = """
| set-up | LAS |
| --- | ---: |
| **oak** | 71.23 |

| set-up | LAS |
| --- | ---: |
| `elm` of 8 | 70.11 |

<!-- measured: oak = encodings = head={head} -->
<!-- measured: * = encodings = path=0 head=? -->

| set-up | LAS |
| --- | ---: |
| ash | 64.05 |

<!-- measured: * = encodings = head+path=0 -->
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["stale_tables.py"])
    path = tmp_path / "page.md"
    monkeypatch.setattr(stale_tables, "pages", lambda: [path])
    return path


def test_rows_whose_digests_have_changed_are_listed(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = stale_tables.digests_of(["encodings"])["encodings"]
    page.write_text(TABLE.format(head="0"), encoding="utf-8")
    assert stale_tables.main() == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{page}:10: encodings (head): oak",
        f"{page}:11: encodings (path, head): oak, elm of 8",
        f"{page}:17: encodings (head+path): ash",
    ]
    sys.argv.append("--fill")
    assert stale_tables.main() == 0
    filled = page.read_text(encoding="utf-8")
    assert filled == TABLE.format(head="0").replace("head=?", f"head={now['head']}")
    sys.argv.pop()
    for kind in ("head", "path", "head+path"):
        filled = filled.replace(f" {kind}=0", f" {kind}={now[kind]}")
    page.write_text(filled, encoding="utf-8")
    assert stale_tables.main() == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("ash = encodings = head=0", "no row of the tables is called 'ash'"),
        ("oak = no item = head=0", "has no item 'no item'"),
        ("oak = encodings = leaf=0", "'encodings' has no digest 'leaf'"),
        ("oak = encodings", "cannot be read"),
    ],
)
def test_mistakes_in_comments_are_named(page: Path, comment: str, message: str) -> None:
    page.write_text(f"| set-up |\n| --- |\n| oak |\n<!-- measured: {comment} -->\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=message):
        stale_tables.main()


def test_the_comments_of_the_pages_name_rows_and_items(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    every = [each for path in stale_tables.pages() for each in stale_tables.measured(path)]
    assert every
    items = {name for name, _ in fingerprints.items(fingerprints.Data(tmp_path))}
    assert {each.item for each in every} <= items
    assert not [each for each in every if "?" in each.digests.values()]
