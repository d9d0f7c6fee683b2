"""A file of results, so that an interrupted experiment resumes where it stopped."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import dodona
from dodona.errors import Error, file_error
from dodona.features.templates import templates_of
from dodona.runs.run import Result, Run
from dodona.treebank.source import check_folder, path_of

Kind = TypeVar("Kind", bound=Result)


class Cache(Generic[Kind]):
    """A file of JSON lines, one per result; without a file, nothing is cached.

    Papers can share a file: each reads the results of its own kind.
    """

    def __init__(self, kind: type[Kind], path: str | os.PathLike[str] | None = None) -> None:
        self.kind = kind
        self.path = None if path is None else path_of(path, "cache")
        self._found = self._read()

    def get(self, run: Run) -> Kind | None:
        """Return the cached result of a run, if any."""
        return self._found.get(fingerprint(run)) if self._found else None

    def put(self, run: Run, result: Result) -> None:
        """Append a result to the file at once."""
        if self.path is None:
            return
        line = json.dumps({"run": fingerprint(run), **asdict(result)}, ensure_ascii=False)
        try:
            with self.path.open("ab+") as file:
                # A killed process may have left half a line: start a new one.
                if file.tell() and not _ends_line(self.path):
                    file.write(b"\n")
                file.write(line.encode() + b"\n")
        except OSError as error:
            raise file_error(self.path, error) from error

    def _read(self) -> dict[str, Kind]:
        if self.path is None:
            return {}
        if not self.path.exists():
            check_folder(self.path)  # before the first run
            return {}
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise file_error(self.path, error) from error
        records = [record for line in lines if (record := _record_in(line))]
        if lines and not records:  # do not append to a file of another kind
            raise Error(f"{self.path}: this is not a file of results; choose another")
        return {record["run"]: result for record in records if (result := self._result(record))}

    def _result(self, record: dict[str, Any]) -> Kind | None:
        """Return the result in a record; None if it is of another kind."""
        try:
            return self.kind(**{field.name: record[field.name] for field in fields(self.kind)})
        except (KeyError, TypeError, ValueError):
            return None


def fingerprint(run: Run) -> str:
    """Return a digest of everything that determines the result of a run."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (
        dodona.__version__,
        run.experiment.name,
        run.experiment.part,
        json.dumps(run.recipe.to_dict(), sort_keys=True),
        templates_of(run.recipe).text,
        *map(content_of, run.experiment.files.paths),
        *([run.way] if run.way else []),
        *([] if run.experiment.folds is None else [f"predicted tags, {run.experiment.folds} folds"]),
    ):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


@cache
def content_of(path: Path) -> str:
    """Return a digest of a file; it is read once."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _record_in(line: str) -> dict[str, Any] | None:
    """Return the record in a line; None if the line is incomplete."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) and isinstance(record.get("run"), str) else None


def _ends_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
