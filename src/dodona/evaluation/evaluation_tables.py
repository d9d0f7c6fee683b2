"""Tables of evaluations."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group as Renderables
from rich.console import RenderableType
from rich.text import Text

from dodona.evaluation.evaluation import AttachmentScores, Evaluation
from dodona.evaluation.groups import Group
from dodona.evaluation.measures import MEASURES
from dodona.evaluation.pairing import LABELS
from dodona.evaluation.punctuation import WAYS
from dodona.evaluation.tables import facts, percent
from dodona.tables import table


def evaluation_tables(evaluation: Evaluation) -> RenderableType:
    """Return the tables of an evaluation: its settings, the scores, and the scores by group."""
    columns = [evaluation.all_words]
    if evaluation.punctuation != "none":
        columns.append(evaluation.without_punctuation)
    lengths = [column.by_sentence_length for column in columns]
    crossing = [column.by_projectivity for column in columns]
    return Renderables(
        facts(_circumstances(evaluation)),
        "",
        _measures(evaluation, columns),
        _labels(evaluation.all_words),
        _groups("By arc length", "Arc length", [column.by_arc_length for column in columns], False),
        _groups("By sentence length", "Words", lengths, evaluation.same_words),
        _groups("Projective and non-projective arcs", "Arcs", crossing, False),
    )


def _circumstances(evaluation: Evaluation) -> list[tuple[str, str]]:
    e = evaluation
    told = f"{WAYS[e.punctuation]}: {e.punctuation_words:,} of {e.gold_words:,} gold words"
    rows = [
        ("Gold", f"{e.gold}: {e.gold_sentences:,} sentences, {e.gold_words:,} words"),
        ("Parse", f"{e.system}: {e.system_sentences:,} sentences, {e.system_words:,} words"),
        ("Labels", LABELS[e.labels]),
        ("Punctuation", told),
        ("Content labels", e.content),
    ]
    if not e.same_words:
        aligned = f"{e.aligned_words:,} words are in both files; the scores are F1 unless P or R stands above"
        rows.append(("Segmentation", f"differs: {aligned}"))
    return rows


def _measures(evaluation: Evaluation, columns: Sequence[AttachmentScores]) -> RenderableType:
    heads = ["All words", "Without punctuation"][: len(columns)]
    if not evaluation.same_words:
        heads = [part for head in heads for part in ("P", "R", f"F1, {head[0].lower()}{head[1:]}")]
    made = table("Scores", "", *heads)
    for field, name in MEASURES.items():
        row = [name]
        for scores in columns:
            score = getattr(scores, field)
            if not evaluation.same_words:
                row += [percent(score.precision, score.system_total), percent(score.recall, score.gold_total)]
            row.append(percent(score.f1, score.gold_total + score.system_total))
        made.add_row(*row)
    return made


def _labels(scores: AttachmentScores) -> RenderableType:
    title = "By label (all words; Label F1 is for any head)"
    made = table(title, "Label", "Gold", "Parse", "P", "R", "F1", "Label F1")
    for label in scores.by_label:
        arcs, alone = label.las, label.label_accuracy
        row = [label.label, f"{arcs.gold_total:,}", f"{arcs.system_total:,}"]
        row += [percent(arcs.precision, arcs.system_total), percent(arcs.recall, arcs.gold_total)]
        made.add_row(*row, percent(arcs.f1), percent(alone.f1))
    return made


def _groups(title: str, kind: str, halves: Sequence[Sequence[Group]], one_number: bool) -> RenderableType:
    """Return a table of groups, over all words and without punctuation; empty groups are omitted."""
    heads = ["Arcs", "UAS", "LAS"] if one_number else ["Gold", "Parse", "UAS", "LAS P", "LAS R", "LAS"]
    made = table(title, kind, *heads)
    for name, groups in zip(("all words", "without punctuation"), halves, strict=False):
        if len(halves) > 1:
            made.add_row(Text(name, style="italic"))
        for group in groups:
            las = group.las
            if not las.gold_total + las.system_total:
                continue
            row = [group.name, f"{las.gold_total:,}"]
            if one_number:
                row += [percent(group.uas.f1), percent(las.f1)]
            else:
                row += [f"{las.system_total:,}", percent(group.uas.f1)]
                row += [percent(las.precision, las.system_total), percent(las.recall, las.gold_total)]
                row.append(percent(las.f1))
            made.add_row(*row)
        made.add_section()
    return made
