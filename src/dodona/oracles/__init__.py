"""Oracles: the cost of each move, with explanations."""

from dodona.oracles.dynamic import DynamicOracle
from dodona.oracles.explanation import Explanation, Loss, MoveExplanation
from dodona.oracles.lattice import Lattice, LatticeTransition, lattice
from dodona.oracles.oracle import Oracle
from dodona.oracles.static import StaticOracle
from dodona.oracles.swap import SwapOracle
from dodona.oracles.swap_counts import SwapCounts, swap_counts
from dodona.oracles.walking import Step, Walk, walk

__all__ = [
    "DynamicOracle",
    "Explanation",
    "Lattice",
    "LatticeTransition",
    "Loss",
    "MoveExplanation",
    "Oracle",
    "StaticOracle",
    "Step",
    "SwapCounts",
    "SwapOracle",
    "Walk",
    "lattice",
    "swap_counts",
    "walk",
]
