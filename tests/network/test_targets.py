"""What a network learns to tag."""

from __future__ import annotations

import dodona
from dodona.encoders.targets import NOTHING
from dodona.network.targets import Factored


def trees(feats: list[str]) -> dodona.Treebank:
    words = [f"w{number}" for number in range(len(feats))]
    heads, labels = [0, *[1] * (len(feats) - 1)], ["root", *["dep"] * (len(feats) - 1)]
    return dodona.Treebank.from_lists([words], heads=[heads], labels=[labels], feats=[feats])


def test_each_feature_is_a_column() -> None:
    known = Factored.of(trees(["Case=Nom|Number=Sing", "Case=Acc|Number=Sing", "Case=Acc", "_"]))
    assert known.values == {"feats.Case": ["_", "Acc", "Nom"], "feats.Number": ["_", "Sing"]}
    gold = known.gold(trees(["Case=Nom", "Number=Plur", "_", "Case=Acc|Mood=Ind"]))
    assert {name: each.tolist() for name, each in gold.items()} == {
        "feats.Case": [2, 0, 0, 1],
        "feats.Number": [0, NOTHING, 0, 0],
    }


def test_what_has_no_names_is_learnt_whole() -> None:
    columns = "1\ta\ta\tX\tX\tsing|nom\t0\troot\t_\t_\n2\tb\tb\tX\tX\t_\t1\tdep\t_\t_\n\n"
    treebank = dodona.read(columns.encode(), format="conllx")
    assert Factored.of(treebank).values["feats"] == ["_", "sing|nom"]


def test_columns_of_the_grove(grove: dodona.Treebank) -> None:
    known = Factored.of(grove)
    gold = known.gold(grove)
    assert list(known.values)[:1] == ["tags"] and list(known.values)[-1] == "lemmas"
    assert set(gold) == set(known.values)
    for name, numbers in gold.items():
        assert len(numbers) == grove.word_count
        assert numbers.max() < len(known.values[name]), name
    assert (gold["tags"] >= 0).all()
