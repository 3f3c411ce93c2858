"""Tests of what is printed for a table at home."""
