"""The network: an encoder, and heads that tag, lemmatise and parse. Importing it imports torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from dodona.encoders.pieces import SHAPES, Batch

_SHAPE_WIDTH = 64
_ARC_WIDTH, _LABEL_WIDTH = 400, 128
#: Labels of so many words are scored at a time, since that takes a large table.
_ROWS = 4096
#: A score that no arc has: of padding, and of a word as its own head.
FORBIDDEN = -1e6


@dataclass(frozen=True)
class Tensors:
    """A `Batch` on the device."""

    lengths: Any
    pieces: Any
    mask: Any
    first: Any
    shapes: Any
    places: Any
    width: int

    @classmethod
    def of(cls, batch: Batch, device: Any) -> Tensors:
        """Move a batch to a device."""

        def moved(array: Any) -> Any:
            tensor = torch.from_numpy(array)
            if device.type == "cuda":
                tensor = tensor.pin_memory()
            return tensor.to(device, non_blocking=True)

        names = ("lengths", "pieces", "mask", "first", "shapes", "places")
        return cls(**{name: moved(getattr(batch, name)) for name in names}, width=batch.width)


class Network(nn.Module):
    """Encodes words, and scores tags, arcs and labels.

    A word is the first of its pieces: the last layer and a learnt mean of all layers, added up, beside an
    embedding of its shape, since many encoders see no case. Arcs and labels are scored as by Dozat and
    Manning (2017).
    """

    def __init__(self, encoder: Any, tags: dict[str, int], labels: int, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        width, layers = encoder.config.hidden_size, encoder.config.num_hidden_layers
        self.mixture = nn.Parameter(torch.zeros(layers + 1))
        self.shapes = nn.Embedding(SHAPES, _SHAPE_WIDTH)
        nn.init.normal_(self.shapes.weight, std=0.1)
        width += _SHAPE_WIDTH
        self.root = nn.Parameter(torch.zeros(width))
        self.dropout = nn.Dropout(dropout)
        self.tags = nn.ModuleDict({name: nn.Linear(width, number) for name, number in tags.items()})

        def hidden(size: int) -> nn.Module:
            return nn.Sequential(nn.Linear(width, size), nn.GELU(), nn.Dropout(dropout))

        self.arc_word, self.arc_head = hidden(_ARC_WIDTH), hidden(_ARC_WIDTH)
        self.label_word, self.label_head = hidden(_LABEL_WIDTH), hidden(_LABEL_WIDTH)
        self.arcs = nn.Parameter(torch.zeros(_ARC_WIDTH + 1, _ARC_WIDTH))
        self.labels = nn.Parameter(torch.zeros(labels, _LABEL_WIDTH + 1, _LABEL_WIDTH + 1))

    def words(self, batch: Tensors, autocast: bool) -> Any:
        """Return a vector for each word."""
        with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=autocast):
            layers = self.encoder(
                input_ids=batch.pieces, attention_mask=batch.mask.long(), output_hidden_states=True
            ).hidden_states
        chosen = torch.stack([layer.reshape(-1, layer.shape[-1])[batch.first] for layer in layers]).float()
        mixed = torch.einsum("l,lnd->nd", self.mixture.softmax(0), chosen) + chosen[-1]
        return self.dropout(torch.cat([mixed, self.shapes(batch.shapes)], -1))

    def arc_scores(self, batch: Tensors, words: Any) -> Any:
        """Return scores by sentence, word and head; head 0 is the root."""
        sentences, width = len(batch.lengths), batch.width
        word = with_one(self.arc_word(words)) @ self.arcs
        head = self.arc_head(words)
        root = self.arc_head(self.root)
        word = padded(word, batch, sentences * width).view(sentences, width, -1)
        head = padded(head, batch, sentences * width).view(sentences, width, -1)
        head = torch.cat([root.expand(sentences, 1, -1), head], 1)
        scores = word @ head.transpose(1, 2)
        heads = torch.arange(width + 1, device=scores.device)
        wrong = (heads > batch.lengths[:, None])[:, None, :] | (heads[1:, None] == heads)
        return scores.masked_fill(wrong, FORBIDDEN)

    def label_scores(self, words: Any, heads: Any) -> Any:
        """Return scores by word and label for a head of each word: its row in `words`, or -1 for the root."""
        word = with_one(self.label_word(words))
        head = with_one(self.label_head(torch.cat([self.root[None], words])))[heads + 1]
        labels, size, _ = self.labels.shape
        mapping = self.labels.permute(1, 0, 2).reshape(size, labels * size)
        parts = zip(word.split(_ROWS), head.split(_ROWS), strict=True)
        scores = [
            ((one @ mapping).view(-1, labels, size) @ other[:, :, None])[:, :, 0] for one, other in parts
        ]
        return torch.cat(scores)

    def loss(self, batch: Tensors, gold: dict[str, Any], heads: Any, autocast: bool) -> Any:
        """Return the loss of a batch; `heads` are rows in it, or -1 for the root, and -100 is no value."""
        words = self.words(batch, autocast)
        arcs = self.arc_scores(batch, words)
        arcs = arcs.reshape(-1, arcs.shape[-1])[batch.places]
        loss = _loss(arcs, gold["heads"]) + _loss(self.label_scores(words, heads), gold["labels"])
        for name, layer in self.tags.items():
            loss = loss + WEIGHTS[name] * _loss(layer(words), gold[name])
        return loss


#: The weights of the losses of tags.
WEIGHTS = {"tags": 0.5, "fine_tags": 0.25, "feats": 0.25, "lemmas": 0.25}


def _loss(scores: Any, gold: Any) -> Any:
    """Return the mean cross-entropy of the words that have a value: 0 if there are none."""
    return functional.cross_entropy(scores, gold, reduction="sum") / (gold >= 0).sum().clamp(min=1)


def with_one(rows: Any) -> Any:
    """Return rows with a last column of ones."""
    return torch.cat([rows, rows.new_ones(len(rows), 1)], -1)


def padded(rows: Any, batch: Tensors, size: int) -> Any:
    """Return the rows of words at their places in a table of sentences."""
    return rows.new_zeros(size, rows.shape[-1]).index_copy(0, batch.places, rows)
