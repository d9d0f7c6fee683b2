"""`dodona schemes`: annotation schemes, and which one parsers learn best."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from dodona.cli.files import source_of, sources_of
from dodona.cli.mistakes import Command, Commands
from dodona.cli.options import (
    AsciiOption,
    CacheOption,
    EpochsOption,
    FileArgument,
    FilesArgument,
    FormatOption,
    IdOption,
    JobsOption,
    JsonOption,
    LabelledOption,
    OutputOption,
    PatienceOption,
    QuietOption,
    RecipeNameOption,
    SeedsOption,
    SentencesArgument,
    TagsBelowOption,
    VerticalOption,
    beam_option,
    choice_of,
    console,
    format_name,
    print_tables,
)
from dodona.cli.output import write_sentences
from dodona.cli.printing import tell, tell_json
from dodona.drawing.terminal import picture
from dodona.drawing.width import isolated, visible
from dodona.errors import Error, OptionError
from dodona.evaluation.reliability_plot import check_plot
from dodona.schemes.checking import check_schemes
from dodona.schemes.from_files import references_from_treebanks
from dodona.schemes.from_misc import references_from_misc
from dodona.schemes.learnability import learnability as compare_schemes
from dodona.schemes.learnability_plot import plot_learnability
from dodona.schemes.references import References, references_by_rules
from dodona.schemes.rules import rules_called, shipped
from dodona.schemes.training import ReferenceEpoch, train_on_references
from dodona.schemes.transforming import apply_rules, marked, undo_rules
from dodona.tables import counted
from dodona.training.checkpoint import Checkpoint
from dodona.treebank.choice import chosen
from dodona.treebank.parts import cores
from dodona.treebank.reading import batches, read
from dodona.treebank.source import check_folder
from dodona.treebank.treebank import Treebank

app = typer.Typer(
    name="schemes",
    cls=Commands,
    help="Annotation schemes: transform trees by rules and back, and find the one that parsers learn best.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

_NAMES = ", ".join(shipped())
RulesArgument = Annotated[
    str,
    typer.Argument(metavar="RULES", help=f"A file of rules, or {_NAMES}; several with +, as in case+det."),
]
UndoOption = Annotated[bool, typer.Option("--undo", help="Undo the rules instead.")]


@app.command("apply", cls=Command)
def apply(
    rules: RulesArgument,
    file: FileArgument,
    output: OutputOption = "-",
    undo: UndoOption = False,
    format: FormatOption = None,
) -> None:
    """Transform a treebank by rules wherever they apply, or undo that.

    [bold]dodona schemes apply case train.conllu -o case.conllu[/bold]

    Labels of changed words get marks ([cyan]~case[/cyan]), from which [bold]--undo[/bold] with the
    same rules restores the treebank.
    """
    wanted = rules_called(rules)
    marks, left = 0, 0

    def changed(batch: Treebank) -> Treebank:
        nonlocal marks, left
        if not undo:
            return apply_rules(batch, wanted)
        undone = undo_rules(batch, wanted)
        marks, left = marks + marked(batch), left + marked(undone)
        return undone

    write_sentences(map(changed, batches(source_of(file), format=format_name(format))), output)
    if undo and not marks:
        tell("nothing was undone: no label has a mark of rules", err=True)
    elif left:
        tell(f"marks left on {counted(left, 'label')}: rules other than {rules} were applied too", err=True)


@app.command("show", cls=Command)
def show(
    rules: RulesArgument,
    file: FileArgument,
    sentences: SentencesArgument = None,
    id: IdOption = None,
    width: Annotated[
        int | None,
        typer.Option("--width", metavar="N", min=20, help="The width in columns.", show_default=False),
    ] = None,
    vertical: VerticalOption = None,
    tags: TagsBelowOption = True,
    ascii: AsciiOption = False,
    format: FormatOption = None,
) -> None:
    """Draw sentences before and after rules are applied, by default the first that they change.

    [bold]dodona schemes show cop tests/data/grove.conllu 3[/bold]
    """
    wanted = rules_called(rules)
    source = source_of(file)
    given = choice_of(sentences, id)
    choice = given if given.positions or given.ids else choice_of("1-", None)
    out = console()
    shown = 0
    for number, sentence in chosen(source, choice, format=format_name(format)):
        after = apply_rules(Treebank([sentence]), wanted)[0]
        if choice is not given and after == sentence:
            continue
        for title, drawn in (("before", sentence), ("after", after)):
            text = f"{number}  {title}  {isolated(visible(sentence.text))}"
            lines = picture(drawn, tags=tags, width=width, vertical=vertical, ascii=ascii).runs()
            out.print(text, soft_wrap=True)
            for line in lines:
                out.print("".join(part for part, _ in line).rstrip(), soft_wrap=True)
            out.print()
        shown += 1
        if choice is not given:
            return
    if not shown:
        raise Error(f"{file}: the rules {rules} change no sentence")


@app.command("check", cls=Command)
def check(
    rules: RulesArgument, files: FilesArgument, json_: JsonOption = False, format: FormatOption = None
) -> None:
    """Apply rules to treebanks, undo them, and count the sentences that are restored.

    Lists the sentences that are not restored, and projective ones that the rules make non-projective.
    """
    wanted = rules_called(rules)
    treebanks = [read(source, format=format_name(format)) for source in sources_of(files)]
    found = check_schemes(treebanks, wanted)
    if json_:
        tell_json(found.to_dict())
    else:
        print_tables(found)


@app.command("train", cls=Command)
def train(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="A treebank; several must have different trees for the same words.",
        ),
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")],
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RULES", help=f"References by rules: a file, or {_NAMES}."),
    ] = None,
    dev: Annotated[
        list[str] | None,
        typer.Option(
            "--dev", "-d", metavar="FILE", help="Development data; with several treebanks, once for each."
        ),
    ] = None,
    recipe: RecipeNameOption = "wisniewski-2018",
    learner: Annotated[
        str | None,
        typer.Option(
            "--learner",
            metavar="NAME",
            help="perceptron or adagrad-rda; with a beam, perceptron or passive-aggressive.",
        ),
    ] = None,
    beam: Annotated[
        int | None,
        beam_option("Structured training with this beam, for parsing with a beam.", "that of the recipe"),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy",
            metavar="oracle|explore",
            help="Follow correct transitions only, or explore, with the minimum cost over the remaining "
            "references.",
        ),
    ] = None,
    labelled: LabelledOption = True,
    epochs: EpochsOption = None,
    patience: PatienceOption = 3,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The random seed, for shuffling and exploring.")
    ] = None,
    survivors: Annotated[
        str | None,
        typer.Option(
            "--survivors",
            metavar="FILE",
            help="Write the training sentences here, with the references that survived.",
        ),
    ] = None,
    quiet: QuietOption = False,
    format: FormatOption = None,
) -> None:
    """Train a parser on many references at once (Wisniewski, Lacroix and Yvon 2018).

    References come from rules, from several files with the same words, or from [cyan]AltHead=[/cyan] in
    MISC. A transition is correct as long as one of the references that are still possible after the
    earlier transitions stays reachable.
    """
    if rules is not None and len(files) > 1:
        raise OptionError("needs a single treebank: references come from rules or from files", option="rules")
    if dev and len(dev) not in (1, len(files)):
        raise OptionError(f"must be given once, or {len(files)} times, once per file", option="dev")

    def references(names: list[str], *, training: bool) -> References:
        banks = [read(source, format=format_name(format)) for source in sources_of(names)]
        if rules is not None:
            bank = banks[0].projectivise("baseline") if training else banks[0]
            return references_by_rules(
                bank, rules, labelled=labelled, crossing="drop" if training else "keep"
            )
        if len(banks) > 1:
            return references_from_treebanks(banks, labelled=labelled)
        return references_from_misc(banks[0], labelled=labelled)

    def tell_epoch(epoch: ReferenceEpoch) -> None:
        score = "" if epoch.uas is None else f", UAS {100 * epoch.uas:.2f} on the nearest reference"
        star = " *" if epoch.best else ""
        tell(
            f"epoch {epoch.number}: {100 * epoch.updates / max(epoch.decisions, 1):.2f}% wrong{score}, "
            f"{100 * epoch.applied:.1f}% of the places not as in the original{star}",
            err=True,
        )

    Checkpoint(output).check()  # before training
    if survivors is not None:
        check_folder(survivors)
    if survivors is not None and Path(survivors).resolve() == Path(output).resolve():
        raise Error(f"{survivors}: this is the model: choose another name for --survivors")
    learnt_from = references(files, training=True)
    options: dict[str, Any] = {
        "learner": learner,
        "beam": beam,
        "policy": policy,
        "epochs": epochs,
        "seed": seed,
    }
    trained = train_on_references(
        learnt_from,
        references(dev, training=False) if dev else None,
        recipe=recipe,
        labelled=labelled,
        patience=patience,
        on_epoch=None if quiet else tell_epoch,
        **options,
    )
    trained.parser.save(output)
    if survivors is not None:
        write_sentences([learnt_from.chosen(trained.survivors)], survivors)


@app.command("learnability", cls=Command)
def learnability(
    treebanks: Annotated[
        str,
        typer.Argument(
            metavar="DIR",
            help="A folder with a training and a test file (train.conllu, test.conllu, compressed or not), "
            "or a folder of such folders. With a development file, training stops when it has converged.",
        ),
    ],
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            help=f"A file of rules, or {_NAMES}; may be repeated.",
            show_default="all that come with Dodona",
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            "--only", metavar="NAME,...", help="Only these treebanks, by the names of their folders."
        ),
    ] = None,
    seeds: SeedsOption = 1,
    recipe: RecipeNameOption = "wisniewski-2018",
    labelled: LabelledOption = False,
    epochs: EpochsOption = None,
    patience: PatienceOption = 3,
    jobs: JobsOption = None,
    cache: CacheOption = None,
    finished: Annotated[
        bool, typer.Option("--finished", help="Train nothing: report what is in the cache already.")
    ] = False,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="Draw the histogram of differences (SVG, PNG or PDF)."),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Find out which of several annotation schemes a parser learns best.

    For each treebank and each set of rules, three parsers are trained: on the original trees, on the
    transformed trees, and on all references at once, including trees transformed in some places only.
    The table shows the UAS of each on its own reference, the difference with its confidence interval,
    the share of places where the transformed reference survived, and which measures predicted the
    better scheme.

    Progress is printed on standard error. With [bold]--cache[/bold], an interrupted run can be continued.
    Needs scipy: [cyan]pip install 'dodona\\[compare]'[/cyan]; plots need matplotlib.
    """
    if plot is not None:
        check_plot(plot)
    if finished and cache is None:
        raise OptionError("needs --cache", option="finished")
    found = compare_schemes(
        treebanks,
        rules or (),
        only=[name for name in (only or "").split(",") if name],
        seeds=seeds,
        recipe=recipe,
        labelled=labelled,
        patience=patience,
        epochs=epochs,
        jobs=jobs or cores(),
        cache=cache,
        finished=finished,
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )
    if plot is not None:
        plot_learnability(found, plot)
    if json_:
        tell_json(found.to_dict())
    else:
        print_tables(found)
