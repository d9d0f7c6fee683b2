"""`dodona evaluate`."""


def evaluate() -> None:
    """Not written yet."""
