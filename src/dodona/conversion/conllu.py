"""CoNLL-X to CoNLL-U."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from dodona.conversion.memory import Memory, is_pairs
from dodona.conversion.rows import (
    DECLARATION,
    NAMES,
    declared,
    each,
    head_texts,
    merged,
    reread,
    rows,
    unknown,
)
from dodona.treebank.sentence import Sentence
from dodona.treebank.text import detokenise
from dodona.treebank.treebank import Treebank

_KEPT = ("words", "lemmas", "tags", "fine_tags", "labels")


def to_conllu(treebank: Treebank, first: int = 1) -> Treebank:
    """Return a treebank in CoNLL-U, without loss.

    Every sentence gets a `# sent_id`, numbered from `first`, and a `# text`. Features that are not Name=Value
    pairs, PHEAD and PDEPREL go to MISC, from which `to_conllx` restores them. Tags and labels do not change.

    >>> import dodona
    >>> line = "1\\tOaks\\t_\\tNN\\tNN\\tPLU|NOM\\t0\\tROOT\\t0\\tROOT\\n"
    >>> print(to_conllu(dodona.read(line)).to_conll(), end="")  # doctest: +NORMALIZE_WHITESPACE
    # sent_id = 1
    # text = Oaks
    1   Oaks    _   NN  NN  _   0   ROOT    _   CoNLLXFeats=PLU,NOM|PDeprel=ROOT|PHead=0
    """
    if treebank.format == "conllu":
        return treebank
    kept = {name: treebank.column(name) for name in _KEPT}
    feats, phead, pdeprel = (treebank.column(name) for name in ("feats", "deps", "misc"))
    is_spaced = _have_spaces([*kept.values(), feats, phead, pdeprel])
    columns = {
        **kept,
        "feats": each(feats, lambda text: text if is_pairs(text) else "_"),
        "heads": head_texts(treebank.heads.tolist()),
        "deps": ["_"] * treebank.word_count,
        "misc": each(list(zip(feats, phead, pdeprel, is_spaced, strict=True)), _remember),
    }
    core = treebank._core
    extra = unknown(core)
    offsets = treebank.offsets
    lines = rows(np.diff(offsets).tolist(), [*(columns[name] for name in NAMES.values()), *extra])
    sentences = (
        merged(lines[start:end], [*_comments(treebank[index], first + index), *core.others(index)])
        for index, (start, end) in enumerate(pairwise(offsets.tolist()))
    )
    return Treebank._of(reread(sentences, "conllu", _declaration(core.declaration, len(extra))))


def _have_spaces(columns: list[list[str]]) -> list[bool]:
    """Return for each word whether any of its columns contains a space."""
    spaced = {text for column in columns for text in set(column) if " " in text}
    return [bool(spaced) and not spaced.isdisjoint(word) for word in zip(*columns, strict=True)]


def _remember(word: tuple[str, str, str, bool]) -> str:
    feats, phead, pdeprel, is_spaced = word
    return Memory(None if is_pairs(feats) else feats, phead, pdeprel, is_spaced).misc()


def _comments(sentence: Sentence, number: int) -> list[tuple[int, str]]:
    wanted = {"sent_id": str(number), "text": detokenise(sentence)}
    return [(0, f"# {key} = {value}") for key, value in wanted.items() if sentence.comment(key) is None]


def _declaration(given: str, extra: int) -> str:
    """Declare the columns beyond ten, which CoNLL-U requires."""
    if not extra:
        return ""
    names = [name for name in declared(given) if name not in NAMES]
    names = names or [f"CONLLX:{len(NAMES) + 2 + place}" for place in range(extra)]
    return f"{DECLARATION} = {' '.join(['ID', *NAMES, *names])}"
