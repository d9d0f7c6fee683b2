"""The notebooks run, and are kept without outputs: the documentation site shows them with theirs."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))


def cells_of(notebook: Path) -> list[dict[str, Any]]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(notebook.parent)
    names: dict[str, Any] = {}
    for cell in cells_of(notebook):
        assert not cell["outputs"]
        code = ast.parse("".join(cell["source"]))
        last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
        exec(compile(code, notebook.name, "exec"), names)
        if last is not None:
            shown = eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)
            for view in {"_repr_svg_", "_repr_html_"} & set(dir(shown)):
                assert getattr(shown, view)().startswith("<")


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 4
