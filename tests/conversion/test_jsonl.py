import gzip
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona.conversion import from_jsonl, jsonl, to_jsonl

HERE = Path(__file__).parent
GROVE = HERE.parent / "data" / "grove.conllu"
FILES = [GROVE, *(HERE / name for name in ("ekar.conll", "plus.conllup", "wide.conll", "odd.conllu"))]


def written(treebank):
    file = io.BytesIO()
    to_jsonl(treebank, file)
    return file.getvalue()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_json_lines_keep_every_byte(path):
    treebank = dodona.read(path)
    back = from_jsonl(written(treebank))
    assert back.format == treebank.format
    assert back.to_conll().encode() == path.read_bytes()


def test_a_line_is_an_object_with_a_list_per_column():
    first, *_, odd = (
        json.loads(line) for path in (GROVE, FILES[-1]) for line in written(dodona.read(path)).splitlines()
    )
    assert list(first) == [
        "version", "format", "sent_id", "text", "comments", "words", "lemmas", "tags", "fine_tags",
        "feats", "heads", "labels", "misc",
    ]  # fmt: skip
    assert first["version"] == 1
    assert first["format"] == "conllu"
    assert first["sent_id"] == "grove-001"
    assert first["text"] == "The old oak spoke."
    assert first["words"] == ["The", "old", "oak", "spoke", "."]
    assert first["heads"] == [3, 3, 4, 0, 4]
    assert "heads" not in odd
    assert odd["comments"] == ["# newdoc", "# text = vid ek"]
    assert [(other["after"], other["fields"][0]) for other in odd["others"]] == [
        (0, "0.1"),
        (1, "# a comment between two words"),
        (1, "2-2"),
        (2, "2.1"),
        (2, "# a comment after the last word"),
    ]


def test_a_line_without_end_is_refused(monkeypatch):
    """A few bytes of gzip can unpack to any number."""
    monkeypatch.setattr(jsonl, "LONGEST_LINE", 1 << 20)
    long = b'{"words": ["' + b"a" * (3 << 20)
    for content in (long, long + b'"]}\n'):
        with pytest.raises(dodona.ReadError, match="<string>:3: a line of more than 1 MiB"):
            from_jsonl(gzip.compress(b'{"words": ["Oak"]}\n\n' + content))
    assert from_jsonl(b'{"words": ["' + b"a" * (1 << 19) + b'"]}\n').word_count == 1


def test_columns_that_dodona_does_not_know_are_extra():
    plus, _ = (json.loads(line) for line in written(dodona.read(HERE / "plus.conllup")).splitlines())
    assert plus["declaration"].startswith("# global.columns = ID  FORM")
    assert plus["extra"] == [["do.1", "_", "hear.2"], ["*", "*", "1"]]
    (wide,) = (json.loads(line) for line in written(dodona.read(HERE / "wide.conll")).splitlines())
    assert "declaration" not in wide
    assert wide["extra"] == [["s1", "_"], ["x", "y"]]


def test_words_are_enough():
    treebank = from_jsonl('{"words": ["Oaks", "speak"], "lemmas": ["oak", null], "heads": null}')
    assert treebank.to_conll() == "1\tOaks\toak\t_\t_\t_\t_\t_\t_\t_\n2\tspeak\t_\t_\t_\t_\t_\t_\t_\t_\n\n"


def test_a_missing_head_may_be_null_or_minus_one():
    assert not from_jsonl('{"words": ["a", "b"], "heads": [null, -1]}')[0].has_tree


def test_text_and_sent_id_become_comments_only_where_there_are_none():
    line = '{"sent_id": "x", "text": "Hi!", "words": ["Hi"], "comments": ["# newpar", "note"]}\n'
    assert from_jsonl(line)[0].comments == ["# newpar", "# note"]
    assert from_jsonl(line.replace('"comments": ["# newpar", "note"]', '"tags": ["INTJ"]'))[0].comments == [
        "# sent_id = x", "# text = Hi!",
    ]  # fmt: skip
    assert from_jsonl('{"format": "conllx", "text": "Hi!", "words": ["Hi"]}')[0].comments == []


def test_a_comment_is_never_taken_for_a_declaration():
    with pytest.raises(
        dodona.ReadError, match=r"<string>:1: comments: global\.columns is not in the first line"
    ):
        from_jsonl('{"words": ["Hi"], "comments": ["# global.columns = ID FORM"]}')


def test_line_ends_empty_lines_and_a_byte_order_mark_are_read():
    line = b'{"words": ["Hi"]}'
    assert len(from_jsonl(b"\xef\xbb\xbf" + line + b"\r\n\r\n" + line)) == 2


ERRORS = {
    '{"words": ["a"]': "not JSON: Expecting ',' delimiter (column 16)",
    "[" * 100_000: "not JSON: ",
    '{"words": ["a"], "heads": [' + "1" * 5000 + "]}": "not JSON: ",
    "3": "3 is not an object with the words of a sentence",
    '{"lemmas": ["a"]}': "no key 'words'",
    '{"words": null}': "no key 'words'",
    '{"words": "a b"}': "words: 'a b' is not a list",
    '{"words": []}': "a sentence without words",
    '{"words": ["a"], "lemma": null}': "unknown key 'lemma': choose from version, format,",
    '{"words": ["a"], "version": 2}': "version 2 of the format: this Dodona reads version 1",
    '{"words": ["a"], "format": "xml"}': "format cannot be 'xml': choose from conllu, conllx",
    '{"words": ["a"], "format": ["conllu"]}': "format cannot be ['conllu']: choose from",
    '{"words": ["a", "b"], "tags": ["X"]}': "tags: 1 values for 2 words",
    '{"words": ["a", 5]}': "word 2: words: 5 is not a string",
    '{"words": ["a", null]}': "word 2: words: None is not a string",
    '{"words": ["a"], "tags": [{}]}': "word 1: tags: {} is not a string",
    '{"words": ["a", ""]}': "word 2: an empty form",
    '{"words": ["a", "b\\tc"]}': "word 2: words: 'b\\tc' contains a tab or a line break",
    '{"words": ["a"], "misc": ["x\\n2"]}': "word 1: misc: 'x\\n2' contains a tab or a line break",
    '{"words": ["a"], "misc": ["x\\r"]}': "word 1: misc: 'x\\r' contains a tab or a line break",
    '{"words": ["a"], "tags": ["\\ud800"]}': "word 1: not valid UTF-8",
    '{"words": ["a\\u0000"]}': "word 1: a NUL byte",
    '{"words": ["a", "b"], "heads": [2, "0"]}': "word 2: head '0' is not an integer",
    '{"words": ["a", "b"], "heads": [2.0, 0]}': "word 1: head 2.0 is not an integer",
    '{"words": ["a", "b"], "heads": [true, 0]}': "word 1: head True is not an integer",
    '{"words": ["a", "b"], "heads": [-2, 0]}': "word 1: head '-2' is negative",
    '{"words": ["a", "b"], "heads": [3, 0]}': "word 1: head 3 is outside the sentence (2 words)",
    '{"words": ["a", "b"], "heads": [null, 0]}': "word 1 has no head while others have one",
    '{"words": ["a", "b"], "heads": [2, 1]}': "no word has the root (0) as its head",
    '{"words": ["a", "b", "c"], "heads": [2, 1, 0]}': "heads form a cycle (1 -> 2 -> 1)",
    '{"words": ["a"], "comments": "# b"}': "comments: '# b' is not a list",
    '{"words": ["a"], "comments": [5]}': "comments: 5 is not a string",
    '{"words": ["a"], "comments": ["# a\\n"]}': "comments: '# a\\n' contains a line break",
    '{"words": ["a"], "comments": ["# \\u0000"]}': "comments: a NUL byte",
    '{"words": ["a"], "format": "conllx", "comments": ["# b"]}': "comments: CoNLL-X has no comments",
    '{"words": ["a"], "text": 5}': "text: 5 is not a string",
    '{"words": ["a"], "others": ["1-1"]}': "others: '1-1' is not an object with 'after' and 'fields'",
    '{"words": ["a"], "others": [{"after": 0}]}': "others: {'after': 0} is not an object with",
    '{"words": ["a"], "others": [{"after": 2, "fields": []}]}': "others: 'after' is 2 where there are words",
    '{"words": ["a"], "others": [{"after": 0, "fields": "x"}]}': "others: 'x' is not a list",
    '{"words": ["a"], "others": [{"after": 1, "fields": ["2", "b"]}]}': "others: '2' is not the number of",
    '{"words": ["a"], "others": [{"after": 1, "fields": []}]}': "others: '' is not the number of",
    '{"words": ["a"], "others": [{"after": 0, "fields": ["1-1", "b"]}]}': "others: 2 columns where",
    '{"words": ["a"], "others": [{"after": 0, "fields": ["# a\\n"]}]}': "contains a line break",
    '{"words": ["a"], "others": [{"after": 1, "fields": ["1-1",'
    + ",".join(['"_"'] * 9)
    + "]}]}": "others: multiword token '1-1' does not fit here",
    '{"words": ["a"], "extra": ["x"]}': "extra: 'x' is not a list",
    '{"words": ["a"], "extra": [["x", "y"]]}': "extra 0: 2 values for 1 words",
    '{"words": ["a"], "extra": [[1]]}': "word 1: extra 0: 1 is not a string",
    '{"words": ["a"], "declaration": "FORM"}': "declaration: 'FORM' does not begin with '# global.columns'",
    '{"words": ["a"], "declaration": "# global.columns = ID\\n"}': "contains a tab or a line break",
    '{"words": ["a"], "declaration": "# global.columns = ID LEMMA"}': "global.columns must begin with ID",
    '{"words": ["a"], "declaration": "# global.columns = ID FORM X:Y"}': "extra: 0 columns where '# global",
    '{"words": ["a"], "tags": ["X"], "declaration": "# global.columns = ID FORM"}': "tags: not among the",
}


@pytest.mark.parametrize(("line", "message"), ERRORS.items(), ids=[f"error{i}" for i in range(len(ERRORS))])
def test_errors_have_their_line(tmp_path, line, message):
    path = tmp_path / "bad.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(dodona.ReadError) as caught:
        from_jsonl(path)
    assert str(caught.value).startswith(f"{path}:2: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("second", "message"), [
    ('{"words": ["a"], "format": "conllx"}', "format: 'conllx' here but 'conllu' before: all records"),
    ('{"words": ["a"], "extra": [["x"]]}', "extra columns: 1 here but 0 before"),
    ('{"words": ["a"], "declaration": "# global.columns = ID FORM"}', "declaration: '# global"),
])  # fmt: skip
def test_a_file_has_one_kind_of_sentences(second, message):
    with pytest.raises(dodona.ReadError, match="<string>:2: ") as caught:
        from_jsonl('{"words": ["a"]}\n' + second)
    assert message in str(caught.value)


def test_bytes_that_are_not_text_are_refused():
    with pytest.raises(dodona.ReadError, match="<string>:1: not valid UTF-8"):
        from_jsonl(b'{"words": ["\xff"]}')


@pytest.mark.parametrize("content", [b"", b"\n", b" \r\n\n"])
def test_no_sentences_are_an_error(content):
    with pytest.raises(dodona.ReadError, match="no sentences: the file is empty"):
        from_jsonl(content)


class Endless:
    """An endless file."""

    name = "endless.jsonl"

    def read(self, size):
        return b'{"words": ["Hi"]}\n' * 100


def test_reading_is_lazy():
    batches = jsonl.read(Endless(), size=10)
    assert [len(next(batches)) for _ in range(3)] == [10, 10, 10]


def test_writing_is_lazy():
    file = io.BytesIO()

    def treebanks():
        for count in range(3):
            assert file.getvalue().count(b"\n") == count
            yield dodona.Treebank.from_lists([["Hi"]])

    to_jsonl(treebanks(), file)
    assert file.getvalue().count(b"\n") == 3


_characters = st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r\0")
_field = st.just("_") | st.text(_characters, min_size=1, max_size=6)


@st.composite
def sentences(draw):
    """Draw the lines of a sentence with any tree or none, any columns, and other lines."""
    length = draw(st.integers(1, 6))
    heads = ["_"] * length
    if draw(st.booleans()):
        order = draw(st.permutations(range(1, length + 1)))
        for place, word in enumerate(order):
            heads[word - 1] = str(draw(st.sampled_from([0, *order[:place]])))
    comment = st.text(_characters, max_size=8).map(lambda text: f"#{text}")
    lines = draw(st.lists(comment.filter(lambda line: not line.startswith("# global.columns")), max_size=3))
    for word in range(1, length + 1):
        if draw(st.booleans()):
            lines.append("\t".join([f"{word}-{word}", *draw(st.lists(_field, min_size=9, max_size=9))]))
        fields = draw(st.lists(_field, min_size=8, max_size=8))
        lines.append("\t".join([str(word), *fields[:5], heads[word - 1], *fields[5:]]))
        for place in range(1, draw(st.integers(0, 2)) + 1):
            lines.append("\t".join([f"{word}.{place}", *draw(st.lists(_field, min_size=9, max_size=9))]))
    return "".join(f"{line}\n" for line in [*lines, ""])


@given(st.lists(sentences(), min_size=1, max_size=4))
def test_any_sentences_survive_a_round_trip(texts):
    treebank = dodona.read("".join(texts), format="conllu")
    assert treebank.to_conll() == "".join(texts)
    assert from_jsonl(written(treebank)).to_conll() == "".join(texts)


def test_an_empty_column_need_not_be_declared():
    line = '{"words": ["a"], "tags": ["_"], "lemmas": [null], "declaration": "# global.columns = ID FORM"}'
    assert from_jsonl(line).to_conll() == "# global.columns = ID FORM\n1\ta\n\n"
    with pytest.raises(dodona.ReadError, match="tags: not among the columns"):
        from_jsonl(line.replace('["_"]', "[{}]"))


def test_the_documented_example_is_what_is_written():
    page = (HERE.parents[1] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    line = page.split("```json\n")[1].split("```")[0]
    assert written(from_jsonl(line)).decode() == line
