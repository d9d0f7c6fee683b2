"""`dodona info`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import dodona
from dodona.cli.options import JsonOption, ModelOption
from dodona.cli.printing import tell, tell_json
from dodona.confidence.calibration import calibration_of
from dodona.downloads import find_model
from dodona.drawing.width import visible
from dodona.network.tagger import NetworkTagger
from dodona.pipelines.loading import parser_and_whole
from dodona.recipes.recipe import OPTIONS, without_effect

if TYPE_CHECKING:
    from dodona.encoders.pipeline import EncoderPipeline
    from dodona.pipelines.kinds import AnyParser
    from dodona.pipelines.tagger import Tagger


def info(
    model: ModelOption = "english",
    templates: Annotated[
        bool, typer.Option("--templates", help="Print the feature templates instead.")
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Show the recipe, treebank, scores, size and features of a model."""
    if templates and json_:
        raise dodona.OptionError("cannot be combined with --json: it prints a file", option="templates")
    model = str(find_model(model))
    parser, whole = parser_and_whole(model)
    size = Path(model).stat().st_size
    if not isinstance(parser, dodona.Parser):
        if templates:
            raise dodona.OptionError("cannot be shown: an encoder has none", option="templates")
        _show_encoder(model, parser, size, json_)
        return
    assert whole is None or isinstance(whole, dodona.Pipeline)
    network = parser._core.kind == "network"
    if templates:
        if network:
            raise dodona.OptionError("cannot be shown: a network has none", option="templates")
        tell(str(parser._core.values["templates"]).rstrip())
        return
    if json_:
        about = {
            **parser.info,
            "bytes": size,
            "features": parser.features,
            "weights": parser.weights,
            "hash_kernel": parser.hash_kernel,
            "probabilistic": parser.probabilistic,
            "calibrated": parser.is_calibrated,
            "labels": parser.labels,
            "transitions": parser._core.transitions,
        }
        if network:
            about["network"] = parser._core.values
        if whole is not None:
            about["pipeline"] = {
                **whole.info,
                "tokeniser": whole.tokeniser.info,
                "tagger": {**whole.tagger.info, **_tags(whole.tagger)},
            }
        tell_json(about)
        return
    _tell_rows(model, _rows(parser, size) + _pipeline_rows(whole), parser.info)


def _tell_rows(model: str, rows: list[tuple[str, str]], info: Mapping[str, Any]) -> None:
    for title, listed in ((model, rows), ("Recipe", _choices(info["recipe"]))):
        tell(f"{title}\n")
        for name, value in listed:
            tell(f"  {visible(name):<26} {visible(value)}")
        if title == model:
            tell()


def _show_encoder(model: str, parser: EncoderPipeline, size: int, json_: bool) -> None:
    """Show a model with an encoder."""
    info, encoder = parser.info, parser.encoder
    if json_:
        about = {
            **info,
            "bytes": size,
            "encoder": encoder,
            "weights": parser.weights,
            "calibrated": parser.is_calibrated,
            "labels": parser.labels,
            "tokeniser": parser.tokeniser.info,
            "values": {name: len(values) for name, values in parser.outputs.values.items()},
        }
        tell_json(about)
        return
    values = [
        (what, f"{len(parser.outputs.values[name]):,} values")
        for name, what in _VALUES.items()
        if name in parser.outputs.values
    ]
    where = "in the model" if encoder["embedded"] else "not in the model"
    rows = [
        *_trained_on(info),
        ("takes", "raw text"),
        ("encoder", f"{encoder['name']} ({where})"),
        ("its digest", encoder["digest"]),
        ("one root only", "yes" if info["single_root"] else "no"),
        *values,
        ("labels", f"{len(parser.labels)}"),
        ("weights", f"{parser.weights:,}"),
        ("probabilities", _probabilities(parser)),
        ("size", f"{size / 1e6:.1f} MB"),
        ("epoch", _epoch(info)),
        *_scores(info),
    ]
    _tell_rows(model, rows, info)


_VALUES = {"tags": "tags", "fine_tags": "fine tags", "feats": "features", "lemmas": "edit scripts of lemmas"}


def _input(parser: dodona.Parser) -> list[tuple[str, str]]:
    """Return how the model reads a configuration: by templates, or by a network."""
    values, found = parser._core.values, parser.info["templates"]
    if parser._core.kind != "network":
        return [("tag", parser.info["tag"]), ("templates", f"{found['count']} ({found['name']})")]
    sizes = f"{values['layers']} layers, {values['width']} wide, {values['hidden']} hidden units"
    return [("network", sizes), ("positions", values["positions"])]


def _features(parser: dodona.Parser) -> list[tuple[str, str]]:
    if parser._core.kind == "network":
        return []
    if parser.hash_kernel:
        bits = parser.hash_kernel
        return [("hash kernel", f"{bits} bits ({2**bits:,} weights, including zeros)")]
    return [("features", f"{parser.features:,}")]


def _trained_on(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    bank = info["treebank"]
    rows = [
        ("trained on", f"{bank['name'] or 'a treebank in memory'}"),
        ("sentences", f"{bank['sentences']:,}"),
        ("words", f"{bank['words']:,}"),
    ]
    for key, what in (
        ("several_roots", "left out for several roots"),
        ("dropped", "left out for crossing arcs"),
        ("projectivised", "made projective"),
        ("moved", "punctuation " + ("moved" if info.get("punctuation") == "move" else "moved, marked")),
    ):
        if bank.get(key):
            rows.append((what, f"{bank[key]:,}"))
    if info.get("silver"):
        silver = info["silver"]
        rows.append(
            ("silver", f"{silver['words']:,} words, {silver['share']:.0%} of an epoch ({silver['name']})")
        )
    if info.get("clusters"):
        found = info["clusters"]
        rows.append(("clusters", f"{found['clusters']:,} of {found['words']:,} words"))
    return rows


def _tags(tagger: Tagger | NetworkTagger) -> dict[str, Any]:
    """Return how many tags there are; of a network, values in each column."""
    if isinstance(tagger, NetworkTagger):
        return {"values": {name: len(values) for name, values in tagger.values.items()}}
    return {"tags": len(tagger.tags)}


def _rows(parser: dodona.Parser, size: int) -> list[tuple[str, str]]:
    info = parser.info
    rows = [
        *_trained_on(info),
        ("one root only", "yes" if info["single_root"] else "no"),
        *_input(parser),
        ("labels", f"{len(parser.labels)}"),
        ("transitions", f"{parser._core.transitions}"),
        *_features(parser),
        ("weights", f"{parser.weights:,}"),
        ("probabilities", _probabilities(parser)),
        *([("temperature of a beam", f"{info['temperature']:g}")] if "temperature" in info else []),
        *_seen_sentences(info),
        *_shortcuts(info),
        ("size", f"{size / 1e6:.1f} MB"),
        ("epoch", _epoch(info)),
    ]
    return rows + _scores(info)


def _epoch(info: dict[str, Any]) -> str:
    done, asked = len(info["curve"]), info["recipe"].get("epochs", 0)
    return f"{info['best_epoch']} of {done}" + (f", {asked} requested" if done < asked else "")


def _probabilities(parser: AnyParser) -> str:
    if parser.is_calibrated:
        found = parser.info["calibration"]
        parts = f", training data in {found['folds']} parts" if found.get("folds") else ""
        return f"yes, calibrated (temperature {found['temperature']:g}{parts})"
    return "yes, not calibrated" if parser.probabilistic else "no"


def _shortcuts(info: dict[str, Any]) -> list[tuple[str, str]]:
    found = info.get("shortcuts")
    if not found:
        return []
    return [
        (
            "shortcuts",
            f"{found['contexts']:,} contexts, {found['share']:.0%} of all decisions in training data",
        )
    ]


def _seen_sentences(info: dict[str, Any]) -> list[tuple[str, str]]:
    # Shown because it reveals something about the training data to those who get the model.
    calibration = calibration_of(info)
    if calibration is None or calibration.seen is None:
        return []
    count = len(calibration.seen.sentences.hashes)
    return [("remembers", f"hashes of {count:,} training sentences")]


def _scores(info: dict[str, Any]) -> list[tuple[str, str]]:
    if not info["dev"]:
        return []
    best = info["curve"][info["best_epoch"] - 1]
    return [
        ("developed on", f"{info['dev']['name'] or 'a treebank in memory'}"),
        ("UAS, LAS there", f"{100 * best['uas']:.2f}, {100 * best['las']:.2f} (without punctuation)"),
    ]


def _choices(recipe: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the options that had an effect, in the order of `dodona.Recipe`."""
    known = {name: recipe[name] for name in OPTIONS if name in recipe}
    try:
        idle = without_effect(dodona.Recipe(**known))
    except (dodona.Error, TypeError):  # an untrusted file, or one with options of another version
        idle = {}
    return [
        (name.replace("_", "-"), str(value) or "none") for name, value in known.items() if name not in idle
    ]


def _training_tags(whole: dodona.Pipeline) -> str:
    folds = whole.info.get("jackknife", 0)
    if folds:
        return f"predicted, {folds} parts"
    return "predicted" if whole.parser.info.get("silver") else "of the treebank"


def _pipeline_rows(whole: dodona.Pipeline | None) -> list[tuple[str, str]]:
    if whole is None:
        return []
    rows = [
        ("takes", "raw text"),
        *(
            [("tagger", "the same network")]
            if isinstance(whole.tagger, NetworkTagger)
            else [("tagger", f"{len(whole.tagger.tags):,} tags"), ("trained on tags", _training_tags(whole))]
        ),
    ]
    known = [name for name in ("language", "treebank", "licence") if name in whole.info]
    rows += [(name, whole.info[name]) for name in known]
    for where, scores in whole.info.get("scores", {}).items():
        told = [
            f"{measure} {scores[measure]:.2f}" for measure in ("UPOS", "LAS", "MLAS") if measure in scores
        ]
        rows.append((where, ", ".join(told)))
    return rows
