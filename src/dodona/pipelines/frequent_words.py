"""The most frequent words of the training data: text that has few of them is in another language."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.confidence.confidences import Confidences
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

#: So many words are kept.
_WORDS = 100
#: In text of other languages the frequent words have about this part of their share in the training data; for
#: English, 19 treebanks of other languages have 0 to 0.22, and another English one has 1.0.
_PART = 0.1
#: Where the words have a larger share of the training data, these are few, and new text has more other words.
_MOST = 0.5
#: The probability that a text is in the language, before its words are known.
_BEFORE = 0.99
#: Text is in another language if the probability that it is in that of the model is less.
_LEAST = 0.25
#: In other languages, confidences are some three to four times too high: docs/science/calibration.md.
_TRUST = 0.25
#: Scripts that are written together.
_TOGETHER = dict.fromkeys(
    ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO", "IDEOGRAPHIC"), "CJK"
)


def frequent_words(treebank: Treebank) -> dict[str, Any]:
    """Return the most frequent words of a treebank, in lower case, and their share of its words.

    >>> frequent_words(Treebank.from_lists([["The", "oak", ",", "the", "oak"]]))
    {'words': ['oak', 'the'], 'share': 1.0}
    """
    forms, place = _forms(treebank)
    counts: Counter[str] = Counter()
    for form, number in zip(forms, np.bincount(place, minlength=len(forms)).tolist(), strict=True):
        if word := _plain(form):
            counts[word] += number
    words = sorted(sorted(counts, key=lambda word: (-counts[word], word))[:_WORDS])
    share = sum(counts[word] for word in words) / max(counts.total(), 1)
    return {"words": words, "share": round(share, 4)}


def is_foreign(treebank: Treebank, frequent: Mapping[str, Any]) -> bool:
    """Whether a text is plainly not in the language or script of the treebank with these frequent words.

    >>> oak = frequent_words(Treebank.from_lists([["the", "oak", "of", "Dodona", "spoke"]]))
    >>> is_foreign(Treebank.from_lists([["das", "Orakel", "sprach", "im", "Rauschen"] * 2]), oak)
    True
    """
    evidence, letters = _evidence(treebank, frequent)
    return bool(len(treebank) and (_known(evidence.sum()) < _LEAST or letters.sum() < 0))


def foreign(treebank: Treebank, info: Mapping[str, Any]) -> str:
    """Return a message if text is in another language than that of the pipeline with this metadata.

    >>> oak = frequent_words(Treebank.from_lists([["the", "oak"]]))
    >>> foreign(Treebank.from_lists([["δρυς"]]), {"frequent_words": oak, "language": "English"})
    'this does not look like English'
    """
    frequent = info.get("frequent_words")
    if not frequent or not is_foreign(treebank, frequent):
        return ""
    return f"this does not look like {info.get('language', 'the language of the model')}"


def less_sure(found: Confidences, info: Mapping[str, Any], ends: Sequence[int] | None = None) -> Confidences:
    """Return lower confidences for text in another language or script than that of the pipeline.

    The sentences are one document, or several with these `ends`.
    """
    frequent = info.get("frequent_words")
    if not frequent:
        return found
    evidence, letters = _evidence(found.parsed, frequent)
    document = np.searchsorted(
        [len(found.parsed)] if ends is None else ends, np.arange(len(letters)), "right"
    )
    known = np.where(letters < 0, 0, _known(np.bincount(document, evidence)[document]))
    trust = (_TRUST + (1 - _TRUST) * np.minimum(known / _BEFORE, 1)).astype(np.float32)
    of_words = np.repeat(trust, np.diff(found.parsed.offsets))
    return found.replaced(
        heads=found.heads * of_words, labels=found.labels * of_words, trees=found.trees * trust
    )


def _known(evidence: Any) -> Any:
    """Return the probability that a text is in the language, from the log likelihood ratio of its words."""
    return 1 / (1 + np.exp(-np.clip(math.log(_BEFORE / (1 - _BEFORE)) + evidence, -50, 50)))


def _evidence(
    treebank: Treebank, frequent: Mapping[str, Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each sentence the log likelihood ratio of its words, in the language and in another one.

    Also return how many more letters are in its scripts than in others; the first one of a word decides.
    """
    if not (len(treebank) and frequent["words"]):
        return np.zeros(len(treebank)), np.zeros(len(treebank))
    words, scripts, is_frequent, is_other = _language(tuple(frequent["words"]), frequent["share"])
    forms, place = _forms(treebank)
    ratio, letters = [], []
    for form in forms:
        word, script = _plain(form), _script_of(form)
        ratio.append(is_frequent if word in words else is_other if word else 0.0)
        letters.append(len(form) if script in scripts else -len(form) if script else 0)
    begins = treebank.offsets[:-1]
    both = np.add.reduceat(np.array([ratio, letters], np.float64)[:, place], begins, axis=1)
    return both[0], both[1]


@lru_cache
def _language(words: tuple[str, ...], share: float) -> tuple[frozenset[str], frozenset[str], float, float]:
    """Return the words and their scripts, and what each word and each other one adds to the evidence."""
    share = min(max(share, 0.01), _MOST)
    is_other = math.log((1 - share) / (1 - _PART * share))
    return frozenset(words), frozenset(map(_script_of, words)), -math.log(_PART), is_other


def _forms(treebank: Treebank) -> tuple[list[str], NDArray[np.int64]]:
    """Return the different forms of a treebank, and for each word the place of its form among them."""
    ids, place = np.unique(np.asarray(treebank._core.ids(COLUMNS["words"])), return_inverse=True)
    return treebank._core.strings(ids), place


@lru_cache(1 << 14)
def _plain(form: str) -> str:
    """Return a word of letters in lower case: of more than one letter, unless its script has no case."""
    word = form.lower()
    return word if word.isalpha() and (len(word) > 1 or word == word.upper()) else ""


@lru_cache(1 << 14)
def _script_of(form: str) -> str:
    """Return the script of the first letter of a word, which is the first word of its name."""
    letter = next(filter(str.isalpha, form), "")
    name = unicodedata.name(unicodedata.normalize("NFKC", letter)[0], "") if letter else ""
    script = name.split(" ")[0]
    return _TOGETHER.get(script, script)
