"""A small network that reads a sentence once, tags it and scores its transitions; parsing needs no torch."""
