"""The packages of the extra `encoder`, imported on first use: they take seconds."""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import Any

from dodona.errors import MissingExtraError


def network_module() -> Any:
    """Return `dodona.encoders.network`, which imports torch, or say which packages to install."""
    # cuBLAS is deterministic only with a workspace of fixed size, which it reads when it starts.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    try:
        import_module("torch")
        import_module("transformers")
    except ImportError as error:
        raise MissingExtraError("an encoder", "encoder") from error
    return import_module("dodona.encoders.network")


def torch() -> Any:
    """Return torch, or say which packages to install."""
    network_module()
    return import_module("torch")


def transformers() -> ModuleType:
    """Return transformers, or say which packages to install."""
    network_module()
    return import_module("transformers")
