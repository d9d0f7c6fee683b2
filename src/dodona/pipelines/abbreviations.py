"""Abbreviations that end no sentence: learnt from trees, with a short list for each of some languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

import numpy as np

from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

#: Abbreviations that something always follows, by language. Those that may end a sentence (etc., Inc., p.m.)
#: are learnt only.
_LISTS = {
    "cs": "č. čl. Dr. hod. Ing. JUDr. kpt. mil. mj. mld. Mgr. např. odst. pplk. prof. př. resp. str. sv. "
    "tis. tj. tzv. ul.",
    "da": "bl.a. ca. dr. f.eks. fhv. hhv. hr. jf. kl. mht. nr. pga. pr. Skt. tlf. vedr.",
    "de": "bspw. bzgl. bzw. ca. d.h. Dipl. Dr. evtl. Fr. geb. gem. ggf. Hr. i.d.R. incl. inkl. Ing. insb. "
    "lt. max. min. mind. Mio. Mrd. Nr. o.g. Prof. S. sog. St. Std. Tel. u.a. vgl. Vgl. vs. z.B. "
    "z.T. zzgl.",
    "el": "βλ. δηλ. εκατ. κ. κκ. λ.χ. μ.Χ. Ν. π.Χ. π.χ. σελ. τηλ. τρισ. υπ. χιλ.",
    "en": "Adm. Apr. approx. Attn. Aug. Brig. Capt. cf. Cmdr. Col. Cpl. Dec. Dr. e.g. Eq. Feb. Fig. Figs. "
    "Fr. Ft. Gen. Gov. Hon. i.e. Insp. Jan. Lt. Ltd. Maj. Messrs. Mr. Mrs. Ms. Mt. Nov. Oct. P.S. "
    "pp. Pres. Prof. PS. Pvt. Rep. Reps. Rev. Sen. Sens. Sept. Sgt. St. Supt. viz. vs.",
    "es": "art. Av. avda. Avda. cf. D. depto. Dña. Dr. Dra. EE.UU. Excmo. Gral. Ilmo. Lic. Mons. núm. "
    "p.ej. pág. págs. Prof. Sr. Sra. Srta. Sto. tel. vs.",
    "fr": "av. bd. cf. chap. Dr. éd. env. fig. M. max. MM. Mgr. p. p.ex. pp. Pr. St. Ste. tél. vs.",
    "hu": "Dr. dr. id. ifj. kb. Kft. kft. pl. Prof. Rt. Szt. Zrt.",
    "it": "art. artt. avv. ca. cfr. dott. Dott. fig. Gen. ing. Ing. On. pag. pagg. prof. Prof. S. Sig. "
    "sig. tel. vs.",
    "nl": "a.h.w. afb. bijv. blz. ca. d.w.z. dhr. Dhr. dr. Dr. drs. Drs. evt. excl. incl. ing. ir. max. "
    "m.b.t. mevr. Mevr. mr. Mr. mw. nl. nr. o.a. prof. Prof. resp. St. t.a.v. t.o.v. tel. vgl. vs.",
    "pl": "al. dr. gen. godz. inż. kpt. m.in. mgr. mld. mln. np. nr. pkt. płk. pn. prof. red. św. tel. "
    "tj. tys. tzw. ul. ur. zob.",
    "pt": "art. Av. av. cf. Cia. D. Dr. dr. Dra. dra. Eng. eng. Exmo. Gen. Mal. pág. págs. Pe. Prof. "
    "prof. Profa. Sr. sr. Sra. sra. Srta. Sto. tel. Tel.",
    "sv": "bl.a. ca. d.v.s. dr. Dr. f.d. fr.o.m. jfr. kap. kl. m.a.o. milj. nr. prof. resp. s.k. St. "
    "t.ex. tel.",
    "tr": "Alb. Av. bkz. Bkz. Cad. Doç. Dr. No. Op. Org. Prof. Sk. Şti. Tel. Yrd. yy.",
}
#: A list is that of the language if the treebank has at least so many of its abbreviations.
_LEAST_FOUND = 3
#: An abbreviation occurs so often within sentences, and at most once in so many times at the end of one.
_LEAST, _RARE = 8, 20


def abbreviations(treebank: Treebank, silver: Iterable[Treebank] = ()) -> list[str]:
    """Return the words with a full stop that end no sentence.

    They are those of the treebank and of silver trees, and those listed for the language, unless the treebank
    contradicts. Where silver sentences end says little, since a tokeniser has split them.

    >>> abbreviations(Treebank.from_lists([["Mr.", "Dove", "left", "."], ["No", "."]] * 9))
    ['Mr.']
    """
    gold, all_trees = _Counts(), _Counts()
    gold.add(treebank)
    for each in chain([treebank], silver):
        all_trees.add(each)
    lists = {language: words.split() for language, words in _LISTS.items()}
    found = {language: sum(gold.within[word] > 0 for word in words) for language, words in lists.items()}
    language = max(found, key=lambda each: found[each])
    listed = lists[language] if found[language] >= _LEAST_FOUND else []
    capitals = [word.upper() for word in listed if len(word) > 2]
    known = {*gold.learnt(), *all_trees.learnt(), *listed, *capitals}
    return sorted(filter(gold.never_ends, known))


class _Counts:
    """How often words with a full stop are within sentences, and at their ends."""

    def __init__(self) -> None:
        self.within: Counter[str] = Counter()
        self.ending: Counter[str] = Counter()

    def never_ends(self, word: str) -> bool:
        """Whether a word is so rarely at an end that it is none there."""
        return self.ending[word] * _RARE <= self.within[word]

    def learnt(self) -> list[str]:
        """Return the words that are often within sentences, and not at their ends."""
        return [word for word, count in self.within.items() if count >= _LEAST and self.never_ends(word)]

    def add(self, treebank: Treebank) -> None:
        """Count the words of a treebank.

        Many treebanks separate the full stop at the end of a sentence: Mr. Dove has pigeons, doves, etc .
        """
        if not treebank.word_count:
            return
        ids, words = np.unique(np.asarray(treebank._core.ids(COLUMNS["words"])), return_inverse=True)
        strings = treebank._core.strings(ids)
        last = np.zeros(len(words), bool)
        last[np.asarray(treebank.offsets[1:]) - 1] = True
        stops = np.flatnonzero(np.array([string == "." for string in strings])[words] & last)
        before = words[stops[stops > 0] - 1]
        counts = [
            np.bincount(each, minlength=len(ids)).tolist() for each in (words[~last], words[last], before)
        ]
        for string, inside, final, separated in zip(strings, *counts, strict=True):
            if string.endswith(".") and any(map(str.isalpha, string)):
                self.within[string] += inside
                self.ending[string] += final
            elif separated:
                self.ending[string + "."] += separated
