"""What Universal Dependencies allow, as tables: tags, relations, and which of them go together."""

from __future__ import annotations

_TAGS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X"
_RELATIONS = (
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse "
    "dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct "
    "reparandum root vocative xcomp"
)
UPOS = tuple(_TAGS.split())
RELATIONS = tuple(_RELATIONS.split())
#: Relations of the enhanced graph only.
ENHANCED_RELATIONS = ("ref",)

#: The tags that words with a relation have.
TAGS_OF = {
    "advmod": "ADJ ADV CCONJ DET PART SYM",
    "aux": "AUX",
    "cop": "AUX DET PRON SYM",
    "det": "DET PRON",
    "expl": "DET PART PRON",
    "nummod": "NOUN NUM SYM",
    "punct": "PUNCT",
}
#: The tags that words with a relation do not have.
TAGS_NOT_OF = {
    "case": "ADJ AUX DET NUM PRON PROPN",
    "cc": "ADJ AUX DET INTJ NOUN NUM PRON PROPN VERB",
    "mark": "ADJ AUX DET INTJ NOUN NUM PRON PROPN",
}

_WITH_ANY = "conj goeswith punct reparandum"
#: The relations of the dependents that function words, fixed expressions, split words and punctuation may
#: have, and the rule that says so.
DEPENDENTS_OF = {
    "mark": ("leaf-mark-case", f"advmod cc fixed obl {_WITH_ANY}"),
    "case": ("leaf-mark-case", f"advmod cc fixed obl {_WITH_ANY}"),
    "clf": ("leaf-clf", f"advmod cc fixed obl {_WITH_ANY}"),
    "det": ("leaf-det", f"advmod case cc clf compound det discourse fixed flat obl parataxis {_WITH_ANY}"),
    "aux": ("leaf-aux-cop", f"cc fixed {_WITH_ANY}"),
    "cop": ("leaf-aux-cop", f"cc fixed {_WITH_ANY}"),
    "cc": ("leaf-cc", f"fixed {_WITH_ANY}"),
    "fixed": ("leaf-fixed", _WITH_ANY),
    "goeswith": ("leaf-goeswith", ""),
    "punct": ("leaf-punct", "punct"),
}

#: Dependents that possessive determiners may have besides: they stand for a noun.
DEPENDENTS_OF_POSSESSIVES = ("acl", "appos", "nmod")

#: Relations from the first word to later ones.
LEFT_TO_RIGHT = ("appos", "conj", "fixed", "flat", "goeswith")
#: The relations of the heads of orphans.
HEADS_OF_ORPHANS = ("acl", "advcl", "ccomp", "conj", "csubj", "parataxis", "reparandum", "root")
#: A word with one of these tags and relations, without a subject and a copula, is no predicate.
NOMINAL_TAGS = ("NOUN", "PRON", "PROPN")
NOMINAL_RELATIONS = ("dislocated", "expl", "iobj", "nmod", "nsubj", "obj", "obl", "vocative")

#: Attributes of MISC that UD documents and people misspell.
MISC_ATTRIBUTES = ("Gloss", "LDeriv", "LId", "LTranslit", "Lang", "Ref", "SpaceAfter", "Translit")
