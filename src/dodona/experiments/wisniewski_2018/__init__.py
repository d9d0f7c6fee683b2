"""Wisniewski, Lacroix and Yvon (2018): which annotation scheme is easier to learn."""

from dodona.experiments.wisniewski_2018.published import WISNIEWSKI_2018

__all__ = ["WISNIEWSKI_2018"]
