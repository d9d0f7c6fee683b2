"""spaCy from raw text to trees, with the architecture of its small models."""

from __future__ import annotations

import io
import random
from itertools import count
from pathlib import Path
from typing import Any

import dodona
from peers.peer import Stopwatch, Training
from peers.spacy_networks import WIDTH, convolution, parser_over, tree_of
from peers.whole import Whole

#: As in the released small models: all components but the lemmatiser share one network.
_TOK2VEC = convolution(
    {"NORM": 5000, "PREFIX": 1000, "SUFFIX": 2500, "SHAPE": 2500, "SPACY": 50, "IS_SPACE": 50}
)
_LISTENER = {"@architectures": "spacy.Tok2VecListener.v1", "width": WIDTH, "upstream": "tok2vec"}
_TAGGER = {"@architectures": "spacy.Tagger.v2", "tok2vec": _LISTENER, "nO": None}
_PARSER = parser_over(_LISTENER)
#: Training ends when so many epochs in a row are no better.
_PATIENCE = 3


class WholeSpacy(Whole):
    name, package, module = "spacy", "spacy", "spacy"
    #: spaCy's tokenisation rules are specific to a language, and not learnt.
    language = "en"

    def train(self, train: Path, dev: Path, folder: Path, quick: bool) -> Training:
        """Keep the epoch with the best LAS on `dev`; where only speed is measured, train for one."""
        from spacy.training.batchers import minibatch_by_words
        from spacy.util import compounding, fix_random_seed

        fix_random_seed(1)
        watch = Stopwatch()
        optimizer, examples = self.untrained(dodona.read(train))
        nlp = self._nlp
        held_out = _examples(nlp, dodona.read(dev))
        sizes = compounding(100, 1000, 1.001)  # words in a batch: spaCy's default
        best, best_epoch = -1.0, 0
        for epoch in count(1):
            random.shuffle(examples)
            for batch in minibatch_by_words(examples, size=sizes):
                nlp.update(batch, sgd=optimizer, drop=0.1)
            with nlp.use_params(optimizer.averages):
                score = 0.0 if quick else nlp.evaluate(held_out)["dep_las"]
                if score > best:
                    best, best_epoch = score, epoch
                    nlp.to_disk(folder / "model")
            if quick or epoch == best_epoch + _PATIENCE:
                break
        return watch.training(epoch, f"the best epoch is {best_epoch}")

    def untrained(self, treebank: dodona.Treebank) -> tuple[Any, list[Any]]:
        """Make a pipeline with random weights; return its optimiser, and what it can be trained on."""
        import spacy

        self._nlp = nlp = spacy.blank(self.language)
        nlp.add_pipe("tok2vec", config={"model": _TOK2VEC})
        for pipe, model in {"tagger": _TAGGER, "morphologizer": _TAGGER, "parser": _PARSER}.items():
            nlp.add_pipe(pipe, config={"model": model})
        nlp.add_pipe("trainable_lemmatizer", config={"model": _TAGGER})
        examples = _examples(nlp, treebank)
        return nlp.initialize(lambda: examples), examples

    def load(self, folder: Path) -> None:
        import spacy

        self._nlp = spacy.load(folder / "model")

    def from_text(self, text: str) -> str:
        paragraphs = [piece.replace("\n", " ") for piece in text.split("\n\n")]
        return "".join(_conllu(doc) for doc in self._nlp.pipe(paragraphs, batch_size=256))

    def from_tokens(self, conllu: str) -> str:
        words = [sentence.words for sentence in dodona.read(io.StringIO(conllu))]
        return "".join(map(_conllu, self.analysed(words)))

    def analysed(self, sentences: list[list[str]]) -> list[Any]:
        """Return spaCy's documents of tokenised sentences."""
        from spacy.tokens import Doc

        docs = [Doc(self._nlp.vocab, words=words) for words in sentences]
        return list(self._nlp.pipe(docs, batch_size=256))


def _examples(nlp: Any, treebank: dodona.Treebank) -> list[Any]:
    from spacy.tokens import Doc
    from spacy.training import Example

    made = []
    for sentence in treebank:
        spaces = ["SpaceAfter=No" not in misc for misc in sentence.misc]
        right = Doc(
            nlp.vocab,
            words=sentence.words,
            spaces=spaces,
            tags=sentence.fine_tags,
            pos=sentence.tags,
            morphs=["" if feats == "_" else feats for feats in sentence.feats],
            lemmas=sentence.lemmas,
            **tree_of(sentence),
        )
        made.append(Example(nlp.make_doc(right.text), right))
    return made


def _conllu(doc: Any) -> str:
    """Return spaCy's result as CoNLL-U, which it cannot write itself."""
    lines = []
    for sentence in doc.sents:
        start = sentence.start
        for word in sentence:
            head = 0 if word.head.i == word.i else word.head.i - start + 1
            misc = "_" if word.whitespace_ else "SpaceAfter=No"
            lines.append(
                f"{word.i - start + 1}\t{word.text}\t{word.lemma_}\t{word.pos_}\t{word.tag_}\t"
                f"{word.morph or '_'}\t{head}\t{word.dep_}\t_\t{misc}\n"
            )
        lines.append("\n")
    return "".join(lines)
