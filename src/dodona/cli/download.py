"""`dodona download`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import dodona
from dodona.cli.printing import tell
from dodona.cli.training_display import Display
from dodona.downloads import cache_folder, download_treebank, find_model
from dodona.downloads.cache import writing_to
from dodona.downloads.fetching import NotReached
from dodona.downloads.models import model_called
from dodona.downloads.released import VARIABLE, address_of_release, download_released, read_release
from dodona.downloads.treebanks import ARCHIVE
from dodona.errors import near
from dodona.releases.building import making, obstacle, unfinished
from dodona.releases.index import Released
from dodona.releases.names import called, plain, suggestions, ud_treebanks
from dodona.releases.treebanks import source_in
from dodona.treebank.parts import cores


def download(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|URL",
            help="A language or a treebank (greek, el, el_gdt, UD_Greek-GDT), or the URL of a model.",
        ),
    ],
    treebank: Annotated[
        bool, typer.Option("--treebank", help="Download the treebank, and print the paths of its files.")
    ] = False,
    train: Annotated[
        bool,
        typer.Option("--train", help="Train on the treebank, even if there is a model to download."),
    ] = False,
    non_commercial: Annotated[
        bool,
        typer.Option(
            "--non-commercial",
            help="Also take a model whose licence forbids commercial use, or is unknown.",
        ),
    ] = False,
    models: Annotated[
        str | None,
        typer.Option(
            "--models",
            metavar="URL",
            help="The address of a folder of models that dodona models --build has written.",
            show_default=f"the environment variable {VARIABLE}",
        ),
    ] = None,
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
    """Download a model for a language or a treebank into the cache, or train it, and print its path.

    [bold]dodona download french && dodona parse -m french < text[/bold]

    The model is downloaded from the address in DODONA_MODELS or --models; of several, the one with the best
    LAS from raw text is taken. No address is built in, since no models are published yet: without one, or if
    it has no such model, a pipeline is trained on the treebank, which is downloaded from its public
    repository. An interrupted training continues with the same command. Models whose licence is not known to
    allow commercial use must be asked for with --non-commercial.

    [bold]dodona download --treebank UD_Greek-GDT[/bold]

    downloads a treebank of Universal Dependencies, unless it is in the cache, and prints the paths of its
    files.

    [bold]dodona download https://example.org/greek.model#sha256=...[/bold]

    downloads a model, and keeps it only if the checksum matches. Models from untrusted sources are safe to
    load. The cache is the system's, or the folder named by the environment variable DODONA_CACHE.
    """
    if treebank and train:
        raise dodona.OptionError("downloads no more than a treebank: leave out --train", option="treebank")
    if models and (treebank or train):
        raise dodona.OptionError("has no effect with --treebank or --train: leave it out", option="models")
    if "://" in name:
        for option, given in (("treebank", treebank), ("train", train), ("models", models)):
            if given:
                raise dodona.OptionError("needs a name, not a URL", option=option)
        tell(find_model(name))
    elif treebank:
        chosen, _ = _treebanks(name, [])
        for path in sorted(_downloaded(chosen, archive).iterdir()):
            tell(path)
    else:
        found, there = (None, []) if train else _found(name, models, non_commercial=non_commercial)
        tell(found or _trained(name, there, archive, non_commercial=non_commercial))


def _found(name: str, address: str | None, *, non_commercial: bool) -> tuple[Path | None, list[Released]]:
    """Return the model of a release, or else one in the cache, and all that the release has.

    If there is none, say why.
    """
    kept = model_called(name)
    if kept is not None and kept.parent != cache_folder("models") and plain(kept.stem) == plain(name):
        return kept, []  # it comes with Dodona
    release = address_of_release(address)
    there: list[Released] = []
    if release is None:
        why = f"no address of models in {VARIABLE} or --models"
    else:
        try:
            base, there = read_release(release)
            if found := download_released(base, there, name, non_commercial=non_commercial):
                others = f"; also: {', '.join(each.name for each in found.others)}" if found.others else ""
                tell(f"{found.model.described}{others}", err=True)
                return found.path, there
            why = f"{base}: no model is called {name}"
        except NotReached as error:
            why = str(error)
    if kept is not None:
        tell(f"{why}; using the one that is there", err=True)
        return kept, there
    _treebanks(name, there)  # refuses names of nothing
    tell(f"{why}; training on the treebank instead", err=True)
    return None, there


def _treebanks(name: str, models: Sequence[Released]) -> tuple[str, list[str]]:
    """Return the treebank that a name means, and the others of its language."""
    known = [*ud_treebanks(), *(each.names for each in models)]
    found = [each.treebank for each in called(name, known, lambda each: each)]
    if not found and name.startswith("UD_"):  # a later release may have it
        return name, []
    if not found:
        meant = near(name.lower(), suggestions(known))
        raise dodona.Error(f"{name}: no language, treebank or model is called that{meant}")
    usual, *others = dict.fromkeys(found)
    return usual, others


def _downloaded(name: str, archive: str | None) -> Path:
    """Return the folder of a treebank, which is downloaded if missing."""
    try:
        return download_treebank(name, archive=archive)
    except NotReached as error:
        known = [each.treebank for each in ud_treebanks()]
        raise NotReached(f"{error}{'' if name in known else near(name, known)}") from None


def _trained(name: str, there: Sequence[Released], archive: str | None, *, non_commercial: bool) -> Path:
    """Train a pipeline on a treebank, and return its path in the cache."""
    chosen, others = _treebanks(name, there)
    also = f"; other treebanks of the language: {', '.join(others)}" if others else ""
    source = source_in(_downloaded(chosen, archive))
    if reason := obstacle(source, non_commercial=non_commercial):
        raise dodona.Error(f"{chosen}: {reason}{also}")
    tell(f"{chosen}, {source.licence}{also}", err=True)
    place = cache_folder("models")
    with writing_to(place), unfinished(place) as work, Display(Console(stderr=True)) as display:
        made = making("default", None, None).make(
            source,
            work,
            data=source.digest(),
            threads=min(cores(), 8),
            on_step=display.step,
            on_start=display.start,
            on_epoch=display.epoch,
        )
        (work / made.file).replace(place / made.file)
    tell(made.described, err=True)
    return place / made.file
