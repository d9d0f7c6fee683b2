"""Training an encoder and its heads on a treebank."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from dodona import _core
from dodona.encoders.batching import batches
from dodona.encoders.network import Tensors
from dodona.encoders.pieces import Ints
from dodona.encoders.pipeline import LONGEST, EncoderPipeline, network_of
from dodona.encoders.prediction import chosen_device, halves, is_shortage, on_threads
from dodona.encoders.pretrained import Pretrained
from dodona.encoders.targets import Outputs
from dodona.errors import Error
from dodona.models.container import Arrays, part_of
from dodona.pipelines.tokeniser import Tokeniser
from dodona.recipes import Recipe
from dodona.training.loop import Run, file_names
from dodona.training.preparing import Prepared
from dodona.training.scoring import DevelopmentData
from dodona.treebank.lengths import check_lengths

_BETAS, _CLIP = (0.9, 0.98), 5.0


@dataclass(frozen=True)
class EncoderEpoch:
    """The report of one epoch."""

    number: int
    #: The mean loss of batches.
    loss: float
    #: Scores on development data, from 0 to 1, attachment without punctuation; None if there is none.
    uas: float | None
    las: float | None
    upos: float | None
    #: Whether this is the best epoch so far.
    best: bool
    #: The time for learning, and for scoring and the rest.
    seconds: float = field(compare=False)
    other_seconds: float = field(compare=False)

    def measures(self) -> list[tuple[str, str]]:
        """Return what the display shows besides attachment scores."""
        tags = [] if self.upos is None else [("UPOS", f"{100 * self.upos:.2f}")]
        return [("loss", f"{self.loss:7.4f}"), *tags]


class EncoderRun(Run):
    """A training run: its data, its network, and the epochs done."""

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
        self.device = chosen_device()
        outputs = Outputs.of(prepared.treebank)
        with _seeded(recipe.seed, self.device):
            network = network_of(pretrained, outputs, recipe.head_dropout)
        network.to(self.device)
        self._current = EncoderPipeline(tokeniser, network, pretrained, outputs, {}, embed=embed)
        self._network = network
        self._freeze()
        groups = [
            {"params": [each for _, each in self._trained(encoder=True)], "rate": recipe.encoder_rate},
            {"params": [each for _, each in self._trained(encoder=False)], "rate": recipe.head_rate},
        ]
        self._optimiser = torch.optim.AdamW(groups, lr=0.0, betas=_BETAS, weight_decay=0.01)
        self._sentences = self._current._reader.read(prepared.treebank)
        self._gold = outputs.gold(prepared.treebank)
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
        """Return what must be equal to continue a run: the number of epochs, too, since it sets the rates."""
        return {**super().identity(), "epochs": self.recipe.epochs, "encoder": self._pretrained.digest}

    def choices(self) -> dict[str, Any]:
        """Return the recipe as the model stores it."""
        return self.recipe.to_dict()

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

    def state(self) -> Arrays:
        """Return the weights and the state of the optimiser, for a checkpoint."""
        arrays: Arrays = {}
        for name, weight in self._network.named_parameters():
            arrays[f"weight.{name}"] = weight.detach().cpu().numpy()
            for key, value in self._optimiser.state.get(weight, {}).items():
                arrays[f"{key}.{name}"] = np.asarray(value.detach().cpu().numpy())
        return {name: np.atleast_1d(array) for name, array in arrays.items()}

    def restore(self, arrays: Arrays) -> None:
        """Undo `state`; raise ValueError if something does not match."""
        own = dict(self._network.named_parameters())
        parts = {key: part_of(arrays, key) for key in ("weight", "exp_avg", "exp_avg_sq", "step")}
        if parts["weight"].keys() != own.keys():
            raise ValueError("weights are missing")
        for name, weight in own.items():
            stored = torch.from_numpy(parts["weight"][name]).view(weight.shape)
            weight.data.copy_(stored)
            if name in parts["step"]:
                kept = {key: torch.from_numpy(parts[key][name]) for key in ("exp_avg", "exp_avg_sq")}
                moments = {key: each.view(weight.shape).to(self.device) for key, each in kept.items()}
                self._optimiser.state[weight] = {
                    "step": torch.from_numpy(parts["step"][name]).view(()),
                    **moments,
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

    def _freeze(self) -> None:
        encoder = self._network.encoder
        frozen = {"embeddings": encoder.get_input_embeddings, "all": lambda: encoder}.get(self.recipe.freeze)
        if frozen is not None:
            frozen().requires_grad_(False)

    def _trained(self, *, encoder: bool) -> Iterator[tuple[str, Any]]:
        for name, weight in self._network.named_parameters():
            if weight.requires_grad and name.startswith("encoder.") == encoder:
                yield name, weight

    def _epoch(self, number: int) -> EncoderEpoch:
        start = time.perf_counter()
        seeded = _seeded(self.recipe.seed + number, self.device)
        with seeded, _deterministic(), on_threads(self.threads), self._explaining():
            loss = self._learn(number)
        if not np.isfinite(loss):
            raise Error(f"epoch {number}: the loss is not finite: use a lower --encoder-rate and --head-rate")
        learnt = time.perf_counter()
        self._current.info = {"single_root": self.prepared.single_root}
        uas = las = upos = None
        if self.dev is not None:
            parsed = self._current.parse(self.dev.gold, tags="predict", threads=self.threads)
            uas, las = self.dev.score_of(parsed)
            tags = np.asarray(parsed._core.ids(_core.Text.tag))
            upos = float(np.mean(tags == np.asarray(self.dev.gold._core.ids(_core.Text.tag))))
        best = self.is_best(las)
        shown: dict[str, Any] = {"uas": uas, "las": las, "upos": upos}
        self.curve.append(
            {"epoch": number, "loss": round(loss, 6)}
            | {name: None if value is None else round(value, 6) for name, value in shown.items()}
        )
        if best:
            self.best_epoch, self.parser = number, self._current.copy()
        assert self.parser is not None
        self.parser.info = self.info()
        return EncoderEpoch(number, loss, uas, las, upos, best, learnt - start, time.perf_counter() - learnt)

    def _learn(self, number: int) -> float:
        self._network.train()
        random = np.random.default_rng([self.recipe.seed, number])
        order = self._order(random)
        total = torch.zeros((), device=self.device)
        for place, chosen in enumerate(order):
            self._set_rates((number - 1 + place / len(order)) / self.recipe.epochs)
            try:
                loss = self._differentiated(chosen)
            except RuntimeError as error:
                if "deterministic" not in str(error):
                    raise
                torch.use_deterministic_algorithms(True, warn_only=True)  # something has no such algorithm
                loss = self._differentiated(chosen)
            trained = [each for group in self._optimiser.param_groups for each in group["params"]]
            torch.nn.utils.clip_grad_norm_(trained, _CLIP)
            self._optimiser.step()
            total += loss
        return float(total) / max(len(order), 1)

    def _differentiated(self, chosen: Ints) -> Any:
        """Compute the gradients of a batch, and return its loss."""
        self._optimiser.zero_grad(set_to_none=True)
        loss = self._loss(chosen)
        loss.backward()
        return loss.detach()

    def _order(self, random: np.random.Generator) -> list[Ints]:
        lengths = np.diff(self.prepared.treebank.offsets)
        return batches(lengths, self.recipe.batch_words, random=random)

    def _loss(self, chosen: Ints) -> Any:
        batch = self._sentences.batch(chosen)
        heads = self.prepared.treebank.heads[batch.words].astype(np.int64)
        rows = np.where(heads > 0, np.repeat(batch.begins[:-1], batch.lengths) + heads - 1, -1)
        gold = {
            name: torch.from_numpy(each[batch.words]).to(self.device) for name, each in self._gold.items()
        }
        gold["heads"] = torch.from_numpy(heads).to(self.device)
        return self._network.loss(
            Tensors.of(batch, self.device),
            gold,
            torch.from_numpy(rows).to(self.device),
            autocast=halves(self.device),
        )

    def _set_rates(self, done: float) -> None:
        """Set the learning rates: they rise, then fall to 0."""
        rise = self.recipe.warmup
        share = done / rise if done < rise else (1 - done) / (1 - rise)
        for group in self._optimiser.param_groups:
            group["lr"] = group["rate"] * share

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except RuntimeError as error:
            if not is_shortage(error):
                raise
            words = self.recipe.batch_words
            raise Error(
                f"there is not enough memory for batches of {words:,} words: use --batch-words "
                f"{words // 2}, or --freeze embeddings"
            ) from error


@contextmanager
def _seeded(seed: int, device: Any) -> Iterator[None]:
    """Seed torch, and restore its random state afterwards."""
    with torch.random.fork_rng([device] if device.type == "cuda" else []):
        torch.manual_seed(seed)
        yield


@contextmanager
def _deterministic() -> Iterator[None]:
    """Choose deterministic algorithms where torch has them."""
    before = torch.are_deterministic_algorithms_enabled()
    warns = torch.is_deterministic_algorithms_warn_only_enabled()
    torch.use_deterministic_algorithms(True)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*deterministic", UserWarning)
            yield
    finally:
        torch.use_deterministic_algorithms(before, warn_only=warns)
