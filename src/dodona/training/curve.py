"""Learning curves as pictures."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from dodona.drawing.pictures import kind_of_picture
from dodona.errors import MissingExtraError, OptionError
from dodona.treebank.source import written


def plot_curves(infos: Mapping[str, Mapping[str, Any]], output: str | os.PathLike[str]) -> None:
    """Draw the learning curves of models, given as `Parser.info` by name."""
    kind = kind_of_picture("output", output)
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator
    except ImportError as error:
        raise MissingExtraError("plotting", "plot") from error
    if not infos:
        raise OptionError("there is no model to plot")

    scored = any(info["dev"] for info in infos.values())
    figure = Figure(figsize=(10 if scored else 5.5, 4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, 2 if scored else 1, squeeze=False)[0]
    for number, (name, info) in enumerate(infos.items()):
        epochs = [point["epoch"] for point in info["curve"]]
        colour, best = f"C{number % 10}", info["best_epoch"] - 1
        errors = [100 * point["update_rate"] for point in info["curve"]]
        axes[-1].plot(epochs, errors, color=colour, label=name)
        if not info["dev"]:
            continue
        for measure, style in (("uas", ":"), ("las", "-")):
            values = [100 * point[measure] for point in info["curve"]]
            axes[0].plot(epochs, values, style, color=colour, label=f"{name} {measure.upper()}")
            axes[0].plot(epochs[best], values[best], "o", color=colour)
    axes[-1].set(title="Decisions that were wrong", xlabel="epoch", ylabel="%")
    if scored:
        axes[0].set(title="Development data, without punctuation", xlabel="epoch", ylabel="%")
    for axis in axes:
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
        axis.grid(alpha=0.3)
        axis.legend(fontsize="small")
    with written(output) as file:
        figure.savefig(file, format=kind)
