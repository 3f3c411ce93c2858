"""What a sheet may leave out where only one thing can be meant: keys, colons, indents."""
