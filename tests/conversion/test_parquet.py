import io
import sys
from pathlib import Path

import pytest

import dodona
from dodona.conversion import from_parquet, parquet, to_parquet

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

HERE = Path(__file__).parent
GROVE = HERE.parent / "data" / "grove.conllu"
FILES = [GROVE, *(HERE / name for name in ("ekar.conll", "plus.conllup", "wide.conll", "odd.conllu"))]


def written(treebank):
    file = io.BytesIO()
    to_parquet(treebank, file)
    return file.getvalue()


def parquet_of(**columns):
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_parquet_keeps_every_byte(path):
    treebank = dodona.read(path)
    back = from_parquet(written(treebank))
    assert back.format == treebank.format
    assert back.to_conll().encode() == path.read_bytes()


def test_a_row_is_a_sentence_with_a_list_per_column():
    table = pq.read_table(io.BytesIO(written(dodona.read(GROVE))))
    assert table.schema.metadata[b"dodona.version"] == b"1"
    assert table.schema.metadata[b"dodona.format"] == b"conllu"
    row = table.slice(3, 1).to_pylist()[0]
    assert row["sent_id"] == "grove-004"
    assert row["text"] == "Don't wake the oracle before noon."
    assert row["words"][:3] == ["Do", "n't", "wake"]
    assert row["heads"] == [3, 3, 0, 5, 3, 7, 3, 3]
    assert row["deps"] == ["_"] * 8
    assert row["others"] == [{"after": 0, "fields": ["1-2", "Don't", *"________"]}]
    assert table.schema.field("heads").type == pa.list_(pa.int32())


def test_a_sentence_without_a_tree_has_no_list_of_heads():
    treebank = dodona.Treebank.from_lists([["a", "b"], ["c"]], heads=[[-1, -1], [0]])
    assert pq.read_table(io.BytesIO(written(treebank)))["heads"].to_pylist() == [None, [0]]


def test_words_are_enough_and_types_are_cast():
    treebank = from_parquet(
        parquet_of(
            words=pa.array([["Oaks", "speak"], ["Hush"]], pa.large_list(pa.large_string())),
            lemmas=pa.array([["oak", None], None], pa.list_(pa.string())),
            heads=pa.array([[2, 0], [0]], pa.list_(pa.int64())),
            extra=pa.nulls(2),
            __index_level_0__=pa.array([5, 7]),
        )
    )
    assert [sentence.words for sentence in treebank] == [["Oaks", "speak"], ["Hush"]]
    assert [sentence.lemmas for sentence in treebank] == [["oak", "_"], ["_"]]
    assert treebank.heads.tolist() == [2, 0, 0]


def test_rows_of_a_slice_are_read_correctly():
    table = pq.read_table(io.BytesIO(written(dodona.read(GROVE)))).slice(40, 20)
    file = io.BytesIO()
    pq.write_table(table, file)
    assert from_parquet(file.getvalue()) == dodona.read(GROVE)[40:60]


@pytest.mark.parametrize(("columns", "message"), [
    ({"lemmas": [["a"]]}, ":1: no key 'words'"),
    ({"words": [["a"], None]}, ":2: no key 'words'"),
    ({"words": [["a"], ["b"]], "score": [1.0, None]}, ":1: unknown key 'score': choose from"),
    ({"words": [["a"], ["b", "c"]], "heads": [[0], [3, 0]]}, ":2: word 1: head 3 is outside the sentence"),
    ({"words": [["a"], ["b"]], "tags": [["X"], ["X", "Y"]]}, ":2: tags: 2 values for 1 words"),
    ({"words": ["a"]}, ": column 'words' has the type string instead of list<item: string>"),
    ({"words": [["a"]], "heads": [["x"]]}, ": column 'heads' has the type list<element: string>"),
    ({"words": [["a"]], "format": ["conllz"]}, ":1: format cannot be 'conllz': choose from conllu, conllx"),
])  # fmt: skip
def test_errors_have_their_row(tmp_path, columns, message):
    path = tmp_path / "bad.parquet"
    path.write_bytes(parquet_of(**columns))
    with pytest.raises(dodona.Error) as caught:
        from_parquet(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_a_later_version_is_refused():
    table = pa.table({"words": [["a"]]}).replace_schema_metadata({"dodona.version": "2"})
    file = io.BytesIO()
    pq.write_table(table, file)
    with pytest.raises(dodona.Error, match="version 2 of the format: this Dodona reads version 1"):
        from_parquet(file.getvalue())


@pytest.mark.parametrize("damage", [
    lambda content: content[:-100],
    lambda content: content[:1000] + bytes(500) + content[1500:],
    lambda content: b"PAR1",
    lambda content: b"",
])  # fmt: skip
def test_a_damaged_file_is_refused(tmp_path, damage):
    path = tmp_path / "bad.parquet"
    path.write_bytes(damage(written(dodona.read(GROVE))))
    with pytest.raises(dodona.Error, match="not a Parquet file, or a damaged one") as caught:
        from_parquet(path)
    assert "\n" not in str(caught.value)


def test_invalid_strings_are_refused():
    strings = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.array([0, 1], pa.int32()).buffers()[1], pa.py_buffer(b"\xff")]
    )
    content = parquet_of(words=pa.ListArray.from_arrays([0, 1], strings))
    with pytest.raises(dodona.Error, match="<string>: "):
        from_parquet(content)


def test_no_sentences_are_an_error():
    with pytest.raises(dodona.ReadError, match="no sentences"):
        from_parquet(written(dodona.Treebank()))


def test_reading_and_writing_go_by_row_groups(monkeypatch):
    monkeypatch.setattr(parquet, "_ROW_GROUP", 20)
    grove = dodona.read(GROVE)
    file = io.BytesIO()

    def treebanks():
        yield grove[:5]
        yield grove[5:30]
        assert pa.py_buffer(file.getvalue()).size > 4  # the first twenty have been requested
        yield grove[30:]

    to_parquet(treebanks(), file)
    groups = pq.ParquetFile(io.BytesIO(file.getvalue())).metadata
    assert [groups.row_group(i).num_rows for i in range(groups.num_row_groups)] == [25, 25, 20, 5]
    assert sum(map(len, parquet.read(file.getvalue(), size=10))) == len(grove)


def test_an_incomplete_file_does_not_look_complete():
    def treebanks():
        yield dodona.read(GROVE)
        raise dodona.Error("the source is damaged")

    file = io.BytesIO()
    with pytest.raises(dodona.Error, match="the source is damaged"):
        to_parquet(treebanks(), file)
    assert not file.getvalue().endswith(b"PAR1") or len(file.getvalue()) == 4


def test_a_text_file_is_refused():
    with pytest.raises(dodona.Error, match="open the file with mode 'wb'"):
        to_parquet(dodona.Treebank(), io.StringIO())


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for action in (lambda: written(dodona.Treebank()), lambda: from_parquet(b"PAR1")):
        with pytest.raises(dodona.MissingExtraError, match=r"pip install 'dodona\[arrow\]'"):
            action()
