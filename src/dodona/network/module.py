"""The network as it is trained. Importing it imports torch; the core computes the same when parsing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from dodona.network.scan import Places, scan


@dataclass(frozen=True)
class Sizes:
    """The sizes of a network."""

    #: Rows of the tables: of words without the unknown one, of character n-grams, and of shapes.
    words: int
    ngrams: int
    shapes: int
    #: Columns of these tables.
    word_width: int
    ngram_width: int
    shape_width: int
    #: Of vectors of words, the number of layers, and the units of the hidden layer of transitions.
    width: int
    layers: int
    hidden: int
    #: The positions of a configuration, the values of all tags, and the transitions.
    positions: int
    tags: int
    transitions: int


@dataclass(frozen=True)
class Types:
    """The different words of a batch: rows of the tables."""

    words: Any
    #: The n-grams of all words, one after the other, and where each word begins.
    ngrams: Any
    begins: Any
    shapes: Any


class Network(nn.Module):
    """Encodes the words of sentences; scores tags, and parts of scores of transitions."""

    def __init__(self, sizes: Sizes, dropout: float, word_dropout: float) -> None:
        super().__init__()
        self.sizes, self.word_dropout = sizes, word_dropout
        width, hidden = sizes.width, sizes.hidden
        self.word = _table(sizes.words + 1, sizes.word_width)
        self.ngram = _table(sizes.ngrams, sizes.ngram_width)
        self.shape = _table(sizes.shapes, sizes.shape_width)
        self.mix = Linear(sizes.word_width + sizes.ngram_width + sizes.shape_width, width)
        self.layer = nn.ModuleList(Layer(width, dropout) for _ in range(sizes.layers))
        self.tags = Linear(width, sizes.tags)
        self.parts = Parts(width, sizes.positions, hidden)
        self.moves = Linear(hidden, sizes.transitions)
        self.dropout = nn.Dropout(dropout)

    def use_halves(self) -> None:
        """Multiply numbers of 16 bits from now on, where the processor is much faster at that."""
        for module in self.modules():
            if isinstance(module, Linear):
                module.halves = True

    def encode(self, types: Types, which: Any, places: Places) -> Any:
        """Return a vector for each word, given its row in `types`."""
        wide = self.sizes.word_width
        of_word, others = self.mix.weight[:, :wide], self.mix.weight[:, wide:]
        ngrams = functional.embedding_bag(types.ngrams, self.ngram.table, types.begins, mode="mean")
        rest = torch.cat([ngrams, self.shape.table[types.shapes]], 1)
        rest = product(rest, others, self.mix.halves) + self.mix.bias
        if self.training and self.word_dropout:
            # Some words are read as unknown ones, each by itself.
            rows = torch.cat([self.word.table[types.words], self.word.table[:1]])
            unknown = torch.rand(len(which), device=which.device) < self.word_dropout
            known = product(rows, of_word, self.mix.halves)
            mixed = known[torch.where(unknown, len(rows) - 1, which)] + rest[which]
        else:
            mixed = (product(self.word.table[types.words], of_word, self.mix.halves) + rest)[which]
        words = self.dropout(activation(mixed))
        for layer in self.layer:
            words = layer(words, places)
        return self.dropout(words)

    def parts_of(self, words: Any) -> Any:
        """Return the share of each word in the hidden layer, by position."""
        found = product(words, self.parts.weight, self.mix.halves) + self.parts.bias
        return found.view(len(words), self.sizes.positions, self.sizes.hidden)

    def transition_scores(self, parts: Any, positions: Any) -> Any:
        """Return the scores of transitions, given the rows of words at positions; -1: none, -2: the root."""
        words, places, hidden = parts.shape
        table = torch.cat([parts.view(-1, hidden), self.parts.none, self.parts.root])
        place = torch.arange(places, device=positions.device)
        rows = torch.where(positions >= 0, positions * places, (words - 1 - positions) * places) + place
        summed = functional.embedding_bag(rows, table, mode="sum")
        return self.moves(torch.relu(summed))


class Linear(nn.Linear):
    """A linear layer, whose product may be of numbers of 16 bits."""

    halves = False

    def forward(self, rows: Any) -> Any:
        """Return the product, as floats of 32 bits."""
        return product(rows, self.weight, self.halves) + self.bias


def product(rows: Any, weight: Any, halves: bool) -> Any:
    """Return the product of rows with each row of `weight`; `halves`, of numbers of 16 bits."""
    if halves:
        return functional.linear(rows.bfloat16(), weight.bfloat16()).float()
    return functional.linear(rows, weight)


class Table(nn.Module):
    """Embeddings."""

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.randn(rows, columns) * 0.1)


def _table(rows: int, columns: int) -> Table:
    return Table(rows, columns)


class Parts(nn.Module):
    """The first half of a hidden layer, for words at positions of a configuration."""

    def __init__(self, width: int, positions: int, hidden: int) -> None:
        super().__init__()
        whole = nn.Linear(width * positions, hidden)  # for its initial weights
        rows = whole.weight.detach().view(hidden, positions, width).transpose(0, 1)
        self.weight = nn.Parameter(rows.reshape(positions * hidden, width).clone())
        self.bias = nn.Parameter(torch.zeros(positions * hidden))
        self.none = nn.Parameter(torch.zeros(positions, hidden))
        self.root = nn.Parameter(torch.zeros(positions, hidden))


class Layer(nn.Module):
    """A bidirectional layer of minimal gated recurrences (Feng et al. 2024), added to its input."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.gates = Linear(width, 2 * width)
        self.out = Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, words: Any, places: Places) -> Any:
        """Return new vectors of words."""
        # For each direction, a gate and a value.
        both = self.gates(words).view(len(words), 2, 2, -1)
        update, value = torch.sigmoid(both[:, :, 0]), both[:, :, 1]
        value = torch.where(value >= 0, value + 0.5, torch.sigmoid(value))
        found = scan(1 - update, update * value, places)
        out = activation(self.out(found.view(words.shape)))
        return self.norm(words + self.dropout(out))


def activation(rows: Any) -> Any:
    """Return GELU in its form with the hyperbolic tangent, which the core computes, too."""
    return functional.gelu(rows, approximate="tanh")


def scores_loss(scores: Any, gold: Any, trees: int = 1) -> tuple[Any, Any]:
    """Return the sum of -log P(transitions of cost 0) among the legal ones, and how often another was best.

    That is the loss of Goldberg (2013). `gold` is 0 for those that are not legal, otherwise 1, plus 2 for
    those of cost 0. With several trees, 4 is added for those of cost 0 in the second one, and so on; the loss
    is the mean of that of each tree.
    """
    rows = (gold & 2 != 0).any(1)  # an approximate oracle may find none
    scores, gold = scores[rows], gold[rows]
    legal = scores.masked_fill(gold == 0, -torch.inf)
    right = [scores.masked_fill(gold & (2 << tree) == 0, -torch.inf) for tree in range(trees)]
    wrong = (legal.detach().amax(1) > right[0].detach().amax(1)).sum()
    return (legal.logsumexp(1) - sum(each.logsumexp(1) for each in right) / trees).sum(), wrong
