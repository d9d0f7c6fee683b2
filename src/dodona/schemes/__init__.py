"""Annotation schemes: transformation rules, multiple references, and learnability."""

from dodona.schemes.from_files import references_from_treebanks
from dodona.schemes.from_misc import references_from_misc
from dodona.schemes.learnability import Learnability, learnability
from dodona.schemes.measures import derivation_perplexity, predictability
from dodona.schemes.references import References, references_by_rules
from dodona.schemes.rules import Rules, rules_called, shipped
from dodona.schemes.training import TrainedOnReferences, train_on_references
from dodona.schemes.transforming import apply_rules, try_rules, undo_rules

__all__ = [
    "Learnability",
    "References",
    "Rules",
    "TrainedOnReferences",
    "apply_rules",
    "derivation_perplexity",
    "learnability",
    "predictability",
    "references_by_rules",
    "references_from_misc",
    "references_from_treebanks",
    "rules_called",
    "shipped",
    "train_on_references",
    "try_rules",
    "undo_rules",
]
