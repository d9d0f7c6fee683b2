"""`dodona download`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

import dodona
from dodona.cli.printing import tell
from dodona.cli.training_display import Display
from dodona.downloads import cache_folder, download_treebank, find_model
from dodona.downloads.treebanks import ARCHIVE, trees_of


def download(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|URL", help="A UD treebank, such as UD_Greek-GDT, or the URL of a model."
        ),
    ],
    train: Annotated[
        bool,
        typer.Option("--train", help="Train a pipeline on the treebank; it gets the name of the treebank."),
    ] = False,
    archive: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="URL",
            help="The URL of a treebank's zip file; {name} stands for its name.",
            show_default=ARCHIVE,
        ),
    ] = None,
) -> None:
    """Download a treebank of Universal Dependencies, or a model, into the cache.

    [bold]dodona download UD_Greek-GDT[/bold]

    downloads the treebank from its public repository, unless it is in the cache, and prints the paths of its
    files. With --train, a tokeniser, tagger, lemmatiser and parser are trained on it:

    [bold]dodona download UD_Greek-GDT --train && dodona parse -m UD_Greek-GDT < text[/bold]

    [bold]dodona download https://example.org/greek.model#sha256=...[/bold]

    downloads a model, and keeps it only if the checksum matches. Models from untrusted sources are safe to
    load. The cache is the system's, or the folder named by the environment variable DODONA_CACHE.
    """
    if "://" in name:
        if train:
            raise dodona.OptionError("needs a treebank, not a model", option="train")
        tell(find_model(name))
        return
    folder = download_treebank(name, archive=archive)
    trees = trees_of(folder)
    if not train:
        for path in sorted(folder.iterdir()):
            tell(path)
        return
    if "train" not in trees:
        raise dodona.Error(f"{folder}: this treebank has no training data")
    output = cache_folder("models") / f"{name}.model"
    output.parent.mkdir(parents=True, exist_ok=True)
    with Display(Console(stderr=True)) as display:
        dodona.train_pipeline(
            dodona.read(trees["train"]),
            dodona.read(trees["dev"]) if "dev" in trees else None,
            output=output,
            on_step=display.step,
            on_start=display.start,
            on_epoch=display.epoch,
        )
    tell(output)
