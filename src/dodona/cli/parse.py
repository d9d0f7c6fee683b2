"""`dodona parse`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from enum import Enum
from itertools import chain
from typing import Annotated, cast

import typer

import dodona
from dodona.cli.confidence import ConfidenceOptions, ConfidenceParsing, check_estimator
from dodona.cli.constrained import ConstrainedParsing
from dodona.cli.files import same_file, sources_of
from dodona.cli.missing import warn_of_missing_columns
from dodona.cli.options import (
    CalibratedOption,
    Estimator,
    EstimatorOption,
    OutputOption,
    SamplesOption,
    Tags,
    TagsOption,
    ThreadsOption,
    check_tags,
)
from dodona.cli.ranking import RankedParsing
from dodona.confidence.confidences import CALIBRATED_WITH
from dodona.confidence.in_conllu import without_confidences
from dodona.downloads import find_model
from dodona.pipelines.loading import default_model, parser_and_whole
from dodona.pipelines.pipeline import Pipeline
from dodona.pipelines.reading import Resumed, looks_like_conll, raw_pieces
from dodona.search.beam import lacks_temperature
from dodona.tables import counted
from dodona.treebank.horizontal import horizontal_batches
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.parts import cores
from dodona.treebank.reading import batches, partial_batches
from dodona.treebank.recognition import first_line_of_text, is_utf8, refuse_other_formats
from dodona.treebank.source import Source, name_of
from dodona.treebank.treebank import Treebank, declaration_of
from dodona.treebank.writing import write_batches, written_conll


class Input(str, Enum):
    """What sentences are read from."""

    auto = "auto"
    conllu = "conllu"
    conllx = "conllx"
    horizontal = "horizontal"
    text = "text"


def parse(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Text or sentences; standard input without any."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            "-m",
            metavar="MODEL",
            help="What dodona train wrote: a path, a name (dodona models) or an address.",
            show_default="the English model that comes with Dodona",
        ),
    ] = None,
    output: OutputOption = "-",
    input: Annotated[
        Input,
        typer.Option(
            "--input",
            "-i",
            help="What the input is: CoNLL-U, CoNLL-X or raw text (auto tells which), or one sentence a line "
            "with spaces between the words (horizontal). Text needs a model trained with --pipeline.",
        ),
    ] = Input.auto,
    presegmented: Annotated[
        bool,
        typer.Option(
            "--presegmented",
            help="The input is raw text, and every line of it is a sentence (of at most 100,000 tokens).",
        ),
    ] = False,
    horizontal: Annotated[bool, typer.Option("--horizontal", help="The same as --input horizontal.")] = False,
    tags: TagsOption = None,
    threads: ThreadsOption = None,
    confidence: Annotated[
        bool,
        typer.Option(
            "--confidence",
            "-c",
            help="Write how sure every head, label and tree is: into MISC (HeadConf, LabelConf) and into a "
            "comment (tree_conf).",
        ),
    ] = False,
    estimator: EstimatorOption = Estimator.transition,
    samples: SamplesOption = 20,
    calibrated: CalibratedOption = True,
    beam: Annotated[
        int | None,
        typer.Option(
            "--beam",
            "-b",
            metavar="N",
            min=1,
            max=10_000,
            help="How many hypotheses search keeps; 1 is greedy. With --estimator beam: how many parses "
            "are weighed.",
            show_default="as in training; 8 with --estimator beam, and at least that with --keep",
        ),
    ] = None,
    nbest: Annotated[
        int | None,
        typer.Option(
            "--nbest",
            "-n",
            metavar="N",
            min=1,
            max=10_000,
            help="Write up to N different trees of each sentence, best first, with comments that tell their "
            "rank and score (nbest_rank, nbest_score); CoNLL-X becomes CoNLL-U. Without --beam, the beam is "
            "at least N wide.",
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            "-k",
            help="Keep the heads and labels that are there, and find the others; whatever cannot be kept is "
            "told, with its line and the reason.",
        ),
    ] = False,
    below: Annotated[
        float | None,
        typer.Option(
            "--below",
            min=0,
            max=1,
            help="Mark sentences worth a human's look: those with a head or label less sure than this. Their "
            "comment look_at tells the words.",
        ),
    ] = None,
    extract: Annotated[
        bool, typer.Option("--extract", help="With --below: write those sentences and no others.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say neither how fast it was nor what is missing.")
    ] = False,
) -> None:
    """Parse text or sentences.

    [bold]echo "The oak of Dodona spoke in whispers." | dodona parse[/bold]

    Without --model the English model that comes with Dodona is used. Raw text is cut into sentences and
    words, which are tagged and parsed. MISC tells where each token was (TokenRange, in characters) and what
    stood after it, so that the text can be restored; an empty line always ends a sentence.

    [bold]dodona parse -m my.model < input.conllu > output.conllu[/bold]

    Heads and labels are written anew; forms, tags, comments, multiword tokens and empty nodes stay
    as they are. Enhanced dependencies, which would contradict the new trees, are taken out. Input of
    any length is parsed in constant memory, and the output does not depend on the number of threads.

    Tags, and whatever else the model's features look at, are taken from the input if they are there, and
    otherwise predicted by models that can (--pipeline).

    [bold]dodona parse -m my.model --confidence --below 0.6 input.conllu > output.conllu[/bold]

    A model that was trained with the recipe probabilistic, or calibrated, also says how sure it is.
    CoNLL-X has no place for that, and becomes CoNLL-U.

    [bold]dodona parse -m my.model --beam 20 --nbest 5 input.conllu > output.conllu[/bold]

    Any model can be searched with a beam, which takes longer and finds better trees.

    [bold]dodona parse -m my.model --keep half.conllu > whole.conllu[/bold]

    With --keep some words may have heads and others _ instead.
    """
    chosen = str(default_model() if model is None else find_model(model))
    parser, whole = parser_and_whole(chosen)
    input = _input(input, presegmented, horizontal)
    if whole is None:
        _check_without_pipeline(chosen, input, tags)
    if extract and below is None:
        raise dodona.OptionError("needs --below", option="extract")
    if estimator != Estimator.transition and not confidence and below is None:
        raise dodona.OptionError("needs --confidence or --below", option="estimator")
    with_confidence = confidence or below is not None
    if not calibrated and not with_confidence:
        raise dodona.OptionError("needs --confidence or --below", option="uncalibrated")
    if with_confidence and beam is not None and estimator != Estimator.beam:
        raise dodona.OptionError("needs --estimator beam: other estimators use greedy search", option="beam")
    parses = beam or CALIBRATED_WITH["beam"]
    check_estimator(estimator, samples, parses if with_confidence else CALIBRATED_WITH["beam"])
    if with_confidence and nbest is not None:
        raise dodona.OptionError(
            "goes without --confidence and --below, which are about one tree", option="nbest"
        )
    if keep and (with_confidence or nbest is not None):
        raise dodona.OptionError("goes without --confidence, --below and --nbest", option="keep")
    if keep and input in (Input.horizontal, Input.text):
        raise dodona.OptionError(f"needs heads, and --input {input.value} has none", option="keep")
    options = ConfidenceOptions(estimator.value, samples, parses, calibrated, confidence, below, extract)
    special: ConfidenceParsing | RankedParsing | None = None
    if with_confidence:
        special = confident = ConfidenceParsing(parser, options)
        confident.check(quiet)
    elif nbest is not None:
        special = RankedParsing(parser, nbest, beam)
    if same_file(output, chosen):
        raise dodona.Error(f"{output}: this is the model: choose another --output")
    if (beam or nbest or 1) > 1 and lacks_temperature(parser.info) and not (with_confidence or quiet):
        typer.echo(_NO_TEMPERATURE, err=True)
    constrained = ConstrainedParsing(parser, beam)
    began = time.perf_counter()
    words = sentences = 0

    def parsed() -> Iterator[Treebank]:
        nonlocal words, sentences
        first: Treebank | None = None
        for source in sources_of(files or ["-"]):
            for read in _batches(source, input, keep, whole, presegmented, sentences + 1, quiet):
                batch = read.treebank if isinstance(read, PartialTreebank) else read
                number = threads or cores()
                if whole is not None:
                    batch = whole.tag(batch, tags=None if tags is None else tags.value, threads=number)
                if first is None:
                    first = batch
                    if not quiet:
                        warn_of_missing_columns(parser, batch)
                _check_same_columns(first, batch)
                words += batch.word_count
                sentences += len(batch)
                batch = without_confidences(batch)
                if isinstance(read, PartialTreebank):
                    yield constrained.parse(PartialTreebank._of(batch, read.heads), number)
                elif special:
                    yield special.parse(batch, number)
                else:
                    yield parser.parse(batch, beam=beam, threads=number)

    with written_conll(output) as out:
        write_batches(parsed(), out)
    if not quiet:
        seconds = max(time.perf_counter() - began, 1e-9)
        done = f"{counted(sentences, 'sentence')}, {counted(words, 'word')}"
        typer.echo(f"{done}, {words / seconds:,.0f} words a second", err=True)
        if keep:
            typer.echo(constrained.summary, err=True)
        if below is not None:
            typer.echo(f"{counted(confident.doubtful, 'sentence')} worth a look", err=True)


def _check_same_columns(first: Treebank, batch: Treebank) -> None:
    """Refuse to put sentences of different formats into one file."""
    if batch.format != first.format:
        names = [each.source or "the text" for each in (batch, first)]
        raise dodona.Error(
            f"{names[0]}: this is {batch.format}, and {names[1]} is {first.format}: "
            "they do not fit into one output"
        )
    if declaration_of(batch._core) != declaration_of(first._core):
        raise dodona.Error(f"{batch.source}: its columns are not those of {first.source}")


def _input(input: Input, presegmented: bool, horizontal: bool) -> Input:
    """Return what the input is, which may be said in two ways."""
    if presegmented and horizontal:
        raise dodona.OptionError(
            "goes without --presegmented: lines are words with spaces between them, or text",
            option="horizontal",
        )
    said = [(Input.text, "presegmented")] * presegmented + [(Input.horizontal, "horizontal")] * horizontal
    for kind, option in said:
        if input not in (Input.auto, kind):
            raise dodona.OptionError(f"goes without --input {input.value}", option=option)
        input = kind
    return input


def _check_without_pipeline(model: str, input: Input, tags: Tags | None) -> None:
    """Refuse what a parser alone cannot do."""
    need = "needs a model that was trained with --pipeline"
    if input == Input.text:
        raise dodona.Error(f"{model}: raw text {need}")
    check_tags(tags)


def _refuse_text(name: str, start: bytes, keep: bool) -> None:
    """Say of plain text what it needs, rather than that it has no columns."""
    line = first_line_of_text(start)
    if not line:
        return
    if keep:
        raise dodona.Error(f"{name}:{line}: this looks like plain text; --keep needs CoNLL, with heads")
    raise dodona.Error(
        f"{name}:{line}: this looks like plain text, and the model is a parser alone: it takes tokenised "
        "lines with --input horizontal; a model that was trained with --pipeline takes any text"
    )


def _refuse_what_is_no_text(name: str, start: bytes) -> None:
    """Tell of files that nobody has written in any language."""
    refuse_other_formats(name, start)
    if b"\0" in start and is_utf8(start[:4]):  # text in UTF-16 has other faults, which are told
        raise dodona.Error(
            f"{name}: this is no text, it has zeros in it (--input text reads it all the same)"
        )


def _refuse_treebanks_without_words(name: str, start: bytes) -> None:
    """Tell of files that are called treebanks, and have nothing but comments."""
    if name.endswith((".conllu", ".conllx", ".conll")) and start.lstrip().startswith(b"#"):
        raise dodona.Error(
            f"{name}: there are no words in it, only comments (--input text reads them as text)"
        )


_NO_TEMPERATURE = (
    "the model does not know its temperature, which training finds at its end: a beam does no more than "
    "greedy search, and scores of trees mean little (dodona train --resume finishes what was stopped)"
)
_NOT_UTF8 = "bytes that are no UTF-8 become U+FFFD (MISC keeps them): iconv converts other encodings"


def _batches(
    source: Source,
    input: Input,
    keep: bool,
    whole: Pipeline | None,
    presegmented: bool,
    first: int,
    quiet: bool,
) -> Iterator[Treebank] | Iterator[PartialTreebank]:
    if input not in (Input.conllu, Input.conllx):
        parts = raw_pieces(source)
        start = next(parts, b"")
        name = name_of(source)
        is_conll = looks_like_conll(start)
        if is_conll and input != Input.auto and not quiet:
            typer.echo(f"{name}: this looks like CoNLL, and is read as {input.value}, as you said", err=True)
        source = cast("Source", Resumed(start, parts, name))
        if input == Input.horizontal:
            return horizontal_batches(source)
        if whole is None or keep:
            _refuse_text(name, start, keep)
        elif input == Input.text or not is_conll:
            if input == Input.auto:
                _refuse_what_is_no_text(name, start)
                _refuse_treebanks_without_words(name, start)
            if not quiet and not is_utf8(start):
                typer.echo(f"{name}: {_NOT_UTF8}", err=True)
            return whole.tokeniser.batches(
                chain([start], parts), presegmented=presegmented, first_sentence=first
            )
    format = None if input in (Input.auto, Input.text) else input.value
    if keep:
        return partial_batches(source, size=4000, format=format)
    return batches(source, size=4000, format=format)
