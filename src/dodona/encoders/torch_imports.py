"""The packages of the extras `encoder` and `network`, imported on first use: they take seconds."""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import Any

from dodona.errors import MissingExtraError


def network_module() -> Any:
    """Return `dodona.encoders.network`, which imports torch, or say which packages to install."""
    _import("an encoder", "encoder", "torch", "transformers")
    return import_module("dodona.encoders.network")


def check_network() -> None:
    """Say which packages to install if a network cannot be trained without them."""
    _import("training a network", "network", "torch")


def _import(what: str, extra: str, *packages: str) -> None:
    # cuBLAS is deterministic only with a workspace of fixed size, which it reads when it starts.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    try:
        for package in packages:
            import_module(package)
    except ImportError as error:
        raise MissingExtraError(what, extra) from error


def torch() -> Any:
    """Return torch, or say which packages to install."""
    network_module()
    return import_module("torch")


def transformers() -> ModuleType:
    """Return transformers, or say which packages to install."""
    network_module()
    return import_module("transformers")
