"""What games draw pictures with: parts of SVG, places for names and pieces, crops of a board, legends, arrows.

A game brings its board, its signs and its colours; everything here works in pixels.
"""
