"""Transition systems, one step at a time."""

from dodona.transitions.configuration import Configuration
from dodona.transitions.transition import Transition, transitions

__all__ = ["Configuration", "Transition", "transitions"]
