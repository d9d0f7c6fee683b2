"""Feature templates as text, and clusters of words."""

from dodona.features.clusters import learn_clusters
from dodona.features.templates import Templates, templates

__all__ = ["Templates", "learn_clusters", "templates"]
