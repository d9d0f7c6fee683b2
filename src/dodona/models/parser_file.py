"""Parsers as files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from dodona import _core
from dodona.errors import Error
from dodona.models.container import (
    FORMAT,
    Arrays,
    check_finite,
    part_of,
    read_arrays,
    reporting_damage,
    write_arrays,
)
from dodona.models.model_info import checked_info

_SPEC = ("single_root", "labels", "left", "right", "root_left", "root_right", "root_label")


def write_model(path: str | os.PathLike[str], core: _core.Parser, info: Mapping[str, Any]) -> None:
    """Write a parser."""
    if not core.kind:
        raise Error(f"{path}: not written, since a scorer written in Python cannot be saved")
    arrays, about = model_parts(core, info)
    check_finite(path, arrays, core.values)
    write_arrays(path, arrays, {"kind": "model", "format": FORMAT, **about})


def model_parts(
    core: _core.Parser, info: Mapping[str, Any], *, compact: bool = False
) -> tuple[Arrays, dict[str, Any]]:
    """Return the arrays and the metadata of a parser, for a file or for `pickle`."""
    about = {
        "info": dict(info),
        "system": core.system.name,
        "root": core.root.name,
        **{name: getattr(core, name) for name in _SPEC},
        "model": {"kind": core.kind, "values": core.values},
    }
    return core.arrays(compact), about


def parser_of(arrays: Arrays, about: Mapping[str, Any]) -> _core.Parser:
    """Return the parser of `model_parts`; raises various exceptions if something is inconsistent."""
    arrays, model = (arrays, about["model"]) if "model" in about else _from_format_4(arrays, about)
    spec = _core.ParserSpec(
        system=_core.SystemChoice[about["system"]],
        root=_core.Root[about["root"]],
        **{name: about[name] for name in _SPEC},
    )
    return _core.Parser(spec, model["kind"], model["values"], arrays)


def _from_format_4(arrays: Arrays, about: Mapping[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """Return the arrays and the model of a file that Dodona 0.1 wrote."""
    arrays = {name.replace("habits.", "shortcuts."): array for name, array in arrays.items()}
    values = {name: about[name] for name in ("templates", "tag")}
    if "search" not in about:
        values |= {"scale": about["scale"], "homes": about["homes"]}
        return arrays, {"kind": "hashed" if "hashed" in arrays else "linear", "values": values}
    for number, (step, learner) in enumerate(zip(("moves", "left", "right"), about["search"], strict=True)):
        for name, value in zip(("actions", "hidden", "shared", "scale"), learner, strict=True):
            values[f"{step}.{name}"] = value
        for name in ("weights", "upper"):
            arrays[f"{step}.{name}"] = arrays.pop(f"search.{number}.{name}")
    return arrays, {"kind": "move-then-label", "values": values}


def read_model(path: str | os.PathLike[str]) -> tuple[_core.Parser, dict[str, Any]]:
    """Read a parser and its metadata, from a model or a pipeline."""
    arrays, about = read_arrays(path, "model", "pipeline")
    with reporting_damage(path):
        if about["kind"] == "pipeline":
            arrays, about = part_of(arrays, "parser"), about["parser"]
        return parser_of(arrays, about), checked_info(about["info"])
