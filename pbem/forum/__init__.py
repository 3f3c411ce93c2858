"""A web forum, read and written as one of its members."""
