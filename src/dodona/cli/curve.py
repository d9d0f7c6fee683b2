"""`dodona curve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dodona.cli.options import A_MODEL, ENGLISH
from dodona.cli.printing import tell
from dodona.downloads.models import find_model
from dodona.pipelines.loading import parser_and_whole
from dodona.training.curve import plot_curves


def curve(
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            "-m",
            metavar="MODEL",
            help=f"{A_MODEL} Several are compared.",
            show_default=ENGLISH,
        ),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The figure; its extension gives the format: svg, png, pdf.",
        ),
    ] = "curve.svg",
) -> None:
    """Plot the learning curves of models: scores on development data, and the rate of updates.

    A dot marks the best epoch, which is the one in the model. Needs matplotlib:
    [cyan]pip install 'dodona\\[plot]'[/cyan].
    """
    models = model or ["english"]
    names = [Path(model).name for model in models]
    # Models of the same name are distinguished by their folders.
    named = models if len(set(names)) < len(set(models)) else names
    plot_curves(
        {
            name: parser_and_whole(find_model(model))[0].info
            for name, model in zip(named, models, strict=True)
        },
        output,
    )
    tell(output)
