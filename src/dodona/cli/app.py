"""`dodona`: collects the commands and reports errors in one line each."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Annotated

import typer

import dodona
from dodona.cli import (
    active,
    calibrate,
    check,
    clusters,
    compare,
    convert,
    curve,
    distil,
    download,
    evaluate,
    info,
    lattice,
    models,
    oracle,
    parse,
    projectivise,
    reproduce,
    schemes,
    show,
    stats,
    train,
)
from dodona.cli.ending import (
    INTERRUPTED,
    PIPE_CLOSED,
    Lossy,
    Stopped,
    abandon,
    buffer_output,
    complain,
    stopping_cleanly,
)
from dodona.cli.mistakes import Command, Commands, UsageError, in_one_line
from dodona.cli.printing import tell
from dodona.errors import file_error

app = typer.Typer(
    name="dodona",
    cls=Commands,
    help="Dependency parsing: train parsers, parse, and inspect, check, transform and score treebanks.",
    epilog="dodona help COMMAND describes a command. Every FILE can be - for standard input, and can be "
    "compressed with gzip, xz or Zstandard.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("train", cls=Command)(train.train)
app.command("distil", cls=Command)(distil.distil)
app.command("clusters", cls=Command)(clusters.clusters)
app.command("parse", cls=Command)(parse.parse)
app.command("info", cls=Command)(info.info)
app.command("curve", cls=Command)(curve.curve)
app.command("show", cls=Command)(show.show)
app.command("stats", cls=Command)(stats.stats)
app.command("check", cls=Command)(check.check)
app.command("convert", cls=Command)(convert.convert)
app.command("projectivise", cls=Command)(projectivise.projectivise)
app.command("deprojectivise", cls=Command)(projectivise.deprojectivise)
app.command("oracle", cls=Command)(oracle.oracle)
app.command("lattice", cls=Command)(lattice.lattice)
app.command("evaluate", cls=Command)(evaluate.evaluate)
app.command("compare", cls=Command)(compare.compare)
app.command("calibrate", cls=Command)(calibrate.calibrate)
app.command("active", cls=Command)(active.active)
app.command("download", cls=Command)(download.download)
app.command("models", cls=Command)(models.models)
app.command("reproduce", cls=Command)(reproduce.reproduce)
app.add_typer(schemes.app, name="schemes")


def _version(wanted: bool) -> None:
    if wanted:
        tell(f"dodona {dodona.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; user errors print one line and exit with code 2."""
    buffer_output()
    for stream in (sys.stdout, sys.stderr):  # print ? for characters that the terminal's encoding lacks
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with stopping_cleanly():
        if sys.stderr is None:
            sys.exit(_run())
        errors = Lossy(sys.stderr)
        try:
            with contextlib.redirect_stderr(errors):
                sys.exit(_run())
        finally:
            errors.close_buffer()


def _run() -> int:
    """Run the command line and return the exit code."""
    try:
        code = app(prog_name="dodona", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # report failures here, not in Python's shutdown
        if code == INTERRUPTED:  # Typer's exit code for Ctrl-C
            complain("stopped")
        return code if isinstance(code, int) else 0
    except dodona.Error as error:
        option = error.option if isinstance(error, dodona.OptionError) else None
        complain(f"--{option.replace('_', '-')}{str(error)[len(option) :]}" if option else str(error))
        return 2
    except UsageError as error:
        if type(error).__name__ != "NoArgsIsHelpError":  # `dodona` alone has printed the help
            complain(in_one_line(error))
        return 2
    except MemoryError:
        complain("not enough memory")
        return 2
    except (KeyboardInterrupt, typer.Abort):
        complain("stopped")
        return INTERRUPTED
    except BrokenPipeError:  # the reader has closed the pipe, as in `dodona ... | head`
        abandon(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        if isinstance(error.filename, str):
            complain(str(file_error(error.filename, error)))
        else:
            abandon(sys.stdout)
            complain(f"standard output: {error.strerror or error}")
        return 2
    except Stopped:
        complain("stopped")
        raise
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # Typer has caught it, and would say 1
            abandon(sys.stdout)
            return PIPE_CLOSED
        raise
