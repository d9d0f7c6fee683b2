"""Models as files: safetensors, with everything about them inside."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import index
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from dodona import _core
from dodona.errors import ArgumentError, Error
from dodona.models.model_info import checked_info
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


def is_model(path: Path) -> bool:
    """Tell whether a file may be written over with a model: a treebank, named by mistake, may not."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            start = file.read(100)
    except OSError:
        return True  # told later, by its own words
    return not start or b'"__metadata__":{"dodona"' in start


def check_overwriting(path: Path, advice: str = "choose another name, or remove it") -> None:
    """Refuse to write a model over a file that is none."""
    if path.exists() and not is_model(path):
        raise Error(f"{path}: this is there already and no model: {advice}")


def write_arrays(
    path: str | os.PathLike[str], arrays: Arrays, about: Mapping[str, Any], *, overwrite: bool = False
) -> None:
    """Write arrays and what is known of them; the same content makes the same bytes.

    Only with `overwrite` a file is written over that is no model.
    """
    check_path(path)
    check_name(os.fspath(path))
    if not overwrite and Path(path).is_file():
        check_overwriting(Path(path))
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


def check_path(path: object) -> None:
    """Refuse what names no file."""
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", path, "the path of a file")


def check_name(name: str) -> None:
    """Refuse a name that no model can be written to.

    >>> check_name("my.model.gz")
    Traceback (most recent call last):
        ...
    dodona.errors.Error: my.model.gz: a model is written to a file of its own, not compressed and not piped
    """
    if name in ("", "-") or name.endswith((".gz", ".xz")):
        said = "a model is written to a file of its own, not compressed and not piped"
        raise Error(f"{name or '(no name)'}: {said}")


def check_finite(name: str | os.PathLike[str], arrays: Arrays, about: Mapping[str, Any]) -> None:
    """Refuse to write what could not be read: weights grow beyond all bounds if they are learnt too fast."""
    # Where no weight is a number, a scale is nothing to divide by.
    scales = [about.get("scale", 1.0), *(scale for *_, scale in about.get("search", []))]
    floats = [array for array in arrays.values() if array.dtype.kind == "f"]
    if not all(np.isfinite(array).all() for array in floats) or not all(0 < each < np.inf for each in scales):
        raise Error(f"{name}: not written, since weights are no longer finite numbers: learn at a lower rate")


def read_arrays(path: str | os.PathLike[str], *kinds: str) -> tuple[Arrays, dict[str, Any]]:
    """Read what `write_arrays` wrote; `kinds` are what the file may be, the first being what it should."""
    kind = kinds[0]
    check_path(path)
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
            if about.get("kind") not in kinds:
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


def kind_of(path: str | os.PathLike[str]) -> str | None:
    """Return what kind of file of Dodona's this is, such as `model` or `pipeline`; None if it is none."""
    try:
        with safe_open(os.fspath(path), framework="numpy") as file:
            kind = json.loads((file.metadata() or {}).get(_KEY, "null"))["kind"]
    except (OSError, SafetensorError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return kind if isinstance(kind, str) else None


def _as_text(about: Mapping[str, Any]) -> str:
    return json.dumps(
        about, ensure_ascii=False, sort_keys=True, default=index
    )  # NumPy has integers of its own


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
    arrays, about = model_parts(core, info)
    check_finite(path, arrays, about)
    write_arrays(path, arrays, about)


def model_parts(core: _core.Parser, info: Mapping[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """Return all that a parser is: what a file holds, and what `pickle` keeps."""
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
    about = {"kind": "model", "format": FORMAT, "info": dict(info), **setup_about(core)}
    return {**arrays, **setup_arrays(core)}, about


def fixed_arrays(core: _core.Parser) -> Arrays:
    """Return the weights of a parser without a table of features."""
    return dict(_of_search(core)) if core.search_learners else {"hashed": core.hashed}


def _of_search(core: _core.Parser) -> Iterator[tuple[str, NDArray[Any]]]:
    """Give the arrays of base learners: those of moves, and of labels to the left and to the right."""
    for number in range(len(core.search_learners)):
        weights, upper = core.search_arrays(number)
        yield f"search.{number}.weights", weights
        yield f"search.{number}.upper", upper


def setup_about(core: _core.Parser) -> dict[str, Any]:
    """Return what a parser is besides its arrays."""
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


def setup_arrays(core: _core.Parser) -> Arrays:
    """Return the vocabularies of a parser, and its habits."""
    arrays: Arrays = {
        f"vocabulary.{number}": as_lines(strings) for number, strings in enumerate(core.vocabularies)
    }
    contexts, transitions = core.habits
    if contexts.size:
        arrays |= {"habits.contexts": contexts, "habits.transitions": transitions}
    return arrays


def as_lines(strings: Sequence[str]) -> NDArray[np.uint8]:
    """Return strings without line ends as one array; `lines_of` undoes it.

    >>> lines_of(as_lines(["Oaks", "speak"]))
    ['Oaks', 'speak']
    """
    return np.frombuffer("\n".join(strings).encode(), dtype=np.uint8)


def lines_of(array: NDArray[Any]) -> list[str]:
    """Return the strings of an array; an empty one has none."""
    text = array.tobytes().decode()
    return text.split("\n") if text else []


def parser_of(arrays: Arrays, about: Mapping[str, Any]) -> _core.Parser:
    """Put a parser together again; raises what Python and the core do if something is odd."""
    parser = _without_habits(arrays, about)
    if "habits.contexts" in arrays:
        parser.take_on_habits(arrays["habits.contexts"], arrays["habits.transitions"])
    return parser


def _without_habits(arrays: Arrays, about: Mapping[str, Any]) -> _core.Parser:
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


@contextmanager
def telling_of_damage(path: str | os.PathLike[str]) -> Iterator[None]:
    """Say in one line that a model does not fit together, whatever found it out."""
    try:
        yield
    except (KeyError, AttributeError, TypeError, MemoryError) as error:  # their own words help nobody
        raise Error(f"{os.fspath(path)}: the model is damaged (something is missing or odd)") from error
    except (ValueError, _core.TemplateError) as error:
        raise Error(f"{os.fspath(path)}: the model is damaged ({error})") from error


def read_model(path: str | os.PathLike[str]) -> tuple[_core.Parser, dict[str, Any]]:
    """Read a parser and what is known of it; that of a pipeline, if it is one."""
    arrays, about = read_arrays(path, "model", "pipeline")
    with telling_of_damage(path):
        if about["kind"] == "pipeline":
            arrays, about = part_of(arrays, "parser"), about["parser"]
        return parser_of(arrays, about), checked_info(about["info"])


def part_of(arrays: Arrays, name: str) -> Arrays:
    """Return the arrays of one part of a pipeline.

    >>> part_of({"tagger.weights": np.zeros(1), "parser.compact": np.ones(1)}, "parser")
    {'compact': array([1.])}
    """
    return {
        key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")
    }
