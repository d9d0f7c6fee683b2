"""Warnings of missing columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.cli.printing import tell
from dodona.parsing.columns import missing_columns
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser


def warn_of_missing_columns(parser: AnyParser, treebank: Treebank) -> None:
    """Warn that trees will be worse without columns that the model was trained with."""
    missing = missing_columns(parser, treebank)
    if missing:
        what = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        where = treebank.source or "the text"
        tell(
            f"{where}: there are no {what}, which this model uses: trees will be worse",
            err=True,
        )
