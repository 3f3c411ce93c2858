"""The position of The Napoleonic Wars: everything that events change, and how it is read."""
