"""Pipelines whose tagger, lemmatiser and parser are one network: a pretrained encoder with heads."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.calibration import calibrated, calibration_of
from dodona.confidence.confidences import Confidences
from dodona.confidence.fitting import fit
from dodona.drawing.width import visible
from dodona.encoders.info import checked_info
from dodona.encoders.network import Network
from dodona.encoders.pieces import Reader, Vocabulary
from dodona.encoders.prediction import Prediction, Predictor, chosen_device
from dodona.encoders.pretrained import (
    Pretrained,
    config_of,
    description_of,
    from_config,
    load_pretrained,
    splitting,
    tokeniser_from,
)
from dodona.encoders.targets import Outputs
from dodona.errors import Error, OptionError, flag
from dodona.models.container import (
    FORMAT,
    Arrays,
    as_lines,
    check_finite,
    lines_of,
    part_of,
    read_arrays,
    reporting_damage,
    write_arrays,
)
from dodona.pipelines.pipeline import has_tags, predicts_tags
from dodona.pipelines.texts import ParsesTexts
from dodona.pipelines.tokeniser import Tokeniser
from dodona.threads import checked_threads
from dodona.training.sampled import with_sampled
from dodona.treebank.columns import COLUMNS, can_be_column
from dodona.treebank.lengths import check_lengths
from dodona.treebank.treebank import Treebank, a_treebank

if TYPE_CHECKING:
    from dodona.search.best_first import MostProbable
    from dodona.search.constrained import Completion
    from dodona.search.nbest import ScoredTree

#: The only estimator of confidence: probabilities of arcs over all trees.
MARGINALS = "marginals"
#: The most words of a sentence: the arcs between all of them take memory that grows with the square.
LONGEST = 5000
_ENCODER = "encoder."


@dataclass(frozen=True, eq=False)
class SoftLabels:
    """A parsed treebank with distributions over heads and labels."""

    parsed: Treebank
    #: For each word its eight most probable heads, and their probabilities; 0 beyond the sentence.
    heads: NDArray[np.int32]
    head_probabilities: NDArray[np.float32]
    #: The labels, and for each word the probability of each of them, whatever its head.
    labels: list[str]
    label_probabilities: NDArray[np.float32]


class EncoderPipeline(ParsesTexts):
    """Parses raw text by a pretrained encoder; made by `train_pipeline` with the recipe `encoder`.

    It has the methods of a `Pipeline`, and is its own `parser`. The best trees are found exactly, so there is
    no beam.
    """

    def __init__(
        self,
        tokeniser: Tokeniser,
        network: Network,
        pretrained: Pretrained,
        outputs: Outputs,
        info: Mapping[str, Any],
        *,
        embed: bool = False,
    ) -> None:
        """Used in training and when loading a file."""
        self.tokeniser, self.network, self.outputs = tokeniser, network, outputs
        self._pretrained, self._embed = pretrained, embed
        #: Metadata: recipe, treebank, learning curve, scores.
        self.info = dict(info)
        self._reader = Reader(splitting(pretrained.tokeniser), pretrained.vocabulary)

    @property
    def parser(self) -> EncoderPipeline:
        """This pipeline, which is a parser, too."""
        return self

    def _check_beam(self, beam: int | None) -> None:
        if beam is not None:
            raise OptionError(
                "has no effect with an encoder, which finds the best tree: leave it out", option="beam"
            )

    def parse(
        self,
        treebank: Treebank,
        *,
        tags: str | None = None,
        beam: int | None = None,
        threads: int | None = None,
    ) -> Treebank:
        """Parse sentences of words; `tags` are as in `tag`, and `beam` is refused."""
        self._check_beam(beam)
        predict = predicts_tags(treebank, tags)
        found = self._predict(treebank, tags=predict, temperature=None, threads=threads)
        return Treebank._of(self._with_trees(treebank._core, found, tags=predict), treebank.source)

    def tag(self, treebank: Treebank, *, tags: str | None = None, threads: int | None = None) -> Treebank:
        """Tag sentences. `tags` is `keep` to keep the tags of the input, or `predict` to replace them.

        By default they are kept, unless there are none.
        """
        if not predicts_tags(treebank, tags):
            return treebank
        found = self._predict(treebank, tags=True, temperature=None, threads=threads)
        return Treebank._of(self._with_tags(treebank._core, found), treebank.source)

    def prepared(
        self, treebank: Treebank, *, tags: str | None = None, threads: int | None = None
    ) -> Treebank:
        """Return the treebank, without its tags if they are to be predicted: parsing predicts them, too."""
        if not predicts_tags(treebank, tags) or not has_tags(treebank):
            return treebank
        core = treebank._core
        for column in self.outputs.values:
            core = core.with_choices(COLUMNS[column], ["_"], np.zeros(treebank.word_count, np.int32))
        return Treebank._of(core, treebank.source)

    def confidence(
        self,
        treebank: Treebank,
        *,
        estimator: str = MARGINALS,
        calibrated: bool = True,
        threads: int | None = None,
        **without_effect: Any,
    ) -> Confidences:
        """Parse a treebank, and return the probability that each head, each label and each tree is right.

        The probability of an arc is that of all trees with it, by the matrix-tree theorem. It is then
        calibrated: mapped to how often such arcs were right on development data.
        """
        if estimator not in (MARGINALS, "transition"):  # the latter is the default of the commands
            raise OptionError(
                f"cannot be {estimator!r}: an encoder sums over all trees: leave it out",
                option="estimator",
            )
        calibration = calibration_of(self.info, (MARGINALS,)) if flag("calibrated", calibrated) else None
        found = self._estimate(
            treebank,
            estimator=MARGINALS,
            temperature=1.0 if calibration is None else calibration.temperature,
            threads=threads,
        )
        return found if calibration is None else _calibrated(found, calibration)

    def soft_labels(self, treebank: Treebank, *, threads: int | None = None) -> SoftLabels:
        """Parse a treebank, and return distributions over heads and labels, for a student to learn from.

        They are not calibrated.
        """
        found = self._predict(treebank, tags=False, temperature=1.0, threads=threads)
        known = found.probabilities
        assert known is not None
        parsed = Treebank._of(self._with_trees(treebank._core, found, tags=False), treebank.source)
        return SoftLabels(parsed, known.best_heads, known.of_heads, self.labels, known.of_labels)

    def parse_softly(
        self, treebank: Treebank, samples: int, *, seed: int = 1, threads: int | None = None
    ) -> Treebank:
        """Tag and parse sentences, and write into MISC other trees that are drawn from its distribution.

        The network learns from all of them; `dodona.label` has more about that.
        """
        found = self._predict(
            treebank, tags=True, temperature=None, threads=threads, samples=samples, seed=seed
        )
        best = Treebank._of(self._with_trees(treebank._core, found, tags=True), treebank.source)
        others = []
        for heads, labels in found.sampled:
            core = best._core.with_heads(heads)
            others.append(Treebank._of(core.with_choices(_core.Text.label, self.outputs.labels, labels)))
        return with_sampled(best, others)

    def _estimate(
        self, treebank: Treebank, *, estimator: str, temperature: float, threads: int | None = None
    ) -> Confidences:
        """Parse a treebank and return probabilities, not calibrated."""
        predict = predicts_tags(treebank, None)
        found = self._predict(treebank, tags=predict, temperature=temperature, threads=threads)
        parsed = Treebank._of(self._with_trees(treebank._core, found, tags=predict), treebank.source)
        sure = found.probabilities
        assert sure is not None
        attached = np.zeros(treebank.word_count, bool)
        return Confidences(parsed, sure.heads, sure.labels, sure.trees, sure.margins, attached)

    @property
    def estimators(self) -> tuple[str, ...]:
        """The names of the estimators of confidence."""
        return (MARGINALS,)

    def _best_temperature(self, gold: Treebank, threads: int) -> float:
        """Return the temperature at which gold heads are most probable."""
        tried = np.geomspace(0.25, 8, 61)
        losses = self._predictor().losses(self._reader.read(gold), gold.heads, tried.tolist(), threads)
        return round(float(tried[int(np.argmin(losses))]), 4)

    def calibrate(self, gold: Treebank, *, threads: int | None = None) -> None:
        """Fit the calibration of confidences to gold trees that the model was not trained on."""
        a_treebank("gold", gold)
        found = fit(self, gold, threads=checked_threads(threads))
        self.info = {**self.info, "calibration": found.to_dict()}

    def nbest(self, treebank: Treebank, n: int, **options: Any) -> list[list[ScoredTree]]:
        """Refuse: only the best tree is found."""
        raise Error("a model with an encoder finds only the best tree: leave out --nbest")

    def most_probable(self, treebank: Treebank, hypotheses: int = 1, **options: Any) -> MostProbable:
        """Refuse: there are no transitions to search."""
        raise Error("a model with an encoder always finds the best tree: leave out --best-first")

    def complete(self, partial: Any, **options: Any) -> Completion:
        """Refuse: nothing of the input's trees is kept."""
        raise Error("a model with an encoder keeps no heads of the input: leave out --keep")

    def knows(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return False for each sentence: the sentences of training are not known."""
        return np.zeros(len(a_treebank("treebank", treebank)), bool)

    @property
    def probabilistic(self) -> bool:
        """Whether scores become probabilities: they do."""
        return True

    @property
    def is_calibrated(self) -> bool:
        """Whether the model has a calibration of its confidences."""
        return self.info.get("calibration") is not None

    @property
    def labels(self) -> list[str]:
        """The labels of arcs, most frequent first."""
        return self.outputs.labels

    @property
    def input_columns(self) -> tuple[str, ...]:
        """The columns that it reads."""
        return ("words",)

    @property
    def weights(self) -> int:
        """The number of weights."""
        return sum(each.numel() for each in self.network.parameters())

    @property
    def size(self) -> str:
        """A description of the size of the model."""
        return f"{self.weights / 1e6:,.1f} million weights"

    @property
    def encoder(self) -> dict[str, Any]:
        """The name and the digest of the encoder, and whether the model file contains it."""
        return {"name": self._pretrained.name, "digest": self._pretrained.digest, "embedded": self._embed}

    def copy(self) -> EncoderPipeline:
        """Return a copy with weights of its own."""
        return EncoderPipeline(
            self.tokeniser,
            copy.deepcopy(self.network),
            self._pretrained,
            self.outputs,
            self.info,
            embed=self._embed,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the pipeline to a file, which appears when it is complete.

        Of an encoder by reference, the file contains the weights that training has changed.
        """
        known = self._pretrained
        own, about = self.tokeniser._parts()
        arrays: Arrays = {f"tokeniser.{name}": array for name, array in own.items()}
        changed = None if self._embed else dict(known.encoder.named_parameters())
        for name, value in self.network.named_parameters():
            array = value.detach().cpu().numpy()
            original = name.removeprefix(_ENCODER)
            if (
                changed is None
                or not name.startswith(_ENCODER)
                or not np.array_equal(array, changed[original].detach().numpy())
            ):
                arrays[f"network.{name}"] = array
        for name, values in {"labels": self.outputs.labels, **self.outputs.values}.items():
            arrays[f"values.{name}"] = as_lines(values)
        if self._embed:
            text = description_of(known.tokeniser, known.name)
            arrays["pieces"] = np.frombuffer(text.encode(), np.uint8)
        check_finite(path, arrays, {})
        encoder = {**self.encoder, "vocabulary": _vocabulary_parts(known.vocabulary)}
        if self._embed:
            encoder["config"] = config_of(known.encoder)
        write_arrays(
            path,
            arrays,
            {"kind": "encoder", "format": FORMAT, "info": self.info, "tokeniser": about, "encoder": encoder},
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> EncoderPipeline:
        """Load a pipeline that `save` or `dodona train --recipe encoder` wrote."""
        arrays, about = read_arrays(path, "encoder", "model")
        with reporting_damage(path):
            info, encoder = checked_info(about["info"]), dict(about["encoder"])
            name, digest = str(encoder["name"]), visible(str(encoder["digest"])[:32])
            if encoder["embedded"]:
                of_encoder = part_of(part_of(arrays, "network"), "encoder")
                shapes = {each: array.shape for each, array in of_encoder.items()}
                pretrained = Pretrained(
                    name,
                    from_config(encoder["config"], shapes),
                    tokeniser_from(arrays["pieces"].tobytes().decode()),
                    _vocabulary_of(encoder["vocabulary"]),
                    digest,
                )
            else:
                pretrained = load_pretrained(name, beside=Path(path).resolve().parent)
                if pretrained.digest != digest:
                    raise Error(
                        f"{os.fspath(path)}: the encoder {name} is not the one of training: its digest is "
                        f"{pretrained.digest}, not {digest}: put that version in its place, or train again"
                    )
            values = {each: lines_of(array) for each, array in part_of(arrays, "values").items()}
            for each in {*values} - {"lemmas"}:
                if not all(map(can_be_column, values[each])):
                    raise ValueError(f"{each} that cannot be written")
            outputs = Outputs(values.pop("labels"), values)
            network = network_of(pretrained, outputs, 0.0, copied=not encoder["embedded"])
            _fill(network, part_of(arrays, "network"), all_of_encoder=bool(encoder["embedded"]))
            tokeniser = Tokeniser._of_parts(part_of(arrays, "tokeniser"), about["tokeniser"])
            network.to(chosen_device())
            made = cls(tokeniser, network, pretrained, outputs, info, embed=bool(encoder["embedded"]))
            try:  # edit scripts and the configuration of an encoder show in use whether they are right
                made.parse(Treebank.from_lists([["oak"]]))
            except Error:
                raise
            except Exception as error:
                raise ValueError(f"it cannot parse: {error}") from error
        return made

    def _predict(
        self,
        treebank: Treebank,
        *,
        tags: bool,
        temperature: float | None,
        threads: int | None,
        **sampling: int,
    ) -> Prediction:
        check_lengths(treebank, LONGEST, "an encoder")
        sentences, number = self._reader.read(treebank), checked_threads(threads)
        try:
            return self._predictor()(
                sentences, tags=tags, temperature=temperature, threads=number, **sampling
            )
        except ValueError as error:  # sums of wrong weights may overflow
            raise Error(f"the model is damaged ({error})") from error

    def _predictor(self) -> Predictor:
        return Predictor(self.network, bool(self.info["single_root"]))

    def _with_trees(self, core: _core.Treebank, found: Prediction, *, tags: bool) -> _core.Treebank:
        nothing = np.zeros(len(found.heads), np.int32)
        if tags:
            core = self._with_tags(core, found)
        core = core.with_heads(found.heads).with_choices(_core.Text.label, self.outputs.labels, found.labels)
        core = core.without_enhanced()  # it would contradict the trees
        if core.format == _core.Format.conllx:  # PDEPREL
            core = core.with_choices(_core.Text.misc, ["_"], nothing)
        return core

    def _with_tags(self, core: _core.Treebank, found: Prediction) -> _core.Treebank:
        for name, numbers in found.values.items():
            values = self.outputs.values[name]
            if name == "lemmas":
                core = _core.lemmatised(core, values, numbers.reshape(-1))
            else:
                core = core.with_choices(COLUMNS[name], values, numbers)
        return core

    def __repr__(self) -> str:
        return f"EncoderPipeline({self._pretrained.name}, {self.size}, {len(self.labels)} labels)"


def network_of(pretrained: Pretrained, outputs: Outputs, dropout: float, *, copied: bool = True) -> Network:
    """Return a network on an encoder, or on a copy of it, with random heads."""
    encoder = copy.deepcopy(pretrained.encoder) if copied else pretrained.encoder
    sizes = {name: len(values) for name, values in outputs.values.items()}
    return Network(encoder, sizes, len(outputs.labels), dropout)


def _fill(network: Network, arrays: Arrays, *, all_of_encoder: bool) -> None:
    """Set the weights of a network; raise ValueError if some are missing or of the wrong shape."""
    from dodona.encoders.torch_imports import torch

    own = dict(network.named_parameters())
    needed = {name for name in own if all_of_encoder or not name.startswith(_ENCODER)}
    if not needed <= arrays.keys() <= own.keys():
        raise ValueError("weights are missing")
    for name, array in arrays.items():
        if tuple(own[name].shape) != array.shape or array.dtype != np.float32:
            raise ValueError(f"weights of the wrong shape: {name}")
        if not np.isfinite(array).all():
            raise ValueError(f"weights that are not finite: {name}")
        own[name].data.copy_(torch().from_numpy(array))


def _calibrated(found: Confidences, calibration: Any) -> Confidences:
    return calibrated(found, calibration, MARGINALS)


def _vocabulary_parts(vocabulary: Vocabulary) -> dict[str, Any]:
    return {
        "before": [*vocabulary.before],
        "after": [*vocabulary.after],
        "padding": vocabulary.padding,
        "unknown": vocabulary.unknown,
        "space": vocabulary.space,
        "window": vocabulary.window,
    }


def _vocabulary_of(parts: Mapping[str, Any]) -> Vocabulary:
    numbers = [int(parts[name]) for name in ("padding", "unknown", "space", "window")]
    if numbers[-1] < 1:
        raise ValueError("invalid metadata: window")
    before, after = (tuple(int(each) for each in parts[name]) for name in ("before", "after"))
    return Vocabulary(before, after, *numbers)
