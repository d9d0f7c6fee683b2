"""`dodona show`."""


def show() -> None:
    """Not written yet."""
