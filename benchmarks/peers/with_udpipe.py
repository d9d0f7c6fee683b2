"""UDPipe 1, greedy, with its default options and gold tags."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from dodona import Treebank
from peers.peer import Peer, Stopwatch, Training, root_label, with_one_root

#: As for the published UD 2 models.
ITERATIONS = 30


class UDPipe(Peer):
    name, package, module = "udpipe", "ufal.udpipe", "ufal.udpipe"
    #: 1 is greedy; UDPipe's own default is 5.
    beam = 1

    def train(self, train: Treebank, dev: Treebank, folder: Path, budget: float, quick: bool) -> Training:
        sentences = _sentences(with_one_root(train))
        went = _train(sentences, 1, folder)
        if quick:
            return went
        # Its learning rate depends on the number of iterations, which must be known in advance.
        iterations = min(ITERATIONS, int(budget / went.processor_seconds))
        return _train(sentences, iterations, folder) if iterations > 1 else went

    def load(self, folder: Path, test: Treebank) -> None:
        from ufal.udpipe import Model, ProcessingError

        self._model = Model.load(str(folder / "model"))
        self._test, self._sentences = test, _sentences(test, trees=False)
        self._error = ProcessingError()

    def parse(self) -> float:
        model, error, options = self._model, self._error, f"beam_search={self.beam}"
        start = time.perf_counter()
        for sentence in self._sentences:
            model.parse(sentence, options, error)
        seconds = time.perf_counter() - start
        if error.occurred():
            raise SystemExit(f"udpipe: {error.message}")
        return seconds

    def parsed(self) -> Treebank:
        root = root_label(self._test)
        words = [list(sentence.words)[1:] for sentence in self._sentences]
        return self._test.replace(
            heads=[[word.head for word in sentence] for sentence in words],
            labels=[[root if not word.head else word.deprel for word in sentence] for sentence in words],
        )


def _sentences(treebank: Treebank, trees: bool = True) -> list[Any]:
    from ufal.udpipe import Sentence

    made = []
    for sentence in treebank:
        copy = Sentence()
        for word in sentence:
            added = copy.addWord(word.form)
            added.lemma, added.upostag, added.xpostag, added.feats = (
                "" if value == "_" else value
                for value in (word.lemma, word.tag, word.fine_tag, str(word.feats))
            )
        if trees:
            for place, (head, label) in enumerate(zip(sentence.heads, sentence.labels, strict=True), 1):
                # UDPipe recognises the root by this label.
                copy.setHead(place, int(head), label if head else "root")
        made.append(copy)
    return made


def _train(sentences: list[Any], iterations: int, folder: Path) -> Training:
    from ufal.udpipe import ProcessingError, Sentences, Trainer

    train = Sentences()
    for sentence in sentences:
        train.append(sentence)
    error = ProcessingError()
    watch = Stopwatch()
    model = Trainer.train(
        "morphodita_parsito",
        train,
        Sentences(),
        "none",
        "none",
        f"iterations={iterations};use_gold_tags=1",
        error,
    )
    went = watch.training(iterations, "" if iterations == ITERATIONS else f"of {ITERATIONS}")
    if error.occurred():
        raise SystemExit(f"udpipe: {error.message}")
    (folder / "model").write_bytes(model)
    return went
