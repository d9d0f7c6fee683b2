"""Pipelines with an encoder: training, files, parsing and confidences."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.evaluation import conll18
from dodona.models.container import read_arrays, write_arrays
from dodona.parsing.parser import load_parser
from dodona.training.sampled import sampled

pytest.importorskip("torch", reason="the extra encoder is not installed")
pytest.importorskip("transformers", reason="the extra encoder is not installed")

Run = Callable[..., tuple[int, str, str]]
TEXT = "The old oak spoke. Doves nest in its highest branches."


def test_it_learns_tags_lemmas_and_trees(teacher: Any, grove: dodona.Treebank) -> None:
    found = dict(conll18(grove, teacher.parse(grove, tags="predict")).items())
    for measure, least in (("UPOS", 0.5), ("Lemmas", 0.5), ("UAS", 0.9), ("LAS", 0.9)):
        assert found[measure].f1 > least, measure
    losses = [point["loss"] for point in teacher.info["curve"]]
    assert losses[-1] < losses[0] / 3


def test_trees_have_a_single_root_where_the_treebank_has(teacher: Any, grove: dodona.Treebank) -> None:
    assert teacher.info["single_root"]
    random = np.random.default_rng(1)
    words = list(grove.lists("words"))
    for each in words:
        random.shuffle(each)
    parsed = teacher.parse(dodona.Treebank.from_lists(words))
    assert all((sentence.heads == 0).sum() == 1 for sentence in parsed)


def test_raw_text_becomes_trees(teacher: Any) -> None:
    parsed = teacher(TEXT)
    assert parsed.lists("words")[0] == ["The", "old", "oak", "spoke", "."]
    assert parsed[0].tags[2:4] == ["NOUN", "VERB"]
    batches = list(teacher.batches([TEXT.encode()], size=1))
    assert sum(map(len, batches)) == 2


def test_many_texts(teacher: Any) -> None:
    texts = ["The old oak spoke. Who listened?", "", "Hush!", "Doves nest in it."]
    for options in ({}, {"confidence": True}):
        found = list(teacher.pipe(texts, batch_size=3, **options))
        assert [document.lists("words") for document in found] == [
            teacher(text).lists("words") for text in texts
        ]
        assert [document.heads.tolist() for document in found] == [
            teacher(text).heads.tolist() for text in texts
        ]
    assert all(word.confidence is not None for word in found[0][0])
    with pytest.raises(dodona.OptionError, match="beam has no effect with an encoder"):
        teacher.pipe(texts, beam=2)


def test_tags_are_kept_unless_they_are_to_be_predicted(teacher: Any, grove: dodona.Treebank) -> None:
    odd = grove.replace(tags=[["X"] * len(sentence) for sentence in grove])
    assert set(teacher.parse(odd).column("tags")) == {"X"}
    assert set(teacher.tag(odd, tags="keep").column("tags")) == {"X"}
    predicted = teacher.parse(odd, tags="predict")
    assert predicted == teacher.parse(teacher.prepared(odd, tags="predict"))
    assert predicted.column("tags") == teacher.tag(odd, tags="predict").column("tags") != odd.column("tags")


def test_a_file_gives_the_same_parses(teacher: Any, grove: dodona.Treebank, tmp_path: Path) -> None:
    teacher.save(tmp_path / "again.model")
    again = dodona.load(tmp_path / "again.model")
    assert again.parse(grove, tags="predict") == teacher.parse(grove, tags="predict")
    assert again.info == teacher.info


def test_an_embedded_encoder_needs_no_folder(
    grove: dodona.Treebank, another: Callable[..., Path], options: dict[str, Any], tmp_path: Path
) -> None:
    folder = another()
    made = dodona.train_pipeline(
        grove, encoder=str(folder), epochs=1, embed=True, output=tmp_path / "m.model", **options
    )
    shutil.rmtree(folder)
    loaded = dodona.load(tmp_path / "m.model")
    assert loaded.parse(grove, tags="predict") == made.parse(grove, tags="predict")
    loaded.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == (tmp_path / "m.model").read_bytes()
    # Whatever a stranger writes into the file is one line.
    arrays, about = read_arrays(tmp_path / "m.model", "encoder")
    encoder = about["encoder"]
    changes: list[dict[str, Any]] = [
        {"hidden_size": 10**12},
        {"num_hidden_layers": 10**12},
        {"model_type": "oracle"},
        {"chunk_size_feed_forward": ""},
    ]
    for change in changes:
        odd = {**about, "encoder": {**encoder, "config": {**encoder["config"], **change}}}
        write_arrays(tmp_path / "odd.model", arrays, odd)
        with pytest.raises(dodona.Error, match="the model is damaged"):
            dodona.load(tmp_path / "odd.model")
    write_arrays(tmp_path / "odd.model", {**arrays, "pieces": np.zeros(3, np.uint8)}, about)
    with pytest.raises(dodona.Error, match="the model is damaged"):
        dodona.load(tmp_path / "odd.model")


def test_a_reference_stores_what_training_changed(
    grove: dodona.Treebank, folder: Path, options: dict[str, Any], tmp_path: Path
) -> None:
    stored = {}
    for freeze in ("no", "embeddings", "all"):
        path = tmp_path / f"{freeze}.model"
        dodona.train_pipeline(grove, encoder=str(folder), epochs=1, freeze=freeze, output=path, **options)
        arrays, _ = read_arrays(path, "encoder")
        stored[freeze] = {name for name in arrays if name.startswith("network.encoder.")}
    embeddings = "network.encoder.embeddings.word_embeddings.weight"
    assert embeddings in stored["no"] and stored["no"] - stored["embeddings"] == {embeddings}
    assert stored["embeddings"] and not stored["all"]


def test_a_folder_may_lie_beside_the_model(
    grove: dodona.Treebank, another: Callable[..., Path], options: dict[str, Any], tmp_path: Path
) -> None:
    folder = another("moved")
    made = dodona.train_pipeline(grove, encoder=str(folder), epochs=1, output=tmp_path / "m.model", **options)
    shutil.move(folder, tmp_path / "moved")
    assert dodona.load(tmp_path / "m.model").parse(grove) == made.parse(grove)
    shutil.rmtree(tmp_path / "moved")
    with pytest.raises(
        dodona.Error, match=r"there is no such folder: put the encoder there, or into .* as moved"
    ):
        dodona.load(tmp_path / "m.model")


def test_another_encoder_in_its_place_is_refused(
    grove: dodona.Treebank, another: Callable[..., Path], options: dict[str, Any], tmp_path: Path
) -> None:
    folder = another("same")
    dodona.train_pipeline(grove, encoder=str(folder), epochs=1, output=tmp_path / "m.model", **options)
    shutil.rmtree(folder)
    shutil.move(another("same", seed=2), folder)
    with pytest.raises(dodona.Error, match="is not the one of training: its digest is"):
        dodona.load(tmp_path / "m.model")


def test_the_same_seed_gives_the_same_model_also_if_interrupted(
    grove: dodona.Treebank, folder: Path, options: dict[str, Any], tmp_path: Path
) -> None:
    class StoppedError(Exception):
        pass

    def stop(epoch: Any) -> None:
        if epoch.number == 2:
            raise StoppedError

    files = [tmp_path / f"{number}.model" for number in range(2)]
    how = {"encoder": str(folder), "epochs": 4, **options}
    dodona.train_pipeline(grove, grove, output=files[0], **how)
    with pytest.raises(StoppedError):
        dodona.train_pipeline(grove, grove, output=files[1], on_epoch=stop, **how)
    assert dodona.load(files[1]).info["best_epoch"] <= 2
    dodona.train_pipeline(grove, grove, output=files[1], resume=True, **how)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert not [*tmp_path.glob("*.checkpoint")]
    # It has ended: nothing is trained again.
    again = dodona.train_pipeline(grove, grove, output=files[1], resume=True, on_epoch=stop, **how)
    assert len(again.info["curve"]) == 4
    with pytest.raises(dodona.Error, match="there is nothing to resume"):
        dodona.train_pipeline(grove, grove, output=files[1], resume=True, **{**how, "seed": 2})


def test_operations_without_deterministic_algorithms_are_used_all_the_same(
    grove: dodona.Treebank, folder: Path, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from dodona.encoders.training import EncoderRun

    real, strict = EncoderRun._loss, []

    def loss(self: Any, *arguments: Any) -> Any:
        strict.append(not torch.is_deterministic_algorithms_warn_only_enabled())
        if strict[-1]:
            raise RuntimeError("oak_cuda does not have a deterministic implementation")
        return real(self, *arguments)

    monkeypatch.setattr(EncoderRun, "_loss", loss)
    dodona.train_pipeline(grove, encoder=str(folder), epochs=1, **options)
    assert strict[0] and not any(strict[1:])
    assert not torch.are_deterministic_algorithms_enabled()


def test_a_long_sentence_of_long_words_is_parsed(teacher: Any) -> None:
    words = ["oak", "o" * 300, "樫の木", "\u200b", "the"] * 60
    parsed = teacher.parse(dodona.Treebank.from_lists([words, ["oak"]]))
    assert parsed.lists("words") == [words, ["oak"]]
    assert (parsed[0].heads == 0).sum() == 1


def test_batches_do_not_change_parses(teacher: Any, grove: dodona.Treebank) -> None:
    alone = [teacher.parse(grove[place : place + 1], tags="predict") for place in range(len(grove))]
    assert sum(alone[1:], alone[0]) == teacher.parse(grove, tags="predict")


def test_case_is_seen_although_the_encoder_sees_none(teacher: Any) -> None:
    import torch

    from dodona.encoders.network import Tensors

    bank = dodona.Treebank.from_lists([["oak"], ["Oak"]])
    batch = teacher._reader.read(bank).batch(np.array([0, 1]))
    assert (batch.pieces[0] == batch.pieces[1]).all()
    with torch.inference_mode():
        one, other = teacher.network.eval().words(Tensors.of(batch, torch.device("cpu")), False)
    assert (one != other).any()


def test_confidences_are_probabilities_and_calibrated(teacher: Any, grove: dodona.Treebank) -> None:
    assert teacher.is_calibrated
    found, plain = (teacher.confidence(grove, calibrated=calibrated) for calibrated in (True, False))
    assert found.calibrated and not plain.calibrated
    assert found.parsed == plain.parsed == teacher.parse(grove)
    for each in (found, plain):
        for values in (each.heads, each.labels, each.trees):
            assert ((values >= 0) & (values <= 1)).all()
    # A tree cannot be more probable than one of its arcs.
    least = np.minimum.reduceat(plain.heads, grove.offsets[:-1])
    assert (plain.trees <= least + 1e-5).all()
    right = found.parsed.heads == grove.heads
    assert found.heads.mean() == pytest.approx(right.mean(), abs=0.03)


def test_soft_labels_are_distributions(teacher: Any, grove: dodona.Treebank) -> None:
    found = teacher.soft_labels(grove)
    assert found.parsed == teacher.parse(grove)
    assert found.head_probabilities.sum(1) == pytest.approx(1, abs=0.05)
    assert found.label_probabilities.sum(1) == pytest.approx(1, abs=1e-3)
    assert (np.diff(found.head_probabilities, axis=1) <= 0).all()
    lengths = np.repeat(np.diff(grove.offsets), np.diff(grove.offsets))
    assert (found.heads <= lengths[:, None]).all()
    plain = teacher.confidence(grove, calibrated=False)
    best = [found.labels[place] for place in found.label_probabilities.argmax(1)]
    assert np.mean([a == b for a, b in zip(best, plain.parsed.column("labels"), strict=True)]) > 0.95
    same = found.heads[:, 0] == found.parsed.heads
    assert found.head_probabilities[same, 0] == pytest.approx(plain.heads[same], abs=1e-4)


def test_very_long_sentences_are_refused(teacher: Any) -> None:
    with pytest.raises(
        dodona.Error, match="sentence 2: a sentence of 5,001 words is too long: an encoder takes"
    ):
        teacher.parse(dodona.Treebank.from_lists([["oak"], ["oak"] * 5001]))


def test_the_commands_know_it(
    run: Run, path: Path, grove: dodona.Treebank, grove_path: Path, tmp_path: Path
) -> None:
    code, out, err = run("parse", "-m", path, grove_path, "--tags", "predict", "-t", "1")
    assert (code, "words a second" in err) == (0, True)
    assert dodona.read(out) == dodona.load(path).parse(grove, tags="predict")
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    code, out, _ = run("parse", "-m", path, "--confidence", tmp_path / "text.txt", "-q")
    assert (code, out.count("HeadConf="), "tree_conf" in out) == (0, 12, True)
    assert run("evaluate", "--raw", "-m", path, grove_path)[0] == 0
    assert "oak" not in run("info", "-m", path)[2]
    about = json.loads(run("info", "-m", path, "--json")[1])
    assert about["encoder"]["embedded"] is False and about["calibrated"] is True
    code, out, _ = run("info", "-m", path)
    assert code == 0 and "encoder" in out and "batch-words" in out and "margin" not in out
    assert run("calibrate", "-m", path, grove_path, "--tags", "predict", "--resamples", "100")[0] == 0
    fitted = tmp_path / "fitted.model"
    assert run("calibrate", "-m", path, grove_path, "--tags", "predict", "-o", fitted)[0] == 0
    assert dodona.load(fitted).is_calibrated


@pytest.mark.parametrize("options", [("--nbest", "2"), ("--keep",), ("--beam", "4"), ("--samples", "9")])
def test_options_without_effect_are_refused(run: Run, path: Path, grove_path: Path, options: Any) -> None:
    code, out, err = run("parse", "-m", path, grove_path, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_training_on_the_command_line(run: Run, folder: Path, grove_path: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.model"
    command = ("train", grove_path, "--dev", grove_path, "-o", model, "-r", "encoder", "--encoder", folder)
    code, _, err = run(*command, "--epochs", "2", "--batch-words", "100")
    assert code == 0 and "on the CPU" in err and "UPOS" in err and "2.model" not in err
    assert "million weights" in err.splitlines()[-1]
    for wrong, message in (
        (("--jackknife", "5"), "--jackknife has no effect with an encoder"),
        (("--calibrate", "5"), "--calibrate cannot be 5 with an encoder, which is calibrated"),
        (("--system", "arc-hybrid"), "--system has no effect without a transition-based parser"),
        (("--beam", "4"), "--beam has no effect without a transition-based parser"),
        (("--policy", "sample"), "--policy has no effect without a transition-based parser"),
        (("--width", "64"), "--width has no effect without the learner network"),
        (("--encoder", tmp_path / "none"), "there is no such folder"),
        (("--encoder", tmp_path), "it has no config.json"),
    ):
        code, _, err = run(*command, *wrong)
        assert (code, message in err, err.strip().count("\n") < 2) == (2, True, True), err
    assert "--encoder is missing" in run("train", grove_path, "-o", model, "-r", "encoder")[2]
    assert "needs --encoder" in run("train", grove_path, "-o", model, "--embed")[2]
    assert (
        "--encoder has no effect without the learner encoder"
        in run("train", grove_path, "-o", model, "--encoder", folder)[2]
    )


def test_a_name_that_cannot_be_fetched_says_what_to_do(
    grove: dodona.Treebank, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(
        dodona.Error, match=r"grove/oak: .*`hf download grove/oak --local-dir FOLDER` fetches it"
    ):
        dodona.train_pipeline(grove, encoder="grove/oak", epochs=1, **options)


def test_it_is_no_parser_of_transitions(path: Path) -> None:
    with pytest.raises(dodona.Error, match=r"not a model but a pipeline with an encoder: dodona\.load loads"):
        load_parser(path)


def test_without_torch_the_extra_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(dodona.MissingExtraError, match=r"pip install 'dodona\[encoder\]'"):
        dodona.load(path)


def test_only_safetensors_are_read(
    grove: dodona.Treebank, another: Callable[..., Path], options: dict[str, Any]
) -> None:
    import torch

    folder = another("pickled")
    (folder / "model.safetensors").unlink()
    torch.save({}, folder / "pytorch_model.bin")
    with pytest.raises(dodona.Error, match="no weights in the format of safetensors"):
        dodona.train_pipeline(grove, encoder=str(folder), epochs=1, **options)


def test_code_of_an_encoder_is_not_run(
    grove: dodona.Treebank, another: Callable[..., Path], options: dict[str, Any], tmp_path: Path
) -> None:
    folder = another("code")
    config = json.loads((folder / "config.json").read_text())
    config |= {"model_type": "oracle", "auto_map": {"AutoConfig": "code.C", "AutoModel": "code.M"}}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "code.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    with pytest.raises(dodona.Error, match="cannot be loaded"):
        dodona.train_pipeline(grove, encoder=str(folder), epochs=1, **options)
    assert not (tmp_path / "ran").exists()


def test_an_encoder_with_a_decoder_is_refused(
    grove: dodona.Treebank, another: Callable[..., Path], options: dict[str, Any]
) -> None:
    from transformers import T5Config

    folder = another("t5")
    T5Config(d_model=32, num_layers=1, num_heads=2).save_pretrained(folder)
    with pytest.raises(dodona.Error, match="not an encoder but an encoder with a decoder"):
        dodona.train_pipeline(grove, encoder=str(folder), epochs=1, **options)


def _with_first(lines: Any, first: bytes) -> Any:
    """Replace the first string of an array."""
    return np.frombuffer(b"\n".join([first, *lines.tobytes().split(b"\n")[1:]]), np.uint8)


def test_a_damaged_file_is_one_line(path: Path, tmp_path: Path) -> None:
    arrays, about = read_arrays(path, "encoder")
    changes: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"network.root": np.zeros(3, np.float32)}, {}),
        ({"network.root": np.full_like(arrays["network.root"], np.nan)}, {}),
        ({"values.labels": np.zeros(0, np.uint8)}, {}),
        ({"values.labels": _with_first(arrays["values.labels"], b"a\x1b[31m")}, {}),
        ({"values.feats": _with_first(arrays["values.feats"], b"")}, {}),
        ({"values.lemmas": _with_first(arrays["values.lemmas"], b"nonsense")}, {}),
        ({"network.root": np.full_like(arrays["network.root"], 3e38)}, {}),
        ({}, {"info": {}}),
        ({}, {"info": {**about["info"], "treebank": {"words": 1, "sentences": 1}}}),
        ({}, {"encoder": {}}),
        ({}, {"tokeniser": {}}),
    ]
    for new_arrays, new_about in changes:
        damaged = tmp_path / "damaged.model"
        write_arrays(damaged, {**arrays, **new_arrays}, {**about, **new_about})
        with pytest.raises(dodona.Error, match="the model is damaged"):
            dodona.load(damaged)


def test_sampled_trees_have_the_probabilities_of_the_teacher(teacher: Any, grove: dodona.Treebank) -> None:
    known = teacher.soft_labels(grove)
    heads, labels = np.zeros(grove.word_count), np.zeros(grove.word_count)
    label_numbers = {label: number for number, label in enumerate(known.labels)}
    best = known.parsed.column("labels")
    draws = 0
    for seed in range(8):
        soft = teacher.parse_softly(grove, 5, seed=seed)
        assert (soft.heads == known.parsed.heads).all() and soft.column("labels") == best
        for tree in sampled(soft):
            draws += 1
            heads += tree.heads == known.heads[:, 0]
            labels += np.array(tree.column("labels")) == np.array(best)
    of_best = known.label_probabilities[np.arange(len(best)), [label_numbers[label] for label in best]]
    unsure = known.head_probabilities[:, 0] < 0.9
    assert unsure.sum() > 10
    assert (heads / draws)[unsure].mean() == pytest.approx(
        known.head_probabilities[unsure, 0].mean(), abs=0.05
    )
    assert np.corrcoef(heads, known.head_probabilities[:, 0])[0, 1] > 0.9
    assert (labels / draws).mean() == pytest.approx(of_best.mean(), abs=0.03)


def test_soft_silver_trees(path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_bytes(b"\n\n".join(dodona.original_text(each).strip() for each in grove))
    silver = dodona.label(path, [text], tmp_path / "silver", soft=3)
    (trees,) = map(dodona.read, silver.files)
    assert 1 < sum("Sampled=" in misc for misc in trees.column("misc")) < trees.word_count
    assert len(sampled(trees)) == 3 and not sampled(grove)
    assert {*trees.column("lemmas")} == {"_"} and {*trees.column("tags")} > {"NOUN", "VERB"}
    again = dodona.label(path, [text], tmp_path / "again", soft=3, min_confidence=0.01)
    assert again.files[0].read_bytes() == silver.files[0].read_bytes()
    with pytest.raises(dodona.OptionError, match="soft has changed"):
        dodona.label(path, [text], tmp_path / "silver", resume=True)
    with pytest.raises(dodona.OptionError, match="soft needs one teacher with an encoder"):
        dodona.label([path, path], [text], tmp_path / "new", soft=3)
    how: dict[str, Any] = {"recipe": "network", "width": 32, "layers": 1, "units": 16, "buckets": 500}
    student: Any = dodona.train_pipeline(grove, silver=silver.files, epochs=2, threads=1, **how)
    first, second = student.parser.info["curve"]
    assert second["loss"] < first["loss"]
    assert "lemmas" in student.tagger.values
    with pytest.raises(dodona.OptionError, match="oracle cannot be 'static' with soft silver data"):
        dodona.train_pipeline(grove, silver=silver.files, oracle="static", epochs=1, **how)
    linear: Any = dodona.train_pipeline(grove, silver=silver.files, epochs=1)  # which reads the best trees
    gold: Any = dodona.train_pipeline(grove, epochs=1)
    assert linear.tagger._lemmatiser.scripts == gold.tagger._lemmatiser.scripts
