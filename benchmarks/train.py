"""How long does training take, and how good is what comes of it? Dodona against its peers, on one core.

    pip install '.[bench]'
    python benchmarks/train.py TRAIN DEV TEST [--budget 300] [--only dodona,udpipe]

Each parser is trained on the same treebank in a process of its own, one after the other on the same core,
and scored on the test data: gold tags, punctuation left out. Dodona has its default recipe. The others have
a budget of processor seconds each, and what a short one kept from them is told: spaCy stops there, UDPipe
is trained for as many of its 30 iterations as fit, Vowpal Wabbit is given up. Times are from treebanks in
memory to a model: by the clock, and of the processor, which a busy machine changes less and which the
ratios are of. Memory is the most that the process ever had, the treebanks and the parser's own libraries
included.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from peers import KINDS
from side_by_side import Trained, chosen, folder_for_models, on_one_core, scores, trained, version_of

import dodona


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train", help="a treebank to train on")
    parser.add_argument("dev", help="development data, for those that look at any")
    parser.add_argument("test", help="the treebank to score on")
    parser.add_argument("--budget", type=float, default=300, help="processor seconds for each peer")
    parser.add_argument("--models", help="a folder to keep the peers' models in, and to find them next time")
    parser.add_argument("--only", help=f"which of {', '.join(KINDS)}, with commas")
    options = parser.parse_args()

    core = on_one_core()
    train, test = dodona.read(options.train), dodona.read(options.test)
    print(f"{options.train}: {train.word_count:,} words, {core}, a budget of {options.budget:.0f} s")
    reference: Trained | None = None
    with folder_for_models(options.models) as folder:
        for name in chosen(options.only):
            outcome = trained(name, options.train, options.dev, folder, options.budget, quick=False)
            if isinstance(outcome, str):
                print(f"  {name} is skipped: its training {outcome}", flush=True)
                continue
            went, place = outcome
            reference = reference or (went if name.startswith("dodona") else None)
            print(f"  {line(name, went, reference, of(name, place, test))}", flush=True)


def of(name: str, folder: Path, test: dodona.Treebank) -> tuple[float, float]:
    """Return UAS and LAS of a trained parser."""
    peer = KINDS[name]()
    peer.load(folder, test)
    peer.parse()
    return scores(test, peer.parsed())


def line(name: str, went: Trained, reference: Trained | None, found: tuple[float, float]) -> str:
    seconds = went.processor_seconds
    ratio = f" {seconds / reference.processor_seconds:6.1f} x dodona's time" if reference else ""
    return (
        f"{name:8} {version_of(name):9} {went.seconds:7.1f} s, processor {seconds:7.1f} s{ratio}, "
        f"{went.epochs:4.3g} epochs of {seconds / went.epochs:5.2f} s, {went.megabytes:6,.0f} MB  "
        f"UAS {found[0]:.2f} LAS {found[1]:.2f}" + (f" ({went.note})" if went.note else "")
    )


if __name__ == "__main__":
    main()
