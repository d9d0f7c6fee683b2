"""Parsers to be measured side by side: one file each, all with the methods of `peers.peer.Peer`."""

from __future__ import annotations

from importlib.util import find_spec

from peers.peer import Peer
from peers.with_beams import DodonaBeam, UDPipeBeam
from peers.with_dodona import Dodona, DodonaSearch
from peers.with_spacy import Spacy
from peers.with_udpipe import UDPipe
from peers.with_vw import VowpalWabbit

#: With a beam.
BEAMS: dict[str, type[Peer]] = {kind.name: kind for kind in (DodonaBeam, UDPipeBeam)}
KINDS: dict[str, type[Peer]] = {
    kind.name: kind for kind in (Dodona, DodonaSearch, UDPipe, Spacy, VowpalWabbit)
}


def is_installed(kind: type[Peer]) -> bool:
    try:
        return find_spec(kind.module) is not None
    except ModuleNotFoundError:  # of the package that the module is in
        return False
