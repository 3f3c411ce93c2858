"""Victory, markers and boxes (14, 15, 16, 23, 24)."""
