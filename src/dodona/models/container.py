"""The file format of models: arrays and metadata in one safetensors file, with a checksum."""

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
from dodona.drawing.width import visible
from dodona.errors import Error, file_error
from dodona.treebank.source import path_of, written

#: Increased whenever older versions cannot read a new file.
FORMAT = 5
#: The formats that this version reads: 4 is that of Dodona 0.1.
_READABLE = (4, 5)

_KEY = "dodona"
#: The safetensors names of array types.
_DTYPES = {
    f"{kind}{bits}": f"{kind[0].upper()}{bits}"
    for kind in ("uint", "int", "float")
    for bits in (8, 16, 32, 64)
}
Arrays = dict[str, NDArray[Any]]


def is_model(path: Path) -> bool:
    """Return whether a file may be overwritten by a model: a treebank, named by mistake, may not."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            start = file.read(100)
    except OSError:
        return True  # writing will report it
    return not start or b'"__metadata__":{"dodona"' in start


def check_overwriting(path: Path, advice: str = "choose another name, or remove it") -> None:
    """Refuse to overwrite a file that is not a model."""
    if path.exists() and not is_model(path):
        raise Error(f"{path}: this exists and is not a model: {advice}")


def write_arrays(
    path: str | os.PathLike[str], arrays: Arrays, about: Mapping[str, Any], *, overwrite: bool = False
) -> None:
    """Write arrays and metadata; the same content gives the same bytes.

    A file that is not a model is overwritten only with `overwrite`.
    """
    path_of(path)
    check_name(os.fspath(path))
    if not overwrite and Path(path).is_file():
        check_overwriting(Path(path))
    # One entry, since the order of several is not deterministic.
    text = _as_text({**about, "checksum": _checksum(arrays, about)})
    # Larger item sizes first, so that all arrays are aligned.
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
        # safetensors' own `save` copies everything twice, and a checkpoint may be large.
        file.write(len(start).to_bytes(8, "little") + start)
        for array in ordered.values():
            file.write(_bytes_of(array))


def check_name(name: str) -> None:
    """Refuse names of compressed files and of standard output.

    >>> check_name("my.model.gz")
    Traceback (most recent call last):
        ...
    dodona.errors.Error: my.model.gz: a model is written to a file, not compressed and not piped
    """
    if name in ("", "-") or name.endswith((".gz", ".xz")):
        said = "a model is written to a file, not compressed and not piped"
        raise Error(f"{name or '(no name)'}: {said}")


def check_finite(name: str | os.PathLike[str], arrays: Arrays, values: Mapping[str, Any]) -> None:
    """Refuse to write infinite weights, the result of a learning rate that is too high."""
    # Weights that are not finite give a scale that is not.
    scales = [value for key, value in values.items() if key.rpartition(".")[2] == "scale"]
    floats = [array for array in arrays.values() if array.dtype.kind == "f"]
    if not all(np.isfinite(array).all() for array in floats) or not all(0 < each < np.inf for each in scales):
        raise Error(f"{name}: not written, since weights are not finite: use a lower learning rate")


def read_arrays(path: str | os.PathLike[str], *kinds: str) -> tuple[Arrays, dict[str, Any]]:
    """Read a file of `write_arrays`; `kinds` are the accepted kinds, the expected one first."""
    kind = kinds[0]
    path_of(path)
    name = os.fspath(path)
    try:
        with Path(path).open("rb"):
            pass
        with safe_open(name, framework="numpy") as file:
            text = (file.metadata() or {}).get(_KEY)
            if text is None:
                raise Error(f"{name}: this is not a Dodona {kind}")
            about = json.loads(text)
            if not _has_numbers_in_range(about):
                raise Error(f"{name}: the {kind} is damaged (a number is not finite or too large)")
            found = about.get("format")
            if about.get("kind") not in kinds:
                other = _shown(about.get("kind"))
                other = "pipeline with an encoder: dodona.load loads it" if other == "encoder" else other
                raise Error(f"{name}: this is not a {kind} but a {other}")
            if found not in _READABLE:
                raise Error(
                    f"{name}: this {kind} has format {_shown(found)}, and this version of Dodona reads "
                    f"{' and '.join(map(str, _READABLE))}: "
                    "train it again, or use the version that made it"
                )
            arrays = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
            right = about.pop("checksum", None) == _checksum(arrays, about)
    except OSError as error:
        raise file_error(name, error) from error
    except (SafetensorError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Error(f"{name}: this is not a Dodona {kind}, or it has been cut off or damaged") from error
    if not right:
        raise Error(f"{name}: the {kind} is damaged (its checksum is wrong)")
    return arrays, about


def kind_of(path: str | os.PathLike[str]) -> str | None:
    """Return the kind of a Dodona file, such as `model` or `pipeline`; None for other files."""
    kind = about_of(path).get("kind")
    return kind if isinstance(kind, str) else None


def about_of(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the unchecked metadata of a Dodona file; those of other files are empty."""
    try:
        with safe_open(os.fspath(path), framework="numpy") as file:
            about = json.loads((file.metadata() or {}).get(_KEY, "null"))
    except (OSError, SafetensorError, ValueError, TypeError, RecursionError):
        return {}
    return about if isinstance(about, dict) else {}


def _shown(value: object, most: int = 40) -> str:
    """Return a value from a file, for a message."""
    return visible(str(value)[:most])


def _has_numbers_in_range(about: Any) -> bool:
    """Return whether all numbers are finite and have at most 64 bits, as those of models do."""
    left = [about]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif isinstance(value, (int, float)) and not abs(value) < 2**64:
            return False
    return True


def _as_text(about: Mapping[str, Any]) -> str:
    return json.dumps(
        about, ensure_ascii=False, sort_keys=True, default=index
    )  # NumPy has integers of its own


def _checksum(arrays: Arrays, about: Mapping[str, Any]) -> int:
    """Return a CRC of the content; it detects damage, not tampering."""
    checksum = zlib.crc32(_as_text(about).encode())
    for name in sorted(arrays):
        array = arrays[name]
        checksum = zlib.crc32(f"{name} {array.dtype} {array.shape}".encode(), checksum)
        checksum = zlib.crc32(_bytes_of(array), checksum)
    return checksum


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


def as_lines(strings: Sequence[str]) -> NDArray[np.uint8]:
    """Return strings without line breaks as one array; `lines_of` undoes it.

    >>> lines_of(as_lines(["Oaks", "speak"]))
    ['Oaks', 'speak']
    """
    return np.frombuffer("\n".join(strings).encode(), dtype=np.uint8)


def lines_of(array: NDArray[Any]) -> list[str]:
    """Return the strings of an array."""
    text = array.tobytes().decode()
    return text.split("\n") if text else []


def part_of(arrays: Arrays, name: str) -> Arrays:
    """Return the arrays of one part of a pipeline.

    >>> part_of({"tagger.weights": np.zeros(1), "parser.compact": np.ones(1)}, "parser")
    {'compact': array([1.])}
    """
    return {
        key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")
    }


@contextmanager
def reporting_damage(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn any exception from an inconsistent model into one line."""
    try:
        yield
    except (KeyError, AttributeError, TypeError, MemoryError) as error:  # their messages do not help the user
        raise Error(f"{os.fspath(path)}: the model is damaged (something is missing or invalid)") from error
    except (ValueError, _core.TemplateError) as error:
        raise Error(f"{os.fspath(path)}: the model is damaged ({_shown(error, 300)})") from error
