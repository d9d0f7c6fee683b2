"""Clusters of words: files, learning, and models that read them."""

from __future__ import annotations

import random
import string
from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona import _core
from dodona.features.clusters import read_clusters
from dodona.features.templates import templates_of
from dodona.models.container import read_arrays, write_arrays
from dodona.transitions.systems import SYSTEMS

#: Words of two kinds, and three that no treebank has: by their endings, they would be of the other kind.
NOUNS, VERBS = ["oak", "dove", "owl", "priest", "kite"], ["speaks", "answers", "waits", "listens", "departs"]
NEW = ["Prophets", "foretell", "temples"]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("clusters") / "clusters.txt"
    rows = [(word, "noun") for word in [*NOUNS, "prophets", "temples"]]
    rows += [(word, "verb") for word in [*VERBS, "foretell"]]
    path.write_text("".join(f"{word}\t{cluster}\n" for word, cluster in rows))
    return path


@pytest.fixture(scope="module")
def trees() -> dodona.Treebank:
    """Subjects stand before verbs, objects after them; tags do not help."""
    words, heads, labels, tags = [], [], [], []
    for i, noun in enumerate(NOUNS):
        for j, verb in enumerate(VERBS):
            other = NOUNS[(i + j) % len(NOUNS)]
            words += [[noun, verb, other], [verb, noun, other]]
            heads += [[2, 0, 2], [0, 1, 2]]
            labels += [["nsubj", "root", "obj"], ["root", "obj", "appos"]]
            tags += [["NOUN", "VERB", "NOUN"], ["VERB", "NOUN", "NOUN"]]
    return dodona.Treebank.from_lists(words, heads=heads, labels=labels, tags=tags)


def untagged(trees: dodona.Treebank) -> dodona.Treebank:
    heads = [sentence.heads.tolist() for sentence in trees]
    return dodona.Treebank.from_lists(trees.lists("words"), heads=heads, labels=trees.lists("labels"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("oak\t1\ndove 2\n", ":2: expected a word and its cluster"),
        ("oak\t1\t5\t6\n", ":1: expected"),
        ("0110\toak\t7\nowl\t3\n", ":2: expected"),
        ("0110\toak\tseven\n", ":1: expected"),
        ("\t1\n", ":1: expected"),
        ("", "there are no clusters here"),
        ("".join(f"w{i}\t{i}\n" for i in range(65_537)), "65,537 clusters are too many"),
    ],
)
def test_files_that_cannot_be_read(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "clusters.txt"
    path.write_text(text)
    with pytest.raises(dodona.Error, match=said):
        read_clusters(path)


def test_too_many_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dodona.features.clusters._MOST_WORDS", 2)
    with pytest.raises(dodona.Error, match="more than 2 words"):
        read_clusters("a\t1\nb\t1\nc\t1\n")


def test_paths_of_brown_clustering() -> None:
    """The most frequent spelling of a word counts; both have the same case."""
    found = read_clusters("0110\tOak\t3\n0111\toak\t9\r\n0110\tdove\t1\n").core
    assert len(found) == 2 and found.find("OAK") == 0 and found.find("dove") == 1
    assert found.find("owl") is None


def test_case_beyond_ascii() -> None:
    assert read_clusters("Ähre\t1\n").core.find("ähre") == 0


def test_what_is_refused(path: Path, trees: dodona.Treebank, tmp_path: Path) -> None:
    with pytest.raises(dodona.OptionError, match=r"^clusters has no effect: no template"):
        dodona.train(trees, clusters=path, features=["s0.form"])
    with pytest.raises(dodona.OptionError, match=r"^clusters is missing"):
        dodona.train(trees, features=["s0.cluster"])
    for learner in ("network", "encoder"):
        with pytest.raises(dodona.OptionError, match=r"^clusters has no effect without a"):
            dodona.Recipe(learner=learner).with_options(clusters=path)
    other = tmp_path / "other.txt"
    other.write_text("eiche\t1\n")
    for train in (dodona.train, dodona.train_pipeline):
        with pytest.raises(dodona.Error, match=r"other.txt: no word of the treebank is in it"):
            train(trees, clusters=other)
    with pytest.raises(dodona.Error, match=r"other.txt: no word of the treebank is in it"):
        dodona.train_tagger(trees, clusters=other)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_parser_knows_words_by_their_clusters(
    system: str, path: Path, trees: dodona.Treebank, tmp_path: Path
) -> None:
    trees = untagged(trees)
    parser = dodona.train(trees, system=system, epochs=5, clusters=path, output=tmp_path / "model")
    assert "s0.cluster" in parser._core.values["templates"]
    for new in (NEW, [NEW[1], NEW[0], NEW[2]]):
        known = [{"Prophets": "oak", "foretell": "speaks", "temples": "dove"}[word] for word in new]
        wanted = parser.parse(known)
        for one in (parser, dodona.load(tmp_path / "model")):
            found = one.parse(new)
            assert (found.heads.tolist(), found.labels) == (wanted.heads.tolist(), wanted.labels)
    assert parser.info["clusters"] == {"words": 13, "clusters": 2}
    assert parser.info["recipe"]["clusters"] == "clusters.txt"


def test_a_tagger_knows_words_by_their_clusters(path: Path, trees: dodona.Treebank, tmp_path: Path) -> None:
    tagger = dodona.train_tagger(trees, clusters=path)
    assert tagger.tag(NEW).tags == ["NOUN", "VERB", "NOUN"]
    tagger.save(tmp_path / "tagger")
    assert dodona.Tagger.load(tmp_path / "tagger").tag(NEW).tags == ["NOUN", "VERB", "NOUN"]
    assert dodona.train_tagger(trees).tag(NEW).tags != ["NOUN", "VERB", "NOUN"]


def test_a_pipeline_has_one_table(path: Path, trees: dodona.Treebank, tmp_path: Path) -> None:
    made = dodona.train_pipeline(trees, epochs=3, clusters=path, output=tmp_path / "model", jackknife=2)
    arrays, _ = read_arrays(tmp_path / "model", "pipeline")
    tables = [name for name in arrays if name.endswith("clusters.hashes")]
    assert tables == ["parser.clusters.hashes"]
    again = dodona.load(tmp_path / "model")
    new = dodona.Treebank.from_lists([NEW])
    assert again.parse(new) == made.parse(new)
    for tagger in (again.tagger, dodona.Tagger.load(tmp_path / "model")):
        assert tagger.tag(NEW).tags == ["NOUN", "VERB", "NOUN"]
    again.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_a_pipeline_of_parts_with_other_clusters(path: Path, trees: dodona.Treebank, tmp_path: Path) -> None:
    made = dodona.train_pipeline(trees, epochs=1, clusters=path)
    other = tmp_path / "other.txt"
    other.write_text("".join(f"{word}\t{word in VERBS}\n" for word in [*NOUNS, *VERBS]))
    made.tagger = dodona.train_tagger(trees, clusters=other)
    made.save(tmp_path / "model")
    assert len(dodona.Tagger.load(tmp_path / "model")._core.clusters or ()) == 10


def test_a_run_continues_with_the_same_clusters(path: Path, trees: dodona.Treebank, tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(epoch: object) -> None:
        raise Stopped

    clusters = tmp_path / "clusters.txt"
    clusters.write_bytes(path.read_bytes())
    for train in (dodona.train, dodona.train_pipeline):
        whole, parts = tmp_path / f"{train.__name__}.whole", tmp_path / f"{train.__name__}.parts"
        train(trees, epochs=3, clusters=clusters, output=whole)
        with pytest.raises(Stopped):
            train(trees, epochs=3, clusters=clusters, output=parts, on_epoch=stop)
        clusters.write_bytes(path.read_bytes() + b"grove\tnoun\n")
        with pytest.raises(dodona.Error, match="the clusters have changed"):
            train(trees, epochs=3, clusters=clusters, output=parts, resume=True)
        clusters.write_bytes(path.read_bytes())
        train(trees, epochs=3, clusters=clusters, output=parts, resume=True)
        assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("damage", ["order", "length", "missing"])
def test_damaged_tables(damage: str, path: Path, trees: dodona.Treebank, tmp_path: Path) -> None:
    dodona.train(trees, epochs=1, clusters=path, output=tmp_path / "model")
    arrays, about = read_arrays(tmp_path / "model", "model")
    if damage == "order":
        arrays["clusters.hashes"] = arrays["clusters.hashes"][::-1].copy()
    elif damage == "length":
        arrays["clusters.numbers"] = arrays["clusters.numbers"][:-1].copy()
    else:
        del arrays["clusters.numbers"]
    write_arrays(tmp_path / "model", arrays, about)
    with pytest.raises(dodona.Error, match="damaged"):
        dodona.load(tmp_path / "model")


def test_words_with_the_same_neighbours_are_in_one_cluster(trees: dodona.Treebank) -> None:
    found = dodona.learn_clusters([trees], number=2)
    assert set(found) == {*NOUNS, *VERBS}
    assert len({found[word] for word in NOUNS}) == 1 and len({found[word] for word in VERBS}) == 1
    assert found["oak"] != found["speaks"]
    assert dodona.learn_clusters([trees[:20], trees[20:]], number=2) == found
    assert list(dodona.learn_clusters([trees], number=2, words=3)) == list(found)[:3]


def test_more_clusters_than_words(trees: dodona.Treebank) -> None:
    with pytest.raises(dodona.OptionError, match=r"^number cannot be 11: only 10 words occur 3 times"):
        dodona.learn_clusters([trees], number=11)


def test_two_words_with_one_hash() -> None:
    """Of words with the same hash, the first has its cluster; 2^18 words have eight such pairs."""
    draw = random.Random(1)
    words = ["".join(draw.choices(string.ascii_lowercase, k=9)) for _ in range(1 << 18)]
    table = _core.Clusters(words, (np.arange(len(words)) % 65_536).astype(np.uint16))
    assert 0 < len(words) - len(table) < 40
    lost = [i for i, word in enumerate(words) if table.find(word) != i % 65_536]
    assert len(lost) == len(words) - len(table)


def test_command(run: object, grove_path: Path, tmp_path: Path) -> None:
    assert callable(run)
    output = tmp_path / "clusters.txt"
    assert run("clusters", str(grove_path), "--number", "5", "-o", str(output)) == (0, "", "")
    found = read_clusters(output)
    assert found.count == 5 and found.core.find("THE") is not None
    model = tmp_path / "model"
    assert (
        run("train", str(grove_path), "--clusters", str(output), "--epochs", "1", "-qo", str(model))[0] == 0
    )
    code, out, _ = run("info", "-m", str(model))
    assert code == 0 and f"5 of {len(found.core)} words" in out
    code, _, err = run("clusters", str(grove_path), "--number", "5000")
    assert code == 2 and err.startswith("dodona: --number cannot be 5000: only")


def test_templates_by_system(path: Path) -> None:
    for system in SYSTEMS:
        plain, more = dodona.Recipe(system=system), dodona.Recipe(system=system, clusters=str(path))
        assert templates_of(more).text.startswith(templates_of(plain).text)
        assert "cluster" in templates_of(more).attributes
