"""Maria: the War of the Austrian Succession, 1740-1748, for two or three players."""

__version__ = "0.2.0"
