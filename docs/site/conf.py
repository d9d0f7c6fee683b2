"""Sphinx's settings; scripts/build_site.py builds the site."""

import re
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole

project = "Dodona"
author = "The Dodona developers"
copyright = author
root_doc = "docs/index"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]

# The pages are written for code hosts too: headings have the anchors that these give them.
myst_heading_anchors = 6
highlight_language = "text"

default_role = "name"
autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
toc_object_entries_show_parents = "hide"

nb_execution_mode = "force"
nb_execution_show_tb = True
nb_execution_timeout = 120
nb_ipywidgets_js = {}  # they would come from elsewhere

templates_path = ["."]
html_theme = "pydata_sphinx_theme"
html_title = "Dodona"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["style.css"]
html_sidebars = {page: [] for page in ["docs/guide", "docs/index", "[A-Z]*", "benchmarks/*"]}
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "Dodona"},
    "navbar_end": ["version-switch", "theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "header_links_before_dropdown": 5,
}


class NameRole(PyXRefRole):
    """What docstrings have between single backticks: a link if it is a name with a page, else code."""

    def run(self) -> Any:
        """Make a link of what looks like a name."""
        if re.fullmatch(r"[A-Za-z_][\w.]*", self.text):
            self.name = "py:obj"
            return super().run()
        return [nodes.literal(self.rawtext, self.text)], []

    def process_link(self, env: Any, refnode: Any, has_explicit_title: bool, title: str, target: str) -> Any:
        """Look for a name in lower case only in its class: arguments are called like functions."""
        if target.islower() and "." not in target:
            target = f"{env.ref_context.get('py:class') or '?'}.{target}"
        return super().process_link(env, refnode, True, title, target)


def setup(app: Sphinx) -> None:
    """Add how docstrings and pages are read."""
    app.add_role("name", NameRole(innernodeclass=nodes.literal))
    app.add_lexer("conllu", TextLexer)
