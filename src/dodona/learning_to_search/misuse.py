"""Mistakes in a task, which are told with the place where they happened."""

from __future__ import annotations

from dodona.errors import Error


class Misuse(Error):
    """Something is wrong with one step of a task; whoever runs the task says with which."""
