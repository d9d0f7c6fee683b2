"""Treebanks of Universal Dependencies, from their public repositories."""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, TemporaryFile
from typing import BinaryIO

from dodona.downloads.cache import cache_folder, writing_to
from dodona.downloads.fetching import check_digest, checked_url, fetch, sha256_of
from dodona.errors import Error
from dodona.memory import in_words
from dodona.treebank.source import PIECE, expands_too_much, written

#: The archive of a treebank in a release of Universal Dependencies; another can be given instead.
ARCHIVE = "https://github.com/UniversalDependencies/{name}/archive/refs/tags/r2.17.zip"
#: The most bytes of an archive that are downloaded, and to which it may unpack.
LARGEST, LARGEST_UNPACKED = 1 << 30, 4 << 30
#: The file that says where a treebank is from: the URL and the checksum of its archive.
SOURCE = "SOURCE.txt"

#: The files to extract from an archive: trees, and the licence and README that must accompany them.
_WANTED = re.compile(r".*\.conllu|LICENSE.*|README.*")


def download_treebank(name: str, *, archive: str | None = None) -> Path:
    """Return the folder of a treebank such as `UD_Greek-GDT`, which is downloaded if missing.

    `archive` is the URL of a zip file, with `{name}` for the name; it may end in `#sha256=` and a checksum.
    The default is that of UD 2.17. The file `SOURCE.txt` of the folder has the URL and the checksum.
    """
    if not re.fullmatch(r"UD_[\w'-]{1,100}", name):
        raise Error(f"{name!r} is not the name of a UD treebank: they are called UD_Language-TREEBANK")
    folder = cache_folder("treebanks") / name
    url = (archive or ARCHIVE).replace("{name}", name)
    address, right = checked_url(url)
    if trees_of(folder):
        if archive:
            _check_source(folder, address, right)
        return folder
    by_hand = folder.with_name(f"{name}.zip")
    place = folder.parent
    # The treebank appears when it is complete, even if others download it at the same time.
    with writing_to(place), TemporaryDirectory(prefix=f".{name}.", dir=place) as beside:
        made = Path(beside) / name
        made.mkdir()
        if by_hand.exists():  # kept if it cannot be read
            with by_hand.open("rb") as packed:
                digest = sha256_of(packed)
                check_digest(str(by_hand), digest, right)
                _unpack(packed, str(by_hand), made)
        else:
            with TemporaryFile(dir=beside) as packed:
                digest = fetch(url, packed, most=LARGEST, by_hand=by_hand)
                _unpack(packed, address, made)
        with written(made / SOURCE) as file:
            file.write(f"{address}#sha256={digest}\n".encode())
        try:
            made.replace(folder)
        except OSError as error:
            if not trees_of(folder):
                raise Error(f"{folder}: this exists and has no trees: remove it") from error
    by_hand.unlink(missing_ok=True)
    return folder


def trees_of(folder: Path) -> dict[str, Path]:
    """Return the files of a treebank by purpose: those of `train`, `dev` and `test` that exist."""
    found = {part: sorted(folder.glob(f"*-{part}.conllu")) for part in ("train", "dev", "test")}
    return {part: paths[0] for part, paths in found.items() if paths}


def _check_source(folder: Path, address: str, right: str | None) -> None:
    """Refuse a treebank from another archive than the one that was asked for."""
    source = folder / SOURCE
    found = source.read_text(encoding="utf-8").strip() if source.exists() else "an unknown address"
    was, _, digest = found.partition("#sha256=")
    if digest != right if right else was != address:
        raise Error(f"{folder}: this is from {found}: remove it to download {address}")


def _unpack(packed: BinaryIO, name: str, folder: Path) -> None:
    packed_size = packed.seek(0, os.SEEK_END)
    try:
        with zipfile.ZipFile(packed) as archive:
            # File names without folders, so that an archive cannot write elsewhere.
            wanted = {
                PurePosixPath(member.filename).name: member
                for member in archive.infolist()
                if not member.is_dir() and _WANTED.fullmatch(PurePosixPath(member.filename).name)
            }
            if not any(each.endswith(".conllu") for each in wanted):
                raise Error(f"{name}: it contains no trees (no file with the extension .conllu)")
            # No more than these sizes can be read, even if they are wrong.
            size = sum(member.file_size for member in wanted.values())
            if size > LARGEST_UNPACKED or expands_too_much(size, packed_size):
                raise Error(f"{name}: it unpacks to {in_words(size)}, as no treebank does: not unpacked")
            for each, member in wanted.items():
                with written(folder / each) as file, archive.open(member) as content:
                    while piece := content.read(PIECE):
                        file.write(piece)
    # The last one is about encryption.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise Error(f"{name}: not a readable zip file ({error})") from None
