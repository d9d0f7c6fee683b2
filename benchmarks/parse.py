"""How fast is parsing? Compares Dodona with UDPipe, spaCy and Vowpal Wabbit, in one run on one core.

    pip install 'dodona[bench]'
    python benchmarks/parse.py TRAIN DEV TEST [--rounds 5] [--budget 200] [--only dodona,udpipe]
    python benchmarks/parse.py TRAIN DEV TEST --beams 1,4,8,20,64 [--program COMMAND]

Every parser gets the same sentences with gold tags in memory, in its own format, and is timed until all heads
and labels are known; Dodona's time includes looking up strings. Vowpal Wabbit only reads files; its start-up
time is subtracted. Dodona is trained in full, the others for one epoch, which gives models of full size and
full speed; their scores are printed but not representative (see train.py). Rounds alternate, and the best
round of each parser counts. In a round every parser parses the same text for at least --seconds, so that
throughput is measured without the cost of reloading the model into the cache. Parsers that are not installed
are skipped.

With --beams, Dodona is trained with the recipes beam and default and searches with each of these widths. It
is compared with UDPipe with its default beam of 5 and, optionally, with any trained program that parses
CoNLL-X files, such as Yara:

    --program "java -jar YaraParser.jar parse_conll -input {input} -out {output} -model MODEL"
"""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from peers import BEAMS, KINDS
from peers.peer import Peer
from peers.with_beams import DodonaBeam, Program, UDPipeBeam
from side_by_side import chosen, folder_for_models, on_one_core, scores, trained, version_of

import dodona


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train", help="a treebank to train on")
    parser.add_argument("dev", help="development data, for parsers that use it")
    parser.add_argument("test", help="the treebank to parse")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="the minimum duration of a round")
    parser.add_argument("--budget", type=float, default=200, help="CPU seconds to train each peer")
    parser.add_argument("--models", help="a folder that keeps the peers' models for the next run")
    parser.add_argument("--only", help=f"some of {', '.join(KINDS)}, separated by commas")
    parser.add_argument("--beams", help="beam widths, separated by commas: compare parsers with a beam")
    parser.add_argument("--program", help="with --beams: a command with {input} and {output} in CoNLL-X")
    options = parser.parse_args()
    if options.program and not options.beams:
        raise SystemExit("--program needs --beams")

    core = on_one_core()
    test = dodona.read(options.test)
    with folder_for_models(options.models) as folder:
        if options.beams:
            ready, notes = made_ready_with_beams(options, test, folder)
        else:
            ready, notes = made_ready(options, test, folder)
        best = dict.fromkeys(ready, float("inf"))
        for _ in range(options.rounds):
            for name, peer in ready.items():
                best[name] = min(best[name], one_round(peer, options.seconds))
        found = {name: scores(test, peer.parsed()) for name, peer in ready.items()}

    how_often = f"best of {options.rounds} rounds of {options.seconds:g} s"
    print(f"{options.test}: {test.word_count:,} words, {core}, {how_often}")
    ours = [name for name in best if name.startswith("dodona")]
    # With beams, the beam of 8 is the reference.
    one = f"dodona-beam, {DodonaBeam.beam}" if options.beams else next(iter(ours), "dodona")
    for name, seconds in sorted(best.items(), key=lambda item: item[1]):
        speed, (uas, las) = test.word_count / seconds, found[name]
        ratio = f"{seconds / best[one]:8.1f} x {one}'s time" if one in best else ""
        package = version_of(name.partition(",")[0])
        print(
            f"  {name:15} {package:9} {speed:11,.0f} words/s {ratio}  "
            f"UAS {uas:.2f} LAS {las:.2f}{notes[name]}"
        )
    peers = [name for name in best if name not in ours]
    if peers and one in best:
        fastest = min(peers, key=lambda name: best[name])
        print(f"{one} is {best[fastest] / best[one]:.1f} times faster than {fastest}, the next")


def one_round(peer: Peer, least: float) -> float:
    """Return the mean seconds of a parse."""
    gc.collect()  # not to be charged for garbage of the others
    seconds, times = 0.0, 0
    while times == 0 or seconds < least:
        seconds += peer.parse()
        times += 1
    return seconds / times


def made_ready(
    options: argparse.Namespace, test: dodona.Treebank, folder: Path
) -> tuple[dict[str, Peer], dict[str, str]]:
    """Train and load the installed parsers; print why any are skipped."""
    ready, notes = {}, {}
    for name in chosen(options.only):
        outcome = trained(name, options.train, options.dev, folder, options.budget, quick=True)
        if isinstance(outcome, str):
            print(f"{name} is skipped: its training {outcome}")
            continue
        went, place = outcome
        epochs = f"{went.epochs:.3g} epoch{'s' * (went.epochs != 1)}"
        notes[name] = f" ({epochs}{', ' * bool(went.note)}{went.note})"
        ready[name] = KINDS[name]()
        ready[name].load(place, test)
    return ready, notes


def made_ready_with_beams(
    options: argparse.Namespace, test: dodona.Treebank, folder: Path
) -> tuple[dict[str, Peer], dict[str, str]]:
    """Do the same for parsers with a beam: one of Dodona's for each width."""
    ready, notes = {}, {}
    try:
        widths = [int(width) for width in options.beams.split(",")]
    except ValueError:
        widths = [0]
    if min(widths) < 1:
        raise SystemExit(f"--beams cannot be {options.beams!r}: it takes numbers from 1, separated by commas")
    for name in chosen(options.only, BEAMS):
        outcome = trained(name, options.train, options.dev, folder, options.budget, quick=True)
        if isinstance(outcome, str):
            print(f"{name} is skipped: its training {outcome}")
            continue
        went, place = outcome
        for width in [UDPipeBeam.beam] if name == UDPipeBeam.name else widths:
            peer = BEAMS[name]()
            peer.beam = width
            peer.load(place, test)
            ready[f"{name}, {width}"], notes[f"{name}, {width}"] = peer, f" ({went.epochs:.3g} epochs)"
    if options.program:
        ready["program"], notes["program"] = Program(options.program), ""
        ready["program"].load(folder, test)
    return ready, notes


if __name__ == "__main__":
    main()
