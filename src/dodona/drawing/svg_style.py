"""How SVG drawings look: fonts, sizes and colours, for light and dark surroundings."""

from __future__ import annotations

from typing import TypeAlias

from dodona.drawing.svg_text import element

WORD_SIZE, TAG_SIZE, LABEL_SIZE = 16, 11, 12
LINE = 1.5
#: Its tip is at 0, and it points right.
ARROW_HEAD = "0,0 -8,-4 -6,0 -8,4"

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"

#: Class: what it paints, its colour where it is light, and where it is dark.
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


def painted(name: str, colours: Colours = TREE_COLOURS) -> dict[str, str]:
    """Return the attributes of a class: the light colour stands where no style sheet is read.

    >>> painted("page")
    {'class_': 'dodona-page', 'fill': '#ffffff'}
    """
    paint, light, _ = colours[name]
    return {"class_": f"dodona-{name}", paint: light}


def arrow_head(x: int, y: int, turned: int, kind: str) -> str:
    """Draw the head of an arrow with its tip at a place; turned by 0 degrees it points right, by 90 down.

    >>> 'transform="translate(5 9) rotate(90)"' in arrow_head(5, 9, 90, "")
    True
    """
    place = f"translate({x} {y}) rotate({turned})"
    return element("polygon", points=ARROW_HEAD, transform=place, **painted(f"tip{kind}"))


def style_sheet(colours: Colours = TREE_COLOURS) -> str:
    """Return the rules for dark surroundings; the names keep off those of a page around the drawing.

    >>> style_sheet().startswith("<style>@media (prefers-color-scheme:dark){.dodona-page{fill:")
    True
    """
    rules = "".join(f".dodona-{name}{{{paint}:{dark}}}" for name, (paint, _, dark) in colours.items())
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
    """Put the parts of a drawing into a document of their own.

    >>> document(80, 40, [], "Oaks", "A sentence without a tree.", background=False).splitlines()[1]
    '<title>Oaks</title>'
    """
    opening = element(
        "svg", "", xmlns="http://www.w3.org/2000/svg", role="img", width=width, height=height,
        viewBox=f"0 0 {width} {height}", font_family=FONTS, fill="none",
    ).removesuffix("</svg>")  # fmt: skip
    page = [element("rect", width=width, height=height, rx=8, **painted("page"))] if background else []
    head = [opening, element("title", title), element("desc", description), style_sheet(colours)]
    return "\n".join([*head, *page, *parts, "</svg>"]) + "\n"
