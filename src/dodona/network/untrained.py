"""Networks with random weights: as fast as others, and of no other use."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dodona import _core
from dodona.network.targets import Factored
from dodona.parsing.parser import Parser
from dodona.treebank.treebank import Treebank

#: The sizes that `dodona train --recipe network` chooses.
SIZES = {
    "width": 256,
    "layers": 3,
    "hidden": 128,
    "word_size": 128,
    "ngram_size": 128,
    "shape_size": 32,
}


def untrained(
    treebank: Treebank,
    *,
    system: str = "arc_hybrid",
    buckets: int = 60_000,
    shapes: int = 4096,
    seed: int = 1,
    **sizes: int,
) -> Parser:
    """Return a parser whose network knows the words, tags and labels of a treebank.

    >>> parser = untrained(Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]]), width=32, layers=1)
    >>> parser.parse(["Doves", "listen"]).labels
    ['_', '_']
    """
    random = np.random.default_rng(seed)
    values: dict[str, Any] = {**SIZES, **sizes}
    core = treebank._core
    spec = _core.ParserSpec.of(core, _core.SystemChoice[system], _core.Root.first, single_root=True)
    positions = _core.network_positions(spec)
    words, counts = _core.network_word_counts(core)
    known = [word for word, count in zip(words, counts.tolist(), strict=True) if count > 2]
    heads = list(Factored.of(treebank).values.items())
    width, hidden = values["width"], values["hidden"]
    arrays: dict[str, Any] = {}

    def table(name: str, rows: int, columns: int) -> None:
        arrays[name] = random.standard_normal(rows * columns, np.float32)

    def dense(name: str, inputs: int, outputs: int) -> None:
        arrays[f"{name}.weight"] = random.standard_normal(inputs * outputs, np.float32) / math.sqrt(inputs)
        arrays[f"{name}.bias"] = np.zeros(outputs, np.float32)

    table("word.table", len(known) + 1, values["word_size"])
    table("ngram.table", buckets, values["ngram_size"])
    table("shape.table", shapes, values["shape_size"])
    dense("mix", values["word_size"] + values["ngram_size"] + values["shape_size"], width)
    for layer in range(values["layers"]):
        dense(f"layer.{layer}.gates", width, 2 * width)
        dense(f"layer.{layer}.out", width, width)
        arrays[f"layer.{layer}.norm.weight"] = np.ones(width, np.float32)
        arrays[f"layer.{layer}.norm.bias"] = np.zeros(width, np.float32)
    dense("tags", width, sum(len(of_head) for _, of_head in heads))
    dense("parts", width, len(positions) * hidden)
    table("parts.none", len(positions), hidden)
    table("parts.root", len(positions), hidden)
    dense("moves", hidden, spec.transitions)
    made = _core.Parser.of_network(spec, {**values, "positions": " ".join(positions)}, known, heads, arrays)
    return Parser(made, _info(system, treebank))


def _info(system: str, treebank: Treebank) -> dict[str, Any]:
    """Return the metadata that a parser needs."""
    return {
        "recipe": {"system": system.replace("_", "-"), "learner": "network", "nonprojective": "keep"},
        "single_root": True,
        "tag": "upos",
        "templates": {"name": "none", "count": 0},
        "treebank": {
            "name": treebank.source,
            **dict.fromkeys(("several_roots", "dropped", "projectivised"), 0),
            "sentences": len(treebank),
            "words": treebank.word_count,
        },
        "dev": None,
        "curve": [{"epoch": 1, "update_rate": 1.0}],
        "best_epoch": 1,
    }
