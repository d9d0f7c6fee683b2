"""A tiny encoder with random weights, and a pipeline trained on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dodona

#: Options for an encoder that is small and not trained.
OPTIONS: dict[str, Any] = {
    "recipe": "encoder",
    "encoder_rate": 0.003,
    "head_rate": 0.003,
    "head_dropout": 0.1,
    "batch_words": 60,
}


def make_encoder(folder: Path, seed: int = 1, **changes: Any) -> Path:
    """Write an encoder that sees no case and splits words into letters."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    letters = "abcdefghijklmnopqrstuvwxyz.,?!'0123456789"
    pieces = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "oak",
        "the",
        "##s",
        *letters,
        *(f"##{each}" for each in letters),
    ]
    vocabulary = {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}
    tokeniser = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokeniser.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokeniser.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokeniser.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    special = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokeniser, **special).save_pretrained(folder)
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        **changes,
    )
    BertModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def options() -> dict[str, Any]:
    """Options of training that suit the tiny encoder."""
    return OPTIONS


@pytest.fixture(scope="session")
def another(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Make another tiny encoder in a new folder of this name."""

    def make(name: str = "other", **changes: Any) -> Path:
        return make_encoder(tmp_path_factory.mktemp("another") / name, **changes)

    return make


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny encoder."""
    return make_encoder(tmp_path_factory.mktemp("encoder") / "tiny")


@pytest.fixture(scope="session")
def path(grove: dodona.Treebank, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that refers to the encoder, and nearly knows the small treebank by heart."""
    where = tmp_path_factory.mktemp("model") / "grove.model"
    dodona.train_pipeline(grove, grove, encoder=str(folder), epochs=12, output=where, **OPTIONS)
    return where


@pytest.fixture(scope="session")
def teacher(path: Path) -> Any:
    """The same model, loaded."""
    return dodona.load(path)
