"""Generate `Options` and the reference page from the declarations in src/dodona/recipes/recipe.py.

With `--check`, only report whether they are up to date.
"""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path

from dodona.recipes.options import Condition, Option
from dodona.recipes.recipe import MOST_USED, OPTIONS, Recipe

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dodona" / "recipes" / "recipe.py"
PAGE = ROOT / "docs" / "reference" / "recipes.md"
WIDTH = 110
HEAD = "| option | values | default | meaning |\n| --- | --- | --- | --- |"


def typed_dict() -> str:
    lines = ["class Options(TypedDict, total=False):", '    """All options, for type checkers."""', ""]
    for field in fields(Recipe):
        kind = str(field.type).replace("'", '"') + " | list[str]" * (field.name == "features")
        line = f"    {field.name}: {kind} | None"
        if len(line) > WIDTH:  # as ruff breaks it
            names = "".join(f'            "{name}",\n' for name in OPTIONS[field.name].choices)
            line = f"    {field.name}: (\n        Literal[\n{names}        ]\n        | None\n    )"
        lines.append(line)
    return "\n".join(lines) + "\n"


def groups() -> list[str]:
    """Return the headings, that of the most used options first."""
    return list(dict.fromkeys([MOST_USED, *(each.group for each in OPTIONS.values())]))


def tables() -> str:
    parts = []
    for group in groups():
        listed = [each for each in OPTIONS.values() if each.group == group]
        common = [needed for needed in listed[0].when if all(needed in each.when for each in listed)]
        below = f"These options need {' and '.join(each.needs for each in common)}.\n\n" if common else ""
        parts.append(f"### {group}\n\n{below}{HEAD}\n" + "\n".join(row(each, common) for each in listed))
    return "\n\n".join(parts)


def row(option: Option, common: list[Condition]) -> str:
    """Return the row of an option, without the conditions that are stated above the table."""
    own = [each.needs for each in option.when if each not in common]
    needs = f" Needs {' and '.join(own)}." if own else ""
    more = f" {option.more}" if option.more else ""
    default = "none" if option.default == "" else shown(option.default)
    return f"| `{option.name}` | {values(option)} | {default} | {option.help}{more}{needs} |"


def values(option: Option) -> str:
    if option.metavar == "NAME|FILE":
        return "a name or a file"
    if option.metavar == "NAME|FOLDER":
        return "a name or a folder"
    if option.kind is str:
        return ", ".join(map(shown, option.metavar.split("|")))
    least, most = shown(option.least), shown(option.most)
    limits = f"{least} and more" if option.most >= 2**63 - 1 else f"{least} to {most}"
    return f"0, or {limits}" if option.zero else limits


def shown(value: object) -> str:
    if isinstance(value, str):
        return f"`{value}`"
    return f"{value:.8f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value}"


def made() -> dict[Path, str]:
    """Return the up-to-date content of both files."""
    source, page = (path.read_text(encoding="utf-8") for path in (SOURCE, PAGE))
    head = re.match(r".*\n# Written by [^\n]*\n", source, flags=re.DOTALL)
    around = re.fullmatch(
        r"(.*<!-- options[^\n]*-->\n).*(\n<!-- end of options -->.*)", page, flags=re.DOTALL
    )
    assert head and around
    return {SOURCE: f"{head[0]}{typed_dict()}", PAGE: f"{around[1]}\n{tables()}\n{around[2]}"}


def main() -> int:
    stale = {path: text for path, text in made().items() if path.read_text(encoding="utf-8") != text}
    for path, text in stale.items():
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is out of date: run python scripts/recipe_options.py")
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
