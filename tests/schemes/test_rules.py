"""Rules change heads as documented, keep projective trees projective, and can be undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.schemes import Rules, apply_rules, rules_called, shipped, try_rules, undo_rules
from dodona.schemes.groups import is_projective
from dodona.schemes.tree import Tree

ALL = (*shipped(), "case+det", "cc+case+cop", "mwe+name+mark", "name+cc+det+case+mark+cop+mwe")


def changed(rules: str, heads: list[int], labels: str) -> tuple[list[int], list[str]]:
    """Return heads and labels after applying rules everywhere."""
    tree = Tree(heads, labels.split())
    chosen = Rules(rules)
    chosen.apply(tree, chosen.places(tree, {}))
    return tree.result


def test_the_function_word_is_promoted() -> None:
    # saw [of Earth]
    assert changed("promote case", [0, 3, 1], "root case nmod") == ([0, 1, 2], ["root", "nmod", "~case"])


def test_dependents_beyond_the_promoted_word_follow_it() -> None:
    # he is very nice today: he is beyond is, very and today are not
    heads, labels = changed("promote cop", [4, 4, 4, 0, 4], "nsubj cop advmod root obl")
    assert heads == [2, 0, 4, 2, 4]
    assert labels == ["nsubj", "root", "advmod", "~cop", "obl"]


def test_dependents_of_the_promoted_word_stay_and_are_marked() -> None:
    # right before noon: right depends on before
    assert changed("promote case", [2, 3, 0], "advmod case root") == ([2, 0, 2], ["=advmod", "root", "~case"])


def test_function_words_make_a_chain_with_the_nearest_at_the_bottom() -> None:
    # out of boxes
    assert changed("promote case", [3, 3, 0], "case case root") == ([0, 1, 2], ["root", "~case", "~case"])
    # from now on: one on each side, at the same distance
    assert changed("promote case", [2, 0, 2], "case root case")[0] == [3, 1, 0]


def test_figure_1_of_the_paper() -> None:
    """Pour la peine: four annotations."""
    rules = Rules("promote case\npromote det")
    found = set()
    for chosen in ((), (0,), (1,), (0, 1)):
        tree = Tree([3, 3, 0], ["case", "det", "root"])
        places = rules.places(tree, {})
        rules.apply(tree, [places[i] for i in chosen])
        found.add(tuple(tree.result[0]))
    assert found == {(3, 3, 0), (0, 3, 1), (2, 0, 2), (0, 1, 2)}


def test_flat_structures_become_chains() -> None:
    # John Jr. Doe
    assert changed("chain name", [0, 1, 1], "root name name") == ([0, 1, 2], ["root", "name", "~name"])
    # two words are already a chain
    assert changed("chain name", [0, 1], "root name") == ([0, 1], ["root", "name"])
    # John , Jr. Doe with the comma between the two that are linked
    assert changed("chain name", [0, 1, 1, 1], "root name punct name")[0] == [0, 1, 2, 2]


def test_the_conjunction_becomes_the_head() -> None:
    # UD 1: me and you
    assert changed("coordinate cc with conj", [0, 1, 1], "root cc conj") == (
        [2, 0, 2],
        ["~cc", "root", "conj"],
    )
    # UD 2, the conjunction under the second conjunct
    assert changed("coordinate cc with conj", [0, 3, 1], "root cc conj") == (
        [2, 0, 2],
        ["~cc>", "root", "conj"],
    )
    # And you: a conjunction without conjuncts does not change
    assert changed("coordinate cc with conj", [2, 0], "cc root") == ([2, 0], ["cc", "root"])
    # a , b and c: everything behind the first conjunct but the comma, which lies before the second
    assert changed("coordinate cc with conj", [0, 1, 1, 1, 1], "root punct conj cc conj")[0] == [
        4,
        1,
        4,
        0,
        4,
    ]


def test_conditions_select_words() -> None:
    trees = dodona.Treebank.from_lists(
        [["to", "me", "'s"]],
        tags=[["ADP", "NOUN", "PART"]],
        heads=[[2, 0, 2]],
        labels=[["case", "root", "case"]],
    )
    for condition, heads in (
        ("tag=ADP", [0, 1, 2]),
        ("tag=PART,X", [2, 3, 0]),
        ("side=right", [2, 3, 0]),
        ("form=to head.tag=NOUN", [0, 1, 2]),
        ("head.tag=VERB", [2, 0, 2]),
    ):
        assert apply_rules(trees, Rules(f"promote case when {condition}"))[0].heads.tolist() == heads, (
            condition
        )


@pytest.mark.parametrize("name", ALL)
def test_rules_can_be_undone(name: str, trees: Any) -> None:
    rules = rules_called(name)
    for _ in range(300):
        heads = trees.projective(trees.randint(1, 14))
        labels = trees.labels(heads)
        tree = Tree(heads, labels)
        places = rules.places(tree, {})
        rules.apply(tree, places)
        assert is_projective(tree.result[0]), (heads, labels)
        rules.undo(tree)
        assert tree.result == (heads, labels)


@pytest.mark.parametrize("name", [name for name in shipped() if name != "cc"])
def test_rules_apply_to_crossing_arcs(name: str, trees: Any) -> None:
    rules = rules_called(name)
    for _ in range(300):
        heads = trees.any(trees.randint(1, 14))
        labels = trees.labels(heads)
        tree = Tree(heads, labels)
        rules.apply(tree, rules.places(tree, {}))
        rules.undo(tree)
        assert tree.result == (heads, labels)


@pytest.mark.parametrize("name", ALL)
def test_the_small_treebank_is_restored(name: str, grove: dodona.Treebank) -> None:
    assert try_rules(grove, name).lost == ()
    assert undo_rules(apply_rules(grove, name), name) == grove


def test_real_treebanks_are_restored(treebanks: Path) -> None:
    for path in sorted(treebanks.rglob("dev.conllu*"))[:4]:
        treebank = dodona.read(path)
        for name in shipped():
            tried = try_rules(treebank, name)
            assert tried.restored > 0.99, (path, name)
            assert tried.crossing == (), (path, name)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "<rules>: the file contains no rules"),
        ("# nothing", "<rules>: the file contains no rules"),
        ("demote case", "<rules>:1: no rule begins with 'demote': choose promote, chain, coordinate"),
        ("promote", "<rules>:1: promote needs a label"),
        ("promote case when", "<rules>:1: when needs a condition, such as tag=ADP"),
        ("promote ~case", "<rules>:1: the label '~case' begins with '~', which marks changed trees"),
        ("promote case tag=ADP", "<rules>:1: 'tag=ADP' is not a label: conditions come after when"),
        ("promote ca*", "<rules>:1: 'ca*': a star is for subtypes only, as in ca:*"),
        (
            "\ncoordinate cc",
            "<rules>:2: coordinate needs two kinds of labels, as in: coordinate cc with conj",
        ),
        ("coordinate cc with", "<rules>:1: with needs a label"),
        ("promote case when side=up", "<rules>:1: 'side=up': side must be left or right"),
    ],
)
def test_invalid_rules(text: str, complaint: str) -> None:
    with pytest.raises(dodona.Error) as error:
        Rules(text)
    assert str(error.value) == complaint


def test_invalid_conditions() -> None:
    for condition in ("tag", "tag=", "size=3", "head.head.tag=X"):
        with pytest.raises(dodona.Error, match="is not a condition"):
            Rules(f"promote case when {condition}")


def test_unknown_rules() -> None:
    with pytest.raises(dodona.OptionError, match="there are no rules called 'cas': choose from case, cc"):
        rules_called("cas")


def test_rules_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    path.write_text("promote aux  # the auxiliary over the verb\n", encoding="utf-8")
    assert rules_called(path).name == str(path)


def test_a_transformed_treebank_is_refused(grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.Error, match="have rules been applied to this treebank already"):
        apply_rules(apply_rules(grove, "case"), "det")
