"""Drawings of trees: in a terminal, as SVG, and on a web page."""
