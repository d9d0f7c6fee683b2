"""Published experiments, done again: `dodona reproduce`."""

from dodona.reproduce.paper import Paper
from dodona.reproduce.papers import PAPERS, paper
from dodona.reproduce.report import Reproduction
from dodona.reproduce.reproduction import reproduce

__all__ = ["PAPERS", "Paper", "Reproduction", "paper", "reproduce"]
