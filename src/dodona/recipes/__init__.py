"""Recipes: named sets of options."""

from dodona.recipes.files import names, recipe
from dodona.recipes.recipe import Recipe

__all__ = ["Recipe", "names", "recipe"]
