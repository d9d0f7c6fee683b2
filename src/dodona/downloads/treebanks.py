"""Treebanks of Universal Dependencies, from their public repositories."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path, PurePosixPath

from dodona.downloads.cache import cache_folder
from dodona.downloads.fetching import fetch
from dodona.errors import Error
from dodona.treebank.source import written

#: The archive of the last release of a treebank; a mirror can be given instead.
ARCHIVE = "https://github.com/UniversalDependencies/{name}/archive/refs/heads/master.zip"

#: The files to extract from an archive: trees, and the licence and README that must accompany them.
_WANTED = re.compile(r".*\.conllu|LICENSE.*|README.*")


def download_treebank(name: str, *, archive: str = ARCHIVE) -> Path:
    """Return the folder of a treebank such as `UD_Greek-GDT`, which is downloaded if missing.

    `archive` is the URL of a zip file, with `{name}` for the name.
    """
    if not re.fullmatch(r"UD_[\w'-]+", name):
        raise Error(f"{name!r} is not the name of a UD treebank: they are called UD_Language-TREEBANK")
    folder = cache_folder("treebanks") / name
    if trees_of(folder):
        return folder
    packed = folder.with_name(f"{name}.zip")
    if packed.exists():  # put there by the user: kept if it cannot be read
        _unpack(packed, folder)
    else:
        fetch(archive.replace("{name}", name), packed)
        try:
            _unpack(packed, folder)
        except Error:
            packed.unlink()  # the next download may succeed
            raise
    packed.unlink()
    return folder


def trees_of(folder: Path) -> dict[str, Path]:
    """Return the files of a treebank by purpose: those of `train`, `dev` and `test` that exist."""
    found = {part: sorted(folder.glob(f"*-{part}.conllu")) for part in ("train", "dev", "test")}
    return {part: paths[0] for part, paths in found.items() if paths}


def _unpack(packed: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(packed) as archive:
            # File names without folders, so that an archive cannot write elsewhere.
            wanted = {
                PurePosixPath(member.filename).name: member
                for member in archive.infolist()
                if not member.is_dir() and _WANTED.fullmatch(PurePosixPath(member.filename).name)
            }
            if not any(name.endswith(".conllu") for name in wanted):
                raise Error(f"{packed}: it contains no trees (no file with the extension .conllu)")
            folder.mkdir(parents=True, exist_ok=True)
            # Training data last: its presence means that the folder is complete.
            for name in sorted(wanted, key=lambda name: (name.endswith("-train.conllu"), name)):
                with written(folder / name) as file, archive.open(wanted[name]) as member:
                    while piece := member.read(1 << 20):
                        file.write(piece)
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise Error(f"{packed}: not a readable zip file ({error})") from None
