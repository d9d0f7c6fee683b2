"""`dodona.active`: the sentences to annotate first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import RenderableType

from dodona.annotation.diversity import TagSequences
from dodona.annotation.greedy import best_first
from dodona.annotation.lengths import Quotas
from dodona.annotation.uncertainty import Floats, uncertainty
from dodona.errors import ArgumentError, Error, OptionError, flag, is_whole, item
from dodona.parsing.parser import Parser
from dodona.tables import rendered
from dodona.treebank.treebank import Treebank, a_treebank


@dataclass(frozen=True)
class Chosen:
    """A sentence to annotate, with the reason."""

    #: Its index in the pool, from 0, and its `sent_id` if it has one.
    place: int
    sent_id: str | None
    text: str
    words: int
    #: The mean uncertainty of its words, and its mean novelty when it was chosen (1: all tag trigrams are
    #: new).
    uncertainty: float
    novelty: float
    #: The number of the most uncertain word, from 1, and its form.
    least_sure: int
    least_sure_form: str

    @property
    def reason(self) -> str:
        """Format the reason for the comments of the sentence."""
        worth = f"uncertainty {self.uncertainty:.3f}, novelty {self.novelty:.3f}"
        return f"{worth}, least sure of word {self.least_sure} ({self.least_sure_form})"


@dataclass(frozen=True, eq=False, repr=False)
class Choice(Sequence[Chosen]):
    """The result of `active`, the most useful sentence first; prints as a table."""

    by: str
    diverse: bool
    budget: int
    #: The pool.
    pool: Treebank
    pool_uncertainty: float
    chosen: tuple[Chosen, ...]
    parsed: Treebank = field(compare=False)
    #: The number of sentences skipped as duplicates of chosen ones.
    repeated: int = 0

    def __len__(self) -> int:
        return len(self.chosen)

    def __getitem__(self, index: Any) -> Any:
        return item("sentence", self.chosen, index)

    def __iter__(self) -> Iterator[Chosen]:
        return iter(self.chosen)

    def __repr__(self) -> str:
        return (
            f"Choice({len(self):,} of {len(self.pool):,} sentences, {self.words:,} of {self.budget:,} words)"
        )

    def __str__(self) -> str:
        return rendered(self)

    def __rich__(self) -> RenderableType:
        from dodona.annotation.choice_table import choice_table

        return choice_table(self)

    @property
    def words(self) -> int:
        """The number of words in the chosen sentences."""
        return sum(chosen.words for chosen in self.chosen)

    def treebank(self, *, parsed: bool = False) -> Treebank:
        """Return the chosen sentences, best first, with the reasons in comments.

        With `parsed`, they have the parser's trees, ready to correct, instead of those of the pool.
        """
        flag("parsed", parsed)
        places = [chosen.place for chosen in self.chosen]
        sentences = (self.parsed if parsed else self.pool)[places]
        if sentences.format != "conllu":  # only CoNLL-U has comments
            return sentences
        comments = [
            [*_others(sentence.comments), f"# active = {rank}: {chosen.reason}"]
            for rank, (sentence, chosen) in enumerate(zip(sentences, self.chosen, strict=True), start=1)
        ]
        return sentences.replace(comments=comments)

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the trees as plain dictionaries, lists and numbers."""
        return {
            "pool": self.pool.source,
            "pool_sentences": len(self.pool),
            "pool_words": self.pool.word_count,
            "pool_uncertainty": self.pool_uncertainty,
            "by": self.by,
            "diverse": self.diverse,
            "budget": self.budget,
            "words": self.words,
            "repeated": self.repeated,
            "sentences": [vars(chosen) for chosen in self.chosen],
        }


def _others(comments: list[str]) -> list[str]:
    """Return the comments without those of an earlier choice."""
    return [line for line in comments if not line.startswith("# active = ")]


def active(
    parser: Parser,
    pool: Treebank,
    *,
    budget: int = 500,
    by: str = "least-confident",
    diverse: bool = True,
    estimator: str = "transition",
    threads: int | None = None,
) -> Choice:
    """Choose the sentences of a pool to annotate first, up to a `budget` of words.

    `by` is the uncertainty of a word: `least-confident`, 1 minus the probability of its head, or `margin`, 1
    minus the smallest lead of a transition over the runner-up while that head was undecided, whatever the
    `estimator`. A sentence ranks by the mean of its words, not the sum, since annotation time depends on the
    number of words.

    With `diverse`, the words are weighted: a word counts more if its tag trigram is frequent in the pool, and
    less if the trigram is frequent in the sentences chosen before; and short and long sentences have the same
    shares as in the pool. Duplicates of chosen sentences are skipped.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> parser = train(trees, recipe="probabilistic", epochs=5)
    >>> pool = Treebank.from_lists([["Doves", "listen"], ["Doves", "in", "oaks", "listen"]])
    >>> active(parser, pool, budget=4)
    Choice(1 of 2 sentences, 4 of 4 words)
    """
    _check(parser, pool, budget)
    diverse = flag("diverse", diverse)
    confidences = parser.confidence(pool, estimator=estimator, threads=threads)
    unsure = np.split(uncertainty(confidences, by), pool.offsets[1:-1])
    sequences, quotas = TagSequences(pool), Quotas(np.diff(pool.offsets), budget)

    def worth(place: int) -> float:
        return float((unsure[place] * sequences.worth(place) if diverse else unsure[place]).mean())

    chosen: dict[int, Chosen] = {}
    seen: set[tuple[str, ...]] = set()  # a duplicate teaches nothing
    repeated: set[int] = set()
    left = budget
    # The unused share of a length class goes to the others.
    for part_by_part in (True, False) if diverse else (False,):
        for place in best_first([place for place in range(len(pool)) if place not in chosen], worth):
            if len(unsure[place]) > left or (part_by_part and not quotas.allow(place)):
                continue
            words = tuple(pool[place].words)
            if diverse and words in seen:
                repeated.add(place)
                continue
            seen.add(words)
            chosen[place] = _chosen(pool, place, unsure[place], sequences.novelty(place))
            left -= len(unsure[place])
            sequences.choose(place)
            quotas.take(place)
    return Choice(
        by=by,
        diverse=diverse,
        budget=budget,
        pool=pool,
        pool_uncertainty=float(np.concatenate(unsure).mean()),
        chosen=tuple(chosen.values()),
        parsed=confidences.parsed,
        repeated=len(repeated),
    )


def _chosen(pool: Treebank, place: int, unsure: Floats, novelty: Floats) -> Chosen:
    sentence = pool[place]
    return Chosen(
        place=place,
        sent_id=sentence.comment("sent_id"),
        text=sentence.text,
        words=len(sentence),
        uncertainty=float(unsure.mean()),
        novelty=float(novelty.mean()),
        least_sure=int(np.argmax(unsure)) + 1,
        least_sure_form=sentence.words[int(np.argmax(unsure))],
    )


def _check(parser: Parser, pool: Treebank, budget: int) -> None:
    if not callable(getattr(parser, "confidence", None)):
        raise ArgumentError("parser", parser, "a dodona.Parser")
    a_treebank("pool", pool)
    if not is_whole(budget):
        raise ArgumentError("budget", budget, "a whole number of words")
    if budget < 1:
        raise OptionError(f"cannot be {budget}: choose 1 word or more", option="budget")
    if not len(pool):
        raise Error(f"{pool.source or 'the pool'}: there are no sentences to choose from")
    shortest = int(np.diff(pool.offsets).min())
    if shortest > budget:
        raise OptionError(
            f"cannot be {budget}: the shortest sentence of the pool has {shortest} words", option="budget"
        )
