"""Are confidences reliable? Calibrates models on development data and measures them on test data.

    python benchmarks/calibration.py --treebanks DIR [--only en_ewt,sv_udt] [--models DIR]
    python benchmarks/calibration.py --treebanks DIR --folds 5
    python benchmarks/calibration.py --treebanks DIR --only en_ewt --genres
    python benchmarks/calibration.py --treebanks DIR --models DIR --perfect
    python benchmarks/calibration.py --treebanks DIR --models DIR --shuffled 12

DIR holds a folder for each treebank, with files whose names contain train, dev and test. Models are trained
with the recipe probabilistic and kept in --models for the next run. For each estimator, and for heads, labels
and whole trees, prints: the mean confidence and the accuracy; the expected calibration error (ECE, 15 bins of
equal mass); its excess over the mean ECE of a perfectly calibrated parser, with a ! if at most one in twenty
such parsers would have as much; and the area under the ROC curve, for detecting errors by low confidence.
Speeds are those of one core.

--folds N also calibrates on the training data, in N parts, each parsed by a model trained on the others
(dodona train --calibrate N).

--genres tests out of domain: for each genre of the English Web Treebank, a model is trained and calibrated
without it, and measured on the development data of that genre.

--perfect measures chance: how often a perfectly calibrated parser with the same confidences would be within
0.005 of the mean of such parsers.

--shuffled N measures what calibration can reach: development and test sentences are pooled and shuffled N
times, so that both parts have the same distribution; as many as before calibrate, the others are measured.
Only for the estimator by transition.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from side_by_side import on_one_core

import dodona
from dodona.confidence.calibration import ESTIMATORS
from dodona.evaluation.bins import bin_numbers
from dodona.evaluation.calibration_error import drawn_errors
from dodona.evaluation.reliability import Reliability, reliability
from dodona.runs.folders import find_treebanks
from dodona.runs.genres import GENRES, split

RECIPE = "probabilistic"
#: The greatest acceptable excess of the expected calibration error over chance.
AIM = 0.005


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--treebanks", required=True, help="a folder with a folder for each treebank")
    parser.add_argument("--only", help="some of them, separated by commas")
    parser.add_argument("--models", help="a folder that keeps models for the next run")
    parser.add_argument(
        "--genres", action="store_true", help="hold one genre out of training and calibration"
    )
    parser.add_argument(
        "--folds", type=int, default=0, help="also calibrate on the training data, in this many parts"
    )
    parser.add_argument(
        "--perfect", action="store_true", help="how near to its mean a perfectly calibrated parser would be"
    )
    parser.add_argument("--shuffled", type=int, default=0, help="how often to shuffle dev and test data")
    options = parser.parse_args()
    on_one_core()
    folder = Path(options.models) if options.models else None
    for files in find_treebanks(options.treebanks, options.only.split(",") if options.only else ()):
        if files.dev is None:
            continue
        name = files.name.replace("/", "-")
        train, dev, test = (dodona.read(path) for path in (files.train, files.dev, files.test))
        if options.genres:
            for genre in GENRES:
                rest, _ = split(train, genre)
                others, own = split(dev, genre)
                model = trained(rest, others, folder, f"{name}-without-{genre}", options.folds)
                report(f"{name}: {genre}, held out", model, own)
        elif options.perfect:
            perfect(name, trained(train, dev, folder, name, options.folds), test)
        elif options.shuffled:
            shuffled(name, trained(train, dev, folder, name, options.folds), dev, test, options.shuffled)
        else:
            report(name, trained(train, dev, folder, name, options.folds), test)


def trained(
    train: dodona.Treebank, dev: dodona.Treebank, folder: Path | None, name: str, folds: int
) -> dodona.Parser:
    """Return a model, trained or loaded from the folder, if there is one."""
    if folder is None:
        return dodona.train(train, dev, recipe=RECIPE, calibrate=folds)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{f'-{folds}' if folds else ''}.model"
    if not path.exists():
        dodona.train(train, dev, recipe=RECIPE, calibrate=folds).save(path)
    return dodona.load(path)


def report(title: str, parser: dodona.Parser, gold: dodona.Treebank) -> None:
    """Print the reliability of one model on one treebank."""
    print(f"{title}: {gold.word_count:,} words, {len(gold):,} sentences", flush=True)
    for estimator in ESTIMATORS:
        began = time.process_time()
        confidences = parser.confidence(gold, estimator=estimator)
        speed = gold.word_count / (time.process_time() - began)
        found = reliability(gold, confidences, resamples=200)
        print(f"  {estimator:10} {speed:8,.0f} words/s  " + "  ".join(columns(found)), flush=True)


def perfect(name: str, parser: dodona.Parser, test: dodona.Treebank, draws: int = 2000) -> None:
    """Print how often a perfectly calibrated parser is within the aim."""
    found = parser.confidence(test)
    shares = []
    for kind, sure in (("heads", found.heads), ("labels", found.labels), ("whole trees", found.trees)):
        errors, _ = drawn_errors(sure, bin_numbers(sure.astype(np.float64), 15), draws=draws, seed=1)
        shares.append(f"{kind} {np.mean(errors <= errors.mean() + AIM):.1%}")
    print(f"{name}: {'  '.join(shares)}", flush=True)


def shuffled(
    name: str, parser: dodona.Parser, dev: dodona.Treebank, test: dodona.Treebank, times: int
) -> None:
    """Print the calibration error beyond chance when development and test data are drawn alike."""
    both, random = dev + test, np.random.default_rng(1)
    off: dict[str, list[float]] = {"Heads": [], "Labels": [], "Whole trees": []}
    for _ in range(times):
        order = random.permutation(len(both))
        parser.calibrate(both[order[: len(dev)].tolist()])
        measured = both[order[len(dev) :].tolist()]
        found = reliability(measured, parser.confidence(measured), resamples=100).calibrations
        for kind, values in off.items():
            values.append(found[kind].ece - found[kind].ece_by_chance.mean)
    print(
        f"{name}: {dev.word_count:,} words to calibrate with  "
        + "  ".join(
            f"{kind.lower()} {np.mean(values):+.4f} sd {np.std(values):.4f}, "
            f"within {AIM} {sum(value <= AIM for value in values)} of {times}"
            for kind, values in off.items()
        ),
        flush=True,
    )


def columns(found: Reliability) -> Iterator[str]:
    """Yield the calibration error of heads, labels, trees and leftover words, and its excess over chance."""
    for name, part in found.calibrations.items():
        if name == "Labels left over":
            continue
        off = part.ece - part.ece_by_chance.mean
        rarely = "" if part.ece <= part.ece_by_chance.high else "!"
        auroc = "" if part.auroc is None else f" auroc {part.auroc:.3f}"
        share = f"{part.confidence:.3f}/{part.accuracy:.3f}"
        yield f"{name.lower()} {share} ece {part.ece:.4f} ({off:+.4f}{rarely}){auroc}"


if __name__ == "__main__":
    main()
