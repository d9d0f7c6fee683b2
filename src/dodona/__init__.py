"""Dodona."""
