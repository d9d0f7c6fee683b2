"""What a network says of a treebank: the best trees and tags, and probabilities of arcs and labels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from dodona import _core
from dodona.encoders.batching import batches
from dodona.encoders.marginals import marginals
from dodona.encoders.network import Network, Tensors
from dodona.encoders.pieces import Batch, Ints, Sentences
from dodona.errors import Error

#: The pieces of a batch, and a limit on the squares of the lengths of its sentences.
_PIECES = {"cuda": 32_768, "cpu": 2048}
_SQUARES = {"cuda": 1 << 24, "cpu": 1 << 21}
#: A word has this many candidates of edit scripts: the first that applies makes its lemma.
_SCRIPTS = 4
#: The heads of a word whose labels are weighed.
_HEADS = 8
#: Heads of less probability have no say in labels.
_UNLIKELY = 1e-4


@dataclass(frozen=True)
class Probabilities:
    """Probabilities of a parsed treebank."""

    #: For each word: of its head, of its label whatever its head, and the lead of its head over the next one.
    heads: NDArray[np.float32]
    labels: NDArray[np.float32]
    margins: NDArray[np.float32]
    #: For each sentence: of the whole tree, with its labels.
    trees: NDArray[np.float32]
    #: For each word its most probable heads, with their probabilities, and the probability of every label.
    best_heads: NDArray[np.int32]
    of_heads: NDArray[np.float32]
    of_labels: NDArray[np.float32]

    @classmethod
    def empty(cls, words: int, sentences: int, labels: int) -> Probabilities:
        """Return arrays to fill."""

        def zeros(*shape: int) -> NDArray[np.float32]:
            return np.zeros(shape, np.float32)

        return cls(
            heads=zeros(words),
            labels=zeros(words),
            margins=zeros(words),
            trees=zeros(sentences),
            best_heads=np.zeros((words, _HEADS), np.int32),
            of_heads=zeros(words, _HEADS),
            of_labels=zeros(words, labels),
        )

    def fill(self, batch: Batch, found: Probabilities) -> None:
        """Set the probabilities of a batch."""
        for name, array in vars(self).items():
            array[batch.sentences if name == "trees" else batch.words] = getattr(found, name)


@dataclass(frozen=True)
class Prediction:
    """Numbers of values for each word of a treebank."""

    heads: NDArray[np.int32]
    labels: NDArray[np.int32]
    #: By column; of lemmas, several candidates for each word.
    values: dict[str, NDArray[np.int32]]
    probabilities: Probabilities | None
    #: Of trees that are drawn at random, the heads and the labels of all words.
    sampled: list[tuple[NDArray[np.int32], NDArray[np.int32]]]


class Predictor:
    """Runs a network over treebanks, in batches."""

    def __init__(self, network: Network, single_root: bool) -> None:
        self.network, self.single_root = network, single_root
        self.device = next(network.parameters()).device

    def __call__(
        self,
        sentences: Sentences,
        *,
        tags: bool,
        temperature: float | None,
        threads: int,
        samples: int = 0,
        seed: int = 1,
    ) -> Prediction:
        """Predict trees, with `tags` also tags, and with a temperature also probabilities.

        `samples` further trees are drawn at random: the best ones after Gumbel noise is added to all scores
        (Papandreou and Yuille 2011). Where words choose their heads independently, that is exactly a sample.
        """
        total = len(sentences.words)
        random = np.random.default_rng(seed)
        sampled = [(np.zeros(total, np.int32), np.zeros(total, np.int32)) for _ in range(samples)]
        heads, labels = np.zeros(total, np.int32), np.zeros(total, np.int32)
        values = {
            name: np.zeros(
                (total, min(_SCRIPTS, layer.out_features)) if name == "lemmas" else total, np.int32
            )
            for name, layer in (self.network.tags.items() if tags else ())
        }
        probabilities = None
        if temperature is not None:
            number = len(self.network.labels)
            probabilities = Probabilities.empty(total, len(sentences.offsets) - 1, number)
        self.network.eval()
        with torch.inference_mode(), on_threads(threads):
            chosen = self._batches(sentences)
            for batch, scored in self._run(sentences, chosen, tags):
                found = self._decode(batch, scored, temperature, threads)
                heads[batch.words], labels[batch.words] = found.heads, found.labels
                for all_heads, all_labels in sampled:
                    all_heads[batch.words], all_labels[batch.words] = self._drawn(
                        batch, scored, random, threads
                    )
                for name, numbers in found.values.items():
                    values[name][batch.words] = numbers
                if probabilities is not None and found.probabilities is not None:
                    probabilities.fill(batch, found.probabilities)
        return Prediction(heads, labels, values, probabilities, sampled)

    def losses(
        self, sentences: Sentences, heads: NDArray[np.int32], temperatures: list[float], threads: int
    ) -> NDArray[np.float64]:
        """Return the mean of -log P(head) over the words of gold trees, at each temperature."""
        total = torch.zeros(len(temperatures), dtype=torch.float64, device=self.device)
        self.network.eval()
        with torch.inference_mode(), on_threads(threads):
            for numbers in self._batches(sentences):
                batch = sentences.batch(numbers)
                scored = self._score(batch, tags=False)
                gold = torch.from_numpy(heads[batch.words].astype(np.int64)).to(self.device)
                arcs = scored.arcs.reshape(-1, batch.width + 1)[scored.tensors.places].double()
                total += torch.stack(
                    [functional.cross_entropy(arcs / each, gold, reduction="sum") for each in temperatures]
                )
        return np.asarray(total.cpu().numpy() / max(len(heads), 1))

    def _batches(self, sentences: Sentences) -> list[Ints]:
        kind = self.device.type
        return batches(sentences.sizes(), _PIECES[kind], most_squared=_SQUARES[kind])

    def _run(self, sentences: Sentences, chosen: list[Ints], tags: bool) -> Iterator[tuple[Batch, _Scored]]:
        """Yield the scores of batches; while one is decoded, the device computes the next."""
        waiting: tuple[Batch, _Scored] | None = None
        left = chosen[::-1]
        while left:
            numbers = left.pop()
            batch = sentences.batch(numbers)
            try:
                scored = self._score(batch, tags)
            except RuntimeError as error:
                if not is_shortage(error):
                    raise
                if len(numbers) == 1:
                    advice = " or hide the GPU (CUDA_VISIBLE_DEVICES=)" if self.device.type == "cuda" else ""
                    raise Error(
                        f"there is not enough memory for a sentence of {len(batch.words):,} words: leave it "
                        f"out{advice}"
                    ) from error
                half = len(numbers) // 2
                left += [numbers[half:], numbers[:half]]
                continue
            if waiting is not None:
                yield waiting
            waiting = batch, scored
        if waiting is not None:
            yield waiting

    def _score(self, batch: Batch, tags: bool) -> _Scored:
        tensors = Tensors.of(batch, self.device)
        words = self.network.words(tensors, autocast=halves(self.device))
        arcs = self.network.arc_scores(tensors, words)
        rows = torch.arange(tensors.width, device=self.device) < tensors.lengths[:, None]
        columns = torch.arange(tensors.width + 1, device=self.device) <= tensors.lengths[:, None]
        real = arcs[rows[:, :, None] & columns[:, None, :]]
        values = {}
        for name, layer in self.network.tags.items() if tags else ():
            scores = layer(words)
            number = min(_SCRIPTS, scores.shape[-1])
            values[name] = scores.topk(number).indices if name == "lemmas" else scores.argmax(-1)
        return _Scored(
            tensors, words, arcs, _to_host(real), {k: _to_host(v.int()) for k, v in values.items()}
        )

    def _decode(self, batch: Batch, scored: _Scored, temperature: float | None, threads: int) -> Prediction:
        if self.device.type == "cuda":
            scored.ready.synchronize()
        heads, scores = self._tree(batch, scored, scored.real.numpy(), threads)
        labels = scores.argmax(-1)
        probabilities = None
        if temperature is not None:
            probabilities = self._probabilities(batch, scored, heads, scores, labels, temperature)
        values = {name: each.numpy() for name, each in scored.values.items()}
        return Prediction(heads, labels.int().cpu().numpy(), values, probabilities, [])

    def _tree(
        self, batch: Batch, scored: _Scored, arcs: NDArray[np.float32], threads: int
    ) -> tuple[NDArray[np.int32], Any]:
        """Return the heads of the best trees with these scores of arcs, and the scores of their labels."""
        heads = _core.spanning_trees(arcs, batch.begins, self.single_root, threads)
        rows = np.where(heads > 0, np.repeat(batch.begins[:-1], batch.lengths) + heads - 1, -1)
        return heads, self.network.label_scores(scored.words, torch.from_numpy(rows).to(self.device))

    def _drawn(
        self, batch: Batch, scored: _Scored, random: np.random.Generator, threads: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the heads and labels of trees that are drawn at random."""
        arcs = scored.real.numpy()
        heads, labels = self._tree(batch, scored, arcs + _gumbel(random, arcs.shape), threads)
        noise = torch.from_numpy(_gumbel(random, labels.shape)).to(self.device)
        return heads, (labels + noise).argmax(-1).int().cpu().numpy()

    def _probabilities(
        self,
        batch: Batch,
        scored: _Scored,
        heads: NDArray[np.int32],
        label_scores: Any,
        labels: Any,
        temperature: float,
    ) -> Probabilities:
        tensors = scored.tensors
        arcs = scored.arcs.double() / temperature
        found, log_sum = marginals(arcs, tensors.lengths, self.single_root)
        found = found.reshape(-1, tensors.width + 1)[tensors.places]
        of_head = torch.from_numpy(heads.astype(np.int64)).to(self.device)[:, None]
        sure = found.gather(1, of_head)[:, 0]
        number = min(_HEADS, found.shape[1])
        best = found.topk(number)
        others = best.values.masked_fill(best.indices == of_head, 0).amax(1)
        # The labels of a word, whatever its head: those of its most probable heads, weighed.
        begins = torch.from_numpy(np.repeat(batch.begins[:-1], batch.lengths)).to(self.device)
        weights = best.values / best.values.sum(1, keepdim=True)
        of_labels = torch.zeros_like(label_scores)
        for place in range(number):
            head = best.indices[:, place]
            rows = torch.where((head > 0) & (weights[:, place] > _UNLIKELY), begins + head - 1, -1)
            given = self.network.label_scores(scored.words, rows).softmax(-1)
            of_labels += weights[:, place, None].float() * given
        own = arcs.reshape(-1, tensors.width + 1)[tensors.places].gather(1, of_head)[:, 0]
        own = own + label_scores.log_softmax(-1).gather(1, labels[:, None])[:, 0]
        sentence = torch.from_numpy(np.repeat(np.arange(len(batch.lengths)), batch.lengths)).to(self.device)
        total = torch.zeros_like(log_sum).index_add(0, sentence, own)
        trees = (total - log_sum).exp().clamp(0, 1)
        of_label = of_labels.gather(1, labels[:, None])[:, 0]

        def host(tensor: Any) -> Any:
            return tensor.float().cpu().numpy()

        wider = (0, _HEADS - number)
        return Probabilities(
            host(sure),
            host(of_label),
            host(sure - others),
            host(trees),
            functional.pad(best.indices.masked_fill(best.values == 0, 0), wider).int().cpu().numpy(),
            host(functional.pad(best.values, wider)),
            host(of_labels),
        )


class _Scored:
    """The scores of a batch, of which some are on their way to the host."""

    def __init__(self, tensors: Tensors, words: Any, arcs: Any, real: Any, values: dict[str, Any]) -> None:
        self.tensors, self.words, self.arcs, self.real, self.values = tensors, words, arcs, real, values
        if words.device.type == "cuda":
            self.ready = torch.cuda.Event()
            self.ready.record()


def _to_host(tensor: Any) -> Any:
    """Return a tensor on the host; from a GPU it is copied while Python goes on."""
    if tensor.device.type != "cuda":
        return tensor
    host = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
    return host.copy_(tensor, non_blocking=True)


def _gumbel(random: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return noise: the largest of scores with it is a sample of their softmax."""
    noise = random.standard_exponential(shape, np.float32).clip(1e-30)
    return np.asarray(-np.log(noise), np.float32)


def is_shortage(error: RuntimeError) -> bool:
    """Whether torch could not allocate memory, on a GPU or on the host."""
    return isinstance(error, torch.OutOfMemoryError) or "allocate memory" in str(error)


def halves(device: Any) -> bool:
    """Whether a device computes faster with bfloat16: a GPU that has it in hardware."""
    return bool(device.type == "cuda" and torch.cuda.get_device_capability(device)[0] >= 8)


def chosen_device() -> Any:
    """Return the GPU if there is one, otherwise the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@contextmanager
def on_threads(number: int) -> Iterator[None]:
    """Let torch use this number of threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        yield
    finally:
        torch.set_num_threads(before)
