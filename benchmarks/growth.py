"""How do time and memory grow with the length of a sentence? Every command, on one sentence at a time.

    python benchmarks/growth.py [--only oracle,train] [--shapes chain,random] [--sizes 1000,2000]

Makes treebanks of a single sentence of each shape and size, and runs each command on them in a process of
its own, limited to --seconds of processor time and --gigabytes. A series ends with the first run that fails.
Prints for each command the shape that takes longest: processor time and peak memory at each size, the
exponents with which they grow (without what a sentence of ten words takes), and how the series ended, if
early. --all prints every shape.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import dodona
from dodona.transitions.systems import SYSTEMS

Heads = list[int]

#: The exponent of growth is fitted to runs that take at least this much more time or memory than those on ten
#: words.
_SECONDS, _MEGABYTES = 0.15, 15
_SMALL = 10


# ---- shapes: from a number of words to their heads


def balanced(words: int) -> Heads:
    """Return a binary tree, as deep as its logarithm."""
    heads = [0] * (words + 1)
    agenda = [(1, words, 0)]
    while agenda:
        first, last, head = agenda.pop()
        if first > last:
            continue
        middle = (first + last) // 2
        heads[middle] = head
        agenda += [(first, middle - 1, middle), (middle + 1, last, middle)]
    return heads[1:]


def chain(words: int) -> Heads:
    """Return a tree in which every word depends on the one before it."""
    return list(range(words))


def reversed_chain(words: int) -> Heads:
    """Return a tree in which every word depends on the next."""
    return [*range(2, words + 1), 0]


def star(words: int) -> Heads:
    """Return a tree in which every word depends on the one in the middle."""
    middle = (words + 1) // 2
    return [0 if word == middle else middle for word in range(1, words + 1)]


def random_tree(words: int) -> Heads:
    """Return a tree in which every word depends on any of those drawn before it."""
    generator = random.Random(words)
    order = list(range(1, words + 1))
    generator.shuffle(order)
    heads = [0] * words
    for place in range(1, words):
        heads[order[place] - 1] = order[generator.randrange(place)]
    return heads


def crossing(words: int) -> Heads:
    """Return a chain from side to side: every arc leads to the other half, and most of them cross."""
    half = (words + 1) // 2
    return [0, *(word + half - 1 if word <= half else word - half for word in range(2, words + 1))]


def near(words: int) -> Heads:
    """Return a chain of groups of four words with two crossing arcs each."""
    heads = []
    for word in range(1, words + 1):
        first = word - (word - 1) % 4
        heads.append((first - 4 if first > 1 else 0, first, first, first + 1)[word - first])
    return heads


SHAPES: dict[str, Callable[[int], Heads]] = {
    "balanced": balanced,
    "chain": chain,
    "reversed": reversed_chain,
    "star": star,
    "random": random_tree,
    "crossing": crossing,
    "near": near,
}


def sentence(heads: Heads, seed: int = 1) -> str:
    """Return a sentence in CoNLL-U, with a few tags and labels."""
    generator = random.Random(seed)
    lines = [f"# text = {' '.join(_form(word) for word in range(1, len(heads) + 1))}"]
    for word, head in enumerate(heads, start=1):
        tag = ("NOUN", "VERB", "ADJ", "DET")[word % 4]
        label = "root" if head == 0 else generator.choice(("nsubj", "obj", "case", "det"))
        lines.append(f"{word}\t{_form(word)}\t{_form(word)}\t{tag}\t_\t_\t{head}\t{label}\t_\t_")
    return "\n".join(lines) + "\n\n"


def _form(word: int) -> str:
    return f"oak{word * word % 97}"


def multiword(heads: Heads) -> str:
    """Return the sentence as a single multiword token."""
    first, *lines = sentence(heads).splitlines()
    return "\n".join([first, f"1-{len(heads)}\t{first[9:].replace(' ', '')}" + "\t_" * 8, *lines]) + "\n\n"


def split_otherwise(heads: Heads) -> str:
    """Return a multiword token of the same form, whose words are joined in other places."""
    generator = random.Random(2)
    forms = [_form(word) for word in range(1, len(heads) + 1)]
    token = "".join(forms)
    for place in range(0, len(forms) - 1, 5):
        forms[place : place + 2] = generator.sample(forms[place : place + 2], 2)
    lines = [f"1-{len(forms)}\t{token}" + "\t_" * 8]
    lines += [
        f"{word}\t{form}\t_\tNOUN\t_\t_\t{head}\t{'dep' if head else 'root'}\t_\t_"
        for word, (form, head) in enumerate(zip(forms, heads, strict=True), start=1)
    ]
    return "\n".join(lines) + "\n\n"


# ---- commands


@dataclass(frozen=True)
class Command:
    """A command line, in which names in braces stand for files; the shapes that matter to it, or all."""

    line: str
    shapes: tuple[str, ...] = ()


#: How models are trained for the commands that need one.
MODELS = {
    "default": "",
    **{name: f"--system {name}" for name in SYSTEMS},
    "calibrated": "--recipe probabilistic --dev {dev}",
    "pipeline": "--pipeline",
    "beam": "--recipe beam",
}

_ANY = ("chain", "random")
_ONE = ("chain",)

COMMANDS: dict[str, Command] = {
    **{f"parse {name}": Command(f"parse -m {{{name}}} {{gold}}", _ANY) for name in SYSTEMS},
    **{f"parse {name}, beam 8": Command(f"parse -m {{{name}}} --beam 8 {{gold}}", _ANY) for name in SYSTEMS},
    "parse, 5 best": Command("parse -m {default} --nbest 5 {gold}", _ONE),
    **{f"parse --keep {name}": Command(f"parse -m {{{name}}} --keep {{half}}") for name in SYSTEMS},
    "parse --keep everything": Command("parse -m {default} --keep {gold}"),
    "parse, confidence": Command("parse -m {calibrated} --confidence {gold}", _ONE),
    "parse, confidence of samples": Command("parse -m {calibrated} -c --estimator samples {gold}", _ONE),
    "parse, confidence of a beam": Command("parse -m {calibrated} -c --estimator beam {gold}", _ONE),
    "parse, raw text": Command("parse -m {pipeline} --presegmented {text}", _ONE),
    "parse, raw text without sentences": Command("parse -m {pipeline} {text}", _ONE),
    **{
        f"train {name} {oracle}": Command(f"train {{gold}} --epochs 2 --system {name} --oracle {oracle}")
        for name, system in SYSTEMS.items()
        for oracle in system.oracles
    },
    **{
        f"train {name}, beam 4": Command(f"train {{gold}} --epochs 1 --system {name} --beam 4")
        for name in SYSTEMS
    },
    "train, head+path": Command("train {gold} --epochs 1 --nonprojective head+path"),
    "train chang-2015": Command("train {gold} --epochs 1 --recipe chang-2015"),
    "train probabilistic": Command("train {gold} --epochs 1 --recipe probabilistic", _ANY),
    "train, pipeline": Command("train {gold} --epochs 1 --pipeline", _ONE),
    **{f"oracle {name}": Command(f"oracle {{gold}} --system {name}") for name in SYSTEMS},
    "oracle, explain": Command("oracle {gold} --explain"),
    "oracle, swaps": Command("oracle {gold} --swaps"),
    "lattice": Command("lattice {gold} --limit 100000"),
    "stats": Command("stats {gold}"),
    "check": Command("check {gold}", _ANY),
    "evaluate": Command("evaluate {gold} {other}", _ANY),
    "evaluate, multiword token": Command("evaluate {multiword} {split}", _ONE),
    "evaluate, raw": Command("evaluate --raw -m {pipeline} {gold}", _ONE),
    "compare": Command("compare {gold} {other} {gold}", _ANY),
    "projectivise": Command("projectivise --encoding head+path {gold} -o {out}"),
    "deprojectivise": Command("deprojectivise --encoding head+path {lifted} -o {out}"),
    "convert to conllx": Command("convert {gold} --to conllx", _ONE),
    "convert to text": Command("convert {gold} --to text", _ONE),
    "convert to jsonl": Command("convert {gold} --to jsonl", _ONE),
    "show": Command("show {gold}"),
    "show, vertical": Command("show {gold} --vertical"),
    "show, svg": Command("show {gold} -o {out}.svg"),
    "show, html": Command("show {gold} -o {out}.html"),
    "schemes apply": Command("schemes apply case+det {gold}"),
    "schemes check": Command("schemes check case+det {gold}"),
    "schemes train": Command("schemes train {gold} --rules case+det --epochs 1 -o {out}.model"),
    "calibrate": Command("calibrate -m {calibrated} {gold}", _ANY),
    "active": Command("active -m {calibrated} {gold}", _ONE),
}


# ---- runs


@dataclass(frozen=True)
class Run:
    """How long a process took and how much memory; `why` says why it failed, if it did."""

    seconds: float
    megabytes: float
    why: str = ""


class Bench:
    """Runs commands in a folder."""

    def __init__(self, folder: Path, seconds: int, gigabytes: float) -> None:
        self.folder, self.seconds, self.gigabytes = folder, seconds, gigabytes
        # A small treebank of all shapes, to train the models on.
        shapes = [shape(size) for size in (5, 9, 14) for shape in SHAPES.values()]
        small = "".join(sentence(heads, seed) for seed, heads in enumerate(shapes * 2))
        (folder / "small.conllu").write_text(small, encoding="utf-8")
        self.models: dict[str, Path] = {}

    def run(self, line: str, files: Mapping[str, Path]) -> Run:
        """Run a command; the names in braces in its line stand for files or models."""
        models = {name: self._model(name) for name in MODELS if f"{{{name}}}" in line}
        arguments = line.format(**files, **models).split()
        if line.startswith("train") and "-o" not in arguments:
            arguments += ["-o", str(self.folder / "out.model")]
        return self._measured(arguments)

    def _model(self, name: str) -> Path:
        if name not in self.models:
            small, model = self.folder / "small.conllu", self.folder / f"{name}.model"
            options = MODELS[name].format(dev=small).split()
            run = self._measured(["train", str(small), "--epochs", "2", "-o", str(model), *options])
            if run.why:
                raise SystemExit(f"cannot train the model {name}: {run.why}")
            self.models[name] = model
        return self.models[name]

    def _measured(self, arguments: list[str]) -> Run:
        def limit() -> None:
            most = int(self.gigabytes * 1e9)
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))

        errors = self.folder / "errors.txt"
        with errors.open("w") as to, (self.folder / "printed.txt").open("w") as printed:
            child = subprocess.Popen(
                [sys.executable, "-m", "dodona", *arguments],
                stdout=printed,
                stderr=to,
                preexec_fn=limit,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "100"},
            )
            _, status, used = os.wait4(child.pid, 0)  # tells the time and memory of this child alone
            child.returncode = os.waitstatus_to_exitcode(status)
        seconds = used.ru_utime + used.ru_stime
        megabytes = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6
        why = ""
        if child.returncode < 0:
            why = f"more than {self.seconds} s" if seconds > self.seconds - 1 else "killed"
        elif child.returncode and not (arguments[0] == "check" and child.returncode == 1):
            said = errors.read_text(encoding="utf-8").strip().splitlines()
            why = said[-1] if said else f"exit code {child.returncode}"
            if "MemoryError" in why or "bad_alloc" in why or "memory" in why:
                why = f"more than {self.gigabytes:g} GB"
        return Run(seconds, megabytes, why)

    def files(self, shape: str, size: int) -> dict[str, Path]:
        """Write the files of a shape and size that commands may ask for; return their paths."""
        heads = SHAPES[shape](size)
        gold = sentence(heads)
        place = self.folder / f"{shape}-{size}"
        if not place.exists():
            place.mkdir()
            half = [0 if head == 0 else None if word % 2 else head for word, head in enumerate(heads)]
            contents = {
                "gold.conllu": gold,
                "other.conllu": sentence(chain(size), seed=2),
                "half.conllu": gold
                if None not in half
                else "\n".join(_without_heads(gold.splitlines(), half)) + "\n\n",
                "text.txt": gold.splitlines()[0][9:] + "\n",
                "multiword.conllu": multiword(heads),
                "split.conllu": split_otherwise(heads),
            }
            for name, content in contents.items():
                (place / name).write_text(content, encoding="utf-8")
        files = {path.stem: path for path in place.iterdir()}
        return {**files, "out": place / "out", "lifted": place / "lifted.conllu"}


def _without_heads(lines: list[str], heads: list[int | None]) -> list[str]:
    found = iter(heads)
    made = []
    for line in lines:
        if not line or line.startswith("#"):
            made.append(line)
            continue
        columns = line.split("\t")
        if next(found) is None:
            columns[6] = columns[7] = "_"
        made.append("\t".join(columns))
    return made


# ---- the table


@dataclass(frozen=True)
class Series:
    """The runs of a command on one shape, by the number of words, and one on a small sentence."""

    command: str
    shape: str
    small: Run
    runs: dict[int, Run]

    def exponent(self, of: Callable[[Run], float], least: float) -> float | None:
        """Return the slope of the logarithm of a figure, without what a small sentence takes."""
        points = [
            (math.log(size), math.log(more))
            for size, run in self.runs.items()
            if not run.why and (more := of(run) - of(self.small)) >= least
        ]
        if len(points) < 2:
            return None
        (x1, y1), (x2, y2) = points[max(-3, -len(points))], points[-1]
        return (y2 - y1) / (x2 - x1)

    @property
    def order(self) -> tuple[int, float]:
        """Which of several shapes is the worst: the first to fail, or the slowest."""
        done = [run for run in self.runs.values() if not run.why]
        return -len(done), done[-1].seconds if done else 0.0

    def row(self, sizes: list[int]) -> str:
        def cell(size: int) -> str:
            run = self.runs.get(size)
            return "–" if run is None or run.why else f"{run.seconds:.1f} s, {run.megabytes:.0f} MB"

        fitted = (
            self.exponent(lambda run: run.seconds, _SECONDS),
            self.exponent(lambda run: run.megabytes, _MEGABYTES),
        )
        growth = ", ".join("–" if each is None else f"{each:.1f}" for each in fitted)
        end = next((run.why for run in self.runs.values() if run.why), "")
        return " | ".join(
            [f"| {self.command}", self.shape, *(cell(size) for size in sizes), growth, f"{end} |"]
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="beginnings of the names of commands, separated by commas")
    parser.add_argument("--shapes", default="", help=f"from {', '.join(SHAPES)}")
    parser.add_argument("--sizes", default="1000,2000,4000,8000,16000", help="numbers of words")
    parser.add_argument("--seconds", type=int, default=60, help="the most time of a run")
    parser.add_argument("--gigabytes", type=float, default=4, help="the most memory of a run")
    parser.add_argument("--all", action="store_true", help="print every shape, not only the worst")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    shapes = options.shapes.split(",") if options.shapes else list(SHAPES)
    beginnings = tuple(options.only.split(",")) if options.only else ("",)
    print(f"dodona {dodona.__version__}; at most {options.seconds} s and {options.gigabytes:g} GB\n")
    print(f"| command | worst shape | {' | '.join(f'{size:,}' for size in sizes)} | exponents | ends with |")
    print(f"| --- | --- |{' ---: |' * len(sizes)} ---: | --- |")
    with tempfile.TemporaryDirectory() as made:
        bench = Bench(Path(made), options.seconds, options.gigabytes)
        for name, command in COMMANDS.items():
            if not name.startswith(beginnings):
                continue
            found = [
                measured(bench, name, command.line, shape, sizes)
                for shape in shapes
                if shape in (command.shapes or SHAPES)
            ]
            for series in found if options.all else [max(found, key=lambda each: each.order)] * bool(found):
                print(series.row(sizes), flush=True)


def measured(bench: Bench, name: str, line: str, shape: str, sizes: list[int]) -> Series:
    """Run a command on growing sentences of a shape, until one fails."""
    runs: dict[int, Run] = {}
    for size in [_SMALL, *sizes]:
        files = bench.files(shape, size)
        if "{lifted}" in line and not files["lifted"].exists():
            bench.run("projectivise --encoding head+path {gold} -o {lifted}", files)
        runs[size] = bench.run(line, files)
        if runs[size].why:
            break
    return Series(name, shape, runs.pop(_SMALL), runs)


if __name__ == "__main__":
    main()
