"""Battle on land and the capture of Napoleon (11, 17.3)."""
