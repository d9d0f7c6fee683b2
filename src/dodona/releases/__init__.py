"""Releases: folders of models with an index, scores, licences and checksums."""
