"""`dodona compare`."""


def compare() -> None:
    """Not written yet."""
