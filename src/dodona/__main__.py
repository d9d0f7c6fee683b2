"""`python -m dodona` is `dodona`."""

from dodona.cli import main

main()
