"""Names of the types that a log or a sheet mentions."""


def slug(name: str) -> str:
    """Turn a class name into the word for it in files: `CardPlayed` becomes `card-played`."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")
