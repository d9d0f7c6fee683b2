"""Sentences and treebanks: reading, writing, building, checking, transforming, drawing."""
