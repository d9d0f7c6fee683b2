"""How good are enhanced dependencies made by rule? ELAS beside the gold ones, from gold or predicted trees.

    python benchmarks/enhance.py GOLD.conllu [PARSED.conllu]

ELAS (Bouma, Seddah and Zeman 2020) is the F1 of labelled enhanced dependencies, EULAS that of their
universal relations. As in the shared tasks, empty nodes are collapsed into paths (`conj>obj`). The first
row repeats the basic trees. PARSED has the words of GOLD; without it, gold trees are enhanced.
"""

from __future__ import annotations

import argparse
from collections import Counter

import dodona
from dodona import Treebank
from dodona.treebank.ud.enhanced import arcs_of

Arc = tuple[int, str, str]  # a sentence and a word, its head, its label


def basic(treebank: Treebank) -> list[set[Arc]]:
    return [
        {
            (word, str(head), label)
            for word, (head, label) in enumerate(zip(s.heads, s.labels, strict=True), 1)
        }
        for s in treebank
    ]


def enhanced(treebank: Treebank) -> list[set[Arc]]:
    """Return the enhanced dependencies of words, those over empty nodes collapsed into paths."""
    graphs = []
    for sentence in treebank:
        rows = [line.split("\t") for line in sentence.empty_nodes]
        empty = {row[0]: arcs_of(row[8]) for row in rows}

        def paths(
            head: str, label: str, empty: dict = empty, passed: tuple[str, ...] = ()
        ) -> list[tuple[str, str]]:
            if head not in empty or head in passed:
                return [(head, label)]
            return [
                path
                for h, above in empty[head]
                for path in paths(h, f"{above}>{label}", empty, (*passed, head))
            ]

        graphs.append(
            {
                (word, *path)
                for word, deps in enumerate(sentence.deps, 1)
                for arc in arcs_of(deps)
                for path in paths(*arc)
            }
        )
    return graphs


def unmarked(arcs: set[Arc]) -> set[Arc]:
    return {
        (word, head, ">".join(part.partition(":")[0] for part in label.split(">")))
        for word, head, label in arcs
    }


def f1(gold: list[set[Arc]], found: list[set[Arc]]) -> float:
    both = sum(len(one & two) for one, two in zip(gold, found, strict=True))
    return 200 * both / (sum(map(len, gold)) + sum(map(len, found)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gold")
    parser.add_argument("parsed", nargs="?")
    parser.add_argument("--errors", type=int, default=0, help="show the most frequent errors")
    given = parser.parse_args()
    gold = dodona.read(given.gold)
    trees = dodona.read(given.parsed) if given.parsed else gold
    wanted = enhanced(gold)
    for name, found in (("basic trees", basic(trees)), ("enhanced", enhanced(trees.enhance()))):
        eulas = f1(list(map(unmarked, wanted)), list(map(unmarked, found)))
        print(f"{name:12}  ELAS {f1(wanted, found):6.2f}  EULAS {eulas:6.2f}")
    missing: Counter[str] = Counter()
    surplus: Counter[str] = Counter()
    for sentence, one, two in zip(gold, wanted, found, strict=True):
        for word, _, label in one - two:
            missing[f"{sentence.labels[word - 1]}: {label}"] += 1
        for word, _, label in two - one:
            surplus[f"{sentence.labels[word - 1]}: {label}"] += 1
    if given.errors:
        print("missing:", missing.most_common(given.errors))
        print("surplus:", surplus.most_common(given.errors))


if __name__ == "__main__":
    main()
