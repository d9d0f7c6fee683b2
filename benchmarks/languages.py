"""How sure is a model of text in other languages, and how often is it right?

    python benchmarks/languages.py FILE... [--model english]

Parses each treebank from gold words, as one text. Prints the share of right heads, their mean confidence as
the parser gives it and as the pipeline lowers it, and the share of sentences that, each as a text of its own,
get a warning.
"""

from __future__ import annotations

import argparse

import numpy as np

import dodona
from dodona.pipelines.frequent_words import is_foreign, less_sure


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", metavar="FILE", nargs="+")
    parser.add_argument("--model", default="english")
    options = parser.parse_args()

    whole = dodona.load(options.model)
    print("| treebank | right heads | confidence: parser | pipeline | sentences with a warning |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for path in options.files:
        gold = dodona.read(path)
        found = whole.parser.confidence(whole.prepared(gold, tags="predict"))
        lower = less_sure(found, whole.info)
        warned = np.mean(
            [is_foreign(gold[i : i + 1], whole.info["frequent_words"]) for i in range(len(gold))]
        )
        figures = [(found.parsed.heads == gold.heads).mean(), found.heads.mean(), lower.heads.mean(), warned]
        print(f"| {path} | {' | '.join(f'{100 * figure:.1f}' for figure in figures)} |", flush=True)


if __name__ == "__main__":
    main()
