"""`problems_in` finds every error and its line."""

from __future__ import annotations

import pytest

import dodona
from dodona.treebank.checking import Checked, problems_in
from dodona.treebank.seen import Seen

GOOD = (
    "# sent_id = {}\n# text = Oaks speak\n"
    "1\tOaks\toak\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tspeak\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


def found(content: str, **options) -> list[tuple[int, str]]:
    return [(problem.line, problem.kind) for problem in problems_in(content, **options)]


def test_a_valid_file(grove_path) -> None:
    checked = Checked()
    assert list(problems_in(grove_path, checked=checked)) == []
    assert (checked.sentences, checked.words) == (75, 747)


@pytest.mark.parametrize(
    "change, line, kind",
    [
        (("Oaks speak\n", "Oaks spoke\n"), 2, "text"),
        (("# sent_id = 2", "# sent_id = 1"), 6, "sent_id"),
        (("0\troot", "0\tdep"), 4, "root label"),
        (("2\tnsubj", "2\troot"), 3, "root label"),
        (("2\tnsubj", "0\troot"), 4, "several roots"),
        (("\toak\t", "\t\t"), 3, "empty column"),
        (("nsubj\t_", "nsubj\t9:nsubj"), 3, "enhanced"),
        (("nsubj\t_", "nsubj\tnsubj"), 3, "enhanced"),
        (("2\tnsubj", "3\tnsubj"), 3, "head"),
        (("1\tOaks", "2\tOaks"), 3, "word number"),
        (("_\n\n", "_\n\n\n"), 6, "blank line"),
        (("2\tspeak", "# late\n2\tspeak"), 4, "comment"),
    ],
)
def test_each_error_is_found_at_its_line(change: tuple[str, str], line: int, kind: str) -> None:
    first, second = GOOD.format(1), GOOD.format(2)
    content = first + second.replace(*change) if kind == "sent_id" else first.replace(*change) + second
    assert (line, kind) in found(content)


def test_all_errors_are_found() -> None:
    content = GOOD.format(1) + "1\tA\n\n" + GOOD.format(2) + "1\tA\t_\t_\t_\t_\t5\tx\t_\t_\n\n"
    assert found(content) == [(6, "columns"), (13, "head")]


def test_one_error_is_reported_once() -> None:
    broken = GOOD.format(1).encode().replace(b"1\tOaks", b"1\tO\xe4ks")
    assert [problem.kind for problem in problems_in(broken)] == ["not UTF-8"]


@pytest.mark.parametrize(
    "head, message",
    [
        ("-1", "head '-1' is negative: heads are counted from 1, and 0 is the root"),
        ("123456789", "head '123456789' is outside the sentence"),
        ("02", "head '02' begins with 0: write it without"),
        ("-", "head '-' is not a number"),
        ("2a", "head '2a' is not a number"),
        ("", "head '' is not a number"),
    ],
)
def test_heads_that_cannot_be_read(head: str, message: str) -> None:
    broken = GOOD.format(1).replace("2\tnsubj", f"{head}\tnsubj")
    assert [problem.message for problem in problems_in(broken)] == [message]


def test_the_end_of_the_file() -> None:
    assert found(GOOD.format(1)[:-1]) == [(4, "cut off")]
    assert found(GOOD.format(1)[:-2]) == [(4, "cut off")]
    assert found(GOOD.format(1)[:-6]) == [(4, "cut off")]
    assert found("") == [(1, "empty")]


def test_several_roots_are_fine_in_conll_x() -> None:
    content = "1\tA\t_\tNN\t_\t_\t0\tROOT\t_\t_\n2\tB\t_\tNN\t_\t_\t0\tROOT\t_\t_\n\n"
    assert found(content) == []
    assert found(content, single_root=True) == [(2, "several roots")]
    assert ("several roots" in {kind for _, kind in found(content, format="conllu")}) is True
    assert found(content, format="conllu", single_root=False) == [(1, "root label"), (2, "root label")]


def test_problems_of_many_batches_come_in_order() -> None:
    content = "".join(GOOD.format(i).replace("\toak\t", "\t\t") for i in range(2500))
    lines = [line for line, _ in found(content)]
    assert lines == [3 + 5 * i for i in range(2500)]


def test_duplicate_sent_ids_are_found_across_batches() -> None:
    content = "".join(map(GOOD.format, range(2500))) + GOOD.format(7)
    assert [str(problem) for problem in problems_in(content)] == [
        f"<string>:{1 + 5 * 2500}: sent_id '7' was used in line {1 + 5 * 7}"
    ]


def test_strings_are_stored_with_their_first_line() -> None:
    seen = Seen()
    assert [seen.first(f"oak-{i}", i + 1) for i in range(5000)] == list(range(1, 5001))
    assert [seen.first(f"oak-{i}", 9999) for i in range(5000)] == list(range(1, 5001))
    assert len(seen._hashes) * 16 <= 64 * 5000  # bytes


def test_a_comment_inside_a_sentence_has_its_own_line() -> None:
    first, second = (
        GOOD.format(1),
        GOOD.format(2).replace("# sent_id = 2\n", "").replace("2\tsp", "# sent_id = 1\n2\tsp"),
    )
    assert found(first + second) == [(8, "comment"), (8, "sent_id")]


def test_empty_columns_and_enhanced_heads_are_found_in_every_sentence() -> None:
    odd = GOOD.format(2).replace("\toak\t", "\t\t").replace("nsubj\t_", "nsubj\t0:root|7.1:x")
    assert found(GOOD.format(1) + odd) == [(8, "empty column"), (8, "enhanced")]


def test_unknown_formats_are_refused() -> None:
    with pytest.raises(dodona.OptionError):
        list(problems_in("", format="xml"))


def test_columns_beyond_the_tenth_must_be_named() -> None:
    """They are read and kept; only `check` reports them."""
    row = "1\tHi\t_\tINTJ\t_\t_\t0\troot\t_\t_\tmore\n\n"
    assert found(row) == [(1, "columns")]
    names = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC MORE\n"
    assert found(names + row) == []
    assert len(dodona.read(row)) == 1
