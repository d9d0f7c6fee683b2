"""`dodona reproduce`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from dodona.cli.options import (
    CacheOption,
    JobsOption,
    JsonOption,
    SeedsOption,
    is_given,
    print_tables,
)
from dodona.cli.printing import tell_json
from dodona.errors import OptionError
from dodona.evaluation.tables import facts
from dodona.experiments import PAPERS
from dodona.experiments import paper as paper_called
from dodona.experiments import reproduce as reproduction
from dodona.experiments.bjorkelund_nivre_2015.conditions import BJORKELUND_NIVRE_2015, ORACLES, SEARCHES
from dodona.experiments.bjorkelund_nivre_2015.figures import check_figures, plot_figures
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction
from dodona.experiments.goldberg_nivre_2012 import GOLDBERG_NIVRE_2012
from dodona.experiments.reproduction import TAGS
from dodona.experiments.wisniewski_2018 import WISNIEWSKI_2018
from dodona.experiments.wisniewski_2018.reproduction import SchemesReproduction
from dodona.runs.experiment import OUT_OF_DOMAIN
from dodona.schemes.learnability_plot import plot_learnability
from dodona.treebank.parts import cores


def reproduce(
    context: typer.Context,
    paper: Annotated[
        str | None,
        typer.Argument(metavar="[PAPER]", help="The paper; without it, all are listed."),
    ] = None,
    treebanks: Annotated[
        str | None,
        typer.Option(
            "--treebanks",
            metavar="DIR",
            help="A folder of folders, each with a training and a test file (train.conllu, test.conllu, "
            "compressed or not).",
        ),
    ] = None,
    seeds: SeedsOption = 3,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="NAME,...",
            help="Only these treebanks, by the names of their folders; * matches anything.",
        ),
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(
            "--epochs", metavar="N", min=1, help="The number of epochs.", show_default="as in the paper"
        ),
    ] = None,
    out_of_domain: Annotated[
        bool,
        typer.Option(
            "--out-of-domain/--in-domain",
            help="For goldberg-nivre-2012: where sentences name their genre (UD English-EWT), also train "
            "without each genre and test on it.",
        ),
    ] = True,
    search: Annotated[
        str | None,
        typer.Option(
            "--search",
            metavar="|".join(SEARCHES),
            help="For bjorkelund-nivre-2015: greedy parsers, parsers with a beam, or both.",
            show_default=next(iter(SEARCHES)),
        ),
    ] = None,
    oracles: Annotated[
        str | None,
        typer.Option(
            "--oracles",
            metavar="NAME,...",
            help=f"For bjorkelund-nivre-2015: only these of {', '.join(ORACLES)}.",
        ),
    ] = None,
    features: Annotated[
        str | None,
        typer.Option(
            "--features",
            metavar="NAME",
            help="Train everything with another set of templates. Not for chang-2015 and wisniewski-2018.",
            show_default="the paper's: zhang-nivre",
        ),
    ] = None,
    root: Annotated[
        str | None,
        typer.Option(
            "--root",
            metavar="first|last|none",
            help="For goldberg-2013: the position of the root, which the paper does not state.",
            show_default="none",
        ),
    ] = None,
    pseudo_projective: Annotated[
        bool,
        typer.Option(
            "--pseudo-projective/--swap-only",
            help="For bjorkelund-nivre-2015: compare with pseudo-projective arc-eager, swap-hybrid "
            "and swap-eager, or do not.",
        ),
    ] = True,
    each_step: Annotated[
        bool,
        typer.Option(
            "--each-step",
            help="For bjorkelund-nivre-2015, with a beam: also update against the best correct configuration "
            "at every step, which the paper rejects.",
        ),
    ] = False,
    tags: Annotated[
        str,
        typer.Option(
            "--tags",
            metavar="|".join(TAGS),
            help="predicted: tag the training data by jackknifing, in as many folds as the paper, and other "
            "data with a tagger trained on all of it; for the papers that predict tags.",
        ),
    ] = "gold",
    plots: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="DIR",
            help="For bjorkelund-nivre-2015: draw Figures 5 and 6 into this folder, a picture for each "
            "treebank; for wisniewski-2018: draw Figure 2.",
        ),
    ] = None,
    jobs: JobsOption = None,
    cache: CacheOption = None,
    finished: Annotated[
        bool,
        typer.Option(
            "--finished", help="For wisniewski-2018: train nothing, report what is in the cache already."
        ),
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Reproduce the experiments of a paper on your own treebanks.

    Trains every condition of the paper on every treebank with several seeds, and
    scores it on the data that the paper tests on. The tables show the scores beside
    the paper's, or mean gains with their significance, and sizes, calibration and
    learning curves where the paper has them. Progress is printed on standard error.
    With [bold]--cache[/bold], an interrupted run can be continued.

    Needs scipy: [cyan]pip install 'dodona\\[compare]'[/cyan]; figures need matplotlib:
    [cyan]pip install 'dodona\\[plot]'[/cyan].
    """
    if paper is None:
        _list(json_)
        return
    paper_called(paper)
    if treebanks is None:
        raise OptionError("is needed: a folder of treebanks", option="treebanks")
    if is_given(context, "out_of_domain") and OUT_OF_DOMAIN not in PAPERS[paper].tables:
        name = "out_of_domain" if out_of_domain else "in_domain"
        raise OptionError(f"is for {GOLDBERG_NIVRE_2012.name} only", option=name)
    if is_given(context, "pseudo_projective") and paper != BJORKELUND_NIVRE_2015.name:
        name = "pseudo_projective" if pseudo_projective else "swap_only"
        raise OptionError(f"is for {BJORKELUND_NIVRE_2015.name} only", option=name)
    if plots is not None:
        drawn = (BJORKELUND_NIVRE_2015.name, WISNIEWSKI_2018.name)
        if paper not in drawn:
            raise OptionError(f"is for {' and '.join(drawn)} only", option="plot")
        check_figures(plots)
    found = reproduction(
        paper,
        treebanks,
        seeds=seeds,
        only=_names(only),
        epochs=epochs,
        out_of_domain=out_of_domain,
        search=search,
        oracles=_names(oracles),
        features=features,
        root=root,
        pseudo_projective=pseudo_projective,
        each_step=each_step,
        tags=tags,
        finished=finished,
        jobs=jobs or cores(),
        cache=cache,
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )
    if plots is not None and isinstance(found, SwapReproduction):
        plot_figures(found, plots)
    if plots is not None and isinstance(found, SchemesReproduction):
        plot_learnability(found.found, Path(plots) / "differences.svg")
    if json_:
        tell_json(found.to_dict())
    else:
        print_tables(found)


def _names(given: str | None) -> list[str]:
    return [name for name in (given or "").split(",") if name]


def _list(json_: bool) -> None:
    if json_:
        tell_json({name: paper.reference for name, paper in PAPERS.items()})
    else:
        print_tables(_papers())


def _papers() -> Table:
    return facts([(name, paper.reference) for name, paper in PAPERS.items()])
