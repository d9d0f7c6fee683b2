"""How far is a greedy transition parser from a graph parser with the same encoder?

    python benchmarks/biaffine.py TRAIN DEV [--epochs 12]

Trains the network of the recipe `network` twice on a treebank, and prints UAS and LAS on the development data
after every epoch, without punctuation: once with its transition parser, greedy and with exploration, and once
with a biaffine scorer of arcs and labels (Dozat and Manning 2017), which takes maximum spanning trees. The
encoder, the tags and all settings are the same. Weights of the biaffine parser are not rounded.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

import dodona
from dodona import _core
from dodona.encoders.batching import batches
from dodona.encoders.gradient_run import seeded
from dodona.network.training import NetworkRun, _Batch
from dodona.pipelines.tokeniser import train_tokeniser
from dodona.recipes import recipe
from dodona.training.preparing import prepare
from dodona.training.scoring import DevelopmentData

_ARC, _LABEL = 256, 96
_FORBIDDEN = -1e6


class Biaffine(nn.Module):
    """Scores arcs and labels, given vectors of words."""

    def __init__(self, width: int, labels: int, dropout: float) -> None:
        super().__init__()

        def hidden(size: int) -> nn.Module:
            return nn.Sequential(nn.Linear(width, size), nn.GELU(), nn.Dropout(dropout))

        self.root = nn.Parameter(torch.zeros(width))
        self.arc_word, self.arc_head = hidden(_ARC), hidden(_ARC)
        self.label_word, self.label_head = hidden(_LABEL), hidden(_LABEL)
        self.arcs = nn.Parameter(torch.zeros(_ARC + 1, _ARC))
        self.labels = nn.Parameter(torch.zeros(labels, _LABEL + 1, _LABEL + 1))

    def arc_scores(self, words: Any, lengths: list[int]) -> list[Any]:
        """Return the scores of each sentence, by word and head; head 0 is the root."""
        dependents = pad_sequence(list((_with_one(self.arc_word(words)) @ self.arcs).split(lengths)), True)
        heads = [torch.cat([self.root[None], each]) for each in words.split(lengths)]
        scores = dependents @ self.arc_head(pad_sequence(heads, True)).transpose(1, 2)
        return [
            each[:length, : length + 1] + _FORBIDDEN * torch.eye(length + 1, device=words.device)[1:]
            for each, length in zip(scores, lengths, strict=True)
        ]

    def label_scores(self, words: Any, heads: Any) -> Any:
        """Return scores by word and label; `heads` are rows of words, or -1 for the root."""
        dependents = _with_one(self.label_word(words))
        governors = _with_one(self.label_head(torch.cat([self.root[None], words])))[heads + 1]
        return torch.einsum("wi,lij,wj->wl", dependents, self.labels, governors)


class BiaffineRun(NetworkRun):
    """A training run of the graph parser."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        labels = self._outputs.labels
        with seeded(self.recipe.seed, self.device):
            self._biaffine = Biaffine(self.recipe.width, len(labels), self.recipe.layer_dropout)
        self._biaffine.to(self.device)
        parameters = [*self._network.parameters(), *self._biaffine.parameters()]
        self._begin(self._network, [{"params": parameters, "rate": self.recipe.network_rate}])

    def _loss(self, portion: Any, chosen: Any, random: np.random.Generator) -> Any:
        self._biaffine.train()
        batch = _Batch.of(portion, chosen)
        found = self._network.encode(*self._inputs(portion, batch))
        loss = self._loss_of_tags(portion, batch, found)
        words, lengths = found[self._moved(batch.back)], self._lengths(portion, batch)
        places = _words_of(portion, batch)
        heads = np.asarray(portion.treebank.heads)[places].astype(np.int64)
        for arcs, gold in zip(
            self._biaffine.arc_scores(words, lengths), self._moved(heads).split(lengths), strict=True
        ):
            loss = loss + functional.cross_entropy(arcs, gold, reduction="sum") / len(words)
        starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
        rows = self._moved(np.where(heads > 0, starts + heads - 1, -1))
        labels = self._moved(self._gold_labels(portion)[places])
        return loss + functional.cross_entropy(self._biaffine.label_scores(words, rows), labels)

    def _parsed_dev(self) -> dodona.Treebank:
        assert self.dev is not None
        self._network.eval()
        self._biaffine.eval()
        gold = self.dev.gold
        portion = self._words(gold, gold.word_count, 0)
        heads = np.zeros(gold.word_count, np.int32)
        chosen_labels = np.zeros(gold.word_count, np.int32)
        with torch.no_grad():
            for chosen in batches(np.diff(gold.offsets), self.recipe.batch_words):
                batch = _Batch.of(portion, chosen)
                words = self._network.encode(*self._inputs(portion, batch))[self._moved(batch.back)]
                lengths = self._lengths(portion, batch)
                arcs = self._biaffine.arc_scores(words, lengths)
                flat = torch.cat([each.reshape(-1) for each in arcs]).cpu().numpy()
                begins = np.concatenate([[0], np.cumsum(lengths)])
                single = self.prepared.single_root
                found = _core.spanning_trees(flat, begins, single).astype(np.int64)
                rows = np.where(found > 0, np.repeat(begins[:-1], lengths) + found - 1, -1)
                places = _words_of(portion, batch)
                heads[places] = found
                scores = self._biaffine.label_scores(words, self._moved(rows))
                chosen_labels[places] = scores.argmax(1).cpu().numpy()
        core = gold._core.with_heads(heads)
        return dodona.Treebank._of(
            core.with_choices(_core.Text.label, self._outputs.labels, chosen_labels), gold.source
        )

    def _gold_labels(self, portion: Any) -> Any:
        treebank = portion.treebank._core
        ids, which = np.unique(np.asarray(treebank.ids(_core.Text.label)), return_inverse=True)
        numbers = [self._outputs.labels.index(label) for label in treebank.strings(ids)]
        return np.array(numbers, np.int64)[which.reshape(-1)]

    @staticmethod
    def _lengths(portion: Any, batch: _Batch) -> list[int]:
        lengths: list[int] = np.diff(portion.treebank.offsets)[batch.sentences].tolist()
        return lengths


def _words_of(portion: Any, batch: _Batch) -> Any:
    """Return the numbers of the words of a batch, sentence by sentence."""
    return batch.words[batch.back]


def _with_one(rows: Any) -> Any:
    return torch.cat([rows, rows.new_ones(len(rows), 1)], -1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train")
    parser.add_argument("dev")
    parser.add_argument("--epochs", type=int, default=12)
    chosen = parser.parse_args()
    train, dev = dodona.read(chosen.train), dodona.read(chosen.dev)
    settings = replace(recipe("network"), epochs=chosen.epochs)
    tokeniser = train_tokeniser(train, epochs=1)
    for name, kind in (("transitions", NetworkRun), ("biaffine", BiaffineRun)):
        run = kind(prepare(train, settings, dev), settings, DevelopmentData(dev), tokeniser, threads=1)
        for found in run.epochs():
            print(f"{name} {found.number} UAS {100 * found.uas:.2f} LAS {100 * found.las:.2f}", flush=True)


if __name__ == "__main__":
    main()
