"""Clusters of words, which features can read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from dodona import _core
from dodona.errors import Error, OptionError, listed, whole_number
from dodona.treebank.reading import batches
from dodona.treebank.source import Source, lines_of, name_of
from dodona.treebank.treebank import Treebank

#: More words than these, or clusters, are refused: a model keeps six bytes of each word.
_MOST_WORDS, _MOST = 1_000_000, 65_536
#: Words that occur less often have too few neighbours to tell their cluster.
_OFTEN = 3


@dataclass(frozen=True)
class Clusters:
    """The clusters of words as they were read from a file."""

    name: str
    core: _core.Clusters
    #: The number of clusters.
    count: int
    #: Of the file, by which a run that continues sees that it is the same.
    digest: str

    def check(self, treebank: Treebank) -> None:
        """Refuse clusters that have no word of a treebank."""
        forms = treebank._core.strings(np.unique(treebank._core.ids(_core.Text.form)))
        if all(self.core.find(form) is None for form in forms):
            raise Error(f"{self.name}: no word of {treebank.source or 'the treebank'} is in it")

    def about(self) -> dict[str, Any]:
        """Return what a model stores about its clusters."""
        return {"words": len(self.core), "clusters": self.count}


def read_clusters(source: Source) -> Clusters:
    """Read clusters: a line has a word and its cluster, or bits, a word and its count, separated by tabs.

    Upper and lower case are the same. Of words that occur several times, the first line counts, or the
    greatest count.

    >>> found = read_clusters("oak\\t1\\nDove\\t2\\nspeak\\tverbs\\n")
    >>> found.count, found.core.find("OAK") == found.core.find("dove")
    (3, False)
    """
    name = name_of(source)
    rows: list[tuple[int, str, str]] = []
    digest = blake2b(digest_size=16)
    columns = 0
    for number, line in enumerate(lines_of(source), start=1):
        digest.update(line)
        fields = line.decode("utf-8", "replace").rstrip("\r").split("\t")
        columns = columns or len(fields)
        is_right = len(fields) == columns and all(fields)
        if is_right and columns == 2:
            rows.append((0, fields[0], fields[1]))
        elif is_right and columns == 3 and fields[2].isdecimal():
            rows.append((-int(fields[2]), fields[1], fields[0]))
        else:
            raise Error(f"{name}:{number}: expected a word and its cluster, or bits, a word and its count")
        if len(rows) > _MOST_WORDS:
            raise Error(f"{name}: more than {_MOST_WORDS:,} words: leave out the rarest")
    if not rows:
        raise Error(f"{name}: there are no clusters here")
    rows.sort(key=lambda row: row[0])
    numbers = {cluster: number for number, cluster in enumerate(dict.fromkeys(row[2] for row in rows))}
    if len(numbers) > _MOST:
        raise Error(f"{name}: {len(numbers):,} clusters are too many: at most {_MOST:,} are possible")
    core = _core.Clusters(
        [word for _, word, _ in rows], np.array([numbers[row[2]] for row in rows], dtype=np.uint16)
    )
    return Clusters(name, core, len(numbers), digest.hexdigest())


def learn_clusters(
    treebanks: Iterable[Source | Treebank], *, number: int = 500, words: int = 50_000
) -> dict[str, int]:
    """Learn a number of clusters of the most frequent words of some text, from the words beside them.

    `treebanks` need no tags and no trees. Words are in lower case, the most frequent first; those that occur
    once or twice are left out. The same text gives the same clusters.

    >>> trees = Treebank.from_lists([["an", "oak"], ["a", "dove"], ["an", "owl"], ["a", "tree"]] * 3)
    >>> found = learn_clusters([trees], number=4)
    >>> found["oak"] == found["owl"] != found["dove"] == found["tree"]
    True
    """
    number = whole_number("number", number, 1, 10_000)
    words = whole_number("words", words, 1, _MOST_WORDS)
    learner = _core.Clustering()
    for source in listed("treebanks", treebanks, "a list of paths or treebanks"):
        for batch in [source] if isinstance(source, Treebank) else batches(source):
            learner.add(batch._core)
    found = dict(learner.clusters(number, words, _OFTEN))
    if len(found) < number:
        raise OptionError(
            f"cannot be {number}: only {len(found):,} words occur {_OFTEN} times", option="number"
        )
    return found
