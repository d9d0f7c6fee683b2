"""Figures 5 and 6: LAS on development data and the number of swaps, by epoch."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from dodona.errors import file_error
from dodona.evaluation.reliability_plot import check_plot
from dodona.experiments.bjorkelund_nivre_2015.conditions import ORACLES
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction
from dodona.runs.experiment import Experiment
from dodona.treebank.source import written

#: Colours for all kinds of colour vision (Okabe and Ito); static oracles have broken lines.
_LOOKS = {
    "nd-sw": ("#E69F00", "-"),
    "nd-all": ("#D55E00", "-"),
    "eager": ("#0072B2", "--"),
    "lazy": ("#009E73", "--"),
    "minimal": ("#333333", ":"),
}


def check_figures(folder: str | os.PathLike[str]) -> None:
    """Check, before any training, that figures can be drawn and written."""
    check_plot("figure.svg")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(folder, error) from error


def plot_figures(found: SwapReproduction, folder: str | os.PathLike[str]) -> list[Path]:
    """Draw a figure for each search and treebank, and return their paths."""
    check_figures(folder)
    drawn = []
    for search in found.searches:
        for experiment in found.experiments:
            path = Path(folder) / f"{search}-{experiment.name.replace('/', '-')}.svg"
            _plot(found, experiment, search, path)
            drawn.append(path)
    return drawn


def _plot(found: SwapReproduction, experiment: Experiment, search: str, path: Path) -> None:
    figure = check_plot(path)(figsize=(10, 4), layout="constrained")
    las, swaps = figure.subplots(1, 2)
    for name in ORACLES:
        points = found.curve(experiment, search, name)
        if not points:
            continue
        epochs = range(1, len(points) + 1)
        colour, line = _LOOKS[name]
        look = {"color": colour, "linestyle": line, "linewidth": 1.5, "label": name.upper()}
        las.plot(epochs, [100 * point.las for point in points], **look)
        swaps.plot(epochs, [point.swaps for point in points], **look)
    las.set(ylabel="LAS on development data, %")
    swaps.set(ylabel="swaps in a sentence of the training data")
    swaps.set_ylim(bottom=0)
    for axis in (las, swaps):
        _dressed(axis)
    figure.suptitle(f"{experiment.name}, {search} search", x=0.01, ha="left", fontsize=9)
    with written(path) as file:
        figure.savefig(file, format="svg")


def _dressed(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_xlabel("epoch")
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(alpha=0.25, linewidth=0.6)
    axis.legend(frameon=False, fontsize=8)
