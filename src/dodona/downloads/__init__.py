"""Downloads of treebanks and models into the user's cache."""

from __future__ import annotations

from dodona.downloads.cache import cache_folder
from dodona.downloads.models import Known, find_model, known_models
from dodona.downloads.treebanks import download_treebank

__all__ = ["Known", "cache_folder", "download_treebank", "find_model", "known_models"]
