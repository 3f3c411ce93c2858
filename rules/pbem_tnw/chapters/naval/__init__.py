"""Naval affairs (13)."""
