"""UDPipe 1 from raw text to trees, with the defaults of its manual."""

from __future__ import annotations

from pathlib import Path

from peers.peer import Stopwatch, Training
from peers.whole import Whole

#: UDPipe's defaults: epochs of its tokeniser, iterations of its tagger and parser. Only for the report.
EPOCHS = 100, 20, 10


class WholeUDPipe(Whole):
    name, package, module = "udpipe", "ufal.udpipe", "ufal.udpipe"

    def train(self, train: Path, dev: Path, folder: Path, quick: bool) -> Training:
        from ufal.udpipe import ProcessingError, Trainer

        watch, error = Stopwatch(), ProcessingError()
        # An empty string is the default of the manual. With development data the tokeniser and the tagger
        # keep their best epoch, as the manual advises; the parser keeps its last.
        options = ("epochs=1", "iterations=1", "iterations=1") if quick else ("", "", "")
        model = Trainer.train("morphodita_parsito", _read(train), _read(dev), *options, error)
        if error.occurred():
            raise SystemExit(f"udpipe: {error.message}")
        (folder / "model").write_bytes(model)
        return watch.training(1 if quick else EPOCHS[2])

    def load(self, folder: Path) -> None:
        from ufal.udpipe import Model, Pipeline, ProcessingError

        self._model = Model.load(str(folder / "model"))  # the pipelines do not keep it alive
        self._error = ProcessingError()
        self._from = {
            kind: Pipeline(self._model, kind, Pipeline.DEFAULT, Pipeline.DEFAULT, "conllu")
            for kind in ("tokenize", "conllu")
        }

    def from_text(self, text: str) -> str:
        return self._process("tokenize", text)

    def from_tokens(self, conllu: str) -> str:
        return self._process("conllu", conllu)

    def _process(self, kind: str, text: str) -> str:
        made: str = self._from[kind].process(text, self._error)
        if self._error.occurred():
            raise SystemExit(f"udpipe: {self._error.message}")
        return made


def _read(path: Path) -> object:
    from ufal.udpipe import InputFormat, ProcessingError, Sentence, Sentences

    reader, error, all_ = InputFormat.newInputFormat("conllu"), ProcessingError(), Sentences()
    reader.setText(path.read_text(encoding="utf-8"))
    sentence = Sentence()
    while reader.nextSentence(sentence, error):
        all_.append(sentence)
        sentence = Sentence()
    if error.occurred():
        raise SystemExit(f"udpipe: {error.message}")
    return all_
