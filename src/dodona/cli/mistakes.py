"""Usage errors, reported in one line like all others."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from dodona.cli.files import same_file
from dodona.cli.paragraphs import flowing
from dodona.cli.spellings import OLD, respelled, usual
from dodona.errors import Error, OptionError, near
from dodona.recipes import renamed

#: The base class of usage errors. Depending on its version, Typer has it from Click or from a copy, but it is
#: always a base of `BadParameter`.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]


class _PlainTypes:
    """Help without types that say nothing: of flags, and of arguments, whose names say more."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, and hide those types."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for each in found:
            if getattr(each, "is_flag", False):
                each.metavar = ""
            elif each.param_type_name == "argument":
                each.display_type_rich = lambda ctx: ""
        return found


class Command(_PlainTypes, TyperCommand):
    """A command with other spellings of its options.

    Its usage line shows arguments as they are named here; some versions of Typer add dots.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments, of which options may have other spellings."""
        if not ctx.resilient_parsing:
            args = respelled(args, self.get_params(ctx), _old_spellings(ctx))
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command, unless it would write over its input; `calibrate` may replace its model."""
        output = ctx.params.get("output") or "-"
        for each in self.params:
            is_input = each.param_type_name == "argument" or each.metavar in ("FILE", "MODEL", "PARSE")
            if is_input and each.name != "output" and (each.name, self.name) != ("model", "calibrate"):
                given = ctx.params.get(each.name) or []
                for file in given if isinstance(given, list) else [given]:
                    if same_file(output, str(file)):
                        raise Error(f"{output}: this is an input: choose another --output")
        return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the name of the command in the usage line."""
        arguments = [each for each in self.get_params(ctx) if each.param_type_name == "argument"]
        return [self.options_metavar or "", *map(_usage, arguments)]


class Commands(_PlainTypes, TyperGroup):
    """The commands of `dodona`; an unknown name lists them, and `help NAME` describes one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments up to the name of a command."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first argument names."""
        if args and not ctx.resilient_parsing and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            args = [usual(args[0], names), *args[1:]]
            if args[0] not in names:
                raise OptionError(
                    f"unknown command {args[0]!r}{near(args[0], names)}: choose from {', '.join(names)}"
                )
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by name, with a help text as wide as the terminal."""
        command = super().get_command(ctx, cmd_name)
        if command is not None and command.help:
            command.help = flowing(command.help)
        return command


def in_one_line(error: Exception) -> str:
    """Return a message about wrong arguments that does not depend on the version of Typer.

    >>> in_one_line(typer.BadParameter("Value error, -1 is too small."))
    '-1 is too small'
    """
    context: Any = getattr(error, "ctx", None)
    parameter: Any = getattr(error, "param", None)
    kind = type(error).__name__
    said = _tidy(getattr(error, "message", None) or "")
    if kind == "NoSuchOption":
        said = _no_such_option(error, context)
    elif kind == "MissingParameter":
        said = f"{_name(parameter)} must be given"
    elif parameter is not None:
        said = _bad_value(_name(parameter), said)
    return f"{said}; see {context.command_path} --help" if context is not None else said


def _old_spellings(context: Any) -> dict[str, str]:
    return {} if context is None else OLD.get(context.command_path.partition(" ")[2], {})


def _no_such_option(error: Any, context: Any) -> str:
    parameters = [] if context is None else context.command.params
    names = [name for parameter in parameters for name in (*parameter.opts, *parameter.secondary_opts)]
    options = [name for name in names if name.startswith("--")]
    old = _old_spellings(context)
    if error.option_name in old:  # without a value
        return f"{error.option_name} is now written {old[error.option_name].replace('{}', 'VALUE')}"
    new = f"--{renamed.OPTIONS.get(error.option_name.lstrip('-'))}"
    if new in options:
        return f"unknown option {error.option_name!r}: it is now called {new!r}"
    return f"unknown option {error.option_name!r}{near(error.option_name, options)}"


#: Messages of Typer about numbers, in all its versions, and ours.
_NUMBERS = (
    (r"valid integer", "a whole number"),
    (r"valid (?:number|float)", "a number"),
    (r"greater than or equal to (\S+)|not in the range x>=([^<\s]+?)\.?$", r"at least \1\2"),
    (r"less than or equal to (\S+)", r"a number up to \1"),
    (r"not in the range (\S+?)<=x<=(\S+?)\.?$", r"a number from \1 to \2"),
)


def _bad_value(name: str, message: str) -> str:
    """Return a message like those of `dodona.OptionError`, if the value and the choices are known."""
    for pattern, needed in _NUMBERS:
        limit = re.search(pattern, message)
        if limit:
            return f"{name}: {limit.expand(needed)} is needed"
    found = re.fullmatch(r"'(.*)' is not one of (.*)", message)
    if found is None:
        return f"{name}: {message}"
    choices = re.findall(r"'(.*?)'", found[2])
    return f"{name} cannot be {found[1]!r}{near(found[1], choices)}: choose from {', '.join(choices)}"


def _name(parameter: Any) -> str:
    """Return the long name of an option, or the metavar of an argument."""
    if parameter is None:
        return "an argument"
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name.upper())


def _usage(argument: Any) -> str:
    """Return the name of an argument, in brackets if it is optional; the name includes any dots."""
    name = _name(argument)
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _tidy(message: str) -> str:
    plain = message.strip().removeprefix("Value error, ").removeprefix("Got ").rstrip(".")
    words = " ".join(plain.split())
    return words[:1].lower() + words[1:]
