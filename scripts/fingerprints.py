"""Print digests of Dodona's models and parses, to show that a refactoring changes nothing.

    python scripts/fingerprints.py > before.txt
    python scripts/fingerprints.py --compare before.txt

Run it in the root of the repository. Each line is one item: its name, then `kind=digest` for the weights and
for each kind of output, separated by tabs. `-` stands for what Dodona refuses, `!Name` for an exception that
it should not raise. With --compare only the items that differ are printed, and the exit status is 1 if there
are any. --only SUBSTRING restricts either run to some items.

The items train every recipe, every system with every oracle, and every learner on a small treebank, then
parse with each search and each confidence estimator. Only the public API and the command line are used, so
that the script runs unchanged on both sides of a refactoring. A new name is one line in the tables below.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import random
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from safetensors.numpy import load_file

import dodona

#: Options, values and attributes that were renamed after 0.1.0. The items below keep the old names, so that
#: they can be compared.
OPTIONS: dict[str, str] = {"habits": "shortcuts"}
VALUES: dict[tuple[str, str], str] = {
    ("policy", "search"): "learning-to-search",
    ("learner", "margin"): "max-margin",
}
ATTRIBUTES: dict[str, str] = {}

RECIPES = (
    *(
        "beam",
        "default",
        "probabilistic",
        "rich",
        "bjorkelund-nivre-2015-beam",
        "bjorkelund-nivre-2015-greedy",
    ),
    *("chang-2015", "chang-2015-dyna", "chang-2015-multiclass", "chang-2015-nn"),
    *("chang-2015-nn-ftrl", "chang-2015-sgd", "chang-2015-sgd-plus", "chang-2015-snn"),
    *("goldberg-2013-me-dyn-err-k0", "goldberg-2013-me-dyn-err-k1", "goldberg-2013-me-dyn-k0"),
    *("goldberg-2013-me-dyn-k1", "goldberg-2013-me-st", "goldberg-2013-percep-dyn-k0"),
    *("goldberg-2013-percep-dyn-k1", "goldberg-2013-percep-st", "goldberg-nivre-2012-ambiguity"),
    *("goldberg-nivre-2012-explore", "goldberg-nivre-2012-static", "wisniewski-2018"),
)
ROOTS = ("first", "last", "none")
#: The roots and the oracles of each system.
SYSTEMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "arc-eager": (ROOTS, ("dynamic", "static")),
    "arc-standard": (ROOTS[:2], ("dynamic", "static")),
    "arc-hybrid": (ROOTS[:2], ("dynamic",)),
    "swap-standard": (ROOTS[:2], ("lazy", "eager", "minimal", "nd-sw", "nd-all", "nd-dynamic")),
    "swap-hybrid": (ROOTS[:2], ("static-dynamic",)),
    "swap-eager": (ROOTS, ("static-dynamic", "minimal")),
}
TEMPLATES = ("broad", "chang-2015", "chang-2015-bigrams", "chang-2015-unigrams", "rich", "zhang-nivre")
#: One template for each attribute and address of the template language.
EVERY_ATTRIBUTE = """
s0.form b0.form
s0.lemma
s0.tag b0.tag b1.tag distance
b0.upos s1.xpos
s0.feats
b0.feats.Case s0.feats.Number
b0.misc
s0.lower
b0.shape
s0.prefix2
b0.suffix3 b9.tag
s0.label s0.head.tag
s0.attached b0.tag
s0.left.count s0.right.count
b0.left.labels s0.right.labels
s0.left1.tag s0.left2.tag
s0.right1.form s0.right2.label
s0.previous.tag b0.next.form
same.feats.Case s0.tag
same(s1,s0).tag distance(s1,s0)
s0.head.left1.form
"""
#: Few bits, so that hashed features collide and files are small.
BITS = 13
TEXT = (
    "The old oak spoke. Don't wake the oracle before noon! Doves nest in the highest branches, "
    "and nobody knows who planted this tree.\n\nShe read the leaves (all 1,204 of them) aloud...\n"
)

Digests = dict[str, str]
#: A name, and a function that trains and parses.
Item = tuple[str, Callable[[], Digests]]


def digest(*parts: Any) -> str:
    """Return a short digest of numbers, strings, arrays, treebanks and lists of them."""
    return hashlib.sha256(repr([plain(part) for part in parts]).encode()).hexdigest()[:12]


def plain(value: Any) -> Any:
    """Return a value whose `repr` depends on its content alone."""
    if isinstance(value, dodona.Treebank):
        return value.heads.tolist(), value.column("labels")
    if isinstance(value, dodona.Sentence):
        return value.heads.tolist(), value.labels
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value.tolist() if hasattr(value, "tolist") else value


def attempt(make: Callable[[], str]) -> str:
    """Return a digest, `-` if Dodona refuses, or the name of an unexpected exception."""
    try:
        return make()
    except dodona.Error:
        return "-"
    except Exception as error:
        traceback.print_exc()
        return f"!{type(error).__name__}"


def renamed(options: dict[str, Any]) -> dict[str, Any]:
    return {
        OPTIONS.get(name, name): VALUES.get((name, value), value) if isinstance(value, str) else value
        for name, value in options.items()
    }


def attribute(value: Any, name: str) -> Any:
    return getattr(value, ATTRIBUTES.get(name, name))


# Data -----------------------------------------------------------------------------------------------------


def synthetic(
    count: int, seed: int, longest: int = 12, crossing: float = 0.4, moved: int = 2
) -> dodona.Treebank:
    """Return random sentences with random trees, some with crossing arcs: up to `moved` words of each."""
    draw = random.Random(seed)
    rows: dict[str, list[list[Any]]] = {
        name: [] for name in ("words", "lemmas", "tags", "fine_tags", "feats", "heads", "labels", "misc")
    }
    for _ in range(count):
        length = draw.randint(2, longest)
        tags = [draw.choice(("NOUN", "VERB", "DET", "ADJ", "ADP")) for _ in range(length - 1)] + ["PUNCT"]
        words = [f"{tag.lower()}{draw.randint(1, 9)}" for tag in tags[:-1]] + [draw.choice(".,!")]
        heads = [0] * length
        attach(heads, 1, length, 0, draw)
        if draw.random() < crossing:
            for _ in range(moved):
                move_subtree(heads, draw)
        labels = [
            "root" if head == 0 else f"{tags[head - 1][0]}-{tag}".lower()
            for head, tag in zip(heads, tags, strict=True)
        ]
        cases = [draw.choice(("_", "Case=Nom", "Case=Gen|Number=Sing", "Number=Plur")) for _ in tags]
        for name, values in (
            ("words", words),
            ("lemmas", [word.rstrip("123456789") for word in words]),
            ("tags", tags),
            ("fine_tags", [f"{tag}{len(word) % 3}" for tag, word in zip(tags, words, strict=True)]),
            ("feats", cases),
            ("heads", heads),
            ("labels", labels),
            ("misc", [draw.choice(("_", "SpaceAfter=No")) for _ in tags]),
        ):
            rows[name].append(values)
    return dodona.Treebank.from_lists(rows.pop("words"), **rows)


def attach(heads: list[int], first: int, last: int, above: int, draw: random.Random) -> None:
    """Attach the words from first to last to a head, as a projective tree with one word at its top."""
    if first > last:
        return
    top = draw.randint(first, last)
    heads[top - 1] = above
    for start, end in ((first, top - 1), (top + 1, last)):
        middle = draw.randint(start, end) if start <= end else end
        attach(heads, start, middle, top, draw)
        attach(heads, middle + 1, end, top, draw)


def move_subtree(heads: list[int], draw: random.Random) -> None:
    """Attach a word to another that it does not dominate."""
    word, head = draw.randint(1, len(heads)), draw.randint(1, len(heads))
    above = head
    while above not in (0, word):
        above = heads[above - 1]
    if above == 0 and heads[word - 1] != 0:
        heads[word - 1] = head


def partial(treebank: dodona.Treebank, seed: int, wrong: float) -> dodona.PartialTreebank:
    """Return a treebank with some of its heads and labels, and a share of random heads."""
    draw = random.Random(seed)
    heads, labels = [], []
    for gold, names in zip(treebank.head_arrays, treebank.lists("labels"), strict=True):
        length = len(names)
        kept: list[int | None] = []
        for word in range(1, length + 1):
            chance = draw.random()
            other = draw.randint(0, length)
            if chance < wrong:
                kept.append(other if other != word else None)
            else:
                kept.append(int(gold[word - 1]) if chance < 0.4 else None)
        heads.append(kept)
        labels.append([name if draw.random() < 0.4 else "_" for name in names])
    return dodona.PartialTreebank(treebank.replace(labels=labels), heads)


class Data:
    """The treebanks that items train on and parse."""

    def __init__(self, folder: Path) -> None:
        grove = dodona.read("tests/data/grove.conllu")
        self.grove = grove
        self.folder = folder
        # In the last ones the oracles of swap-standard need different numbers of swaps.
        self.train = grove[:50] + synthetic(50, seed=1) + synthetic(10, seed=6, crossing=1.0, moved=12)
        self.dev = grove[50:60] + synthetic(10, seed=2)
        long = [word for sentence in grove for word in sentence.words][:300]
        odd = dodona.Treebank.from_lists([["Hush"], ["Oaks", "speak"], long])
        gold = grove[60:] + synthetic(15, seed=3)
        #: Gold sentences, and the same with some that have no trees and no tags.
        self.gold, self.test = gold, gold + odd
        self.several_roots = self.train.replace(
            heads=[[0 if head == 1 else int(head) for head in heads] for heads in self.train.head_arrays]
        )
        self.unlabelled = self.train.replace(
            labels=[["root" if head == 0 else "dep" for head in heads] for heads in self.train.head_arrays]
        )
        self.many_labels = self.train.replace(
            labels=[
                [
                    f"{label}-{len(word)}{word[0]}"
                    for label, word in zip(sentence.labels, sentence.words, strict=True)
                ]
                for sentence in self.train
            ]
        )
        self.templates = folder / "every-attribute.txt"
        self.templates.write_text(EVERY_ATTRIBUTE, encoding="utf-8")


# Digests of models ----------------------------------------------------------------------------------------


def weights(path: Path) -> str:
    """Return a digest of the tensors in a model file, whatever they are called."""
    tensors = load_file(path).values()
    return digest(sorted(hashlib.sha256(each.tobytes()).hexdigest() for each in tensors if each.size))


def parser_digests(data: Data, parser: dodona.Parser) -> Digests:
    path = data.folder / "parser.model"
    parser.save(path)
    loaded = dodona.load(path)
    return {"weights": weights(path), **search_digests(data, parser, loaded, data.test, data.gold)}


def search_digests(
    data: Data,
    parser: dodona.Parser,
    loaded: dodona.Parser,
    test: dodona.Treebank,
    gold: dodona.Treebank,
) -> Digests:
    """Return the digests of every search; `parser` and `loaded` are the same, before and after saving."""
    found = {
        "greedy": attempt(lambda: digest(parser.parse(test, beam=1), loaded.parse(test, beam=1, threads=2))),
        "usual-beam": attempt(lambda: digest(parser.parse(test))),
        "beam": attempt(lambda: digest([loaded.parse(test, beam=width) for width in (2, 8)])),
        "nbest": attempt(
            lambda: digest([[tuple(tree) for tree in trees] for trees in loaded.nbest(test, 4, beam=6)])
        ),
        "constrained": attempt(lambda: digest(*completions(loaded, gold))),
        "decisions": attempt(lambda: decisions(loaded, test, gold)),
    }
    if not loaded.is_calibrated and not loaded.probabilistic:
        attempt(lambda: str(loaded.calibrate(data.dev)))
    for estimator in ("transition", "samples", "beam"):
        found[f"confidence-{estimator}"] = attempt(lambda name=estimator: confidences(loaded, gold, name))
    found["margins"] = attempt(lambda: digest(attribute(loaded.confidence(gold), "margins")))
    return found


def completions(parser: dodona.Parser, gold: dodona.Treebank) -> Iterator[Any]:
    for width, wrong in ((None, 0.0), (1, 0.1), (4, 0.1)):
        treebank, lost = parser.complete(partial(gold, 7, wrong), beam=width)
        yield treebank
        yield [tuple(arc)[:4] for arc in lost]  # without the reason, which is prose


def decisions(parser: dodona.Parser, test: dodona.Treebank, gold: dodona.Treebank) -> str:
    found = parser.decisions(test)
    made = [[(str(move), chance) for move, chance in found.of(place)] for place in range(len(test))]
    compared = attempt(lambda: digest(attribute(parser.decisions(gold, compare=True), "right")))
    return digest(made, attribute(found, "made_by"), compared)


def confidences(parser: dodona.Parser, test: dodona.Treebank, estimator: str) -> str:
    both = [
        parser.confidence(test, estimator=estimator, calibrated=calibrated) for calibrated in (True, False)
    ]
    names = ("parsed", "heads", "labels", "trees", "left_over")
    return digest(*(attribute(found, name) for found in both for name in names))


def trained(
    data: Data, treebank: dodona.Treebank | None = None, dev: dodona.Treebank | None = None, **options: Any
) -> Digests:
    options = renamed({"epochs": 2, **options})
    return parser_digests(data, dodona.train(treebank or data.train, dev, **options))


def pipeline_digests(data: Data, path: Path, pipeline: dodona.Pipeline) -> Digests:
    tagger = data.folder / "tagger.model"
    pipeline.tagger.save(tagger)
    cut = pipeline.tokeniser.tokenise(TEXT)
    return {
        "weights": weights(path),
        "tagger": weights(tagger),
        "tokens": digest(cut.to_conll()),
        "tags": digest([pipeline.tagger.tag(data.test, beam=width).to_conll() for width in (1, 4)]),
        "text": digest(pipeline(TEXT).to_conll(), pipeline(TEXT, presegmented=True, beam=4).to_conll()),
        **search_digests(data, pipeline.parser, dodona.load(path).parser, data.test, data.gold),
    }


def trained_pipeline(data: Data, dev: dodona.Treebank | None = None, **options: Any) -> Digests:
    path = data.folder / "pipeline.model"
    dodona.train_pipeline(data.train, dev, output=path, **renamed({"epochs": 2, **options}))
    return pipeline_digests(data, path, dodona.load(path))


def voted(data: Data) -> Digests:
    """Parse by the votes of different parsers."""
    voters = []
    for options in (
        {"recipe": "rich", "system": "swap-standard"},
        {"recipe": "rich", "system": "swap-standard", "direction": "right-to-left"},
        {"recipe": "beam", "features": "rich"},
    ):
        voters.append(dodona.train(data.train, epochs=2, **options))
        voters[-1].calibrate(data.dev)
    found = dodona.ensemble(voters).confidence(data.test)
    return {"votes": digest(found.parsed, found.heads, found.labels)}


def command(*arguments: object, text: str = "") -> str:
    """Run `dodona`, and return what it prints."""
    line = [sys.executable, "-m", "dodona", *map(str, arguments)]
    done = subprocess.run(line, input=text, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def by_command(data: Data) -> Digests:
    """Train and parse on the command line."""
    train, dev, model = (data.folder / name for name in ("train.conllu", "dev.conllu", "command.model"))
    data.train.write(train)
    data.dev.write(dev)
    shared = ("--dev", dev, "-o", model, "--epochs", 2)
    command("train", "--pipeline", train, *shared, "--recipe", "probabilistic", "--jackknife", 2)
    parse = ("parse", "-m", model)
    return {
        "weights": weights(model),
        "text": digest(command(*parse, text=TEXT)),
        "parsed": digest(command(*parse, dev)),
        "nbest": digest(command(*parse, dev, "--nbest", 3)),
        "kept": digest(command(*parse, dev, "--keep")),
        "confidence": digest(command(*parse, dev, "--confidence")),
        "swaps": digest(
            list(json.loads(command("oracle", train, "--swaps", "--json")).values()),
            list(json.loads(command("oracle", train, "--swaps", "--json", "--budget", 3)).values()),
        ),
    }


def english(data: Data) -> Digests:
    """Parse with the shipped model."""
    pipeline = dodona.load()
    tagged = pipeline.tagger.tag(data.grove[:40])
    text = " ".join(sentence.text for sentence in data.grove[:40])
    found = search_digests(data, pipeline.parser, dodona.load().parser, tagged, tagged)
    cut = pipeline.tokeniser.tokenise(text)
    return {"tokens": digest(cut.to_conll()), "text": digest(pipeline(text).to_conll()), **found}


# Oracles --------------------------------------------------------------------------------------------------


def oracle_for(name: str, sentence: dodona.Sentence) -> Any:
    if name == "dynamic":
        return dodona.DynamicOracle(sentence, label_cost=0.5)
    return dodona.StaticOracle(sentence) if name == "static" else dodona.SwapOracle(sentence, name)


def walks(data: Data, system: str, root: str, name: str) -> Digests:
    """Return a digest of all costs along the oracle's own path and along random walks."""
    sentences = [
        *data.grove[:60:5],
        *synthetic(12, seed=4, longest=8),
        *synthetic(6, seed=6, crossing=1.0, moved=12),
    ]
    found: dict[str, list[Any]] = {"best": [], "random": []}
    for number, sentence in enumerate(sentences):
        for single_root, (kind, steps) in itertools.product((False, True), found.items()):
            draw = random.Random(number)
            oracle = oracle_for(name, sentence)
            at = dodona.Configuration(sentence, root, single_root, system)
            while not at.finished:
                steps.append((at.stack, at.buffer, sorted(oracle.costs(at).items())))
                move = oracle.best(at)
                # A random walk in a system with SWAP ends because SWAP is drawn only now and then.
                others = [each for each in at.legal if each != "SWAP" or draw.random() < 0.3] or at.legal
                chosen = move if kind == "best" else (draw.choice(others), draw.choice(sentence.labels))
                at.apply(chosen[0], chosen[1] if chosen[0].endswith("ARC") else None)
            steps.append(at.tree())
            if name == "dynamic":
                steps.append(oracle.loss(at))
    return {kind: digest(steps) for kind, steps in found.items()}


def lattices(data: Data, oracle: str, root: str) -> Digests:
    sentences = [*data.grove[:40:4], *synthetic(10, seed=5, longest=7)]
    found = []
    for sentence in sentences:
        made = attempt(lambda each=sentence: lattice_digest(dodona.lattice(each, oracle, root)))
        found.append(made)
    return {"lattices": digest(found)}


def lattice_digest(found: dodona.Lattice) -> str:
    moves = [(before, after, str(move)) for before, after, move in found.transitions]
    return digest([repr(each) for each in found.configurations], moves, found.sequences, found.fewest_swaps)


# Learning to search, many references, and the rest ---------------------------------------------------------


def sequence_tagger(search: dodona.Search, sentence: list[tuple[str, str]]) -> list[str]:
    output: list[str] = []
    for place, (word, tag) in enumerate(sentence):
        features = {"word": word, "end": word[-2:]}
        output.append(search.predict(features, oracle=tag, tag=place, condition=[place - 1, place - 2]))
    search.loss(sum(tag != made for (_, tag), made in zip(sentence, output, strict=True)))
    return output


def searched(data: Data, **options: Any) -> Digests:
    sentences = [list(zip(each.words, each.tags, strict=True)) for each in data.train[40:70]]
    path = data.folder / "task.model"
    model = dodona.learn(
        sequence_tagger, sentences[:20], epochs=4, quadratic=["word condition"], **renamed(options)
    )
    model.save(path)
    again = dodona.SearchModel.load(path, sequence_tagger, quadratic=["word condition"])
    return {"weights": weights(path), "output": digest([again.predict(each) for each in sentences])}


def on_references(data: Data, rules: str, *, labelled: bool = False, **options: Any) -> Digests:
    from dodona.schemes import references_by_rules, train_on_references

    trees = data.grove.projectivise("baseline")
    references = references_by_rules(trees[:50], rules, labelled=labelled)
    dev = references_by_rules(trees[50:], rules, labelled=labelled, crossing="keep")
    options = renamed({"epochs": 3, **options})
    found = train_on_references(references, dev, labelled=labelled, **options)
    survivors = digest(found.survivors, found.best_epoch, found.applied)
    return {"survivors": survivors, **parser_digests(data, found.parser)}


def treebank_digests(data: Data) -> Digests:
    """Digest pseudo-projective encodings and moved punctuation."""
    found = {}
    for encoding in ("baseline", "head", "path", "head+path"):
        encoded = data.train.projectivise(encoding)
        found[encoding] = digest(
            encoded, attempt(lambda name=encoding, trees=encoded: digest(trees.deprojectivise(name)))
        )
    marked = data.train.move_punctuation(mark=True)
    found["punctuation"] = digest(data.train.move_punctuation(), marked, marked.put_punctuation_back())
    return found


def chosen_actively(data: Data) -> Digests:
    parser = dodona.train(data.train, data.dev, recipe="probabilistic", epochs=2)
    found = {}
    for by in ("least-confident", "margin"):
        chosen = dodona.active(parser, data.test, budget=100, by=by)
        found[by] = digest([(each.place, each.uncertainty, each.novelty) for each in chosen])
    return found


# Items ----------------------------------------------------------------------------------------------------


def items(data: Data) -> Iterator[Item]:
    def parser(name: str, **options: Any) -> Item:
        return name, lambda: trained(data, **options)

    for recipe in RECIPES:
        # The kernels of learning to search are large, and are made small here.
        hashes = recipe.startswith("chang") and not recipe.endswith("dyna")
        yield parser(f"recipe {recipe}", recipe=recipe, epochs=3, **({"hash_kernel": BITS} if hashes else {}))
    for recipe in ("default", "probabilistic", "beam"):
        yield parser(f"recipe {recipe} with dev", recipe=recipe, dev=data.dev, epochs=4)
    yield from system_items(parser)
    yield from option_items(parser, data)
    yield from search_items(parser)

    for rules, labelled in itertools.product(("case", "cc", "det", "mark"), (False, True)):
        name = f"references {rules}{' labelled' * labelled}"
        yield name, lambda rules=rules, labelled=labelled: on_references(data, rules, labelled=labelled)
    for options in (
        {"policy": "explore", "k": 0},
        {"learner": "adagrad-rda"},
        {"learner": "adagrad-rda", "policy": "explore", "k": 0},
        {"beam": 4},
        {"beam": 4, "learner": "passive-aggressive", "update": "early", "labelled": True},
        {"recipe": "default", "habits": 3, "labelled": True},
        {"root": "last", "margin": 20.0},
        {"root": "none"},
    ):
        name = f"references case {described(options)}"
        yield name, lambda options=options: on_references(data, "case", **options)

    yield "pipeline", lambda: trained_pipeline(data)
    yield "pipeline with dev", lambda: trained_pipeline(data, data.dev, jackknife=2)
    yield (
        "pipeline probabilistic",
        lambda: trained_pipeline(data, data.dev, recipe="probabilistic", jackknife=2, calibrate=2),
    )
    yield "pipeline beam pruned", lambda: trained_pipeline(data, recipe="beam", prune=0.5)
    yield "pipeline hashed", lambda: trained_pipeline(data, hash_kernel=BITS)
    yield "pipeline chang-2015", lambda: trained_pipeline(data, recipe="chang-2015", hash_kernel=BITS)
    yield "ensemble", lambda: voted(data)
    yield "command line", lambda: by_command(data)
    yield "english", lambda: english(data)

    for system, (roots, oracles) in SYSTEMS.items():
        for root, oracle in itertools.product(roots, oracles):
            yield (
                f"costs {system} {root} {oracle}",
                lambda system=system, root=root, oracle=oracle: walks(data, system, root, oracle),
            )
    for oracle, root in itertools.product(("nd-all", "nd-sw"), ROOTS[:2]):
        yield f"lattice {oracle} {root}", lambda oracle=oracle, root=root: lattices(data, oracle, root)
    learners = ("sgd", "sgd+", "ftrl", "nn", "nn+ftrl", "multiclass", "margin")
    for learner in learners:
        yield f"learn {learner}", lambda learner=learner: searched(data, learner=learner)
    for algorithm in ("dagger", "searn", "aggrevate", "lols"):
        yield (
            f"learn {algorithm}",
            lambda algorithm=algorithm: searched(data, algorithm=algorithm, learner={"bits": 12}),
        )
    yield "encodings", lambda: treebank_digests(data)
    yield "active", lambda: chosen_actively(data)


def described(options: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


def system_items(parser: Callable[..., Item]) -> Iterator[Item]:
    """Every system with its roots and oracles, and each oracle with what can learn from it."""
    ways = [
        {"policy": "oracle"},
        {"policy": "ambiguity"},
        {"learner": "adagrad-rda"},
        {"learner": "adagrad-rda", "policy": "sample", "k": 0},
        *(
            {"learner": "passive-aggressive", "cost_sensitive": way}
            for way in ("no", "max-loss", "prediction")
        ),
        {"hash_kernel": BITS},
        {"hash_kernel": BITS, "learner": "passive-aggressive"},
        {"beam": 4},
        {"beam": 4, "update": "early", "learner": "passive-aggressive"},
        {"beam": 4, "hash_kernel": BITS},
        {"learner": "csoaa", "hash_kernel": BITS},
    ]
    for system, (roots, oracles) in SYSTEMS.items():
        for root, oracle, single_root in itertools.product(roots, oracles, ("yes", "no")):
            options = {"system": system, "root": root, "oracle": oracle, "single_root": single_root}
            yield parser(f"system {system} {root} {oracle} single_root={single_root}", **options)
        for oracle, way in itertools.product(oracles, ways):
            yield parser(f"system {system} {oracle} {described(way)}", system=system, oracle=oracle, **way)
        for features in TEMPLATES:
            yield parser(f"features {system} {features}", system=system, features=features)


def option_items(parser: Callable[..., Item], data: Data) -> Iterator[Item]:
    """The remaining options, one at a time."""
    for options in (
        {"margin": 0.0, "min_updates": 1, "habits": 0},
        {"margin": 5.0},
        {"margin": 30000.0, "epochs": 3},
        {"margin": 0.0, "min_updates": 3, "epochs": 4},
        {"habits": 2},
        {"habits": 2, "learner": "adagrad-rda"},
        {"habits": 2, "hash_kernel": BITS},
        {"margin": 20.0, "hash_kernel": BITS},
        {"hash_kernel": 18},
        {"explore": 0.5, "k": 0},
        {"label_cost": 0.3},
        {"label_cost": 0.3, "learner": "passive-aggressive", "cost_sensitive": "max-loss"},
        {"prune": 0.5},
        {"prune": 0.5, "learner": "adagrad-rda"},
        {"learner": "adagrad-rda", "alpha": 0.1, "rho": 0.1, "l1": 0.5},
        {"learner": "passive-aggressive", "aggressiveness": 0.5},
        {"beam": 6, "batch": 1},
        {"beam": 6, "batch": 7, "threads": 2},
        {"beam": 6, "gold_sequence": "each-step"},
        {"seed": 5},
        {"direction": "right-to-left"},
        {"direction": "right-to-left", "beam": 4},
        *({"tag": tag} for tag in ("upos", "xpos", "both")),
        *({"punctuation": way} for way in ("keep", "move", "mark")),
        *({"nonprojective": way} for way in ("drop", "head", "path", "head+path")),
        {"nonprojective": "head", "punctuation": "mark", "recipe": "probabilistic"},
        {"calibrate": 2},
        {"calibrate": 2, "recipe": "probabilistic"},
        {"recipe": "beam", "calibrate": 2},
    ):
        yield parser(f"option {described(options)}", **options)
    for recipe in ("default", "probabilistic", "beam"):
        yield parser(f"treebank several roots {recipe}", recipe=recipe, treebank=data.several_roots)
        yield parser(f"treebank unlabelled {recipe}", recipe=recipe, treebank=data.unlabelled)
        yield parser(f"treebank many labels {recipe}", recipe=recipe, treebank=data.many_labels)
    for system in SYSTEMS:
        yield parser(f"features {system} every attribute", system=system, features=str(data.templates))


def search_items(parser: Callable[..., Item]) -> Iterator[Item]:
    """Learning to search: each learner, rule and layer, each roll-in and roll-out, each system."""
    learners, rules = ("csoaa", "multiclass", "margin", "softmax-margin"), ("sgd", "sgd+", "ftrl")
    layers = ({"hidden": 0}, {"hidden": 5}, {"hidden": 5, "layer": "shared"})
    shared = {"system": "arc-hybrid", "hash_kernel": BITS, "features": "chang-2015-unigrams"}
    for learner, rule, layer in itertools.product(learners, rules, layers):
        yield parser(
            f"search {learner} {rule} {described(layer)}", learner=learner, rule=rule, **layer, **shared
        )
    softmax = {"learner": "softmax-margin", "hidden": 8, "layer": "shared", **shared}
    rolls = itertools.product(
        ("reference", "learned", "mixture"), ("reference", "learned", "mixture", "none")
    )
    for roll_in, roll_out in rolls:
        yield parser(f"search {roll_in} {roll_out}", roll_in=roll_in, roll_out=roll_out, **softmax)
    for options in ({"mixing": "step", "mixture_alpha": 0.01}, {"max_deviations": 3}, {"dropout": 0.3}):
        yield parser(f"search {described(options)}", **options, **softmax)
    for system, (roots, oracles) in SYSTEMS.items():
        for root, oracle in itertools.product(roots, oracles):
            options = {**softmax, "system": system, "root": root, "oracle": oracle}
            yield parser(f"search {system} {root} {oracle}", **options)


# The command line of this script --------------------------------------------------------------------------


def run(only: str) -> Iterator[tuple[str, Digests]]:
    with tempfile.TemporaryDirectory() as folder:
        data = Data(Path(folder))
        for name, make in items(data):
            if only in name:
                found: Digests = {}
                outcome = attempt(lambda make=make, found=found: found.update(make()) or "")
                yield name, found or {"refused": outcome}


def line_of(name: str, found: Digests) -> str:
    return "\t".join([name, *(f"{kind}={value}" for kind, value in found.items())])


def read_lines(path: Path, only: str) -> dict[str, Digests]:
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {name: dict(part.split("=", 1) for part in parts) for name, *parts in rows if only in name}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", default="", metavar="SUBSTRING", help="only items whose name contains this")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="print only what differs from this file")
    chosen = parser.parse_args()
    before = read_lines(chosen.compare, chosen.only) if chosen.compare else {}
    differing = 0
    for name, found in run(chosen.only):
        if not chosen.compare:
            print(line_of(name, found), flush=True)
            continue
        was = before.pop(name, {})
        kinds = [kind for kind in {**was, **found} if was.get(kind) != found.get(kind)]
        if kinds:
            differing += 1
            print(
                name,
                *(f"{kind}: {was.get(kind)} -> {found.get(kind)}" for kind in kinds),
                sep="\t",
                flush=True,
            )
    for name in before:
        print(f"{name}\tmissing")
    return int(bool(differing or before))


if __name__ == "__main__":
    sys.exit(main())
