"""File names of pictures."""

from __future__ import annotations

import os
from pathlib import Path

from dodona.errors import OptionError

_KINDS = (".svg", ".png", ".pdf")


def kind_of_picture(option: str, output: str | os.PathLike[str]) -> str:
    """Return the format of a picture, by its file extension.

    >>> kind_of_picture("plot", "curve.SVG")
    'svg'
    >>> kind_of_picture("plot", "curve")
    Traceback (most recent call last):
        ...
    dodona.errors.OptionError: plot cannot be 'curve': choose a name that ends in .svg, .png or .pdf
    """
    kind = Path(output).suffix.lower()
    if kind not in _KINDS:
        said = f"cannot be {os.fspath(output)!r}: choose a name that ends in .svg, .png or .pdf"
        raise OptionError(said, option=option)
    return kind[1:]
