"""Tables of statistics, one column per treebank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath

from rich.table import Table

from dodona.tables import table
from dodona.treebank.columns import ENCODINGS
from dodona.treebank.statistics import Histogram, Statistics


def statistics_tables(treebanks: Sequence[Statistics], *, labels: int | None = 20) -> list[Table]:
    """Return tables of several treebanks, with the `labels` most frequent labels (None: all)."""
    names = short_names([treebank.source for treebank in treebanks])
    tables = [_overview(treebanks, names)]
    if any(treebank.arcs for treebank in treebanks):
        tables.append(_labels(treebanks, names, labels))
    return tables


def short_names(sources: Sequence[str]) -> list[str]:
    """Name files by as few parts of their paths as distinguish them.

    >>> short_names(["a/train.conllu", "b/train.conllu", "b/dev.conllu"])
    ['a/train.conllu', 'b/train.conllu', 'b/dev.conllu']
    >>> short_names(["x/y/train.conllu", "x/y/dev.conllu"])
    ['train.conllu', 'dev.conllu']
    """
    parts = 1
    longest = max((len(PurePath(source).parts) for source in sources), default=1)
    while True:
        names = ["/".join(PurePath(source).parts[-parts:]) or source for source in sources]
        if len(set(names)) == len(set(sources)) or parts >= longest:
            return names
        parts += 1


def _overview(treebanks: Sequence[Statistics], names: Sequence[str]) -> Table:
    overview = table("Treebanks", "", *names)

    def row(name: str, value: Callable[[Statistics], str]) -> None:
        overview.add_row(name, *(value(treebank) for treebank in treebanks))

    row("format", lambda t: {"conllu": "CoNLL-U", "conllx": "CoNLL-X"}[t.format])
    row("sentences", lambda t: f"{t.sentences:,}")
    row("words", lambda t: f"{t.words:,}")
    row("words per sentence, mean (longest)", lambda t: _mean(t.sentence_lengths))
    if any(t.multiword_tokens for t in treebanks):
        row("multiword tokens", lambda t: f"{t.multiword_tokens:,}")
    if any(t.empty_nodes for t in treebanks):
        row("empty nodes", lambda t: f"{t.empty_nodes:,}")
    row("different forms", lambda t: f"{len(t.forms):,}")
    row("different lemmas", lambda t: _different(t.lemmas))
    row("tags", lambda t: _different(t.tags))
    row("fine tags", lambda t: _different(t.fine_tags))
    row("labels", lambda t: _different(t.labels))
    if any(t.without_tree for t in treebanks):
        row("sentences without a tree", lambda t: f"{t.without_tree:,}")
    overview.add_section()
    row("projective sentences", lambda t: _share(t.projective_sentences, t.trees))
    row("projective arcs", lambda t: _share(t.arcs - t.nonprojective_arcs, t.arcs))
    row("gap degree, largest", lambda t: f"{t.gap_degrees.largest}" if t.trees else "-")
    row("edge degree, largest", lambda t: f"{t.edge_degrees.largest}" if t.trees else "-")
    row("tree depth, mean (deepest)", lambda t: _mean(t.depths))
    row("arc length, mean (longest)", lambda t: _mean(t.arc_lengths))
    for low, high in ((1, 1), (2, 2), (3, 6), (7, None)):
        name = f"  arcs of length {low}" + (
            " and more" if high is None else "" if high == low else f" to {high}"
        )
        row(name, _arcs_between(low, high))
    row("roots per sentence, mean (most)", lambda t: _mean(t.roots))
    row("sentences with one root", lambda t: _share(t.roots[1], t.trees))
    overview.add_section()
    row("words restored after pseudo-projective", lambda t: "")
    for encoding in ENCODINGS:
        row(f"  lifting, encoding {encoding}", _restored_by(encoding))
    return overview


def _labels(treebanks: Sequence[Statistics], names: Sequence[str], most: int | None) -> Table:
    together = sum((treebank.labels for treebank in treebanks), start=type(treebanks[0].labels)())
    shown = together.most_common(most)
    rest = len(together) - len(shown)
    labels = table("Labels", "", *names)
    for label, _ in shown:
        labels.add_row(label, *(_share(t.labels[label], t.arcs) for t in treebanks))
    if rest:
        kept = {label for label, _ in shown}
        others = [sum(count for label, count in t.labels.items() if label not in kept) for t in treebanks]
        labels.add_row(
            f"{rest} other label" + "s" * (rest != 1),
            *(_share(count, t.arcs) for count, t in zip(others, treebanks, strict=True)),
        )
    return labels


def _different(counts: Mapping[str, int]) -> str:
    return "-" if set(counts) <= {"_"} else f"{len(counts):,}"


def _mean(histogram: Histogram) -> str:
    return f"{histogram.mean:.2f} ({histogram.largest:,})" if histogram else "-"


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({100 * part / whole:5.2f}%)" if whole else "-"


def _arcs_between(low: int, high: int | None) -> Callable[[Statistics], str]:
    def share(treebank: Statistics) -> str:
        lengths = treebank.arc_lengths
        inside = sum(
            count for value, count in lengths.items() if value >= low and (high is None or value <= high)
        )
        return _share(inside, lengths.total())

    return share


def _restored_by(encoding: str) -> Callable[[Statistics], str]:
    return lambda treebank: _share(treebank.restored[encoding], treebank.arcs)
