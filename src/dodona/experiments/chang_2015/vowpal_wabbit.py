"""Vowpal Wabbit's own dependency parser on our treebanks."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np

from dodona.errors import Error
from dodona.treebank.treebank import Treebank

#: As in its demonstration script.
PASSES = 3
#: From the same script, without `--nn 5 --ftrl`, which makes current versions worse, and with 27 instead of
#: 24 bits of weights, which makes it better.
OPTIONS = (
    "--search_task dep_parser --search_alpha 1e-5 --search_rollin mix_per_roll --search_rollout oracle "
    "--search_history_length 3 --search_no_caching --holdout_off -b 27"
)
#: In a separate process: it cannot be interrupted, and exits on errors.
_RUN = "import sys, vowpalwabbit; vowpalwabbit.Workspace(sys.argv[1]).finish()"


def is_installed() -> bool:
    """Return whether the package is installed."""
    return importlib.util.find_spec("vowpalwabbit") is not None


class VowpalWabbit:
    """A parser; the folder holds its model and its input and output files."""

    def __init__(self, folder: Path, train: Treebank) -> None:
        """Write the training data."""
        trees = with_one_root(train)
        self.folder, self.root = folder, root_label(trees)
        self.labels = {label: number for number, label in enumerate(sorted(set(trees.column("labels"))), 1)}
        self._data = write(trees, self.labels, folder / "train.vw")

    def train(self, passes: int = PASSES) -> None:
        """Train, and write the model to the folder."""
        run_alone(training_options(self._data, self.folder / "model", self.labels, self.root, passes))

    def parse(self, treebank: Treebank) -> Treebank:
        """Return the treebank with predicted trees."""
        data, parsed = write(treebank, self.labels, self.folder / "data.vw"), self.folder / "parsed"
        run_alone(f"-t -i {self.folder / 'model'} -p {parsed} -d {data}")
        return read_parsed(treebank, self.labels, parsed)


def training_options(data: Path, model: Path, labels: dict[str, int], root: str, passes: int) -> str:
    """Return the command-line options for training."""
    number = len(labels)
    return (
        f"-d {data} -k -c --passes {passes} -f {model} --search {number} --num_label {number} "
        f"--root_label {labels[root]} {OPTIONS}"
    )


def run_alone(options: str) -> None:
    """Run it in a subprocess; raise Error with its last line if it fails."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, f"--quiet {options}"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no output"]
        raise Error(f"Vowpal Wabbit failed: {lines[-1]}")


def write(treebank: Treebank, labels: dict[str, int], path: Path) -> Path:
    """Write a treebank as `HEAD,LABEL |w form |p tag`; unknown labels become another, and are never right.

    (A `HEAD:LABEL` tag directly before `|w` only changes the printed output.) The parser leaves the last word
    of a sentence without a head, so a dummy word is added.
    """
    with path.open("w", encoding="utf-8") as file:
        for sentence, tags in zip(treebank, tags_of(treebank), strict=True):
            for word, tag in zip(sentence, tags, strict=True):
                number = labels.get(word.label, 1)
                file.write(
                    f"{word.head_index},{number} |w {_escaped(word.form.lower())} |p {_escaped(tag)}\n"
                )
            file.write("0,1 |w DUMMY |p DUMMY\n\n")
    return path


def read_parsed(treebank: Treebank, labels: dict[str, int], path: Path) -> Treebank:
    """Return a treebank with the trees in an output file, without the dummy words."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = iter([line.split(":") for line in lines if ":" in line])
    sentences = [[next(pairs) for _ in range(len(sentence) + 1)][:-1] for sentence in treebank]
    names = {str(number): label for label, number in labels.items()}
    return treebank.replace(
        # A word without a head has a number beyond the last word.
        heads=[[int(head) if int(head) <= len(s) else 0 for head, _ in s] for s in sentences],
        labels=[[names.get(label, "dep") for _, label in sentence] for sentence in sentences],
    )


def tags_of(treebank: Treebank) -> list[list[str]]:
    """Return the tags that every parser uses: as in Dodona, fine ones if most words have them."""
    fine = treebank.column("fine_tags")
    return treebank.lists("fine_tags" if sum(tag != "_" for tag in fine) > len(fine) / 2 else "tags")


def root_label(treebank: Treebank) -> str:
    """Return the most frequent label of roots: `root` in UD, `ROOT` elsewhere."""
    labels = [
        label for label, head in zip(treebank.column("labels"), treebank.heads, strict=True) if not head
    ]
    return max(set(labels), key=labels.count)


def with_one_root(treebank: Treebank) -> Treebank:
    """Return the sentences with exactly one root, made projective: it cannot learn from others."""
    single = [int(np.sum(heads == 0)) == 1 for heads in treebank.head_arrays]
    return treebank[single].projectivise("baseline")


def _escaped(text: str) -> str:
    return text.replace(":", "COLON").replace("|", "PIPE").replace(" ", "_")
