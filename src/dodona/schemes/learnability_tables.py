"""Tables of learnability."""

from __future__ import annotations

from statistics import fmean

from rich.console import Group, RenderableType
from rich.table import Table

from dodona.schemes.learnability import MEASURES, Learnability, Scheme
from dodona.tables import table


def learnability_tables(found: Learnability) -> RenderableType:
    """Return tables of all conditions, and their summary."""
    parts: list[RenderableType] = [_conditions(found), _wins(found), _measures(found)]
    many, of = found.committed()
    lines = [f"One scheme survives at more than 70% of the places in {_share(many, of)} of the conditions."]
    crossing = sum(each.references[0].crossing for each in found.schemes)
    limited = sum(each.references[0].limited for each in found.schemes)
    if crossing or limited:
        lines.append(
            f"Omitted from the references: {crossing:,} alternatives that are not projective, and most of "
            f"those of {limited:,} groups with too many places."
        )
    if found.unchanged:
        lines.append(f"Omitted, since the rules change nothing there: {len(found.unchanged)} conditions.")
    if found.unfinished:
        lines.append(f"Not finished yet: {len(found.unfinished)} conditions.")
    return Group(*parts, "\n".join(lines))


def _conditions(found: Learnability) -> Table:
    made = table(
        "UAS on the schemes' own references, in %, without punctuation",
        "Treebank",
        "Rules",
        "Places",
        "Original",
        "Transformed",
        "Difference",
        "95% interval",
        "All, on original",
        "on transformed",
        "on nearest",
        "Surviving",
        "Predicted by",
    )
    for each in found.schemes:
        low, high = each.interval
        nearest, original, transformed = (
            fmean(getattr(one, name) for one in each.references)
            for name in ("uas", "uas_original", "uas_transformed")
        )
        made.add_row(
            each.treebank,
            each.rules,
            f"{each.references[0].places:,}",
            f"{100 * fmean(one.uas for one in each.original):.2f}",
            f"{100 * fmean(one.uas for one in each.transformed):.2f}",
            f"{each.difference:+.2f}",
            f"{low:+.2f} to {high:+.2f}",
            f"{100 * original:.2f}",
            f"{100 * transformed:.2f}",
            f"{100 * nearest:.2f}",
            f"{100 * each.applied:.1f}",
            _predicted(each),
        )
    return made


def _predicted(scheme: Scheme) -> str:
    """Return the measures that predicted the winner, by their initials."""
    right = [name for name in MEASURES if scheme.winner and scheme.predicted(name) == scheme.winner]
    return ", ".join(name.split()[0] for name in right) or "none"


def _wins(found: Learnability) -> Table:
    made = table("How often the original scheme is learnt better", "Rules", "Conditions", "Original wins")
    for rules in found.rules():
        wins, of = found.original_wins(rules)
        made.add_row(rules, str(of), _share(wins, of))
    wins, of = found.original_wins()
    made.add_row("all", str(of), _share(wins, of))
    return made


def _measures(found: Learnability) -> Table:
    made = table(
        "How often a measure names the scheme that is learnt better",
        "Measure",
        "All conditions",
        "Significant differences",
    )
    for measure in MEASURES:
        made.add_row(
            measure,
            _of(*found.right(measure)),
            _of(*found.right(measure, significant=True)),
        )
    return made


def _share(some: int, of: int) -> str:
    return f"{100 * some / of:.1f}%" if of else "–"


def _of(some: int, of: int) -> str:
    return f"{_share(some, of)} ({some} of {of})"
