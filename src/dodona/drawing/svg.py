"""SVG drawings for notebooks, web pages and papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.drawing.arcs import arcs_of
from dodona.drawing.listing import LONGEST_TREE
from dodona.drawing.shown import shown_labels, shown_tags
from dodona.drawing.svg_across import svg_across
from dodona.drawing.svg_down import svg_down
from dodona.drawing.svg_style import WORD_SIZE, document
from dodona.drawing.svg_text import text_width
from dodona.drawing.width import visible
from dodona.errors import Error, OptionError, flag, is_whole, shown, true_or_false

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

#: The largest number of words in a picture with one word per line; browsers get slow before that.
LONGEST_SVG = 5000


def svg(
    sentence: Sentence,
    *,
    tags: bool = True,
    width: int = 1200,
    vertical: bool | None = None,
    background: bool = True,
) -> str:
    """Draw a sentence and its tree as a self-contained SVG document.

    All words are on one line under their arcs if that takes at most `width` pixels, otherwise one per line,
    since a notebook would shrink a wider drawing until it is unreadable; `vertical` forces one or the other.
    Non-projective arcs have a colour of their own. Colours follow the reader's light or dark mode, with a
    background unless `background` is off. More than 5,000 words are an error.

    >>> from dodona import Sentence
    >>> drawn = svg(Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"]))
    >>> drawn.startswith("<svg "), drawn.count("<path ")
    (True, 2)
    """
    if not is_whole(width) or width < 1:
        raise OptionError(f"cannot be {shown(width)}: give a number of pixels, 1 or more", option="width")
    true_or_false("vertical", vertical)
    tags, background = flag("tags", tags), flag("background", background)
    problem = too_long(sentence, vertical)
    if problem is not None:
        raise Error(problem)
    forms = [visible(form) for form in sentence.words]
    below = shown_tags(sentence) if tags else [""] * len(forms)
    labels = shown_labels(sentence) if sentence.has_tree else [""] * len(forms)
    heads = sentence.heads.tolist() if sentence.has_tree else []

    wide = sum(text_width(form, WORD_SIZE) for form in forms)  # a lower bound, which may be too much already
    if vertical is False or (vertical is None and wide <= width):
        arcs, roots = arcs_of(sentence, labels) if heads else ([], [])
        parts, wide, high = svg_across(forms, below, arcs, roots)
    if vertical or (vertical is None and wide > width):
        crossing = {word - 1 for _, word in sentence.nonprojective_arcs} if heads else set()
        parts, wide, high = svg_down(forms, below, labels, heads, crossing)
    return document(wide, high, parts, visible(sentence.text), _in_words(forms, heads, labels), background)


def too_long(sentence: Sentence, vertical: bool | None = None) -> str | None:
    """Raise an error if a sentence has too many words for a picture.

    >>> from dodona import Sentence
    >>> too_long(Sentence(["oak"] * 2000)), too_long(Sentence(["oak"] * 2000), vertical=False)
    (None, '2,000 words are too many to draw: 1,000 at most')
    """
    most = LONGEST_TREE if vertical is False else LONGEST_SVG
    return f"{len(sentence):,} words are too many to draw: {most:,} at most" if len(sentence) > most else None


def _in_words(forms: list[str], heads: list[int], labels: list[str]) -> str:
    """Describe the tree for screen readers."""
    if not heads:
        return "A sentence without a tree."
    said = []
    for form, head, label in zip(forms, heads, labels, strict=True):
        name = label or ("dependent" if head else "root")
        said.append(f"{form}: {name} of {forms[head - 1]}" if head else f"{form}: {name}")
    return "; ".join(said)
