"""Trained parsers."""

from dodona.parsing.parser import Parser, load

__all__ = ["Parser", "load"]
