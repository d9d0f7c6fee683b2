"""Results of finished runs in a file, so that an interrupted reproduction goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path

import dodona
from dodona.errors import Error
from dodona.features import templates
from dodona.reproduce.runs import Result, Run


class Cache:
    """A file of JSON lines, one a result; without a file, nothing is kept."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = None if path is None else Path(path)
        self._found = self._read()

    def get(self, run: Run) -> Result | None:
        """Return what came of a run, if it has been done before."""
        return self._found.get(fingerprint(run)) if self._found else None

    def put(self, run: Run, result: Result) -> None:
        """Keep a result; it is in the file before the next run begins."""
        if self.path is None:
            return
        line = json.dumps({"run": fingerprint(run), **asdict(result)}, ensure_ascii=False)
        try:
            with self.path.open("ab+") as file:
                # A run that was killed while it wrote leaves half a line, which must stay alone.
                if file.tell() and not _ends_line(self.path):
                    file.write(b"\n")
                file.write(line.encode() + b"\n")
        except OSError as error:
            raise Error(f"{self.path}: {error.strerror or error}") from error

    def _read(self) -> dict[str, Result]:
        if self.path is None or not self.path.exists():
            return {}
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise Error(f"{self.path}: {error.strerror or error}") from error
        found = dict(pair for line in lines if (pair := _result_in(line)))
        if lines and not found:  # whatever this is, it is no place to write to
            raise Error(f"{self.path}: this is not a file of results; choose another")
        return found


def fingerprint(run: Run) -> str:
    """Return what is the same for two runs that must give the same result."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (
        dodona.__version__,
        run.experiment.name,
        run.experiment.part,
        json.dumps(run.recipe.to_dict(), sort_keys=True),
        templates(run.recipe.features, run.recipe.system).text,
        *map(content_of, run.experiment.files.paths),
    ):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


@cache
def content_of(path: Path) -> str:
    """Return what tells the content of a file; the file is read once."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _result_in(line: str) -> tuple[str, Result] | None:
    """Return the result in a line, and whose it is; None if the line was cut off."""
    try:
        record = json.loads(line)
        return record["run"], Result(**{field.name: record[field.name] for field in fields(Result)})
    except (ValueError, KeyError, TypeError):
        return None


def _ends_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
