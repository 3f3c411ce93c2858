"""Commands by mail: a few plain words, and what they do."""
