"""Björkelund and Nivre (2015): static and non-deterministic oracles for SWAP, greedy and with a beam."""

from dodona.experiments.bjorkelund_nivre_2015.conditions import BJORKELUND_NIVRE_2015
from dodona.experiments.bjorkelund_nivre_2015.reproduction import reproduce_swap_oracles

__all__ = ["BJORKELUND_NIVRE_2015", "reproduce_swap_oracles"]
