"""Tables of calibration."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Group as Renderables
from rich.console import RenderableType
from rich.table import Table

from dodona.evaluation.calibration import Calibration
from dodona.evaluation.calibration_error import Chance
from dodona.evaluation.punctuation import WAYS
from dodona.evaluation.reliability import Reliability, RiskCoverage
from dodona.evaluation.tables import facts, percent
from dodona.tables import counted, table

#: The largest width of the bar of a gap, and the gap that fills it.
_BAR, _FULL = 10, 0.1


def reliability_tables(found: Reliability) -> RenderableType:
    """Return tables of the settings, the measures, the bins, and the most confident part."""
    tables: list[RenderableType] = [facts(_circumstances(found)), "", measures_table(found.calibrations)]
    tables += [bins_table(f"Reliability: {name.lower()}", each) for name, each in _with_bins(found).items()]
    for surest in (found.surest_sentences, found.surest_words):
        tables += [_coverage(surest), f"{str(surest)[:1].upper()}{str(surest)[1:]}.", ""]
    return Renderables(*tables[:-1])


def measures_table(calibrations: Mapping[str, Calibration]) -> Table:
    """Return a table of the measures, one column per calibration."""
    made = table("Calibration", "", *calibrations)
    rows: dict[str, Callable[[Calibration], str]] = {
        "Count": lambda each: f"{each.count:,}",
        "Sure": lambda each: percent(each.confidence),
        "Right": lambda each: percent(each.accuracy),
        "ECE": lambda each: f"{each.ece:.4f}",
        "  95% interval": lambda each: f"{each.ece_low:.4f} … {each.ece_high:.4f}",
        "  by chance": lambda each: _chance(each.ece_by_chance),
        "MCE": lambda each: f"{each.mce:.4f}",
        "  by chance ": lambda each: _chance(each.mce_by_chance),
        "Brier": lambda each: f"{each.brier:.4f}",
        "AUROC": lambda each: "–" if each.auroc is None else f"{each.auroc:.4f}",
    }
    for name, told in rows.items():
        made.add_row(name, *(told(each) for each in calibrations.values()))
    return made


def _chance(chance: Chance) -> str:
    return f"{chance.mean:.4f} … {chance.high:.4f}"


def bins_table(title: str, each: Calibration) -> Table:
    """Return a table of bins: confidence, accuracy, and the difference."""
    made = table(title, "Confidence", "Count", "Sure", "Right", "Right − sure", "")
    made.columns[-1].justify = "left"
    for part in each.bins:
        made.add_row(
            f"{part.low:.4f} … {part.high:.4f}",
            f"{part.count:,}",
            percent(part.confidence),
            percent(part.accuracy),
            f"{100 * part.gap:+.2f}",
            _bar(part.gap),
        )
    return made


def _bar(gap: float) -> str:
    """Draw a gap: to the right of the line if underconfident, to the left if overconfident.

    >>> _bar(0.02), _bar(-0.02)
    ('          |==', '        ==|')
    """
    size = min(_BAR, round(abs(gap) / _FULL * _BAR))
    return f"{' ' * _BAR}|{'=' * size}" if gap > 0 else f"{' ' * (_BAR - size)}{'=' * size}|"


def _with_bins(found: Reliability) -> dict[str, Calibration]:
    """Return the calibrations to show: without single bins, and labels that are correct where heads are."""
    worth = found.calibrations.items()
    return {name: each for name, each in worth if len(each.bins) > 1 and name != "Labels left over"}


def _coverage(surest: RiskCoverage) -> Table:
    of_sentences = surest.what == "sentences"
    heads = ["Threshold", surest.measure, *(["Words"] if of_sentences else [])]
    made = table(f"Most confident {surest.what}", surest.what.capitalize(), *heads)
    for point in surest.points:
        words = [f"{point.words:.0%}"] if of_sentences else []
        made.add_row(f"{point.coverage:.0%}", f"{point.threshold:.4f}", percent(point.accuracy), *words)
    return made


def _circumstances(found: Reliability) -> list[tuple[str, str]]:
    words = f"all {found.words:,}"
    if found.punctuation != "none":
        left_out = f"{found.words - found.scored_words:,} are left out as punctuation"
        words = f"{found.scored_words:,} of {found.words:,}; {left_out} ({WAYS[found.punctuation]})"
    bins = f"{found.bins} of equal mass; equal confidences stay in one bin"
    drawn = f"95% by bootstrap over sentences: {found.resamples:,} resamples, seed {found.seed}"
    return [
        ("Gold", f"{found.gold}: {counted(found.sentences, 'sentence')}, {counted(found.words, 'word')}"),
        ("Words counted", words),
        ("Bins", bins),
        ("Intervals", drawn),
        ("By chance", "what a perfectly calibrated parser would show: mean … 95th percentile"),
    ]
