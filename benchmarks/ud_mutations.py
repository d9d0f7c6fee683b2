"""Breaks a treebank in many ways: files for comparing validators (see `ud_validator.py`)."""

from __future__ import annotations

import random
from collections.abc import Callable

from dodona.treebank.ud.tables import RELATIONS, UPOS

Lines = list[str]  # of a sentence, without the empty line at its end
Mutation = Callable[[random.Random, Lines], Lines]

ID, FORM, LEMMA, TAG, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)


def mutants(text: str, count: int, seed: int, changes: int = 5) -> list[tuple[str, str]]:
    """Return broken copies of a treebank, with the kinds of their changes, which come equally often."""
    rng = random.Random(seed)
    sentences = [sentence.split("\n") for sentence in text.rstrip("\n").split("\n\n")]
    broken = []
    names = list(MUTATIONS)
    while len(broken) < count:
        copy, applied = list(sentences), []
        for each, place in enumerate(rng.sample(range(len(sentences)), changes)):
            name = names[(changes * len(broken) + each) % len(names)]
            copy[place] = MUTATIONS[name](rng, list(sentences[place]))
            applied += [name] if copy[place] != sentences[place] else []
        if applied:
            broken.append((", ".join(applied), "".join("\n".join(lines) + "\n\n" for lines in copy)))
    return broken


def words_of(lines: Lines) -> list[int]:
    return [i for i, line in enumerate(lines) if line.split("\t")[0].isdigit()]


def change(column: int, *values: str | Callable[[str], str]) -> Mutation:
    """Set a column of a word to one of some values."""

    def mutate(rng: random.Random, lines: Lines) -> Lines:
        at = rng.choice(words_of(lines))
        row = lines[at].split("\t")
        value = rng.choice(values)
        row[column] = value if isinstance(value, str) else value(row[column])
        lines[at] = "\t".join(row)
        return lines

    return mutate


def append_to_misc(*attributes: str) -> Mutation:
    return change(
        MISC, *(lambda misc, each=each: each if misc == "_" else f"{misc}|{each}" for each in attributes)
    )


def change_head(rng: random.Random, lines: Lines) -> Lines:
    """Attach a word to any word."""
    return change(HEAD, str(rng.randint(0, len(words_of(lines)))))(rng, lines)


def change_line(function: Callable[[str], str]) -> Mutation:
    def mutate(rng: random.Random, lines: Lines) -> Lines:
        at = rng.choice(words_of(lines))
        lines[at] = function(lines[at])
        return lines

    return mutate


def change_comment(start: str, *values: str | None) -> Mutation:
    """Replace a comment, or delete it."""

    def mutate(rng: random.Random, lines: Lines) -> Lines:
        value = rng.choice(values)
        return [
            line if not line.startswith(start) else value or ""
            for line in lines
            if value or not line.startswith(start)
        ]

    return mutate


def insert(*new: str) -> Mutation:
    """Insert a line before a word."""

    def mutate(rng: random.Random, lines: Lines) -> Lines:
        lines.insert(rng.choice(words_of(lines)), rng.choice(new))
        return lines

    return mutate


def insert_other(kind: str) -> Mutation:
    """Insert a multiword token or an empty node with various faults."""

    def mutate(rng: random.Random, lines: Lines) -> Lines:
        at = rng.choice(words_of(lines))
        row = lines[at].split("\t")
        number = int(row[ID])
        if kind == "token":
            first = number + rng.choice((-1, 0, 0, 0))
            row = [f"{first}-{first + rng.choice((-1, 0, 1, 1, 2))}", row[FORM], *"________"]
            row[rng.choice((LEMMA, FEATS, HEAD, MISC))] = rng.choice(("_", "x", "Typo=Yes", "SpaceAfter=No"))
        else:
            row = [
                f"{number - 1}.{rng.choice((1, 1, 1, 2))}",
                "x",
                "x",
                rng.choice(("VERB", "CONJ")),
                *"____",
                "0:root",
                "_",
            ]
            row[rng.choice((HEAD, DEPREL, MISC, DEPS))] = rng.choice(("1", "_", "SpaceAfter=No", "1:orphan"))
        lines.insert(at, "\t".join(row))
        return lines

    return mutate


def delete_word(rng: random.Random, lines: Lines) -> Lines:
    del lines[rng.choice(words_of(lines))]
    return lines


def swap_words(rng: random.Random, lines: Lines) -> Lines:
    one, two = rng.choice(words_of(lines)), rng.choice(words_of(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def give_enhanced(rng: random.Random, lines: Lines) -> Lines:
    """Copy the tree into DEPS, with one fault."""
    rows = [line.split("\t") for line in lines]
    chosen = [row for row in rows if row[ID].isdigit()]
    for row in chosen:
        row[DEPS] = f"{row[HEAD]}:{row[DEPREL]}"
    row = rng.choice(chosen)
    row[DEPS] = rng.choice(
        (
            "_",
            f"{row[ID]}:dep",
            f"{row[DEPS]}|0:root",
            f"0:root|{row[DEPS]}",
            "99:dep",
            f"{row[DEPS]}|{row[DEPS]}",
            f"{row[HEAD]}:obl:In",
            f"{row[HEAD]}:dobj",
            f"{row[HEAD]}:ref",
            f"{row[HEAD]}:orphan",
            f"{row[HEAD]}:nmod:in_front_of:gen",
            f"{row[HEAD]}",
            "0:dep",
        )
    )
    return ["\t".join(row) for row in rows]


def make_flat(relation: str, **columns: str) -> Mutation:
    """Give a relation of fixed groups to a word that follows its head, or to any."""

    def mutate(rng: random.Random, lines: Lines) -> Lines:
        at = rng.choice(words_of(lines)[1:] or words_of(lines))
        row = lines[at].split("\t")
        row[DEPREL], row[HEAD] = relation, str(max(1, int(row[ID]) - rng.choice((1, 1, 1, 2))))
        for name, value in columns.items():
            if rng.random() < 0.7:
                row[globals()[name]] = value
        lines[at] = "\t".join(row)
        return lines

    return mutate


#: Every kind of mutation.
MUTATIONS: dict[str, Mutation] = {
    "columns": change_line(lambda line: line.rsplit("\t", 1)[0]),
    "more columns": change_line(lambda line: line + "\t_"),
    "spaces for tabs": change_line(lambda line: line.replace("\t", " ")),
    "carriage return": lambda rng, lines: [line + "\r" for line in lines],
    "indented line": change_line(lambda line: " " + line),
    "text between words": insert("and so on"),
    "comment between words": insert("# a note"),
    "empty line": insert("", " "),
    "word number": change(ID, "0", "7", "01", "x", "1-", "1.1"),
    "deleted word": delete_word,
    "swapped words": swap_words,
    "multiword token": insert_other("token"),
    "empty node": insert_other("node"),
    "empty column": change_line(lambda line: line.replace("\t_\t", "\t\t", 1)),
    "form": change(FORM, "", "Eiche", "a b", "_", "O\u0308l", " oak", "oak "),
    "lemma": change(LEMMA, "", "a  b", "o\u0308l", " oak", "oak "),
    "tag": change(TAG, "_", "CONJ", "noun", "N N", ""),
    "other tag": change(TAG, *UPOS),
    "fine tag": change(XPOS, "N N", " NN"),
    "features": change(
        FEATS,
        "Number=Sing|Case=Nom",
        "number=Sing",
        "Number=sing",
        "Number",
        "Case=Nom|Case=Acc",
        "Case=Nom,Acc",
        "Case=Acc,Acc",
        "Number=Sing|",
        "Number[Psor]=Sing",
    ),
    "good features": change(
        FEATS, "_", "VerbForm=Fin", "ExtPos=ADV", "ExtPos=PUNCT", "Typo=Yes", "Polarity=Neg"
    ),
    "head": change(HEAD, "_", "99", "x", "-1", "02", "1.1", ""),
    "other head": change_head,
    "other head again": change_head,
    "root": change(HEAD, "0"),
    "relation": change(DEPREL, "dobj", "nsubj:Pass", "nsubj:a:b", "Nsubj", "nsubj:", "", "a b"),
    "other relation": change(DEPREL, *RELATIONS),
    "other relation again": change(DEPREL, *RELATIONS),
    "subtype": change(DEPREL, "nsubj:outer", "flat:foreign", "obl:agent", "aux:pass", "root:x"),
    "two subjects": change(DEPREL, "nsubj", "csubj", "obj"),
    "enhanced": give_enhanced,
    "enhanced in one word": change(DEPS, "1:dep", "0:root", "x"),
    "fixed": make_flat("fixed", FEATS="ExtPos=ADV"),
    "goeswith": make_flat("goeswith", TAG="X", LEMMA="_", FEATS="_"),
    "flat:foreign": make_flat("flat:foreign", TAG="X", FEATS="Foreign=Yes"),
    "orphan": make_flat("orphan"),
    "misc": append_to_misc("spaceAfter=No", "SpaceAfter=Yes", "", "=x", "A= b", "gloss=x", "Gloss=x y "),
    "space after": append_to_misc("SpaceAfter=No"),
    "no sent_id": change_comment(
        "# sent_id", None, "# sent_id x", "# sent_id = a b", "# sent_id = grove-002"
    ),
    "no text": change_comment(
        "# text", None, "# text = ", "# text = The oak", "# text Oaks", "# text = \u006f\u0308"
    ),
    "second comment": insert("# sent_id = x", "# text = x"),
    "parallel_id": lambda rng, lines: [rng.choice(("# parallel_id = x", "# parallel_id = a/1")), *lines],
    "second sent_id": lambda rng, lines: [rng.choice(("# sent_id = x", "# text = x")), *lines],
}
