"""`dodona.active` and `dodona active`, compared with the definition and on synthetic pools."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.annotation.diversity import TagSequences, trigrams
from dodona.annotation.lengths import Quotas

Run = Callable[..., tuple[int, str, str]]


@dataclass
class Oracle:
    """A stand-in for a parser, with given confidences."""

    heads: list[float]
    margins: list[float] = field(default_factory=list)

    def confidence(self, treebank: dodona.Treebank, **options: Any) -> Any:
        assert treebank.word_count == len(self.heads)
        self.parsed = treebank
        return self


def pool_of(*tags: str) -> dodona.Treebank:
    """Return sentences with these tags and distinct words."""
    words = [[f"{tag}{place}" for tag in sentence.lower()] for place, sentence in enumerate(tags)]
    return dodona.Treebank.from_lists(words, tags=list(map(list, tags)))


@pytest.fixture(scope="module")
def probable(grove: dodona.Treebank) -> dodona.Parser:
    return dodona.train(grove[:25], recipe="probabilistic", epochs=5)


def test_sentences_are_ranked_by_mean_uncertainty() -> None:
    pool = pool_of("AB", "ABCD", "A")
    parser = Oracle([0.9, 0.7, 0.8, 0.7, 0.7, 0.7, 0.9])  # mean uncertainties: 0.2, 0.275 and 0.1
    choice = dodona.active(parser, pool, budget=7, diverse=False)
    assert [chosen.place for chosen in choice] == [1, 0, 2]
    assert [chosen.uncertainty for chosen in choice] == pytest.approx([0.275, 0.2, 0.1])
    assert (choice[0].least_sure, choice[0].least_sure_form, choice[1].least_sure) == (2, "b1", 2)
    assert choice.pool_uncertainty == pytest.approx((0.4 + 1.1 + 0.1) / 7 - 0.0, abs=1e-9)


def test_margins_give_another_ranking() -> None:
    parser = Oracle([0.5, 0.6], margins=[0.4, 0.1])
    for by, first in (("least-confident", 0), ("margin", 1)):
        assert dodona.active(parser, pool_of("A", "B"), budget=1, by=by)[0].place == first


def test_the_budget_counts_words_and_is_filled() -> None:
    pool = pool_of("ABCD", "ABC", "AB", "A")
    parser = Oracle([0.1] * 4 + [0.2] * 3 + [0.3] * 2 + [0.4])
    for budget, places in ((10, [0, 1, 2, 3]), (6, [0, 2]), (4, [0]), (3, [1]), (1, [3])):
        choice = dodona.active(parser, pool, budget=budget, diverse=False)
        assert [chosen.place for chosen in choice] == places, budget
        assert choice.words <= budget
    assert len(dodona.active(parser, pool, budget=10**6)) == 4


def test_similar_sentences_are_worth_less_after_a_choice() -> None:
    """Two similar sentences, and a different one that is slightly less uncertain."""
    pool = pool_of("AB", "AB", "CD")
    parser = Oracle([0.1, 0.1, 0.1, 0.1, 0.2, 0.2])
    alike, different = (dodona.active(parser, pool, budget=4, diverse=diverse) for diverse in (False, True))
    assert [chosen.place for chosen in alike] == [0, 1]
    assert [chosen.place for chosen in different] == [0, 2]
    assert [chosen.novelty for chosen in dodona.active(parser, pool, budget=6)] == [1.0, 1.0, 0.5]


def test_the_same_sentence_is_not_chosen_twice() -> None:
    pool = dodona.Treebank.from_lists([["a", "b"], ["a", "b"], ["c", "d"]])
    parser = Oracle([0.1, 0.1, 0.1, 0.1, 0.2, 0.2])
    choice = dodona.active(parser, pool, budget=6)
    assert [chosen.place for chosen in choice] == [0, 2] and choice.repeated == 1
    assert "1 repeated sentence passed over" in str(choice)


def test_trigrams_are_tags_with_their_neighbours() -> None:
    pool = pool_of("ABA", "BA", "ABA", "A")
    padded = [f"<{tags}>" for tags in ("ABA", "BA", "ABA", "A")]
    names = [text[place - 1 : place + 2] for text in padded for place in range(1, len(text) - 1)]
    numbers = trigrams(pool).tolist()
    assert len(set(zip(names, numbers, strict=True))) == len(set(names)) == len(set(numbers))


def test_fine_tags_are_used_without_tags() -> None:
    pool = dodona.Treebank.from_lists([["a", "b"], ["c"]], fine_tags=[["X", "Y"], ["X"]])
    assert len(set(trigrams(pool).tolist())) == 3
    assert trigrams(dodona.Treebank.from_lists([["a", "b", "c", "d"]])).tolist()[1:3] == [0, 0]


def test_greedy_choice_equals_exhaustive_reranking(probable: dodona.Parser, grove: dodona.Treebank) -> None:
    """The definition: recompute all worths for every choice."""
    budget, lengths = 120, np.diff(grove.offsets)
    unsure = np.split(1 - probable.confidence(grove).heads, grove.offsets[1:-1])
    padded = [["<", *tags, ">"] for tags in grove.lists("tags")]
    sequences = [list(zip(tags, tags[1:], tags[2:], strict=False)) for tags in padded]
    common = Counter(trigram for sentence in sequences for trigram in sentence)
    seen: Counter[tuple[str, ...]] = Counter()
    limits = np.quantile(np.repeat(lengths, lengths), [0.2, 0.4, 0.6, 0.8])
    classes = np.searchsorted(limits, lengths)
    quota = dict.fromkeys(classes.tolist(), budget / len(set(classes)))
    wanted: list[int] = []

    def worth(place: int) -> float:
        weights = [common[trigram] ** 0.5 / (1 + seen[trigram]) for trigram in sequences[place]]
        return float(np.mean(unsure[place] * weights))

    for limited in (True, False):
        while True:
            left = budget - lengths[wanted].sum()
            allowed = [
                place
                for place in range(len(grove))
                if place not in wanted
                and lengths[place] <= left
                and (not limited or quota[classes[place]] > 0)
            ]
            if not allowed:
                break
            best = max(allowed, key=lambda place: (round(worth(place), 12), -place))
            wanted.append(best)
            quota[classes[best]] -= lengths[best]
            seen.update(sequences[best])
    choice = dodona.active(probable, grove, budget=budget)
    assert [chosen.place for chosen in choice] == wanted
    assert choice.words > budget - 5


def test_length_classes_have_the_shares_of_the_pool() -> None:
    """Without length classes, short sentences would fill the budget: only they are uncertain."""
    random = np.random.default_rng(1)
    lengths = random.integers(1, 41, 400)
    pool = dodona.Treebank.from_lists(
        [["w"] * length for length in lengths], tags=[["T"] * n for n in lengths]
    )
    parser = Oracle(np.repeat(1 - 1 / lengths, lengths).tolist())
    free, balanced = (
        np.array([chosen.words for chosen in dodona.active(parser, pool, budget=1000, diverse=diverse)])
        for diverse in (False, True)
    )
    assert (balanced @ balanced) / balanced.sum() == pytest.approx(
        (lengths @ lengths) / lengths.sum(), rel=0.15
    )
    assert free.max() < 20 < 35 < balanced.max()


def test_an_exhausted_length_class_leaves_its_share_to_others() -> None:
    quotas = Quotas(np.array([1, 1, 1, 9, 9]), budget=21, classes=2)
    for place in (0, 1, 2):
        assert quotas.allow(place)
        quotas.take(place)
    parser = Oracle([0.5] * 21)
    pool = pool_of("A", "B", "C", "ABCABCABC", "BCABCABCA")
    assert dodona.active(parser, pool, budget=21).words == 21


def test_frequent_trigrams_count_more() -> None:
    sequences = TagSequences(pool_of("A", "A", "A", "A", "B"))
    assert sequences.worth(0).tolist() == [1.0] and sequences.worth(4).tolist() == [0.5]
    sequences.choose(0)
    assert sequences.worth(1).tolist() == [0.5]


def test_the_treebank_adds_reasons_and_keeps_the_rest(
    probable: dodona.Parser, grove: dodona.Treebank
) -> None:
    choice = dodona.active(probable, grove, budget=60)
    written, parsed = choice.treebank(), choice.treebank(parsed=True)
    for rank, (chosen, sentence) in enumerate(zip(choice, written, strict=True), start=1):
        original = grove[chosen.place]
        assert sentence.comments == [*original.comments, f"# active = {rank}: {chosen.reason}"]
        assert sentence.replace(comments=original.comments) == original
        assert chosen.sent_id == original.comment("sent_id") and chosen.text == original.text
    assert parsed.heads.tolist() == probable.parse(written).heads.tolist()
    assert not list(dodona.problems_in(written.to_conll()))


def test_the_command(run: Run, probable: dodona.Parser, grove_path: Path, tmp_path: Path) -> None:
    model, output = tmp_path / "probable.model", tmp_path / "next.conllu"
    probable.save(model)
    code, out, err = run("active", "-m", model, grove_path, "--budget", 60, "-o", output)
    choice = dodona.active(probable, dodona.read(grove_path), budget=60)
    assert (code, err) == (0, "")
    assert [line.rstrip() for line in out.rstrip().splitlines()] == str(choice).rstrip().splitlines()
    assert f"{choice.words} of 60 words" in out
    assert dodona.read(output) == choice.treebank()

    code, out, _ = run(
        "active", "-m", model, grove_path, "--budget", 60, "--json", "--by", "margin", "--no-diverse"
    )
    choice = dodona.active(probable, dodona.read(grove_path), budget=60, by="margin", diverse=False)
    assert code == 0 and json.loads(out) == choice.to_dict()

    code, out, _ = run("active", "-m", model, grove_path, "--budget", 60, "-o", "-", "--parsed")
    assert code == 0 and dodona.read(out).word_count <= 60
    assert out.startswith("#") and "# active = 1: uncertainty" in out


def test_greedy_trees_of_a_beam_model_are_reported(run: Run, grove: dodona.Treebank, tmp_path: Path) -> None:
    parser = dodona.train(grove[:20], recipe="beam", epochs=1)
    parser.calibrate(grove[20:])
    parser.save(tmp_path / "beam.model")
    code, _, err = run("active", "-m", tmp_path / "beam.model", grove.source, "--budget", 20)
    assert code == 0 and "the trees are those of greedy search" in err


def test_a_pool_without_tags_is_reported(run: Run, probable: dodona.Parser, tmp_path: Path) -> None:
    model, pool = tmp_path / "probable.model", tmp_path / "pool.conllu"
    probable.save(model)
    dodona.Treebank.from_lists([["The", "oak", "spoke"]]).write(pool)
    code, out, err = run("active", "-m", model, pool)
    assert code == 0 and "1 sentence, 3 of 500 words" in out
    assert f"{pool}: there are no lemmas, tags, fine tags and features, which" in err


def test_a_format_without_comments_is_reported(run: Run, probable: dodona.Parser, tmp_path: Path) -> None:
    model, pool, output = tmp_path / "probable.model", tmp_path / "pool.conll", tmp_path / "chosen.conll"
    probable.save(model)
    line = "{}\t{}\t_\tN\tNN\t_\t{}\tdep\t_\t_\n"
    pool.write_text(line.format(1, "Oaks", 2) + line.format(2, "speak", 0) + "\n")
    code, _, err = run("active", "-m", model, pool, "-o", output, "--format", "conllx")
    assert code == 0 and "CoNLL-X has no comments: the reasons are not in the file" in err
    assert "active" not in output.read_text()


def test_mistakes(
    run: Run, probable: dodona.Parser, model: Path, grove_path: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    good, empty, older = tmp_path / "probable.model", tmp_path / "empty.conllu", tmp_path / "older.conll"
    probable.save(good)
    empty.write_text("")
    older.write_text("1\tOaks\t_\tN\tNN\t_\t2\tsubj\t2\tsubj\n2\tspeak\t_\tV\tVB\t_\t0\tROOT\t0\tROOT\n\n")
    for arguments, said in [
        ((model, grove_path), "probabilistic"),
        ((good, empty), "no sentences"),
        ((good, grove_path, "--budget", "0"), "--budget"),
        ((good, grove_path, "--by", "dice"), "--by cannot be 'dice': choose from least-confident, margin"),
        ((good, grove_path, older), "conllx"),
        ((good, grove_path, "--parsed"), "--parsed needs --output"),
        ((good, grove_path, "--by", "margin", "--estimator", "beam"), "--estimator has no effect on margins"),
        ((good, grove_path, "--json", "-o", "-"), "--json"),
        ((good,), "POOL"),
    ]:
        code, out, err = run("active", "-m", *arguments)
        assert (code, out) == (2, ""), arguments
        assert said in err and err.count("\n") == 1, (arguments, err)
    for options, said in [
        ({"budget": 0}, "budget cannot be 0"),
        ({"budget": 1.5}, "budget must be a whole number of words, not a float"),
        ({"by": "dice"}, "by cannot be 'dice'"),
    ]:
        with pytest.raises(dodona.Error, match=said):
            dodona.active(probable, grove, **options)
    with pytest.raises(dodona.ArgumentError, match=r"pool must be a dodona.Treebank, not 'pool.conllu'"):
        dodona.active(probable, "pool.conllu")
