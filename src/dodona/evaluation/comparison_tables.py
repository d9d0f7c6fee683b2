"""Tables of comparisons."""

from __future__ import annotations

from rich.console import Group as Renderables
from rich.console import RenderableType
from rich.table import Table

from dodona.evaluation.comparison import Comparison
from dodona.evaluation.measures import MEASURES
from dodona.evaluation.pairing import LABELS
from dodona.evaluation.punctuation import WAYS
from dodona.evaluation.tables import facts, percent
from dodona.tables import table


def comparison_tables(comparison: Comparison) -> RenderableType:
    """Return the tables of a comparison: its settings, the systems, and the pairs of systems."""
    return Renderables(facts(_circumstances(comparison)), "", _systems(comparison), _pairs(comparison))


def mark(p: float) -> str:
    """Format a p-value with its mark: † below 0.05, ‡ below 0.01.

    >>> mark(0.2), mark(0.04), mark(0.004), mark(1e-9)
    ('0.2000', '0.0400†', '0.0040‡', '<0.0001‡')
    """
    sign = "‡" if p < 0.01 else "†" if p < 0.05 else ""
    return (f"{p:.4f}" if p >= 0.0001 else "<0.0001") + sign


def _circumstances(comparison: Comparison) -> list[tuple[str, str]]:
    c = comparison
    words = f"all {c.words:,}"
    if c.punctuation != "none":
        left_out = f"{c.words - c.scored_words:,} are left out as punctuation ({WAYS[c.punctuation]})"
        words = f"{c.scored_words:,} of {c.words:,}; {left_out}"
    return [
        ("Gold", f"{c.gold}: {c.sentences:,} sentences, {c.words:,} words"),
        ("Words scored", words),
        ("Labels", LABELS[c.labels]),
        (
            "Intervals",
            f"{100 * c.confidence:g}% by bootstrap over sentences: {c.resamples:,} resamples, seed {c.seed}",
        ),
        ("Tests", "two-sided: Wilcoxon signed-rank over sentences, and paired permutation"),
    ]


def _systems(comparison: Comparison) -> RenderableType:
    interval = f"{100 * comparison.confidence:g}% interval"
    heads = [head for metric in comparison.metrics for head in (MEASURES[metric], interval)]
    made = table("Systems", "", *heads)
    for system in comparison.systems:
        row = [system]
        for estimate in comparison.estimates:
            if estimate.system == system:
                row += [percent(estimate.score), f"{percent(estimate.low)} … {percent(estimate.high)}"]
        made.add_row(*row)
    return _foldable(made)


def _pairs(comparison: Comparison) -> RenderableType:
    interval = f"{100 * comparison.confidence:g}% interval"
    title = "Pairs: the difference, and p-values of the two tests († p < 0.05, ‡ p < 0.01)"
    made = table(title, "", "Measure", "Difference", interval, "Wilcoxon", "Permutation")
    for pair in comparison.pairs:
        made.add_row(
            f"{pair.second} − {pair.first}",
            MEASURES[pair.metric],
            f"{100 * pair.difference:+.2f}",
            f"{100 * pair.low:+.2f} … {100 * pair.high:+.2f}",
            mark(pair.wilcoxon_p),
            mark(pair.permutation_p),
        )
    return _foldable(made)


def _foldable(made: Table) -> Table:
    """Wrap the names of systems on a narrow screen, rather than truncate numbers."""
    made.columns[0].no_wrap, made.columns[0].overflow = False, "fold"
    return made
