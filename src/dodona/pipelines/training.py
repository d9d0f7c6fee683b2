"""Training of pipelines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dodona.encoders.torch_imports import check_network, network_module
from dodona.errors import OptionError, flag, is_whole
from dodona.features.templates import Templates, templates_of
from dodona.models.container import FORMAT, kind_of, read_arrays, write_arrays
from dodona.pipelines.frequent_words import frequent_words
from dodona.pipelines.jackknifing import jackknifed
from dodona.pipelines.pipeline import Pipeline
from dodona.pipelines.tagger import Tagger, trained_tagger
from dodona.pipelines.tokeniser import has_spaces_left_out, train_tokeniser
from dodona.recipes import Recipe
from dodona.recipes import recipe as recipe_called
from dodona.recipes.options import ENCODER, NETWORK
from dodona.threads import checked_threads
from dodona.training.calibrating import calibrate as calibrate_parser
from dodona.training.calibrating import check_calibration
from dodona.training.checkpoint import Checkpoint
from dodona.training.folds import check_folds, folds_of
from dodona.training.identity import identity_of
from dodona.training.loop import Run
from dodona.training.preparing import Prepared, check_trees, prepare
from dodona.training.scoring import DevelopmentData
from dodona.training.silver import part_of_place
from dodona.training.train import Running, check_dev, finished, trained, treebanks_of_run
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from dodona.encoders.pipeline import EncoderPipeline
    from dodona.pipelines.kinds import AnyPipeline
    from dodona.recipes.recipe import Options


def train_pipeline(
    treebank: Treebank | str | os.PathLike[str],
    dev: Treebank | str | os.PathLike[str] | None = None,
    *,
    jackknife: int = 0,
    output: str | os.PathLike[str] | None = None,
    recipe: str | os.PathLike[str] | Recipe = "default",
    patience: int | None = None,
    resume: bool = False,
    threads: int | None = None,
    calibrate: int = 0,
    silver: Iterable[str | os.PathLike[str] | Treebank] | None = None,
    silver_share: float | None = None,
    embed: bool = False,
    progress: bool | None = None,
    on_start: Callable[[Prepared, Run], None] | None = None,
    on_epoch: Callable[[Any], None] | None = None,
    on_step: Callable[[str], None] | None = None,
    **options: Unpack[Options],
) -> AnyPipeline:
    """Train a tokeniser, tagger, lemmatiser and parser on a treebank.

    `jackknife` is the number of parts into which the treebank is split so that the parser learns from
    predicted tags: a tagger trained on the other parts tags each part; 0 is to learn from the treebank's own
    tags. The best epoch of the parser is chosen on `dev` with predicted tags. `recipe` and the other options
    are those of `dodona.train`; `seed` is for all parts, and `prune` for all but the tokeniser, which is
    small. With `output`, the pipeline is written there at the end; until then the parser, as far as it is
    trained, is in a file beside it that ends in `.parser`; with `resume=True`, the result of a run that has
    ended is the pipeline of the file. `on_step` is called with the name of each step.

    With the recipe `network`, the tagger, lemmatiser and parser are one small network; the pipeline is
    written to `output` after every epoch.

    With the recipe `encoder`, the tagger, lemmatiser and parser are a pretrained `encoder`, fine-tuned; the
    pipeline is written to `output` after every epoch. With `embed`, the file contains the encoder, too.

    >>> trees = Treebank.from_lists([["Oaks", "speak", "."]] * 9, tags=[["NOUN", "VERB", "PUNCT"]] * 9,
    ...     heads=[[2, 0, 2]] * 9, labels=[["nsubj", "root", "punct"]] * 9,
    ...     misc=[["_", "SpaceAfter=No", "_"]] * 9)
    >>> train_pipeline(trees, epochs=2)("Oaks speak.")[0].heads
    array([2, 0, 2], dtype=int32)
    """
    # Every mistake is reported before anything is trained.
    running = Running(
        patience, output, resume, threads, calibrate, on_start, on_epoch, on_step, silver, silver_share
    )
    treebank, dev = treebanks_of_run(treebank, dev)
    running.check(dev)
    chosen = recipe_called(recipe).with_options(**options)
    if chosen.learner == ENCODER:
        _check_encoder(chosen, silver)
        _check_folds("an encoder", jackknife, calibrate)
        with running.shown(progress) as shown:
            return _encoder_trained(treebank, dev, chosen, shown, embed=flag("embed", embed))
    if flag("embed", embed):
        raise OptionError("has no effect without the learner encoder: leave it out", option="embed")
    if chosen.learner == NETWORK:
        _check_folds("a network", jackknife, calibrate)
        with running.shown(progress) as shown:
            return _network_trained(treebank, dev, chosen, shown)
    asked = templates_of(chosen)
    check_trees(treebank)
    if asked.clusters is not None:
        asked.clusters.check(treebank)
    check_dev(dev)
    if not is_whole(jackknife) or jackknife != 0:
        check_folds(treebank, jackknife, "jackknife")
    check_calibration(treebank, calibrate, chosen)
    if calibrate and not jackknife:
        raise OptionError(
            f"cannot be {calibrate} without jackknife: the tags of the training data are gold, unlike those "
            "of new text",
            option="calibrate",
        )
    with running.shown(progress) as shown:
        return _run(treebank, dev, chosen, shown, asked, jackknife)


def _run(
    treebank: Treebank,
    dev: Treebank | None,
    chosen: Recipe,
    running: Running,
    asked: Templates,
    jackknife: int,
) -> Pipeline:
    output, resume, threads = running.output, running.resume, checked_threads(running.threads)
    read_silver = running.read_silver(treebank, chosen.epochs)
    checkpoint = None
    if output is not None:
        choices = asked.choices(chosen)
        content = None if asked.clusters is None else asked.clusters.digest
        origin = identity_of(
            {**choices, "jackknife": jackknife}, asked.text, treebank, dev, read_silver, content
        )
        checkpoint = Checkpoint(parser_beside(output), origin, output)
        checkpoint.check()
        if resume and not checkpoint.path.exists() and kind_of(output) == "pipeline":
            ended = Pipeline.load(output)
            if ended.info.get("jackknife") == jackknife and running.has_ended(
                ended.parser.info, choices, treebank, dev, read_silver
            ):
                checkpoint.model.unlink(missing_ok=True)
                return ended
        if resume:
            checkpoint.check_resumption()
    shared: dict[str, Any] = {
        "seed": chosen.seed,
        "prune": chosen.prune,
        "max_features": chosen.max_features,
        "clusters": asked.clusters,
    }
    running.say("tokeniser" + _remark_on_spaces(treebank))
    silver = read_silver.batches() if read_silver else ()
    tokeniser = train_tokeniser(treebank, seed=chosen.seed, silver=silver)  # small, and not pruned
    running.say("tagger and lemmatiser")
    kept = _Kept(None if read_silver is None else checkpoint, resume)
    tagger = kept.tagger("", lambda: trained_tagger(treebank, **shared, silver=read_silver))
    learnt_from = treebank
    taggers = [tagger]
    if jackknife:
        running.say(f"tags of the training data, in {jackknife} parts")
        taggers = []
        for part, (rest, _) in enumerate(folds_of(treebank, jackknife)):
            others = None if read_silver is None else read_silver.without(part, jackknife)
            train = partial(trained_tagger, rest, **shared, silver=others)
            taggers.append(kept.tagger(f".{part + 1}", train))
        learnt_from = jackknifed(treebank, taggers)
    elif read_silver is not None:
        learnt_from = tagger.tag(treebank, threads=threads)
    running.say("parser")
    tagged_dev = None if dev is None else tagger.tag(dev)
    parser = trained(
        learnt_from,
        tagged_dev,
        chosen,
        checkpoint,
        running,
        read_silver,
        lambda trees, place: taggers[part_of_place(place, len(taggers))].tag(trees, threads=threads),
    )
    parser = parser.constrained(treebank)
    about = {"jackknife": jackknife, "frequent_words": frequent_words(treebank)}
    pipeline = Pipeline(tokeniser, tagger, parser, about)
    if output is not None:
        pipeline.save(output)
    if checkpoint is not None:
        checkpoint.remove()
        checkpoint.model.unlink(missing_ok=True)
    kept.remove()
    return pipeline


class _Kept:
    """The files of the taggers until training is complete: to train them on silver takes long."""

    def __init__(self, checkpoint: Checkpoint | None, resume: bool) -> None:
        """Without a checkpoint, nothing is kept."""
        self._checkpoint, self._resume = checkpoint, resume
        self._paths: list[Path] = []

    def tagger(self, name: str, train: Callable[[], Tagger]) -> Tagger:
        """Return the tagger that an interrupted run trained, or train it and keep it."""
        if self._checkpoint is None:
            return train()
        path = self._checkpoint.model.with_suffix(f".tagger{name}")
        self._paths.append(path)
        if self._resume and path.exists():
            arrays, about = read_arrays(path, "tagger")
            if about.get("origin") == self._checkpoint.origin:
                return Tagger._of_parts(arrays, about)
        trained = train()
        arrays, about = trained._parts()
        origin = self._checkpoint.origin
        write_arrays(path, arrays, {"kind": "tagger", "format": FORMAT, "origin": origin, **about})
        return trained

    def remove(self) -> None:
        """Remove the files."""
        for path in self._paths:
            path.unlink(missing_ok=True)


def _check_folds(what: str, jackknife: int, calibrate: int) -> None:
    """Refuse what only linear parsers do with parts of the training data."""
    if jackknife:
        raise OptionError(f"has no effect with {what}, which reads no tags: leave it out", option="jackknife")
    if calibrate:
        raise OptionError(
            f"cannot be {calibrate} with {what}, which is calibrated on the development data: leave it out",
            option="calibrate",
        )


def _check_encoder(chosen: Recipe, silver: object) -> None:
    if silver is not None:
        raise OptionError("is for students: an encoder learns from gold trees only", option="silver")
    if not chosen.encoder:
        raise OptionError(
            "is missing: name an encoder of the Hugging Face hub, or a folder", option="encoder"
        )


def _encoder_trained(
    treebank: Treebank, dev: Treebank | None, chosen: Recipe, running: Running, *, embed: bool
) -> EncoderPipeline:
    """Train a pipeline with an encoder."""
    check_trees(treebank)
    check_dev(dev)
    network_module()  # says which packages are missing
    from dodona.encoders.pipeline import EncoderPipeline
    from dodona.encoders.pretrained import description_of, load_pretrained
    from dodona.encoders.training import EncoderRun

    checkpoint = None if running.output is None else Checkpoint(running.output)
    if (
        checkpoint
        and running.resume
        and not checkpoint.path.exists()
        and kind_of(checkpoint.model) == "encoder"
    ):
        ended = EncoderPipeline.load(checkpoint.model)
        if running.has_ended(ended.info, chosen.to_dict(), treebank, dev, None):
            return ended
    pretrained = load_pretrained(chosen.encoder)
    if embed:
        description_of(pretrained.tokeniser, chosen.encoder)  # refuses tokenisers that have none
    running.say("tokeniser" + _remark_on_spaces(treebank))
    tokeniser = train_tokeniser(treebank, seed=chosen.seed)
    running.say("encoder")
    prepared = prepare(treebank, chosen, dev)
    development = None if dev is None else DevelopmentData(dev)
    run = EncoderRun(
        prepared,
        chosen,
        development,
        tokeniser,
        pretrained,
        embed=embed,
        threads=checked_threads(running.threads),
    )
    made: EncoderPipeline = finished(run, prepared, checkpoint, running)
    if checkpoint:
        made.save(checkpoint.model)
        checkpoint.remove()
    return made


def _network_trained(treebank: Treebank, dev: Treebank | None, chosen: Recipe, running: Running) -> Pipeline:
    """Train a pipeline whose tagger, lemmatiser and parser are a network."""
    check_trees(treebank)
    check_dev(dev)
    check_network()
    from dodona.network.training import NetworkRun

    silver = running.read_silver(treebank, chosen.epochs)
    checkpoint = None if running.output is None else Checkpoint(running.output)
    if (
        checkpoint
        and running.resume
        and not checkpoint.path.exists()
        and kind_of(checkpoint.model) == "pipeline"
    ):
        ended = Pipeline.load(checkpoint.model)
        if running.has_ended(ended.parser.info, chosen.to_dict(), treebank, dev, silver):
            return ended
    running.say("tokeniser" + _remark_on_spaces(treebank))
    tokeniser = train_tokeniser(treebank, seed=chosen.seed, silver=silver.batches() if silver else ())
    running.say("network")
    prepared = prepare(treebank, chosen, dev)
    development = None if dev is None else DevelopmentData(dev)
    threads = checked_threads(running.threads)
    run = NetworkRun(prepared, chosen, development, tokeniser, threads=threads, silver=silver)
    made: Pipeline = finished(run, prepared, checkpoint, running)
    if dev is not None:
        running.say("calibration")
        calibrate_parser(made.parser, treebank, dev, run, 0, running.say)
    made = Pipeline.of_network(tokeniser, made.parser.constrained(treebank), made.info)
    if checkpoint:
        made.save(checkpoint.model)
        checkpoint.remove()
    return made


def _remark_on_spaces(treebank: Treebank) -> str:
    if has_spaces_left_out(treebank):
        return ""
    return f" ({treebank.source or 'the treebank'} has no SpaceAfter=No: it will split at spaces only)"


def parser_beside(output: str | os.PathLike[str]) -> Path:
    """Return the path of a pipeline's parser until training is complete.

    >>> parser_beside("my.model").name
    'my.model.parser'
    """
    path = Path(output)
    return path.with_name(path.name + ".parser")
