"""Reproductions of published experiments: `dodona reproduce`."""

from dodona.experiments.paper import Paper
from dodona.experiments.papers import PAPERS, paper
from dodona.experiments.report import Reproduction
from dodona.experiments.reproduction import reproduce

__all__ = ["PAPERS", "Paper", "Reproduction", "paper", "reproduce"]
