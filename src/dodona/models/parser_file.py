"""Parsers as files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from numpy.typing import NDArray

from dodona import _core
from dodona.models.container import (
    FORMAT,
    Arrays,
    as_lines,
    check_finite,
    lines_of,
    part_of,
    read_arrays,
    reporting_damage,
    write_arrays,
)
from dodona.models.model_info import checked_info


def write_model(path: str | os.PathLike[str], core: _core.Parser, info: Mapping[str, Any]) -> None:
    """Write a parser."""
    arrays, about = model_parts(core, info)
    check_finite(path, arrays, about)
    write_arrays(path, arrays, about)


def model_parts(core: _core.Parser, info: Mapping[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """Return the arrays and the metadata of a parser, for a file or for `pickle`."""
    arrays: Arrays
    if core.search_learners or core.hash_kernel:
        arrays = fixed_arrays(core)
    else:
        arrays = {
            "buckets": core.buckets,
            "rows": core.rows,
            "shifts": core.shifts,
            "entries": core.entries,
        }
    about = {"kind": "model", "format": FORMAT, "info": dict(info), **spec_about(core)}
    return {**arrays, **spec_arrays(core)}, about


def fixed_arrays(core: _core.Parser) -> Arrays:
    """Return the weights of a parser without a feature table."""
    return dict(_search_arrays(core)) if core.search_learners else {"hashed": core.hashed}


def _search_arrays(core: _core.Parser) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the arrays of the base learners for moves, left labels and right labels."""
    for number in range(len(core.search_learners)):
        weights, upper = core.search_arrays(number)
        yield f"search.{number}.weights", weights
        yield f"search.{number}.upper", upper


def spec_about(core: _core.Parser) -> dict[str, Any]:
    """Return the metadata of a parser's spec: system, templates, labels."""
    return {
        "templates": core.templates,
        "system": core.system.name,
        "root": core.root.name,
        "single_root": core.single_root,
        "tag": core.tag.name,
        "labels": core.labels,
        "left": core.left,
        "right": core.right,
        "root_left": core.root_left,
        "root_right": core.root_right,
        "root_label": core.root_label,
        "homes": core.homes,
        "scale": core.scale,
        **({"search": core.search_learners} if core.search_learners else {}),
    }


def spec_arrays(core: _core.Parser) -> Arrays:
    """Return the arrays of a parser's spec: vocabularies and tag-context shortcuts (`habits`)."""
    arrays: Arrays = {
        f"vocabulary.{number}": as_lines(strings) for number, strings in enumerate(core.vocabularies)
    }
    contexts, transitions = core.habits
    if contexts.size:
        arrays |= {"habits.contexts": contexts, "habits.transitions": transitions}
    return arrays


def parser_of(arrays: Arrays, about: Mapping[str, Any]) -> _core.Parser:
    """Return the parser of `model_parts`; raises various exceptions if something is inconsistent."""
    parser = _without_shortcuts(arrays, about)
    if "habits.contexts" in arrays:
        parser.take_on_habits(arrays["habits.contexts"], arrays["habits.transitions"])
    return parser


def _without_shortcuts(arrays: Arrays, about: Mapping[str, Any]) -> _core.Parser:
    vocabularies: list[list[str]] = []
    while (blob := arrays.get(f"vocabulary.{len(vocabularies)}")) is not None:
        vocabularies.append(lines_of(blob))
    setup = _core.ParserSetup(
        system=_core.SystemChoice[about["system"]],
        root=_core.Root[about["root"]],
        single_root=about["single_root"],
        templates=about["templates"],
        tag=_core.TagChoice[about["tag"]],
        labels=about["labels"],
        left=about["left"],
        right=about["right"],
        root_left=about["root_left"],
        root_right=about["root_right"],
        root_label=about["root_label"],
        vocabularies=vocabularies,
    )
    if "search" in about:
        return _core.Parser(
            setup,
            search=[
                (*learner, arrays[f"search.{number}.weights"], arrays[f"search.{number}.upper"])
                for number, learner in enumerate(about["search"])
            ],
        )
    if "hashed" in arrays:
        return _core.Parser(setup, hashed=arrays["hashed"], scale=about["scale"])
    if "compact" in arrays:
        return _core.Parser(setup, compact=arrays["compact"])
    return _core.Parser(
        setup,
        homes=about["homes"],
        buckets=arrays["buckets"],
        rows=arrays["rows"],
        shifts=arrays["shifts"],
        entries=arrays["entries"],
        scale=about["scale"],
    )


def read_model(path: str | os.PathLike[str]) -> tuple[_core.Parser, dict[str, Any]]:
    """Read a parser and its metadata, from a model or a pipeline."""
    arrays, about = read_arrays(path, "model", "pipeline")
    with reporting_damage(path):
        if about["kind"] == "pipeline":
            arrays, about = part_of(arrays, "parser"), about["parser"]
        return parser_of(arrays, about), checked_info(about["info"])
