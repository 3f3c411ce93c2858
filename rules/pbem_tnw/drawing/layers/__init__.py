"""Kinds of things on a map, from the ground up."""
