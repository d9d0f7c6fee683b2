"""Checkpoints: the files from which an interrupted run continues."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dodona.errors import ArgumentError, Error
from dodona.models.container import FORMAT, Arrays, check_name, check_overwriting, read_arrays, write_arrays
from dodona.training.identity import differences
from dodona.training.loop import Run
from dodona.treebank.source import check_folder, path_of, remove_parts


class Checkpoint:
    """The files of a run: the best model so far, and next to it the state of the learner.

    Both are written after every epoch, each to a temporary file that is then renamed, so no interruption
    loses a finished epoch. The model is written first: if the run stops between the two, resuming repeats
    that epoch, with the same result.
    """

    def __init__(
        self,
        model: str | os.PathLike[str],
        origin: Mapping[str, Any] | None = None,
        output: str | os.PathLike[str] | None = None,
    ) -> None:
        """Name the files; `origin` identifies the run before its training data is prepared.

        `output` is the file that the user named, if the model is only a part of it.
        """
        if not isinstance(model, (str, os.PathLike)):
            raise ArgumentError("output", model, "the path of a file")
        self.origin = origin
        self.model = Path(model)
        self._given = os.fspath(model)  # Path turns an empty path into a folder
        self.path = self.model.with_name(self.model.name + ".checkpoint") if self.model.name else self.model
        self._told = os.fspath(self.path if output is None else output)

    def check(self) -> None:
        """Report before training what could not be written after the first epoch."""
        name = self._given
        folder = self.model.parent
        check_name(name)
        for path in (self.model, self.path):
            path_of(path)
        if self.model.is_dir():
            raise Error(f"{name}: this is a folder, not a file to write: name a file in it")
        check_folder(name)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise Error(f"{name}: the folder {folder} is not writable")
        for path in (self.model, self.path):
            check_overwriting(path)
            if path.exists() and not os.access(path, os.W_OK):
                raise Error(f"{path}: the file is not writable")
            remove_parts(path)

    def save(self, run: Run) -> None:
        """Write a finished epoch."""
        assert run.parser is not None
        # The curve has grown even if the parser is from an earlier epoch.
        run.parser.save(self.model)
        about = {
            "kind": "checkpoint",
            "format": FORMAT,
            "run": run.identity(),
            "origin": self.origin,
            "curve": run.curve,
            "best_epoch": run.best_epoch,
            **({} if run.mixture is None else {"silver": run.mixture.place}),
        }
        write_arrays(self.path, run.state(), about)

    def check_resumption(self) -> None:
        """Report before training what `restore` would refuse, as far as `origin` shows it."""
        if self.path.exists():
            self._read("origin", self.origin)
        elif not self.model.exists():
            raise self._nothing()

    def restore(self, run: Run) -> None:
        """Bring a new run to the state of the interrupted one."""
        if not self.path.exists():
            if self._was_stopped_at_once(run):
                return
            raise self._nothing()
        arrays, about = self._read("run", run.identity())
        try:
            run.restore(arrays)
            run.curve = list(about["curve"])
            run.best_epoch = int(about["best_epoch"])
            if run.mixture is not None:
                run.mixture.go_to(int(about["silver"]))
        except (KeyError, ValueError, TypeError, RuntimeError) as error:
            raise Error(
                f"{self.path}: the checkpoint is damaged, or was written by another version of Dodona; "
                "leave out --resume to start over"
            ) from error
        if run.epochs_done > run.recipe.epochs:
            raise Error(
                f"{self._told}: {run.epochs_done} epochs are done, more than the {run.recipe.epochs} "
                "requested: raise --epochs, or leave out --resume to start over"
            )
        parser = run.load(self.model)
        if run.info_of(parser)["curve"][: run.epochs_done] != run.curve:
            raise Error(f"{self.model}: this model is not from the run of {self.path.name}")
        run.parser = parser

    def _read(self, key: str, right: Mapping[str, Any] | None) -> tuple[Arrays, dict[str, Any]]:
        arrays, about = read_arrays(self.path, "checkpoint")
        if about.get(key) != right:
            found = differences(about.get(key), right)
            other = f"another run: {_first(found)};" if found else "another run or version of Dodona:"
            raise Error(
                f"{self._told}: this was {other} treebanks, recipe and options must be the same to resume"
            )
        return arrays, about

    def _nothing(self) -> Error:
        ended, what = "", self._told
        if what == os.fspath(self.path) and self.model.exists():  # the checkpoint has been removed
            what = os.fspath(self.model)
        if Path(what).exists():
            ended = "the run has ended: "
        return Error(f"{what}: {ended}there is nothing to resume; leave out --resume to start over")

    def _was_stopped_at_once(self, run: Run) -> bool:
        """Whether there is only the model of the first epoch, without a checkpoint: then start over."""
        if not self.model.exists():
            return False
        info = run.info_of(run.load(self.model))
        return info["recipe"] == run.choices() and len(info["curve"]) == 1 < run.recipe.epochs

    def remove(self) -> None:
        """Remove the state, which only resuming needs."""
        self.path.unlink(missing_ok=True)


def _first(found: list[str], most: int = 3) -> str:
    left = len(found) - most
    return ", ".join([*found[:most], *([f"and {left} more"] if left > 0 else [])])
