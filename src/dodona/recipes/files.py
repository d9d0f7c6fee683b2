"""Recipes by name and from TOML files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dodona.errors import ArgumentError, Error, OptionError, file_error, near
from dodona.recipes.recipe import Recipe

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_HERE = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Return the names of the built-in recipes: the general ones, then those of papers.

    >>> names()[:2]
    ('beam', 'default')
    """
    found = [path.stem for path in _HERE.glob("*.toml")]
    return tuple(sorted(found, key=lambda name: (any(map(str.isdigit, name)), name)))


def recipe(name: str | os.PathLike[str] | Recipe = "default") -> Recipe:
    """Return a recipe by its name or from a TOML file; a `Recipe` is returned unchanged.

    A file lists the differences from the recipe `default`.

    >>> recipe("goldberg-nivre-2012-static").oracle
    'static'
    """
    if isinstance(name, Recipe):
        return name
    if not isinstance(name, (str, os.PathLike)):
        raise ArgumentError("recipe", name, "the name of a recipe, a TOML file, or a dodona.Recipe")
    path = _HERE / f"{name}.toml" if name in names() else Path(name)
    try:
        if not name:
            raise FileNotFoundError
        choices = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise OptionError(
            f"cannot be {name!r}{near(name, names())}: choose from {', '.join(names())}, or name a TOML file",
            option="recipe",
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise Error(f"{name}: {error}") from error
    except OSError as error:
        raise file_error(name, error) from error
    except (ValueError, RecursionError) as error:
        raise Error(f"{name}: this is not a TOML file") from error
    try:
        # Recipes of papers also set options that have an effect only if another one is overridden.
        return Recipe(**choices) if name in names() else Recipe().with_options(**choices)
    except OptionError as error:
        raise Error(f"{name}: {error}") from error
