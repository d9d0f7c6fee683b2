"""Printing: names from files may contain anything, and must not control the reader's terminal."""

from __future__ import annotations

import json
import re
from typing import Any

import typer

from dodona.drawing.width import printable

#: Characters that JSON leaves as they are although terminals may obey them, or take them for line ends.
_CONTROLS = re.compile("[\x7f-\x9f\u2028\u2029]")


def tell(text: object = "", *, err: bool = False) -> None:
    """Print a text without control characters, to standard error with `err`."""
    typer.echo(printable(str(text)), err=err)


def tell_json(value: Any) -> None:
    """Print a value as JSON."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    typer.echo(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
