"""Errors in a task, reported with the step where they occurred."""

from __future__ import annotations

from dodona.errors import Error


class Misuse(Error):
    """An error in a step of a task; the runner adds the number of the step."""
