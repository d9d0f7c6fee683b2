"""Treebanks of Universal Dependencies, from their public repositories."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path, PurePosixPath

from dodona.downloads.cache import cache_folder
from dodona.downloads.fetching import fetch
from dodona.errors import Error
from dodona.treebank.source import written

#: The archive of a treebank as it was last released; another place can be named, of a mirror for instance.
ARCHIVE = "https://github.com/UniversalDependencies/{name}/archive/refs/heads/master.zip"

#: What is taken out of an archive: trees, and what must go with them.
_WANTED = re.compile(r".*\.conllu|LICENSE.*|README.*")


def download_treebank(name: str, *, archive: str = ARCHIVE) -> Path:
    """Return the folder of a treebank such as `UD_Greek-GDT`, which is fetched if it is not there.

    `archive` is the address of a zip file, with `{name}` where the name goes.
    """
    if not re.fullmatch(r"UD_[\w'-]+", name):
        raise Error(f"{name!r} is not the name of a UD treebank: they are called UD_Language-TREEBANK")
    folder = cache_folder("treebanks") / name
    if trees_of(folder):
        return folder
    packed = folder.with_name(f"{name}.zip")
    if packed.exists():  # put there by hand: it is left if it cannot be read
        _unpack(packed, folder)
    else:
        fetch(archive.replace("{name}", name), packed)
        try:
            _unpack(packed, folder)
        except Error:
            packed.unlink()  # another time it may be better
            raise
    packed.unlink()
    return folder


def trees_of(folder: Path) -> dict[str, Path]:
    """Return the files of a treebank by what they are for: `train`, `dev` and `test`, those that it has."""
    found = {part: sorted(folder.glob(f"*-{part}.conllu")) for part in ("train", "dev", "test")}
    return {part: paths[0] for part, paths in found.items() if paths}


def _unpack(packed: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(packed) as archive:
            # Names alone, without their folders: an archive has no say in where files go.
            wanted = {
                PurePosixPath(member.filename).name: member
                for member in archive.infolist()
                if not member.is_dir() and _WANTED.fullmatch(PurePosixPath(member.filename).name)
            }
            if not any(name.endswith(".conllu") for name in wanted):
                raise Error(f"{packed}: there are no trees in it (no file ends in .conllu)")
            folder.mkdir(parents=True, exist_ok=True)
            # Training data last: once it is there, so is everything else.
            for name in sorted(wanted, key=lambda name: (name.endswith("-train.conllu"), name)):
                with written(folder / name) as file, archive.open(wanted[name]) as member:
                    while piece := member.read(1 << 20):
                        file.write(piece)
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise Error(f"{packed}: no zip file that can be read ({error})") from None
