"""Labelling raw text with a teacher, in shards that an interrupted run keeps."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dodona import _core
from dodona.distillation.repetition import Repetitions
from dodona.distillation.texts import Block, Texts
from dodona.downloads.models import find_model
from dodona.errors import Error, OptionError, flag, function, listed, one_of, whole_number, within
from dodona.models.container import kind_of
from dodona.pipelines.loading import load_pipeline as loaded
from dodona.threads import checked_threads
from dodona.training.sampled import MOST_SAMPLED
from dodona.treebank.horizontal import horizontal_batches
from dodona.treebank.reading import read
from dodona.treebank.source import Source, path_of, remove_parts, written
from dodona.treebank.treebank import Treebank
from dodona.treebank.writing import write

if TYPE_CHECKING:
    from dodona.encoders.pipeline import EncoderPipeline
    from dodona.pipelines.kinds import AnyPipeline

#: What a text is.
INPUTS = ("text", "horizontal")
#: Longer sentences are mostly lists that the tokeniser did not split.
_MOST_WORDS = 100
_MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Shard:
    """A file of silver trees, and the block of text that they are of."""

    name: str
    checksum: int
    sentences: int
    words: int


@dataclass
class Silver:
    """A folder of silver trees."""

    folder: Path
    #: By what and how the text was labelled.
    origin: dict[str, Any]
    shards: list[Shard] = field(default_factory=list)
    #: Whether the whole text is labelled.
    complete: bool = False

    @property
    def files(self) -> list[Path]:
        """The files of trees; blocks from which no sentence was kept have none."""
        return [self.folder / shard.name for shard in self.shards if shard.sentences]

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return sum(shard.sentences for shard in self.shards)

    @property
    def words(self) -> int:
        """The number of words."""
        return sum(shard.words for shard in self.shards)

    def save(self) -> None:
        """Write the manifest."""
        content = {"origin": self.origin, "complete": self.complete, "shards": [*map(asdict, self.shards)]}
        with written(self.folder / _MANIFEST) as file:
            file.write((json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Silver:
        """Read the manifest of a folder."""
        path = path_of(folder) / _MANIFEST
        try:
            content = json.loads(path.read_bytes())
            shards = [
                Shard(str(each["name"]), *(int(each[name]) for name in ("checksum", "sentences", "words")))
                for each in content["shards"]
            ]
            return cls(path.parent, dict(content["origin"]), shards, bool(content["complete"]))
        except OSError as error:
            raise Error(f"{os.fspath(folder)}: there are no silver trees here ({error.strerror})") from error
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            raise Error(f"{path}: the manifest is damaged: remove the folder, and label again") from error


def label(
    teacher: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    texts: Iterable[Source],
    folder: str | os.PathLike[str],
    *,
    input: str = "text",
    without: Iterable[Source] = (),
    min_confidence: float = 0.0,
    soft: int = 0,
    resume: bool = False,
    threads: int | None = None,
    on_shard: Callable[[Silver, Texts], None] | None = None,
) -> Silver:
    """Label raw text with a teacher, and write the trees into a folder.

    `teacher` is the model of a pipeline, or a list of models, which parse by their votes (`dodona.ensemble`).
    `texts` are files and folders of text, or with `input="horizontal"` of tokenised sentences. Sentences that
    repeat or are in one of the treebanks `without` are left out, also those of more than 100 words, and those
    whose heads have a mean confidence below `min_confidence`. `resume` continues an interrupted run.
    `on_shard` is called after every file, and at the end.

    `soft` is a number of further trees of each sentence, drawn from the distribution of a teacher with an
    encoder, for a network to learn from: they are in MISC. Such a teacher does not see the letters of words,
    so that its lemmas are bad: silver has none, and the student learns lemmas from gold.
    """
    one_of("input", input, INPUTS)
    within("min_confidence", min_confidence, 0, 1)
    soft = whole_number("soft", soft, 0, MOST_SAMPLED)
    function("on_shard", on_shard)
    number = checked_threads(threads)
    teachers = [teacher] if isinstance(teacher, (str, os.PathLike)) else listed("teacher", teacher, "models")
    left_out = [read(source) for source in listed("without", without, "a list of treebanks")]
    found = [find_model(each) for each in teachers]
    has_encoder = kind_of(found[0]) == "encoder"
    if soft and not (has_encoder and len(found) == 1):
        raise OptionError("needs one teacher with an encoder (--recipe encoder): leave it out", option="soft")
    pipeline = loaded(found)
    text = Texts(texts)
    origin = {
        "teacher": " ".join(_digest(path.read_bytes()) for path in found),
        "input": input,
        "without": [_digest(treebank._core.write(0, len(treebank))) for treebank in left_out],
        "min_confidence": min_confidence,
        "soft": soft,
    }
    silver = _begun(path_of(folder, "folder"), origin, flag("resume", resume))
    repetitions = Repetitions(left_out)
    known = [shard.checksum for shard in silver.shards]
    done, place = len(known), -1
    for place, block in enumerate(text.blocks()):
        if (place < done or silver.complete) and [block.checksum] != known[place : place + 1]:
            raise Error(f"{block.name}:{block.line}: this is not the text that was labelled: start over")
        if silver.complete:
            continue
        kept = _sentences(pipeline, block, input)
        kept = kept[np.flatnonzero(~repetitions.seen(kept) & (np.diff(kept.offsets) <= _MOST_WORDS)).tolist()]
        if place < done:
            continue
        trees = _labelled(pipeline, kept, min_confidence, soft, block.checksum, number)
        if has_encoder:
            nothing = np.zeros(trees.word_count, np.int32)
            trees = Treebank._of(trees._core.with_choices(_core.Text.lemma, ["_"], nothing))
        shard = Shard(f"{place + 1:05}.conllu.gz", block.checksum, len(trees), trees.word_count)
        if len(trees):
            write(trees, silver.folder / shard.name)
        silver.shards.append(shard)
        silver.save()
        if on_shard:
            on_shard(silver, text)
    if place + 1 < done:
        raise Error("the text is shorter than the one that was labelled: start over")
    if silver.complete:
        return silver
    if not silver.sentences:
        raise Error("there is no sentence to learn from in the text")
    silver.complete = True
    silver.save()
    if on_shard:
        on_shard(silver, text)
    return silver


def _begun(folder: Path, origin: dict[str, Any], resume: bool) -> Silver:
    """Return what an interrupted run has labelled, or make a new folder."""
    manifest = folder / _MANIFEST
    remove_parts(manifest)
    begun = Silver.load(folder) if manifest.exists() else None
    if begun and begun.shards:
        if not resume:
            raise Error(f"{folder}: silver trees are here: continue with --resume, or remove the folder")
        changed = [name for name, value in origin.items() if begun.origin.get(name) != value]
        if changed:
            raise OptionError(
                f"cannot continue in {folder}: {changed[0].replace('_', ' ')} has changed: label into "
                "another folder",
                option="resume",
            )
        missing = [file for file in begun.files if not file.exists()]
        if missing:
            raise Error(f"{missing[0]}: this file is missing: remove the folder, and label again")
        return begun
    if not begun and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Error(f"{folder}: this exists and is not a folder of silver trees: name another one")
    folder.mkdir(exist_ok=True)
    silver = Silver(folder, origin)
    silver.save()  # a run that is killed during its first block can be continued
    return silver


def _sentences(pipeline: AnyPipeline, block: Block, input: str) -> Treebank:
    """Split a block of text into sentences and words."""
    if input == "text":
        return pipeline.tokeniser.tokenise(block.text, ranges=False)
    parts = [part._core for part in horizontal_batches(block.text)]
    return Treebank._of(_core.concatenate(parts)) if parts else Treebank()


def _labelled(
    pipeline: AnyPipeline, treebank: Treebank, least: float, soft: int, seed: int, threads: int
) -> Treebank:
    """Parse sentences, and leave out those in which the teacher is not confident."""
    if least and len(treebank):
        tagged = pipeline.tag(treebank, tags="predict", threads=threads)
        found = pipeline.parser.confidence(tagged, threads=threads)
        mean = np.add.reduceat(found.heads, found.parsed.offsets[:-1]) / np.diff(found.parsed.offsets)
        treebank = found.parsed[np.flatnonzero(mean >= least).tolist()]
        if not soft:
            return treebank
    if soft:
        return cast("EncoderPipeline", pipeline).parse_softly(treebank, soft, seed=seed, threads=threads)
    return pipeline.parse(treebank, tags="predict", threads=threads)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
