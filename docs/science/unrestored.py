"""Count the words that pseudo-projective encodings do not restore, by where they end up.

    python docs/science/unrestored.py train.conllu...

Lifts the arcs of each treebank, puts them back, and counts the words with a wrong head: those attached to a
word above the correct head, to a sibling of it, or elsewhere, and those that stayed because the search found
nothing. "others" counts the words that would have been restored as the only lifted ones.
"""

from __future__ import annotations

import sys
from collections import Counter

import dodona


def main(paths: list[str]) -> None:
    """Print a table and the most frequent pairs of labels for each treebank."""
    for path in paths:
        gold = dodona.read(path)
        print(path)
        print(f"{'':9} lifted  labels  not restored  above  sibling  elsewhere  stayed  others")
        commonest = []
        for encoding in ("head", "path", "head+path"):
            lifted = gold.projectivise(encoding)
            back = lifted.deprojectivise(encoding)
            fates: Counter[str] = Counter()
            pairs: Counter[str] = Counter()
            for trees in zip(gold, lifted, back, strict=True):
                for word, fate in fates_of(*trees):
                    fates[fate] += 1
                    pairs[label_pair(trees[0], word)] += 1
                    fates["others"] += is_restored_alone(trees[0], trees[1], word, encoding)
            moved = int((lifted.heads != gold.heads).sum())
            labels = len(set(lifted.column("labels")))
            wrong = pairs.total()
            places = f"{fates['above']:6} {fates['sibling']:8} {fates['elsewhere']:10} {fates['stayed']:7}"
            print(f"{encoding:9} {moved:6} {labels:7} {wrong:13} {places} {fates['others']:7}")
            commonest.append((encoding, pairs.most_common(5)))
        for encoding, listed in commonest:
            print(f"{encoding:9} {', '.join(f'{pair} {count}' for pair, count in listed)}")


def fates_of(gold: dodona.Sentence, lifted: dodona.Sentence, back: dodona.Sentence) -> list[tuple[int, str]]:
    """Return the words (from 0) whose head has changed, each with where it is attached now."""
    right, above, now = gold.heads.tolist(), lifted.heads.tolist(), back.heads.tolist()
    fates = []
    for word, (head, found) in enumerate(zip(right, now, strict=True)):
        if found == head:
            continue
        if found == above[word]:
            fates.append((word, "stayed"))
        elif found in words_above(head, right):
            fates.append((word, "above"))
        else:
            is_sibling = right[found - 1] == right[head - 1]
            fates.append((word, "sibling" if is_sibling else "elsewhere"))
    return fates


def words_above(word: int, heads: list[int]) -> set[int]:
    """Return the ancestors (from 1) of a word."""
    above: set[int] = set()
    while word := heads[word - 1]:
        above.add(word)
    return above


def label_pair(gold: dodona.Sentence, word: int) -> str:
    """Return the labels of a word and its head, in the format of the encoding `head`."""
    return f"{gold.labels[word]}↑{gold.labels[gold.heads[word] - 1]}"


def is_restored_alone(gold: dodona.Sentence, lifted: dodona.Sentence, word: int, encoding: str) -> bool:
    """Return whether a word gets its head back if no other word is lifted."""
    heads = gold.heads.tolist()
    heads[word] = int(lifted.heads[word])
    paths = ["↓" if label.endswith("↓") else "" for label in lifted.labels]
    labels = [label + path for label, path in zip(gold.labels, paths, strict=True)]
    labels[word] = lifted.labels[word]
    back = gold.replace(heads=heads, labels=labels).deprojectivise(encoding)
    return bool(back.heads[word] == gold.heads[word])


if __name__ == "__main__":
    main(sys.argv[1:])
