"""How long does training take, and how accurate is the result? Compares Dodona with its peers on one core.

    pip install 'dodona[bench]'
    python benchmarks/train.py TRAIN DEV TEST [--budget 300] [--only dodona,udpipe]

Each parser is trained on the same treebank in its own process, one after another on the same core, and scored
on the test data: gold tags, without punctuation. Dodona uses its default recipe. Each peer has a budget of
CPU seconds, and the output says if it was too short: spaCy stops there, UDPipe is trained for as many of its
30 iterations as fit, Vowpal Wabbit is skipped. Times are from treebanks in memory to a model, as wall-clock
time and as CPU time, which depends less on other load; ratios are of CPU times. Memory is the peak of the
process, including the treebanks and the parser's libraries.
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
    parser.add_argument("dev", help="development data, for parsers that use it")
    parser.add_argument("test", help="the treebank to score on")
    parser.add_argument("--budget", type=float, default=300, help="CPU seconds for each peer")
    parser.add_argument("--models", help="a folder that keeps the peers' models for the next run")
    parser.add_argument("--only", help=f"some of {', '.join(KINDS)}, separated by commas")
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
        f"{name:8} {version_of(name):9} {went.seconds:7.1f} s, CPU {seconds:7.1f} s{ratio}, "
        f"{went.epochs:4.3g} epochs of {seconds / went.epochs:5.2f} s, {went.megabytes:6,.0f} MB  "
        f"UAS {found[0]:.2f} LAS {found[1]:.2f}" + (f" ({went.note})" if went.note else "")
    )


if __name__ == "__main__":
    main()
