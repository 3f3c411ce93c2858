"""The Napoleonic Wars: Europe from 1805 to 1815, for two to five players."""

__version__ = "0.2.0"
