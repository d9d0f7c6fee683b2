"""`dodona`: collects the commands, and turns errors into one line each."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

import dodona
from dodona.cli import check, compare, convert, evaluate, projectivise, show, stats

app = typer.Typer(
    name="dodona",
    help="Dependency treebanks: look at them, check them, transform them, score parses of them.",
    epilog="Every FILE may be - for standard input, and may be compressed by gzip or xz.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("show")(show.show)
app.command("stats")(stats.stats)
app.command("check")(check.check)
app.command("convert")(convert.convert)
app.command("projectivise")(projectivise.projectivise)
app.command("deprojectivise")(projectivise.deprojectivise)
app.command("evaluate")(evaluate.evaluate)
app.command("compare")(compare.compare)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"dodona {dodona.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; mistakes of the person end in one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):  # a terminal without these letters gets ? for them
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except dodona.Error as error:
        print(f"dodona: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # the reader of our output has gone, as in `dodona ... | head`
        _abandon_output()
        sys.exit(1)
    except OSError as error:  # of standard output: files are told of by name
        print(f"dodona: standard output: {error.strerror or error}", file=sys.stderr)
        _abandon_output()
        sys.exit(2)


def _abandon_output() -> None:
    """Keep what is left in Python's buffer from failing once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
