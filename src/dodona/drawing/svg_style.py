"""The style of SVG drawings: fonts, sizes and colours, for light and dark mode."""

from __future__ import annotations

from typing import TypeAlias

from dodona.drawing.svg_text import element

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


def painted(name: str, colours: Colours = TREE_COLOURS) -> dict[str, str]:
    """Return the attributes of a class: the light colour, for viewers without style sheets.

    >>> painted("page")
    {'class_': 'dodona-page', 'fill': '#ffffff'}
    """
    paint, light, _ = colours[name]
    return {"class_": f"dodona-{name}", paint: light}


def arrow_head(x: int, y: int, turned: int, kind: str) -> str:
    """Draw an arrow head with its tip at a position; at 0 degrees it points right, at 90 down.

    >>> 'transform="translate(5 9) rotate(90)"' in arrow_head(5, 9, 90, "")
    True
    """
    place = f"translate({x} {y}) rotate({turned})"
    return element("polygon", points=ARROW_HEAD, transform=place, **painted(f"tip{kind}"))


def style_sheet(colours: Colours = TREE_COLOURS) -> str:
    """Return the rules for dark mode; class names do not clash with those of a surrounding page.

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
    """Return the parts of a drawing as a document.

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
