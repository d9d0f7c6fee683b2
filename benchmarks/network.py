"""How fast does a network tag and parse, beside spaCy's small models? All on one core.

    pip install 'dodona[bench]'
    python benchmarks/network.py FOLDER [--model MODEL] [--rounds 5]

The folder holds a UD treebank: files that end in train.conllu and test.conllu. Without --model, networks have
random weights; Dodona's has the sizes of the recipe `network`, and knows the words and tags of the training
data. spaCy's networks are those of its small models: one encoder of width 96 and depth 4 for
tagger, morphologizer, lemmatiser and parser.

- From tokens: from sentences in memory to tags, features, lemmas and trees in memory.
- From text: from raw text to CoNLL-U, both in memory. Dodona's tokeniser is trained on the training data.
- Where the time goes: reading sentences, choosing tags, and choosing transitions, by leaving out parts.

Times are CPU times. Rounds alternate, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from peers import is_installed
from peers.whole_spacy import WholeSpacy
from side_by_side import on_one_core, version_of

import dodona
from dodona import _core
from dodona.network.tagger import NetworkTagger
from dodona.network.untrained import untrained
from dodona.pipelines.restoring import text_of
from dodona.pipelines.tokeniser import train_tokeniser

Task = Callable[[], Any]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a treebank: a folder of train and test files")
    parser.add_argument("--model", help="a pipeline with a network, instead of random weights")
    parser.add_argument("--width", type=int, default=256, help="of random weights")
    parser.add_argument("--layers", type=int, default=3, help="of random weights")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-peer", action="store_true", help="leave out spaCy")
    options = parser.parse_args()

    core = on_one_core()
    train, test = (dodona.read(_only(options.folder, part)) for part in ("train", "test"))
    if options.model:
        pipeline = dodona.load(options.model)
        if not isinstance(pipeline, dodona.Pipeline) or not isinstance(pipeline.tagger, NetworkTagger):
            raise SystemExit(f"{options.model} has no network")
    else:
        network = untrained(train, width=options.width, layers=options.layers)
        pipeline = dodona.Pipeline.of_network(train_tokeniser(train, epochs=3), network)
    bare, text = dodona.Treebank.from_lists([sentence.words for sentence in test]), text_of(test).decode()
    core_parser = pipeline.parser._core
    tasks: dict[str, Task] = {
        "dodona, from tokens": lambda: pipeline.parse(bare, tags="predict"),
        "dodona, from text": lambda: pipeline(text).to_conll(),
        "tags only": lambda: core_parser.tag(bare._core),
        "trees only": lambda: core_parser.parse(bare._core),
    }
    if not options.no_peer and is_installed(WholeSpacy):
        peer = WholeSpacy()
        peer.untrained(train)
        words = [sentence.words for sentence in test]
        tasks |= {
            "spacy, from tokens": lambda: peer.analysed(words),
            "spacy, from text": lambda: peer.from_text(text),
        }
    best = dict.fromkeys(tasks, float("inf"))
    for _ in range(options.rounds):
        for name, task in tasks.items():
            best[name] = min(best[name], _seconds(task))

    print(f"dodona {dodona.__version__}, spacy {version_of('spacy')}; {core}, {_core.network_kernels()[-1]}")
    print(f"{pipeline.parser.size}, {test.word_count:,} words, best of {options.rounds} rounds\n")
    print("| from | words a second | spaCy | times as fast |\n| --- | ---: | ---: | ---: |")
    for source in ("tokens", "text"):
        own, other = best[f"dodona, from {source}"], best.get(f"spacy, from {source}")
        peers = f"{test.word_count / other:,.0f} | {other / own:.1f}" if other else "|"
        print(f"| {source} | {test.word_count / own:,.0f} | {peers} |")
    whole, tags, trees = best["dodona, from tokens"], best["tags only"], best["trees only"]
    print("\n| where the time goes | ns a word |\n| --- | ---: |")
    for what, seconds in {
        "reading sentences": tags + trees - whole,
        "tags, features and lemmas": whole - trees,
        "transitions": whole - tags,
        "tokenising and writing": best["dodona, from text"] - whole,
    }.items():
        print(f"| {what} | {1e9 * seconds / test.word_count:,.0f} |")


def _seconds(task: Task) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start


def _only(folder: Path, part: str) -> Path:
    files = sorted(folder.glob(f"*{part}.conllu"))
    if len(files) != 1:
        raise SystemExit(f"{folder} needs exactly one file that ends in {part}.conllu; it has {len(files)}")
    return files[0]


if __name__ == "__main__":
    main()
