"""Warnings of input that does not suit a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.cli.printing import tell
from dodona.parsing.columns import missing_columns
from dodona.pipelines.frequent_words import foreign
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser, AnyPipeline


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


def warn_of_another_language(pipeline: AnyPipeline, treebank: Treebank) -> None:
    """Warn that text is plainly not in the language of the model."""
    if found := foreign(treebank, pipeline.info):
        tell(
            f"{treebank.source or 'the text'}: {found}: parse it with a model of its language (--model); "
            "dodona download UD_... --train trains one",
            err=True,
        )
