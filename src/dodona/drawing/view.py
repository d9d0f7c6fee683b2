"""What a drawing shows, in a terminal or as SVG: words, tags and one tree, or two to compare."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from dodona.drawing.shown import shown_labels, shown_tags
from dodona.drawing.width import is_left_to_right, visible
from dodona.errors import Error, instance

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

#: The kinds of lines and labels, which have styles of their own, each drawn over those before it: plain; by
#: confidence, from high to low; crossing; and in comparisons, in only one of the trees.
KINDS = ("", "conf-3", "conf-2", "conf-1", "conf-0", "crossing", "gold", "parse")
#: The upper bounds of the kinds of confidence, and the marks of labels.
_BOUNDS = {"conf-0": (0.5, "??"), "conf-1": (0.8, "?"), "conf-2": (0.95, "")}


class Link(NamedTuple):
    """The arc to a word: its head, from 1, or 0 for the root, or -1 if there is no arc."""

    head: int = -1
    label: str = ""
    #: The kind of the line.
    line: str = ""
    #: The kind of the label.
    name: str = ""
    #: A description, for tooltips.
    title: str = ""


#: An item for each word.
Tree = list[Link]


@dataclass(frozen=True)
class View:
    """What a drawing shows."""

    forms: list[str]
    tags: list[str]
    tree: Tree
    #: In comparisons, the arcs of the other tree that are not in the first one.
    other: Tree = field(default_factory=list)
    #: The confidences of each word.
    numbers: list[str] = field(default_factory=list)
    #: An explanation in pieces, each with its kind.
    legend: list[tuple[str, str]] = field(default_factory=list)
    right_to_left: bool = False
    #: The trees in words, for screen readers.
    description: str = ""

    def key(self, vertical: bool) -> list[tuple[str, str]]:
        """Return the explanation of marks and colours in pieces, each with its kind."""
        if not self.other:
            return self.legend
        gold, parse = ("at the left", "at the right") if vertical else ("above", "below")
        return [*self.legend, ("gold", f"gold {gold}"), ("parse", f"parse {parse}")]

    def from_the_left(self) -> View:
        """Return the words in the order in which they stand on a line, from left to right."""
        if not self.right_to_left:
            return self
        return replace(
            self,
            forms=self.forms[::-1],
            tags=self.tags[::-1],
            tree=_reversed(self.tree),
            other=_reversed(self.other),
        )


def view_of(
    sentence: Sentence, *, tags: bool = True, compare: Sentence | None = None, differs: str = "≠"
) -> View:
    """Return what to show of a sentence, and of another tree of its words; `differs` marks differences.

    >>> from dodona import Sentence
    >>> gold = Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"])
    >>> view = view_of(gold, compare=gold.replace(labels=["obj", "root"]))
    >>> [link.label for link in view.tree]
    ['nsubj≠obj', 'root']
    >>> view.legend
    [('', '0 of 2 heads and 1 of 2 labels differ (gold≠parse)')]
    """
    if compare is not None:
        problem = mismatch(sentence, instance("compare", compare, type(sentence), "a dodona.Sentence"))
        if problem is not None:
            raise Error(f"compare: {problem}")
    forms = [visible(form) for form in sentence.words]
    below = shown_tags(sentence) if tags else [""] * len(forms)
    plain = View(forms, below, tree_of(sentence), right_to_left=runs_right_to_left(forms))
    view = _confident(plain, sentence) if compare is None else _comparing(plain, compare, differs)
    said = [link.title for link in view.tree + view.other if link.title] or _said(forms, view.tree)
    return replace(view, description="; ".join(said) or "A sentence without a tree.")


def tree_of(sentence: Sentence) -> Tree:
    """Return the arcs of a sentence.

    >>> from dodona import Sentence
    >>> tree_of(Sentence(["Oaks", "speak"], heads=[2, 0]))[0].head, tree_of(Sentence(["Oaks"]))[0].head
    (2, -1)
    """
    if not sentence.has_tree:
        return [Link()] * len(sentence)
    crossing = {word for _, word in sentence.nonprojective_arcs}
    kinds = ["crossing" if word in crossing else "" for word in range(1, len(sentence) + 1)]
    return list(map(Link, sentence.heads.tolist(), shown_labels(sentence), kinds, kinds))


def mismatch(gold: Sentence, parse: Sentence) -> str | None:
    """Return why two sentences cannot be compared, if they cannot.

    >>> from dodona import Sentence
    >>> mismatch(Sentence(["Oaks", "speak"], heads=[2, 0]), Sentence(["Oak", "speaks"], heads=[2, 0]))
    "word 1 is 'Oak' instead of 'Oaks'"
    """
    ours, theirs = gold.words, parse.words
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), start=1):
        if our != their:
            return f"word {number} is {their!r} instead of {our!r}"
    if len(ours) != len(theirs):
        return f"{len(theirs)} words instead of {len(ours)}"
    if not (gold.has_tree and parse.has_tree):
        return f"the {'parse' if gold.has_tree else 'gold sentence'} has no tree"
    return None


def runs_right_to_left(words: list[str]) -> bool:
    """Return whether most words are written from right to left.

    >>> runs_right_to_left(["אלון", "(", "oak", ")", "2", "יונה"]), runs_right_to_left(["oak", "אלון"])
    (True, False)
    """
    directions = [is_left_to_right(word) for word in words]
    return directions.count(False) > directions.count(True)


def _comparing(view: View, compare: Sentence, differs: str) -> View:
    """Return the view with both trees; tooltips have the confidences of the parse."""
    first: Tree = []
    second: Tree = []
    heads = labels = 0
    parse = tree_of(compare)
    pairs = _confidences(compare) or [(None, None)] * len(parse)
    described = zip(
        _said(view.forms, view.tree), _said(view.forms, parse), map(_in_words, pairs), strict=True
    )
    for (head, label, *_), (other, relabelled, *_), (said, also, sure) in zip(
        view.tree, parse, described, strict=True
    ):
        heads += head != other
        labels += label != relabelled
        if head != other:
            first.append(Link(head, differs + label, "gold", "gold", f"{said}, in gold only"))
            second.append(
                Link(other, differs + relabelled, "parse", "parse", f"{also}, in the parse only{sure}")
            )
            continue
        second.append(Link())
        if label == relabelled:
            first.append(Link(head, label, title=said + sure))
        else:
            title = f"{said}, in the parse {relabelled or 'without a label'}{sure}"
            first.append(Link(head, f"{label}{differs}{relabelled}", name="parse", title=title))
    of = f"of {len(first):,}"
    text = f"{heads:,} {of} heads and {labels:,} {of} labels differ (gold{differs}parse)"
    if not heads and not labels:
        text = "gold and parse have the same tree"
    return replace(view, tree=first, other=second if heads else [], legend=[("", text)])


def _confident(view: View, sentence: Sentence) -> View:
    """Return the view with arcs by confidence, if the tree has any."""
    pairs = _confidences(sentence)
    if not pairs or not sentence.has_tree:
        return view
    tree, numbers = [], []
    for link, said, pair in zip(view.tree, _said(view.forms, view.tree), pairs, strict=True):
        line, name = map(_kind, pair)
        _, mark = _BOUNDS.get(max(line, name, key=KINDS.index), (0, ""))
        tree.append(Link(link.head, link.label + mark, line, name, said + _in_words(pair)))
        numbers.append(" ".join("-" if value is None else f"{value:.2f}" for value in pair))
    legend = [("", "confidence of heads (lines) and labels")]
    legend += [(kind, f"{mark} below {bound}".lstrip()) for kind, (bound, mark) in _BOUNDS.items()]
    return replace(view, tree=tree, numbers=numbers, legend=[*legend, ("conf-3", "0.95 or higher")])


def _confidences(sentence: Sentence) -> list[tuple[float | None, float | None]]:
    """Return the confidences of each head and label; nothing if no word has any."""
    if not any("Conf=" in misc for misc in sentence.misc):
        return []
    pairs = [(_probability(word.confidence), _probability(word.label_confidence)) for word in sentence]
    return pairs if any(pair != (None, None) for pair in pairs) else []


def _in_words(pair: tuple[float | None, float | None]) -> str:
    named = zip(("head", "label"), pair, strict=True)
    return "".join(f", {what} {value:.3f}" for what, value in named if value is not None)


def _probability(value: float | None) -> float | None:
    return value if value is not None and 0 <= value <= 1 else None


def _kind(confidence: float | None) -> str:
    if confidence is None:
        return ""
    return next((kind for kind, (bound, _) in _BOUNDS.items() if confidence < bound), "conf-3")


def _said(forms: list[str], tree: Tree) -> list[str]:
    """Describe each arc."""
    said = []
    for form, (head, label, *_) in zip(forms, tree, strict=True):
        name = label or ("dependent" if head else "root")
        said.append(f"{form}: {name} of {forms[head - 1]}" if head > 0 else f"{form}: {name}")
    return said if tree[0].head >= 0 else []


def _reversed(tree: Tree) -> Tree:
    heads = (len(tree) + 1 - link.head if link.head > 0 else link.head for link in reversed(tree))
    return [link._replace(head=head) for link, head in zip(reversed(tree), heads, strict=True)]
