"""Confidence: the probability that heads, labels and trees are right, and its calibration."""

from dodona.confidence.confidences import Confidences

__all__ = ["Confidences"]
