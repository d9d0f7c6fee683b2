"""`dodona models`."""

from __future__ import annotations

from dodona.cli.options import JsonOption
from dodona.cli.printing import tell, tell_json
from dodona.downloads import known_models
from dodona.models.container import kind_of


def models(json_: JsonOption = False) -> None:
    """List the models that `dodona parse -m NAME` knows by name.

    These are the English model that comes with Dodona, and those that [bold]dodona download[/bold] has
    downloaded or trained. [bold]dodona info NAME[/bold] describes one.
    """
    found = known_models()
    kinds = [kind_of(known.path) or "damaged" for known in found]
    if json_:
        rows = [
            {"name": known.name, "kind": kind, "bytes": known.size, "path": str(known.path)}
            for known, kind in zip(found, kinds, strict=True)
        ]
        tell_json(rows)
        return
    width = max((len(known.name) for known in found), default=0)
    for known, kind in zip(found, kinds, strict=True):
        tell(f"{known.name:<{width}}  {kind:<8}  {known.size / 1e6:6.1f} MB  {known.path}")
