"""The text of a mail: its characters, its flowed lines, and the sheet between quotes and signature."""

import re

START = re.compile(r"---(?:\s+#.*|\s*)")
END = re.compile(r"\.\.\.\s*")
_SIGNATURE = ("-- ", "--")
_DATED = re.compile(r"\d{4}|\d:\d\d")
"""What a line that introduces a quotation has: a year or a time of day."""
_SEVEN_BIT = ("utf-16", "utf-32", "utf-7", "iso-2022", "hz")
"""Character sets whose text may look like UTF-8 without being it."""


def decoded(data: bytes, charset: str) -> str:
    """*data* as text: UTF-8 if it is that, else as declared, else as Windows wrote it for decades."""
    declared = charset.strip().lower().replace("_", "-")
    order = [declared, "utf-8"] if declared.startswith(_SEVEN_BIT) else ["utf-8", declared]
    for name in order:
        try:
            return data.decode(name)
        except (LookupError, ValueError):
            continue
    return data.decode("cp1252", errors="replace")


def unflowed(text: str, *, delete_blank: bool = False) -> str:
    """Text of `format=flowed` with its soft line ends taken out."""
    lines: list[str] = []
    soft = False
    for raw in text.split("\n"):
        line = raw[1:] if raw.startswith(" ") else raw
        joins = soft and not line.startswith(">")
        soft = line.endswith(" ") and line != _SIGNATURE[0] and not line.startswith(">")
        if joins:
            lines[-1] += line
        else:
            lines.append(line)
        if soft and delete_blank:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)


def sheet_in(text: str) -> str:
    """The sheet in a mail's text: what stands between `---` and `...`, else all of its writer's own words."""
    own = _own_lines(text.split("\n"))
    start = next((number for number, line in enumerate(own) if START.fullmatch(line)), None)
    if start is not None:
        end = next((number for number in range(start + 1, len(own)) if END.fullmatch(own[number])), None)
        own = own[start : end + 1] if end is not None else _unsigned(own[start:])
    else:
        own = _unsigned(own)
    return "\n".join(own).strip("\n") + "\n"


def _own_lines(lines: list[str]) -> list[str]:
    """The lines without what is quoted and the line that introduces the quotation."""
    own: list[str] = []
    quoting = False
    for line in lines:
        quoted = line.lstrip().startswith(">")
        if quoted and not quoting:
            _drop_attribution(own)
        quoting = quoted or (quoting and not line.strip())
        if not quoted:
            own.append(line)
    return own


def _drop_attribution(own: list[str]) -> None:
    """Drop `On ... wrote:` from the end, also when it was folded over two lines."""
    last = len(own) - 1
    while last >= 0 and not own[last].strip():
        last -= 1
    if last < 0 or not own[last].rstrip().endswith(":"):
        return
    if _DATED.search(own[last]):
        del own[last:]
    elif "@" in own[last]:
        folded = last > 0 and _DATED.search(own[last - 1])
        del own[last - 1 if folded else last :]


def _unsigned(lines: list[str]) -> list[str]:
    end = next((number for number, line in enumerate(lines) if line in _SIGNATURE), len(lines))
    return lines[:end]
