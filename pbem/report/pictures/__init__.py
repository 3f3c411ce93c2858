"""From what a game draws to files: typefaces, and SVG to PNG.

`painted` is all that others need. Nothing here is imported before a picture is wanted.
"""
