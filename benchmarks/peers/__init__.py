"""The parsers to compare: one file each, all with the methods of `peers.peer.Peer`."""

from __future__ import annotations

from importlib.util import find_spec

from peers.peer import Peer
from peers.whole import Whole
from peers.whole_dodona import WholeDodona, WholeJackknifed
from peers.whole_spacy import WholeSpacy
from peers.whole_udpipe import WholeUDPipe
from peers.with_beams import DodonaBeam, DodonaLocalBeam, UDPipeBeam
from peers.with_dodona import Dodona, DodonaSearch
from peers.with_spacy import Spacy
from peers.with_udpipe import UDPipe
from peers.with_vw import VowpalWabbit

#: With a beam.
BEAMS: dict[str, type[Peer]] = {kind.name: kind for kind in (DodonaBeam, DodonaLocalBeam, UDPipeBeam)}
KINDS: dict[str, type[Peer]] = {
    kind.name: kind for kind in (Dodona, DodonaSearch, UDPipe, Spacy, VowpalWabbit)
}
#: From raw text.
WHOLE: dict[str, type[Whole]] = {
    kind.name: kind for kind in (WholeDodona, WholeJackknifed, WholeUDPipe, WholeSpacy)
}


def is_installed(kind: type[Peer] | type[Whole]) -> bool:
    try:
        return find_spec(kind.module) is not None
    except ModuleNotFoundError:  # of the package that the module is in
        return False
