"""Words by which people say days and times."""
