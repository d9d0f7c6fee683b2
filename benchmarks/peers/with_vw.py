"""Vowpal Wabbit's learning to search, with the options of its dependency parsing demonstration."""

from __future__ import annotations

import json
import time
from pathlib import Path

from dodona import Treebank
from peers.peer import Peer, Stopwatch, Training, root_label, tags_of, with_one_root

#: As in the demonstration; its `--nn 5 --ftrl_proximal` is left out, which makes current versions worse.
PASSES = 3
_OPTIONS = (
    "--search_task dep_parser --search_alpha 1e-5 --search_rollin mix_per_roll --search_rollout oracle "
    "--search_history_length 3 --search_no_caching --holdout_off -b 24"
)


class VowpalWabbit(Peer):
    name, package, module = "vw", "vowpalwabbit", "vowpalwabbit"

    def train(self, train: Treebank, dev: Treebank, folder: Path, budget: float, quick: bool) -> Training:
        trees = with_one_root(train)
        root = root_label(trees)
        labels = {label: number for number, label in enumerate(sorted(set(trees.column("labels"))), 1)}
        (folder / "labels").write_text(json.dumps(labels), encoding="utf-8")
        data = _written(trees, labels, folder / "train.vw")
        passes = 1 if quick else PASSES
        number = len(labels)
        # It cannot stop by itself: whoever started it does that when the budget is spent.
        watch = Stopwatch()
        _run(
            f"-d {data} -k -c --passes {passes} -f {folder / 'model'} --search {number} "
            f"--num_label {number} --root_label {labels[root]} {_OPTIONS}"
        )
        return watch.training(passes, "" if passes == PASSES else f"of {PASSES}")

    def load(self, folder: Path, test: Treebank) -> None:
        self._folder, self._test = folder, test
        self._labels = json.loads((folder / "labels").read_text(encoding="utf-8"))
        _written(test, self._labels, folder / "test.vw")
        (folder / "nothing.vw").touch()

    def parse(self) -> float:
        # It reads files only: what it takes to load the model and to parse nothing is taken off.
        run = f"-t -i {self._folder / 'model'} -p {self._folder / 'parsed'} -d "
        start_up = _run(run + str(self._folder / "nothing.vw"))
        return _run(run + str(self._folder / "test.vw")) - start_up

    def parsed(self) -> Treebank:
        lines = (self._folder / "parsed").read_text(encoding="utf-8").splitlines()
        pairs = iter([line.split(":") for line in lines if ":" in line])
        sentences = [[next(pairs) for _ in range(len(sentence) + 1)][:-1] for sentence in self._test]
        names = {str(number): label for label, number in self._labels.items()}
        return self._test.replace(
            # A word left without a head has a number beyond all words.
            heads=[[int(head) if int(head) <= len(s) else 0 for head, _ in s] for s in sentences],
            labels=[[names.get(label, "dep") for _, label in sentence] for sentence in sentences],
        )


def _written(treebank: Treebank, labels: dict[str, int], path: Path) -> Path:
    """Write a treebank as `head,label |w form |p tag`; an unknown label is any other, and is never right.

    Its parser stops before the last word of a sentence, which it leaves without a head: so a word is added
    that is none.
    """
    with path.open("w", encoding="utf-8") as file:
        for sentence, tags in zip(treebank, tags_of(treebank), strict=True):
            for word, tag in zip(sentence, tags, strict=True):
                number = labels.get(word.label, 1)
                file.write(f"{word.head},{number} |w {_escaped(word.form.lower())} |p {_escaped(tag)}\n")
            file.write("0,1 |w DUMMY |p DUMMY\n\n")
    return path


def _escaped(text: str) -> str:
    return text.replace(":", "COLON").replace("|", "PIPE").replace(" ", "_")


def _run(options: str) -> float:
    from vowpalwabbit import Workspace

    start = time.perf_counter()
    Workspace(f"--quiet {options}").finish()
    return time.perf_counter() - start
