"""`dodona evaluate --raw`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import dodona
from dodona.pipelines.restoring import text_of

Run = Callable[..., tuple[int, str, str]]


def test_raw_text_is_parsed_with_the_given_beam(run: Run, grove_path: Path, grove: dodona.Treebank) -> None:
    def scores(*options: object) -> object:
        code, out, err = run("evaluate", "--raw", *options, grove_path, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    nlp = dodona.load()
    found = {
        beam: json.loads(json.dumps(dodona.conll18(grove, nlp(text_of(grove), beam=beam)).to_dict()))
        for beam in (None, 1, 8)
    }
    assert scores() == found[None]
    assert scores("--beam", 1) == found[1]
    assert scores("-b", 8) == found[8] != found[1]


def test_a_beam_is_for_raw_text(run: Run, grove_path: Path) -> None:
    said = "--beam needs --raw: otherwise the trees of PARSE are scored"
    assert run("evaluate", grove_path, grove_path, "--beam", 8) == (2, "", f"dodona: {said}\n")
