"""Chang et al. (2015): learning to search, with base learners, feature sets and systems side by side."""

from dodona.experiments.chang_2015.conditions import CHANG_2015
from dodona.experiments.chang_2015.reproduction import reproduce_search

__all__ = ["CHANG_2015", "reproduce_search"]
