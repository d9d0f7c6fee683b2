"""Training parsers."""

from dodona.training.loop import Epoch
from dodona.training.train import train

__all__ = ["Epoch", "train"]
