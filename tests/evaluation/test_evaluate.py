"""Scores, compared with their definitions, computed word by word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import dodona
from dodona.evaluation import AttachmentScores, Evaluation, evaluate

SAME_WORDS = ("heads", "labels", "subtypes", "tags", "feats_and_lemmas")
CONTENT = """
    acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat goeswith
    iobj list nmod nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp
"""
CONTENT_LABELS = set(CONTENT.split())

Rows = list[tuple[dodona.Word, dodona.Word, dodona.Sentence, dodona.Sentence]]


def rows_of(gold: dodona.Treebank, parse: dodona.Treebank, keep: Callable[[dodona.Word], bool]) -> Rows:
    return [
        (ours, theirs, here, there)
        for here, there in zip(gold, parse, strict=True)
        for ours, theirs in zip(here, there, strict=True)
        if keep(ours)
    ]


def is_nonprojective(sentence: dodona.Sentence, number: int) -> bool:
    heads = [0, *sentence.heads.tolist()]

    def dominates(head: int, word: int) -> bool:
        while word not in (0, head):
            word = heads[word]
        return word == head

    low, high = sorted((number, heads[number]))
    return any(not dominates(heads[number], between) for between in range(low + 1, high))


@pytest.mark.parametrize("way", SAME_WORDS)
@pytest.mark.parametrize("labels", ["full", "universal"])
@pytest.mark.parametrize("punctuation", [False, True])
def test_scores_match_their_definitions(
    way: str, labels: str, punctuation: bool, grove: dodona.Treebank, spoilt: dict[str, dodona.Treebank]
) -> None:
    parse = spoilt[way]
    evaluation = evaluate(grove, parse, labels=labels)
    found = evaluation.all_words if punctuation else evaluation.without_punctuation
    rows = rows_of(grove, parse, lambda word: punctuation or word.tag != "PUNCT")

    def label(word: dodona.Word) -> str:
        return word.label.split(":")[0] if labels == "universal" else word.label

    def head_right(row: Any) -> bool:
        return row[0].head_index == row[1].head_index

    def arc_right(row: Any) -> bool:
        return head_right(row) and label(row[0]) == label(row[1])

    assert found.uas.f1 == sum(map(head_right, rows)) / len(rows)
    assert found.las.f1 == sum(map(arc_right, rows)) / len(rows)
    assert found.label_accuracy.f1 == sum(label(row[0]) == label(row[1]) for row in rows) / len(rows)

    gold_content, system_content = (
        [row for row in rows if row[side].label.split(":")[0] in CONTENT_LABELS] for side in (0, 1)
    )
    assert found.clas.recall == sum(map(arc_right, gold_content)) / len(gold_content)
    assert found.clas.precision == sum(map(arc_right, gold_content)) / len(system_content)

    for score, right in ((found.exact_match, arc_right), (found.unlabelled_exact_match, head_right)):
        wrong = {row[2].line for row in rows if not right(row)}
        assert score.correct == len(grove) - len(wrong)
        assert score.gold_total == score.system_total == len(grove)

    for group in found.by_label:
        ours, theirs = ([row for row in rows if label(row[side]) == group.label] for side in (0, 1))
        assert (group.las.gold_total, group.las.system_total) == (len(ours), len(theirs))
        assert group.las.correct == sum(map(arc_right, ours)) == sum(map(arc_right, theirs))
        assert group.label_accuracy.correct == sum(row in theirs for row in ours)
    assert sum(group.las.gold_total for group in found.by_label) == len(rows)
    check_groups(found, rows, head_right, arc_right)


def check_groups(found: AttachmentScores, rows: Rows, head_right: Any, arc_right: Any) -> None:
    def arc_length(word: dodona.Word, _: dodona.Sentence) -> str:
        length = abs(word.number - word.head_index) if word.head_index else 0
        return ["root", "1", "2", "3-6", "3-6", "3-6", "3-6", "7+"][min(length, 7)]

    def sentence_length(_: dodona.Word, sentence: dodona.Sentence) -> str:
        return ["1-10", "11-20", "21-30", "31-40", "41+"][min((len(sentence) - 1) // 10, 4)]

    def projectivity(word: dodona.Word, sentence: dodona.Sentence) -> str:
        return "non-projective" if is_nonprojective(sentence, word.number) else "projective"

    for groups, kind in (
        (found.by_arc_length, arc_length),
        (found.by_sentence_length, sentence_length),
        (found.by_projectivity, projectivity),
    ):
        assert sum(group.las.gold_total for group in groups) == len(rows)
        for group in groups:
            ours = [row for row in rows if kind(row[0], row[2]) == group.name]
            theirs = [row for row in rows if kind(row[1], row[3]) == group.name]
            for score, right in ((group.uas, head_right), (group.las, arc_right)):
                assert (score.gold_total, score.system_total) == (len(ours), len(theirs))
                assert score.gold_correct == sum(map(right, ours))
                assert score.system_correct == sum(map(right, theirs))


@pytest.mark.parametrize(
    "way", ["split_tokens", "merged_tokens", "multiword_tokens", "sentence_bounds", "everything"]
)
def test_scores_with_different_segmentation(
    way: str, grove: dodona.Treebank, spoilt: dict[str, dodona.Treebank]
) -> None:
    parse = spoilt[way]
    found = evaluate(grove, parse)
    assert not found.same_words
    for scores in (found.all_words, found.without_punctuation):
        for groups in (scores.by_arc_length, scores.by_sentence_length, scores.by_projectivity):
            assert sum(group.las.gold_correct for group in groups) == scores.las.correct
            assert sum(group.las.system_correct for group in groups) == scores.las.correct
            assert sum(group.uas.system_correct for group in groups) == scores.uas.correct
            assert sum(group.las.system_total for group in groups) == scores.las.system_total
        assert sum(label.las.correct for label in scores.by_label) == scores.las.correct
        assert sum(label.las.system_total for label in scores.by_label) == scores.las.system_total
    assert found.all_words.las.system_total == parse.word_count
    assert found.without_punctuation.las.gold_total == grove.word_count - found.punctuation_words


def test_exact_match_needs_the_same_sentence() -> None:
    gold = dodona.Treebank.from_lists(
        [["oaks", "speak"], ["yes"], ["no"]],
        heads=[[2, 0], [0], [0]],
        labels=[["nsubj", "root"], ["root"], ["root"]],
    )
    joined = dodona.Treebank.from_lists(
        [["oaks", "speak"], ["yes", "no"]],
        heads=[[2, 0], [0, 0]],
        labels=[["nsubj", "root"], ["root", "root"]],
    )
    found = evaluate(gold, joined).all_words
    assert found.las.f1 == 1
    assert (found.exact_match.correct, found.exact_match.gold_total, found.exact_match.system_total) == (
        1,
        3,
        2,
    )


def test_exact_match_allows_no_additional_words() -> None:
    token, row = "1-{}\tim" + "\t_" * 8 + "\n", "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    gold = token.format(2) + row.format(1, "in", 2) + row.format(2, "dem", 0)
    more = token.format(3) + row.format(1, "in", 2) + row.format(2, "dem", 0) + row.format(3, "x", 2)
    found = evaluate(dodona.read(gold), dodona.read(more)).all_words
    assert found.las.recall == 1 and found.las.precision == 2 / 3
    assert found.exact_match.correct == 0


def test_sentences_of_punctuation_alone_do_not_count_without_it() -> None:
    gold = dodona.Treebank.from_lists(
        [["Oaks", "!"], ["…"]], tags=[["NOUN", "PUNCT"], ["PUNCT"]], heads=[[0, 1], [0]],
        labels=[["root", "punct"], ["root"]],
    )  # fmt: skip
    found = evaluate(gold, gold.replace(heads=[[2, 0], [0]]))
    assert found.all_words.exact_match.correct == 1
    assert found.all_words.exact_match.gold_total == 2
    assert found.without_punctuation.exact_match.correct == 0
    assert found.without_punctuation.exact_match.gold_total == 1


def test_prints_the_settings(grove: dodona.Treebank, spoilt: dict[str, dodona.Treebank]) -> None:
    text = str(evaluate(grove, spoilt["labels"], punctuation="form", labels="universal"))
    assert "every character is Unicode punctuation: 112 of 747 gold words" in text
    assert "without subtypes" in text
    assert "Without punctuation" in text
    assert "differs" not in text
    assert "Without punctuation" not in str(evaluate(grove, grove, punctuation="none"))
    assert "F1 unless P or R stands above" in str(evaluate(grove, spoilt["split_tokens"]))


def test_prints_the_scores_it_has(grove: dodona.Treebank, spoilt: dict[str, dodona.Treebank]) -> None:
    found = evaluate(grove, spoilt["heads"])
    lines = [line.split() for line in str(found).splitlines()]
    assert ["LAS", str(found.all_words.las), str(found.without_punctuation.las)] in lines
    crossing = found.all_words.by_projectivity[1].las
    shares = [f"{100 * share:.2f}" for share in (crossing.precision, crossing.recall, crossing.f1)]
    row = next(line for line in lines if line[:1] == ["non-projective"])
    assert row[1:3] == [str(crossing.gold_total), str(crossing.system_total)] and row[-3:] == shares


def test_dictionary_has_everything(grove: dodona.Treebank, spoilt: dict[str, dodona.Treebank]) -> None:
    found = evaluate(grove, spoilt["heads"])
    plain = found.to_dict()
    assert set(plain) == set(Evaluation.__dataclass_fields__)
    assert plain["without_punctuation"]["clas"]["f1"] == found.without_punctuation.clas.f1
    assert plain["all_words"]["by_label"][0]["las"]["recall"] == found.all_words.by_label[0].las.recall
    assert plain["all_words"]["by_arc_length"][4]["name"] == "7+"


def test_refuses_what_cannot_be_scored(grove: dodona.Treebank) -> None:
    bare = dodona.Treebank.from_lists([["Oaks", "speak"]])
    with pytest.raises(dodona.Error, match="the parse treebank: sentence 1 has no tree"):
        evaluate(grove, bare)
    with pytest.raises(dodona.Error, match="the gold treebank: no sentences"):
        evaluate(dodona.Treebank(), grove)
    with pytest.raises(dodona.Error, match=r"gold must be a dodona\.Treebank, or the path"):
        evaluate(7, grove)  # type: ignore[arg-type]
    with pytest.raises(dodona.OptionError, match="choose from tag, label, form, none"):
        evaluate(grove, grove, punctuation="tags")
    with pytest.raises(dodona.OptionError, match="choose from full, universal"):
        evaluate(grove, grove, labels="short")
