"""Hostile text comes back byte for byte: from the interface, from files and from the command line."""

from __future__ import annotations

import io
import pickle
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona

#: Spaces to the tokeniser, besides the spaces and the control characters of Unicode.
ALSO_SPACES = "\u180e\u200b\ufeff"
HOSTILE = (
    *(" ", "  ", "\t", "\n", "\r", "\r\n", "\n\n", "\r\r", "\0", "\x0b", "\x0c", "\x1b", "\x1f", "\x7f"),
    *("\x80", "\x85", "\xa0", "\xad", "\u1680", "\u2003", "\u2028", "\u2029", "\u205f", "\u3000"),
    *ALSO_SPACES,
    *("\u0301", "e\u0301", "\u200c", "\u200d", "\u202e", "\u2066", "\u0600", "\ue000", "\ufffd", "\ufffe"),
    *("\uffff", "\U0001f600", "\U000e0001", "\U0010ffff", "\ud800", "\udfff", "漢", "א"),
    *("\\", "\\s", "\\n", "\\x", "\\x0A", "\\\\", "|", "=", "%", "%20", "#", "_", "&amp;", "\\p"),
    *("SpaceAfter=No", "SpacesAfter=\\s", "Raw=", "TokenRange=0:1", "# text = ", "1\t_\t", "1-2\t"),
    *("oak", "Don't", "don't", "cannot", "speaks", ".", "!", "?", "...", "(", '"', "a" * 1100, " " * 300),
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(HOSTILE), max_size=20).map("".join)


def is_space(character: str) -> bool:
    return unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc") or character in ALSO_SPACES


def restored(cut: dodona.Treebank) -> bytes:
    """The text, after checking that the sentences one by one, files and pickles have the same."""
    found = dodona.original_text(cut)
    assert b"".join(map(dodona.original_text, cut)) == found
    if len(cut):
        file = io.BytesIO()
        dodona.write(cut, file)
        for copy in (dodona.read(file.getvalue()), pickle.loads(pickle.dumps(cut)), dodona.Treebank(cut)):
            assert dodona.original_text(copy) == found
    return found


@pytest.fixture(scope="module")
def pipeline(grove: dodona.Treebank) -> dodona.Pipeline:
    """A pipeline that splits multiword tokens."""
    made = dodona.train_pipeline(grove, epochs=1)
    assert made.tokeniser.tokenise("Don't!")[0].multiword_tokens
    return made


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.booleans(), st.booleans())
def test_hostile_text_comes_back(pipeline: dodona.Pipeline, text: str, ranges: bool, lines: bool) -> None:
    data = text.encode("utf-8", "surrogatepass")
    found = restored(pipeline.tokeniser.tokenise(text, ranges=ranges, presegmented=lines))
    assert found == (b"" if all(map(is_space, text)) else data)
    if "\ud800" not in text and "\udfff" not in text:  # which UTF-8 cannot encode
        assert found.decode() in (text, "")


@settings(max_examples=50, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 100), max_size=5), st.integers(1, 3))
def test_parsed_batches_come_back(pipeline: dodona.Pipeline, text: str, cuts: list[int], size: int) -> None:
    data = text.encode("utf-8", "surrogatepass")
    places = [0, *sorted(cuts), len(data)]
    pieces = [data[begin:end] for begin, end in pairwise(places)]
    found = b"".join(restored(batch) for batch in pipeline.batches(pieces, size=size))
    assert found == (b"" if all(map(is_space, text)) else data)


def test_exactly_these_characters_are_spaces(pipeline: dodona.Pipeline) -> None:
    """Text of nothing else has no words, and so no sentence that could keep it."""
    cut = pipeline.tokeniser.tokenise
    odd = [chr(code) for code in range(0x3100) if unicodedata.category(chr(code))[0] in "ZC" or code < 0x100]
    for character in (*odd, *ALSO_SPACES, "\ufe0f", "\ufffe", "\ufff9"):
        assert (len(cut(character)) == 0) == is_space(character), f"U+{ord(character):04X}"
    assert dodona.original_text(cut(" \n\0\ufeff")) == b""


def test_paragraphs_and_multiword_tokens_come_back(pipeline: dodona.Pipeline) -> None:
    text = "\ufeff \n\r\n Don't  cannot\tspeak.\r\n\r\n\u2028Don't\\s!\n\n\n don't\x85"
    parsed = pipeline(text)
    assert restored(parsed).decode() == text
    assert sum(sentence.to_conll().count("# newpar") for sentence in parsed) > 1
    assert any(sentence.multiword_tokens for sentence in parsed)


def test_the_command_line_keeps_hostile_text(
    pipeline: dodona.Pipeline, tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    pipeline.save(tmp_path / "oak.model")
    texts = [f"Oaks{a}{b}speak{b}{a}" for a, b in zip(HOSTILE, reversed(HOSTILE), strict=True)]
    data = [text.encode("utf-8", "surrogatepass") for text in texts]
    for number, each in enumerate(data):
        (tmp_path / f"{number}.txt").write_bytes(each)
    files = [tmp_path / f"{number}.txt" for number in range(len(data))]
    output = tmp_path / "parsed.conllu"
    model = ("--model", tmp_path / "oak.model")
    assert run("parse", *files, *model, "--format", "text", "--output", output, "--quiet") == (0, "", "")
    assert dodona.original_text(dodona.read(output)) == b"".join(data)
