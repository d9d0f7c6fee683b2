"""Many texts at once: `pipe`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import dodona

TEXTS = ["The oak spoke. Who listened?", "", "A dove", " \n ", "He said: the", "old oak.\n\nDodona!", "Hush."]


@pytest.fixture(scope="module")
def nlp() -> dodona.Pipeline:
    return dodona.load()


@pytest.mark.parametrize("batch_size", [1, 2, 1000])
def test_each_text_is_a_document_of_its_own(nlp: dodona.Pipeline, batch_size: int) -> None:
    alone = [nlp(text) for text in TEXTS]
    assert list(nlp.pipe(TEXTS, batch_size=batch_size, threads=2)) == alone
    assert list(nlp.pipe((text.encode() for text in TEXTS), batch_size=batch_size)) == alone
    assert [len(document) for document in alone] == [2, 0, 1, 0, 1, 2, 1]


def test_options_are_those_of_a_call(nlp: dodona.Pipeline) -> None:
    for options in ({"beam": 4}, {"presegmented": True}, {"confidence": True}):
        chosen: dict[str, Any] = options
        assert list(nlp.pipe(TEXTS, **chosen)) == [nlp(text, **chosen) for text in TEXTS]


def test_contexts_come_with_their_documents(nlp: dodona.Pipeline) -> None:
    pairs = [(text, {"number": number}) for number, text in enumerate(TEXTS)]
    found = list(nlp.pipe(pairs, as_tuples=True, batch_size=3))
    assert [context for _, context in found] == [context for _, context in pairs]
    assert [document for document, _ in found] == list(nlp.pipe(TEXTS))


def test_texts_are_read_as_they_are_needed(nlp: dodona.Pipeline) -> None:
    taken = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(1)
            yield "The oak spoke."

    documents = nlp.pipe(endless(), batch_size=5, progress=True)
    assert len(next(documents)) == 1 and len(taken) == 5


def test_mistakes_are_found_before_parsing(nlp: dodona.Pipeline) -> None:
    with pytest.raises(dodona.ArgumentError, match="texts must be a list or another iterable of texts"):
        nlp.pipe("The oak spoke.")
    with pytest.raises(dodona.OptionError, match="batch_size cannot be 0"):
        nlp.pipe(TEXTS, batch_size=0)
    with pytest.raises(dodona.OptionError, match="beam cannot be 0"):
        nlp.pipe(TEXTS, beam=0)
    with pytest.raises(dodona.OptionError, match="beam has no effect with confidence"):
        nlp.pipe(TEXTS, beam=4, confidence=True)
    with pytest.raises(dodona.ArgumentError, match="a string or bytes, not an int"):
        list(nlp.pipe([7]))  # type: ignore[list-item]
    with pytest.raises(dodona.ArgumentError, match="a pair of a text and its context"):
        list(nlp.pipe(TEXTS, as_tuples=True))  # type: ignore[call-overload]


@pytest.mark.parametrize("text", ["Hi.", "The oak spoke", "Dr.", "Who (he asked)?"])
def test_a_line_end_after_the_text_makes_no_difference(nlp: dodona.Pipeline, text: str) -> None:
    bare, ended = nlp(text), nlp(f"{text}\n")
    for column in ("words", "tags", "labels"):
        assert bare.lists(column) == ended.lists(column)
    assert bare.heads.tolist() == ended.heads.tolist()
    assert dodona.original_text(bare) == text.encode()
    assert dodona.original_text(ended) == f"{text}\n".encode()


def test_lines_that_look_like_separate_items_get_a_warning(nlp: dodona.Pipeline) -> None:
    text = "Three oaks\nOne dove\nTwo springs\nNo priest\nThe end\nof it\n"
    for given in (text, text.encode()):
        with pytest.warns(UserWarning, match="look like separate items: lines=True"):
            nlp(given)
    assert len(nlp(text, lines=True)) == len(nlp(text, presegmented=True)) == 6
