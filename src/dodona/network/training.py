"""Training a network on a treebank, with configurations from the core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from dodona import _core
from dodona.encoders.gradient_run import GradientRun, seeded
from dodona.encoders.network import WEIGHTS
from dodona.encoders.pieces import Ints, ranges
from dodona.encoders.prediction import halves
from dodona.encoders.targets import NOTHING
from dodona.errors import OptionError
from dodona.network.module import Network, Sizes, Types, scores_loss
from dodona.network.scan import Places
from dodona.network.targets import Factored
from dodona.network.vectors import Vectors, read_vectors
from dodona.parsing.parser import Parser
from dodona.pipelines.frequent_words import frequent_words
from dodona.pipelines.pipeline import Pipeline
from dodona.pipelines.tokeniser import Tokeniser
from dodona.recipes import Recipe
from dodona.recipes.conditions import tells_costs
from dodona.tables import counted
from dodona.training.loop import parser_info, policy_of
from dodona.training.preparing import Prepared, prepare_trees
from dodona.training.scoring import DevelopmentData
from dodona.training.silver import Chunk, Mixture, Silver
from dodona.transitions.systems import SYSTEMS, core_oracle
from dodona.treebank.nonprojective import decode_nonprojective
from dodona.treebank.treebank import Treebank, _joined

#: The sizes of tables, but for the number of n-grams.
_SHAPES = 4096
_WORD, _NGRAM, _SHAPE = 128, 128, 32
_WORDS_OF_THREAD = 1000
#: The batches of an epoch, if that leaves each at least so many words.
_STEPS, _LEAST_BATCH = 200, 100


@dataclass(frozen=True)
class _Words:
    """Some sentences, their words as rows of the tables, and the right values."""

    treebank: Treebank
    #: The same sentences with other trees, which the teacher drew from its distribution.
    sampled: Sequence[Treebank]
    gold_words: int
    silver_words: int
    #: For each word its type, and for each type its rows.
    types: NDArray[np.int32]
    words: NDArray[np.int32]
    ngrams: NDArray[np.int32]
    begins: Ints
    shapes: NDArray[np.int32]
    gold: dict[str, Ints]


class NetworkRun(GradientRun):
    """A training run: its data, its network, and the epochs done."""

    _rates = ("network_rate",)
    _fused = True

    def __init__(
        self,
        prepared: Prepared,
        recipe: Recipe,
        dev: DevelopmentData | None,
        tokeniser: Tokeniser,
        *,
        threads: int,
        silver: Silver | None = None,
    ) -> None:
        super().__init__(prepared, recipe, dev, threads, silver)
        if silver is not None:
            self.mixture = Mixture(prepared.treebank, silver)
        self._tokeniser = tokeniser
        self._about = {"frequent_words": frequent_words(prepared.treebank)}
        self._outputs = Factored.of(prepared.treebank)
        self._spec = _core.ParserSpec.of(
            prepared.treebank._core,
            SYSTEMS[recipe.system].core,
            _core.Root[recipe.root],
            prepared.single_root,
        )
        self._vectors = read_vectors(recipe.vectors, recipe.max_words) if recipe.vectors else None
        self._vocabulary = vocabulary_of(
            prepared.treebank, recipe.min_count, recipe.max_words, silver, self._vectors
        )
        sizes = Sizes(
            words=len(self._vocabulary),
            ngrams=recipe.buckets,
            shapes=_SHAPES,
            word_width=_WORD if self._vectors is None else self._vectors.width,
            ngram_width=_NGRAM,
            shape_width=_SHAPE,
            width=recipe.width,
            layers=recipe.layers,
            hidden=recipe.units,
            positions=len(_core.network_positions(self._spec)),
            tags=sum(map(len, self._outputs.values.values())),
            transitions=self._spec.transitions,
        )
        with seeded(recipe.seed, self.device):
            network = Network(sizes, recipe.layer_dropout, recipe.word_dropout)
        if self._vectors is not None:
            self._vectors.fill(self._vocabulary, network.word.table.detach().numpy()[1:])  # 0 is unknown
        network.to(self.device)
        if _halves(self.device):
            network.use_halves()
        self._begin(network, [{"params": list(network.parameters()), "rate": recipe.network_rate}])
        self._read: _Words | None = None
        self._decisions, self._wrong = 0, torch.zeros((), dtype=torch.int64, device=self.device)

    def describe(self) -> list[str]:
        """Return lines about the network."""
        recipe, prepared = self.recipe, self.prepared
        gpu = self.device.type == "cuda"
        where = torch.cuda.get_device_name(self.device) if gpu else "the CPU"
        sizes = self._network.sizes
        return [
            f"{recipe.system}, root {recipe.root}{', single' if prepared.single_root else ''}; "
            f"{recipe.oracle} oracle, {policy_of(recipe)}",
            f"{counted(recipe.layers, 'layer')} of {recipe.width}, {sizes.words:,} words, "
            f"{recipe.buckets:,} n-grams, {len(self._outputs.values)} columns and features; on {where}; "
            f"seed {recipe.seed}",
        ]

    def identity(self) -> dict[str, Any]:
        """Return what must be equal to continue a run."""
        vectors = {} if self._vectors is None else {"vectors": self._vectors.digest}
        return {**super().identity(), **vectors}

    def info(self) -> dict[str, Any]:
        """Return what the model stores about its training."""
        return parser_info(self, "none", 0)

    def info_of(self, model: Pipeline) -> dict[str, Any]:
        """Return the metadata of the parser of a pipeline."""
        return model.parser.info

    def load(self, path: Path) -> Pipeline:
        """Return the best pipeline so far, from its file."""
        return Pipeline.load(path)

    def finish(self) -> Pipeline:
        """Return the best pipeline after the last epoch."""
        assert self.parser is not None
        found: Pipeline = self.parser
        return found

    @property
    def _torch_threads(self) -> int:
        """One for each thousand words of a batch: with less to do, threads wait for each other."""
        return max(1, min(self.threads, self.batch_words // _WORDS_OF_THREAD))

    @property
    def _usual_batch(self) -> int:
        """Few words where there are few, since an epoch needs many steps."""
        return min(max(self.words // _STEPS, _LEAST_BATCH), _WORDS_OF_THREAD)

    def _set_info(self, made: Pipeline) -> None:
        made.parser.info = self.info()

    def _pipeline(self) -> Pipeline:
        return Pipeline.of_network(self._tokeniser, Parser(self._quantised(), self.info()), self._about)

    def _parsed_dev(self) -> Treebank:
        assert self.dev is not None
        found = self._quantised().tag_and_parse(self.dev.gold._core, self.threads)
        return decode_nonprojective(Treebank._of(found), self.info())

    def _quantised(self) -> _core.Parser:
        """Return the parser of the core, with the weights rounded to eight bits."""
        sizes = self._network.sizes
        values: dict[str, Any] = {
            "width": sizes.width,
            "layers": sizes.layers,
            "hidden": sizes.hidden,
            "word_size": sizes.word_width,
            "ngram_size": sizes.ngram_width,
            "shape_size": sizes.shape_width,
            "positions": " ".join(_core.network_positions(self._spec)),
        }
        arrays = {name: _flat(weight) for name, weight in self._network.named_parameters()}
        heads = list(self._outputs.values.items())
        return _core.Parser.of_network(self._spec, values, self._vocabulary, heads, arrays)

    def _further(self) -> dict[str, Any]:
        rate = int(self._wrong) / max(self._decisions, 1)
        self._decisions = 0
        self._wrong.zero_()
        return {"update_rate": round(rate, 6)}

    def _portions(self) -> Iterator[_Words]:
        if self.mixture is None:
            if self._read is None:
                treebank = self.prepared.treebank
                self._read = self._words(treebank, treebank.word_count, 0)
            yield self._read
        else:
            yield from _ahead(map(self._of_chunk, self.mixture.epoch()))

    def _of_chunk(self, chunk: Chunk) -> _Words:
        gold, silver = chunk.treebank[: chunk.gold_sentences], chunk.treebank[chunk.gold_sentences :]
        trees = prepare_trees(silver, self.prepared)
        if len(trees) > 1 and not tells_costs(self.recipe.oracle):
            raise OptionError(
                f"cannot be {self.recipe.oracle!r} with soft silver data, which need one that knows costs",
                option="oracle",
            )
        best, *sampled = (Treebank._of(_joined([gold._core, each._core])) for each in trees)
        return self._words(best, chunk.gold_words, trees[0].word_count, sampled)

    def _words(
        self, treebank: Treebank, gold_words: int, silver_words: int, sampled: Sequence[Treebank] = ()
    ) -> _Words:
        rows = _core.network_rows(treebank._core, self._vocabulary, self.recipe.buckets, _SHAPES)
        gold = self._outputs.gold(treebank)
        for name, numbers in gold.items():
            if self.silver is not None and name.split(".")[0] in self.silver.empty:
                numbers[gold_words:] = NOTHING
        return _Words(treebank, sampled, gold_words, silver_words, *rows, gold)

    def _loss(self, portion: _Words, chosen: Ints, random: np.random.Generator) -> Any:
        batch = _Batch.of(portion, chosen)
        words = self._network.encode(*self._inputs(portion, batch))
        loss = self._loss_of_tags(portion, batch, words)
        parts = self._network.parts_of(words)
        positions, gold = self._explored(portion, batch, parts, int(random.integers(2**63)))
        scores = self._network.transition_scores(parts, self._moved(positions))
        of_transitions, wrong = scores_loss(scores, self._moved(gold), 1 + len(portion.sampled))
        self._decisions += len(gold)
        self._wrong += wrong
        return loss + of_transitions / len(words)

    def _inputs(self, portion: _Words, batch: _Batch) -> tuple[Types, Any, Places]:
        types, which = np.unique(portion.types[batch.words], return_inverse=True)
        begins, ends = portion.begins[types], portion.begins[types + 1]
        ngrams = portion.ngrams[ranges(begins, ends)]
        sizes = ends - begins
        own = (
            portion.words[types],
            ngrams,
            np.cumsum(sizes) - sizes,
            portion.shapes[types],
        )
        moved = [self._moved(each.astype(np.int64)) for each in own]
        return Types(*moved), self._moved(which.reshape(-1)), Places(batch.counts, self.device)

    def _loss_of_tags(self, portion: _Words, batch: _Batch, words: Any) -> Any:
        values = self._outputs.values
        gold = np.stack([portion.gold[name][batch.words] for name in values])
        known = (gold >= 0).sum(1).tolist()
        loss = torch.zeros((), device=self.device)
        scores = self._network.tags(words).split([len(each) for each in values.values()], 1)
        for name, number, found, right in zip(values, known, scores, self._moved(gold), strict=True):
            weight = WEIGHTS[name.split(".")[0]] / max(number, 1)
            loss = loss + weight * functional.cross_entropy(found, right, reduction="sum")
        return loss

    def _explored(
        self, portion: _Words, batch: _Batch, parts: Any, seed: int
    ) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Return configurations: the row of the word at each position, and what each transition is worth."""
        recipe, network = self.recipe, self._network
        before = {"explore": "ambiguity", "sample": "oracle"} if self.epochs_done < recipe.k else {}
        positions, gold = _core.explore(
            [each._core.select(batch.sentences.tolist()) for each in (portion.treebank, *portion.sampled)],
            self._spec,
            core_oracle(recipe.oracle),
            _flat(parts[self._moved(batch.back)]),
            _flat(network.parts.none),
            _flat(network.parts.root),
            _flat(network.moves.weight),
            _flat(network.moves.bias),
            before.get(recipe.policy, recipe.policy),
            recipe.explore,
            seed,
            self.threads,
        )
        return np.where(positions >= 0, batch.back[positions], positions), gold

    def _moved(self, array: NDArray[Any]) -> Any:
        return torch.from_numpy(array).to(self.device, non_blocking=True)


@dataclass(frozen=True)
class _Batch:
    """Some sentences, the longest first."""

    sentences: Ints
    #: The numbers of words in the treebank: the first words of all sentences, the second ones, and so on.
    words: Ints
    #: How many sentences have a word at each place.
    counts: list[int]
    #: The row of each word in this order, when words are in the order of sentences.
    back: Ints

    @classmethod
    def of(cls, portion: _Words, chosen: Ints) -> _Batch:
        """Return a batch of some sentences of a treebank."""
        offsets = np.asarray(portion.treebank.offsets)
        lengths = offsets[chosen + 1] - offsets[chosen]
        order = np.argsort(-lengths, kind="stable")
        sentences, lengths = chosen[order], lengths[order]
        words = ranges(offsets[sentences], offsets[sentences + 1])
        places = ranges(np.zeros_like(lengths), lengths)
        by_place = np.argsort(places, kind="stable")
        back = np.empty_like(by_place)
        back[by_place] = np.arange(len(by_place))
        return cls(sentences, words[by_place], np.bincount(places).tolist(), back)


def _ahead(portions: Iterator[_Words]) -> Iterator[_Words]:
    """Yield portions; a thread makes the next one while one is learnt from."""
    with ThreadPoolExecutor(1) as thread:
        following = thread.submit(next, portions, None)
        while (portion := following.result()) is not None:
            following = thread.submit(next, portions, None)
            yield portion


def _flat(weights: Any) -> NDArray[np.float32]:
    """Return weights as the core takes them."""
    own = weights.detach()
    if own.is_cuda:  # into locked memory, which is ten times as fast
        own = torch.empty(own.shape, pin_memory=True).copy_(own)
    found: NDArray[np.float32] = own.numpy().reshape(-1)
    return found


def _halves(device: Any) -> bool:
    """Whether a device multiplies numbers of 16 bits faster."""
    if device.type == "cpu":
        return any(
            getattr(torch.cpu, f"_is_{each}_supported", bool)() for each in ("avx512_bf16", "amx_tile")
        )
    return halves(device)


def vocabulary_of(
    treebank: Treebank, least: int, most: int, silver: Silver | None = None, vectors: Vectors | None = None
) -> list[str]:
    """Return words in lower case, sorted: those that a treebank has `least` times, of silver, and of vectors.

    If there are more than `most`, these are the most frequent ones, first of the treebank, then of silver.
    """
    words, counts = _core.network_word_counts(treebank._core)
    frequent = sorted(zip((-counts).tolist(), words, strict=True))
    known = dict.fromkeys(word for count, word in frequent if -count >= least)
    for row in silver.lexicon if silver is not None else ():
        known |= dict.fromkeys(_core.network_word_counts(Treebank([row])._core)[0])
    if vectors is not None:
        known |= dict.fromkeys(vectors.places)
    return sorted(islice(known, most))
