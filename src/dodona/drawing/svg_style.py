"""The style of SVG drawings: fonts, sizes and colours, for light and dark mode."""

from __future__ import annotations

from typing import TypeAlias

from dodona.drawing.svg_text import element
from dodona.drawing.width import is_left_to_right

WORD_SIZE, TAG_SIZE, LABEL_SIZE = 16, 11, 12
LINE = 1.5
#: The tip is at 0; it points right.
ARROW_HEAD = "0,0 -8,-4 -6,0 -8,4"

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"

#: By class: the painted property, the colour in light mode, and in dark mode.
Colours: TypeAlias = dict[str, tuple[str, str, str]]
TREE_COLOURS: Colours = {
    "page": ("fill", "#ffffff", "#0d1117"),
    "word": ("fill", "#1f2328", "#f0f3f6"),
    "tag": ("fill", "#6e7781", "#9198a1"),
    "label": ("fill", "#3d5a80", "#a5c4e8"),
    "label-crossing": ("fill", "#b5470b", "#ffab70"),
    "arc": ("stroke", "#8196b0", "#5f7794"),
    "tip": ("fill", "#8196b0", "#5f7794"),
    "arc-crossing": ("stroke", "#d9622b", "#e08a4f"),
    "tip-crossing": ("fill", "#d9622b", "#e08a4f"),
}
# Blue and orange for the two trees of comparisons, and for confidence from high to low: readers without red,
# green or blue cones distinguish them. Low confidence is darkest on white, and brightest on black.
for _kind, _line, _text in (
    ("gold", ("#0b62d6", "#58a6ff"), ("#0550ae", "#79b8ff")),
    ("parse", ("#d9622b", "#e08a4f"), ("#b5470b", "#ffab70")),
    ("conf-3", ("#8196b0", "#5f7794"), ("#3d5a80", "#a5c4e8")),
    ("conf-2", ("#c0932b", "#a8842f"), ("#87640c", "#d6b254")),
    ("conf-1", ("#d0600c", "#e88a3c"), ("#aa4a04", "#f3a05c")),
    ("conf-0", ("#9c1d12", "#ffb8a8"), ("#8f1d14", "#ffc4b6")),
):
    TREE_COLOURS[f"label-{_kind}"] = ("fill", *_text)
    TREE_COLOURS[f"arc-{_kind}"] = ("stroke", *_line)
    TREE_COLOURS[f"tip-{_kind}"] = ("fill", *_line)

#: The widths of lines by kind, so that it does not depend on colour alone; others are `LINE` wide.
_WIDTHS = {"gold": 2.4, "parse": 2.4, "conf-1": 2.2, "conf-0": 3.2}


def painted(name: str, colours: Colours = TREE_COLOURS) -> dict[str, str]:
    """Return the attributes of a class: the light colour, for viewers without style sheets.

    >>> painted("page")
    {'class_': 'dodona-page', 'fill': '#ffffff'}
    """
    paint, light, _ = colours[name]
    return {"class_": f"dodona-{name}", paint: light}


def line(path: str, kind: str = "") -> str:
    """Draw the line of an arc.

    >>> line("M0 0H9", "gold")
    '<path d="M0 0H9" stroke-width="2.4" class="dodona-arc-gold" stroke="#0b62d6"/>'
    """
    return element("path", d=path, stroke_width=_WIDTHS.get(kind, LINE), **painted_kind("arc", kind))


def painted_kind(name: str, kind: str) -> dict[str, str]:
    """Return the attributes of a line or a label of some kind, one of `dodona.drawing.view.KINDS`."""
    return painted(f"{name}-{kind}" if kind else name)


def word_text(form: str, right_to_left: bool, **place: object) -> str:
    """Write a word in its direction, or without letters in that of its sentence.

    >>> 'direction="rtl"' in word_text("אלון", True, x=5, y=9)
    True
    """
    direction = (
        {"direction": "rtl", "unicode_bidi": "isolate"}
        if right_to_left and not is_left_to_right(form)
        else {}
    )
    return element("text", form, **place, font_size=WORD_SIZE, **direction, **painted("word"))


def grouped(parts: list[str], title: str) -> list[str]:
    """Return the parts of an arc, in a group if they have a title, which is a tooltip.

    >>> grouped(["<path/>"], "oak: nsubj of spoke")
    ['<g><title>oak: nsubj of spoke</title><path/></g>']
    """
    return [f"<g>{element('title', title)}{''.join(parts)}</g>"] if title else parts


def arrow_head(x: int, y: int, turned: int, kind: str = "") -> str:
    """Draw an arrow head with its tip at a position; at 0 degrees it points right, at 90 down.

    >>> 'transform="translate(5 9) rotate(90)"' in arrow_head(5, 9, 90)
    True
    """
    place = f"translate({x} {y}) rotate({turned})"
    return element("polygon", points=ARROW_HEAD, transform=place, **painted_kind("tip", kind))


def style_sheet(drawn: str, colours: Colours = TREE_COLOURS) -> str:
    """Return the rules for dark mode of what is drawn; no class has the name of one of a surrounding page.

    >>> style_sheet('<text class="dodona-tag">')
    '<style>@media (prefers-color-scheme:dark){.dodona-tag{fill:#9198a1}}</style>'
    """
    rules = "".join(
        f".dodona-{name}{{{paint}:{dark}}}"
        for name, (paint, _, dark) in colours.items()
        if f'"dodona-{name}"' in drawn
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def document(
    width: int,
    height: int,
    parts: list[str],
    title: str,
    description: str,
    background: bool,
    colours: Colours = TREE_COLOURS,
) -> str:
    """Return the parts of a drawing as a document.

    >>> document(80, 40, [], "Oaks", "A sentence without a tree.", background=False).splitlines()[1]
    '<title>Oaks</title>'
    """
    opening = element(
        "svg", "", xmlns="http://www.w3.org/2000/svg", role="img", width=width, height=height,
        viewBox=f"0 0 {width} {height}", font_family=FONTS, fill="none", direction="ltr",
    ).removesuffix("</svg>")  # fmt: skip
    page = [element("rect", width=width, height=height, rx=8, **painted("page"))] if background else []
    drawn = "\n".join([*page, *parts, "</svg>"]) + "\n"
    head = [opening, element("title", title), element("desc", description), style_sheet(drawn, colours)]
    return "\n".join([*head, drawn])
