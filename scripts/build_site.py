"""Build the documentation site of this version, beside those of other versions, and check its links.

    pip install 'dodona[docs]' && python scripts/build_site.py [--output build/site]

The site is `OUTPUT/VERSION/`; it needs no network, and no server either. `OUTPUT/index.html` leads to the
latest version, and `OUTPUT/versions.js` lets every page switch to the others. Notebooks are executed.
Warnings, errors in notebooks and broken links end the build with exit status 1.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from check_links import problems_of
from packaging.version import Version

import dodona

ROOT = Path(__file__).parents[1]
#: What pages are made of, and what they and the notebooks refer to.
PARTS = ["docs", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "benchmarks/README.md"]
PARTS += ["src/dodona/models/LICENSE", "tests/data/grove.conllu"]
#: Besides `dodona`, these have public names: each gets a page, and in `dodona` each class.
MODULES = ["annotation", "conversion", "distillation", "evaluation", "experiments", "features", "learners"]
MODULES += ["oracles", "recipes", "schemes", "search", "training", "transitions"]
#: Members inherited from these are Python's own.
FOREIGN = "ABC, Exception, Mapping, Sequence, object, str, tuple"


def copy_sources(folder: Path) -> None:
    """Copy what the site is made from, and write the pages that are not in the repository."""
    for part in map(Path, PARTS):
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
        copy(ROOT / part, folder / part)
    write_api(folder / "docs" / "api")
    with (folder / "docs" / "reference" / "index.md").open("a", encoding="utf-8") as index:
        index.write("- [API](../api/index.rst): every public name, from its docstring.\n")
    for index in (folder / "docs").rglob("index.md"):
        text = index.read_text(encoding="utf-8")
        index.write_text(text + contents(text), encoding="utf-8")


def contents(text: str) -> str:
    """Return the table of contents for the menus: the links in the lists of a page, under their headings."""
    made = ""
    for heading, part in re.findall(r"^#+ ([^\n]+)\n(.*?)(?=^#|\Z)", text, flags=re.MULTILINE | re.DOTALL):
        items = "\n".join(re.findall(r"^- .*(?:\n  .*)*", part, flags=re.MULTILINE))
        links = re.findall(r"\[([^\]]+)\]\(([^)#]+\.(?:md|rst|ipynb))\)", items)
        if links:
            entries = "\n".join(f"{' '.join(name.split())} <{page}>" for name, page in links)
            made += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{entries}\n```\n"
    return made


def write_api(folder: Path) -> None:
    """Write pages for autodoc: one for each class of `dodona`, one for its functions, one for each module."""
    folder.mkdir()
    classes = [name for name in dodona.__all__ if inspect.isclass(getattr(dodona, name))]
    functions = [name for name in dodona.__all__ if name not in classes]
    errors = [name for name in classes if issubclass(getattr(dodona, name), Exception)]
    classes = [name for name in classes if name not in errors]
    pages = {name: page_of("dodona", name, [name]) for name in classes}
    pages["functions"] = page_of("dodona", "Functions", functions)
    pages["errors"] = page_of("dodona", "Errors", errors)
    for name in MODULES:
        module = import_module(f"dodona.{name}")
        others = [name for name in module.__all__ if name not in dodona.__all__]
        pages[f"dodona.{name}"] = page_of(module.__name__, module.__name__, others, module.__doc__)
    for name, text in pages.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")
    summaries = "".join(
        f"{title(part)}\n.. autosummary::\n   :nosignatures:\n\n"
        + "".join(f"   dodona.{name}\n" for name in names)
        for part, names in (("Functions", functions), ("Classes", classes), ("Errors", errors))
    )
    head = f"{title('API', '=')}From docstrings; :doc:`../reference/python` has more text and examples.\n"
    entries = "".join(f"   {name}\n" for name in pages)
    (folder / "index.rst").write_text(
        f"{head}{summaries}\n.. toctree::\n   :hidden:\n\n{entries}", encoding="utf-8"
    )


def title(text: str, line: str = "-") -> str:
    """Return a heading in reStructuredText."""
    return f"\n{text}\n{line * len(text)}\n\n"


def page_of(module: str, heading: str, names: Sequence[str], text: str | None = None) -> str:
    """Return a page that documents names of a module."""
    page = f"{title(heading, '=')}.. currentmodule:: {module}\n\n{text or ''}\n"
    for name in names:
        thing = getattr(import_module(module), name)
        if inspect.isclass(thing):
            page += f"\n.. autoclass:: {name}\n   :members:\n   :inherited-members: {FOREIGN}\n"
            page += "   :show-inheritance:\n" * issubclass(thing, Exception)
        elif callable(thing):  # tables, such as FILE_FORMATS, have no docstring
            page += f"\n.. autofunction:: {name}\n"
    return page


def write_versions(output: Path) -> None:
    """Write what leads to the versions of a site: the latest is the one with the highest number."""
    folders = [path for path in output.iterdir() if (path / "docs" / "index.html").exists()]
    folders.sort(key=lambda path: Version(path.name), reverse=True)
    pages = {
        path.name: sorted(page.relative_to(path).as_posix() for page in path.rglob("docs/**/*.html"))
        for path in folders
    }
    script = (ROOT / "docs" / "site" / "versions.js").read_text(encoding="utf-8")
    (output / "versions.js").write_text(
        f"const versions = {json.dumps(pages)};\n{script}", encoding="utf-8", newline="\n"
    )
    homes = {output: f"{folders[0].name}/docs/index.html"} | dict.fromkeys(folders, "docs/index.html")
    for folder, home in homes.items():
        (folder / "index.html").write_text(
            f'<!doctype html><meta charset="utf-8"><title>Dodona</title>'
            f'<meta http-equiv="refresh" content="0; url={home}"><a href="{home}">Dodona</a>\n',
            encoding="utf-8",
        )


def main() -> None:
    """Build the site."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--version", default=dodona.__version__, help="the name of its folder")
    options = parser.parse_args()
    folder = options.output / options.version
    with tempfile.TemporaryDirectory() as temporary:
        sources, made, trees = (Path(temporary) / name for name in ("sources", "made", "trees"))
        copy_sources(sources)
        command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
        command += [
            f"-Drelease={options.version}",
            "--doctree-dir",
            trees,
            "--conf-dir",
            sources / "docs" / "site",
        ]
        if subprocess.run([*command, sources, made], check=False).returncode:
            raise SystemExit(1)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(made, folder)
    write_versions(options.output)
    problems = problems_of(options.output)
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{folder}: {sum(1 for _ in folder.rglob('*.html'))} pages, {len(problems)} problems with links")
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
