"""Trees as pictures: in a terminal, as SVG, and on a page."""
