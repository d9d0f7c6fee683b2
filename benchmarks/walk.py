"""How fast are loops over words in Python? Compares Dodona, spaCy's Doc and the package conllu in one run.

    pip install 'dodona[bench]'
    python benchmarks/walk.py FILE.conllu [--words 1000000] [--rounds 5]

The sentences of the file are in memory, repeated until there are a million words; conllu, which needs
gigabytes for those, walks the file once and is compared per word. Three loops over all words are timed: of
their forms; of the forms of subjects of verbs, which takes labels and heads; and of forms, lemmas, tags,
labels and the forms of heads. The first walk makes the objects for the words, in Dodona and spaCy; the next
one finds them made, since the sentences and Docs are kept. At the end, conllu is timed with reading, since
its tokens come from parsing the file. The best round counts, and all must find the same.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import conllu
import spacy

import dodona


def forms_of_dodona(sentences: Iterable[Any]) -> int:
    return sum(len(word.form) for sentence in sentences for word in sentence)


def forms_of_spacy(docs: Iterable[Any]) -> int:
    return sum(len(token.text) for doc in docs for token in doc)


def forms_of_conllu(sentences: Iterable[Any]) -> int:
    return sum(len(token["form"]) for sentence in sentences for token in sentence)


def subjects_of_dodona(sentences: Iterable[Any]) -> int:
    count = 0
    for sentence in sentences:
        for word in sentence:
            if word.label == "nsubj" and word.head is not None and word.head.tag == "VERB":
                count += len(word.form)
    return count


def subjects_of_spacy(docs: Iterable[Any]) -> int:
    count = 0
    for doc in docs:
        for token in doc:
            if token.dep_ == "nsubj" and token.head.pos_ == "VERB":
                count += len(token.text)
    return count


def subjects_of_conllu(sentences: Iterable[Any]) -> int:
    count = 0
    for sentence in sentences:
        for token in sentence:
            if token["deprel"] == "nsubj" and sentence[token["head"] - 1]["upos"] == "VERB":
                count += len(token["form"])
    return count


def all_of_dodona(sentences: Iterable[Any]) -> int:
    count = 0
    for sentence in sentences:
        for word in sentence:
            head = word.head
            count += len(word.form) + len(word.lemma) + len(word.tag) + len(word.label)
            count += 0 if head is None else len(head.form)
    return count


def all_of_spacy(docs: Iterable[Any]) -> int:
    count = 0
    for doc in docs:
        for token in doc:
            label = token.dep_
            count += len(token.text) + len(token.lemma_) + len(token.pos_) + len(label)
            count += 0 if label == "ROOT" else len(token.head.text)
    return count


def all_of_conllu(sentences: Iterable[Any]) -> int:
    count = 0
    for sentence in sentences:
        for token in sentence:
            head = token["head"]
            count += len(token["form"]) + len(token["lemma"]) + len(token["upos"]) + len(token["deprel"])
            count += len(sentence[head - 1]["form"]) if head else 0
    return count


LOOPS: dict[str, tuple[Callable[[Any], int], ...]] = {
    "forms": (forms_of_dodona, forms_of_spacy, forms_of_conllu),
    "subjects of verbs": (subjects_of_dodona, subjects_of_spacy, subjects_of_conllu),
    "five columns": (all_of_dodona, all_of_spacy, all_of_conllu),
}


def plain(treebank: dodona.Treebank) -> dodona.Treebank:
    """Return a treebank that all three hold alike: without multiword tokens, empty nodes and empty lemmas."""
    columns: dict[str, Any] = {
        name: treebank.lists(name) for name in ("tags", "fine_tags", "feats", "labels")
    }
    columns["lemmas"] = [
        [lemma if lemma != "_" else "x" for lemma in each] for each in treebank.lists("lemmas")
    ]
    columns["heads"] = [heads.tolist() for heads in treebank.head_arrays]
    return dodona.Treebank.from_lists(treebank.lists("words"), **columns)


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    gc.collect()
    start = clock()
    work()
    return clock() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="a CoNLL-U file")
    parser.add_argument("--words", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    once = plain(dodona.read(options.file))
    copies = max(options.words // once.word_count, 1)
    treebank = dodona.Treebank([sentence for _ in range(copies) for sentence in once])
    text = once.to_conll()
    vocab = spacy.blank("xx").vocab
    print(f"{Path(options.file).name}: {treebank.word_count:,} words, best of {options.rounds} rounds")
    tokens = conllu.parse(text)
    for name, loops in LOOPS.items():
        best: dict[str, float] = {}
        for _ in range(options.rounds):
            parts = [once[at : at + 100] for at in range(0, len(once), 100)]
            data: dict[str, tuple[Any, int]] = {
                "dodona": (list(treebank), treebank.word_count),
                "spacy": ([dodona.to_spacy(part, vocab) for part in parts * copies], treebank.word_count),
                "conllu": (tokens, once.word_count),
            }
            for walk in ("first walk", "next walk"):
                for work, (package, (sentences, size)) in zip(loops, data.items(), strict=True):
                    key = f"{package}, {walk}"
                    best[key] = min(best.get(key, 1e9), seconds(partial(work, sentences)) / size)
        pairs = zip(loops, data.values(), strict=True)
        found = {round(work(sentences) / size, 6) for work, (sentences, size) in pairs}
        assert len(found) == 1, (name, found)
        for walk in ("first walk", "next walk"):
            nanoseconds = {each: 1e9 * best[f"{each}, {walk}"] for each in ("dodona", "spacy", "conllu")}
            times = ", ".join(f"{each} {value:.0f}" for each, value in nanoseconds.items())
            ratio = nanoseconds["spacy"] / nanoseconds["dodona"]
            print(f"  {name:18} {walk:10}  {times} ns a word; spaCy's time / Dodona's: {ratio:.2f}")
    reading = min(seconds(lambda: all_of_dodona(dodona.read(text))) for _ in range(options.rounds))
    theirs = min(seconds(lambda: all_of_conllu(conllu.parse(text))) for _ in range(2))
    print(f"  from the file, five columns: conllu's time / Dodona's: {theirs / reading:.1f}")


if __name__ == "__main__":
    main()
