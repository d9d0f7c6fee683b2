"""Ensembles: several parsers that parse by their votes."""

from dodona.ensembles.ensemble import Ensemble

__all__ = ["Ensemble"]
