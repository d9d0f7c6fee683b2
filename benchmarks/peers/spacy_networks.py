"""The networks of spaCy's small models, and trees in its format."""

from __future__ import annotations

from typing import Any

from dodona import Sentence

WIDTH = 96


def convolution(rows: dict[str, int]) -> dict[str, Any]:
    """Return the network that encodes words; `rows` is the number of hashed embeddings of each attribute."""
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": WIDTH,
            "attrs": [*rows],
            "rows": [*rows.values()],
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": WIDTH,
            "depth": 4,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    }


def parser_over(tok2vec: dict[str, Any]) -> dict[str, Any]:
    """Return the network that chooses transitions, on top of one that encodes words."""
    return {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": tok2vec,
    }


def tree_of(sentence: Sentence) -> dict[str, Any]:
    """Return a tree in spaCy's format: words are numbered from 0, and the root is its own head."""
    return {
        "heads": [int(head) - 1 if head else place for place, head in enumerate(sentence.heads)],
        "deps": [
            label if head else "ROOT" for label, head in zip(sentence.labels, sentence.heads, strict=True)
        ],
    }
