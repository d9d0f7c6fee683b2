"""Arguments and options that several commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from enum import Enum
from typing import Annotated, Any, get_args

import typer
from rich.console import Console, RenderableType

from dodona.cli.printing import tell
from dodona.errors import OptionError
from dodona.recipes.options import Option
from dodona.recipes.recipe import MOST_USED, OPTIONS
from dodona.tables import rendered
from dodona.treebank.choice import Choice, positions


class Format(str, Enum):
    """The file formats of treebanks."""

    conllu = "conllu"
    conllx = "conllx"


class TextFormat(str, Enum):
    """The formats of what is parsed: treebanks, raw text, and tokenised sentences, one per line."""

    conllu = "conllu"
    conllx = "conllx"
    text = "text"
    horizontal = "horizontal"


class Encoding(str, Enum):
    """How labels encode lifted arcs."""

    baseline = "baseline"
    head = "head"
    path = "path"
    head_path = "head+path"


class Estimator(str, Enum):
    """The estimators of confidence."""

    transition = "transition"
    samples = "samples"
    beam = "beam"


class Punctuation(str, Enum):
    """How punctuation is identified."""

    tag = "tag"
    label = "label"
    form = "form"
    none = "none"


class Tags(str, Enum):
    """What to do with the tags of the input."""

    keep = "keep"
    predict = "predict"


def beam_option(help: str, default: str | None = None) -> Any:
    """Return the option `--beam`, which each command describes."""
    return typer.Option(
        "--beam", "-b", metavar="N", min=1, max=10_000, help=help, show_default=default or True
    )


FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="A treebank; - for standard input.")]
FilesArgument = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Treebanks; - for standard input.")
]
SentencesArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="SENTENCES",
        help="Sentence numbers, from 1: [cyan]3[/cyan], [cyan]1-5[/cyan], [cyan]3,7-9[/cyan], "
        "[cyan]100-[/cyan]. The default is the first sentence, unless an option chooses.",
    ),
]
IdOption = Annotated[
    list[str] | None,
    typer.Option("--id", metavar="SENT_ID", help="The sentence with this sent_id; may be repeated."),
]
FormatOption = Annotated[
    Format | None,
    typer.Option("--format", "-f", help="The format of the input; by default detected from its content."),
]
OutputOption = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write, in the format of the extension; - for standard output.",
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Continue an interrupted run; the result is the same.")
]
SilverShareOption = Annotated[
    float | None,
    typer.Option(
        "--silver-share",
        metavar="R",
        min=0.01,
        max=0.99,
        help="The share of silver among the words of an epoch, which has all gold words once.",
        show_default="all silver once, up to 6 times the gold words, or 4 passes over it in all",
    ),
]
LabelledOption = Annotated[
    bool, typer.Option("--labelled/--unlabelled", help="Learn heads and labels, or heads alone.")
]
RecipeNameOption = Annotated[
    str, typer.Option("--recipe", metavar="NAME", help="A recipe: learner, templates, policy and so on.")
]
SeedsOption = Annotated[
    int, typer.Option("--seeds", metavar="N", min=1, help="Train everything with the seeds 1 to N.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=2**63 - 1, help="The random seed.")
]
ResamplesOption = Annotated[
    int,
    typer.Option("--resamples", metavar="N", help="The number of resamples: 100 to 1,000,000."),
]
PunctuationOption = Annotated[
    Punctuation,
    typer.Option(
        "--punctuation",
        help="Exclude punctuation, identified by the gold tag, the gold label or the form as in "
        "[bold]dodona evaluate[/bold]; none excludes nothing.",
    ),
]
VerticalOption = Annotated[
    bool | None,
    typer.Option(
        "--vertical/--horizontal",
        help="One word per line, or all words on one line, whatever the width.",
        show_default=False,
    ),
]
TagsBelowOption = Annotated[
    bool, typer.Option("--tags/--no-tags", help="Part-of-speech tags below the words.")
]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Use only ASCII characters.")]
EnhanceOption = Annotated[
    bool,
    typer.Option(
        "--enhance",
        help="Make enhanced dependencies from the trees by rule, instead of those of the input.",
    ),
]
EncodingOption = Annotated[Encoding, typer.Option("--encoding", "-e", help="How labels encode lifted arcs.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of tables.")]
A_MODEL = "A model: a path, a name (see dodona models) or a URL."
ENGLISH = "the English model that comes with Dodona"
ModelOption = Annotated[
    str, typer.Option("--model", "-m", metavar="MODEL", help=A_MODEL, show_default=ENGLISH)
]
ModelsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        "-m",
        metavar="MODEL",
        help=f"{A_MODEL} Several parse by their votes.",
        show_default=ENGLISH,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        help="The number of parsers to train at a time.",
        show_default="all cores",
    ),
]
CacheOption = Annotated[
    str | None,
    typer.Option("--cache", metavar="FILE", help="Keep results in this file, and skip runs that have one."),
]
EpochsOption = Annotated[
    int | None, typer.Option("--epochs", metavar="N", min=1, help="The maximum number of epochs.")
]
PatienceOption = Annotated[
    int,
    typer.Option("--patience", metavar="N", min=1, help="Stop after N epochs without a better UAS."),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        "--threads",
        "-t",
        metavar="N",
        min=1,
        help="The number of threads that parse.",
        show_default="all cores",
    ),
]
EstimatorOption = Annotated[
    Estimator,
    typer.Option(
        "--estimator",
        help="The estimator of confidence: the transitions that built an arc (fast), agreement among "
        "sampled parses (finds more errors), or agreement within a beam.",
    ),
]
SamplesOption = Annotated[
    int, typer.Option("--samples", metavar="N", min=1, max=10_000, help="With samples: the number of parses.")
]
CalibratedOption = Annotated[
    bool,
    typer.Option(
        "--calibrated/--uncalibrated",
        help="Apply the calibration of the model to confidences, or do not. It is for 20 samples and a "
        "beam of 8.",
    ),
]
TagsOption = Annotated[
    Tags | None,
    typer.Option(
        "--tags",
        help="Keep the tags, features and lemmas of the input, or predict new ones (models trained with "
        "--pipeline).",
        show_default="keep them if there are any",
    ),
]


def with_recipe_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command every option of a recipe; it gets them in its `**options`, None if they are not given.

    The most used ones go with the command's own options, the others under their headings; the command's
    keyword-only options are about running.
    """
    signature = inspect.signature(command, eval_str=True)
    own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    first = [each for each in own if each.kind is not each.KEYWORD_ONLY]
    last = [_about_running(each) for each in own if each.kind is each.KEYWORD_ONLY]
    used = [_parameter(each) for each in OPTIONS.values() if each.group == MOST_USED]
    rest = [_parameter(each) for each in OPTIONS.values() if each.group != MOST_USED]
    command.__signature__ = signature.replace(parameters=[*first, *used, *rest, *last])  # type: ignore[attr-defined]
    return command


def _about_running(parameter: inspect.Parameter) -> inspect.Parameter:
    kind, about = get_args(parameter.annotation)
    about = copy(about)  # other commands may share it
    about.rich_help_panel = "Running and input"
    return parameter.replace(annotation=Annotated[kind, about])


#: Lists of values that are longer than this go into the help.
_LONGEST_METAVAR = 30


def _parameter(option: Option) -> inspect.Parameter:
    metavar, help = option.metavar, option.help
    if len(metavar) > _LONGEST_METAVAR:
        metavar, help = "NAME", f"{help} One of {', '.join(metavar.split('|'))}."
    about = typer.Option(
        option.flag,
        metavar=metavar,
        help=help,
        show_default=str(option.default),
        rich_help_panel=None if option.group == MOST_USED else option.group,
    )
    kind = Annotated[option.kind | None, about]  # type: ignore[name-defined]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def is_given(context: typer.Context, option: str) -> bool:
    """Return whether an option is on the command line, even with its default value."""
    return getattr(context.get_parameter_source(option), "name", None) == "COMMANDLINE"


def choice_of(sentences: str | None, ids: list[str] | None) -> Choice:
    """Return the choice of sentences by number and by sent_id."""
    return Choice(positions=None if sentences is None else positions(sentences), ids=frozenset(ids or ()))


def check_tags(tags: Tags | None) -> None:
    """Refuse to predict tags with a model that has no tagger."""
    if tags == Tags.predict:
        raise OptionError("predict needs a model trained with --pipeline", option="tags")


def format_name(format: Format | TextFormat | None) -> str | None:
    """Return the name that `dodona.read` takes."""
    return None if format is None else format.value


#: Wide enough for every number.
_WIDTH = 10_000


def console() -> Console:
    """Return a console for tables and drawings."""
    return Console(highlight=False, markup=False, emoji=False, width=_WIDTH)


def print_tables(*tables: RenderableType) -> None:
    """Print tables; in a file or a pipe, without colours and trailing spaces."""
    out = console()
    if out.is_terminal:
        for table in tables:
            out.print(table)
    else:
        tell(rendered(*tables, width=_WIDTH))
