"""Pretrained encoders as taggers, lemmatisers and parsers; only these modules import torch."""
