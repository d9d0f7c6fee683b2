"""Scorers written in Python, for teaching and prototypes."""

from dodona.scoring.scorer import Scorer

__all__ = ["Scorer"]
