"""How fast is reading? Compares Dodona with the Python packages conllu, pyconll and udapi, in one run.

    pip install 'dodona[bench]'
    python benchmarks/read.py FILE.conllu [--rounds 7]

Each reader returns the forms, tags, heads and labels of all words of the same file as four columns; Dodona
also as lists for each sentence. Dodona reads large files on several threads, which the others cannot, so it
is also timed with one thread. Rounds alternate, and the best round of each counts. All results are compared
before anything is timed.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from dodona.treebank.parts import threads_for

Columns = tuple[list[str], list[str], Sequence[int], list[str]]


def with_dodona(path: str) -> Columns:
    import dodona

    treebank = dodona.read(path)
    return treebank.column("words"), treebank.column("tags"), treebank.heads, treebank.column("labels")


def with_one_thread(path: str) -> Columns:
    import dodona

    treebank = dodona.read(path, threads=1)
    return treebank.column("words"), treebank.column("tags"), treebank.heads, treebank.column("labels")


def with_dodona_lists(path: str) -> object:
    """Read a list for each sentence and column."""
    import dodona

    treebank = dodona.read(path)
    return treebank.lists("words"), treebank.lists("tags"), treebank.head_arrays, treebank.lists("labels")


def with_conllu(path: str) -> Columns:
    import conllu

    forms, tags, heads, labels = [], [], [], []
    with Path(path).open(encoding="utf-8") as file:
        for sentence in conllu.parse_incr(file):
            for word in sentence:
                if isinstance(word["id"], int):
                    forms.append(word["form"])
                    tags.append(word["upos"])
                    heads.append(word["head"])
                    labels.append(word["deprel"])
    return forms, tags, heads, labels


def with_pyconll(path: str) -> Columns:
    import pyconll

    forms, tags, heads, labels = [], [], [], []
    for sentence in pyconll.iter_from_file(path):
        for word in sentence:
            if word.id.isdigit():
                forms.append(word.form)
                tags.append(word.upos)
                heads.append(int(word.head))
                labels.append(word.deprel)
    return forms, tags, heads, labels


def with_udapi(path: str) -> Columns:
    from udapi.core.document import Document

    forms, tags, heads, labels = [], [], [], []
    for tree in Document(path).trees:
        for word in tree.descendants:
            forms.append(word.form)
            tags.append(word.upos)
            heads.append(word.parent.ord)
            labels.append(word.deprel)
    return forms, tags, heads, labels


PEERS: dict[str, Callable[[str], Columns]] = {
    "conllu": with_conllu,
    "pyconll": with_pyconll,
    "udapi": with_udapi,
}


def agree(path: str) -> int:
    """Check that all readers give the same result; return the number of words."""
    ours = [list(column) for column in with_dodona(path)]
    for name, reader in PEERS.items():
        # The packages represent `_` as None.
        theirs = [["_" if value is None else value for value in column] for column in reader(path)]
        if ours != theirs:
            raise SystemExit(f"{name} reads {path} differently")
    return len(ours[0])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="a CoNLL-U file, not compressed")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()

    words = agree(options.file)
    threads = threads_for(Path(options.file).stat().st_size)
    readers = {"dodona": with_dodona, "dodona, lists": with_dodona_lists, **PEERS}
    if threads > 1:
        readers["dodona, one thread"] = with_one_thread
    best = dict.fromkeys(readers, float("inf"))
    for _ in range(options.rounds):
        for name, reader in readers.items():
            gc.collect()  # not to be charged for garbage of the others
            start = time.perf_counter()
            reader(options.file)
            best[name] = min(best[name], time.perf_counter() - start)

    in_threads = f"{threads} thread{'s' * (threads != 1)}"
    print(f"{options.file}: {words:,} words, best of {options.rounds} rounds, dodona with {in_threads}")
    for name, seconds in sorted(best.items(), key=lambda item: item[1]):
        package = version(name.partition(",")[0])
        speed, ratio = words / seconds / 1e6, seconds / best["dodona"]
        print(f"  {name:18} {package:8} {speed:6.2f} million words/s  {ratio:6.1f} x dodona's time")
    fastest = min(best[name] for name in PEERS)
    print(f"dodona is {fastest / best['dodona']:.1f} times faster than the fastest of the others")
    if threads > 1:
        print(f"with one thread it is {fastest / best['dodona, one thread']:.1f} times faster")


if __name__ == "__main__":
    main()
