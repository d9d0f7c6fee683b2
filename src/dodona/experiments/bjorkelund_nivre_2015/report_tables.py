"""The tables of the reproduction: the paper's five, and swap-standard compared with other systems."""

from __future__ import annotations

from rich.console import Group as Renderables
from rich.console import RenderableType
from rich.table import Table

from dodona.evaluation.comparison_tables import mark
from dodona.evaluation.tables import facts
from dodona.experiments.bjorkelund_nivre_2015.conditions import NONDETERMINISTIC, ORACLES, STATIC
from dodona.experiments.bjorkelund_nivre_2015.crossing_table import crossing_table
from dodona.experiments.bjorkelund_nivre_2015.findings import findings
from dodona.experiments.bjorkelund_nivre_2015.published import LANGUAGES, SCORES, theirs
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction
from dodona.experiments.bjorkelund_nivre_2015.sequence_table import sequence_table
from dodona.experiments.bjorkelund_nivre_2015.statistics_table import statistics_table
from dodona.experiments.report_tables import warnings
from dodona.tables import counted, table


def swap_tables(found: SwapReproduction) -> RenderableType:
    """Return the settings, the tables, and which of the paper's findings hold."""
    parts: list[RenderableType] = [facts(_circumstances(found)), "", statistics_table(found)]
    parts += [
        f"{name}: MINIMAL may not have the fewest swaps in {counted(each.over_budget, 'sentence')}\n"
        for name, each in found.counts.items()
        if each.over_budget
    ]
    searches = sorted(found.searches, key=lambda search: SCORES[search].dev_table)
    for search in searches:
        parts.append(_dev_table(found, search))
        if found.test_duels(search):
            parts.append(_test_table(found, search))
        if found.sequence_duels(search):
            parts.append(sequence_table(found, search))
    parts += warnings(found, found.experiments)
    parts += [crossing_table(found, search) for search in searches if found.crossing_duels(search)]
    said = [(finding.claim, finding.verdict) for finding in findings(found)]
    return Renderables(*parts, "Does it hold?", "", facts(said))


def _circumstances(found: SwapReproduction) -> list[tuple[str, str]]:
    seeds = f"seed{'s' * (len(found.seeds) > 1)} {', '.join(map(str, found.seeds))}"
    about = [
        ("Paper", found.paper.reference),
        ("Training", f"the best of {counted(found.epochs, 'epoch')} on development data; {seeds}"),
        ("Data", f"{found.tags}{'' if found.folds else ' (in the paper predicted ones)'}; trees as they are"),
        ("Scores", "LAS, means over seeds, without punctuation (the gold tag is PUNCT or .)"),
        ("*", "the best non-deterministic and the best static oracle, by development data"),
        ("Tests", "two-sided Wilcoxon signed-rank over test sentences: † p < 0.05, ‡ p < 0.01"),
    ]
    if any(experiment.key in LANGUAGES for experiment in found.experiments):
        about.append(("In brackets", "the paper's figures for another treebank of the same language"))
    return about


def _dev_table(found: SwapReproduction, search: str) -> Table:
    """Return Table 2 or 4: development data, all oracles."""
    published = SCORES[search]
    title = f"Table {published.dev_table}: {search} search, development data"
    made = table(title, "", *(name.upper() for name in ORACLES))
    for experiment in found.experiments:
        best = [found.best(experiment, search, kind) for kind in (NONDETERMINISTIC, STATIC)]
        row = []
        for name in ORACLES:
            ours = found.dev(experiment, search, name)
            star = "*" if name in best else ""
            beside = theirs(published.dev[name], experiment.key)
            score = "-" if ours is None else f"{ours:.2f}{star}"
            row.append(score if beside is None else f"{score} ({beside:.2f})")
        made.add_row(experiment.name, *row)
    return made


def _test_table(found: SwapReproduction, search: str) -> Table:
    """Return Table 3 or 5: test data, the best static and the best non-deterministic oracle."""
    published = SCORES[search]
    title = f"Table {published.test_table}: {search} search, test data, best oracles by development data"
    made = table(title, "", "Static", "LAS", "Non-det.", "LAS", "gain", "p", "in the paper")
    keys = {experiment.name: experiment.key for experiment in found.experiments}
    for each in found.test_duels(search):
        language = keys[each.treebank]
        static, gain = theirs(published.static, language), theirs(published.gain, language)
        beside = ""
        if static is not None and gain is not None:
            sign = published.marks[LANGUAGES.index(language)]
            beside = f"({static:.2f} {gain:+.2f}{sign})"
        made.add_row(
            each.treebank,
            each.first.partition(" ")[2],
            f"{each.first_las:.2f}",
            each.second.partition(" ")[2],
            f"{each.second_las:.2f}",
            f"{each.gain:+.2f}{each.mark}",
            mark(each.p),
            beside,
        )
    return made
