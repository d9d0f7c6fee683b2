"""`dodona stats`."""


def stats() -> None:
    """Not written yet."""
