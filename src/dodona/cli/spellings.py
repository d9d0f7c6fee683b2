"""Other spellings of commands and options: American ones, abbreviations, and those of earlier versions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dodona.cli.ending import complain
from dodona.downloads import known_models
from dodona.models.container import kind_of
from dodona.treebank.source import is_file

#: For each command, the options of 0.1 that have another name now. {} is the value; an option without it is a
#: flag. FILE {} is an argument; MODEL is a first argument that names a model, and MODEL... are all arguments.
#: The next release drops this table.
OLD: dict[str, dict[str, str]] = {
    "active": {"MODEL": "--model {}", "-b": "--budget {}"},
    "calibrate": {"MODEL": "--model {}", "--fit": "--output {}"},
    "compare": {"-m": "--metric {}"},
    "convert": {"--from": "--format {}"},
    "curve": {"MODEL...": "--model {}"},
    "distil": {"MODEL": "--model {}", "--input": "--format {}", "-i": "--format {}"},
    "info": {"MODEL...": "--model {}"},
    "lattice": {"--sentence": "FILE {}", "-s": "FILE {}"},
    "oracle": {"--sentence": "FILE {}", "-s": "FILE {}"},
    "parse": {
        "--horizontal": "--format horizontal",
        **dict.fromkeys(("--input", "-i"), "--format {}"),
        **dict.fromkeys(("--input=auto", "-i=auto"), ""),
    },
    "reproduce": {"--plots": "--plot {}"},
    "schemes learnability": {"-r": "--rules {}"},
    "show": {"--svg": "--output {} --to svg", "--html": "--output {} --to html"},
    "stats": {"-n": "--labels {}"},
}

_ABBREVIATIONS = {
    "eval": "evaluate",
    "proj": "projectivise",
    "deproj": "deprojectivise",
    "--conf": "--confidence",
    "--feats": "--features",
    "--iterations": "--epochs",
    "--n-best": "--nbest",
    "--non-projective": "--nonprojective",
    "--out": "--output",
    "--punct": "--punctuation",
}


def usual(name: str, names: Collection[str]) -> str:
    """Return one of the names that is meant by another spelling of it, or the name itself.

    >>> usual("projectivize", ["train", "projectivise"]), usual("--labeled", ["--labelled", "--size"])
    ('projectivise', '--labelled')
    >>> usual("--size", ["--labelled", "--size"]), usual("eval", ["train"])
    ('--size', 'eval')
    """
    british = re.sub("iz(?=e|ing|ation)", "is", name)
    british = british.replace("labeled", "labelled").replace("distill", "distil")
    meant = (name, _ABBREVIATIONS.get(name, name), british.replace("_", "-"))
    return next((each for each in meant if each in names), name)


def tell_new(old: str, new: str) -> None:
    """Print a line that says how an old spelling is written now."""
    complain(f"{old} is now written {new}; the next release drops the old spelling")


def respelled(arguments: Sequence[str], parameters: Iterable[Any], old: Mapping[str, str]) -> list[str]:
    """Return arguments with the options of a command as they are spelled now; a line names each old spelling.

    Options come first. Their values stay as they are, and so does everything after `--`.
    """
    declared = [each for each in parameters if each.param_type_name == "option"]
    flags = {name for each in declared if each.is_flag for name in (*each.opts, *each.secondary_opts)}
    with_value = {name for each in declared if not each.is_flag for name in each.opts}
    models: list[str] = []
    options: list[str] = []
    places: list[str] = []
    last: list[str] = []
    given = iter(arguments)
    for word in given:
        if word == "--":
            places += [word, *given]
        elif word == "-" or not word.startswith("-"):
            if "MODEL..." in old or ("MODEL" in old and not places and _names_a_model(word)):
                tell_new(word, f"--model {word}")
                models += ["--model", word]
            else:
                places.append(word)
        else:
            while word[:2] in flags and len(word) > 2:  # -qn 5 is -q -n 5
                options.append(word[:2])
                word = f"-{word[2:]}"
            split = word.find("=") if word.startswith("--") else 2
            written, joined = (word, "") if split < 0 else (word[:split], word[split:])
            name = usual(written, flags | with_value | old.keys())
            is_next = not joined and (name in with_value or "{}" in old.get(name, ""))
            value = next(given, None) if is_next else joined.removeprefix("=") if joined else None
            if name not in old or ("{}" in old[name]) != (value is not None):
                options += [name + joined, *([value] if is_next and value is not None else [])]
                continue
            new = [part.replace("{}", value or "") for part in old.get(f"{name}={value}", old[name]).split()]
            tell_new(" ".join(filter(None, (name, value))), " ".join(new) or "without it")
            if new[:1] == ["FILE"]:
                last += new[1:]
            else:
                options += new
    return models + options + places + last


def _names_a_model(word: str) -> bool:
    if is_file(Path(word)):
        return kind_of(word) is not None
    return "://" in word or any(known.name == word for known in known_models())
