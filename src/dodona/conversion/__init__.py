"""Conversion between CoNLL-U, CoNLL-X, plain text, JSON Lines and Parquet, and to pictures."""

from dodona.conversion.conll import convert
from dodona.conversion.files import convert_file
from dodona.conversion.formats import FILE_FORMATS, FileFormat
from dodona.conversion.jsonl import from_jsonl, to_jsonl
from dodona.conversion.losses import Losses
from dodona.conversion.parquet import from_parquet, to_parquet
from dodona.conversion.text import to_text

__all__ = [
    "FILE_FORMATS",
    "FileFormat",
    "Losses",
    "convert",
    "convert_file",
    "from_jsonl",
    "from_parquet",
    "to_jsonl",
    "to_parquet",
    "to_text",
]
