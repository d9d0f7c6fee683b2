"""Rules of Universal Dependencies: what `dodona check --ud` finds beyond errors of the format."""
