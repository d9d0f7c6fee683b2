"""Learning from raw text: a teacher labels it, and a student learns from the silver trees."""

from dodona.distillation.distil import distil
from dodona.distillation.labelling import Silver, label

__all__ = ["Silver", "distil", "label"]
