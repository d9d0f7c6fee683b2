"""How well do tokenisers find tokens, sentences and words in the raw text of treebanks?

    python benchmarks/tokens.py FOLDER... [--part test] [--threads 2]

A folder holds the train, dev and test files of a UD treebank. Its tokeniser is trained as `dodona train
--pipeline` does, and scored on raw text as in the CoNLL 2018 shared task.
"""

from __future__ import annotations

import argparse
import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dodona
from dodona.evaluation import conll18
from dodona.pipelines.restoring import text_of


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--part", default="dev", choices=("dev", "test"))
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    print("| treebank | Tokens | Sentences | Words |\n| --- | ---: | ---: | ---: |")
    found = []
    with ThreadPoolExecutor(chosen.threads) as threads:
        for folder, scores in zip(
            chosen.folders, threads.map(scored, chosen.folders, itertools.repeat(chosen.part)), strict=True
        ):
            found.append(scores)
            print_row(folder.name, scores)
    print_row("mean", [sum(column) / len(found) for column in zip(*found, strict=True)])


def scored(folder: Path, part: str) -> list[float]:
    """Train on a treebank; return F1 of tokens, sentences and words."""
    train, gold = (dodona.read(next(folder.glob(f"*{name}.conllu*"))) for name in ("train", part))
    cut = dodona.train_tokeniser(train).tokenise(text_of(gold))
    # A tree for each sentence: the score needs one.
    flat = [each.replace(heads=[[0] + [1] * (len(words) - 1) for words in each]) for each in (gold, cut)]
    scores = conll18(*flat)
    return [100 * score.f1 for score in (scores.tokens, scores.sentences, scores.words)]


def print_row(name: str, scores: list[float]) -> None:
    print(f"| {name} | {' | '.join(f'{score:.2f}' for score in scores)} |", flush=True)


if __name__ == "__main__":
    main()
