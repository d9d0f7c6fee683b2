"""Pipelines with a network: files, commands, and all that parsers do."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

import dodona
from dodona import _core
from dodona.models.container import read_arrays, write_arrays
from dodona.network.tagger import NetworkTagger
from dodona.network.untrained import untrained
from dodona.pipelines.pipeline import Pipeline
from dodona.pipelines.tagger import Tagger, train_tagger

Run = Callable[..., tuple[int, str, str]]


def are_equal(one: dodona.Treebank, other: dodona.Treebank) -> bool:
    return one.to_conll() == other.to_conll()


def test_torch_is_not_needed(whole_file: Path) -> None:
    code = f"import dodona, sys; dodona.load({str(whole_file)!r})('An oak.'); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_one_pass_tags_and_parses(whole: dodona.Pipeline, grove: dodona.Treebank) -> None:
    both = whole.parse(grove, tags="predict")
    tagged = whole.tag(grove, tags="predict")
    assert tagged[0].heads.tolist() == grove[0].heads.tolist()
    assert tagged[0].tags != grove[0].tags
    assert are_equal(both, whole.parser.parse(tagged))
    assert are_equal(both, whole.parse(grove, tags="predict", threads=3))
    kept = whole.parse(grove)
    assert kept[0].tags == grove[0].tags
    assert kept[0].heads.tolist() == both[0].heads.tolist()


def test_constraints_are_kept(whole: dodona.Pipeline, grove: dodona.Treebank, tmp_path: Path) -> None:
    trees = dodona.Treebank.from_lists(
        [["Oaks", "speak"]] * 99, heads=[[2, 0]] * 99, labels=[["punct", "root"]] * 99
    )
    constrained = Pipeline.of_network(whole.tokeniser, whole.parser.constrained(trees))
    both = constrained.parse(grove, tags="predict")
    assert are_equal(both, constrained.parser.parse(constrained.tag(grove, tags="predict")))
    assert both[0].tags == whole.parse(grove, tags="predict")[0].tags
    constrained.save(tmp_path / "constrained.model")
    assert are_equal(both, dodona.load(tmp_path / "constrained.model").parse(grove, tags="predict"))
    assert are_equal(whole.parse(grove), constrained.parser.unconstrained().parse(grove))


def test_a_saved_pipeline_parses_alike(
    whole: dodona.Pipeline, whole_file: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    again = dodona.load(whole_file)
    assert isinstance(again, Pipeline) and isinstance(again.tagger, NetworkTagger)
    text = "The oak spoke. Who listened?"
    assert are_equal(whole(text), again(text))
    assert are_equal(whole.parse(grove), dodona.load(whole_file).parse(grove))
    assert are_equal(whole.parse(grove), pickle.loads(pickle.dumps(whole.parser)).parse(grove))
    again.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == whole_file.read_bytes()


def test_every_search_works(network: dodona.Parser, grove: dodona.Treebank) -> None:
    greedy = network.parse(grove)
    assert are_equal(greedy, network.parse(grove, beam=1, threads=2))
    assert len(network.nbest(grove, 2, beam=4)[0]) == 2
    assert network.most_probable(grove, 50).scores.max() <= 0
    assert not network.complete(greedy).lost
    assert are_equal(network.complete(greedy).treebank, greedy)
    confidence = network.confidence(grove)
    assert are_equal(confidence.parsed, greedy) and (confidence.heads <= 1).all()
    assert (network.decisions(grove).probabilities > 0).all()


def test_calibration_is_fitted(network: dodona.Parser, grove: dodona.Treebank) -> None:
    parser = pickle.loads(pickle.dumps(network))
    parser.calibrate(grove)
    assert parser.is_calibrated and parser.probabilistic
    assert parser.input_columns == ("words",)
    assert len(parser.parse(grove, beam=4)) == len(grove)


@pytest.mark.parametrize(
    "system", ["arc_eager", "arc_standard", "arc_hybrid", "swap_standard", "swap_hybrid", "swap_eager"]
)
def test_every_system_has_networks(system: str, grove: dodona.Treebank) -> None:
    parser = untrained(grove, system=system, buckets=10, shapes=10, width=32, layers=1, hidden=16)
    parsed = parser.parse(grove)
    assert (parsed.heads == 0).sum() == len(grove)


def test_commands(whole_file: Path, grove_path: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "text.txt").write_text("The oak spoke. Who listened?\n")
    model, parsed, fitted = str(whole_file), str(tmp_path / "parsed.conllu"), str(tmp_path / "fitted.model")
    code, out, _ = run("parse", str(tmp_path / "text.txt"), "--model", model, "--format", "text")
    assert code == 0 and out.count("# text") == 2
    code, _, _ = run("parse", str(grove_path), "--model", model, "--tags", "predict", "-o", parsed)
    assert code == 0
    code, _, _ = run("evaluate", str(grove_path), parsed)
    assert code == 0
    code, out, _ = run("info", "-m", model)
    assert code == 0 and "2 layers, 32 wide" in out and "the same network" in out
    code, out, _ = run("info", "-m", model, "--json")
    about = json.loads(out)
    assert about["network"]["width"] == 32 and about["pipeline"]["tagger"]["values"]["tags"] > 3
    code, _, err = run("info", "-m", model, "--templates")
    assert code == 2 and "a network has none" in err
    code, _, _ = run("calibrate", "-m", model, str(grove_path), "-o", fitted)
    assert code == 0 and isinstance(dodona.load(fitted), Pipeline)


def test_what_cannot_be_is_refused_with_one_line(
    whole: dodona.Pipeline, whole_file: Path, parser: dodona.Parser, grove: dodona.Treebank
) -> None:
    with pytest.raises(dodona.Error, match="a parser with a network"):
        NetworkTagger(parser)
    with pytest.raises(dodona.Error, match="the network of the parser"):
        Pipeline(whole.tokeniser, NetworkTagger(whole.parser), parser)
    with pytest.raises(dodona.Error, match="do not depend on each other"):
        whole.tagger.tag(grove, beam=2)
    with pytest.raises(dodona.Error, match="its tagger is the network"):
        Tagger.load(whole_file)
    with pytest.raises(ValueError, match="the parser has no network"):
        parser._core.tag(grove._core)
    # Another tagger is allowed.
    other = Pipeline(whole.tokeniser, train_tagger(grove, epochs=1), whole.parser)
    assert isinstance(other.tagger, Tagger)


def test_damaged_files_are_refused(whole_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.model"
    content = whole_file.read_bytes()
    for size in (len(content) // 3, len(content) - 1):
        path.write_bytes(content[:size])
        with pytest.raises(dodona.Error, match=r"damaged|not a Dodona"):
            dodona.load(path)
    # With a right checksum, as from somebody who means harm.
    arrays, about = read_arrays(whole_file, "pipeline")
    about.pop("checksum", None)
    names = [name for name in arrays if name.startswith("parser.")]
    assert len(names) > 20
    for name in names:
        array = arrays[name]
        for worse in (array[:-1], np.concatenate([array, array[:1]]), array.astype(np.float64)):
            write_arrays(path, {**arrays, name: worse}, about)
            with pytest.raises(dodona.Error) as refused:
                dodona.load(path)
            assert "damaged" in str(refused.value) and "\n" not in str(refused.value)
    for value in (0, -1, 2**40, 31, "32", 3.5):
        for name in ("width", "layers", "hidden", "ngram_size"):
            model = about["parser"]["model"]
            changed = {**model, "values": {**model["values"], name: value}}
            write_arrays(path, arrays, {**about, "parser": {**about["parser"], "model": changed}})
            with pytest.raises(dodona.Error, match="damaged"):
                dodona.load(path)
    write_arrays(
        path, arrays, {key: value for key, value in about.items() if key != "parser"} | {"parser": {}}
    )
    with pytest.raises(dodona.Error, match="damaged"):
        dodona.load(path)


def test_files_are_small(whole_file: Path) -> None:
    arrays = load_file(whole_file)
    of_network = {name: array for name, array in arrays.items() if name.startswith("parser.")}
    assert all(array.dtype in (np.int8, np.uint8) or array.size < 300 for array in of_network.values())


def test_unusual_sentences(whole: dodona.Pipeline) -> None:
    words = ["漢字", "😀", "ا", "<", ">", "\u200b", "x" * 5000, "É", "é", "_"]
    parsed = whole.parse(dodona.Treebank.from_lists([words, words[:1]]), tags="predict")
    assert parsed[0].words == words
    assert (parsed.heads >= 0).all()
    assert len(whole("")) == 0
    long = dodona.Treebank.from_lists([["oak", "tree"] * 5000])
    assert (whole.parse(long, tags="predict").heads >= 0).all()


def test_bindings_check_what_they_get(grove: dodona.Treebank) -> None:
    spec = _core.ParserSpec.of(grove._core, _core.SystemChoice.arc_hybrid, _core.Root.first, True)
    floats = np.zeros(3, np.float32)
    with pytest.raises(ValueError, match="do not fit together"):
        _core.explore(
            [grove._core],
            spec,
            _core.OracleChoice.dynamic,
            floats,
            floats,
            floats,
            floats,
            floats,
            "explore",
            0.9,
            1,
        )
    with pytest.raises(ValueError, match="missing"):
        _core.Parser.of_network(spec, {}, [], [], {})


def test_rows_of_words(grove: dodona.Treebank) -> None:
    forms = [word for sentence in grove for word in sentence.words]
    words, counts = _core.network_word_counts(grove._core)
    assert words == sorted({word.lower() for word in forms})
    assert counts.sum() == grove.word_count
    types, word, ngrams, begins, shape = _core.network_rows(grove._core, words[:5], 50, 7)
    assert len(types) == grove.word_count and types.max() + 1 == len(word) == len(shape) == len(begins) - 1
    assert begins[-1] == len(ngrams) and ngrams.min() >= 0 and ngrams.max() < 50 and shape.max() < 7
    seen: dict[str, int] = {}
    for form, kind in zip(forms, types.tolist(), strict=True):
        assert seen.setdefault(form, kind) == kind
        known = words[:5].index(form.lower()) + 1 if form.lower() in words[:5] else 0
        assert word[kind] == known
    assert len(seen) == len(word)
