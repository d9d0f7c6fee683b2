"""The histogram of differences in UAS (Figure 2 of the paper), and their relation to surviving references."""

from __future__ import annotations

import os

import numpy as np

from dodona.evaluation.reliability_plot import check_plot
from dodona.schemes.learnability import Learnability
from dodona.treebank.source import written

#: Colours that colour-blind readers can distinguish (Okabe and Ito).
_BLUE, _ORANGE, _INK = "#0072B2", "#E69F00", "#333333"


def plot_learnability(found: Learnability, output: str | os.PathLike[str]) -> None:
    """Draw the distribution of differences in UAS, and the share of surviving references against them."""
    figure = check_plot(output)(figsize=(10, 4), layout="constrained")
    histogram, survival = figure.subplots(1, 2)
    differences = np.array([each.difference for each in found.schemes])
    widest = max(1.0, float(np.ceil(np.abs(differences).max() * 2) / 2)) if len(differences) else 1.0
    bins = np.arange(-widest, widest + 0.25, 0.5)
    histogram.hist(differences, bins=bins, density=True, color=_BLUE, edgecolor="white", linewidth=0.5)
    histogram.axvline(0, color=_INK, linewidth=0.8)
    histogram.set(xlabel="UAS of the original less UAS of the transformed, points", ylabel="density")
    for is_significant, colour, name in ((False, _ORANGE, "within noise"), (True, _BLUE, "significant")):
        points = [
            (each.difference, 100 * each.applied)
            for each in found.schemes
            if each.is_significant == is_significant
        ]
        if points:
            survival.plot(*zip(*points, strict=True), "o", color=colour, markersize=4, label=name)
    survival.axvline(0, color=_INK, linewidth=0.8)
    survival.axhline(50, color=_INK, linewidth=0.8)
    survival.set(
        xlabel="UAS of the original less UAS of the transformed, points",
        ylabel="surviving transformed references, %",
        ylim=(-3, 103),
    )
    if found.schemes:
        survival.legend(frameon=False, fontsize=8)
    for axis in (histogram, survival):
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(alpha=0.25, linewidth=0.6)
    with written(output) as file:
        figure.savefig(file, format=os.fspath(output).rpartition(".")[2].lower())
