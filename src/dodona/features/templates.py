"""Finding template sets by name or in files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dodona import _core
from dodona.errors import Error, OptionError, near

_HERE = Path(__file__).parent
#: The folders with a system's sets: the first that has one by a name. Systems that link the same words look
#: at the same places.
_FOLDERS: dict[str, tuple[str, ...]] = {
    "arc-eager": ("arc-eager",),
    "arc-standard": ("arc-standard",),
    "swap-standard": ("arc-standard",),
    "arc-hybrid": ("arc-hybrid",),
    "swap-hybrid": ("arc-hybrid",),
    "swap-eager": ("swap-eager", "arc-eager"),
}


@dataclass(frozen=True)
class Templates:
    """A set of feature templates that has been read and found good."""

    name: str
    text: str
    #: How many templates there are.
    count: int
    #: What they ask about words, such as `form` or `feats.Case`.
    attributes: tuple[str, ...]


def names() -> tuple[str, ...]:
    """Return the names of the sets that come with Dodona.

    >>> "zhang-nivre" in names()
    True
    """
    return tuple(sorted(path.stem for path in (_HERE / "arc-eager").glob("*.txt")))


def templates(name: str, system: str = "arc-eager") -> Templates:
    """Return a template set by its name, or from a file.

    A name means a set for each system: they look at the words that the system links. A file holds one
    template a line; see `docs/reference/templates.md` for what can stand there.

    >>> templates("zhang-nivre").count
    72
    >>> "s1.form s0.form" in templates("zhang-nivre", "swap-standard").text
    True
    """
    # Where a system has no broad set, its default one is.
    shipped = (_HERE / folder / f"{each}.txt" for each in (name, "default") for folder in _FOLDERS[system])
    path = next(filter(Path.is_file, shipped)) if name in names() else Path(name)
    try:
        if not name:
            raise FileNotFoundError
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise OptionError(
            f"cannot be {name!r}{near(name, names())}: choose from {', '.join(names())}, or name a file with "
            "templates",
            option="features",
        ) from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is not a text file"
        raise Error(f"{name}: {reason or error}") from error
    return checked(Path(name).stem, text, source=str(path))


def checked(name: str, text: str, *, source: str) -> Templates:
    """Read templates from text; `source` is for messages."""
    try:
        count, attributes = _core.check_templates(text)
    except _core.TemplateError as error:
        line, message = error.args
        raise Error(f"{source}:{line}: {message}") from error
    return Templates(name, text, count, tuple(attributes))
