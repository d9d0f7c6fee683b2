"""The tables of Goldberg (2013): accuracy, sizes and calibration, with the paper's figures."""

from __future__ import annotations

from statistics import fmean

from rich.console import Group as Renderables
from rich.console import RenderableType
from rich.table import Table

from dodona.evaluation.tables import facts
from dodona.experiments.goldberg_2013 import CALIBRATION, LIKE, SAMPLED, SIZES, TABLE_1, TABLE_2
from dodona.experiments.paper import METRICS, PublishedTable
from dodona.experiments.report import Reproduction
from dodona.experiments.report_tables import circumstances
from dodona.runs.bins import Bin, together
from dodona.runs.experiment import Experiment
from dodona.tables import table


def probability_tables(found: Reproduction) -> RenderableType:
    """Return Tables 1 to 4, with columns for each treebank."""
    parts: list[RenderableType] = [
        facts(
            circumstances(found, "training trees that are not projective left out, development data as it is")
        )
    ]
    for title, conditions in (("Table 1: accuracy", TABLE_1), ("Table 2: what to explore", TABLE_2)):
        parts += ["", _scores(found, title, conditions)]
    return Renderables(*parts, "", _sizes(found), "", _calibration(found))


def _scores(found: Reproduction, title: str, conditions: tuple[str, ...]) -> Table:
    columns = [f"{each.name} {metric.upper()}" for each in found.experiments for metric in METRICS]
    made = table(title, "", *columns)
    published = next(iter(found.paper.tables.values()))
    for condition in conditions:
        scores = [
            f"{found.mean([each], condition, metric):.2f}{_beside(published, each, condition, metric)}"
            for each in found.experiments
            for metric in METRICS
        ]
        made.add_row(condition, *scores)
    return made


def _beside(published: PublishedTable, experiment: Experiment, condition: str, metric: str) -> str:
    corpus = _like(experiment)
    if corpus is None:
        return ""
    return f" ({published.scores[metric][condition][published.corpora.index(corpus)]:.2f})"


def _like(experiment: Experiment) -> str | None:
    """Return the paper's version of our treebank, if it has one."""
    return LIKE.get(experiment.files.name.rpartition("/")[2])


def _sizes(found: Reproduction) -> Table:
    published = next(iter(found.paper.tables.values()))
    made = table("Table 3: weights that are not 0", "", *(each.name for each in found.experiments))
    for condition, sizes in SIZES.items():
        row = []
        for experiment in found.experiments:
            corpus = _like(experiment)
            own = fmean(run.weights for run in found.runs(experiment, condition))
            row.append(_thousands(own) + (f" ({sizes[published.corpora.index(corpus)]}k)" if corpus else ""))
        made.add_row(condition, *row)
    return made


def _thousands(number: float) -> str:
    """Format a number as in the paper.

    >>> _thousands(912_345), _thousands(48)
    ('912k', '0.0k')
    """
    return f"{number / 1000:.0f}k" if number >= 10_000 else f"{number / 1000:.1f}k"


def _calibration(found: Reproduction) -> RenderableType:
    """Return Table 4, and the same with calibrated probabilities."""
    runs = [found.runs(each, SAMPLED) for each in found.experiments]
    as_they_are = [[run.bins for run in each] for each in runs]
    calibrated = [[run.calibrated_bins for run in each] for each in runs]
    again = "Table 4, calibrated: each half of the sentences by isotonic regression on the other half"
    return Renderables(
        _bins(found, f"Table 4: calibration of {SAMPLED}", as_they_are, beside=True),
        "",
        _bins(found, again, calibrated, beside=False),
    )


def _bins(found: Reproduction, title: str, runs: list[list[tuple[Bin, ...]]], *, beside: bool) -> Table:
    """Pool the decisions of all seeds; counts are means per seed."""
    columns = [
        f"{each.name} {what}" for each in found.experiments for what in ("decisions", "expected", "right")
    ]
    made = table(title, "", *columns)
    all_bins = [together(each) for each in runs]
    for number in range(len(all_bins[0])):
        row = []
        for experiment, bins in zip(found.experiments, all_bins, strict=True):
            here, corpus = bins[number], _like(experiment) if beside else None
            theirs = CALIBRATION[corpus][number - 1] if corpus in CALIBRATION and number else None
            row += [
                f"{here.decisions / len(found.seeds):,.0f}" + (f" ({theirs[0]:,})" if theirs else ""),
                f"{100 * here.nominal:.1f}%" if here.decisions else "",
                (f"{100 * here.share:.1f}%" if here.decisions else "")
                + (f" ({theirs[1]}%)" if theirs else ""),
            ]
        made.add_row(f"{number / 10:.1f}", *row)
    return made
