"""Write `expected_conll18.json`: the published script's results on the perturbed project treebank.

    python tests/evaluation/expect_conll18.py path/to/conll18_ud_eval.py

Run it again when tests/data/grove.conllu or the perturbations change.
"""

import importlib.util
import io
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

FIELDS = (
    "correct", "gold_total", "system_total", "aligned_total", "precision", "recall", "f1", "aligned_accuracy",
)  # fmt: skip


def load(path: str) -> ModuleType:
    """Import the published script from a path."""
    spec = importlib.util.spec_from_file_location("conll18_ud_eval", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise FileNotFoundError(f"{path}: not the evaluation script of the CoNLL 2018 shared task")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figures(script: ModuleType, gold: str, parse: str) -> dict[str, list[Any]]:
    """Return everything that the published script computes."""
    found = script.evaluate(*(script.load_conllu(io.StringIO(text)) for text in (gold, parse)))
    return {name: [getattr(score, field) for field in FIELDS] for name, score in found.items()}


if __name__ == "__main__":
    from perturb import PERTURBATIONS, parse, perturb, render

    here = Path(__file__).parent
    grove = (here.parent / "data" / "grove.conllu").read_text(encoding="utf-8")
    script = load(sys.argv[1])
    expected = {}
    for way in PERTURBATIONS:
        pair = render(parse(grove)), perturb(grove, way)
        expected[way] = figures(script, *pair)
        expected[f"{way}, reversed"] = figures(script, *reversed(pair))
    lines = [
        f"  {json.dumps(way)}: {{\n"
        + ",\n".join(f"    {json.dumps(name)}: {json.dumps(values)}" for name, values in scores.items())
        + "\n  }"
        for way, scores in expected.items()
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (here / "expected_conll18.json").write_text(text, encoding="utf-8")
