"""`dodona check`."""


def check() -> None:
    """Not written yet."""
