"""`dodona evaluate`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

import dodona
from dodona.cli.files import sources_of
from dodona.cli.options import (
    FormatOption,
    JsonOption,
    ModelsOption,
    Punctuation,
    beam_option,
    format_name,
    print_tables,
)
from dodona.cli.printing import tell_json
from dodona.evaluation import conll18 as conll18_scores
from dodona.evaluation import evaluate as scores
from dodona.pipelines.loading import load_pipeline
from dodona.pipelines.restoring import text_of
from dodona.treebank.parts import cores


class Labels(str, Enum):
    """How labels are compared."""

    full = "full"
    universal = "universal"


GoldArgument = Annotated[str, typer.Argument(metavar="GOLD", help="The gold treebank.")]


def evaluate(
    gold: GoldArgument,
    parse: Annotated[
        str | None, typer.Argument(metavar="[PARSE]", help="The same text with a parser's trees.")
    ] = None,
    punctuation: Annotated[
        Punctuation | None,
        typer.Option(
            "--punctuation",
            help="How to identify punctuation for the scores without it: by the gold tag (PUNCT or .), the "
            "gold label (punct or p), or the form (only Unicode punctuation).",
            show_default="tag",
        ),
    ] = None,
    labels: Annotated[
        Labels | None,
        typer.Option(
            "--labels",
            help="Compare labels in full, or without subtypes (universal).",
            show_default="full",
        ),
    ] = None,
    conll18: Annotated[
        bool,
        typer.Option(
            "--conll18",
            help="Print the metrics of the CoNLL 2018 shared task instead, including MLAS and BLEX.",
        ),
    ] = False,
    raw: Annotated[
        bool,
        typer.Option(
            "--raw",
            help="Parse the raw text of GOLD with --model and print the metrics of the CoNLL 2018 shared "
            "task, from tokens and sentences to LAS, MLAS and BLEX.",
        ),
    ] = False,
    model: ModelsOption = None,
    beam: Annotated[
        int | None, beam_option("With --raw: the width of the beam; 1 is greedy.", "as in training")
    ] = None,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Score a parse: attachment, labels, exact match, and where the errors are.

    Prints UAS, LAS, label accuracy, CLAS and exact match, each over all words
    and without punctuation; precision, recall and F1 of every label; and
    attachment by arc length, by sentence length, and for projective and
    non-projective arcs separately.

    Files with different words or sentences are aligned as in the CoNLL 2018
    shared task and scored by F1; they must contain the same text.

    [bold]dodona evaluate --raw -m my.model gold.conllu[/bold]

    With --raw, the text of GOLD is segmented, tagged and parsed, and the result
    scored. Sentences are joined into paragraphs; # newpar and # newdoc start new
    ones.
    """
    if conll18 and (punctuation is not None or labels is not None):
        raise dodona.OptionError(
            "--conll18 has its own rules for words and labels: leave out --punctuation and --labels"
        )
    for option, value in (("model", model), ("beam", beam)):
        if value and not raw:
            raise dodona.OptionError("needs --raw: otherwise the trees of PARSE are scored", option=option)
    if raw and (parse is not None or punctuation is not None or labels is not None):
        raise dodona.OptionError("cannot be combined with PARSE, --punctuation and --labels", option="raw")
    if parse is None and not raw:
        raise dodona.OptionError("give the parse to score, or use --raw with a model that parses text")
    right, parsed = _read(gold, parse, model, beam, format)
    found = (
        conll18_scores(right, parsed)
        if conll18 or raw
        else scores(
            right,
            parsed,
            punctuation=(punctuation or Punctuation.tag).value,
            labels=(labels or Labels.full).value,
        )
    )
    if json_:
        tell_json(found.to_dict())
    else:
        print_tables(found)


def _read(
    gold: str, parse: str | None, model: list[str] | None, beam: int | None, format: FormatOption
) -> tuple[dodona.Treebank, dodona.Treebank]:
    """Return the gold trees and the trees to score, parsing the text with --raw."""
    names = [gold] if parse is None else [gold, parse]
    treebanks = [dodona.read(file, format=format_name(format)) for file in sources_of(names)]
    if parse is not None:
        return treebanks[0], treebanks[1]
    whole = load_pipeline(model or None)
    return treebanks[0], whole(text_of(treebanks[0]), beam=beam, threads=cores())
