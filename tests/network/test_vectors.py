"""Pretrained vectors of words."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.network.vectors import read_vectors

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("oak 1 2\ndove 1 two\n", 2),
        ("oak 1 2\ndove 1\n", 2),
        ("oak\n", 1),
        ("2 2\noak 1 nan\n", 2),
        (" 1 2\n", 1),
        ("oak 1e30 1\n", 1),
    ],
)
def test_mistakes_name_the_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "words.vec"
    path.write_text(text)
    with pytest.raises(dodona.Error, match=rf"words\.vec:{line}: expected a word and .* numbers"):
        read_vectors(path, 10)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.vec"
    path.write_text("")
    with pytest.raises(dodona.Error, match="no vectors"):
        read_vectors(path, 10)


def test_words_may_contain_spaces_and_files_may_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "words.vec.gz"
    path.write_bytes(gzip.compress(b"oak 1 2\n. . . 3 4\ndove 5 6\n"))
    assert list(read_vectors(path, 10).places) == ["oak", ". . .", "dove"]
    assert list(read_vectors(path, 2).places) == ["oak", ". . ."]


def test_vectors_may_all_be_the_same() -> None:
    assert read_vectors("3 2\noak 5 5\ndove 5 5\n", 10).rows[:, :2] == pytest.approx(0.1)
    assert not read_vectors("oak 0 0\n", 10).rows.any()


def test_vectors_keep_their_directions() -> None:
    found = read_vectors("oak 1 2 3 4 5\ndove -5 4 -3 2 -1\n", 10)
    table = np.zeros((3, found.width), np.float32)
    found.fill(["dove", "elm", "oak"], table)
    assert found.width == 8  # a multiple of four
    assert not table[1].any() and not table[:, 5:].any()
    assert table[2, :5] / table[2, 0] == pytest.approx([1, 2, 3, 4, 5])
    assert table[0, :5] / table[0, 4] == pytest.approx([5, -4, 3, -2, 1])
    assert table[:, :5].std() == pytest.approx(0.1, rel=0.3)


def test_a_network_begins_with_them(
    grove: dodona.Treebank, options: dict[str, Any], tmp_path: Path, run: Run
) -> None:
    pytest.importorskip("torch", reason="the extra network is not installed")
    path = tmp_path / "words.vec"
    path.write_text("Oracle 1 0 0 0 0\nspring 0 1 0 0 0\n")
    tables = []

    def look(prepared: object, run: Any) -> None:
        words = run._vocabulary
        tables.append((words, run._network.word.table.detach().numpy().copy()))

    made = dodona.train_pipeline(
        grove, epochs=1, vectors=str(path), on_start=look, progress=False, **{**options, "min_count": 2}
    )
    ((words, table),) = tables
    assert {"oracle", "spring"} <= set(words)
    first, second = (table[1 + words.index(word), :5] for word in ("oracle", "spring"))
    assert first[0] > 0 and not first[1:].any()
    assert second[1] > 0 and not second[[0, 2, 3, 4]].any()
    made.save(tmp_path / "grove.model")
    again = dodona.load(tmp_path / "grove.model")
    assert (
        again.parse(grove, tags="predict").heads.tolist() == made.parse(grove, tags="predict").heads.tolist()
    )
    code, _, err = run(
        *("train", "tests/data/grove.conllu", "--recipe", "network", "--vectors", "no.vec", "-o", "x.model")
    )
    assert code == 2 and "no.vec" in err
