"""Conversion to other toolkits."""

from dodona.interoperation.to_nltk import to_nltk
from dodona.interoperation.to_spacy import to_spacy

__all__ = ["to_nltk", "to_spacy"]
