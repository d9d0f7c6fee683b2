"""Hostile models: their memory is bounded, and no name from them breaks lines or controls the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.models.container import as_lines, read_arrays, write_arrays

PIPELINE = Path(__file__).parents[1] / "data" / "models-0.1" / "pipeline.model"
BREAKING = ("\t", "\r", "\0", "\v", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u2029")
Change = Callable[[dict[str, Any], dict[str, Any]], None]


def spell(search: dodona.Search, word: str) -> None:
    search.predict({"word": word}, oracle=word)
    search.loss(0)


def changed(original: Path, path: Path, change: Change) -> Path:
    arrays, about = read_arrays(original, "model", "pipeline", "task model")
    change(arrays, about)
    write_arrays(path, arrays, about)
    return path


def refused(load: Callable[[Path], Any], path: Path, said: str = "damaged") -> None:
    with pytest.raises(dodona.Error, match=said) as caught:
        load(path)
    message = str(caught.value)
    assert message.startswith(str(path)) and len(message.splitlines()) == 1 and message.isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_models_changed_at_random() -> None:
    """Any of them is refused in one line, or does its work, in little memory."""
    script = Path(__file__).with_name("hostile.py")
    done = subprocess.run([sys.executable, script, "150"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "refused" in done.stdout, done.stderr


@pytest.mark.parametrize("beam", [0, -1, 1001, 10**9, 2**63 - 1, 2**63, 10**400, 1.5, "wide", True, None])
def test_widths_of_beams(model: Path, tmp_path: Path, beam: Any) -> None:
    path = changed(model, tmp_path / "m", lambda arrays, about: about["info"]["recipe"].update(beam=beam))
    refused(dodona.load, path)


@pytest.mark.parametrize("name", ["epochs", "seed", "prune", "hash_kernel", "explore"])
@pytest.mark.parametrize("value", ["ten", -5, 10**400, float("nan"), float("inf"), True])
def test_numbers_of_recipes(model: Path, tmp_path: Path, name: str, value: Any) -> None:
    path = changed(model, tmp_path / "m", lambda arrays, about: about["info"]["recipe"].update({name: value}))
    refused(dodona.load, path)


@pytest.mark.parametrize("value", [10**400, -(2**64), float("nan"), float("-inf")])
@pytest.mark.parametrize("name", ["sentences", "extra"])
def test_numbers_anywhere(model: Path, tmp_path: Path, name: str, value: Any) -> None:
    path = changed(model, tmp_path / "m", lambda _, about: about["info"]["treebank"].update({name: value}))
    refused(dodona.load, path)


@pytest.mark.parametrize(
    "points",
    [
        [[0.1], [7.0]],
        [[0.1], [-0.1]],
        [[0.1], [float("nan")]],
        [[float("nan")], [0.5]],
        [[0.1, float("inf")], [0.1, 0.2]],
        [[0.1, 0.2], [0.3, 0.2]],
        [[0.1], [0.5], [1e300] * 8 + [{}]],
    ],
)
def test_calibration_curves(tmp_path: Path, points: Any) -> None:
    def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        about["parser"]["info"]["calibration"]["curves"]["transition"]["heads"] = points

    refused(dodona.load, changed(PIPELINE, tmp_path / "m", change))


@pytest.mark.parametrize("temperature", [0, 1e-9, 1e30, "1"])
def test_temperatures(tmp_path: Path, temperature: Any) -> None:
    def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        about["parser"]["info"]["calibration"]["temperature"] = temperature

    refused(dodona.load, changed(PIPELINE, tmp_path / "m", change))


@pytest.mark.parametrize(
    ("what", "breaking"),
    [("label", "\n")]  # it separates the others, which are lines
    + [(what, each) for what in ("label", "tag", "feats", "lemma", "suffix", "split") for each in BREAKING],
)
def test_names_that_break_lines(tmp_path: Path, what: str, breaking: str) -> None:
    def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        def replace(name: str, number: int, text: str) -> None:
            lines = arrays[name].tobytes().decode().split("\n")
            lines[number] = text
            arrays[name] = as_lines(lines)

        name = f"a{breaking}1"
        if what == "label":
            about["parser"]["labels"][0] = name
        elif what == "tag":
            replace("tagger.tags", 0, f"{name}\t_\t_")
        elif what == "feats":
            replace("tagger.tags", -1, f"X\tX\t{name}")
        elif what == "lemma":
            replace("tagger.lemmas.scripts", 0, f"=\t{name}")
        elif what == "suffix":
            replace("tagger.lemmas.scripts", 0, f"k\t0\t\t0\t{name}")
        else:
            arrays["tokeniser.rules"] = as_lines([f"=\ta\v=\t{name}"])

    refused(dodona.load, changed(PIPELINE, tmp_path / "m", change))


def compact_rows(transitions: int, rows: int) -> Any:
    """Return compact weights of empty rows, which take six bytes each and are as long as the others."""
    buckets = rows // 4 + 1
    start = np.array([0x4F414B31, transitions], "<u4").tobytes() + np.array([1, buckets], "<u8").tobytes()
    counts = np.full(buckets + 1, 4, np.uint8)
    counts[rows // 4 :] = 0
    features = b"".join(int(each).to_bytes(4, "little") + b"\1\0" for each in range(1, rows + 1))
    packed = (counts[0::2][: (buckets + 1) // 2] | counts[1::2][: (buckets + 1) // 2] << 4).tobytes()
    return np.frombuffer(start + np.array([1.0]).tobytes() + packed + features, np.uint8)


def test_rows_that_expand(tmp_path: Path) -> None:
    """Far too many transitions are refused, and so are far longer rows than trained models have."""

    def rows(scripts: int) -> Change:
        def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
            arrays["tagger.lemmas.weights"] = compact_rows(60_000, 4_000)
            arrays["tagger.lemmas.scripts"] = as_lines(["=\ta"] * scripts)

        return change

    for scripts in (1, 60_000):
        path = changed(PIPELINE, tmp_path / "m", rows(scripts))
        assert path.stat().st_size < 500_000
        refused(dodona.load, path, "weights are damaged")


def test_buckets_that_expand_or_never_end(model: Path, tmp_path: Path) -> None:
    def buckets(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        start = np.array([0x4F414B31, 3], "<u4").tobytes() + np.array([1, 200_000], "<u8").tobytes()
        arrays["tokeniser.weights"] = np.frombuffer(
            start + np.array([1.0]).tobytes() + bytes(100_000), np.uint8
        )

    def full(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        prints = arrays["buckets"].view(np.uint32).reshape(-1, 8).copy()
        prints[:-1, :4] = 1
        arrays["buckets"] = prints.reshape(-1).view(np.uint8)

    refused(dodona.load, changed(PIPELINE, tmp_path / "m", buckets), "weights are damaged")
    refused(dodona.load, changed(model, tmp_path / "m", full), "hash to one place")


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_scales(model: Path, tmp_path: Path, scale: float) -> None:
    path = changed(model, tmp_path / "m", lambda _, about: about["model"]["values"].update(scale=scale))
    refused(dodona.load, path, "scale")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bits": 30}, "the weights would take 12.0 GiB, far more than the file holds"),
        ({"bits": 27, "update": "sgd+"}, "the weights would take 1.5 GiB"),
        ({"hidden": 10_000, "bits": 30}, "far more than the file holds"),
        ({"bits": 2**62}, "damaged"),
        ({"bits": "ten"}, "damaged"),
        ({"hidden": 2**62}, "damaged"),
    ],
)
def test_sizes_of_task_models(tmp_path: Path, options: Any, said: str) -> None:
    dodona.learn(spell, ["oak", "elm"], learner={"bits": 12}).save(tmp_path / "task")

    def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        about["options"].update(options)

    path = changed(tmp_path / "task", tmp_path / "m", change)
    refused(lambda name: dodona.SearchModel.load(name, spell), path, said)


def test_sizes_of_arrays_of_task_models(tmp_path: Path) -> None:
    dodona.learn(spell, ["oak", "elm"], learner={"bits": 12}).save(tmp_path / "task")

    def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        arrays["0.values.size"][0] = 2**35

    def endless(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        about["updates"] = float("inf")

    for each in (change, endless):
        path = changed(tmp_path / "task", tmp_path / "m", each)
        refused(lambda name: dodona.SearchModel.load(name, spell), path)


def test_large_task_models_keep_their_zeros(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved can be loaded: what would expand too much is not packed."""
    monkeypatch.setattr("dodona.learning_to_search.model_file._MEMORY", 0)
    model = dodona.learn(spell, ["oak", "elm"], learner={"bits": 16})
    model.save(tmp_path / "task")
    assert (tmp_path / "task").stat().st_size > 3 * 4 * 2**16
    assert dodona.SearchModel.load(tmp_path / "task", spell).predict("oak") == model.predict("oak")


def test_nothing_controls_the_terminal(run: Any, tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\x9b31m\r\u2028oak"

    def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        about["info"] |= {"licence": evil, "language": evil, "treebank": evil, "scores": {evil: {"LAS": 1}}}
        about["parser"]["info"]["treebank"]["name"] = evil
        about["parser"]["info"]["templates"]["name"] = evil
        about["parser"]["info"]["recipe"]["features"] = evil

    path = changed(PIPELINE, tmp_path / "m", change)
    code, out, _ = run("info", "-m", path)
    assert code == 0 and "oak" in out
    assert all(line.isprintable() for line in out.splitlines()) and "\x1b" not in out
    code, out, _ = run("info", "-m", path, "--json")
    assert code == 0 and json.loads(out)["pipeline"]["licence"] == evil
    assert all(line.isprintable() for line in out.splitlines()) and "\x9b" not in out
    code, _, err = run("info", "-m", changed(PIPELINE, path, lambda _, about: about.update(kind=evil)))
    assert code == 2 and err.rstrip("\n").isprintable()


def test_labels_in_tables_do_not_control_the_terminal(run: Any, tmp_path: Path) -> None:
    trees = dodona.Treebank.from_lists(
        [["Oaks\x1b[2J"]], heads=[[0]], labels=[["a\x9b2J"]], tags=[["\x1b[31m"]]
    )
    trees.write(tmp_path / "gold.conllu")
    for command in ("stats", "evaluate", "check"):
        files = [tmp_path / "gold.conllu"] * (2 if command == "evaluate" else 1)
        _, out, err = run(command, *files)
        assert "\x1b" not in out + err and "\x9b" not in out + err
    steps = dodona.oracles.walk(trees[0])
    for shown in (steps, *steps.explanations()):
        assert all(line.isprintable() for line in str(shown).splitlines())


def test_names_in_treebanks(grove: dodona.Treebank) -> None:
    """Training refuses labels and tags that no model may write, and leaves out such lemmas and splits."""
    for column, train in (
        ("labels", dodona.train),
        ("tags", dodona.train_tagger),
        ("feats", dodona.train_tagger),
    ):
        names = [["a\x1bb"] * len(sentence) for sentence in grove]
        with pytest.raises(dodona.Error, match=f"among the {column} has a control character") as caught:
            train(grove.replace(**{column: names}), epochs=1)
        assert str(caught.value).isprintable()
    lemmas = [["a\u2028b", *sentence.lemmas[1:]] for sentence in grove]
    tagged = dodona.train_tagger(grove.replace(lemmas=lemmas), epochs=1).tag(grove)
    assert not any("\u2028" in lemma for lemma in tagged.column("lemmas"))
    odd = dodona.read("1-2\ta\v\t" + "_\t" * 7 + "_\n1\ta\t" + "_\t" * 7 + "_\n2\t\v\t" + "_\t" * 7 + "_\n\n")
    assert dodona.train_tokeniser(odd, epochs=1).tokenise("a").word_count == 1


def test_nothing_written_holds_nul(grove: dodona.Treebank) -> None:
    for column in ("tags", "labels", "misc"):
        for breaking in "\0\t\r\n":
            names = [[f"a{breaking}"] * len(sentence) for sentence in grove]
            with pytest.raises(dodona.Error):
                grove.replace(**{column: names})
