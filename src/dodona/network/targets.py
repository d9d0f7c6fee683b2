"""What a network learns to tag: columns, and each feature of FEATS by itself, so that any may combine."""

from __future__ import annotations

from collections import Counter

import numpy as np

from dodona import _core
from dodona.encoders.targets import NOTHING, Ints, Outputs
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

#: The names of heads for features of FEATS begin so.
FEATURE = "feats."
#: No feature, and the value of a feature that a word does not have.
ABSENT = "_"


class Factored(Outputs):
    """The values that a network chooses from, by column, and by feature of FEATS."""

    @classmethod
    def of(cls, treebank: Treebank) -> Factored:
        """Return the values in a treebank, the most frequent first; of features, first that it is absent.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]],
        ...     feats=[["Number=Plur", "_"]])
        >>> Factored.of(trees).values
        {'feats.Number': ['_', 'Plur']}
        """
        found = Outputs.of(treebank)
        counted: dict[str, Counter[str]] = {}
        ids, counts = np.unique(np.asarray(treebank._core.ids(_core.Text.feats)), return_counts=True)
        texts = treebank._core.strings(ids)
        if any("=" not in feature for text in texts for feature in text.split("|") if text != ABSENT):
            return cls(found.labels, found.values)  # CoNLL-X has anything there: then learn whole strings
        values = {name: each for name, each in found.values.items() if name not in ("feats", "lemmas")}
        for text, count in zip(texts, counts.tolist(), strict=True):
            for name, value in features_of(text).items():
                counted.setdefault(name, Counter())[value] += count
        for name in sorted(counted):
            values[FEATURE + name] = [ABSENT, *(each for each, _ in counted[name].most_common())]
        lemmas = {name: each for name, each in found.values.items() if name == "lemmas"}
        return cls(found.labels, values | lemmas)

    def gold(self, treebank: Treebank) -> dict[str, Ints]:
        """Return the number of the right value of every word, or NOTHING; labels are not among them."""
        names = [name for name in self.values if name.startswith(FEATURE)]
        rest = {name: each for name, each in self.values.items() if name not in names}
        found = Outputs(self.labels, rest).gold(treebank)
        found.pop("labels")
        ids, which = np.unique(np.asarray(treebank._core.ids(COLUMNS["feats"])), return_inverse=True)
        parsed = [features_of(text) for text in treebank._core.strings(ids)]
        for name in names:
            places = {value: place for place, value in enumerate(self.values[name])}
            feature = name.removeprefix(FEATURE)
            numbers = [places.get(each.get(feature, ABSENT), NOTHING) for each in parsed]
            found[name] = np.array(numbers, np.int64)[which.reshape(-1)]
        return found


def features_of(text: str) -> dict[str, str]:
    """Return the features of FEATS by name.

    >>> features_of("Case=Nom|Number=Plur"), features_of("_")
    ({'Case': 'Nom', 'Number': 'Plur'}, {})
    """
    pairs = (each.split("=", 1) for each in text.split("|"))
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
