"""`dodona parse --nbest`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.conversion.conllu import to_conllu
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser


class RankedParsing:
    """Parses batches and repeats each sentence for each of its best trees."""

    def __init__(self, parser: AnyParser, n: int, beam: int | None) -> None:
        self._parser, self._n, self._beam = parser, n, beam
        self._sentences = 0

    def parse(self, batch: Treebank, threads: int) -> Treebank:
        """Return the best trees of a batch, with their rank and score in comments."""
        if batch.format != "conllu":  # only CoNLL-U has comments
            batch = to_conllu(batch, first=self._sentences + 1)
        self._sentences += len(batch)
        found = self._parser.nbest(batch, self._n, beam=self._beam, threads=threads)
        trees = [sentence for ranked in found for sentence, _ in ranked]
        comments = [
            [*_without_ranks(sentence.comments), f"# nbest_rank = {rank}", f"# nbest_score = {score:.4f}"]
            for ranked in found
            for rank, (sentence, score) in enumerate(ranked, start=1)
        ]
        return Treebank(trees).replace(comments=comments)


def _without_ranks(comments: list[str]) -> list[str]:
    """Return comments without the ranks and scores of an earlier parse."""
    return [line for line in comments if not line.startswith(("# nbest_rank", "# nbest_score"))]
