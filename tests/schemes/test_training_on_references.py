"""Training on many references: a single one is ordinary training; of several, one survives per place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.schemes import References, references_by_rules, train_on_references
from dodona.schemes.from_files import references_from_treebanks
from dodona.schemes.settings import single
from dodona.schemes.training import without_labels


def weights(parser: dodona.Parser) -> list[bytes]:
    return [array.tobytes() for _, array in sorted(parser._core.arrays().items())]


@pytest.fixture(scope="module")
def oaks(grove: dodona.Treebank) -> dodona.Treebank:
    return grove.projectivise("baseline")


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize(
    "options",
    [{}, {"single_root": "yes"}, {"learner": "adagrad-rda"}, {"policy": "explore", "k": 0}, {"shortcuts": 3}],
)
def test_one_reference_is_like_ordinary_training(
    oaks: dodona.Treebank, labelled: bool, options: dict[str, Any]
) -> None:
    """With a single reference, the oracle equals that for a single tree."""
    if options.get("policy") == "explore":
        # Ordinary exploration draws a zero-cost move where it does not follow the model.
        options = {**options, "explore": 1.0}
    trees = oaks if labelled else without_labels(oaks)
    usual = dodona.train(trees, recipe="wisniewski-2018", epochs=2, **options)
    found = train_on_references(single(oaks), labelled=labelled, epochs=2, **options)
    assert weights(found.parser) == weights(usual)


@pytest.mark.parametrize("options", [{}, {"learner": "adagrad-rda"}, {"policy": "explore", "k": 1}])
@pytest.mark.parametrize("labelled", [False, True])
def test_a_reference_survives_at_each_place(
    oaks: dodona.Treebank, labelled: bool, options: dict[str, Any]
) -> None:
    references = references_by_rules(oaks, "case+det", labelled=labelled)
    trained = train_on_references(references, references, labelled=labelled, epochs=4, **options)
    groups = [group for _, group in references.flat()]
    assert len(trained.survivors) == len(groups)
    assert all(
        survivor < len(group.alternatives) for group, survivor in zip(groups, trained.survivors, strict=False)
    )
    assert 0 < trained.applied < 1
    assert trained.epochs[-1].uas is not None
    # It has learnt something: chance would give none of these.
    assert max(epoch.uas or 0 for epoch in trained.epochs) > 0.8
    assert trained.epochs[-1].updates < trained.epochs[0].updates


@pytest.mark.parametrize("options", [{}, {"learner": "passive-aggressive"}, {"update": "early", "batch": 1}])
@pytest.mark.parametrize("labelled", [False, True])
def test_one_reference_with_a_beam_is_like_ordinary_training(
    oaks: dodona.Treebank, labelled: bool, options: dict[str, Any]
) -> None:
    few = oaks[:30]
    trees = few if labelled else without_labels(few)
    usual = dodona.train(trees, recipe="wisniewski-2018", beam=3, epochs=2, **options)
    found = train_on_references(single(few), labelled=labelled, beam=3, epochs=2, **options)
    assert weights(found.parser) == weights(usual)


def test_a_reference_survives_in_a_beam(oaks: dodona.Treebank) -> None:
    """The gold sequence is the best one that leads to any reference; threads make no difference."""
    references = references_by_rules(oaks, "case+cop", labelled=False)
    one, two = (
        train_on_references(references, references, beam=4, epochs=4, threads=threads) for threads in (1, 2)
    )
    assert one.survivors == two.survivors
    assert weights(one.parser) == weights(two.parser)
    assert 0 < one.applied < 1
    assert max(epoch.uas or 0 for epoch in one.epochs) > 0.85


def test_the_same_seed_gives_the_same_parser_and_survivors(oaks: dodona.Treebank) -> None:
    references = references_by_rules(oaks, "cop+mark", labelled=False)
    first, again = (train_on_references(references, epochs=2, seed=7) for _ in range(2))
    assert weights(first.parser) == weights(again.parser)
    assert first.survivors == again.survivors
    other = train_on_references(references, epochs=2, seed=8)
    assert weights(first.parser) != weights(other.parser)


def test_the_easier_reference_survives() -> None:
    """One treebank is regular, the other random."""
    rng = np.random.default_rng(1)
    words, regular, irregular = [], [], []
    for _ in range(300):
        length = 6
        words.append([f"w{rng.integers(5)}" for _ in range(length)])
        regular.append([0, *range(1, length)])  # each word under the one before
        irregular.append([0, *(int(rng.choice([1, word])) for word in range(1, length))])
    labels = [["root"] + ["dep"] * 5] * 300
    good = dodona.Treebank.from_lists(words, heads=regular, labels=labels)
    bad = dodona.Treebank.from_lists(words, heads=irregular, labels=labels)
    for treebanks, applied in (((good, bad), 0.0), ((bad, good), 1.0)):
        references = references_from_treebanks(treebanks, labelled=False)
        trained = train_on_references(references, epochs=5)
        assert abs(trained.applied - applied) < 0.1


def test_training_stops_when_development_scores_have_converged(oaks: dodona.Treebank) -> None:
    references = references_by_rules(oaks, "case", labelled=False)
    trained = train_on_references(references, references, patience=2, epochs=100)
    assert len(trained.epochs) == trained.best_epoch + 2


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("system", "arc-hybrid"),
        ("oracle", "static"),
        ("learner", "passive-aggressive"),
        ("policy", "ambiguity"),
        ("hash_kernel", 18),
    ],
)
def test_recipes_that_cannot_be_trained_on_references(
    oaks: dodona.Treebank, option: str, value: object
) -> None:
    with pytest.raises(dodona.OptionError, match=f"{option} cannot be .* with many references: choose"):
        train_on_references(single(oaks), epochs=1, **{option: value})


def test_references_must_be_projective(grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.Error, match="references must be projective"):
        train_on_references(single(grove), epochs=1)


def test_groups_that_do_not_fit_the_treebank_are_refused(oaks: dodona.Treebank) -> None:
    references = references_by_rules(oaks, "case")
    shifted = References(oaks, ((), *references.groups[:-1]))
    with pytest.raises(dodona.Error, match="outside its sentence"):
        train_on_references(shifted, epochs=1)


def test_the_model_can_be_saved(oaks: dodona.Treebank, tmp_path: Path) -> None:
    trained = train_on_references(references_by_rules(oaks, "case"), labelled=True, epochs=2)
    trained.parser.save(tmp_path / "oak.model")
    again = dodona.load(tmp_path / "oak.model")
    assert again.parse(oaks).heads.tolist() == trained.parser.parse(oaks).heads.tolist()
    assert again.info["references"]["places"] > 0
