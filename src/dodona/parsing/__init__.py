"""Trained parsers."""

from dodona.parsing.parser import Parser

__all__ = ["Parser"]
