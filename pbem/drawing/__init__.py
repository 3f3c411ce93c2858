"""Pictures: parts of SVG, geometry, names and pieces that do not cover each other."""
