"""Confidence: how probable it is that heads, labels and trees are right, and how that is calibrated."""

from dodona.confidence.confidences import Confidences

__all__ = ["Confidences"]
