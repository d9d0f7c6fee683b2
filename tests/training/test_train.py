"""`dodona.train`: determinism, options and unusual data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona.training import Epoch


def saved(parser: dodona.Parser, path: Path) -> bytes:
    parser.save(path)
    return path.read_bytes()


def test_same_seed_same_bytes(grove: dodona.Treebank, tmp_path: Path) -> None:
    models = [saved(dodona.train(grove, epochs=3, seed=seed), tmp_path / "m") for seed in (1, 1, 2)]
    assert models[0] == models[1] != models[2]


def test_a_file_and_a_treebank_in_memory_learn_the_same(grove: dodona.Treebank) -> None:
    """The numbers of strings differ between the two and must not matter."""
    again = dodona.Treebank(reversed(list(grove)))
    again = dodona.Treebank(reversed(list(again)))
    one, other = dodona.train(grove, epochs=2), dodona.train(again, epochs=2)
    kept = other._core.arrays()
    assert all((array == kept[name]).all() for name, array in one._core.arrays().items())


def test_the_best_epoch_is_kept(grove: dodona.Treebank) -> None:
    epochs: list[Epoch] = []
    parser = dodona.train(grove[:40], dev=grove[40:], epochs=6, on_epoch=epochs.append)
    assert [epoch.number for epoch in epochs] == [1, 2, 3, 4, 5, 6]
    best = max(epochs, key=lambda epoch: (epoch.las, -epoch.number))
    assert parser.info["best_epoch"] == best.number
    assert best.number == [epoch.number for epoch in epochs if epoch.best][-1]
    # The kept parser has the scores of its epoch, as computed by `dodona evaluate`.
    scores = dodona.evaluate(grove[40:], parser.parse(grove[40:])).without_punctuation
    assert best.uas == pytest.approx(scores.uas.f1)
    assert best.las == pytest.approx(scores.las.f1)


def test_without_development_data_the_last_epoch_is_kept(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, epochs=3)
    assert parser.info["best_epoch"] == 3 and parser.info["dev"] is None
    assert [point["las"] for point in parser.info["curve"]] == [None] * 3


def test_patience(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove[:40], dev=grove[40:], epochs=200, patience=2)
    curve, best = parser.info["curve"], parser.info["best_epoch"]
    assert len(curve) == best + 2 < 200


@pytest.mark.parametrize("root", ["first", "last", "none"])
@pytest.mark.parametrize("single_root", ["yes", "no"])
def test_roots(grove: dodona.Treebank, root: str, single_root: str) -> None:
    parser = dodona.train(grove, epochs=3, root=root, single_root=single_root)
    parsed = parser.parse(grove)
    assert (parsed.heads == grove.heads).mean() > 0.9
    under_root = parsed.heads == 0
    labels = np.array([label for sentence in parsed for label in sentence.labels])
    assert set(labels[under_root]) == {"root"} and "root" not in labels[~under_root]
    if single_root == "yes":
        assert [int((sentence.heads == 0).sum()) for sentence in parsed] == [1] * len(parsed)


@pytest.mark.parametrize("root", ["first", "last", "none"])
def test_a_single_root_with_a_bad_model(parser: dodona.Parser, grove: dodona.Treebank, root: str) -> None:
    """Legality ensures it, however bad the model is."""
    bad = dodona.train(grove[:2], epochs=1, root=root, single_root="yes")
    for words in (["?"], ["?"] * 2, ["oak"] * 7, [word for sentence in grove for word in sentence.words]):
        assert (bad.parse(words).heads == 0).sum() == 1


@pytest.mark.parametrize("policy", ["oracle", "ambiguity", "explore"])
def test_policies(grove: dodona.Treebank, policy: str) -> None:
    parser = dodona.train(grove, epochs=4, policy=policy)
    assert (parser.parse(grove).heads == grove.heads).mean() > 0.9


def test_the_static_oracle_sets_its_policy(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, epochs=3, oracle="static")
    assert parser.info["recipe"]["policy"] == "oracle"
    assert (parser.parse(grove).heads == grove.heads).mean() > 0.9


def test_label_cost_does_not_change_the_zero_cost_transitions(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, epochs=4, label_cost=0.3)
    assert (parser.parse(grove).heads == grove.heads).mean() > 0.9


def test_the_column_of_tags(grove: dodona.Treebank) -> None:
    for tag in ("upos", "xpos", "both"):
        assert dodona.train(grove, epochs=1, tag=tag).info["tag"] == tag
    assert dodona.train(grove, epochs=1).info["tag"] == "xpos"
    bare = grove.replace(fine_tags=[["_"] * len(sentence) for sentence in grove])
    assert dodona.train(bare, epochs=1).info["tag"] == "upos"
    with pytest.raises(dodona.OptionError, match="tag cannot be 'xpos': no word of the training data"):
        dodona.train(bare, epochs=1, tag="xpos")


def test_trees_without_labels(grove: dodona.Treebank) -> None:
    bare = dodona.Treebank.from_lists(grove.lists("words"), heads=[s.heads.tolist() for s in grove])
    parser = dodona.train(bare, epochs=3)
    assert parser.labels == ["_"]
    assert parser.parse(bare)[0].labels == ["_"] * 5


def test_one_word(tmp_path: Path) -> None:
    hush = dodona.Treebank.from_lists([["Hush"]], heads=[[0]], labels=[["root"]])
    for root in ("first", "last", "none"):
        parser = dodona.train(hush, epochs=2, root=root)
        assert parser.parse(["Hush"]).heads.tolist() == [0]
        assert parser.parse(["Oh", "hush"]).heads.tolist().count(0) == 1
        parser.save(tmp_path / "m")
        assert dodona.load(tmp_path / "m").parse(["Hush"]).labels == ["root"]


@pytest.mark.parametrize("root", ["first", "last", "none"])
def test_a_very_long_sentence(root: str) -> None:
    words = 5000
    chain = dodona.Sentence(
        ["oak"] * words, heads=[0, *range(1, words)], labels=["root"] + ["dep"] * (words - 1)
    )
    parser = dodona.train(dodona.Treebank([chain]), epochs=1, root=root)
    assert len(parser.parse(chain)) == words


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"treebank": 3}, "treebank must be a dodona.Treebank, or the path of one, not an int"),
        ({"dev": 3}, "dev must be a dodona.Treebank, or the path of one, not an int"),
        ({"recipe": 3}, "recipe must be the name of a recipe"),
        ({"output": 3}, "output must be the path of a file, not an int"),
        ({"patience": 2}, "patience needs development data"),
        ({"patience": "2"}, "patience must be a whole number"),
        ({"resume": True}, "resume needs the output"),
        (
            {"oracles": "static"},
            r"unknown option 'oracles' \(did you mean 'oracle'\?\): choose from system",
        ),
        ({"oracle": "statick"}, "oracle cannot be 'statick' for arc-eager: choose from dynamic, static"),
        ({"epochs": 2.5}, "epochs cannot be 2.5: it must be a whole number"),
        ({"epochs": 0}, "epochs cannot be 0: choose from 1 to "),
        ({"explore": float("nan")}, "explore cannot be nan: choose from 0 to 1"),
        ({"label_cost": 2}, "label_cost cannot be 2.0: choose from 0.001 to 1"),
        ({"oracle": "static", "policy": "explore"}, "policy cannot be 'explore' with the static oracle"),
        ({"features": "no-such-set"}, "features cannot be 'no-such-set': choose from .*zhang-nivre"),
        ({"features": ""}, "features cannot be '': choose from "),
        ({"recipe": "stew"}, "recipe cannot be 'stew': choose from beam, default, "),
    ],
)
def test_wrong_arguments(grove: dodona.Treebank, change: dict[str, object], said: str) -> None:
    with pytest.raises(dodona.Error, match=said):
        dodona.train(**{"treebank": grove, **change})  # type: ignore[arg-type]


def test_numpy_numbers_are_accepted(grove: dodona.Treebank) -> None:
    recipe = dodona.Recipe().with_options(epochs=np.int64(2), explore=np.float32(0.5))
    assert (recipe.epochs, recipe.explore) == (2, 0.5)
    assert type(recipe.epochs) is int and type(recipe.explore) is float


def test_no_training_data(grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.Error, match="the treebank: there are no sentences to train on"):
        dodona.train(dodona.Treebank())
    bare = dodona.Treebank.from_lists([["Oaks", "speak"]])
    with pytest.raises(dodona.Error, match="the treebank: sentence 1: the sentence has no tree"):
        dodona.train(bare)
    for dev in (bare, dodona.Treebank()):
        with pytest.raises(dodona.Error, match="the development data: there are no trees"):
            dodona.train(grove, dev=dev)


def test_more_labels_than_a_model_can_hold() -> None:
    count, sentences = 10_000, 7
    labels = [["root", *(f"l{number}.{i}" for i in range(count))] for number in range(sentences)]
    bank = dodona.Treebank.from_lists(
        [["oak"] * (count + 1)] * sentences, heads=[[0] + [1] * count] * sentences, labels=labels
    )
    with pytest.raises(dodona.Error, match="more labels than a model can have"):
        dodona.train(bank)


def test_weights_are_counted_as_saved(parser: dodona.Parser) -> None:
    arrays = parser._core.arrays()
    assert parser.weights == np.count_nonzero(arrays["rows"]) + np.count_nonzero(arrays["entries"] & 0xFFFF)
