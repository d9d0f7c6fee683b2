"""The page that describes a release, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dodona.releases.index import Released

_ABOUT = """# Models

Pipelines of Dodona: each splits raw text into sentences and words, tags, lemmatises and parses.
`dodona parse -m FILE` takes a file; `sha256sum -c SHA256SUMS` checks all. `models.json` lists the models for
`dodona download`, when `DODONA_MODELS` is the address of this folder.

A model is made from a treebank, whose licence applies: give credit to its authors, and mind its conditions.
"""
_GOLD_ALREADY = ("Tokens", "Sentences", "Words")


def readme(models: Sequence[Released]) -> bytes:
    """Return the page: what there is, and its scores on test data."""
    scored = [each for each in models if each.scores]
    metrics = list(scored[0].scores["raw text"]) if scored and scored[0].scores else []
    parts = [
        _ABOUT,
        _table(
            ("model", "language", "treebank", "UD", "licence", "training words", "development data", "MB"),
            (
                (
                    f"`{each.file}`",
                    each.language,
                    _linked(each.treebank),
                    each.ud or "unknown",
                    each.licence,
                    f"{each.words:,}",
                    each.dev,
                    f"{each.bytes / 1e6:.1f}",
                )
                for each in models
            ),
        ),
    ]
    for kind, shown in (
        ("raw text", metrics),
        ("gold words", [each for each in metrics if each not in _GOLD_ALREADY]),
    ):
        parts += [
            f"## From {kind}\n\nF1 in percent on the test data: the metrics of the CoNLL 2018 shared task.\n",
            _table(
                ("model", *shown),
                (
                    (f"`{each.name}`", *(f"{(each.scores or {})[kind][name]:.2f}" for name in shown))
                    for each in scored
                ),
            ),
        ]
    return "\n".join(parts).encode()


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', ' ') for cell in line)} |\n" for line in lines)


def _linked(treebank: str) -> str:
    address = f"https://github.com/UniversalDependencies/{treebank}"
    return f"[{treebank}]({address})" if treebank.startswith("UD_") else treebank
