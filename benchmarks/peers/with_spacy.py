"""spaCy's parser with its usual convolutional network, which also reads the gold tags."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from dodona import Treebank, evaluate
from peers.peer import Peer, Stopwatch, Training, root_label, tags_of
from peers.spacy_networks import convolution, parser_over, tree_of

#: Epochs without improvement on development data before training stops.
PATIENCE = 5

_NETWORK = parser_over(convolution({"NORM": 5000, "PREFIX": 1000, "SUFFIX": 2500, "SHAPE": 2500, "TAG": 500}))


class Spacy(Peer):
    name, package, module = "spacy", "spacy", "spacy"

    def train(self, train: Treebank, dev: Treebank, folder: Path, budget: float, quick: bool) -> Training:
        import spacy
        from spacy.training import Example
        from spacy.training.batchers import minibatch_by_words
        from spacy.util import fix_random_seed
        from thinc.api import compounding

        fix_random_seed(1)
        nlp = spacy.blank("xx")
        nlp.add_pipe("parser", config={"model": _NETWORK})
        examples = [
            Example(*pair)
            for pair in zip(_docs(nlp, train), _docs(nlp, train, trees=True), strict=True)
            if len(pair[0])
        ]
        watch = Stopwatch()
        optimizer = nlp.initialize(lambda: examples)
        best, waited, epochs, note = -1.0, 0, 0.0, ""
        sizes = compounding(100, 1000, 1.001)
        while waited < PATIENCE and not note:
            random.shuffle(examples)
            seen = 0
            for batch in minibatch_by_words(examples, size=sizes):
                nlp.update(batch, sgd=optimizer, drop=0.1)
                seen += len(batch)
                if watch.processor_seconds > budget:
                    note = "stopped at the budget"
                    break
            epochs += seen / len(examples)
            if quick:
                note = note or "one is enough to be timed"
            with nlp.use_params(optimizer.averages):
                las = _las(nlp, dev)
                if las > best:
                    best, waited = las, 0
                    nlp.to_disk(folder / "model")
                else:
                    waited += 1
        return watch.training(epochs, note)

    def load(self, folder: Path, test: Treebank) -> None:
        import spacy

        self._nlp = spacy.load(folder / "model")
        self._test, self._docs = test, _docs(self._nlp, test)

    def parse(self) -> float:
        docs = [doc.copy() for doc in self._docs]  # spaCy does not parse a document twice
        parse = self._nlp.get_pipe("parser").pipe
        start = time.perf_counter()
        self._parsed = list(parse(docs, batch_size=256))
        return time.perf_counter() - start

    def parsed(self) -> Treebank:
        return _trees(self._parsed, self._test)


def _docs(nlp: Any, treebank: Treebank, trees: bool = False) -> list[Any]:
    """Return documents of one sentence each, which the parser must not split."""
    from spacy.tokens import Doc

    made = []
    for sentence, tags in zip(treebank, tags_of(treebank), strict=True):
        whole = [True, *[False] * (len(sentence) - 1)]
        if trees:
            made.append(Doc(nlp.vocab, words=sentence.words, tags=tags, **tree_of(sentence)))
        else:
            made.append(Doc(nlp.vocab, words=sentence.words, tags=tags, sent_starts=whole))
    return made


def _trees(docs: list[Any], treebank: Treebank) -> Treebank:
    root = root_label(treebank)
    return treebank.replace(
        heads=[[0 if word.head.i == word.i else word.head.i + 1 for word in doc] for doc in docs],
        labels=[[root if word.head.i == word.i else word.dep_ or "dep" for word in doc] for doc in docs],
    )


def _las(nlp: Any, dev: Treebank) -> float:
    docs = list(nlp.get_pipe("parser").pipe(_docs(nlp, dev), batch_size=256))
    return evaluate(dev, _trees(docs, dev)).without_punctuation.las.f1
