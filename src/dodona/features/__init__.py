"""Feature templates as text."""

from dodona.features.templates import Templates, templates

__all__ = ["Templates", "templates"]
