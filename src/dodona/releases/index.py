"""The index of a release: `models.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from dodona.errors import Error
from dodona.releases.licences import restriction
from dodona.releases.names import Names, called

INDEX = "models.json"
FORMAT = 1
#: What to do about the restriction of a licence.
ASKING = "; if that is right for you, add --non-commercial"

Scores = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Released:
    """A model of a release."""

    name: str
    language: str
    treebank: str
    #: The release of Universal Dependencies, if known.
    ud: str | None
    licence: str
    file: str
    bytes: int
    sha256: str
    #: By kind (`raw text`, `gold words`) and metric of the CoNLL 2018 shared task; None without test data.
    scores: Scores | None
    #: Words to learn from.
    words: int
    #: The development data: `the treebank's`, `every tenth training sentence` or `none`.
    dev: str
    dodona: str
    #: A digest of the treebank's files.
    data: str

    @property
    def names(self) -> Names:
        """What it can be called."""
        return Names(self.name, self.language, self.treebank)

    @property
    def las(self) -> float | None:
        """LAS from raw text."""
        return None if self.scores is None else self.scores["raw text"]["LAS"]

    @property
    def described(self) -> str:
        """A short description."""
        what = self.treebank if self.ud is None else f"{self.treebank} {self.ud}"
        return f"{self.name} ({what}, {self.licence}{'' if self.las is None else f', LAS {self.las:.2f}'})"


def quality(las: float | None, words: int) -> tuple[float, int]:
    """Return the rank of a model among those of its language: by LAS from raw text, then by size."""
    return (-1.0 if las is None else las, words)


def choose(models: Sequence[Released], name: str, where: str, *, non_commercial: bool) -> list[Released]:
    """Return the models that have a name, the best first; none if the release has none.

    Those that must not be used commercially count only if they are asked for.
    """
    found = called(name, models, lambda each: each.names)
    allowed = [each for each in found if non_commercial or not restriction(each.licence)]
    if found and not allowed:
        raise Error(f"{where}{found[0].file}: {restriction(found[0].licence)}{ASKING}")
    return sorted(allowed, key=lambda each: quality(each.las, each.words), reverse=True)


def as_json(models: Sequence[Released], settings: Mapping[str, Any]) -> bytes:
    """Return the content of an index."""
    about = {"format": FORMAT, "settings": settings, "models": [asdict(each) for each in models]}
    return json.dumps(about, indent=1, ensure_ascii=False).encode() + b"\n"


def read_index(content: bytes, where: str) -> tuple[list[Released], dict[str, Any]]:
    """Return the models and the settings of an index, which may be from a stranger."""
    try:
        about = json.loads(content)
        if about["format"] != FORMAT:
            raise Error(f"{where}: this index is from another version of Dodona")
        names = [field.name for field in fields(Released)]
        models = [Released(**{name: each[name] for name in names}) for each in about["models"]]
        if not all(map(_is_valid, models)) or not isinstance(about["settings"], dict):
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Error(f"{where}: this is not an index of models, or it is damaged") from None
    return models, about["settings"]


def _is_valid(model: Released) -> bool:
    texts = (model.name, model.language, model.treebank, model.licence, model.sha256, model.dev, model.dodona)
    return (
        all(isinstance(each, str) and each.isprintable() for each in texts)
        and re.fullmatch(r"\w[\w'-]{0,100}", model.name) is not None
        and model.file == f"{model.name}.model"
        and re.fullmatch("[0-9a-f]{64}", model.sha256) is not None
        and (model.ud is None or (isinstance(model.ud, str) and model.ud.isprintable()))
        and type(model.bytes) is int
        and type(model.words) is int
        and (model.scores is None or _are_scores(model.scores))
    )


def _are_scores(scores: Any) -> bool:
    return (
        isinstance(scores, dict)
        and isinstance(scores.get("raw text"), dict)
        and all(isinstance(each, dict) and isinstance(each.get("LAS"), float) for each in scores.values())
        and all(isinstance(score, float) for each in scores.values() for score in each.values())
    )
