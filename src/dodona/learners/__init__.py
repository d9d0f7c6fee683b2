"""Learners that can be used by themselves."""

from dodona.learners.cost_sensitive import CostSensitiveLearner

__all__ = ["CostSensitiveLearner"]
