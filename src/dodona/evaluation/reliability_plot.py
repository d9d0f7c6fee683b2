"""Plots of the reliability diagram and the risk-coverage curve."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dodona.drawing.pictures import kind_of_picture
from dodona.errors import MissingExtraError
from dodona.evaluation.calibration import Calibration
from dodona.evaluation.measures import Floats
from dodona.evaluation.reliability import Reliability, RiskCoverage
from dodona.treebank.source import written

#: Colours that colour-blind readers can distinguish (Okabe and Ito).
_LOOKS = {
    "Heads": ("#0072B2", "o"),
    "Labels": ("#E69F00", "s"),
    "Whole trees": ("#009E73", "D"),
    "Heads left over": ("#CC79A7", "^"),
}
_INK, _FAINT = "#333333", "#BBBBBB"


def check_plot(output: str | os.PathLike[str]) -> Any:
    """Check before any work that a figure can be drawn; return the figure class."""
    kind_of_picture("plot", output)
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("plotting", "plot") from error

    def figure(**options: Any) -> Figure:
        made = Figure(**options)
        FigureCanvasAgg(made)
        return made

    return figure


def plot_reliability(found: Reliability, output: str | os.PathLike[str], *, title: str = "") -> None:
    """Draw accuracy against confidence, and the accuracy of the most confident part.

    The `title` identifies the model and the estimator.
    """
    figure = check_plot(output)(figsize=(13.5, 4.8), layout="constrained")
    diagram, gaps, curve = figure.subplots(1, 3)
    drawn = {name: each for name, each in found.calibrations.items() if name in _LOOKS and len(each.bins) > 1}
    _diagram(diagram, drawn)
    _gaps(gaps, drawn)
    _curve(curve, found)
    for axis in (diagram, gaps, curve):
        _dressed(axis)
    about = f"{title}, on {Path(found.gold).name}" if title else Path(found.gold).name
    figure.suptitle(f"{about}: {found.words:,} words", x=0.01, ha="left", fontsize=9, color=_INK)
    with written(output) as file:
        figure.savefig(file, format=kind_of_picture("plot", output), dpi=150)


def _diagram(axis: Any, drawn: Mapping[str, Calibration]) -> None:
    """Draw accuracy against confidence, with two standard errors around each point."""
    axis.plot([0, 100], [0, 100], color=_FAINT, linewidth=1, zorder=1, label="perfect calibration")
    for name, each in drawn.items():
        sure, right, chance = _percentages(each)
        colour, mark = _LOOKS[name]
        low, high = np.maximum(right - chance, 0), np.minimum(right + chance, 100)
        axis.vlines(sure, low, high, color=colour, alpha=0.35, linewidth=2)
        axis.plot(sure, right, mark, markersize=4.5, linestyle="-", linewidth=1, color=colour, label=name)
    axis.set(xlim=(0, 101), ylim=(0, 101))
    axis.set_title("Reliability", loc="left")
    axis.set(xlabel="confidence, %", ylabel="accuracy, %")
    axis.legend(frameon=False, fontsize=8, loc="upper left")


def _gaps(axis: Any, drawn: Mapping[str, Calibration]) -> None:
    """Draw the differences with equal distances between bins, since most are just below 100%."""
    axis.axhline(0, color=_FAINT, linewidth=1, zorder=1)
    for name, each in drawn.items():
        sure, right, chance = _percentages(each)
        colour, mark = _LOOKS[name]
        counts = np.array([part.count for part in each.bins])
        place = 100 * (np.cumsum(counts) - counts / 2) / counts.sum()
        axis.vlines(
            place, right - sure - chance, right - sure + chance, color=colour, alpha=0.35, linewidth=2
        )
        label = f"{name}: ECE {each.ece:.4f}, chance {each.ece_by_chance.mean:.4f}"
        axis.plot(
            place, right - sure, mark, markersize=4.5, linestyle="-", linewidth=1, color=colour, label=label
        )
    axis.set_title("Underconfident above the line, overconfident below", loc="left")
    axis.set(xlabel="predictions by increasing confidence, %", ylabel="right − sure, points", xlim=(0, 100))
    lowest, highest = axis.get_ylim()
    axis.set_ylim(lowest - 0.35 * (highest - lowest), highest)  # room for the legend
    axis.legend(frameon=False, fontsize=8, loc="lower right")


def _percentages(each: Calibration) -> tuple[Floats, Floats, Floats]:
    """Return confidence, accuracy and two standard errors for every bin."""
    sure = 100 * np.array([part.confidence for part in each.bins])
    right = 100 * np.array([part.accuracy for part in each.bins])
    counts = np.array([part.count for part in each.bins])
    return sure, right, 2 * np.sqrt(sure * (100 - sure) / counts)


def _curve(axis: Any, found: Reliability) -> None:
    _surest(axis, found.surest_sentences, *_LOOKS["Whole trees"])
    _surest(axis, found.surest_words, *_LOOKS["Heads"])
    axis.invert_xaxis()
    axis.set_title("Risk and coverage", loc="left")
    axis.set(xlabel="coverage, most confident first, %", ylabel="score of the covered part, %")
    axis.legend(frameon=False, fontsize=8, loc="lower right")


def _surest(axis: Any, surest: RiskCoverage, colour: str, mark: str) -> None:
    coverage = [100 * point.coverage for point in surest.points]
    accuracy = [100 * point.accuracy for point in surest.points]
    label = f"{surest.measure} of the most confident {surest.what}"
    axis.plot(coverage, accuracy, marker=mark, markersize=4.5, linewidth=1.5, color=colour, label=label)
    at = next(place for place, value in enumerate(coverage) if round(value) == 80)
    axis.annotate(
        f"{accuracy[at]:.1f}",
        (coverage[at], accuracy[at]),
        xytext=(-10, 8),
        textcoords="offset points",
        ha="center",
        fontsize=8,
        color=colour,
    )


def _dressed(axis: Any) -> None:
    """Make the axes square, and mute everything but the data."""
    axis.set_box_aspect(1)
    axis.spines[["top", "right"]].set_visible(False)
    axis.spines[["left", "bottom"]].set_color(_FAINT)
    axis.tick_params(colors=_INK, length=3, color=_FAINT, labelsize=8)
    axis.grid(alpha=0.25, linewidth=0.6)
