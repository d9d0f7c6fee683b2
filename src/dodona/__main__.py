"""`python -m dodona` is `dodona`."""

from dodona.cli import main

if __name__ == "__main__":
    main()
