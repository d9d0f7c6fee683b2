"""Training runs of networks: batches, gradients, rates, checkpoints. Importing it imports torch."""

from __future__ import annotations

import time
import warnings
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import torch

from dodona import _core
from dodona.encoders.batching import batches
from dodona.encoders.pieces import Ints
from dodona.encoders.prediction import chosen_device, is_shortage, on_threads
from dodona.errors import Error
from dodona.models.container import Arrays, part_of
from dodona.training.loop import Run
from dodona.treebank.treebank import Treebank

_BETAS, _CLIP = (0.9, 0.98), 5.0


@dataclass(frozen=True)
class NetworkEpoch:
    """The report of one epoch."""

    number: int
    #: The mean loss of batches.
    loss: float
    #: Scores on development data, from 0 to 1, attachment without punctuation; None if there is none.
    uas: float | None
    las: float | None
    upos: float | None
    #: The words that were learnt from.
    gold_words: int
    silver_words: int
    #: Whether this is the best epoch so far.
    best: bool
    #: The time for learning, and for scoring and the rest.
    seconds: float = field(compare=False)
    other_seconds: float = field(compare=False)

    def measures(self) -> list[tuple[str, str]]:
        """Return what the display shows besides attachment scores."""
        tags = [] if self.upos is None else [("UPOS", f"{100 * self.upos:.2f}")]
        words = [("gold", f"{self.gold_words:,}"), ("silver", f"{self.silver_words:,}")]
        return [("loss", f"{self.loss:7.4f}"), *tags, *(words if self.silver_words else [])]


class Portion(Protocol):
    """What is learnt from at a time: the whole treebank, or a chunk of it with silver data."""

    @property
    def treebank(self) -> Treebank:
        """The sentences."""

    @property
    def gold_words(self) -> int:
        """How many words are gold."""

    @property
    def silver_words(self) -> int:
        """How many words are silver."""


class GradientRun(Run):
    """A training run that descends gradients."""

    #: The options of rates, which are too high if the loss is not finite, and what else needs less memory.
    _rates: Sequence[str]
    _smaller: str = ""
    #: Whether the optimiser uses fused operations.
    _fused = False

    def _begin(self, network: Any, groups: Sequence[Mapping[str, Any]]) -> None:
        """Set the network, and its weights in groups, each with its highest rate."""
        self._network = network
        self._optimiser = torch.optim.AdamW(
            groups, lr=0.0, betas=_BETAS, weight_decay=0.01, fused=self._fused or None
        )

    @abstractmethod
    def _portions(self) -> Iterator[Portion]:
        """Yield the sentences of an epoch, ready to learn from."""

    @abstractmethod
    def _loss(self, portion: Any, chosen: Ints, random: np.random.Generator) -> Any:
        """Return the loss of some sentences of a portion."""

    @abstractmethod
    def _parsed_dev(self) -> Treebank:
        """Return the development data with predicted tags and trees."""

    @abstractmethod
    def _pipeline(self) -> Any:
        """Return a pipeline with the weights as they are now, which does not change."""

    def identity(self) -> dict[str, Any]:
        """Return what must be equal to continue a run: the number of epochs, too, since it sets the rates."""
        return {**super().identity(), "epochs": self.recipe.epochs}

    def choices(self) -> dict[str, Any]:
        """Return the recipe as the model stores it."""
        return self.recipe.to_dict()

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
                step = torch.from_numpy(parts["step"][name]).view(())
                where = self.device if self._fused else "cpu"  # where the optimiser keeps it
                self._optimiser.state[weight] = {"step": step.to(where), **moments}

    @property
    def batch_words(self) -> int:
        """The words that are learnt from at a time."""
        return self.recipe.batch_words or self._usual_batch

    @property
    def _usual_batch(self) -> int:
        return 2000

    @property
    def device(self) -> Any:
        """The GPU if there is one, otherwise the CPU."""
        return chosen_device()

    @property
    def _torch_threads(self) -> int:
        """The threads that torch uses on the CPU."""
        return self.threads

    def _epoch(self, number: int) -> NetworkEpoch:
        start = time.perf_counter()
        seeded_ = seeded(self.recipe.seed + number, self.device)
        with seeded_, _deterministic(), on_threads(self._torch_threads), self._explaining():
            loss, gold_words, silver_words = self._learn(number)
        if not np.isfinite(loss):
            rates = " and ".join(f"--{each.replace('_', '-')}" for each in self._rates)
            raise Error(f"epoch {number}: the loss is not finite: use a lower {rates}")
        learnt = time.perf_counter()
        uas = las = upos = None
        if self.dev is not None:
            parsed = self._parsed_dev()
            uas, las = self.dev.score_of(parsed)
            tags = np.asarray(parsed._core.ids(_core.Text.tag))
            upos = float(np.mean(tags == np.asarray(self.dev.gold._core.ids(_core.Text.tag))))
        best = self.is_best(las)
        shown: dict[str, Any] = {"uas": uas, "las": las, "upos": upos}
        self.curve.append(
            {"epoch": number, "loss": round(loss, 6)}
            | {name: None if value is None else round(value, 6) for name, value in shown.items()}
            | self._further()
        )
        if best:
            self.best_epoch, self.parser = number, self._pipeline()
        assert self.parser is not None
        self._set_info(self.parser)
        return NetworkEpoch(
            number=number,
            loss=loss,
            uas=uas,
            las=las,
            upos=upos,
            gold_words=gold_words,
            silver_words=silver_words,
            best=best,
            seconds=learnt - start,
            other_seconds=time.perf_counter() - learnt,
        )

    @abstractmethod
    def info(self) -> dict[str, Any]:
        """Return what the model stores about its training."""

    def _further(self) -> dict[str, Any]:
        """Return what else the learning curve holds of an epoch."""
        return {}

    def _set_info(self, made: Any) -> None:
        made.info = self.info()

    def _learn(self, number: int) -> tuple[float, int, int]:
        """Learn from an epoch; return the mean loss, and the numbers of gold and silver words."""
        self._network.train()
        random = np.random.default_rng([self.recipe.seed, number])
        total, steps = torch.zeros((), device=self.device), 0
        gold_words = silver_words = 0
        for portion in self._portions():
            words = portion.gold_words + portion.silver_words
            order = batches(np.diff(portion.treebank.offsets), self.batch_words, random=random)
            for place, chosen in enumerate(order):
                done = gold_words + silver_words + words * (place / len(order))
                self.on_chunk(round(done))
                self._set_rates((number - 1 + done / max(self.words, 1)) / self.recipe.epochs)
                total += self._step(portion, chosen, random)
            steps += len(order)
            gold_words += portion.gold_words
            silver_words += portion.silver_words
        return float(total) / max(steps, 1), gold_words, silver_words

    def _step(self, portion: Any, chosen: Ints, random: np.random.Generator) -> Any:
        """Learn from a batch, and return its loss."""
        try:
            loss = self._differentiated(portion, chosen, random)
        except RuntimeError as error:
            if "deterministic" not in str(error):
                raise
            torch.use_deterministic_algorithms(True, warn_only=True)  # something has no such algorithm
            loss = self._differentiated(portion, chosen, random)
        trained = [each for group in self._optimiser.param_groups for each in group["params"]]
        torch.nn.utils.clip_grad_norm_(trained, _CLIP)
        self._optimiser.step()
        return loss

    def _differentiated(self, portion: Any, chosen: Ints, random: np.random.Generator) -> Any:
        """Compute the gradients of a batch, and return its loss."""
        self._optimiser.zero_grad(set_to_none=True)
        loss = self._loss(portion, chosen, random)
        loss.backward()
        return loss.detach()

    def _set_rates(self, done: float) -> None:
        """Set the learning rates: they rise, then fall to 0."""
        rise = self.recipe.warmup
        share = done / rise if done < rise else max(1 - done, 0) / (1 - rise)
        for group in self._optimiser.param_groups:
            group["lr"] = group["rate"] * share

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except RuntimeError as error:
            if not is_shortage(error):
                raise
            words = self.batch_words
            raise Error(
                f"there is not enough memory for batches of {words:,} words: use --batch-words "
                f"{words // 2}{self._smaller}"
            ) from error


@contextmanager
def seeded(seed: int, device: Any) -> Iterator[None]:
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
    fills = torch.utils.deterministic.fill_uninitialized_memory
    torch.utils.deterministic.fill_uninitialized_memory = False  # it takes time, and only shows mistakes
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*deterministic", UserWarning)
            yield
    finally:
        torch.use_deterministic_algorithms(before, warn_only=warns)
        torch.utils.deterministic.fill_uninitialized_memory = fills
