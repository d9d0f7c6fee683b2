"""`dodona.distil`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dodona.distillation.labelling import Silver, label
from dodona.distillation.texts import Texts
from dodona.errors import function
from dodona.pipelines.training import parser_beside, train_pipeline
from dodona.training.checkpoint import Checkpoint
from dodona.training.silver import Silver as SilverData
from dodona.treebank.source import Source, path_of
from dodona.treebank.treebank import Treebank, a_treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyPipeline


def distil(
    teacher: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    texts: Iterable[Source],
    gold: Treebank,
    dev: Treebank | None = None,
    *,
    silver: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    input: str = "text",
    without: Iterable[Source] = (),
    min_confidence: float = 0.0,
    soft: int = 0,
    resume: bool = False,
    threads: int | None = None,
    on_shard: Callable[[Silver, Texts], None] | None = None,
    **training: Any,
) -> AnyPipeline:
    """Train a student on a treebank and on raw text that a teacher labels.

    The text is labelled as by `dodona.label`, by one teacher or the votes of several, into the folder
    `silver`; the student then learns from these trees and from `gold`. `training` are options of
    `dodona.train_pipeline`, such as `recipe`.
    `resume` continues an interrupted run, in labelling or in training.
    """

    def files() -> Iterator[Path]:
        # Consumed by the training after it has checked its own arguments: labelling may take days.
        made = label(
            teacher,
            texts,
            silver,
            input=input,
            without=without,
            min_confidence=min_confidence,
            soft=soft,
            resume=resume,
            threads=threads,
            on_shard=shown,
        )
        yield from made.files

    def shown(made: Silver, texts: Texts) -> None:
        if len(made.files) == 1:
            # After the first file, refuses a teacher of another annotation.
            SilverData(made.files, gold, epochs=1).refuse_others("fine_tags")
        if on_shard:
            on_shard(made, texts)

    a_treebank("gold", gold)
    function("on_shard", on_shard)
    path_of(silver, "silver")
    begun = output is not None and (Checkpoint(parser_beside(output)).path.exists() or Path(output).exists())
    return train_pipeline(
        gold, dev, output=output, resume=resume and begun, silver=files(), threads=threads, **training
    )
