"""The lines that a forum's page, or its emails, show around what people wrote: buttons, panels, edits, labels."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec

from pbem.mail.extraction import languages
from pbem.mail.extraction import post_languages as said
from pbem.mail.extraction.languages import either, words
from pbem.mail.extraction.post_times import PostTime, time_in
from pbem.mail.extraction.sheet_keys import has_key

_MOST = 160
_MOST_PARTS = 24
_MOST_EDITED_WORDS = 12
_PART = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d[\d.,]*k?", re.IGNORECASE)
_BUTTONS = frozenset(tuple(_PART.findall(each)) for each in words(said.BUTTONS))
_LONGEST = max(map(len, _BUTTONS))
_GLUED = re.compile(
    r"(?:permalink|embed|save|parent|report|give award|reply|context|full comments|hide|share){3,12}", re.IGNORECASE
)
_PANEL = re.compile(rf"(?:{either(said.PANEL)})(?:\s?:.{{0,60}})?", re.IGNORECASE)
_LABEL = re.compile(rf"(?:{either(said.PANEL)})\s?:?", re.IGNORECASE)
_COUNTS = re.compile(rf"(?:(?:{either(said.PANEL)})\s?:?\s\d[\d.,]{{0,9}}k?(?:\s|$)){{2,6}}", re.IGNORECASE)
_RANK = re.compile(rf"(?:{either(said.RANKS)}|[*★•]{{1,10}})", re.IGNORECASE)
_FIGURES = re.compile(r"[\d.,]{1,12}k?", re.IGNORECASE)
_SIGNS = re.compile(r"(?:[^\w\s]|\ufe0f){1,8}|:[a-z_+\d-]{2,30}:")
_UNITS = "|".join(sorted(words(tuple(names for names, _ in said.UNITS))))
_AGE = re.compile(rf"\d{{1,3}} ?(?:{_UNITS})\.?", re.IGNORECASE)
_COUNTED_SIGN = re.compile(
    r"(?:[^\w\s\x00-\x7f\u2660-\u2667]{1,8}|:(?=[a-z]{0,30}[_+\d-]|thumbs)[a-z_+\d-]{2,30}:)\s?\d{1,4}"
)
"""A reaction and how many had it; no card, whose sign or short code may be written so."""
_OF_SHEETS = re.compile(r"[-–—=_~*#>.…`\[\]{}()]{1,8}")
"""Signs alone on a line that a sheet, or what is around one, may have."""
_PRESENT = re.compile(rf"(?P<name>.{{2,40}}?)(?: (?P=name))?\s+(?:{either(said.PRESENCE)})", re.IGNORECASE)
_PRESENCE = re.compile(rf"(?:.{{2,40}} )?(?:{either(said.PRESENCE)})|u/.{{2,40}} avatar|.{{2,40}}['’]s avatar", re.I)
_NUMBER = re.compile(r"(?:post |reply |beitrag |antwort )?#\s?(?P<number>\d{1,6})\b\.?", re.IGNORECASE)
_OF_MANY = re.compile(
    r"(?:post|page|beitrag|seite|message|messaggio|mensaje) \d{1,6} (?:of|von|sur|di|de) \d{1,6}", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"(?:default |standard |par défaut |predeterminado |predefinito |padrão |standaard )?"
    rf"(?:(?:{either(languages.REPLY_PREFIXES)}|{either(said.SUBJECT_LABELS)})\s?:).{{0,140}}",
    re.IGNORECASE,
)
_REASON = re.compile(rf"(?:{either(languages.EDIT_REASONS)})\s*:.{{0,120}}", re.IGNORECASE)
_BEFORE_REASON = re.compile(rf"\s(?:{either(languages.EDIT_REASONS)})\s*:.{{0,120}}$", re.IGNORECASE)
_EDITED = re.compile(rf"\W{{0,3}}(?:{either(said.EDITED)})", re.IGNORECASE)
_EDITED_MARK = re.compile(
    rf"\s*\((?:{either(said.EDITED_MARKS)}|[^()]{{0,20}}(?:{either(said.EDITED)})[^()]{{0,120}})\)$", re.I
)
_LAST_EDITED = re.compile(r"last (?:edited|modified) by [^\n:]{1,80}", re.IGNORECASE)
"""What no player writes, though it names neither a time nor anyone who is known."""
_EDITOR = re.compile(rf"\b(?:{either(said.EDITED_BY)})\s+(?P<by>[^\s,;:()]{{2,40}})", re.IGNORECASE)
_TIMES = re.compile(
    r"(?P<count>\d{1,4})[\s-]?(?:times?|mal|fois|volt[ae]|ve(?:z|ces)|krát|x\b|raz|razy|keer|gång)"
    r"|number of edits: (?P<edits>\d{1,4})",
    re.IGNORECASE,
)
_LIKED = re.compile(rf".{{0,120}}\b(?:{either(said.LIKED)}).{{0,60}}", re.IGNORECASE)
_LIKED_LABEL = re.compile(
    rf".{{0,120}}\b(?:{either(said.LIKED)}).{{0,60}}:|(?:{either(said.REACTIONS)})\s?:", re.IGNORECASE
)
_NOTIFIED = re.compile(rf"(?:{either(said.NOTIFIED)})", re.IGNORECASE)
_TELLS_OF = re.compile(rf"(?P<before>.{{0,100}}?)\b(?:{either(said.TELLS_OF)})(?P<after>.{{0,140}})", re.IGNORECASE)
_OVER_CODE = re.compile(
    rf"(?:{either(said.CODE_LABELS)})\s?:?(?:\s?(?:{either(said.CODE_BUTTONS)}))?|(?:{either(said.CODE_BUTTONS)})",
    re.IGNORECASE,
)
_OVER_SPOILER = re.compile(rf"(?:{either(said.SPOILER_LABELS)})(?:\s?:.{{0,60}})?", re.IGNORECASE)


class PostEdit(msgspec.Struct, frozen=True):
    """That a post was edited, as its page says on a *line*: by whom, how many times (0 if not told), and when last."""

    line: str
    by: str = ""
    times: int = 0
    at: PostTime | None = None


@lru_cache(maxsize=4096)
def is_buttons(line: str) -> bool:
    """Whether a line has nothing but buttons and links of a page, and how often they were used."""
    if len(line) > _MOST or line.rstrip()[-1:] == ":":
        return False
    if _GLUED.fullmatch(line.strip()) or _OF_MANY.fullmatch(line.strip()):
        return True
    parts = _PART.findall(line.casefold().replace("’", "'"))
    if not parts or len(parts) > _MOST_PARTS or ":" in line:
        return False
    at, pressed = 0, False
    while at < len(parts):
        if parts[at][0].isdigit():
            at += 1
            continue
        size = next((n for n in range(_LONGEST, 0, -1) if tuple(parts[at : at + n]) in _BUTTONS), 0)
        if not size:
            return False
        pressed, at = True, at + size
    return pressed


def is_panel(line: str) -> bool:
    """Whether a line tells of the writer of a post, with or without a value: `Posts: 34`, `Joined`."""
    return bool(_PANEL.fullmatch(line)) or bool(_COUNTS.fullmatch(line))


def is_label(line: str) -> bool:
    """Whether a line is a label of what a page tells of people, whose value is on the next one."""
    return bool(_LABEL.fullmatch(line))


def is_rank(line: str) -> bool:
    """Whether a line is a title that forums give to people, or the stars of it."""
    return bool(_RANK.fullmatch(line))


def is_figures(line: str) -> bool:
    """Whether a line is one number."""
    return bool(_FIGURES.fullmatch(line))


def is_signs(line: str) -> bool:
    """Whether a line has only an emoji, or another sign that no sheet has alone on a line."""
    return bool(_SIGNS.fullmatch(line)) and not _OF_SHEETS.fullmatch(line)


def is_about_writer(line: str) -> bool:
    """Whether a line may be between the name of a post's writer and the time, its number apart."""
    return is_panel(line) or is_rank(line) or is_figures(line) or is_signs(line) or is_presence(line)


def is_presence(line: str) -> bool:
    """Whether a line says that someone is there, or describes a picture of someone."""
    return bool(_PRESENCE.fullmatch(line))


def without_presence(line: str) -> str:
    """The name in a line that says whether someone is there: `NAME NAME is offline`; otherwise *line*."""
    found = _PRESENT.fullmatch(line) if len(line) <= _MOST else None
    return found["name"] if found else line


def is_number(line: str) -> re.Match[str] | None:
    """The number of a post, if a line is nothing else."""
    return _NUMBER.fullmatch(line)


def number_in(line: str) -> re.Match[str] | None:
    """The number of a post in *line*."""
    return _NUMBER.search(line)


def is_subject(line: str) -> bool:
    """Whether a line is the subject of a post."""
    return bool(_SUBJECT.fullmatch(line))


def is_reason(line: str) -> bool:
    """Whether a line gives the reason for an edit."""
    return bool(_REASON.fullmatch(line))


def is_notice(line: str) -> bool:
    """Whether a line begins what a forum adds below a post."""
    return bool(_NOTIFIED.match(line))


def tells_of(line: str) -> bool:
    """Whether a line of a forum's email tells that someone posted."""
    return bool(_TELLS_OF.fullmatch(line))


def told_of(line: str, accounts: Collection[str]) -> str:
    """Who of the *accounts*, which are folded, posted, as a line of a forum's email tells."""
    found = _TELLS_OF.fullmatch(line)
    before, after = (found["before"], found["after"]) if found else ("", "")
    places = [(before.casefold().rfind(name), name) for name in accounts]
    last, name = max(places, default=(-1, ""))
    if last >= 0:
        return before[last : last + len(name)]
    places = [(at, name) for name in accounts if (at := after.casefold().find(name)) >= 0]
    first, name = min(places, default=(0, ""))
    return after[first : first + len(name)]


def is_over_text(line: str) -> bool:
    """Whether a line is what pages show above a post, code or a spoiler."""
    return bool(_OF_MANY.fullmatch(line) or _OVER_CODE.fullmatch(line) or _OVER_SPOILER.fullmatch(line))


def is_liked(line: str) -> bool:
    """Whether a line says who liked a post, or that their names follow."""
    return bool(_LIKED.fullmatch(line) or _LIKED_LABEL.fullmatch(line))


def introduces_likes(line: str) -> bool:
    """Whether the names of those who liked a post follow a line."""
    return bool(_LIKED_LABEL.fullmatch(line))


def is_mentions(line: str, names: Collection[str]) -> bool:
    """Whether a line only calls people by *names*, with an @ before each."""
    text, found = line.casefold(), False
    for name in sorted(map(str.casefold, names), key=len, reverse=True):
        found = found or f"@{name}" in text
        text = text.replace(f"@{name}", "")
    return found and not text.strip(" ,")


def without_edited_mark(line: str) -> tuple[str, str]:
    """*line* without the mark that a page puts behind what was edited, such as `(edited)`, and that."""
    found = _EDITED_MARK.search(line) if len(line) <= _MOST and line.rstrip()[-1:] == ")" else None
    return (line[: found.start()], found.group().strip(" ()")) if found else (line, "")


def edit_in(line: str, accounts: frozenset[str] = frozenset(), keys: frozenset[str] = frozenset()) -> PostEdit | None:
    """What a line says of an edit, if it is the page's own; *accounts* are folded."""
    found = _EDITED.match(line)
    if found is None:
        return None
    rest = _BEFORE_REASON.sub("", line)
    count, by = _TIMES.search(rest), _EDITOR.search(rest)
    day = time_in(rest[found.end() :].strip(" :»"))
    within = (day, "") if day is not None else _time_within(rest)
    account = next((one for one in rest.replace(",", " ").split() if one.strip("@;:.").casefold() in accounts), "")
    if within is None and count is None and not account and not _LAST_EDITED.fullmatch(line.strip()):
        return None
    time, left = within or (None, rest)
    if len(left.split()) > _MOST_EDITED_WORDS or any(has_key(part, keys) for part in left.split(": ")[1:]):
        return None
    who = account.strip("@;:.") or (by["by"].strip(".") if by else "")
    times = int(count["count"] or count["edits"]) if count else 0
    return PostEdit(line, who, times, time)


def _time_within(line: str) -> tuple[PostTime, str] | None:
    """The first time with an hour that is a part of *line*, and the rest of that."""
    starts = [0, *(match.end() for match in re.finditer(r"[\s(:]+", line))]
    ends = [
        len(line),
        *(match.start() for match in re.finditer(r"[,;.)(]|\s(?=by|von|par|da|di|por|door|av|przez|edited)", line)),
    ]
    for start in starts:
        for end in sorted(ends, reverse=True):
            time = time_in(line[start:end]) if end > start else None
            if time is not None and (time.at or time.ago is not None):
                return time, f"{line[:start]} {line[end:]}"
    return None


def footer_lines(lines: Sequence[str], first: int, accounts: frozenset[str], keys: frozenset[str]) -> tuple[int, ...]:
    """Which of *lines* from *first* on, the last ones but for empty lines, a page shows below a post."""
    found: list[int] = []
    panel = False
    at = len(lines) - 1
    while at >= first:
        bare = lines[at].strip()
        if not bare:
            at -= 1
            continue
        if has_key(bare, keys):
            break
        above = next((n for n in range(at - 1, max(first - 1, at - 3), -1) if lines[n].strip()), None)
        shown = lines[above].strip() if above is not None else ""
        now = _is_of_panel(bare, shown, panel=panel, accounts=accounts)
        if not (
            now
            or is_buttons(bare)
            or is_liked(bare)
            or _is_count(bare, shown, below=bool(found))
            or (introduces_likes(shown) and _is_names(bare, accounts))
        ):
            break
        panel = now
        found.append(at)
        at -= 1
    return tuple(found) if any(_certain(lines[at].strip(), accounts) for at in found) else ()


def _is_of_panel(bare: str, above: str, *, panel: bool, accounts: frozenset[str]) -> bool:
    """Whether a line tells of a writer below the post; *panel* if what is below it does."""
    figures = re.search(r":\s?.{0,20}\d", bare) is not None
    if is_panel(bare):
        return figures or (":" in bare and (panel or is_panel(above)))
    return panel and (is_rank(bare) or bare.strip(" @*_").casefold() in accounts)


def _is_count(bare: str, above: str, *, below: bool) -> bool:
    """Whether a line counts what people did with a post, or is the sign for it."""
    if is_signs(bare) or _COUNTED_SIGN.fullmatch(bare) or (below and is_age(bare)):
        return True
    counted = is_buttons(above) or is_signs(above) or is_figures(above) or (below and above[-1:] != ":")
    return is_figures(bare) and counted


def is_age(bare: str) -> bool:
    """Whether a line says how old a post is: `2h`."""
    time = time_in(bare)
    return (time is not None and time.ago is not None) or bool(_AGE.fullmatch(bare))


def _is_names(bare: str, accounts: frozenset[str]) -> bool:
    """Whether a line is names of people, and how many others: `Nordwind, Egon and 2 others`."""
    text = bare.casefold()
    for account in sorted(accounts, key=len, reverse=True):
        text = text.replace(account, "")
    return not set(_PART.findall(text)) - _AND_OTHERS - set(map(str, range(1000)))


def _certain(bare: str, accounts: frozenset[str]) -> bool:
    """Whether a line is no one's words for certain."""
    told = is_buttons(bare) or is_panel(bare) or is_liked(bare) or _COUNTED_SIGN.fullmatch(bare)
    return bool(told) or bare.casefold() in accounts


_AND_OTHERS = words((said.AND_OTHERS,))
