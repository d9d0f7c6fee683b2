"""Model files: the format, the checks on reading, and the English model."""
