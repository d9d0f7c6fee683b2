"""Networks from training to files, parses and confidences."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.evaluation import conll18

pytest.importorskip("torch", reason="the extra network is not installed")

Run = Callable[..., tuple[int, str, str]]


class StoppedError(Exception):
    """Training was interrupted."""


@pytest.fixture(scope="session")
def learnt_file(
    grove: dodona.Treebank, options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A model that nearly knows the small treebank by heart."""
    where = tmp_path_factory.mktemp("network") / "grove.model"
    dodona.train_pipeline(grove, grove, epochs=15, output=where, **options)
    return where


@pytest.fixture(scope="session")
def learnt(learnt_file: Path) -> Any:
    return dodona.load(learnt_file)


def test_it_learns_tags_lemmas_and_trees(learnt: Any, grove: dodona.Treebank) -> None:
    found = dict(conll18(grove, learnt.parse(grove, tags="predict")).items())
    for measure in ("UPOS", "UFeats", "Lemmas", "UAS", "LAS"):
        assert found[measure].f1 > 0.7, measure
    curve = learnt.parser.info["curve"]
    assert curve[-1]["loss"] < curve[0]["loss"] / 3
    assert curve[-1]["update_rate"] < curve[0]["update_rate"] / 2
    assert "the" in learnt.info["frequent_words"]["words"]
    assert learnt.parser.info["constraints"]
    best = learnt.parser.info["best_epoch"]
    assert curve[best - 1]["las"] == max(point["las"] for point in curve)


def test_scores_on_the_curve_are_those_of_the_model(learnt: Any, grove: dodona.Treebank) -> None:
    parsed = learnt.parse(grove, tags="predict")
    tags = zip(parsed.column("tags"), grove.column("tags"), strict=True)
    upos = np.mean([one == other for one, other in tags])
    info = learnt.parser.info
    assert info["curve"][info["best_epoch"] - 1]["upos"] == pytest.approx(upos, abs=1e-6)


def test_confidences_are_calibrated(learnt: Any, grove: dodona.Treebank) -> None:
    assert learnt.parser.is_calibrated and learnt.parser.probabilistic
    sure = learnt.parser.confidence(grove)
    assert ((sure.heads >= 0) & (sure.heads <= 1)).all()
    right = sure.parsed.heads == grove.heads
    assert sure.heads[right].mean() > sure.heads[~right].mean()


def test_the_same_run_gives_the_same_file_interrupted_or_not(
    grove: dodona.Treebank, options: dict[str, Any], tmp_path: Path
) -> None:
    how = {**options, "epochs": 3}
    files = [tmp_path / name for name in ("whole.model", "parts.model")]
    dodona.train_pipeline(grove, grove, output=files[0], **how)

    def stop(epoch: Any) -> None:
        if epoch.number == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        dodona.train_pipeline(grove, grove, output=files[1], on_epoch=stop, **how)
    assert dodona.load(files[1])(text := "The old oak spoke.") is not None and text
    dodona.train_pipeline(grove, grove, output=files[1], resume=True, **how)
    assert files[0].read_bytes() == files[1].read_bytes()
    on_two = tmp_path / "on_two.model"
    dodona.train_pipeline(grove, grove, output=on_two, **{**how, "threads": 2})
    assert files[0].read_bytes() == on_two.read_bytes()
    assert not [*tmp_path.glob("*.checkpoint")]
    # It has ended: nothing is trained again.
    again: Any = dodona.train_pipeline(grove, grove, output=files[1], resume=True, on_epoch=stop, **how)
    assert len(again.parser.info["curve"]) == 3
    with pytest.raises(dodona.Error, match="there is nothing to resume"):
        dodona.train_pipeline(grove, grove, output=files[1], resume=True, **{**how, "seed": 2})


def test_silver_data(grove: dodona.Treebank, options: dict[str, Any], tmp_path: Path) -> None:
    silver = grove[40:]
    epochs: list[Any] = []
    how = {**options, "epochs": 2, "silver": [silver], "silver_share": 0.7, "min_count": 2}
    files = [tmp_path / name for name in ("whole.model", "parts.model")]
    made: Any = dodona.train_pipeline(grove, grove, output=files[0], on_epoch=epochs.append, **how)
    assert all(epoch.silver_words > 2 * epoch.gold_words > 0 for epoch in epochs)
    assert made.parser.info["silver"]["words"] == silver.word_count

    def stop(epoch: Any) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        dodona.train_pipeline(grove, grove, output=files[1], on_epoch=stop, **how)
    dodona.train_pipeline(grove, grove, output=files[1], resume=True, **how)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_command(grove_path: Path, run: Run, tmp_path: Path) -> None:
    model = str(tmp_path / "m.model")
    small = [
        "--width",
        "32",
        "--layers",
        "1",
        "--units",
        "16",
        "--buckets",
        "500",
        "--batch-words",
        "60",
        "-t",
        "1",
    ]
    how = ["--recipe", "network", str(grove_path), "--dev", str(grove_path), "--epochs", "2", "-o", model]
    code, _, said = run("train", *how, *small)
    assert code == 0, said
    assert "1 layer of 32" in said and "UPOS" in said and "LAS" in said
    code, out, said = run("parse", "-m", model, str(grove_path), "--tags", "predict")
    assert code == 0 and out.count("\n\n") == 75, said
    code, out, said = run("info", "-m", model)
    assert code == 0 and "network" in out, said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"jackknife": 2}, "jackknife has no effect with a network"),
        ({"calibrate": 2}, "calibrate cannot be 2 with a network, which is calibrated on the dev"),
        ({"embed": True}, "embed has no effect"),
        ({"width": 40}, "width cannot be 40"),
        ({"units": 10}, "units cannot be 10"),
        ({"beam": 4}, "learner cannot be 'network' with a beam"),
        ({"hash_kernel": 14}, "hash_kernel has no effect without a linear parser"),
        ({"rule": "ftrl"}, "rule has no effect without learning to search"),
        ({"features": "rich"}, "features has no effect without a linear parser"),
        ({"encoder": "mpnet"}, "encoder has no effect without the learner encoder"),
    ],
)
def test_mistakes(
    grove: dodona.Treebank, options: dict[str, Any], changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(dodona.OptionError, match=said):
        dodona.train_pipeline(grove, **{**options, **changes})


def test_configurations_can_be_sampled(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    parsers: list[Any] = [
        dodona.train_pipeline(grove, epochs=3, policy=policy, **options)
        for policy in ("oracle", "explore", "sample")
    ]
    first, *later = zip(*(each.parser.info["curve"] for each in parsers), strict=True)
    assert first[0] == first[2]  # until epoch k, sampling follows the oracle
    assert all(len({epoch["loss"] for epoch in epochs}) == 3 for epochs in later)


def test_silver_of_another_annotation(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    """Of a column that silver lacks, nothing is learnt from it, not even that its words have none."""
    gold, further = grove[:40], grove[40:]
    nothing = [["_"] * len(sentence) for sentence in further]
    silver = [further.replace(fine_tags=nothing, feats=nothing)]
    made: Any = dodona.train_pipeline(gold, silver=silver, silver_share=0.8, epochs=8, **options)
    tagged = made.parse(gold, tags="predict")
    for column in ("feats", "fine_tags"):
        pairs = zip(tagged.column(column), gold.column(column), strict=True)
        assert sum(found == right for found, right in pairs) > 0.6 * gold.word_count


def test_it_trains_more_than_a_parser(grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.OptionError, match=r"use dodona\.train_pipeline"):
        dodona.train(grove, recipe="network")
    with pytest.raises(dodona.OptionError, match="width has no effect without the learner network"):
        dodona.train(grove, width=64)


def test_columns_that_a_treebank_lacks(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    nothing = [["_"] * len(sentence) for sentence in grove]
    bare = grove.replace(fine_tags=nothing, feats=nothing, lemmas=nothing)
    made: Any = dodona.train_pipeline(bare, epochs=1, **options)
    assert list(made.tagger.values) == ["tags"]
    parsed = made.parse(grove, tags="predict")
    assert parsed.column("lemmas") == grove.column("lemmas")


def test_without_torch_the_extra_is_named(
    grove: dodona.Treebank, learnt_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(dodona.MissingExtraError, match=r"pip install 'dodona\[network\]'"):
        dodona.train_pipeline(grove, recipe="network")
    parsed: Any = dodona.load(learnt_file)("The oak spoke.")  # parsing does not need it
    assert len(parsed[0]) == 4
