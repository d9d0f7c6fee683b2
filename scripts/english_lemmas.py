"""Learn the weights that choose lemmas again, from gold words only.

    python scripts/english_lemmas.py EWT MODEL OUTPUT

A network that learnt from silver trees has also learnt the teacher's lemmas, which are worse than gold ones.
This keeps all of MODEL but for the last layer of its lemmas, which it fits to the training data of EWT. Tags
and trees stay as they are. Prints the accuracy on the development data before and after.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from english_model import read
from torch.nn import functional

import dodona
from dodona.encoders.batching import batches
from dodona.models.container import read_arrays, write_arrays
from dodona.network.module import Network
from dodona.network.training import NetworkRun, _Batch
from dodona.recipes import recipe
from dodona.training.preparing import prepare

_EPOCHS, _RATE, _BATCH = 12, 3e-3, 1000


def network_of(run: NetworkRun, arrays: dict[str, np.ndarray]) -> Network:
    """Return the network of a model, in floats."""
    sizes = replace(run._network.sizes, words=len(run._vocabulary))
    network = Network(sizes, 0, 0)
    for name, weight in network.named_parameters():
        values = arrays[f"parser.{name}"]
        if values.dtype == np.int8:
            scale = arrays[f"parser.{name.rpartition('.')[0]}.scale"]
            values = values.reshape(len(scale), -1) * scale[:, None]
        weight.data.copy_(torch.from_numpy(np.ascontiguousarray(values)).reshape(weight.shape))
    return network.eval()


def features(run: NetworkRun, treebank: dodona.Treebank) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the vectors of words in context, and the numbers of their lemmas' scripts."""
    portion = run._words(treebank, treebank.word_count, 0)
    found = torch.empty(treebank.word_count, run._network.sizes.width)
    with torch.no_grad():
        for chosen in batches(np.diff(treebank.offsets), 4000):
            batch = _Batch.of(portion, chosen)
            found[torch.from_numpy(batch.words)] = run._network.encode(*run._inputs(portion, batch))
    return found, torch.from_numpy(portion.gold["lemmas"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("treebank", type=Path, metavar="EWT")
    parser.add_argument("model")
    parser.add_argument("output")
    chosen = parser.parse_args()
    train, dev = (read(chosen.treebank, part) for part in ("train", "dev"))
    arrays, about = read_arrays(chosen.model, "pipeline")
    settings = recipe("network")
    run = NetworkRun(prepare(train, settings), settings, None, dodona.load(chosen.model).tokeniser, threads=1)
    run._vocabulary = bytes(arrays["parser.words"]).decode().split("\n")[:-1]
    run._network = network_of(run, arrays)
    words, gold = features(run, train)
    others, right = features(run, dev)
    begin = sum(len(values) for name, values in run._outputs.values.items() if name != "lemmas")
    weight, bias = (each.detach()[begin:].clone().requires_grad_() for each in run._network.tags.parameters())

    def accuracy() -> float:
        return float(((others @ weight.T + bias).argmax(1) == right)[right >= 0].float().mean())

    print(f"before: {accuracy():.4f}")
    torch.manual_seed(1)
    optimiser = torch.optim.AdamW([weight, bias], lr=_RATE, weight_decay=0.01)
    known = (gold >= 0).nonzero()[:, 0]
    for epoch in range(_EPOCHS):
        for some in known[torch.randperm(len(known))].split(_BATCH):
            scores = functional.dropout(words[some], 0.1) @ weight.T + bias
            optimiser.zero_grad()
            functional.cross_entropy(scores, gold[some]).backward()
            optimiser.step()
        optimiser.param_groups[0]["lr"] = _RATE * (1 - (epoch + 1) / _EPOCHS) + 1e-5
    print(f"after: {accuracy():.4f}")
    rows = weight.detach().numpy()
    scale = np.abs(rows).max(1) / 127
    whole = arrays["parser.tags.weight"].reshape(-1, rows.shape[1]).copy()
    whole[begin:] = np.rint(rows / scale[:, None])
    arrays["parser.tags.weight"] = whole.reshape(-1)
    for name, new in (("scale", scale), ("bias", bias.detach().numpy())):
        old = arrays[f"parser.tags.{name}"].copy()
        old[begin:] = new
        arrays[f"parser.tags.{name}"] = old
    about.pop("checksum", None)
    write_arrays(chosen.output, arrays, about)


if __name__ == "__main__":
    main()
