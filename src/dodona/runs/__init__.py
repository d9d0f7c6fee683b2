"""Runs of experiments: train and test on many treebanks with many seeds, in parallel and with a cache."""
