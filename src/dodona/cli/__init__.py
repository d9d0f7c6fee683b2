"""The command line: one file a command."""

from dodona.cli.app import main

__all__ = ["main"]
