"""Training an encoder and its heads on a treebank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from dodona.encoders.gradient_run import GradientRun, seeded
from dodona.encoders.network import Tensors
from dodona.encoders.pieces import Ints, Sentences
from dodona.encoders.pipeline import LONGEST, EncoderPipeline, network_of
from dodona.encoders.prediction import halves
from dodona.encoders.pretrained import Pretrained
from dodona.encoders.targets import Outputs
from dodona.pipelines.tokeniser import Tokeniser
from dodona.recipes import Recipe
from dodona.training.loop import file_names
from dodona.training.preparing import Prepared
from dodona.training.scoring import DevelopmentData
from dodona.treebank.lengths import check_lengths
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True)
class _Pieces:
    """A treebank as pieces, with the right values."""

    treebank: Treebank
    sentences: Sentences
    gold: dict[str, Ints]

    @property
    def gold_words(self) -> int:
        return self.treebank.word_count

    @property
    def silver_words(self) -> int:
        return 0


class EncoderRun(GradientRun):
    """A training run: its data, its network, and the epochs done."""

    _rates = ("encoder_rate", "head_rate")
    _smaller = ", or --freeze embeddings"

    def __init__(
        self,
        prepared: Prepared,
        recipe: Recipe,
        dev: DevelopmentData | None,
        tokeniser: Tokeniser,
        pretrained: Pretrained,
        *,
        embed: bool,
        threads: int,
    ) -> None:
        super().__init__(prepared, recipe, dev, threads)
        check_lengths(prepared.treebank, LONGEST, "an encoder")
        self._pretrained = pretrained
        outputs = Outputs.of(prepared.treebank)
        with seeded(recipe.seed, self.device):
            network = network_of(pretrained, outputs, recipe.head_dropout)
        network.to(self.device)
        self._current = EncoderPipeline(tokeniser, network, pretrained, outputs, {}, embed=embed)
        self._freeze(network.encoder)
        parts = {True: recipe.encoder_rate, False: recipe.head_rate}
        self._begin(
            network,
            [
                {
                    "params": [
                        weight
                        for name, weight in network.named_parameters()
                        if weight.requires_grad and name.startswith("encoder.") == encoder
                    ],
                    "rate": rate,
                }
                for encoder, rate in parts.items()
            ],
        )
        self._pieces = _Pieces(
            prepared.treebank, self._current._reader.read(prepared.treebank), outputs.gold(prepared.treebank)
        )
        #: The best pipeline so far.
        self.parser: EncoderPipeline | None = None

    def describe(self) -> list[str]:
        """Return a line about the network."""
        gpu = self.device.type == "cuda"
        where = torch.cuda.get_device_name(self.device) if gpu else "the CPU"
        exact = "bfloat16" if halves(self.device) else "float32"
        window = self._pretrained.vocabulary.window
        return [
            f"encoder {self._pretrained.name}, {self._current.size}, windows of {window} pieces; "
            f"on {where}, {exact}; seed {self.recipe.seed}"
        ]

    def identity(self) -> dict[str, Any]:
        """Return what must be equal to continue a run."""
        return {**super().identity(), "encoder": self._pretrained.digest}

    def info(self) -> dict[str, Any]:
        """Return what the model stores about its training."""
        prepared = self.prepared
        return {
            "recipe": self.choices(),
            "single_root": prepared.single_root,
            "treebank": {
                "name": file_names(prepared.treebank),
                "sentences": prepared.sentences,
                "words": prepared.words,
                "several_roots": prepared.several_roots,
            },
            "dev": self.about_dev(),
            "curve": list(self.curve),
            "best_epoch": self.best_epoch,
        }

    def load(self, path: Path) -> EncoderPipeline:
        """Return the best pipeline so far, from its file."""
        return EncoderPipeline.load(path)

    def finish(self) -> EncoderPipeline:
        """Return the best pipeline after the last epoch, calibrated on the development data."""
        assert self.parser is not None
        if self.dev is not None:
            self.parser.calibrate(self.dev.gold, threads=self.threads)
        return self.parser

    def _freeze(self, encoder: Any) -> None:
        frozen = {"embeddings": encoder.get_input_embeddings, "all": lambda: encoder}.get(self.recipe.freeze)
        if frozen is not None:
            frozen().requires_grad_(False)

    def _portions(self) -> Iterator[_Pieces]:
        yield self._pieces

    def _pipeline(self) -> EncoderPipeline:
        return self._current.copy()

    def _parsed_dev(self) -> Treebank:
        assert self.dev is not None
        self._current.info = {"single_root": self.prepared.single_root}
        return self._current.parse(self.dev.gold, tags="predict", threads=self.threads)

    def _loss(self, portion: _Pieces, chosen: Ints, random: np.random.Generator) -> Any:
        batch = portion.sentences.batch(chosen)
        heads = portion.treebank.heads[batch.words].astype(np.int64)
        rows = np.where(heads > 0, np.repeat(batch.begins[:-1], batch.lengths) + heads - 1, -1)
        gold = {
            name: torch.from_numpy(each[batch.words]).to(self.device) for name, each in portion.gold.items()
        }
        gold["heads"] = torch.from_numpy(heads).to(self.device)
        return self._network.loss(
            Tensors.of(batch, self.device),
            gold,
            torch.from_numpy(rows).to(self.device),
            autocast=halves(self.device),
        )
