"""Recipes: named sets of choices."""

from dodona.recipes.recipe import Recipe, names, recipe

__all__ = ["Recipe", "names", "recipe"]
