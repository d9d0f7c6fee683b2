"""How fast is reading? Dodona against the Python packages conllu, pyconll and udapi, in one run.

    pip install '.[bench]'
    python benchmarks/read.py FILE.conllu [--rounds 5]

Each reader reads the same file and gives the forms, tags, heads and labels of every sentence. The
rounds take turns, so that a busy machine is busy for all, and the best round of each counts. Before
anything is timed, all four must give the same answers.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

Answers = Iterable[tuple[list[str], list[str], Sequence[int], list[str]]]


def with_dodona(path: str) -> Answers:
    import dodona

    treebank = dodona.read(path)
    columns = treebank.lists("words"), treebank.lists("tags"), treebank.head_arrays, treebank.lists("labels")
    return zip(*columns, strict=True)


def with_sentences(path: str) -> Answers:
    """The same with an object for each sentence."""
    import dodona

    return [(s.words, s.tags, s.heads, s.labels) for s in dodona.read(path)]


def with_conllu(path: str) -> Answers:
    import conllu

    answers = []
    with Path(path).open(encoding="utf-8") as file:
        for sentence in conllu.parse_incr(file):
            words = [word for word in sentence if isinstance(word["id"], int)]
            answers.append(
                (
                    [word["form"] for word in words],
                    [word["upos"] for word in words],
                    [word["head"] for word in words],
                    [word["deprel"] for word in words],
                )
            )
    return answers


def with_pyconll(path: str) -> Answers:
    import pyconll

    answers = []
    for sentence in pyconll.iter_from_file(path):
        words = [word for word in sentence if word.id.isdigit()]
        answers.append(
            (
                [word.form for word in words],
                [word.upos for word in words],
                [int(word.head) for word in words],
                [word.deprel for word in words],
            )
        )
    return answers


def with_udapi(path: str) -> Answers:
    from udapi.core.document import Document

    answers = []
    for tree in Document(path).trees:
        words = tree.descendants
        answers.append(
            (
                [word.form for word in words],
                [word.upos for word in words],
                [word.parent.ord for word in words],
                [word.deprel for word in words],
            )
        )
    return answers


READERS: dict[str, Callable[[str], Answers]] = {
    "dodona": with_dodona,
    "dodona, sentence by sentence": with_sentences,
    "conllu": with_conllu,
    "pyconll": with_pyconll,
    "udapi": with_udapi,
}


def agree(path: str) -> tuple[int, int]:
    """Make sure that all readers give the same answers; return how many sentences and words there are."""
    expected = list(with_dodona(path))
    for name, reader in READERS.items():
        for number, (ours, theirs) in enumerate(zip(expected, reader(path), strict=True), start=1):
            # The packages write a missing tag or label as None; the file has `_`.
            same = [["_" if value is None else value for value in column] for column in theirs]
            if [list(column) for column in ours] != same:
                raise SystemExit(f"{name} reads sentence {number} differently: {ours} {theirs}")
    return len(expected), sum(len(sentence[0]) for sentence in expected)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="a CoNLL-U file, not compressed")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    sentences, words = agree(options.file)
    best = dict.fromkeys(READERS, float("inf"))
    for _ in range(options.rounds):
        for name, reader in READERS.items():
            gc.collect()  # what the others left behind is not this reader's to clean up
            start = time.perf_counter()
            reader(options.file)
            best[name] = min(best[name], time.perf_counter() - start)

    print(f"{options.file}: {sentences:,} sentences, {words:,} words, best of {options.rounds} rounds")
    for name, seconds in sorted(best.items(), key=lambda item: item[1]):
        ratio = seconds / best["dodona"]
        package = name.partition(",")[0]
        speed = words / seconds / 1e6
        print(f"  {name:28} {version(package):8} {speed:6.2f} million words/s  {ratio:6.1f} x dodona's time")
    fastest = min(seconds for name, seconds in best.items() if not name.startswith("dodona"))
    print(f"dodona is {fastest / best['dodona']:.1f} times faster than the fastest of the others")


if __name__ == "__main__":
    main()
