"""What is kept of a run that has not ended, so that it can go on."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from dodona.errors import Error
from dodona.search.model_file import FORMAT, read_arrays, write_arrays
from dodona.search.parser import load
from dodona.training.loop import TrainingRun


class Checkpoint:
    """The files of a run: the model as good as it is so far, and beside it how to go on.

    Both are written after every epoch, each beside its place and then renamed: whatever stops the run,
    what the last finished epoch left is there.
    """

    def __init__(self, model: str | os.PathLike[str]) -> None:
        self.model = Path(model)
        self.path = self.model.with_name(self.model.name + ".checkpoint")

    def save(self, run: TrainingRun, *, best: bool) -> None:
        """Keep a finished epoch."""
        assert run.parser is not None
        # The curve has grown even if the parser is an earlier epoch's.
        run.parser.save(self.model)
        about = {
            "kind": "checkpoint",
            "format": FORMAT,
            "run": fingerprint(run),
            "curve": run.curve,
            "best_epoch": run.best_epoch,
        }
        write_arrays(self.path, run.trainer.state(), about)

    def restore(self, run: TrainingRun) -> None:
        """Bring a fresh run to where the one that was stopped had come."""
        if not self.path.exists():
            raise Error(f"{self.path}: there is nothing to go on from; leave out --resume to begin anew")
        arrays, about = read_arrays(self.path, "checkpoint")
        if about.get("run") != fingerprint(run):
            raise Error(
                f"{self.path}: this was another run: treebanks, recipe and options must be the same to go on"
            )
        try:
            run.trainer.restore(arrays)
            run.curve = list(about["curve"])
            run.best_epoch = int(about["best_epoch"])
        except (KeyError, ValueError, TypeError, RuntimeError) as error:
            raise Error(f"{self.path}: the checkpoint is damaged ({error})") from error
        run.parser = load(self.model)

    def remove(self) -> None:
        """Throw away what is only needed to go on."""
        self.path.unlink(missing_ok=True)


def fingerprint(run: TrainingRun) -> str:
    """Return what two runs share if one can go on where the other stopped.

    The number of epochs may differ: a run can be made longer.
    """
    recipe = {name: value for name, value in run.recipe.to_dict().items() if name != "epochs"}
    digest = hashlib.blake2b(json.dumps(recipe, sort_keys=True).encode(), digest_size=16)
    digest.update(run.templates.text.encode())
    for treebank in (run.prepared.treebank, *([run.dev.gold] if run.dev else [])):
        digest.update(b"\0")
        digest.update(treebank._core.write(0, len(treebank)))
    return digest.hexdigest()
