"""Tags, features and lemmas by the network of a parser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from dodona.errors import ArgumentError, OptionError, instance
from dodona.parsing.parser import Parser
from dodona.search.beam import beam_width, search_temperature
from dodona.threads import checked_threads
from dodona.treebank.nonprojective import decode_nonprojective
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank

#: The kind of a parser's model that is a network.
NETWORK = "network"


class NetworkTagger:
    """Predicts UPOS, XPOS, FEATS and lemmas, in the same pass as trees; the tagger of a `Pipeline`."""

    def __init__(self, parser: Parser) -> None:
        """Use the network of a parser."""
        self.parser = instance("parser", parser, Parser, "a dodona.Parser")
        if parser._core.kind != NETWORK:
            raise ArgumentError("parser", parser, "a parser with a network")

    @property
    def info(self) -> dict[str, Any]:
        """Metadata: none, since it is trained with the parser."""
        return {}

    @property
    def values(self) -> dict[str, list[str]]:
        """What it can predict: values by column or feature (`feats.Case`), and edit scripts of lemmas."""
        return dict(self.parser._core.heads)

    @overload
    def tag(self, sentences: Treebank, *, beam: int | None = None, threads: int = 1) -> Treebank: ...
    @overload
    def tag(
        self, sentences: Sentence | Sequence[str], *, beam: int | None = None, threads: int = 1
    ) -> Sentence: ...
    def tag(
        self, sentences: Treebank | Sentence | Sequence[str], *, beam: int | None = None, threads: int = 1
    ) -> Treebank | Sentence:
        """Tag a treebank, a sentence or a list of words; existing tags and lemmas are replaced.

        Columns that the training data lacked do not change. A beam is refused: tags do not depend on each
        other.
        """
        if beam is not None:
            raise OptionError(
                "has no effect: the tags of a network do not depend on each other", option="beam"
            )
        if isinstance(sentences, Treebank):
            tagged = self.parser._core.tag(sentences._core, checked_threads(threads))
            return Treebank._of(tagged, sentences.source)
        if isinstance(sentences, Sentence):
            return self.tag(Treebank([sentences]), threads=threads)[0]
        if isinstance(sentences, (str, bytes)) or not isinstance(sentences, Sequence):
            raise ArgumentError("sentences", sentences, "a treebank, a sentence or a list of words")
        return self.tag(Sentence([*sentences]), threads=threads)

    def tag_and_parse(self, treebank: Treebank, *, beam: int | None = None, threads: int = 1) -> Treebank:
        """Tag and parse a treebank; each sentence is read once."""
        info = self.parser.info
        made = self.parser._core.tag_and_parse(
            treebank._core, checked_threads(threads), beam_width(beam, info), search_temperature(info)
        )
        return decode_nonprojective(Treebank._of(made, treebank.source), info)

    def __repr__(self) -> str:
        columns = dict.fromkeys(name.partition(".")[0] for name in self.values)
        return f"NetworkTagger({', '.join(columns)})"
