"""Commands about words between people."""
