"""Every rule of `dodona check --ud`, under the name of the UD validator's test."""

from __future__ import annotations

from dataclasses import dataclass

from dodona.treebank.ud.tables import TAGS_NOT_OF, TAGS_OF


@dataclass(frozen=True)
class Rule:
    """A rule: the validator's level, a sentence of help, and whether breaking it is only a warning."""

    level: int
    help: str
    warning: bool = False


def _goes_with(relation: str, tags: str, no: str = "") -> str:
    *others, last = tags.split()
    listed = f"{', '.join(others)} or {last}" if others else last
    return f"The tag (ExtPos, if there is one) of {relation} is{no} {listed}."


_LEAF = "are leaves: attach the dependent to the head of the"

#: The rules by name.
RULES = {
    # The format.
    "unicode-normalization": Rule(1, "Text is in Unicode's composed form (NFC)."),
    "non-unix-newline": Rule(1, "Lines end with a line feed alone, without a carriage return."),
    "leading-whitespace": Rule(1, "A column does not begin with a space."),
    "trailing-whitespace": Rule(1, "A column does not end with a space."),
    "repeated-whitespace": Rule(1, "A column has no two spaces side by side."),
    "invalid-whitespace": Rule(1, "Only FORM, LEMMA and MISC may contain spaces."),
    "invalid-whitespace-mwt": Rule(
        1, "A multiword token is written without spaces: with one it is several tokens."
    ),
    # Comments.
    "missing-sent-id": Rule(2, "Every sentence has a comment `# sent_id = ...`."),
    "multiple-sent-id": Rule(2, "A sentence has one `# sent_id`."),
    "invalid-sent-id": Rule(2, "A sent_id is written `# sent_id = ID`, and the ID has no spaces."),
    "invalid-parallel-id": Rule(2, "A parallel_id is written `# parallel_id = corpus/sentence`."),
    "missing-text": Rule(2, "Every sentence has a comment `# text = ...`."),
    "multiple-text": Rule(2, "A sentence has one `# text`."),
    "empty-text": Rule(2, "`# text` is the text of the sentence."),
    "text-trailing-whitespace": Rule(2, "`# text` does not end with a space."),
    # Multiword tokens and empty nodes.
    "mwt-nonempty-field": Rule(
        2, "The line of a multiword token has only FORM and MISC (and Typo=Yes in FEATS)."
    ),
    "empty-node-nonempty-field": Rule(
        2, "An empty node has no HEAD and DEPREL: its place in the graph is in DEPS."
    ),
    "misplaced-empty-node": Rule(
        1, "An empty node stands before the line of a multiword token, not after it."
    ),
    "spaceafter-value": Rule(2, "SpaceAfter is No or absent; other spaces go into SpacesAfter."),
    "spaceafter-mwt-node": Rule(2, "SpaceAfter=No belongs to the multiword token, not to its words."),
    "spaceafter-empty-node": Rule(2, "An empty node is not in the text and has no SpaceAfter."),
    # Words.
    "unknown-upos": Rule(2, "UPOS is one of the 17 universal tags; other tags go into XPOS."),
    "invalid-feature": Rule(2, "A feature is written Name=Value or Name[layer]=Value, both in CamelCase."),
    "unsorted-features": Rule(2, "Features are in alphabetical order, without regard to case."),
    "repeated-feature": Rule(2, "A feature occurs once; two values are written Name=A,B."),
    "unsorted-feature-values": Rule(2, "The values of a feature are in alphabetical order."),
    "repeated-feature-value": Rule(2, "A value of a feature occurs once."),
    "invalid-head": Rule(2, "Every word has a head."),
    "invalid-deprel": Rule(
        2, "A relation is written in small letters, with at most one subtype: nsubj:pass."
    ),
    "unknown-udeprel": Rule(
        2, "A relation is one of the 37 universal ones, with a subtype after a colon if needed."
    ),
    "misc-attr-typo": Rule(2, "Attributes of MISC are written in CamelCase.", warning=True),
    "repeated-misc": Rule(2, "An attribute that UD documents occurs once in MISC.", warning=True),
    "misc-extra-space": Rule(
        2, "Attributes of MISC and their values have no spaces around them.", warning=True
    ),
    "empty-misc": Rule(2, "MISC has no empty attribute: is a vertical bar part of a value?", warning=True),
    "empty-misc-key": Rule(2, "An attribute of MISC has a name.", warning=True),
    # The enhanced graph.
    "deps-self-loop": Rule(2, "A word does not depend on itself."),
    "unsorted-deps": Rule(2, "Enhanced dependencies are in the order of their heads."),
    "unsorted-deps-2": Rule(2, "Enhanced dependencies with one head are in alphabetical order."),
    "repeated-deps": Rule(2, "An enhanced dependency occurs once."),
    "invalid-edeprel": Rule(
        2, "An enhanced relation is a relation, a subtype, case markers joined by _, and a case."
    ),
    "unknown-eudeprel": Rule(
        2, "An enhanced relation is one of the 37 universal ones or ref, with subtypes."
    ),
    "unconnected-egraph": Rule(2, "Every node of the enhanced graph is reached from 0."),
    "edeps-only-sometimes": Rule(
        2, "Either all sentences of a treebank have enhanced dependencies, or none."
    ),
    "enhanced-0-is-not-root": Rule(3, "An enhanced dependency on 0 has the relation root."),
    "enhanced-root-is-not-0": Rule(3, "The enhanced relation root has the head 0."),
    "empty-node-after-eorphan": Rule(3, "A treebank with empty nodes has no orphan in the enhanced graph."),
    "eorphan-after-empty-node": Rule(3, "A treebank with empty nodes has no orphan in the enhanced graph."),
    "edeps-identical-to-basic-trees": Rule(
        3, "Leave DEPS unspecified rather than repeat the basic tree everywhere."
    ),
    # Tags and relations.
    **{f"rel-upos-{relation}": Rule(3, _goes_with(relation, tags)) for relation, tags in TAGS_OF.items()},
    **{
        f"rel-upos-{relation}": Rule(3, _goes_with(relation, tags, " not"))
        for relation, tags in TAGS_NOT_OF.items()
    },
    "rel-upos-fixed": Rule(3, "Proper nouns are joined by flat, not by fixed."),
    "upos-rel-punct": Rule(3, "A word with the tag PUNCT has the relation punct, or is the root."),
    "obl-should-be-nmod": Rule(3, "The modifier of a nominal is nmod; obl modifies a predicate."),
    # Dependents.
    "leaf-mark-case": Rule(3, f"Markers and adpositions {_LEAF} marker."),
    "leaf-aux-cop": Rule(3, f"Auxiliaries and copulas {_LEAF} auxiliary."),
    "leaf-cc": Rule(3, f"Conjunctions {_LEAF} conjunction."),
    "leaf-det": Rule(3, f"Determiners {_LEAF} determiner."),
    "leaf-clf": Rule(3, f"Classifiers {_LEAF} classifier."),
    "leaf-fixed": Rule(3, "Everything depends on the first word of a fixed expression."),
    "leaf-goeswith": Rule(3, "Everything depends on the first part of a split word."),
    "leaf-punct": Rule(3, f"Punctuation marks {_LEAF} mark."),
    "too-many-subjects": Rule(
        3, "A predicate has one subject; that of an outer clause is nsubj:outer or csubj:outer."
    ),
    "too-many-objects": Rule(3, "A predicate has one obj; others are iobj or obl."),
    "orphan-parent": Rule(
        3, "An orphan depends on a word promoted to the place of a missing predicate, often a conj."
    ),
    # Order.
    **{
        f"right-to-left-{relation}": Rule(3, f"The first word is the head of {relation}.")
        for relation in ("appos", "conj", "fixed", "flat", "goeswith")
    },
    "fixed-gap": Rule(3, "The words of a fixed expression are side by side, except for punctuation."),
    "goeswith-gap": Rule(3, "The parts of a split word are side by side."),
    "punct-is-nonproj": Rule(3, "Punctuation is attached where its arc crosses no other."),
    "punct-causes-nonproj": Rule(3, "Punctuation is attached so that no other arc crosses its own."),
    # Split words.
    "goeswith-nospace": Rule(3, "goeswith joins parts with a space between them."),
    "goeswith-upos": Rule(3, "The later parts of a split word have the tag X."),
    "goeswith-lemma": Rule(3, "Only the first part of a split word has a lemma."),
    "goeswith-feats": Rule(3, "Only the first part of a split word has features."),
    "goeswith-edeps": Rule(
        3, "In DEPS, a later part of a split word depends on the first part only, by goeswith."
    ),
    "goeswith-missing-typo": Rule(
        3, "The first part of a split word has Typo=Yes, if the treebank has features."
    ),
    # Features.
    "fixed-without-extpos": Rule(
        3, "The first word of a fixed expression says in ExtPos what it is.", warning=True
    ),
    "flat-foreign-upos-feats": Rule(
        3, "The words of flat:foreign have the tag X and Foreign=Yes alone.", warning=True
    ),
    "pron-det-without-prontype": Rule(3, "Pronouns and determiners have PronType.", warning=True),
    "verbform-fin-without-mood": Rule(3, "Finite verbs have Mood.", warning=True),
}
