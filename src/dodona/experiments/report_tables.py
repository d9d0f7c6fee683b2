"""The tables of a reproduction."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from rich.console import Group as Renderables
from rich.console import RenderableType
from rich.table import Table

from dodona.evaluation.comparison_tables import mark
from dodona.evaluation.tables import facts
from dodona.experiments.gains import wilcoxon_p
from dodona.experiments.paper import METRICS
from dodona.experiments.report import Reproduction
from dodona.runs.experiment import Experiment
from dodona.tables import table

#: Some short sentences recur: up to 7% of the test sentences in the treebanks we tested.
_MANY = 0.1


def reproduction_tables(found: Reproduction) -> RenderableType:
    """Return the settings, and for each kind of experiment the scores and the gains."""
    data = "training trees made projective (baseline), test trees as they are"
    parts: list[RenderableType] = [facts([*circumstances(found, data), _TESTS])]
    for kind in found.kinds():
        parts += ["", _scores(found, kind), *warnings(found, found.of_kind(kind)), _gains(found, kind)]
    return Renderables(*parts)


_TESTS = ("Tests", "two-sided Wilcoxon signed-rank, over treebanks and seeds, and over treebanks alone")


def circumstances(found: Reproduction, data: str) -> list[tuple[str, str]]:
    """Return the settings of a reproduction."""
    seeds, many = ", ".join(map(str, found.seeds)), "seed" if len(found.seeds) == 1 else "seeds"
    epochs = f"{found.epochs} epoch{'s' * (found.epochs != 1)}"
    templates = f"; the templates '{found.features}' instead of the paper's" if found.features else ""
    root = f"; root: {found.root}" if found.root else ""
    return [
        ("Paper", found.paper.reference),
        ("Training", f"{epochs}, the last one counts; {many} {seeds}{templates}{root}"),
        ("Data", f"{found.tags}; {data}"),
        ("Scores", "means over seeds, without punctuation (the gold tag is PUNCT or .)"),
    ]


def _scores(found: Reproduction, kind: str) -> Table:
    """Return the table of scores; its last columns are the gains in LAS, ours and the counterpart's."""
    names = [condition.name for condition in found.paper.conditions]
    heads = [f"{metric.upper()} {name}" for metric in METRICS for name in names]
    made = table(kind.capitalize(), "", *heads, f"{names[-1]} − {names[0]}", "in the paper")
    rows = [(experiment.name, experiment.key, [experiment]) for experiment in found.of_kind(kind)]
    for name, key, experiments in (*rows, ("mean", "", found.of_kind(kind))):
        scores = [found.mean(experiments, each, metric) for metric in METRICS for each in names]
        alike = found.paper.tables[kind].gain_like(key, "las", names[-1], names[0])
        made.add_row(
            name,
            *(f"{score:.2f}" for score in scores),
            f"{scores[-1] - scores[-len(names)]:+.2f}",
            f"{alike[1]:+.2f} ({alike[0]})" if alike else "",
        )
    return made


def warnings(found: Reproduction, experiments: Iterable[Experiment]) -> list[str]:
    """Return a warning for each treebank with many test sentences in its training data."""
    names = {experiment.name for experiment in experiments}
    shares = {run.experiment: run.repeated for run in found.results if run.experiment in names}
    return [
        f"{name}: {100 * share:.0f}% of the test sentences are in the training data as well\n"
        for name, share in shares.items()
        if share > _MANY
    ]


def _gains(found: Reproduction, kind: str) -> Table:
    published = found.paper.tables[kind]
    title = f"Mean gains over {found.paper.baseline}, {kind}: († p < 0.05, ‡ p < 0.01)"
    made = table(title, "", "Measure", "Gain", "Better in", "p (runs)", "p (treebanks)")
    for condition in found.paper.conditions[1:]:
        for metric in METRICS:
            ours = found.gain(kind, condition.name, metric)
            made.add_row(
                f"{condition.name}, here",
                metric.upper(),
                f"{ours.mean:+.2f}",
                f"{ours.better} of {ours.treebanks}",
                mark(ours.p_runs),
                mark(ours.p_treebanks),
            )
            theirs = published.gains(metric, condition.name, found.paper.baseline)
            made.add_row(
                f"{condition.name}, {published.source.partition(':')[0]} of the paper",
                metric.upper(),
                f"{fmean(theirs):+.2f}",
                f"{sum(value > 0 for value in theirs)} of {len(theirs)}",
                "",
                mark(wilcoxon_p(theirs)),
            )
    return made
