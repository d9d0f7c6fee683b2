"""References from MISC: words with several possible heads.

    4  saw  ...  2  obj  _  AltHead=3:obl,0

`AltHead` lists other possible heads of a word, each with its label after a colon if that differs from the
column. The references of a sentence are all projective trees with one of the heads for each such word.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from dodona.errors import Error, flag
from dodona.schemes.groups import Alternative, Group, Partition, any_cross, cross
from dodona.schemes.references import References
from dodona.schemes.rules import Place
from dodona.schemes.transforming import check_trees
from dodona.treebank.lines import where_is
from dodona.treebank.treebank import Treebank
from dodona.treebank.trees import is_tree

KEY = "AltHead"
#: Sentences with more combinations of interdependent heads than this are refused.
MOST_COMBINATIONS = 4096
_Option = tuple[int, str]


def references_from_misc(
    treebank: Treebank, *, labelled: bool = True, single_root: bool = True
) -> References:
    """Return the references that `AltHead` in MISC defines.

    With `single_root`, references with several words under the root are omitted. Crossing arcs of the column
    are lifted first.

    >>> trees = Treebank.from_lists([["saw", "oaks", "here"]], heads=[[0, 1, 1]],
    ...                             labels=[["root", "obj", "obl"]], misc=[["_", "_", "AltHead=2:nmod"]])
    >>> [each.heads for each in references_from_misc(trees).groups[0][0].alternatives]
    [(1,), (2,)]
    """
    check_trees(treebank)
    labelled, single_root = flag("labelled", labelled), flag("single_root", single_root)
    projective = treebank.projectivise("baseline")
    groups, dropped = [], 0
    columns = zip(projective.head_arrays, projective.lists("labels"), projective.lists("misc"), strict=True)
    for number, (array, labels, misc) in enumerate(columns):
        heads = array.tolist()
        first = int(treebank.offsets[number])
        options = {
            word: [
                (heads[word - 1], labels[word - 1]),
                *_others(treebank, first, word, len(heads), labels, text),
            ]
            for word, text in enumerate(misc, start=1)
            if KEY in text
        }
        try:
            made, left_out = _groups(heads, options, labelled, single_root)
        except OverflowError:
            raise Error(
                f"{where_is(treebank, first)}: more than {MOST_COMBINATIONS:,} combinations of heads "
                "depend on each other: use fewer alternatives"
            ) from None
        groups.append(made)
        dropped += left_out
    return References(projective, tuple(groups), dropped)


def _others(
    treebank: Treebank, first: int, word: int, length: int, labels: Sequence[str], misc: str
) -> list[_Option]:
    """Return the alternative heads of a word in MISC."""
    found = []
    for item in misc.split("|"):
        key, _, value = item.partition("=")
        if key != KEY:
            continue
        for option in value.split(","):
            number, _, label = option.partition(":")
            if not number.isdecimal() or int(number) > length or int(number) == word:
                raise Error(
                    f"{where_is(treebank, first + word - 1)}: {KEY}={value}: "
                    f"{number!r} is not a valid head for word {word}"
                )
            found.append((int(number), label or labels[word - 1]))
    return found


def _groups(
    heads: Sequence[int], options: dict[int, list[_Option]], labelled: bool, single_root: bool
) -> tuple[tuple[Group, ...], int]:
    """Return groups of words whose heads depend on each other, and the number of omitted alternatives."""
    shared = [(head, word) for word, head in enumerate(heads, start=1) if word not in options]
    words = list(options)
    arcs = [{(head, word) for head, _ in options[word]} for word in words]
    parts = Partition(len(words))
    cyclic = _together(len(heads), shared + [arc for some in arcs for arc in some])
    for i, j in combinations(range(len(words)), 2):
        in_cycle = any(
            cyclic[head] == cyclic[word] == cyclic[other] == cyclic[dependent] and head and other
            for head, word in arcs[i]
            for other, dependent in arcs[j]
        )
        both_root = single_root and all(any(head == 0 for head, _ in some) for some in (arcs[i], arcs[j]))
        if in_cycle or both_root or any_cross(arcs[i], arcs[j]):
            parts.join(i, j)
    groups, dropped = [], 0
    for part in parts.parts():
        chosen = [words[i] for i in part]
        made, left_out = _group(heads, chosen, options, shared, labelled, single_root)
        dropped += left_out
        if len(made.alternatives) > 1:
            groups.append(made)
    return tuple(groups), dropped


def _group(
    heads: Sequence[int],
    words: Sequence[int],
    options: dict[int, list[_Option]],
    shared: Sequence[tuple[int, int]],
    labelled: bool,
    single_root: bool,
) -> tuple[Group, int]:
    combined = 1
    for word in words:
        combined *= len(options[word])
    if combined > MOST_COMBINATIONS:
        raise OverflowError
    had_root = sum(heads[word - 1] == 0 for word in words)
    found: dict[object, Alternative] = {}
    dropped = 0
    for combination in product(*(options[word] for word in words)):
        chosen = tuple(head for head, _ in combination)
        tree = list(heads)
        for word, head in zip(words, chosen, strict=True):
            tree[word - 1] = head
        arcs = list(zip(chosen, words, strict=True))
        several_roots = single_root and chosen.count(0) != had_root
        if several_roots or not is_tree(tree) or any_cross(arcs, shared) or _cross_themselves(arcs):
            dropped += 1
            continue
        labels = tuple(label for _, label in combination)
        applied = tuple(head != heads[word - 1] for word, head in zip(words, chosen, strict=True))
        found.setdefault((chosen, labels if labelled else ()), Alternative(chosen, labels, applied))
    places = tuple(Place(0, word) for word in words)
    return Group(tuple(words), places, tuple(found.values())), dropped


def _cross_themselves(arcs: Sequence[tuple[int, int]]) -> bool:
    return any(cross(a, b) for a, b in combinations(arcs, 2))


def _together(length: int, arcs: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each node the number of its component: nodes that may form a cycle share one.

    These are the strongly connected components of all arcs that any reference may have.
    """
    below: list[list[int]] = [[] for _ in range(length + 1)]
    for head, word in arcs:
        below[head].append(word)
    reach = [_reachable(node, below) for node in range(length + 1)]
    component = list(range(length + 1))
    for node in range(length + 1):
        for other in range(node):
            if other in reach[node] and node in reach[other]:
                component[node] = component[other]
                break
    return component


def _reachable(start: int, below: Sequence[Sequence[int]]) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        for word in below[waiting.pop()]:
            if word not in seen:
                seen.add(word)
                waiting.append(word)
    return seen
