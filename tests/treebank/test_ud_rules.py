"""Every rule of Universal Dependencies is broken once, by changes of a sentence that breaks none."""

from __future__ import annotations

from pathlib import Path

import pytest

import dodona
from dodona.treebank.checking import problems_in
from dodona.treebank.ud.rules import RULES

GOOD = """\
# sent_id = {id}
# text = Young doves don't sing because of it, oak.
1	Young	young	ADJ	_	Degree=Pos	2	amod	_	_
2	doves	dove	NOUN	_	Number=Plur	5	nsubj	_	_
3-4	don't	_	_	_	_	_	_	_	_
3	do	do	AUX	_	Mood=Ind|VerbForm=Fin	5	aux	_	_
4	n't	not	PART	_	Polarity=Neg	5	advmod	_	_
5	sing	sing	VERB	_	VerbForm=Inf	0	root	_	_
6	because	because	SCONJ	_	ExtPos=ADP	8	case	_	_
7	of	of	ADP	_	_	6	fixed	_	_
8	it	it	PRON	_	Case=Acc|PronType=Prs	5	obl	_	SpaceAfter=No
9	,	,	PUNCT	_	_	10	punct	_	_
10	oak	oak	NOUN	_	Number=Sing	5	vocative	_	SpaceAfter=No
11	.	.	PUNCT	_	_	5	punct	_	_

"""
TEXT = GOOD.split("\n")[1]


def found(content: str) -> set[str]:
    return {problem.kind for problem in problems_in(content, ud=True)}


def changed(*changes: tuple[str, str] | tuple[int, int, str]) -> str:
    """Return the sentence with other texts, or with other values in columns of words."""
    content = GOOD.format(id="a")
    for change in changes:
        if len(change) == 3:
            word, column, value = change
            old = next(row for row in content.split("\n") if row.startswith(f"{word}\t"))
            values = old.split("\t")
            new = "\t".join([*values[:column], value, *values[column + 1 :]])
        else:
            old, new = change
        assert content.count(old) == 1, old
        content = content.replace(old, new)
    return content


def with_deps(*deps: str, more: str = "") -> str:
    """Return a sentence of three words with these enhanced dependencies."""
    heads = ((2, "nsubj", "NOUN"), (0, "root", "VERB"), (2, "obj", "NOUN"))
    rows = [
        f"{i}\tw\tw\t{tag}\t_\t_\t{head}\t{label}\t{arcs}\t_\n"
        for i, ((head, label, tag), arcs) in enumerate(zip(heads, deps, strict=True), 1)
    ]
    return "# sent_id = b\n# text = w w w\n" + "".join(rows) + more + "\n"


NODE = "3.1\tw\tw\tNOUN\t_\t_\t_\t_\t2:obj\t_\n"
PLAIN = with_deps("_", "_", "_").replace("= b", "= c")


ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)

BROKEN = {
    "unicode-normalization": changed((1, LEMMA, "yo\u0308ung")),
    "non-unix-newline": changed().replace("\n", "\r\n"),
    "leading-whitespace": changed((1, LEMMA, " young")),
    "trailing-whitespace": changed((1, LEMMA, "young ")),
    "repeated-whitespace": changed((1, LEMMA, "yo  ung")),
    "invalid-whitespace": changed((1, XPOS, "J J")),
    "invalid-whitespace-mwt": changed(("3-4\tdon't", "3-4\tdo n't"), ("don't sing", "do n't sing")),
    "missing-sent-id": changed(("# sent_id = a\n", "")),
    "multiple-sent-id": "# sent_id = b\n" + changed(),
    "invalid-sent-id": changed(("sent_id = a", "sent_id = a b")),
    "invalid-parallel-id": "# parallel_id = x\n" + changed(),
    "missing-text": changed((TEXT + "\n", "")),
    "multiple-text": changed((TEXT, TEXT + "\n" + TEXT)),
    "empty-text": changed((TEXT, "# text = ")),
    "text-trailing-whitespace": changed((TEXT, TEXT + " ")),
    "mwt-nonempty-field": changed(("3-4\tdon't\t_", "3-4\tdon't\tdo")),
    "empty-node-nonempty-field": with_deps("2:x", "_", "_", more=NODE.replace("_\t_\t2:obj", "2\t_\t2:obj")),
    "misplaced-empty-node": changed(("3\tdo", "2.1\t" + "_\t" * 7 + "5:dep\t_\n3\tdo")),
    "spaceafter-value": changed((1, MISC, "SpaceAfter=Yes")),
    "spaceafter-mwt-node": changed((4, MISC, "SpaceAfter=No")),
    "spaceafter-empty-node": with_deps("_", "_", "_", more=NODE[:-2] + "SpaceAfter=No\n"),
    "unknown-upos": changed((6, UPOS, "CONJ")),
    "invalid-feature": changed((1, FEATS, "degree=Pos")),
    "unsorted-features": changed((2, FEATS, "Number=Plur|Case=Nom")),
    "repeated-feature": changed((2, FEATS, "Case=Acc|Case=Nom")),
    "unsorted-feature-values": changed((2, FEATS, "Case=Nom,Acc")),
    "repeated-feature-value": changed((2, FEATS, "Case=Nom,Nom")),
    "invalid-head": changed(*((word, HEAD, "_") for word in range(1, 12))),
    "invalid-deprel": changed((2, DEPREL, "nsubj:a:b")),
    "unknown-udeprel": changed((2, DEPREL, "nsubjpass")),
    "misc-attr-typo": changed((1, MISC, "gloss=x")),
    "repeated-misc": changed((1, MISC, "Gloss=x|Gloss=y")),
    "misc-extra-space": changed((1, MISC, "Gloss= x")),
    "empty-misc": changed((1, MISC, "Gloss=x|")),
    "empty-misc-key": changed((1, MISC, "=x")),
    "deps-self-loop": with_deps("1:dep", "0:root", "2:obj"),
    "unsorted-deps": with_deps("3:dep|2:nsubj", "0:root", "2:obj"),
    "unsorted-deps-2": with_deps("2:nsubj|2:dep", "0:root", "2:obj"),
    "repeated-deps": with_deps("2:nsubj|2:nsubj", "0:root", "2:obj"),
    "invalid-edeprel": with_deps("2:obl:In", "0:root", "2:obj"),
    "unknown-eudeprel": with_deps("2:dobj", "0:root", "2:obj"),
    "unconnected-egraph": with_deps("3:dep", "0:root", "1:obj"),
    "edeps-only-sometimes": with_deps("2:nsubj", "0:root", "2:obj:of") + PLAIN,
    "enhanced-0-is-not-root": with_deps("0:dep", "0:root", "2:obj"),
    "enhanced-root-is-not-0": with_deps("2:root", "0:root", "2:obj"),
    "empty-node-after-eorphan": with_deps("2:orphan", "0:root", "2:obj", more=NODE),
    "eorphan-after-empty-node": with_deps("2:nsubj", "0:root", "2:obj", more=NODE)
    + with_deps("2:orphan", "0:root", "2:obj").replace("= b", "= c"),
    "edeps-identical-to-basic-trees": with_deps("2:nsubj", "0:root", "2:obj"),
    "rel-upos-advmod": changed((4, UPOS, "NOUN")),
    "rel-upos-aux": changed((3, UPOS, "VERB")),
    "rel-upos-case": changed((6, FEATS, "ExtPos=NUM")),
    "rel-upos-cc": changed((4, DEPREL, "cc"), (1, DEPREL, "cc")),
    "rel-upos-cop": changed((3, DEPREL, "cop"), (4, DEPREL, "cop")),
    "rel-upos-det": changed((1, DEPREL, "det")),
    "rel-upos-expl": changed((2, DEPREL, "expl")),
    "rel-upos-fixed": changed((7, UPOS, "PROPN")),
    "rel-upos-mark": changed((1, DEPREL, "mark")),
    "rel-upos-nummod": changed((1, DEPREL, "nummod")),
    "rel-upos-punct": changed((9, UPOS, "SYM")),
    "upos-rel-punct": changed((9, DEPREL, "dep")),
    "obl-should-be-nmod": changed((1, DEPREL, "obl")),
    "leaf-mark-case": changed((2, HEAD, "6")),
    "leaf-aux-cop": changed((2, HEAD, "3")),
    "leaf-cc": changed((4, DEPREL, "cc"), (2, HEAD, "4")),
    "leaf-det": changed((2, DEPREL, "det")),
    "leaf-clf": changed((2, DEPREL, "clf")),
    "leaf-fixed": changed((2, HEAD, "7")),
    "leaf-goeswith": changed((2, HEAD, "7"), (7, DEPREL, "goeswith")),
    "leaf-punct": changed((2, HEAD, "11")),
    "too-many-subjects": changed((8, DEPREL, "csubj")),
    "too-many-objects": changed((8, DEPREL, "obj"), (2, DEPREL, "obj")),
    "orphan-parent": changed((1, DEPREL, "orphan")),
    **{
        f"right-to-left-{relation}": changed((2, DEPREL, relation))
        for relation in ("appos", "conj", "fixed", "flat", "goeswith")
    },
    "fixed-gap": changed((8, HEAD, "6"), (8, DEPREL, "fixed"), (7, HEAD, "5"), (6, HEAD, "5")),
    "goeswith-gap": changed((8, HEAD, "6"), (8, DEPREL, "goeswith"), (6, HEAD, "5")),
    "goeswith-nospace": changed((7, DEPREL, "goeswith"), (6, MISC, "SpaceAfter=No")),
    "goeswith-upos": changed((7, DEPREL, "goeswith")),
    "goeswith-lemma": changed((7, DEPREL, "goeswith")),
    "goeswith-feats": changed((10, DEPREL, "goeswith")),
    "goeswith-edeps": with_deps("2:nsubj", "0:root", "2:dep").replace("\tobj\t", "\tgoeswith\t"),
    "goeswith-missing-typo": changed((7, DEPREL, "goeswith")),
    "punct-is-nonproj": changed((9, HEAD, "1")),
    "punct-causes-nonproj": changed((10, HEAD, "8"), (9, HEAD, "5")),
    "fixed-without-extpos": changed((6, FEATS, "_")),
    "flat-foreign-upos-feats": changed((8, DEPREL, "flat:foreign")),
    "pron-det-without-prontype": changed((8, FEATS, "Case=Acc")),
    "verbform-fin-without-mood": changed((3, FEATS, "VerbForm=Fin")),
}


def test_a_valid_sentence_breaks_no_rule() -> None:
    assert found(GOOD.format(id="a")) == set()
    assert found(with_deps("2:nsubj", "0:root", "2:obj:of|3.1:dep", more=NODE)) == set()


def test_every_rule_has_an_example() -> None:
    assert BROKEN.keys() == RULES.keys()


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_finds_its_example(rule: str) -> None:
    assert rule in found(BROKEN[rule])


@pytest.mark.parametrize("rule", RULES)
def test_rules_are_about_ud_only(rule: str) -> None:
    assert not RULES.keys() & {problem.kind for problem in problems_in(BROKEN[rule])}


def test_problems_have_lines_and_sentences() -> None:
    content = GOOD.format(id="a") + changed((9, DEPREL, "dep")).replace("= a", "= b") + "1\tA\n\n"
    first, second = problems_in(content, ud=True)
    assert (first.line, first.sent_id, first.kind) == (27, "b", "upos-rel-punct")
    assert str(first).startswith("<string>:27: sentence b: word 9 ',' has the relation dep")
    assert (second.line, second.sent_id, second.kind) == (31, None, "columns")


def test_sentences_that_cannot_be_read_have_their_sent_id() -> None:
    (problem,) = problems_in(changed((9, HEAD, "99")), ud=True)
    assert (problem.kind, problem.sent_id) == ("head", "a")
    (problem,) = problems_in(changed((9, HEAD, "99")))
    assert problem.sent_id is None  # only where UD's rules are checked


def test_the_number_of_a_line_below_a_declaration() -> None:
    declaration = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n"
    (problem,) = problems_in(declaration + changed((9, DEPREL, "dep")), ud=True)
    assert problem.line == 13


def test_missing_features_are_found_when_there_are_any() -> None:
    bare = "# sent_id = {}\n# text = I\n1\tI\tI\tPRON\t_\t{}\t0\troot\t_\t_\n\n"
    assert found(bare.format(1, "_")) == set()
    both = bare.format(1, "_") + bare.format(2, "Case=Nom")
    assert [problem.line for problem in problems_in(both, ud=True)] == [3, 7]
    assert all(problem.warning for problem in problems_in(both, ud=True))


def test_function_words_may_be_negated_and_coordinated() -> None:
    negated = changed((4, HEAD, "3"))
    assert found(negated) == set()
    assert found(negated.replace("Polarity=Neg", "_")) == {"leaf-aux-cop"}


def test_possessive_determiners_have_dependents_of_nouns() -> None:
    owned = changed(
        (1, UPOS, "DET"), (1, DEPREL, "det"), (1, FEATS, "Poss=Yes|PronType=Prs"), (10, HEAD, "1")
    )
    assert "leaf-det" in found(owned)
    assert "leaf-det" not in found(owned.replace("vocative", "appos"))
    assert "leaf-det" in found(owned.replace("vocative", "appos").replace("Poss=Yes|", ""))


def test_rules_hold_across_batches() -> None:
    content = "".join(with_deps("2:nsubj", "0:root", "2:obj").replace("= b", f"= {i}") for i in range(2500))
    assert found(content) == {"edeps-identical-to-basic-trees"}
    assert found(content + PLAIN) == {"edeps-identical-to-basic-trees", "edeps-only-sometimes"}


def test_conllx_has_no_ud_rules() -> None:
    with pytest.raises(dodona.OptionError, match="CoNLL-U"):
        list(problems_in("", ud=True, format="conllx"))


def test_check_of_a_treebank_and_of_a_file(tmp_path: Path) -> None:
    line = "1\tHush\thush\tINTJ\t_\tB=1|A=2\t0\troot\t_\t_\n\n"
    path = tmp_path / "x.conllu"
    path.write_text(line, encoding="utf-8")
    found = dodona.check(path, ud=True)
    assert {each.kind for each in found} >= {"unsorted-features"}
    assert [(each.kind, each.line) for each in dodona.check(dodona.read(path), ud=True)] == [
        (each.kind, each.line) for each in found
    ]
