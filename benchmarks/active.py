"""Does active learning pay off? Learning curves of active and random choice of sentences.

    pip install 'dodona[plot]'
    python benchmarks/active.py TRAIN TEST [--seeds 5] [--plot FILE]

TRAIN stands for unannotated sentences. For each seed, all strategies begin with the same random sentences
(--start words). In each round, a strategy chooses --step more words, their trees are looked up in TRAIN, and
a new parser (recipe probabilistic) is trained on all chosen sentences. Every parser is scored on TEST: gold
tags, LAS without punctuation. All strategies are compared at the same number of words.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from pathlib import Path

import numpy as np

import dodona
from dodona.training.scoring import DevelopmentData

#: The criterion of each strategy, and whether it looks for diversity. Random choice is the baseline.
STRATEGIES = {
    "random": None,
    "least confident": ("least-confident", True),
    "margin": ("margin", True),
    "least confident, not diverse": ("least-confident", False),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train", help="a treebank to choose from")
    parser.add_argument("test", help="a treebank to score on")
    parser.add_argument("--seeds", type=int, default=5, help="the number of repetitions")
    parser.add_argument("--start", type=int, default=5000, help="words at the beginning")
    parser.add_argument("--step", type=int, default=5000, help="words per round")
    parser.add_argument("--most", type=int, default=40_000, help="words at the end")
    parser.add_argument("--epochs", type=int, default=5, help="epochs of every training")
    parser.add_argument(
        "--only", help=f"strategies besides random, separated by semicolons: {'; '.join(STRATEGIES)}"
    )
    parser.add_argument("--plot", help="draw the learning curves into this file: svg, png or pdf")
    options = parser.parse_args()

    if options.plot and importlib.util.find_spec("matplotlib") is None:
        parser.error("--plot needs matplotlib: pip install 'dodona[plot]'")
    began = time.process_time()
    treebank, test = dodona.read(options.train), DevelopmentData(dodona.read(options.test))
    sizes = list(range(options.start, options.most + 1, options.step))
    wanted = [name.strip() for name in options.only.split(";")] if options.only else list(STRATEGIES)
    names = ["random", *(name for name in wanted if name != "random")]
    seeds = range(1, options.seeds + 1)
    print(f"{options.train}: {treebank.word_count:,} words to choose from; LAS on {options.test}")
    curves: dict[str, list[list[float]]] = {name: [] for name in names}
    for seed in seeds:
        for name in names:
            curves[name].append(curve(treebank, test, name, sizes, seed, options.epochs))
            print(f"  seed {seed}, {name}: {' '.join(f'{las:.2f}' for las in curves[name][-1])}", flush=True)
    table(sizes, curves)
    print(f"{time.process_time() - began:.0f} s of CPU time")
    if options.plot:
        plot(sizes, curves, Path(options.plot))


def curve(
    treebank: dodona.Treebank, test: DevelopmentData, name: str, sizes: list[int], seed: int, epochs: int
) -> list[float]:
    """Return the LAS of parsers trained on the sentences that a strategy chose, for each size."""
    lengths = np.diff(treebank.offsets)
    # The same for all strategies: the first sentences, and the order of random choice.
    order = np.random.default_rng(seed).permutation(len(treebank))
    have: list[int] = []
    scores: list[float] = []
    parser: dodona.Parser | None = None
    for size in sizes:
        left = size - int(lengths[have].sum())
        rest = order[~np.isin(order, have)]
        strategy = STRATEGIES[name]
        if strategy is None or parser is None:
            have += first_that_fit(rest, lengths, left)
        else:
            by, diverse = strategy
            chosen = dodona.active(parser, treebank[rest], budget=left, by=by, diverse=diverse)
            have += [int(rest[sentence.place]) for sentence in chosen]
        parser = dodona.train(treebank[have], recipe="probabilistic", epochs=epochs, seed=seed)
        scores.append(100 * test.score(parser)[1])
    return scores


def first_that_fit(order: np.ndarray, lengths: np.ndarray, words: int) -> list[int]:
    """Return sentences in the given order up to a number of words, skipping those that would exceed it."""
    taken = []
    for place in order.tolist():
        if lengths[place] <= words:
            taken.append(place)
            words -= int(lengths[place])
    return taken


def table(sizes: list[int], curves: dict[str, list[list[float]]]) -> None:
    """Print the mean LAS over seeds, and its gain over random choice."""
    width = max(len(name) for name in curves)
    scores = {name: np.array(runs) for name, runs in curves.items()}
    print(f"\n{'words':{width}} {' '.join(f'{size:7,}' for size in sizes)}")
    for name, runs in scores.items():
        print(f"{name:{width}} {' '.join(f'{las:7.2f}' for las in runs.mean(axis=0))}")
    print("\ngain over random choice: the mean over seeds, its standard error, and how many seeds gain")
    for name, runs in scores.items():
        if name == "random":
            continue
        gains = runs - scores["random"]
        print(f"{name:{width}} {' '.join(f'{gain:+7.2f}' for gain in gains.mean(axis=0))}")
        print(f"{'':{width}} {' '.join(f'{error:7.2f}' for error in standard_error(gains))}")
        print(f"{'':{width}} {' '.join(f'{count:5}/{len(runs)}' for count in (gains > 0).sum(axis=0))}")
        needed = words_needed(sizes, runs, scores["random"])
        if needed is not None:
            print(f"{'':{width}} {needed:,} words give the LAS of {sizes[-1]:,} chosen at random")


def standard_error(values: np.ndarray) -> np.ndarray:
    """Return the standard error of the mean over seeds, for each size; 0 for a single seed."""
    spread = values.std(axis=0, ddof=1) if len(values) > 1 else np.zeros(values.shape[1])
    return spread / len(values) ** 0.5


def words_needed(sizes: list[int], runs: np.ndarray, baseline: np.ndarray) -> int | None:
    """Return the number of words with which a strategy reaches the final LAS of random choice."""
    ours, goal = runs.mean(axis=0), float(baseline.mean(axis=0)[-1])
    if ours[-1] < goal:
        return None
    after = int(np.argmax(ours >= goal))
    if after == 0:
        return sizes[0]
    share = (goal - ours[after - 1]) / (ours[after] - ours[after - 1])
    return round(sizes[after - 1] + share * (sizes[after] - sizes[after - 1]))


def plot(sizes: list[int], curves: dict[str, list[list[float]]], output: Path) -> None:
    """Plot the learning curves and the gains over random choice, with bands of one standard error."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.5, 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    levels, gains = figure.subplots(1, 2)
    baseline = np.array(curves["random"])
    colours = ("#777777", "#0072B2", "#E69F00", "#CC79A7")
    for (name, runs), colour in zip(curves.items(), colours, strict=False):
        scores = np.array(runs)
        for axis, values in ((levels, scores), (gains, scores - baseline)):
            mean, error = values.mean(axis=0), standard_error(values)
            axis.fill_between(sizes, mean - error, mean + error, color=colour, alpha=0.15, linewidth=0)
            axis.plot(sizes, mean, "o-", color=colour, markersize=4, linewidth=1.5, label=name)
    levels.set_title("Learning curves", loc="left")
    levels.set(xlabel="annotated words", ylabel="LAS without punctuation")
    gains.set_title("Above random choice", loc="left")
    gains.set(xlabel="annotated words", ylabel="points of LAS; the band is a standard error")
    for axis in (levels, gains):
        axis.spines[["top", "right"]].set_visible(False)
        axis.xaxis.set_major_formatter(lambda value, _: f"{value / 1000:.0f}k" if value else "0")
        axis.grid(alpha=0.25, linewidth=0.6)
    levels.legend(frameon=False, fontsize=9, loc="lower right")
    figure.savefig(output, dpi=150)


if __name__ == "__main__":
    main()
