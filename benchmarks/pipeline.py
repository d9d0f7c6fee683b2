"""How accurate and how fast are pipelines from raw text to trees? Dodona, UDPipe 1 and spaCy on one core.

    pip install 'dodona[bench]'
    python benchmarks/pipeline.py FOLDER... [--only dodona,udpipe] [--models DIR] [--rounds 5]
    python benchmarks/pipeline.py FOLDER... --only dodona,dodona-jackknifed
    python benchmarks/pipeline.py FOLDER --only dodona,spacy --speed

A folder holds a UD treebank: three files that end in train.conllu, dev.conllu and test.conllu.

- Training: each pipeline (tokeniser, tagger, lemmatiser, parser) is trained on the same two files, with the
  defaults of its manual, in its own process, one after another on the same core. Times are CPU times from
  files to a model, which depend least on other load.
- Accuracy: each parses the raw text of the test data, and its gold sentences and tokens, and is scored as in
  the CoNLL 2018 shared task.
- Speed: CPU time from text to CoNLL-U, both in memory. Rounds alternate, and the best round of each counts.

spaCy's tokenisation rules are for English only; it is trained until three epochs in a row bring nothing on
development data. UDPipe needs a quarter of an hour or more for each treebank: --models keeps the peers'
models and training times, so that the next run trains only Dodona. --speed trains everything but Dodona for
one epoch, and prints only speed.
"""

from __future__ import annotations

import argparse
import gc
import io
import time
from dataclasses import dataclass
from pathlib import Path

from peers import WHOLE
from peers.whole import Whole
from side_by_side import Trained, chosen, folder_for_models, on_one_core, trained, version_of

import dodona
from dodona.evaluation import conll18
from dodona.pipelines.restoring import text_of

#: CPU seconds after which a training is killed.
_BUDGET = 7200
_FROM_TEXT = (
    "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX",
)  # fmt: skip
_FROM_TOKENS = _FROM_TEXT[3:]
_REFERENCE = "dodona"


@dataclass
class Figures:
    """The measurements of one pipeline on one treebank."""

    went: Trained
    from_text: dict[str, float]
    from_tokens: dict[str, float]
    #: CPU seconds of the best round.
    seconds: float = float("inf")


#: By treebank and by pipeline.
Found = dict[str, dict[str, Figures]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", help="treebanks: folders of train, dev and test files")
    parser.add_argument(
        "--only", default="dodona,udpipe", help=f"some of {', '.join(WHOLE)}, separated by commas"
    )
    parser.add_argument("--models", help="a folder that keeps the peers' models for the next run")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="the minimum duration of a round")
    parser.add_argument("--speed", action="store_true", help="one epoch for the peers; print only speed")
    options = parser.parse_args()

    core = on_one_core()
    names = chosen(options.only, WHOLE)
    found: Found = {}
    words: dict[str, int] = {}
    with folder_for_models(options.models) as models:
        for folder in map(Path, options.folders):
            test = dodona.read(_only(folder, "test"))
            words[folder.name] = test.word_count
            found[folder.name] = one_treebank(names, folder, models, test, options)
    versions = ", ".join(f"{name} {version_of(name)}" for name in names)
    print(f"{versions}; {core}, CPU time, best of {options.rounds} rounds of {options.seconds:g} s\n")
    if not options.speed:
        print_scores("From raw text", found, "from_text", _FROM_TEXT)
        print_scores("From gold tokens", found, "from_tokens", _FROM_TOKENS)
    print_times(found, words)


def one_treebank(
    names: list[str], folder: Path, models: Path, test: dodona.Treebank, options: argparse.Namespace
) -> dict[str, Figures]:
    """Train, score and time the pipelines; print why any are skipped."""
    text, tokens = text_of(test).decode(), test.to_conll()
    ready: dict[str, Whole] = {}
    made: dict[str, Figures] = {}
    for name in names:
        train, dev = str(_only(folder, "train")), str(_only(folder, "dev"))
        outcome = trained(name, train, dev, models, _BUDGET, quick=options.speed, kind="pipeline")
        if isinstance(outcome, str):
            print(f"{folder.name}: {name} is skipped: its training {outcome}", flush=True)
            continue
        went, place = outcome
        ready[name] = WHOLE[name]()
        ready[name].load(place)
        made[name] = Figures(went, {}, {})
        if not options.speed:
            made[name].from_text = _scores(test, ready[name].from_text(text))
            made[name].from_tokens = _scores(test, ready[name].from_tokens(tokens))
    for _ in range(options.rounds):
        for name, pipeline in ready.items():
            made[name].seconds = min(made[name].seconds, one_round(pipeline, text, options.seconds))
    return made


def one_round(pipeline: Whole, text: str, least: float) -> float:
    """Return the mean CPU seconds from a text to its CoNLL-U."""
    gc.collect()  # not to be charged for garbage of the others
    seconds, times = 0.0, 0
    while times == 0 or seconds < least:
        start = time.process_time()
        pipeline.from_text(text)
        seconds += time.process_time() - start
        times += 1
    return seconds / times


def print_scores(
    title: str, found: dict[str, dict[str, Figures]], kind: str, columns: tuple[str, ...]
) -> None:
    """Print a Markdown table: a line for each treebank and pipeline, and the means."""
    print(
        f"{title}\n\n| treebank | pipeline | {' | '.join(columns)} |\n| --- | --- |{' ---: |' * len(columns)}"
    )
    for treebank, pipelines in found.items():
        for name, figures in pipelines.items():
            _print_line(treebank, name, getattr(figures, kind), columns)
    everywhere = [name for name in WHOLE if found and all(name in pipelines for pipelines in found.values())]
    for name in everywhere if len(found) > 1 else []:
        scores = [getattr(pipelines[name], kind) for pipelines in found.values()]
        mean = {column: sum(score[column] for score in scores) / len(scores) for column in columns}
        _print_line("mean", name, mean, columns)
    print()


def print_times(found: Found, words: dict[str, int]) -> None:
    """Print a Markdown table: training times and memory, and the speed on raw text."""
    columns = "trained in | times Dodona's | memory | words a second | Dodona is faster by"
    print(f"| treebank | pipeline | {columns} |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for treebank, pipelines in found.items():
        reference = pipelines.get(_REFERENCE)
        for name, figures in pipelines.items():
            ratios = ["", ""]
            if reference and figures is not reference:
                longer = figures.went.processor_seconds / reference.went.processor_seconds
                ratios = [f"{longer:.1f}", f"{figures.seconds / reference.seconds:.1f}"]
            print(
                f"| {treebank} | {name} | {figures.went.processor_seconds:,.1f} s | {ratios[0]} | "
                f"{figures.went.megabytes:,.0f} MB | {words[treebank] / figures.seconds:,.0f} | {ratios[1]} |"
            )


def _print_line(treebank: str, name: str, scores: dict[str, float], columns: tuple[str, ...]) -> None:
    print(f"| {treebank} | {name} | {' | '.join(f'{scores[column]:.2f}' for column in columns)} |")


def _scores(gold: dodona.Treebank, conllu: str) -> dict[str, float]:
    return {name: 100 * score.f1 for name, score in conll18(gold, dodona.read(io.StringIO(conllu))).items()}


def _only(folder: Path, part: str) -> Path:
    """Return the file of a treebank for one part: train, dev or test."""
    files = sorted(folder.glob(f"*{part}.conllu"))
    if len(files) != 1:
        raise SystemExit(f"{folder} needs exactly one file that ends in {part}.conllu; it has {len(files)}")
    return files[0]


if __name__ == "__main__":
    main()
