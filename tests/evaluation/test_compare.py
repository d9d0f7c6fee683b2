"""Comparisons of several systems."""

from __future__ import annotations

import math

import pytest

import dodona
from dodona.evaluation import compare, evaluate
from dodona.evaluation.measures import MEASURES

pytest.importorskip("scipy.stats")

Spoilt = dict[str, dodona.Treebank]


@pytest.fixture
def systems(spoilt: Spoilt) -> Spoilt:
    return {name: spoilt[name] for name in ("heads", "labels", "subtypes")}


@pytest.mark.parametrize("punctuation", ["none", "tag"])
@pytest.mark.parametrize("labels", ["full", "universal"])
def test_scores_are_those_of_evaluate(
    grove: dodona.Treebank, systems: Spoilt, punctuation: str, labels: str
) -> None:
    found = compare(
        grove, systems, metrics=tuple(MEASURES), punctuation=punctuation, labels=labels, resamples=100
    )
    assert len(found.estimates) == len(systems) * len(MEASURES)
    scores = {}
    for estimate in found.estimates:
        one = evaluate(grove, systems[estimate.system], punctuation=punctuation, labels=labels)
        assert estimate.score == getattr(one.without_punctuation, estimate.metric).f1
        assert estimate.low <= estimate.score <= estimate.high
        scores[estimate.system, estimate.metric] = estimate.score
    for pair in found.pairs:
        assert pair.difference == scores[pair.second, pair.metric] - scores[pair.first, pair.metric]
        assert pair.low <= pair.difference <= pair.high
        assert 0 < pair.wilcoxon_p <= 1 and 0 < pair.permutation_p <= 1
    assert found.scored_words == grove.word_count - (0 if punctuation == "none" else 112)


def test_every_pair_in_order(grove: dodona.Treebank, systems: Spoilt) -> None:
    found = compare(grove, systems, resamples=100)
    assert [(pair.first, pair.second, pair.metric) for pair in found.pairs] == [
        (first, second, metric)
        for first, second in (("heads", "labels"), ("heads", "subtypes"), ("labels", "subtypes"))
        for metric in ("uas", "las")
    ]


def test_a_real_difference_is_significant(grove: dodona.Treebank, systems: Spoilt) -> None:
    sure = compare(grove, {"gold": grove, "heads": systems["heads"]}, metrics=["las"]).pairs[0]
    assert sure.difference < -0.1 and sure.high < 0
    assert sure.wilcoxon_p < 0.01 and sure.permutation_p < 0.01
    text = str(compare(grove, {"gold": grove, "heads": systems["heads"]}, metrics=["las"], resamples=1000))
    assert "heads − gold" in text and text.count("‡") == 3  # two marks and their explanation


def test_equal_systems_do_not_differ(grove: dodona.Treebank, systems: Spoilt) -> None:
    found = compare(
        grove, {"a": systems["heads"], "b": systems["heads"]}, metrics=tuple(MEASURES), resamples=100
    )
    for pair in found.pairs:
        assert (pair.difference, pair.low, pair.high, pair.wilcoxon_p, pair.permutation_p) == (0, 0, 0, 1, 1)
    perfect = compare(grove, {"a": grove, "b": grove}, resamples=100)
    assert all((e.low, e.score, e.high) == (1, 1, 1) for e in perfect.estimates)


def test_a_seed_gives_the_same_numbers(grove: dodona.Treebank, systems: Spoilt) -> None:
    found = compare(grove, systems, resamples=500)
    assert compare(grove, systems, resamples=500) == found
    other = compare(grove, systems, resamples=500, seed=2)
    assert [e.score for e in other.estimates] == [e.score for e in found.estimates]
    assert [e.low for e in other.estimates] != [e.low for e in found.estimates]


def test_more_metrics_do_not_change_the_others(grove: dodona.Treebank, systems: Spoilt) -> None:
    alone = compare(grove, systems, metrics=["las"], resamples=500)
    among = compare(grove, systems, metrics=["clas", "las"], resamples=500)
    assert [pair for pair in among.pairs if pair.metric == "las"] == list(alone.pairs)
    assert [estimate for estimate in among.estimates if estimate.metric == "las"] == list(alone.estimates)


def test_a_higher_level_gives_wider_intervals(grove: dodona.Treebank, systems: Spoilt) -> None:
    narrow, wide = (compare(grove, systems, confidence=c, resamples=1000) for c in (0.8, 0.99))
    widths = [[e.high - e.low for e in found.estimates if e.score < 1] for found in (narrow, wide)]
    assert all(more > 1.5 * less for less, more in zip(*widths, strict=True))


def test_prints_the_settings(grove: dodona.Treebank, systems: Spoilt) -> None:
    text = str(compare(grove, systems, confidence=0.9, resamples=100, seed=7, punctuation="label"))
    assert "90% by bootstrap over sentences: 100 resamples, seed 7" in text
    assert "635 of 747; 112 are left out as punctuation (the gold label is punct or p)" in text
    assert "all 747" in str(compare(grove, systems, resamples=100))


def test_dictionary_has_everything(grove: dodona.Treebank, systems: Spoilt) -> None:
    found = compare(grove, systems, resamples=100)
    plain = found.to_dict()
    assert plain["estimates"][0] == {
        "system": "heads", "metric": "uas", "score": found.estimates[0].score,
        "low": found.estimates[0].low, "high": found.estimates[0].high,
    }  # fmt: skip
    assert math.isclose(plain["pairs"][1]["wilcoxon_p"], found.pairs[1].wilcoxon_p)


def test_refuses_other_words(grove: dodona.Treebank, spoilt: Spoilt) -> None:
    with pytest.raises(
        dodona.Error, match=r"sentence 1 is 'Th e old oak .* needs the same words in every file"
    ):
        compare(grove, {"a": grove, "b": spoilt["split_tokens"]})
    with pytest.raises(dodona.Error, match="5 sentences where the gold file has 75"):
        compare(grove, {"a": grove, "b": grove[:5]})


def test_refuses_what_cannot_be_compared(grove: dodona.Treebank) -> None:
    two = {"a": grove, "b": grove}
    for systems, options, message in (
        ({"a": grove}, {}, "two or more parses"),
        (
            two,
            {"metrics": ["lass"]},
            r"metric cannot be 'lass' \(did you mean 'las'\?\): choose from uas, las,",
        ),
        (two, {"metrics": []}, "at least one metric"),
        (two, {"metrics": ["las", "las"]}, "none twice"),
        (two, {"confidence": 95}, "between 0 and 1"),
        (two, {"resamples": 10}, "a whole number from 100 to 1,000,000"),
        (two, {"resamples": 10**12}, "a whole number from 100 to 1,000,000"),
        (two, {"seed": -1}, "seed cannot be -1"),
        (two, {"punctuation": "p"}, "choose from tag, label, form, none"),
    ):
        with pytest.raises(dodona.Error, match=message):
            compare(grove, systems, **options)  # type: ignore[arg-type]
    with pytest.raises(dodona.Error, match="two or more sentences"):
        compare(grove[:1], {"a": grove[:1], "b": grove[:1]})
