"""`dodona models`."""

from __future__ import annotations

from typing import Annotated

import typer

import dodona
from dodona.cli.options import JobsOption, JsonOption, QuietOption
from dodona.cli.printing import tell, tell_json
from dodona.downloads import known_models
from dodona.models.container import kind_of
from dodona.releases.building import build as build_release
from dodona.releases.building import making
from dodona.tables import counted

#: Where models are built by default.
_OUTPUT = "models"


def models(
    build: Annotated[
        str | None,
        typer.Option(
            "--build",
            metavar="FOLDER",
            help="Train a pipeline for each treebank in this folder: a release of Universal Dependencies, "
            "several, or any folders of CoNLL-U files.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where to write the models.", show_default=_OUTPUT
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="NAME,...",
            help="Only these treebanks or languages: el_gdt, UD_Greek-GDT, greek, el_*.",
        ),
    ] = None,
    non_commercial: Annotated[
        bool,
        typer.Option(
            "--non-commercial",
            help="Also take treebanks whose licence forbids commercial use, or is unknown.",
        ),
    ] = False,
    recipe: Annotated[
        str | None,
        typer.Option(
            "--recipe", "-r", metavar="NAME|FILE", help="How to train: a recipe.", show_default="default"
        ),
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(
            "--epochs", metavar="N", min=1, help="The number of epochs.", show_default="the recipe's"
        ),
    ] = None,
    jackknife: Annotated[
        int | None,
        typer.Option(
            "--jackknife",
            metavar="N",
            min=0,
            help="Train parsers on predicted tags, as in dodona train; 0: on the treebank's.",
            show_default="10; 0 with networks",
        ),
    ] = None,
    jobs: JobsOption = None,
    quiet: QuietOption = False,
    json_: JsonOption = False,
) -> None:
    """List the models that `dodona parse -m NAME` knows by name, or build models of many treebanks.

    The list has the English models that come with Dodona, and those that [bold]dodona download[/bold] has
    downloaded or trained. [bold]dodona info NAME[/bold] describes one. A model can also be named by its
    language or its treebank: [bold]-m greek[/bold], [bold]-m UD_Greek-GDT[/bold].

    [bold]dodona models --build ud-treebanks-v2.17 --output models[/bold]

    trains a tokeniser, tagger, lemmatiser and parser for each treebank whose licence is known to allow
    commercial use, and scores it on the test data. The output can be uploaded as it is, for [bold]dodona
    download[/bold]: models, models.json (an index), README.md (scores and licences) and SHA256SUMS.

    Killed at any moment, the same command continues: complete models stay, others go on after their last
    epoch, and the files are the same. Without development data, every tenth training sentence serves as
    such; treebanks without training data or without text are left out, with a line that says so.
    """
    if build is None:
        given = {
            "output": output, "only": only, "non_commercial": non_commercial or None, "recipe": recipe,
            "epochs": epochs, "jackknife": jackknife, "jobs": jobs, "quiet": quiet or None,
        }  # fmt: skip
        for option, value in given.items():
            if value is not None:
                raise dodona.OptionError("needs --build", option=option)
        _list(json_)
        return
    if json_:
        raise dodona.OptionError("has no effect with --build, which writes models.json", option="json")
    place = output or _OUTPUT
    made, failures = build_release(
        build,
        place,
        making(recipe or "default", epochs, jackknife),
        non_commercial=non_commercial,
        only=[name for name in (only or "").split(",") if name],
        jobs=jobs,
        tell=lambda line: None if quiet else tell(line, err=True),
    )
    if failures:
        what = counted(len(failures), "treebank")
        raise dodona.Error(f"{place}: {what} failed, the others are complete; the first: {failures[0]}")
    if not quiet:
        tell(f"{place}: {counted(len(made), 'model')}", err=True)


def _list(json_: bool) -> None:
    found = known_models()
    kinds = [kind_of(known.path) or "damaged" for known in found]
    abouts = [known.about for known in found]
    if json_:
        rows = [
            {"name": known.name, "kind": kind, "bytes": known.size, "path": str(known.path), **about}
            for known, kind, about in zip(found, kinds, abouts, strict=True)
        ]
        tell_json(rows)
        return
    described = [", ".join(filter(None, (about.get("treebank"), about.get("licence")))) for about in abouts]
    widths = [max(map(len, column), default=0) for column in ([known.name for known in found], described)]
    for known, kind, about in zip(found, kinds, described, strict=True):
        size = f"{known.size / 1e6:6.1f} MB"
        tell(f"{known.name:<{widths[0]}}  {kind:<8}  {size}  {about:<{widths[1]}}  {known.path}")
