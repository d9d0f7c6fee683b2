import gzip
import io
import lzma
from pathlib import Path

import pytest

import dodona
from dodona.conversion import FILE_FORMATS, Losses, convert_file

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
GROVE = REPOSITORY / "tests" / "data" / "grove.conllu"
TREEBANKS = REPOSITORY.parent / "shared" / "treebanks"


def converted(source, to, **options):
    file = io.BytesIO()
    convert_file(source, file, to=to, **options)
    return file.getvalue()


def skip_without_package(to):
    if to == "parquet":
        pytest.importorskip("pyarrow")


@pytest.mark.parametrize("name", ["out.conllu", "out.conllu.gz", "out.jsonl.xz", "out.parquet"])
def test_the_extension_of_the_output_determines_the_format(tmp_path, name):
    skip_without_package(name[4:])
    convert_file(GROVE, tmp_path / name)
    convert_file(tmp_path / name, str(tmp_path / "back.conllu"))
    assert (tmp_path / "back.conllu").read_bytes() == GROVE.read_bytes()


@pytest.mark.parametrize(
    ("name", "format"), [("a.conll", "conllx"), ("a.conllx", "conllx"), ("a.txt.gz", "text")]
)
def test_other_extensions(tmp_path, name, format):
    convert_file(GROVE, tmp_path / name)
    content = (tmp_path / name).read_bytes()
    assert (gzip.decompress(content) if name.endswith(".gz") else content) == converted(GROVE, format)


def test_every_extension_has_one_format():
    endings = [ending for format in FILE_FORMATS.values() for ending in format.endings]
    assert len(endings) == len(set(endings))


@pytest.mark.parametrize("middle", ["jsonl", "parquet"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress], ids=["plain", "gzip", "xz"])
@pytest.mark.parametrize("wrap", [bytes, io.BytesIO], ids=["bytes", "file"])
def test_the_content_of_the_input_determines_the_format(middle, pack, wrap):
    skip_without_package(middle)
    assert converted(wrap(pack(converted(GROVE, middle))), "conllu") == GROVE.read_bytes()


@pytest.mark.parametrize("middle", ["conllu", "jsonl"])
def test_conllx_is_detected(middle):
    raw = (HERE / "ekar.conll").read_bytes()
    assert converted(converted(raw, middle), "conllx") == raw


def test_formats_are_detected_byte_by_byte():
    class Slow(io.BytesIO):
        def read(self, size=-1):
            return super().read(1)

    assert converted(Slow(b'{"words": ["Hi"]}\n'), "text") == b"Hi\n"


def test_a_text_file_is_read_and_written():
    out = io.StringIO()
    with GROVE.open(encoding="utf-8") as file:
        convert_file(file, out, to="conllu")
    assert out.getvalue() == GROVE.read_text(encoding="utf-8")


def test_a_declaration_is_written_once(tmp_path):
    """Also with more than one batch of sentences."""
    declaration, rest = (HERE / "plus.conllup").read_text().split("\n", 1)
    path = tmp_path / "long.conllup"
    path.write_text(f"{declaration}\n{rest * 2500}")
    assert converted(path, "conllu") == path.read_bytes()
    assert converted(converted(path, "jsonl"), "conllu") == path.read_bytes()


def test_sentences_of_conllx_are_numbered_through(tmp_path):
    path = tmp_path / "long.conll"
    path.write_text((HERE / "ekar.conll").read_text() * 5000)
    treebank = dodona.read(converted(path, "conllu"))
    assert [sentence.comment("sent_id") for sentence in treebank] == [str(n + 1) for n in range(10_000)]


def test_losses_are_returned(tmp_path):
    assert convert_file(HERE / "odd.conllu", tmp_path / "odd.conll") == Losses(
        comments=4, multiword_tokens=1, empty_nodes=2, misc=1, spaces=1
    )
    assert not convert_file(GROVE, tmp_path / "grove.jsonl")


@pytest.mark.parametrize(("options", "message"), [
    ({"to": "xml"}, "to cannot be 'xml': choose from conllu, conllx, text, jsonl, parquet"),
    ({}, "to must be given, one of conllu, conllx, text, jsonl, parquet"),
    ({"to": "conllu", "from_": "xml"}, "from cannot be 'xml': choose from conllu, conllx, jsonl, parquet"),
    ({"to": "conllu", "from_": "text"}, "from cannot be 'text': plain text has no words"),
])  # fmt: skip
def test_impossible_conversions_are_refused(options, message):
    with pytest.raises(dodona.OptionError) as caught:
        convert_file(GROVE, io.BytesIO(), **options)
    assert str(caught.value).startswith(message)


def test_parquet_is_not_compressed_again(tmp_path):
    with pytest.raises(dodona.OptionError, match=r"Parquet has its own compression: leave out \.gz"):
        convert_file(GROVE, tmp_path / "out.parquet.gz")


def test_parquet_does_not_go_to_a_text_file():
    with pytest.raises(dodona.OptionError, match="open the file with mode 'wb'"):
        convert_file(GROVE, io.StringIO(), to="parquet")


def test_an_error_leaves_no_file_behind(tmp_path):
    source = tmp_path / "bad.jsonl"
    source.write_text('{"words": ["a"]}\n{"words": []}\n')
    with pytest.raises(dodona.ReadError, match=r"bad\.jsonl:2: a sentence without words"):
        convert_file(source, tmp_path / "out.conllu")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_a_file_can_be_converted_in_its_place(tmp_path):
    path = tmp_path / "grove"
    path.write_bytes(GROVE.read_bytes())
    convert_file(path, path, to="jsonl")
    convert_file(path, path, to="conllu")
    assert path.read_bytes() == GROVE.read_bytes()


@pytest.mark.skipif(not TREEBANKS.is_dir(), reason="no treebanks beside the repository")
@pytest.mark.parametrize("middle", ["jsonl", "parquet"])
@pytest.mark.parametrize("name", ["tr_imst", "hu_szeged", "ud13/ta"])
def test_real_treebanks_keep_every_byte(name, middle):
    skip_without_package(middle)
    (path,) = (TREEBANKS / name).glob("dev.conllu*")
    assert converted(converted(path, middle), "conllu") == lzma.decompress(path.read_bytes())


@pytest.mark.skipif(not TREEBANKS.is_dir(), reason="no treebanks beside the repository")
@pytest.mark.parametrize(
    ("name", "part"), [("sv_udt", "dev"), ("ko_udt", "train")]
)  # train has spaces in words
def test_real_conllx_survives_a_round_trip(name, part):
    (path,) = (TREEBANKS / name).glob(f"{part}.conll*")
    raw = lzma.decompress(path.read_bytes())
    assert converted(converted(raw, "conllu"), "conllx") == raw
