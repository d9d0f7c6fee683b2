"""`dodona parse`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, cast

import typer

import dodona
from dodona.cli.best_first import BestFirstParsing
from dodona.cli.confidence import ConfidenceOptions, ConfidenceParsing, check_estimator
from dodona.cli.constrained import ConstrainedParsing
from dodona.cli.files import names_of, sources_of
from dodona.cli.missing import warn_of_another_language, warn_of_missing_columns
from dodona.cli.options import (
    CalibratedOption,
    EnhanceOption,
    Estimator,
    EstimatorOption,
    ModelsOption,
    OutputOption,
    SamplesOption,
    Tags,
    TagsOption,
    TextFormat,
    ThreadsOption,
    beam_option,
    check_tags,
)
from dodona.cli.output import write_sentences
from dodona.cli.printing import tell
from dodona.cli.ranking import RankedParsing
from dodona.confidence.confidences import CALIBRATED_WITH
from dodona.confidence.in_conllu import without_confidences
from dodona.downloads import find_model
from dodona.drawing.width import printable
from dodona.ensembles import Ensemble
from dodona.pipelines.loading import default_model, voters_and_whole
from dodona.pipelines.reading import Resumed, looks_like_conll, raw_pieces, up_to_first_word
from dodona.search.beam import lacks_temperature
from dodona.search.best_first import MOST_HYPOTHESES
from dodona.tables import counted
from dodona.treebank.horizontal import horizontal_batches
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.parts import cores
from dodona.treebank.reading import batches, partial_batches
from dodona.treebank.recognition import first_line_of_text, has_separate_lines, is_utf8, refuse_other_formats
from dodona.treebank.source import Source, name_of
from dodona.treebank.treebank import Treebank, declaration_of

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyPipeline


def parse(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Text or sentences; by default standard input."),
    ] = None,
    model: ModelsOption = None,
    output: OutputOption = "-",
    format: Annotated[
        TextFormat | None,
        typer.Option(
            "--format",
            "-f",
            help="The format of the input: CoNLL-U, CoNLL-X or raw text, by default detected from its "
            "content, or one tokenised sentence per line (horizontal). Text needs a model trained with "
            "--pipeline.",
        ),
    ] = None,
    presegmented: Annotated[
        bool,
        typer.Option(
            "--presegmented",
            help="The input is raw text with one sentence per line (of at most 19,500 words).",
        ),
    ] = False,
    lines: Annotated[
        bool,
        typer.Option(
            "--lines",
            help="The input is raw text whose lines are separate items, such as tweets, headings or entries "
            "of a list: no sentence goes on after its line.",
        ),
    ] = False,
    tags: TagsOption = None,
    threads: ThreadsOption = None,
    confidence: Annotated[
        bool,
        typer.Option(
            "--confidence",
            "-c",
            help="Write the confidence of every head, label and tree: into MISC (HeadConf, LabelConf) and a "
            "comment (tree_conf).",
        ),
    ] = False,
    estimator: EstimatorOption = Estimator.transition,
    samples: SamplesOption = 20,
    calibrated: CalibratedOption = True,
    beam: Annotated[
        int | None,
        beam_option(
            "The width of the beam; 1 is greedy. With --estimator beam: the number of parses compared.",
            "as in training; 8 with --estimator beam or --best-first, at least that with --keep",
        ),
    ] = None,
    best_first: Annotated[
        int | None,
        typer.Option(
            "--best-first",
            metavar="N",
            min=1,
            max=MOST_HYPOTHESES,
            help="Find the most probable tree of each sentence by best-first search over up to N hypotheses; "
            "where they do not suffice, the tree is that of --beam.",
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
            help="Write up to N different trees of each sentence, best first, with their rank and score in "
            "comments (nbest_rank, nbest_score); CoNLL-X becomes CoNLL-U. Without --beam, the beam is at "
            "least N wide.",
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            "-k",
            help="Keep the heads and labels of the input and predict the others; those that cannot be kept "
            "are reported with line and reason.",
        ),
    ] = False,
    constrained: Annotated[
        bool,
        typer.Option(
            "--constrained/--unconstrained",
            help="Keep the constraints of the model: combinations of labels that the treebank does not have, "
            "such as dependents of punctuation or two subjects, are not built. Pipelines have them.",
        ),
    ] = True,
    below: Annotated[
        float | None,
        typer.Option(
            "--below",
            metavar="SHARE",
            min=0,
            max=1,
            help="Mark sentences to check: those with a head or label of lower confidence than this. A "
            "comment look_at names the words.",
        ),
    ] = None,
    extract: Annotated[
        bool, typer.Option("--extract", help="With --below: write only those sentences.")
    ] = False,
    enhance: EnhanceOption = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print neither the speed nor warnings.")
    ] = False,
) -> None:
    """Parse text or sentences.

    [bold]echo "The oak of Dodona spoke in whispers." | dodona parse[/bold]

    The default model is the English one that comes with Dodona. Raw text is split into sentences and words,
    which are tagged and parsed. MISC has the position of each token (TokenRange, in characters) and the
    whitespace after it, so that the text can be restored. An empty line always ends a sentence; with --lines,
    so does every line end. Each of several texts starts a document (newdoc id).

    [bold]dodona parse -m my.model < input.conllu > output.conllu[/bold]

    Heads and labels are replaced; forms, tags, comments and multiword tokens are kept. Enhanced
    dependencies and empty nodes, which would contradict the new trees, are removed. Input of any length is
    parsed in constant memory, and the output does not depend on the number of threads. Tags and other
    columns that the model uses are taken from the input, or predicted if they are missing and the model has
    a tagger (--pipeline).

    [bold]dodona parse -m my.model --confidence --below 0.6 input.conllu > output.conllu[/bold]

    Models trained with the recipe probabilistic, and calibrated models, also give confidences. CoNLL-X
    cannot hold them and becomes CoNLL-U.

    [bold]dodona parse -m my.model --beam 20 --nbest 5 input.conllu > output.conllu[/bold]

    Beam search works with any model. It is slower and finds better trees. Best-first search finds the most
    probable ones (models trained without a beam).

    [bold]dodona parse -m my.model --keep half.conllu > whole.conllu[/bold]

    With --keep, words may have a head, or _ to be predicted.

    [bold]dodona parse -m a.model -m b.model -m c.model input.conllu > output.conllu[/bold]

    Several calibrated models (dodona calibrate -o) parse by their votes; the first one also tags.
    """
    chosen = [str(find_model(each)) for each in model] if model else [str(default_model())]
    parser, whole = voters_and_whole(chosen)
    if not constrained and isinstance(parser, (dodona.Parser, Ensemble)):
        parser = parser.unconstrained()
    format = _format(format, presegmented, lines)
    if whole is None:
        _check_without_pipeline(chosen[0], format, tags)
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
            "cannot be combined with --confidence and --below, which are about one tree", option="nbest"
        )
    if keep and (with_confidence or nbest is not None):
        raise dodona.OptionError("cannot be combined with --confidence, --below and --nbest", option="keep")
    if keep and format in (TextFormat.horizontal, TextFormat.text):
        raise dodona.OptionError(f"needs heads, and --format {format.value} has none", option="keep")
    if best_first is not None and (with_confidence or nbest is not None or keep):
        raise dodona.OptionError(
            "cannot be combined with --confidence, --below, --nbest and --keep, which search in other ways",
            option="best_first",
        )
    options = ConfidenceOptions(estimator.value, samples, parses, calibrated, confidence, below, extract)
    special: ConfidenceParsing | RankedParsing | BestFirstParsing | None = None
    if with_confidence:
        special = confident = ConfidenceParsing(parser, options, whole.info if whole else None)
        confident.check(quiet)
    elif nbest is not None:
        special = RankedParsing(parser, nbest, beam)
    elif best_first is not None:
        special = best = BestFirstParsing(parser, best_first, beam)
    if (beam or nbest or 1) > 1 and lacks_temperature(parser.info) and not (with_confidence or quiet):
        tell(_NO_TEMPERATURE, err=True)
    completing = ConstrainedParsing(parser, beam)
    began = time.perf_counter()
    words = sentences = 0

    def parsed() -> Iterator[Treebank]:
        nonlocal words, sentences
        first: Treebank | None = None
        names = files or ["-"]
        for source, name in zip(sources_of(names), names_of(names), strict=True):
            is_text, found = _batches(source, format, keep, whole, presegmented, lines, sentences + 1, quiet)
            starts_document = is_text and len(names) > 1
            for read in found:
                batch = read.treebank if isinstance(read, PartialTreebank) else read
                number = threads or cores()
                if whole is not None:
                    batch = whole.prepared(batch, tags=None if tags is None else tags.value, threads=number)
                if first is None:
                    first = batch
                    if not quiet:
                        warn_of_missing_columns(parser, batch)
                        if whole is not None:
                            warn_of_another_language(whole, batch)
                _check_same_columns(first, batch)
                words += batch.word_count
                sentences += len(batch)
                batch = without_confidences(batch)
                if isinstance(read, PartialTreebank):
                    done = completing.parse(PartialTreebank._of(batch, read.heads), number)
                elif special:
                    done = special.parse(batch, number)
                else:
                    done = parser.parse(batch, beam=beam, threads=number)
                if starts_document and len(done):
                    done, starts_document = _document(done, name), False
                yield done

    write_sentences((batch.enhance() for batch in parsed()) if enhance else parsed(), output)
    if not quiet:
        seconds = max(time.perf_counter() - began, 1e-9)
        done = f"{counted(sentences, 'sentence')}, {counted(words, 'word')}"
        tell(f"{done}, {words / seconds:,.0f} words a second", err=True)
        if keep:
            tell(completing.summary, err=True)
        if best_first is not None:
            tell(best.summary, err=True)
        if below is not None:
            tell(f"{counted(confident.doubtful, 'sentence')} worth a look", err=True)


def _document(treebank: Treebank, file: str) -> Treebank:
    """Return sentences of which the first starts a document, named after a file."""
    name = printable(" ".join(file.split())) if file != "-" else "stdin"
    comments = [sentence.comments for sentence in treebank]
    return treebank.replace(comments=[[f"# newdoc id = {name}", *comments[0]], *comments[1:]])


def _check_same_columns(first: Treebank, batch: Treebank) -> None:
    """Refuse sentences of different formats in one output."""
    if batch.format != first.format:
        names = [each.source or "the text" for each in (batch, first)]
        raise dodona.Error(
            f"{names[0]}: this is {batch.format}, and {names[1]} is {first.format}: "
            "one output cannot hold both"
        )
    if declaration_of(batch._core) != declaration_of(first._core):
        raise dodona.Error(f"{batch.source}: its columns are not those of {first.source}")


def _format(format: TextFormat | None, presegmented: bool, lines: bool) -> TextFormat | None:
    """Return the format of the input, which two other options can give."""
    if presegmented and lines:
        raise dodona.OptionError(
            "cannot be combined with --presegmented: a line is one sentence, or at least one", option="lines"
        )
    if not (presegmented or lines):
        return format
    if format not in (None, TextFormat.text):
        raise dodona.OptionError(
            f"cannot be combined with --format {format.value}: lines are raw text",
            option="lines" if lines else "presegmented",
        )
    return TextFormat.text


def _check_without_pipeline(model: str, format: TextFormat | None, tags: Tags | None) -> None:
    """Refuse raw text and predicted tags for a model without tokeniser and tagger."""
    need = "needs a model trained with --pipeline"
    if format == TextFormat.text:
        raise dodona.Error(f"{model}: raw text {need}")
    check_tags(tags)


def _refuse_text(name: str, start: bytes, keep: bool) -> None:
    """Report plain text as such, with what to do, instead of missing columns."""
    line = first_line_of_text(start)
    if not line:
        return
    if keep:
        raise dodona.Error(f"{name}:{line}: this looks like plain text; --keep needs CoNLL, with heads")
    raise dodona.Error(
        f"{name}:{line}: this looks like plain text, and the model has no tokeniser: it parses tokenised "
        "lines with --format horizontal; a model trained with --pipeline parses any text"
    )


def _refuse_what_is_no_text(name: str, start: bytes) -> None:
    """Refuse binary files."""
    refuse_other_formats(name, start)
    if b"\0" in start and is_utf8(start[:4]):  # UTF-16 is reported elsewhere
        raise dodona.Error(f"{name}: this is not text: it contains NUL bytes (--format text reads it anyway)")


def _refuse_treebanks_without_words(name: str, start: bytes) -> None:
    """Refuse files that are named like treebanks but contain only comments."""
    if name.endswith((".conllu", ".conllx", ".conll")) and start.lstrip().startswith(b"#"):
        raise dodona.Error(f"{name}: it contains comments but no words (--format text reads them as text)")


_NO_TEMPERATURE = (
    "the model has no temperature, which is set at the end of training: a beam works like greedy search, and "
    "the scores of trees mean little (dodona train --resume completes the training)"
)
_SEPARATE_LINES = "its lines look like separate items: --lines keeps sentences from going on after their line"
_NOT_UTF8 = "bytes that are not UTF-8 become U+FFFD (MISC keeps them): iconv converts other encodings"


def _batches(
    source: Source,
    format: TextFormat | None,
    keep: bool,
    whole: AnyPipeline | None,
    presegmented: bool,
    lines: bool,
    first: int,
    quiet: bool,
) -> tuple[bool, Iterator[Treebank] | Iterator[PartialTreebank]]:
    """Return whether a source is text rather than a treebank, and its sentences."""
    if format not in (TextFormat.conllu, TextFormat.conllx):
        parts = raw_pieces(source)
        start = up_to_first_word(parts)
        name = name_of(source)
        is_conll = looks_like_conll(start)
        if is_conll and format is not None and not quiet:
            tell(f"{name}: this looks like CoNLL but is read as {format.value}, as requested", err=True)
        source = cast("Source", Resumed(start, parts, name))
        if format == TextFormat.horizontal:
            return True, horizontal_batches(source)
        if whole is None or keep:
            _refuse_text(name, start, keep)
        elif format == TextFormat.text or not is_conll:
            if format is None:
                _refuse_what_is_no_text(name, start)
                _refuse_treebanks_without_words(name, start)
            if not quiet and not is_utf8(start):
                tell(f"{name}: {_NOT_UTF8}", err=True)
            if first == 1 and not (quiet or presegmented or lines) and has_separate_lines(start):
                tell(f"{name}: {_SEPARATE_LINES}", err=True)
            return True, whole.tokeniser.batches(
                chain([start], parts), presegmented=presegmented, lines=lines, first_sentence=first
            )
    name_of_format = None if format in (None, TextFormat.text) else format.value
    if keep:
        return False, partial_batches(source, size=4000, format=name_of_format)
    return False, batches(source, size=4000, format=name_of_format)
