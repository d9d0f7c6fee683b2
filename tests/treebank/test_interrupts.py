"""Long computations in the core can be interrupted by signals, such as Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import dodona
from dodona import _core

WORK: dict[str, Callable[[_core.Treebank], Any]] = {
    "select": lambda core: core.select([0] * 200_000),
    "concatenate": lambda core: _core.concatenate([core.select([0])] * 20_000),
    "head_arrays": lambda core: core.head_arrays(),
    "text_lists": lambda core: core.text_lists(_core.Text.form),
    "gap_degrees": lambda core: core.gap_degrees(),
    "depths": lambda core: core.depths(),
    "nonprojective": lambda core: core.nonprojective(),
    "projectivise": lambda core: core.projectivise(_core.Encoding.head),
    "deprojectivise": lambda core: core.deprojectivise(_core.Encoding.head),
}


@pytest.mark.parametrize("name", WORK)
def test_work_can_be_interrupted(
    name: str, grove: dodona.Treebank, stopped_by_the_third_signal: Callable[[Callable[[], Any]], None]
) -> None:
    index = next(index for index, sentence in enumerate(grove) if not sentence.is_projective)
    core = grove[[index] * 100_000]._core
    stopped_by_the_third_signal(lambda: WORK[name](core))
