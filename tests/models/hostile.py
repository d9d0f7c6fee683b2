"""Changes models at random, and checks that each is refused in one line or does its work.

`python tests/models/hostile.py 2000 --seed 1` tries 2000 models. The tests run a few of them.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import faulthandler
import io
import math
import random
import re
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import dodona
from dodona.cli.info import info
from dodona.learning_to_search import model_file
from dodona.models.container import read_arrays, write_arrays
from dodona.pipelines.loading import parser_and_whole

TEXT = "Doves don't listen to the oak."
DATA = Path(__file__).parents[1] / "data"
#: What breaks lines or controls terminals.
BREAKING = ("\t", "\n", "\r", "\0", "\v", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u2029")
DEEP: list[Any] = []
for _ in range(200):
    DEEP = [DEEP]
VALUES: tuple[Any, ...] = (
    *BREAKING, *(f"a{each}1\tb" for each in BREAKING), "", "ten", "1", "x" * 100_000, "\ud800",
    -1, 0, 1, 2, 26, 30, 1000, 10**6, 10**9, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**400, -(10**400),
    0.5, -0.5, 1e-308, 1e-30, 1e30, 1e308, -1e308, math.nan, math.inf, -math.inf,
    True, False, None, [], {}, [1], ["a", 2], {"a": [1]}, DEEP,
)  # fmt: skip
DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64")


class TooMuch(Exception):
    """A model took too much memory, wrote broken lines, or controlled the terminal."""


def spell(search: dodona.Search, word: str) -> str:
    """Spell a word."""
    spelt = "".join(str(search.predict({"letter": letter}, oracle=letter)) for letter in word)
    search.loss(spelt != word)
    return spelt


def models(folder: Path) -> dict[Path, tuple[tuple[str, ...], Callable[[Path], None]]]:
    """Return models with the kinds of their files and with what is done with each."""
    grove = dodona.read(DATA / "grove.conllu")
    some = grove[:4]

    def parses(path: Path) -> None:
        parser = parser_and_whole(path)[0]
        check(parser.parse(some), some)
        check(parser.parse(some, beam=2), some)
        told(path)
        if parser.probabilistic or parser.is_calibrated:
            for estimator in ("transition", "samples", "beam"):
                sure = parser.confidence(some, estimator=estimator, samples=2)
                for shares in (sure.heads, sure.labels, sure.trees):
                    if not ((shares >= 0) & (shares <= 1 + 1e-6)).all():
                        raise TooMuch("a confidence is no probability")

    def works(path: Path) -> None:
        check(dodona.load(path)(TEXT))
        parses(path)

    def tags(path: Path) -> None:
        check(dodona.Tagger.load(path).tag(some), some)

    def spells(path: Path) -> None:
        dodona.SearchModel.load(path, spell).predict("oak")

    found: dict[Path, tuple[tuple[str, ...], Callable[[Path], None]]] = {
        DATA / "models-0.1" / f"{name}.model": (("model",), parses)
        for name in ("default", "beam", "hashed", "search")
    }
    found[DATA / "models-0.1" / "pipeline.model"] = (("pipeline",), works)
    dodona.train(grove, dev=grove[:20], recipe="probabilistic", epochs=2).save(folder / "sure")
    dodona.train(grove, learner="max-margin", policy="learning-to-search", hash_kernel=12, hidden=2).save(
        folder / "hidden"
    )
    dodona.train(grove, epochs=1).save(folder / "plain")
    dodona.train_tagger(grove, epochs=1).save(folder / "tagger")
    dodona.learn(spell, ["oak", "elm"], learner={"bits": 8, "hidden": 2}).save(folder / "task")
    for name in ("sure", "hidden", "plain"):
        found[folder / name] = (("model",), parses)
    found[folder / "tagger"] = (("tagger",), tags)
    found[folder / "task"] = (("task model",), spells)
    return found


def check(made: dodona.Treebank, of: dodona.Treebank | None = None) -> None:
    """Check that a treebank would be written as correct lines."""
    text = "".join(sentence.to_conll() for sentence in made)
    if of is not None and len(text.splitlines()) != len("".join(each.to_conll() for each in of).splitlines()):
        raise TooMuch("a name breaks lines")
    if re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]", text):
        raise TooMuch("a name has control characters")
    assert dodona.read(text).word_count == made.word_count


def told(path: Path) -> None:
    """Check what `dodona info` prints."""
    for as_json in (False, True):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            info(str(path), json_=as_json)
        if re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]", out.getvalue()):
            raise TooMuch("control characters reach the terminal")


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield all containers of a value, each with its keys."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, (dict, list)):
            yield from places(inner)


def change_about(about: dict[str, Any], chance: random.Random) -> str:
    """Change the metadata, and say how."""
    where, key = chance.choice(list(places(about)))
    if isinstance(where, dict) and chance.random() < 0.1:
        del where[key]
        return f"no {key}"
    where[key] = copy.deepcopy(chance.choice(VALUES))
    return f"{key} = {where[key]!r:.60}"


def change_array(arrays: dict[str, Any], chance: random.Random) -> str:
    """Change an array, and say how."""
    name = chance.choice(sorted(arrays))
    array = arrays[name].reshape(-1)
    numbers = np.random.default_rng(chance.randrange(2**32))

    def sprinkled() -> Any:
        made = array.copy()
        raw = made.reshape(-1).view(np.uint8)
        where = numbers.integers(0, max(raw.size, 1), chance.choice((1, 10, 1000)) if raw.size else 0)
        raw[where] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, numbers.integers(0, 256, where.size, np.uint8)))
        return made

    def with_text() -> Any:
        raw, at = array.tobytes(), chance.randrange(array.nbytes + 1)
        return np.frombuffer(raw[:at] + chance.choice(BREAKING).encode() + raw[at:], np.uint8)

    def with_numbers() -> Any:  # in the first numbers of compact weights
        made = bytearray(array.tobytes().ljust(40, b"\0"))
        at, size = chance.choice(((4, 4), (8, 8), (16, 8), (24, 8)))
        made[at : at + size] = chance.choice(
            (0, 1, 31, 255, 256, 65534, 65535, 2**31, 2**32 - 1, 0x7FF0000000000000, 1)
        ).to_bytes(8, "little")[:size]
        return np.frombuffer(bytes(made), np.uint8)

    def with_floats() -> Any:
        made = array.astype(np.float32 if array.dtype.kind != "f" else array.dtype)
        made[: chance.choice((1, made.size))] = chance.choice((np.nan, np.inf, 3e38, -3e38, 1e-45))
        return made.astype(array.dtype) if array.dtype.kind == "f" else made

    changes: dict[str, Callable[[], Any]] = {
        "cut": lambda: array[: chance.randrange(array.size + 1)],
        "twice": lambda: np.concatenate([array, array]),
        "type": lambda: array.astype(chance.choice(DTYPES)),
        "square": lambda: array.reshape(1, -1),
        "number": lambda: array.reshape(-1)[:1].reshape(()) if array.size else array,
        "all": lambda: np.full_like(array, chance.choice((0, 1, 100))),
        "greatest": lambda: np.full(array.nbytes, 0xFF, np.uint8).view(array.dtype),
        "sprinkled": sprinkled,
    }
    if array.dtype == np.uint8:
        changes |= {"text": with_text, "numbers": with_numbers}
    if array.dtype.kind == "f":
        changes["floats"] = with_floats
    if chance.random() < 0.05:
        del arrays[name]
        return f"no {name}"
    how = chance.choice(sorted(changes))
    with np.errstate(all="ignore"):
        arrays[name] = changes[how]()
    return f"{name} {how}"


def main(rounds: int, seed: int, megabytes: int) -> Counter[str]:
    """Try changed models, and return how many were refused and how many worked."""
    model_file._MEMORY = 2**26  # so that small machines can run this
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        known = models(Path(name))
        contents = {path: read_arrays(path, *kinds) for path, (kinds, _) in known.items()}
        path = Path(name) / "hostile.model"
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(rounds):
            chance = random.Random(f"{seed} {number}")
            original = chance.choice(sorted(known, key=lambda each: each.name))
            good, about = contents[original]
            arrays, about = dict(good), copy.deepcopy(about)
            said = [
                change_array(arrays, chance)
                if arrays and chance.random() < 0.6
                else change_about(about, chance)
                for _ in range(chance.choice((1, 1, 1, 2, 5)))
            ]
            faulthandler.dump_traceback_later(120, exit=True)
            try:
                write_arrays(path, arrays, about, overwrite=True)
            except (ValueError, KeyError, TypeError, RecursionError):
                counts["cannot be written"] += 1
                continue
            try:
                known[original][1](path)
                counts["works"] += 1
            except dodona.Error as error:
                counts["refused"] += 1
                if len(f"{error}".splitlines()) != 1 or len(f"{error}") > 1000:
                    raise TooMuch(f"{number} {original.name}: {said}: {error!r:.2000}") from error
            except Exception as error:
                raise TooMuch(f"{number} {original.name}: {said}: {error!r:.200}") from error
            after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if megabytes and after - before > megabytes * 1024:
                raise TooMuch(f"{number} {original.name}: {said}: {(after - before) / 1024:.0f} MB")
        faulthandler.cancel_dump_traceback_later()
    return counts


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("rounds", type=int)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--megabytes", type=int, default=400, help="0: no limit, for sanitizers")
    given = options.parse_args()
    if (
        given.megabytes and sys.platform == "linux"
    ):  # so that large allocations fail even if they are not used
        resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))
    sys.stdout.write(f"{dict(main(given.rounds, given.seed, given.megabytes))}\n")
