"""Tests of pictures of the board."""
