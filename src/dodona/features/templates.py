"""Finding template sets by name or in files."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dodona import _core
from dodona.errors import Error, OptionError, file_error, instance, near, shown
from dodona.features.clusters import Clusters, read_clusters
from dodona.transitions.systems import system_called
from dodona.treebank.source import is_file

if TYPE_CHECKING:
    from dodona.recipes import Recipe

_HERE = Path(__file__).parent
#: The folder with the sets of a system; a folder of its own may replace them one by one. Systems that link
#: the same words share sets; a system that is not listed links s0 and b0, as arc-eager does.
_SHARED = {
    "arc-standard": "arc-standard",
    "swap-standard": "arc-standard",
    "arc-hybrid": "arc-hybrid",
    "swap-hybrid": "arc-hybrid",
}


@dataclass(frozen=True)
class Templates:
    """A valid set of feature templates."""

    name: str
    text: str
    #: The number of templates.
    count: int
    #: The attributes of words that they use, such as `form` or `feats.Case`.
    attributes: tuple[str, ...]
    #: Those that the templates read, if they read any.
    clusters: Clusters | None = None

    def choices(self, recipe: Recipe) -> dict[str, Any]:
        """Return a recipe as a model stores it: without the folders of files."""
        return {**recipe.to_dict(), "features": self.name, "clusters": Path(recipe.clusters).name}


def names() -> tuple[str, ...]:
    """Return the names of the built-in sets.

    >>> "zhang-nivre" in names()
    True
    """
    return tuple(sorted(path.stem for path in (_HERE / "arc-eager").glob("*.txt")))


def templates_of(recipe: Recipe) -> Templates:
    """Return the templates of a recipe, with the clusters that they read."""
    found = templates(recipe.features, recipe.system, clusters=bool(recipe.clusters))
    reads = "cluster" in found.attributes
    if reads and not recipe.clusters:
        raise OptionError("is missing: the templates read clusters of words", option="clusters")
    if recipe.clusters and not reads:
        raise OptionError("has no effect: no template reads them, as s0.cluster would", option="clusters")
    return replace(found, clusters=read_clusters(recipe.clusters)) if reads else found


def templates(name: str, system: str = "arc-eager", *, clusters: bool = False) -> Templates:
    """Return a template set by name, or from a file.

    A name has a set for each system, with templates for the words that the system links. A file has one
    template per line; see `docs/reference/templates.md`. Text that begins with an address (`s0.form`), or
    has several lines, is not a file, but templates.
    With `clusters`, a named set has templates that read them, too.

    >>> templates("zhang-nivre").count
    72
    >>> templates("s0.form b0.form").count
    1
    >>> "s1.form s0.form" in templates("zhang-nivre", "swap-standard").text
    True
    """
    instance("name", name, (str, os.PathLike), "the name of a template set, or a file")
    system_called(system)
    if isinstance(name, str) and re.match(r"[sb]\d+\.|.*\n", name) and not is_file(Path(name)):
        return checked("given", name, source="features")
    # In a system without a broad set, the default set is broad.
    folders = (system, _SHARED.get(system, "arc-eager"))
    shipped = (_HERE / folder / f"{each}.txt" for each in (name, "default") for folder in folders)
    path = next(filter(Path.is_file, shipped)) if name in names() else Path(name)
    try:
        if not name:
            raise FileNotFoundError
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise OptionError(
            f"cannot be {shown(name)}{near(name, names())}: choose from {', '.join(names())}, or name a file "
            "with templates",
            option="features",
        ) from None
    except OSError as error:
        raise file_error(name, error) from error
    except ValueError as error:
        raise Error(f"{name}: this is not a text file") from error
    if clusters and name in names():
        text += (_HERE / "clusters" / f"{folders[1]}.txt").read_text(encoding="utf-8")
    return checked(Path(name).stem, text, source=str(path))


def checked(name: str, text: str, *, source: str) -> Templates:
    """Read templates from text; `source` is for messages."""
    try:
        count, attributes = _core.check_templates(text)
    except _core.TemplateError as error:
        line, message = error.args
        raise Error(f"{source}:{line}: {message}") from error
    return Templates(name, text, count, tuple(attributes))
