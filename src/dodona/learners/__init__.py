"""Learners for use on their own."""

from dodona.learners.cost_sensitive import CostSensitiveLearner

__all__ = ["CostSensitiveLearner"]
