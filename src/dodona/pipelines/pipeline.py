"""Pipelines: tokeniser, tagger and parser in one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from dodona import _core
from dodona.errors import ArgumentError, OptionError, instance, one_of
from dodona.models.container import FORMAT, Arrays, part_of, read_arrays, reporting_damage, write_arrays
from dodona.models.model_info import checked_info as parser_info
from dodona.models.parser_file import model_parts, parser_of
from dodona.network.tagger import NetworkTagger
from dodona.parsing.parser import Parser
from dodona.pipelines.info import checked_info
from dodona.pipelines.tagger import Tagger, tagger_arrays
from dodona.pipelines.texts import ParsesTexts
from dodona.pipelines.tokeniser import Tokeniser
from dodona.search.beam import beam_width
from dodona.treebank.treebank import Treebank, a_treebank

#: What to do with the tags of the input.
TAGS = ("keep", "predict")


class Pipeline(ParsesTexts):
    """Parses raw text; made by `dodona.train_pipeline` or `dodona.load`."""

    def __init__(
        self,
        tokeniser: Tokeniser,
        tagger: Tagger | NetworkTagger,
        parser: Parser,
        info: Mapping[str, Any] | None = None,
    ) -> None:
        """Combine the parts of a pipeline; a `NetworkTagger` must be that of its parser."""
        self.tokeniser = instance("tokeniser", tokeniser, Tokeniser, "a dodona.Tokeniser")
        self.tagger = instance("tagger", tagger, (Tagger, NetworkTagger), "a dodona.Tagger")
        self.parser = instance("parser", parser, Parser, "a dodona.Parser")
        if isinstance(tagger, NetworkTagger) and tagger.parser is not parser:
            raise ArgumentError("tagger", tagger, "the network of the parser")
        #: Metadata: training options, licence and scores.
        self.info = dict(instance("info", {} if info is None else info, Mapping, "a dictionary"))

    @classmethod
    def of_network(
        cls, tokeniser: Tokeniser, parser: Parser, info: Mapping[str, Any] | None = None
    ) -> Pipeline:
        """Combine a tokeniser with a parser whose network also tags."""
        return cls(tokeniser, NetworkTagger(parser), parser, info)

    def _check_beam(self, beam: int | None) -> None:
        beam_width(beam, self.parser.info)

    def parse(
        self, treebank: Treebank, *, tags: str | None = None, beam: int | None = None, threads: int = 1
    ) -> Treebank:
        """Tag and parse sentences of words; `tags` are as in `tag`, and `beam` is the parser's."""
        if isinstance(self.tagger, NetworkTagger) and predicts_tags(treebank, tags):
            return self.tagger.tag_and_parse(treebank, beam=beam, threads=threads)
        return self.parser.parse(self.tag(treebank, tags=tags, threads=threads), beam=beam, threads=threads)

    def tag(self, treebank: Treebank, *, tags: str | None = None, threads: int = 1) -> Treebank:
        """Tag sentences. `tags` is `keep` to keep the tags of the input, or `predict` to replace them.

        By default they are kept, unless there are none.
        """
        return self.tagger.tag(treebank, threads=threads) if predicts_tags(treebank, tags) else treebank

    def prepared(self, treebank: Treebank, *, tags: str | None = None, threads: int = 1) -> Treebank:
        """Return sentences as the parser reads them: tagged as by `tag`."""
        return self.tag(treebank, tags=tags, threads=threads)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the pipeline to a file, which appears when it is complete.

        An existing file is replaced only if it is a model.
        """
        parser = model_parts(self.parser._core, self.parser.info, compact=True)
        arrays: Arrays = {}
        about: dict[str, Any] = {"kind": "pipeline", "format": FORMAT, "info": self.info}
        parts = {"tokeniser": self.tokeniser._parts(), "parser": parser}
        if isinstance(self.tagger, Tagger):
            parts["tagger"] = self.tagger._parts()
        for name, (own, known) in parts.items():
            arrays |= {f"{name}.{key}": array for key, array in own.items()}
            about[name] = known
        for name in ("clusters.hashes", "clusters.numbers"):  # mostly those of the parser
            if np.array_equal(arrays.get(f"tagger.{name}", ()), arrays.get(f"parser.{name}", ())):
                arrays.pop(f"tagger.{name}", None)
        write_arrays(path, arrays, about)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pipeline:
        """Load a pipeline that `save` or `dodona train --pipeline` wrote."""
        arrays, about = read_arrays(path, "pipeline", "model")
        if about["kind"] == "model":
            raise OptionError(
                f"{os.fspath(path)}: this is a parser without tokeniser and tagger: "
                "`dodona train --pipeline` trains all three"
            )
        with reporting_damage(path):
            parser = Parser(
                parser_of(part_of(arrays, "parser"), about["parser"]),
                parser_info(about["parser"]["info"]),
            )
            tokeniser = Tokeniser._of_parts(part_of(arrays, "tokeniser"), about["tokeniser"])
            info = checked_info(about["info"])
            if "tagger" not in about:
                return cls.of_network(tokeniser, parser, info)
            return cls(tokeniser, Tagger._of_parts(tagger_arrays(arrays), about["tagger"]), parser, info)

    def __repr__(self) -> str:
        return f"Pipeline({self.tokeniser!r}, {self.tagger!r}, {self.parser!r})"


def predicts_tags(treebank: Treebank, tags: str | None) -> bool:
    """Return whether to predict the tags of a treebank; `tags` are as in `Pipeline.tag`."""
    a_treebank("treebank", treebank)
    if tags is not None:
        one_of("tags", tags, TAGS)
    return tags == "predict" or (tags is None and not has_tags(treebank))


def has_tags(treebank: Treebank) -> bool:
    """Return whether any word of a treebank has a tag."""
    return bool(np.any(np.asarray(treebank._core.ids(_core.Text.tag)) != 0))
