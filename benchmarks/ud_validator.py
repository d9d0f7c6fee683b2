"""Does `dodona check --ud` find what the UD validator finds? Compares it with the package udtools.

    pip install udtools
    python benchmarks/ud_validator.py FILE.conllu...                          # treebanks
    python benchmarks/ud_validator.py --mutants 300 tests/data/grove.conllu   # broken copies of a file

Both check levels 1 to 3 for no particular language (`--lang ud --level 3`). A finding counts as the same
if rule and line are; where Dodona has a name of its own for an error of the format, if it is in the same
sentence. The other findings are counted by rule and by reason: Dodona cannot read the sentence, so it
reports that and checks nothing else in it; the validator builds no tree of the sentence, and checks
nothing that needs one; the validator stops with an exception. What is left has no reason, and is listed.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from ud_mutations import mutants
from udtools import Validator

import dodona
from dodona.treebank.ud.rules import RULES

#: The validator's tests for what Dodona calls by another name.
SAME = {
    "columns": "number-of-columns invalid-line pseudo-empty-line",
    "word number": "word-id-sequence invalid-word-id word-interval-out",
    "multiword token": (
        "invalid-word-id word-interval-out reversed-word-interval misplaced-word-interval "
        "overlapping-word-intervals"
    ),
    "empty node": "misplaced-empty-node invalid-word-id",
    "head": "invalid-head unknown-head",
    "cycle": "non-tree head-self-loop",
    "no root": "non-tree",
    "several roots": "multiple-roots",
    "root label": "0-is-not-root root-is-not-0",
    "enhanced": "invalid-deps invalid-ehead unknown-ehead",
    "text": "text-form-mismatch text-extra-chars missing-spaceafter",
    "sent_id": "non-unique-sent-id",
    "comment": "misplaced-comment",
    "empty column": "empty-column empty-string-in-xpos invalid-deps invalid-feature",
    "empty form": "empty-column",
    "empty": "empty-sentence",
    "blank line": "empty-sentence",
    "unconnected-egraph": "unconnected-egraph",
    "cut off": "missing-empty-line",
}
#: What is about the file, so that lines mean little.
OF_FILES = ("non-unix-newline", "edeps-identical-to-basic-trees")
#: With one of these, the validator does not build the tree of the sentence and checks nothing of it.
NO_TREE = (
    "misplaced-comment",
    "misplaced-empty-node",
    "multiple-roots",
    "invalid-deps",
    "invalid-ehead",
    "invalid-head",
    "unknown-head",
    "unknown-ehead",
    "invalid-feature",
)
#: What makes Dodona skip a sentence.
FATAL = (
    "columns",
    "word number",
    "multiword token",
    "empty node",
    "head",
    "cycle",
    "no root",
    "empty form",
    "empty",
)

Finding = tuple[int, str]


def with_udtools(path: str) -> list[Finding] | str:
    """Return the validator's findings, or the exception that stopped it."""
    try:
        state = Validator(lang="ud", level=3, output=None).validate_files([path])
    except Exception as error:
        return type(error).__name__
    return [(incident.lineno, incident.testid) for incident in state.error_tracker]


def with_dodona(path: str) -> list[Finding]:
    return [(problem.line, problem.kind) for problem in dodona.problems_in(path, ud=True)]


class Differences:
    """Findings by rule that both have, and that only one has, with the reason."""

    def __init__(self) -> None:
        self.both: Counter[str] = Counter()
        self.only: Counter[tuple[str, str, str]] = Counter()  # who, rule, reason
        self.unexplained: list[str] = []

    def compare(self, name: str, path: str) -> None:
        theirs, ours = with_udtools(path), with_dodona(path)
        ends = [i for i, line in enumerate(Path(path).read_bytes().split(b"\n"), 1) if not line.strip()]

        def sentence(line: int) -> int:
            return bisect_left(ends, line) + 1

        if isinstance(theirs, str):
            self._count("dodona", name, ours, f"the validator stops ({theirs})")
            return
        unread = {sentence(line) for line, kind in ours if kind in FATAL}
        treeless = {sentence(line) for line, test in theirs if test in NO_TREE}
        twice = {sentence(line) for line, test in theirs if test == "multiple-text"}
        found, wanted = set(ours), set(theirs)
        by_test: dict[tuple[int, str], set[Finding]] = {}
        for line, test in theirs:
            for place in (line, -sentence(line), 0):
                by_test.setdefault((place, test), set()).add((line, test))
        for line, kind in sorted(found):
            place = 0 if kind in OF_FILES else -sentence(line) if kind in SAME else line
            tests = SAME[kind].split() if kind in SAME else [kind]
            alike = {each for test in tests for each in by_test.get((place, test), ())} & wanted
            if alike:
                self.both[kind] += 1
                found.discard((line, kind))
                wanted -= alike
        for who, findings in (("validator", wanted), ("dodona", found)):
            for line, rule in sorted(findings):
                at = sentence(line)
                reason = (
                    "Dodona cannot read the sentence"
                    if at in unread or (unread and rule == "edeps-only-sometimes")
                    else "the validator builds no tree"
                    if at in treeless and who == "dodona"
                    else "the validator compares no text if there are several"
                    if at in twice and rule == "text"
                    else ""
                )
                self._count(who, name, [(line, rule)], reason)

    def _count(self, who: str, name: str, findings: Iterable[Finding], reason: str) -> None:
        for line, rule in sorted(findings):
            self.only[who, rule, reason] += 1
            if not reason:
                self.unexplained.append(f"{name}: only {who}: {rule} in line {line}")

    def show(self, most: int) -> None:
        print(f"{sum(self.both.values()):,} findings of {len(self.both)} rules are the same")
        for (who, rule, reason), count in sorted(self.only.items(), key=lambda item: (item[0][2], -item[1])):
            print(f"{count:7,}  only {who:9}  {rule:30}  {reason or 'NO REASON'}")
        print("\n".join(self.unexplained[:most]))
        print("never broken:", ", ".join(sorted(RULES.keys() - self.both.keys())))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+")
    parser.add_argument("--mutants", type=int, help="compare on this many broken copies of the file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", type=int, default=40, help="list at most so many findings without a reason")
    given = parser.parse_args()
    print(f"udtools {version('udtools')}")
    differences = Differences()
    if given.mutants:
        text = Path(given.files[0]).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for number, (name, content) in enumerate(mutants(text, given.mutants, given.seed)):
                path = Path(folder) / f"{number}.conllu"
                path.write_text(content, encoding="utf-8", newline="")
                differences.compare(f"{number} ({name})", str(path))
    else:
        for path in given.files:
            start = time.perf_counter()
            differences.compare(path, path)
            print(f"{path}: {time.perf_counter() - start:.1f} s", flush=True)
    differences.show(given.list)


if __name__ == "__main__":
    main()
