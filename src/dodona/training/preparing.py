"""Prepare a treebank for training: roots, punctuation, projectivity, tags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.errors import Error, OptionError
from dodona.recipes import Recipe
from dodona.tables import counted
from dodona.training.sampled import sampled
from dodona.transitions.systems import SYSTEMS
from dodona.treebank.columns import COLUMNS, can_be_column
from dodona.treebank.lengths import check_lengths, place_of
from dodona.treebank.treebank import Treebank

#: The most words of a sentence for systems with SWAP, in which any two words may have to be swapped, and for
#: arc-standard, whose dynamic oracle searches stack and buffer before each move; it also fits temperatures.
_LONGEST_SEARCHED = 5_000

#: With at least this share of single-rooted trees, the others are treated as annotation errors.
_MOSTLY = 0.99
#: With more movable punctuation marks per sentence than this, marking their labels pays off.
_OFTEN = 0.01
#: A column with more different values is not a tag set.
_MOST_TAGS = 250
#: The id of the string `_`.
_NOTHING = 0


@dataclass(frozen=True)
class Prepared:
    """A treebank prepared for training, and what was changed."""

    treebank: Treebank
    #: These options, with `auto` resolved.
    single_root: bool
    tag: str
    punctuation: str
    #: The numbers of sentences and words before preparation.
    sentences: int
    words: int
    #: The numbers of sentences left out because of several roots, or because of crossing arcs.
    several_roots: int
    dropped: int
    #: The number of sentences made projective, and the encoding.
    projectivised: int
    encoding: str
    #: The number of punctuation marks moved so that they cross no other arc.
    moved: int

    def remarks(self) -> list[str]:
        """Return a line for each kind of change."""
        lines = []
        if self.several_roots:
            lines.append(f"left out for several roots: {counted(self.several_roots, 'sentence')}")
        if self.dropped:
            lines.append(f"left out for crossing arcs: {counted(self.dropped, 'sentence')}")
        if self.projectivised:
            lines.append(f"made projective ({self.encoding}): {counted(self.projectivised, 'sentence')}")
        if self.moved:
            lines.append(f"moved out of the way of other arcs: {counted(self.moved, 'punctuation mark')}")
        return lines


def prepare(treebank: Treebank, recipe: Recipe, dev: Treebank | None = None) -> Prepared:
    """Make every tree fit for training, as the recipe says; `dev` only shows which tag columns exist.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> prepare(trees, Recipe()).single_root
    True
    """
    check_trees(treebank)
    if recipe.system == "arc-standard" or "SWAP" in SYSTEMS[recipe.system].moves:
        for each in (treebank, dev) if dev is not None else (treebank,):
            check_lengths(each, _LONGEST_SEARCHED, f"training with {recipe.system}")
    sentences, words = len(treebank), treebank.word_count
    roots = _per_sentence(treebank.heads == 0, treebank.offsets)
    single = recipe.single_root == "yes" or (
        recipe.single_root == "auto" and float(np.mean(roots == 1)) >= _MOSTLY
    )
    several_roots = 0
    if single:
        several_roots = int(np.sum(roots != 1))
        treebank = _single_rooted(treebank)
    before = treebank
    punctuation, treebank = _with_punctuation(treebank, recipe.punctuation)
    moved = int(np.sum(treebank.heads != before.heads))
    crossing = _crossing(treebank)
    if recipe.nonprojective == "keep":
        crossing[:] = False
    treebank = _without_crossing_arcs(treebank, recipe.nonprojective)
    if dev is not None and recipe.nonprojective not in ("keep", "drop", "baseline"):
        dev._refuse_marks()
    if not len(treebank):
        raise Error(f"{treebank.source or 'the treebank'}: no sentence is left to train on")
    is_dropped = recipe.nonprojective == "drop"
    return Prepared(
        treebank=treebank,
        single_root=single,
        tag=_tag(treebank, dev, recipe.tag),
        punctuation=punctuation,
        sentences=sentences,
        words=words,
        several_roots=several_roots,
        dropped=int(crossing.sum()) if is_dropped else 0,
        projectivised=0 if is_dropped else int(crossing.sum()),
        encoding=recipe.nonprojective,
        moved=moved,
    )


def prepare_alike(treebank: Treebank, prepared: Prepared) -> Treebank:
    """Make further trees fit for training, like those that were prepared; there may be none left.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> len(prepare_alike(trees, prepare(trees, Recipe())))
    1
    """
    if prepared.single_root:
        treebank = _single_rooted(treebank)
    _, treebank = _with_punctuation(treebank, prepared.punctuation)
    return _without_crossing_arcs(treebank, prepared.encoding)


def prepare_trees(treebank: Treebank, prepared: Prepared) -> list[Treebank]:
    """Return the same sentences as `prepare_alike`, and then with each of the other trees in MISC."""
    if prepared.single_root:
        treebank = _single_rooted(treebank)
    if prepared.encoding == "drop":
        moved = _with_punctuation(treebank, prepared.punctuation)[1]
        treebank = treebank[np.flatnonzero(~_crossing(moved)).tolist()]
    encoding = "baseline" if prepared.encoding == "drop" else prepared.encoding
    return [
        _without_crossing_arcs(_with_punctuation(each, prepared.punctuation)[1], encoding)
        for each in (treebank, *sampled(treebank))
    ]


def _single_rooted(treebank: Treebank) -> Treebank:
    roots = _per_sentence(treebank.heads == 0, treebank.offsets)
    return treebank[np.flatnonzero(roots == 1).tolist()]


def _without_crossing_arcs(treebank: Treebank, choice: str) -> Treebank:
    if choice == "keep":
        return treebank
    if choice == "drop":
        return treebank[np.flatnonzero(~_crossing(treebank)).tolist()]
    return treebank.projectivise(choice)


def _crossing(treebank: Treebank) -> NDArray[np.bool_]:
    """Return for each sentence whether arcs cross."""
    return _per_sentence(treebank._core.nonprojective(), treebank.offsets) > 0


def check_trees(treebank: Treebank) -> None:
    """Refuse a treebank with sentences without trees, or labels that no model may write."""
    name = treebank.source or "the treebank"
    if not len(treebank):
        raise Error(f"{name}: there are no sentences to train on")
    headless = np.flatnonzero(treebank.heads < 0)
    if headless.size:
        sentence = int(np.searchsorted(treebank.offsets, headless[0], side="right")) - 1
        raise Error(f"{place_of(treebank, sentence)}: the sentence has no tree to learn from")
    check_names(treebank, "labels")


def check_names(treebank: Treebank, *columns: str) -> None:
    """Refuse control characters in columns that models write: no model with them would be loaded."""
    for column in columns:
        for name in treebank._core.strings(np.unique(treebank._core.ids(COLUMNS[column]))):
            if not can_be_column(name):
                raise Error(
                    f"{treebank.source or 'the treebank'}: {name!r:.60} among the {column} has a control "
                    "character, which a model must not write: remove it"
                )


def _per_sentence(flags: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the words of each sentence for which a flag is set."""
    totals = np.concatenate([[0], np.cumsum(flags.astype(np.int64))])
    return np.asarray(totals[offsets[1:]] - totals[offsets[:-1]], dtype=np.int64)


def _with_punctuation(treebank: Treebank, choice: str) -> tuple[str, Treebank]:
    """Return the treatment of punctuation that crosses other arcs, and the resulting treebank."""
    if choice == "auto":
        movable = np.sum(treebank.move_punctuation().heads != treebank.heads)
        choice = "mark" if movable > _OFTEN * len(treebank) else "keep"
    return choice, treebank if choice == "keep" else treebank.move_punctuation(mark=choice == "mark")


def _tag(treebank: Treebank, dev: Treebank | None, choice: str) -> str:
    """Return the column that `tag` in templates refers to: XPOS if it exists and is a tag set.

    Thousands of different values are not a tag set but morphology or even syntax. A column that the
    development data lacks will be missing from other text as well.
    """
    if choice == "xpos" and not np.any(treebank._core.ids(_core.Text.fine_tag) != _NOTHING):
        raise OptionError("cannot be 'xpos': no word of the training data has one: choose auto", option="tag")
    if choice != "auto":
        return choice
    columns = [bank._core.ids(_core.Text.fine_tag) for bank in (treebank, dev) if bank is not None]
    filled = all(float(np.mean(fine != _NOTHING)) > 0.5 for fine in columns)
    return "xpos" if filled and np.unique(columns[0]).size <= _MOST_TAGS else "upos"
