"""The training of networks, below pipelines: batches, configurations, and the weights that the core gets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import dodona
from dodona import _core
from dodona.recipes import recipe
from dodona.training.preparing import prepare
from dodona.transitions.systems import SYSTEMS

torch = pytest.importorskip("torch", reason="the extra network is not installed")


def run_of(treebank: dodona.Treebank, options: dict[str, Any], **changes: Any) -> Any:
    from dodona.network.training import NetworkRun

    name, threads = options["recipe"], options["threads"]
    others = {key: value for key, value in options.items() if key not in ("recipe", "threads")}
    chosen = recipe(name).with_options(**{**others, **changes})
    tokeniser = dodona.train_tokeniser(treebank, epochs=1)
    return NetworkRun(prepare(treebank, chosen), chosen, None, tokeniser, threads=threads)


def encoded(run: Any, chosen: list[int]) -> Any:
    """Return the vectors of the words of some sentences, in the order of sentences."""
    from dodona.network.training import _Batch

    (portion,) = run._portions()
    batch = _Batch.of(portion, np.array(chosen))
    run._network.eval()
    with torch.inference_mode():
        words = run._network.encode(*run._inputs(portion, batch))[torch.from_numpy(batch.back)]
    return batch.sentences.tolist(), words


def test_sentences_do_not_depend_on_their_batch(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    run = run_of(grove, options, layers=2)
    lengths = np.diff(run.prepared.treebank.offsets)
    sentences, together = encoded(run, [5, 0, 9, 3])
    assert [lengths[each] for each in sentences] == sorted(lengths[[5, 0, 9, 3]], reverse=True)
    ends = np.cumsum(lengths[sentences])
    for sentence, end in zip(sentences, ends, strict=True):
        _, alone = encoded(run, [sentence])
        assert torch.allclose(together[end - lengths[sentence] : end], alone, atol=1e-2)


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_learns_with_every_oracle_of_every_system(
    grove: dodona.Treebank, options: dict[str, Any], system: str
) -> None:
    for oracle in SYSTEMS[system].oracles:
        run = run_of(grove[:20], options, system=system, oracle=oracle, epochs=2)
        first, second = run.epochs()
        assert second.loss < first.loss


def test_the_first_configuration_has_the_first_words(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    from dodona.network.training import _Batch

    run = run_of(grove, options)
    (portion,) = run._portions()
    batch = _Batch.of(portion, np.arange(4))
    parts = torch.zeros(len(batch.words), run._network.sizes.positions, 16)
    positions, gold = run._explored(portion, batch, parts, 1)
    names = _core.network_positions(run._spec)
    # The rows of the words at the front of the buffer of the first configuration: the longest sentence's.
    first = {name: int(row) for name, row in zip(names, positions[0], strict=True)}
    assert (first["s0"], first["s1"]) == (-2, -1)
    assert [int(batch.words[first[name]]) for name in ("b0", "b1", "b2")] == [
        int(portion.treebank.offsets[batch.sentences[0]]) + place for place in range(3)
    ]
    assert gold.shape == (len(positions), run._spec.transitions)
    assert (gold == 3).any(1).all()


def test_the_core_computes_the_same_up_to_rounding(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    run = run_of(grove, options, epochs=8)
    for _ in range(8):
        run._learn(1)
    (portion,) = run._portions()
    sentences, words = encoded(run, list(range(len(portion.treebank))))
    scores = run._network.tags(words)[:, : len(run._outputs.values["tags"])]
    tagged = run._quantised().tag(portion.treebank._core.select(sentences), 1)
    found = tagged.all_texts(_core.Text.tag)
    expected = [run._outputs.values["tags"][number] for number in scores.argmax(1).tolist()]
    assert np.mean([one == other for one, other in zip(found, expected, strict=True)]) > 0.97


def test_the_loss_is_that_of_all_transitions_of_zero_cost() -> None:
    from dodona.network.module import scores_loss

    scores = torch.log(torch.tensor([[1.0, 2.0, 4.0, 8.0], [1.0, 1.0, 1.0, 1.0]]))
    gold = torch.tensor([[3, 3, 1, 0], [1, 1, 1, 0]])
    loss, wrong = scores_loss(scores, gold)  # of the second one, no oracle knows anything
    assert float(loss) == pytest.approx(np.log(7 / 3))
    assert int(wrong) == 1


def test_the_loss_in_several_trees_divides_probability_among_their_transitions() -> None:
    from dodona.network.module import scores_loss

    scores = torch.zeros(1, 4, requires_grad=True)
    gold = torch.tensor(
        [[15 - 8, 1 + 8, 1, 0]]
    )  # the first transition in two trees, the second one in the third
    loss, _ = scores_loss(scores, gold, 3)
    assert float(loss.detach()) == pytest.approx(np.log(3))
    optimiser = torch.optim.SGD([scores], lr=1.0)
    for _ in range(500):
        optimiser.zero_grad()
        scores_loss(scores, gold, 3)[0].backward()
        optimiser.step()
    assert scores[:, :3].softmax(1).tolist()[0] == pytest.approx([2 / 3, 1 / 3, 0], abs=0.01)


def test_words_without_lemmas_teach_none(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    bare = grove[:5].replace(lemmas=[["_"] * len(sentence) for sentence in grove[:5]])
    run = run_of(grove, options)
    found = run._words(bare, 0, bare.word_count).gold
    assert (found["lemmas"] < 0).all() and (found["tags"] >= 0).all()
    assert (run._words(grove[:5], 0, bare.word_count).gold["lemmas"] >= 0).any()


def test_unknown_words_are_read_by_their_letters(options: dict[str, Any], grove: dodona.Treebank) -> None:
    run = run_of(grove, options, min_count=3)
    (portion,) = run._portions()
    known = {word.lower() for word in run.prepared.treebank.column("words")}
    assert set(run._vocabulary) < known
    assert (portion.words > 0).any() and (portion.words == 0).any()
    assert (np.diff(portion.begins) > 0).all()


def test_the_most_frequent_words_have_vectors(grove: dodona.Treebank) -> None:
    from dodona.network.training import vocabulary_of
    from dodona.training.silver import Silver

    counts = Counter(word.form.lower() for sentence in grove for word in sentence)
    (first, _), (second, _) = counts.most_common(2)
    assert vocabulary_of(grove, 1, 2) == sorted([first, second])
    assert len(vocabulary_of(grove, 1, 10_000)) == len(counts)
    rare = dodona.Treebank.from_lists(
        [["Elm", "elm", "elm", "ash", "ash"]],
        heads=[[2, 3, 0, 3, 3]],
        labels=[["det", "det", "root"] + 2 * ["det"]],
    )
    gold = dodona.Treebank.from_lists([["oak", "oak"]], heads=[[0, 1]], labels=[["root", "det"]])
    silver = Silver([rare], gold, epochs=1)
    assert vocabulary_of(gold, 1, 3, silver) == ["ash", "elm", "oak"]
    assert vocabulary_of(gold, 1, 1, silver) == ["oak"]


def test_small_treebanks_have_small_batches(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    assert run_of(grove, options, batch_words=0).batch_words == 100
    assert run_of(grove, options, batch_words=70).batch_words == 70
    larger = dodona.Treebank([*grove] * (60_000 // grove.word_count + 1))
    assert run_of(larger, options, batch_words=0).batch_words == larger.word_count // 200
