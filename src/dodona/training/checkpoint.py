"""What is kept of a run that has not ended, so that it can go on."""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dodona.errors import ArgumentError, Error
from dodona.search.model_file import FORMAT, Arrays, check_name, is_model, read_arrays, write_arrays
from dodona.search.parser import load
from dodona.training.loop import TrainingRun
from dodona.treebank.source import check_folder
from dodona.treebank.treebank import Treebank


class Checkpoint:
    """The files of a run: the model as good as it is so far, and beside it how to go on.

    Both are written after every epoch, each beside its place and then renamed: whatever stops the run,
    what the last finished epoch left is there. The model comes first: if the run is stopped between the
    two, going on goes through that epoch once more, and comes to the same model.
    """

    def __init__(self, model: str | os.PathLike[str], origin: str = "") -> None:
        """Name the files; `origin` tells runs apart before it is known what they train on."""
        if not isinstance(model, (str, os.PathLike)):
            raise ArgumentError("output", model, "the path of a file")
        self.origin = origin
        self.model = Path(model)
        self._given = os.fspath(model)  # a path of no name would be that of a folder
        self.path = self.model.with_name(self.model.name + ".checkpoint") if self.model.name else self.model

    def check(self) -> None:
        """Complain now of what could not be written after the first epoch."""
        name = self._given
        folder = self.model.parent
        check_name(name)
        if self.model.is_dir():
            raise Error(f"{name}: this is a folder, not a file to write: name a file in it")
        check_folder(name)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise Error(f"{name}: the folder {folder} may not be written")
        for path in (self.model, self.path):
            if path.exists() and not is_model(path):
                raise Error(f"{path}: this is there already and no model: choose another name, or remove it")
            if path.exists() and not os.access(path, os.W_OK):
                raise Error(f"{path}: the file may not be written")
            _remove_parts(path)

    def save(self, run: TrainingRun) -> None:
        """Keep a finished epoch."""
        assert run.parser is not None
        # The curve has grown even if the parser is an earlier epoch's.
        run.parser.save(self.model)
        about = {
            "kind": "checkpoint",
            "format": FORMAT,
            "run": fingerprint(run),
            "origin": self.origin,
            "curve": run.curve,
            "best_epoch": run.best_epoch,
        }
        write_arrays(self.path, run.trainer.state(), about)

    def check_resumption(self) -> None:
        """Complain now of what `restore` would complain of, as far as `origin` tells."""
        if self.path.exists():
            self._read("origin", self.origin)
        elif not self.model.exists():
            raise self._nothing()

    def restore(self, run: TrainingRun) -> None:
        """Bring a fresh run to where the one that was stopped had come."""
        if not self.path.exists():
            if self._was_stopped_at_once(run):
                return
            raise self._nothing()
        arrays, about = self._read("run", fingerprint(run))
        try:
            run.trainer.restore(arrays)
            run.curve = list(about["curve"])
            run.best_epoch = int(about["best_epoch"])
        except (KeyError, ValueError, TypeError, RuntimeError) as error:
            raise Error(f"{self.path}: the checkpoint is damaged") from error
        if run.epochs_done > run.recipe.epochs:
            raise Error(
                f"{self.path}: {run.epochs_done} epochs are done, and no more than {run.recipe.epochs} are "
                "asked for: ask for more, or leave out --resume to begin anew"
            )
        parser = load(self.model)
        if parser.info["curve"][: run.epochs_done] != run.curve:
            raise Error(f"{self.model}: this model is not from the run of {self.path.name}")
        run.parser = parser

    def _read(self, key: str, right: str) -> tuple[Arrays, dict[str, Any]]:
        arrays, about = read_arrays(self.path, "checkpoint")
        if about.get(key) != right:
            raise Error(
                f"{self.path}: this was another run: treebanks, recipe and options must be the same to go on"
            )
        return arrays, about

    def _nothing(self) -> Error:
        ended = "the run has ended: " if self.model.exists() else ""
        return Error(f"{self.path}: {ended}there is nothing to go on from; leave out --resume to begin anew")

    def _was_stopped_at_once(self, run: TrainingRun) -> bool:
        """Whether there is the first epoch's model of such a run and nothing else yet: then begin anew."""
        if not self.model.exists():
            return False
        info = load(self.model).info
        return info["recipe"] == run.choices() and len(info["curve"]) == 1 < run.recipe.epochs

    def remove(self) -> None:
        """Throw away what is only needed to go on."""
        self.path.unlink(missing_ok=True)


def _remove_parts(path: Path) -> None:
    """Remove what a run that was killed had half written; one that still runs keeps its own."""
    path = path.resolve()  # a link's target is what is written
    for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        number = part.name.split(".")[-2]
        if os.name == "posix" and number.isdigit() and not _runs(int(number)):
            with suppress(OSError):
                part.unlink()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def fingerprint(run: TrainingRun) -> str:
    """Return what two runs share if one can go on where the other stopped.

    The number of epochs may differ: a run can be made longer.
    """
    treebanks = [run.prepared.treebank, *([run.dev.gold] if run.dev else [])]
    return digest_of(run.choices(), run.templates.text, treebanks)


def digest_of(choices: Mapping[str, Any], templates: str, treebanks: Sequence[Treebank]) -> str:
    """Return a number for choices and data, the number of epochs aside."""
    recipe = {name: value for name, value in choices.items() if name != "epochs"}
    digest = hashlib.blake2b(json.dumps(recipe, sort_keys=True).encode(), digest_size=16)
    digest.update(templates.encode())
    for treebank in treebanks:
        digest.update(b"\0")
        digest.update(treebank._core.write(0, len(treebank)))
    return digest.hexdigest()
