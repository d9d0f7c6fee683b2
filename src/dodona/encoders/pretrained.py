"""Pretrained encoders and their tokenisers: loading them by name or from a folder, and identifying them."""

from __future__ import annotations

import hashlib
import inspect
import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dodona.encoders.pieces import Vocabulary
from dodona.encoders.torch_imports import torch, transformers
from dodona.errors import Error

#: Windows are no longer than this, since attention takes quadratic time.
_LONGEST = 512


@dataclass(frozen=True)
class Pretrained:
    """An encoder and its tokeniser as they were found."""

    #: A name of the hub, or the path of a folder.
    name: str
    encoder: Any
    tokeniser: Any
    vocabulary: Vocabulary
    #: A digest of the weights and the vocabulary.
    digest: str


def load_pretrained(name: str, *, beside: Path | None = None) -> Pretrained:
    """Load an encoder by name or from a folder; a folder may also lie in the folder `beside`.

    Only weights in the format of safetensors are read, and no code of the encoder is run.
    """
    place = _place_of(name, beside)
    options: dict[str, Any] = {"trust_remote_code": False}
    with _quiet(), _explaining(name):
        library = transformers()
        config = library.AutoConfig.from_pretrained(place, **options)
        if getattr(config, "is_encoder_decoder", False):
            raise Error(f"{name}: this is not an encoder but an encoder with a decoder ({config.model_type})")
        tokeniser = library.AutoTokenizer.from_pretrained(place, add_prefix_space=True, **options)
        encoder, found = library.AutoModel.from_pretrained(
            place, use_safetensors=True, dtype=torch().float32, output_loading_info=True, **options
        )
    without_pooler(encoder)
    parameters = dict(encoder.named_parameters())
    missing = sorted(key for key in found["missing_keys"] if key in parameters)
    if missing or not hasattr(config, "hidden_size"):
        what = f"it has no weights {missing[0]}" if missing else f"it is of the type {config.model_type}"
        raise Error(f"{name}: this is not an encoder that can be used: {what}")
    return Pretrained(
        name, encoder, tokeniser, _vocabulary(name, tokeniser, config), _digest(encoder, tokeniser)
    )


def without_pooler(encoder: Any) -> None:
    """Remove a layer that is not used here, and that many encoders come without."""
    if "add_pooling_layer" in inspect.signature(type(encoder).__init__).parameters:
        encoder.pooler = None


def from_config(config: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]]) -> Any:
    """Return an encoder with random weights; raise ValueError unless they have these shapes."""
    library = transformers()
    if not 0 <= int(config["num_hidden_layers"]) <= len(shapes):
        raise ValueError("the layers of the encoder do not match its weights")
    with _quiet():
        try:
            known = library.AutoConfig.for_model(**{k: v for k, v in config.items() if k != "auto_map"})
            with torch().device("meta"):  # takes no memory
                found = library.AutoModel.from_config(known, trust_remote_code=False)
            without_pooler(found)
            if {name: tuple(each.shape) for name, each in found.named_parameters()} != dict(shapes):
                raise ValueError("the weights of the encoder have other shapes")
            encoder = library.AutoModel.from_config(known, trust_remote_code=False)
        except Exception as error:  # an untrusted file may contain anything
            raise ValueError(f"the encoder: {_first_line(error)}") from error
    without_pooler(encoder)
    return encoder


def config_of(encoder: Any) -> dict[str, Any]:
    """Return the configuration of an encoder as JSON can hold it."""
    known: dict[str, Any] = json.loads(encoder.config.to_json_string(use_diff=False))
    return {key: value for key, value in known.items() if key not in ("_name_or_path", "auto_map")}


def tokeniser_from(text: str) -> Any:
    """Return a tokeniser from its description in JSON."""
    from tokenizers import Tokenizer

    try:
        known = Tokenizer.from_str(text)
    except Exception as error:  # of no class of its own
        raise ValueError(f"the tokeniser of the encoder: {_first_line(error)}") from error
    return transformers().PreTrainedTokenizerFast(tokenizer_object=known)


def description_of(tokeniser: Any, name: str) -> str:
    """Return the description of a tokeniser in JSON."""
    if not tokeniser.is_fast:
        raise Error(f"{name}: its tokeniser has no description that could be embedded: train without --embed")
    return str(tokeniser.backend_tokenizer.to_str())


def splitting(tokeniser: Any) -> Callable[[list[str]], list[list[int]]]:
    """Return a function that splits words into pieces, each by itself."""

    def split(words: list[str]) -> list[list[int]]:
        known = tokeniser(words, add_special_tokens=False, return_attention_mask=False, verbose=False)
        found: list[list[int]] = known["input_ids"]
        return found

    return split


def _place_of(name: str, beside: Path | None) -> str:
    """Return the folder or the name to load an encoder from."""
    if Path(name).is_dir():
        return name
    if beside is not None and (beside / Path(name).name).is_dir():
        return os.fspath(beside / Path(name).name)
    if Path(name).is_absolute() or name.startswith((".", "~")) or name.count("/") > 1:
        also = f", or into {beside or Path.cwd()} as {Path(name).name}"
        raise Error(f"{name}: there is no such folder: put the encoder there{also}")
    return name


@contextmanager
def _explaining(name: str) -> Iterator[None]:
    """Turn what transformers raises into one line."""
    try:
        yield
    except Error:
        raise
    except MemoryError as error:
        raise Error(f"{name}: there is not enough memory to load this encoder") from error
    except Exception as error:  # OSError, ValueError and others, with messages of many lines
        if Path(name).is_dir():
            files = {path.name for path in Path(name).iterdir()}
            if "config.json" not in files:
                raise Error(f"{name}: this is not the folder of an encoder: it has no config.json") from error
            if not any(file.endswith(".safetensors") for file in files):
                raise Error(
                    f"{name}: there are no weights in the format of safetensors (model.safetensors), the "
                    "only one that is read"
                ) from error
        elif isinstance(error, OSError):
            raise Error(
                f"{name}: there is no such folder, and the encoder is neither in the cache of Hugging Face "
                "nor can it be downloaded: on a computer with a network, `hf download "
                f"{name} --local-dir FOLDER` fetches it; then use --encoder FOLDER"
            ) from error
        raise Error(f"{name}: this encoder cannot be loaded: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0][:200]


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the progress bars and the reports of transformers."""
    reports = transformers().utils.logging
    hub = logging.getLogger("huggingface_hub")
    level, of_hub, bars = reports.get_verbosity(), hub.level, reports.is_progress_bar_enabled()
    reports.set_verbosity_error()
    hub.setLevel(logging.ERROR)  # retries without a network
    reports.disable_progress_bar()
    try:
        yield
    finally:
        reports.set_verbosity(level)
        hub.setLevel(of_hub)
        if bars:
            reports.enable_progress_bar()


def _vocabulary(name: str, tokeniser: Any, config: Any) -> Vocabulary:
    plain = tokeniser("a", add_special_tokens=False)["input_ids"]
    whole = tokeniser("a", add_special_tokens=True)["input_ids"]
    if not plain:
        raise Error(f"{name}: its tokeniser finds no pieces in words")
    place = next(i for i in range(len(whole)) if whole[i : i + len(plain)] == plain)
    before, after = whole[:place], whole[place + len(plain) :]
    known = tokeniser.get_vocab()
    unknown = plain[0] if tokeniser.unk_token_id is None else tokeniser.unk_token_id
    limits = [_LONGEST, tokeniser.model_max_length, getattr(config, "max_position_embeddings", _LONGEST)]
    # Some encoders begin to count positions after the number of the padding.
    longest = min(limit for limit in limits if limit and limit > 0) - (tokeniser.pad_token_id or 0) - 1
    return Vocabulary(
        before=tuple(before),
        after=tuple(after),
        padding=tokeniser.pad_token_id or 0,
        unknown=unknown,
        space=known.get("▁", known.get("Ġ", -1)),  # of SentencePiece, or of byte-level BPE
        window=max(longest - len(before) - len(after), 1),
    )


def _digest(encoder: Any, tokeniser: Any) -> str:
    digest = hashlib.blake2b(digest_size=16)
    digest.update(json.dumps(sorted(tokeniser.get_vocab().items())).encode())
    for name, value in sorted(encoder.named_parameters()):
        digest.update(f"{name} {tuple(value.shape)}".encode())
        digest.update(value.detach().numpy().tobytes())
    return digest.hexdigest()
