"""Models as files: safetensors, with everything about them inside."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from dodona import _core
from dodona.errors import ArgumentError, Error
from dodona.search.model_info import checked_info
from dodona.treebank.source import written

#: Raised whenever older versions could not read what is written.
FORMAT = 4

_KEY = "dodona"
#: The types of arrays, as safetensors calls them.
_DTYPES = {
    f"{kind}{bits}": f"{kind[0].upper()}{bits}"
    for kind in ("uint", "int", "float")
    for bits in (8, 16, 32, 64)
}
Arrays = dict[str, NDArray[Any]]


def write_arrays(path: str | os.PathLike[str], arrays: Arrays, about: Mapping[str, Any]) -> None:
    """Write arrays and what is known of them; the same content makes the same bytes."""
    name = os.fspath(path)
    if name == "-" or name.endswith((".gz", ".xz")):
        raise Error(f"{name}: a model is written to a file of its own, not compressed")
    # One entry: the order of several would not be the same every time.
    text = _as_text({**about, "checksum": _checksum(arrays, about)})
    # The larger the numbers the earlier they come, so that all begin at multiples of their size.
    ordered = {key: arrays[key] for key in sorted(arrays, key=lambda key: (-arrays[key].itemsize, key))}
    header: dict[str, Any] = {"__metadata__": {_KEY: text}}
    end = 0
    for key, array in ordered.items():
        begin, end = end, end + array.nbytes
        header[key] = {
            "dtype": _DTYPES[array.dtype.name],
            "shape": list(array.shape),
            "data_offsets": [begin, end],
        }
    start = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    start += b" " * (-len(start) % 8)
    with written(path) as file:
        # Not by safetensors' own `save`, which copies everything twice: a checkpoint may be large.
        file.write(len(start).to_bytes(8, "little") + start)
        for array in ordered.values():
            file.write(_bytes_of(array))


def read_arrays(path: str | os.PathLike[str], kind: str) -> tuple[Arrays, dict[str, Any]]:
    """Read what `write_arrays` wrote; `kind` is what the file should be."""
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", path, "the path of a file")
    name = os.fspath(path)
    try:
        with Path(path).open("rb"):
            pass
        with safe_open(name, framework="numpy") as file:
            text = (file.metadata() or {}).get(_KEY)
            if text is None:
                raise Error(f"{name}: this is not a Dodona {kind}")
            about = json.loads(text)
            found = about.get("format")
            if about.get("kind") != kind:
                raise Error(f"{name}: this is not a {kind} but a {about.get('kind')}")
            if found != FORMAT:
                raise Error(
                    f"{name}: this {kind} has format {found}, and this version of Dodona reads {FORMAT}: "
                    "train it again, or use the version that made it"
                )
            arrays = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
            right = about.pop("checksum", None) == _checksum(arrays, about)
    except OSError as error:
        raise Error(f"{name}: {error.strerror or error}") from error
    except (SafetensorError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Error(f"{name}: this is not a Dodona {kind}, or it has been cut off or damaged") from error
    if not right:
        raise Error(f"{name}: the {kind} is damaged (its checksum is wrong)")
    return arrays, about


def _as_text(about: Mapping[str, Any]) -> str:
    return json.dumps(about, ensure_ascii=False, sort_keys=True)


def _checksum(arrays: Arrays, about: Mapping[str, Any]) -> int:
    """Return a number that another content would hardly have; it guards against accidents, not people."""
    checksum = zlib.crc32(_as_text(about).encode())
    for name in sorted(arrays):
        array = arrays[name]
        checksum = zlib.crc32(f"{name} {array.dtype} {array.shape}".encode(), checksum)
        checksum = zlib.crc32(_bytes_of(array), checksum)
    return checksum


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


def write_model(path: str | os.PathLike[str], core: _core.Parser, info: Mapping[str, Any]) -> None:
    """Write a parser."""
    arrays: Arrays
    if core.search_learners:
        arrays = dict(_of_search(core))
    elif core.hash_kernel:
        arrays = {"hashed": core.hashed}
    else:
        arrays = {
            "buckets": core.buckets,
            "rows": core.rows,
            "shifts": core.shifts,
            "entries": core.entries,
        }
    for number, strings in enumerate(core.vocabularies):
        arrays[f"vocabulary.{number}"] = np.frombuffer("\n".join(strings).encode(), dtype=np.uint8)
    write_arrays(
        path,
        arrays,
        {
            "kind": "model",
            "format": FORMAT,
            "info": dict(info),
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
        },
    )


def _of_search(core: _core.Parser) -> Iterator[tuple[str, NDArray[Any]]]:
    """Give the arrays of base learners: those of moves, and of labels to the left and to the right."""
    for number in range(len(core.search_learners)):
        weights, upper = core.search_arrays(number)
        yield f"search.{number}.weights", weights
        yield f"search.{number}.upper", upper


def read_model(path: str | os.PathLike[str]) -> tuple[_core.Parser, dict[str, Any]]:
    """Read a parser and what is known of it."""
    arrays, about = read_arrays(path, "model")
    vocabularies: list[list[str]] = []
    try:
        while (blob := arrays.get(f"vocabulary.{len(vocabularies)}")) is not None:
            text = blob.tobytes().decode()
            vocabularies.append(text.split("\n") if text else [])
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
            core = _core.Parser(
                setup,
                search=[
                    (*learner, arrays[f"search.{number}.weights"], arrays[f"search.{number}.upper"])
                    for number, learner in enumerate(about["search"])
                ],
            )
        elif "hashed" in arrays:
            core = _core.Parser(setup, hashed=arrays["hashed"], scale=about["scale"])
        else:
            core = _core.Parser(
                setup,
                homes=about["homes"],
                buckets=arrays["buckets"],
                rows=arrays["rows"],
                shifts=arrays["shifts"],
                entries=arrays["entries"],
                scale=about["scale"],
            )
        info = checked_info(about["info"])
    except (KeyError, AttributeError, TypeError, MemoryError) as error:  # their own words help nobody
        raise Error(f"{os.fspath(path)}: the model is damaged (something is missing or odd)") from error
    except (ValueError, _core.TemplateError) as error:
        raise Error(f"{os.fspath(path)}: the model is damaged ({error})") from error
    return core, info
