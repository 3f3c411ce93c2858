"""The parts of a text between marks such as `>`, `or` and `+`."""

from pbem.engine.reading import Reader, Text


def parts_of(text: Text, reader: Reader, *marks: str) -> tuple[Text, ...]:
    """The texts between *marks*, none of them empty: where one is, a name may be lost, or the line cut off there."""
    if not text.text:
        raise reader.blame(text, "no-value", key="")
    parts = text.split(*marks)
    gap = next((at for at, part in enumerate(parts) if not part.text), None)
    if gap is None:
        return parts
    bare = [mark.strip() for mark in marks]
    first = next((mark for mark in bare if text.text.startswith(mark)), "")
    last = next((mark for mark in bare if text.text.endswith(mark)), "")
    where = "before" if gap == 0 else "after" if gap == len(parts) - 1 else "between"
    raise reader.blame(parts[gap], "part-missing", where=where, mark={"before": first, "after": last}.get(where, ""))
