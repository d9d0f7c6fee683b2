"""Rebuild the English models that come with Dodona: a teacher labels text, and two students learn from it.

    python scripts/english_model.py EWT --encoder MPNET --texts TEXTS --work WORK [--only english-fast]

EWT holds train.conllu, dev.conllu and test.conllu of UD_English-EWT (plain or compressed). MPNET is the
encoder all-mpnet-base-v2, a folder or a name of the Hugging Face hub. TEXTS is a folder of texts with a
paragraph in each line, and with tokenised sentences where the name has `.tok`; src/dodona/models/LICENSE
lists those of the models in the package. WORK keeps the teacher and the silver trees: what is complete there
is not made again.

The teacher and `english` need a GPU: 2 and 12 minutes on an H200, where labelling 50 million words with six
processes takes 3 minutes. GPUs do not give the same bytes everywhere; `english-fast` is the same wherever its
silver trees are.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any

import dodona
from dodona.pipelines.restoring import text_of
from dodona.treebank.source import pieces

_TEACHER: dict[str, Any] = {
    "recipe": "encoder",
    "encoder_rate": 6e-5,
    "head_rate": 1e-3,
    "epochs": 10,
    "batch_words": 2000,
}
STUDENTS: dict[str, dict[str, Any]] = {
    "english": {
        "recipe": "network",
        "layer_dropout": 0.1,
        "word_dropout": 0.05,
        "batch_words": 16_000,
        "epochs": 27,
        "silver_share": 0.95,
    },
    "english-fast": {"epochs": 8, "silver_share": 0.95, "prune": 3.1},
}
#: The linear student has a quarter of the silver trees: with more, words alone would take half of its 12 MB.
_PARTS = {"english": 1, "english-fast": 4}
#: It reads clusters of words, which are learnt from a third of them.
_PART_OF_CLUSTERS = 3
_MODELS = Path(dodona.__file__).parent / "models"


def read(folder: Path, part: str) -> dodona.Treebank:
    (path,) = sorted(folder.glob(f"*{part}.conllu*"))
    return dodona.read(path)


def trained_teacher(path: Path, encoder: str, train: dodona.Treebank, dev: dodona.Treebank) -> None:
    if not path.exists():
        dodona.train_pipeline(train, dev, encoder=encoder, **_TEACHER).save(path)


def labelled(teacher: Path, text: Path, folder: Path, tests: list[dodona.Treebank]) -> list[Path]:
    """Return the files of silver trees of a text."""
    paragraphs = folder.with_suffix(".txt")
    tokenised = ".tok" in text.name
    with paragraphs.open("wb") as file:
        for piece in pieces(text):
            file.write(piece if tokenised else piece.replace(b"\n", b"\n\n"))
    silver = dodona.label(
        teacher,
        [paragraphs],
        folder,
        input="horizontal" if tokenised else "text",
        without=[test._core.write(0, len(test)) for test in tests],
        resume=folder.exists(),
    )
    paragraphs.unlink()
    return silver.files


def mixed(files: list[list[Path]]) -> list[Path]:
    """Return the files of several texts, each text spread evenly over all of them."""
    places = [((place + 0.5) / len(each), path) for each in files for place, path in enumerate(each)]
    return [path for _, path in sorted(places)]


def clusters_of(files: list[Path], path: Path) -> Path:
    """Return the file of the clusters that some files of silver trees give."""
    if not path.exists():
        found = dodona.learn_clusters(files)
        path.write_text("".join(f"{word}\t{cluster}\n" for word, cluster in found.items()), encoding="utf-8")
    return path


def scores(gold: dodona.Treebank, parsed: dodona.Treebank) -> dict[str, float]:
    found = dodona.conll18(gold, parsed)
    return {name: round(100 * score.f1, 2) for name, score in found.items()}


def described(made: dodona.Pipeline, parts: dict[str, dodona.Treebank]) -> dodona.Pipeline:
    """Return a pipeline with what the models in the package say of themselves."""
    made.info |= {
        "language": "English",
        "treebank": "UD_English-EWT",
        "licence": "CC BY-SA 4.0",
        "scores": {
            f"{part}, {name}": scores(gold, parse(gold))
            for part, gold in parts.items()
            for name, parse in (
                ("raw text", lambda gold: made(text_of(gold))),
                ("gold words", lambda gold: made.parse(gold, tags="predict")),
            )
        },
    }
    return made


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("treebank", type=Path, metavar="EWT")
    parser.add_argument("--encoder", required=True, metavar="MPNET")
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--only", choices=STUDENTS, help="build one of the models")
    parser.add_argument("--output", type=Path, default=_MODELS, help="a folder; by default the package's")
    chosen = parser.parse_args()
    train, dev, test = (read(chosen.treebank, part) for part in ("train", "dev", "test"))
    chosen.work.mkdir(exist_ok=True)
    teacher = chosen.work / "teacher.model"
    trained_teacher(teacher, chosen.encoder, train, dev)
    texts = sorted(path for path in chosen.texts.iterdir() if ".txt" in path.name or ".tok" in path.name)
    silver = mixed([labelled(teacher, text, chosen.work / text.name, [dev, test]) for text in texts])
    for name in [chosen.only] if chosen.only else STUDENTS:
        options = dict(STUDENTS[name])
        if name == "english-fast":
            options["clusters"] = clusters_of(silver[::_PART_OF_CLUSTERS], chosen.work / "clusters.txt")
        made = dodona.train_pipeline(train, dev, silver=silver[:: _PARTS[name]], **options)
        if not made.parser.info.get("calibration"):
            # Calibrate with predicted tags, which the parser will see on raw text.
            made.parser.calibrate(made.tag(dev, tags="predict"))
        path = chosen.output / f"{name}.model"
        described(made, {"test": test, "dev": dev}).save(path)
        for part, figures in made.info["scores"].items():
            print(name, part, figures)
        content = path.read_bytes()
        print(f"{path}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
