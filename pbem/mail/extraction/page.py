"""The lines that a forum's page, or its emails, show around what people wrote: buttons, panels, edits, labels."""

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from pbem.mail.extraction import block, languages
from pbem.mail.extraction import post_languages as said
from pbem.mail.extraction.languages import either, words
from pbem.mail.extraction.line_classifier import folded, has_key
from pbem.mail.extraction.markup import MarkedLine, has_tags, rendered, untagged, with_markdown
from pbem.mail.extraction.post_times import PostTime, time_in
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.extraction.quoting import QuotedLine, lines_of
from pbem.mail.mime.html import MOST_TAGS
from pbem.mail.mime.text import DAMAGED, MailNote

_MOST = 160
_MOST_PARTS = 24
_MOST_EDITED_WORDS = 14
_PART = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d[\d.,]*k?", re.IGNORECASE)
_BUTTONS = frozenset(tuple(_PART.findall(each)) for each in words(said.BUTTONS))
_LONGEST = max(map(len, _BUTTONS))
_GLUED = re.compile(
    r"(?:permalink|embed|save|parent|report|give award|reply|context|full comments|hide|share){3,12}", re.IGNORECASE
)
_PANEL = re.compile(rf"(?:{either(said.PANEL)})(?:\s?:.{{0,60}})?", re.IGNORECASE)
_PANEL_LABEL = re.compile(rf"(?:{either(said.PANEL)})\s?:?", re.IGNORECASE)
_COUNTS = re.compile(rf"(?:(?:{either(said.PANEL)})\s?:?\s\d[\d.,]{{0,9}}k?(?:\s|$)){{2,6}}", re.IGNORECASE)
_RANK = re.compile(rf"(?:{either(said.RANKS)}|[*★•]{{1,10}})", re.IGNORECASE)
_FIGURES = re.compile(r"[\d.,]{1,12}k?(?:\s{1,4}[\d.,]{1,12}k?){0,2}", re.IGNORECASE)
_SIGNS = re.compile(r"(?:[^\w\s]|\ufe0f){1,8}|:[a-z_+\d-]{2,30}:(?: :[a-z_+\d-]{2,30}:){0,5}")
_UNITS = "|".join(sorted(words(tuple(names for names, _ in said.UNITS))))
_AGE = re.compile(rf"\d{{1,3}} ?(?:{_UNITS})\.?", re.IGNORECASE)
_COUNTED_SIGN = re.compile(
    r"(?:(?:[^\w\s\x00-\x7f\u2660-\u2667]{1,8}|:(?=[a-z]{0,30}[_+\d-]|thumbs)[a-z_+\d-]{2,30}:)\s?\d{1,4}\s{0,4}){1,8}"
)
"""A reaction and how many had it; no card, whose sign or short code may be written so."""
_OF_SHEETS = re.compile(r"[-–—=_~*#>.…`\[\]{}()]{1,8}")
"""Signs alone on a line that a sheet, or what is around one, may have."""
_THERE = rf"(?:{either(said.PRESENCE)})(?: (?:{either(said.RANKS)}))?"
_PRESENT = re.compile(rf"(?P<name>.{{2,40}}?)(?: (?P=name))?\s+(?:{_THERE})", re.IGNORECASE)
_PRESENCE = re.compile(rf"(?:.{{2,40}} )?(?:{_THERE})|u/.{{2,40}} avatar|.{{2,40}}['’]s avatar", re.I)
_NUMBER = re.compile(r"(?:post |reply |beitrag |antwort )?#\s?(?P<number>\d{1,6})\b\.?", re.IGNORECASE)
_OF_MANY = re.compile(
    r"(?:post|page|beitrag|seite|message|messaggio|mensaje) \d{1,6} (?:of|von|sur|di|de) \d{1,6}", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"(?:default|standard|par défaut|predeterminado|predefinito|padrão|standaard)"
    r"|(?:default |standard |par défaut |predeterminado |predefinito |padrão |standaard |thumbs (?:up|down) )?"
    rf"(?:(?:{either(languages.REPLY_PREFIXES)}|{either(said.SUBJECT_LABELS)})\s?:).{{0,140}}",
    re.IGNORECASE,
)
_REASON = re.compile(rf"(?:{either(languages.EDIT_REASONS)})\s*:.{{0,120}}", re.IGNORECASE)
_BEFORE_REASON = re.compile(rf"\s(?:{either(languages.EDIT_REASONS)})\s*:.{{0,120}}$", re.IGNORECASE)
_EDITED = re.compile(rf"\W{{0,3}}(?:{either(said.EDITED)})", re.IGNORECASE)
_EDITED_MARK = re.compile(
    rf"\s*(?:\((?:{either(said.EDITED_MARKS)}|[^()]{{0,20}}(?:{either(said.EDITED)})[^()]{{0,120}})\)"
    r"|\u200e?<this message was edited>)$",
    re.I,
)
_EDITED_WORD = re.compile(rf"[•·]?\s?(?:{either(said.EDITED_MARKS)})", re.IGNORECASE)
_ENDS_OF_MARKS = frozenset(")>")
_LAST_EDITED = re.compile(r"last (?:edited|modified) by [^\n:]{1,80}", re.IGNORECASE)
"""What no player writes, though it names neither a time nor anyone who is known."""
_EDITOR = re.compile(rf"\b(?:{either(said.EDITED_BY)})\s+(?P<by>[^\s,;:()]{{2,40}})", re.IGNORECASE)
_TIMES = re.compile(
    r"(?P<count>\d{1,4})[\s-]?(?:times?|mal|fois|volt[ae]|ve(?:z|ces)|krát|x\b|raz|razy|keer|gång"
    r"|gang|kertaa|alkalommal|раз|kez|φορές|ori\b)"
    r"|number of edits: (?P<edits>\d{1,4})",
    re.IGNORECASE,
)
_LIKED = re.compile(rf".{{0,120}}\b(?:{either(said.LIKED)}).{{0,60}}", re.IGNORECASE)
_ATTACHED = re.compile(
    rf"(?:{either(said.ATTACHMENTS)})\s?:?|[^\n/:]{{1,80}}\.(?:png|jpe?g|gif|webp|bmp|svg|pdf|vsav|vlog)"
    r"|[^\n:]{1,90} \(\d[\d.,]{0,8} ?(?:[KM]i?B|bytes)\).{0,60}",
    re.IGNORECASE,
)
_SHEET_ATTACHED = re.compile(r"\.(?:ya?ml|txt|eml|docx?|odt|rtf|zip)\b", re.IGNORECASE)
_LIKED_LABEL = re.compile(
    rf".{{0,120}}\b(?:{either(said.LIKED)}).{{0,60}}:|(?:{either(said.REACTIONS)})\s?:", re.IGNORECASE
)
_OF_CHAT = re.compile(
    r"\[?\d[\d./-]{5,9},? \d{1,2}:\d{2}(?::\d\d)?(?: ?[ap]\.?m\.?)?(?:\]| -) [^:>]{1,120}", re.IGNORECASE
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
    if len(line) > _MOST or line.rstrip()[-1:] == ":" or "[/" in line:
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
    return bool(_PANEL_LABEL.fullmatch(line))


def is_rank(line: str) -> bool:
    """Whether a line is a title that forums give to people, or the stars of it."""
    return bool(_RANK.fullmatch(line))


def is_figures(line: str) -> bool:
    """Whether a line is a number, or a few side by side."""
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


def without_number(line: str) -> tuple[str, int]:
    """*line* without the number of a post at its beginning or its end, and that."""
    found = _NUMBER.search(line)
    if found is None or (found.start() and found.end() < len(line.rstrip(" »-–:on"))):
        return line, 0
    return f"{line[: found.start()]} {line[found.end() :]}".strip(" -–·•|»"), int(found["number"])


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


def is_of_chat(line: str) -> bool:
    """Whether a chat says something by itself on a line: behind a time and no name."""
    return bool(_OF_CHAT.fullmatch(line))


def is_liked(line: str) -> bool:
    """Whether a line says who liked a post, or that their names follow."""
    return bool(_LIKED.fullmatch(line) or _LIKED_LABEL.fullmatch(line))


def is_attached(line: str) -> bool:
    """Whether a line is of what a page shows of attached pictures; an attached sheet is not in its text."""
    return bool(_ATTACHED.fullmatch(line)) and not _SHEET_ATTACHED.search(line)


def introduces_likes(line: str) -> bool:
    """Whether the names of those who liked a post follow a line."""
    return bool(_LIKED_LABEL.fullmatch(line))


def is_mentions(line: str, names: Collection[str]) -> bool:
    """Whether a line only calls people by *names*, with an @ before each."""
    text, found = re.sub(r"\A(?:b?cc|fyi|attn):? ?(?=@)", "", line.casefold()), False
    for name in sorted(map(str.casefold, names), key=len, reverse=True):
        found = found or f"@{name}" in text
        text = text.replace(f"@{name}", "")
    return found and not text.strip(" ,")


def without_edited_mark(line: str) -> tuple[str, str]:
    """*line* without the mark that a page puts behind what was edited, such as `(edited)`, and that."""
    found = _EDITED_MARK.search(line) if len(line) <= _MOST and line.rstrip()[-1:] in _ENDS_OF_MARKS else None
    return (line[: found.start()], found.group().strip(" ()<>\u200e")) if found else (line, "")


def is_edited_mark(line: str) -> bool:
    """Whether a line is nothing but the word that a page puts below what was edited."""
    return bool(_EDITED_WORD.fullmatch(line))


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
            or is_attached(bare)
            or _is_count(bare, shown, below=bool(found))
            or (introduces_likes(shown) and _is_names(bare, accounts))
            or (introduces_likes(bare.partition(": ")[0] + ":") and _is_names(bare.partition(": ")[2], accounts))
        ):
            break
        panel = now
        found.append(at)
        at -= 1
    pairs = (f"{lines[at].strip()} {lines[below].strip()}" for at, below in zip(found[1:], found, strict=False))
    certain = any(_certain(lines[at].strip(), accounts) for at in found) or any(map(_COUNTED_SIGN.fullmatch, pairs))
    return tuple(found) if certain else ()


def _is_of_panel(bare: str, above: str, *, panel: bool, accounts: frozenset[str]) -> bool:
    """Whether a line tells of a writer below the post; *panel* if what is below it does."""
    figures = re.search(r":\s?.{0,20}\d", bare) is not None
    if is_panel(bare):
        return figures or (":" in bare and (panel or is_panel(above)))
    return panel and (is_rank(bare) or bare.strip(" @*_").casefold() in accounts)


def _is_count(bare: str, above: str, *, below: bool) -> bool:
    """Whether a line counts what people did with a post, or is the sign for it."""
    if is_signs(bare) or _COUNTED_SIGN.fullmatch(bare) or is_age(bare):
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
    left = set(_PART.findall(text)) - _AND_OTHERS - set(map(str, range(1000)))
    return not left or (_NAMES.fullmatch(bare) is not None and not is_panel(bare))


def _certain(bare: str, accounts: frozenset[str]) -> bool:
    """Whether a line is no one's words for certain."""
    told = (
        is_buttons(bare)
        or is_panel(bare)
        or is_liked(bare)
        or _COUNTED_SIGN.fullmatch(bare)
        or is_age(bare)
        or is_attached(bare)
    )
    return bool(told) or bare.casefold() in accounts


_AND_OTHERS = words((said.AND_OTHERS,))
_NAME_OF_ONE = r"[^\W_][\w.@'-]{1,30}(?: [\w.@'-]{1,30}){0,2}"
_NAMES = re.compile(rf"{_NAME_OF_ONE}(?:, {_NAME_OF_ONE}){{0,4}}(?:,? (?:{either((said.AND,))}) .{{1,40}})?")
"""Names of people, as a page lists them below its own words."""


_MOST_HEADING = 200
_VERB = f"(?:{either(languages.WROTE)}|{either(said.SAID)})"
_AT = r"(?:(?:on|am|le|il|el|em|op|den|dnia|w dniu) [^\n:>»]{4,40}\d[:.h]\d\d(?: ?[ap]\.?m\.?)?(?: uhr)?,? )"
_WROTE = re.compile(
    rf"\s*{_AT}?(?P<by>[^\n:>»\[\]{{}}]{{1,60}}?),? {_VERB}\s*:\s*(?:↑.{{0,60}}|\W{{0,3}})"
    rf"|\s*{_AT}{_VERB} (?P<second>[^\n:>»\[\]{{}}]{{1,60}}?)\s*:\s*",
    re.IGNORECASE,
)
_WROTE_AT = re.compile(
    rf"\s*\(\d{{1,4}}[./-]\d\d?[./-]\d{{2,4}}, [^()]{{4,12}}\)\s?(?P<by>[^\n:]{{1,60}}?) {_VERB}\s*:\s*(?P<rest>.*)",
    re.IGNORECASE,
)
"""Behind which the quotation goes on on the same line."""
_FROM = re.compile(
    rf"\s*(?:quote\s?:?|zitat\s?:?|“)?\s?(?:{either(languages.QUOTED_FROM)})\s?:?\s(?P<by>[^\n:»]{{1,60}}?)"
    rf"(?:\s?:|\son\s.{{1,60}}|\s\W{{1,3}}|\s?(?:{either(said.VIEW_POST)})|\s?↑.{{0,60}})?\s*",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"\s*(?:quote|zitat|citation|citazione|cita)\s?:?\s*", re.IGNORECASE)
_EXPANDING = re.compile(rf"\s*(?:{either(languages.EXPANDING)})\W{{0,4}}\s*", re.IGNORECASE)
_DATE = re.compile(r"^(?:on|am|le|il|el) .{0,60}, ", re.IGNORECASE)
_RULE = re.compile(r"\s*_{4,}\s*")
_CALLING = re.compile(r"(?:@[\w.'-]{2,40}[,:]? ){1,4}")
_TITLED = re.compile(r"#{2,6}\s{1,3}(?P<key>[^#:]{1,40}:)[\s#]{0,10}")
_LABEL = re.compile(r"\s*(?:edit|update|correction|ps|p\.s\.|post|addendum)\b", re.IGNORECASE)
_NEVER_QUOTED = frozenset(("i", "as i", "like i", "ich", "wie ich", "je", "io", "yo", "já"))


def with_page(
    lines: Sequence[MarkedLine], people: Correspondents, keys: frozenset[str], *, mailed: bool
) -> list[MarkedLine]:
    """*lines* with what is the forum's own, and the quotations that it shows without marks; *keys* are the sheet's.

    In a text that was *mailed* what mail programs write above a quotation, and all below it, stays as it is.
    """
    below = next((line.number - 1 for line in _as_quoted(lines) if line.kind != "text"), len(lines)) if mailed else None
    page = _Page(list(lines[:below]) if mailed else _headings(list(lines), people, keys), people, keys)
    page.quotations()
    return [*_without_signature(page.lines, keys), *lines[len(page.lines) :]]


def _as_quoted(lines: Sequence[MarkedLine]) -> list[QuotedLine]:
    return lines_of("\n".join(f"{'> ' * line.depth}{line.text}" for line in lines))


def _headings(lines: list[MarkedLine], people: Correspondents, keys: frozenset[str]) -> list[MarkedLine]:
    """*lines* with the forum's own as such."""
    edited = False
    marked = any(block.start_mark(line.text) is not None for line in lines)
    names = (*people.game, *people.writer, *people.others)
    for at, line in enumerate(lines):
        if key := "" if marked else _as_key(line, keys):
            lines[at] = replace(line, text=key)
            continue
        if (called := _CALLING.match(_head(line))) and has_key(rest := _head(line)[called.end() :], keys):
            lines[at] = replace(line, text=rest)
            continue
        head = _head(line)
        if not head or has_key(head, keys):
            continue
        edit = edit_in(head, keys=keys) is not None
        own = edit or is_number(head) is not None or is_mentions(head, names)
        own = own or (edited and is_reason(head))
        if own or (is_over_text(head) and _over_sheet(lines, at, keys)):
            lines[at] = replace(line, forum=True)
        edited = edit
    first = next((at for at, line in enumerate(lines) if line.text.strip()), 0)
    if lines and (found := _quotes(lines[first])) and _is_one(found, people.writer):
        lines[first] = replace(lines[first], forum=True)
    return lines


def _as_key(line: MarkedLine, keys: frozenset[str]) -> str:
    """The key of a sheet on a *line* that Markdown makes a heading, `## moves:`; empty if it has none."""
    found = _TITLED.fullmatch(_head(line))
    return found["key"] if found and has_key(found["key"], keys) else ""


def _over_sheet(lines: Sequence[MarkedLine], at: int, keys: frozenset[str]) -> bool:
    """Whether what is below line *at*, and perhaps other labels, is of a sheet."""
    below = (line for line in lines[at + 1 : at + 5] if line.text.strip() and not is_over_text(_head(line)))
    first = next(below, None)
    return first is not None and _of_sheet(first, keys)


def _head(line: MarkedLine) -> str:
    """The text of a line that the forum may have written, without the spaces around it; empty for all others."""
    return line.text.strip() if not line.code and len(line.text) < _MOST_HEADING else ""


def _quotes(line: MarkedLine) -> str:
    """Whom *line* says to quote below it; empty if it says no such thing."""
    head = _head(line)
    found = _WROTE.fullmatch(head) or _FROM.fullmatch(head) or _WROTE_AT.fullmatch(head)
    groups = found.groupdict() if found else {}
    by = _DATE.sub("", groups.get("by") or groups.get("second") or "").strip(" ,*_@")
    return "" if by.casefold() in _NEVER_QUOTED else by


def _is_one(name: str, names: Collection[str]) -> bool:
    said = name.strip(" @*_").casefold()
    return any(said == each.casefold() for each in names)


class _Page:
    """A page whose quotations have no marks on their lines."""

    def __init__(self, lines: list[MarkedLine], people: Correspondents, keys: frozenset[str]) -> None:
        self.lines, self.people, self.keys = lines, people, keys
        self.expanding = [at for at, line in enumerate(lines) if _EXPANDING.fullmatch(_head(line))]
        self.ends = [at for at, line in enumerate(lines) if block.end_mark(line.text)]
        self.last = next((at for at in reversed(range(len(lines))) if _of_sheet(lines[at], keys)), -1)
        """The last line that may be of a sheet."""

    def quotations(self) -> None:
        """Mark what is quoted, and what says so."""
        for at in self.expanding:
            self.lines[at] = replace(self.lines[at], forum=True)
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            by = "" if line.forum else _quotes(line) or self.named(at)
            if not by:
                at += 1
                continue
            within = _WROTE_AT.fullmatch(_head(line))
            if within and within["rest"]:
                self.lines[at] = replace(line, text=within["rest"])
                at = self.mark(at, at, by)
                continue
            self.lines[at] = replace(line, forum=True)
            if at and _QUOTE.fullmatch(_head(self.lines[at - 1])):
                self.lines[at - 1] = replace(self.lines[at - 1], forum=True)
            at = self.quote_below(at, by)

    def named(self, at: int) -> str:
        """Whose name is alone on line *at*, with a colon, above a sheet, as some pages show whom they quote."""
        head = _head(self.lines[at]).strip(" \t*_@")
        if not head.endswith(":") or not _is_one(head[:-1], self.people.others + self.people.game):
            return ""
        below = next((line for line in self.lines[at + 1 : at + 4] if line.text.strip()), None)
        if below is None:
            return ""
        opens = block.start_mark(below.text) is not None or below.code
        return head[:-1] if opens or (has_key(below.text, self.keys) and not has_key(head, self.keys)) else ""

    def quote_below(self, at: int, by: str) -> int:
        """Mark what is quoted below line *at*; where to go on."""
        lines, depth = self.lines, self.lines[at].depth
        first = next((n for n in range(at + 1, len(lines)) if lines[n].text.strip() and not lines[n].forum), len(lines))
        if first < len(lines) and lines[first].depth < depth:
            return at + 1
        if first == len(lines) or lines[first].depth > depth:
            for n in range(first, len(lines)):
                if lines[n].depth <= depth:
                    break
                lines[n] = replace(lines[n], by=lines[n].by or by)
            return at + 1
        return self.mark(at + 1, first, by)

    def mark(self, above: int, first: int, by: str) -> int:
        """Mark what is quoted from line *first* on, and what is between *above* and that; where to go on."""
        lines = self.lines
        last, shown = self.extent(first, by, lines[first].depth)
        for n in range(above, last):
            if not lines[n].forum:
                lines[n] = replace(lines[n], depth=lines[n].depth + 1, by=lines[n].by or by, open=not shown)
        return last

    def extent(self, first: int, by: str, depth: int = 0) -> tuple[int, bool]:
        """Behind which line a quotation that begins on line *first* ends, and whether anything shows that.

        A page that shows no end has the quotation's paragraph, or its sheet between marks, above what its writer says.
        """
        lines = self.lines
        if depth and (shallow := next((n for n in range(first, len(lines)) if lines[n].depth < depth), 0)):
            return shallow, True
        if (stop := bisect_left(self.expanding, first)) < len(self.expanding):
            within = sum(bool(_quotes(line)) for line in lines[first : self.expanding[stop]])
            return self.expanding[min(stop + within, len(self.expanding) - 1)], True
        if block.start_mark(lines[first].text) is not None:
            end = bisect_left(self.ends, first)
            return (self.ends[end] + 1 if end < len(self.ends) else len(lines)), True
        if lines[first].code:
            return next((n for n in range(first, len(lines)) if not lines[n].code), len(lines)), True
        paragraph = next((n for n in range(first, len(lines)) if not lines[n].text.strip()), len(lines))
        within = any(_of_sheet(line, self.keys) for line in lines[first:paragraph])
        below = self.last >= paragraph
        if within or (below and not _is_one(by, self.people.game)):
            return len(lines), False
        return paragraph, True


def _of_sheet(line: MarkedLine, keys: frozenset[str]) -> bool:
    if line.forum:
        return False
    return has_key(line.text, keys) or block.start_mark(line.text) not in (None, "") or line.code


def _without_signature(lines: list[MarkedLine], keys: frozenset[str]) -> list[MarkedLine]:
    """*lines* with the signature below a rule as the forum's own, unless something in it may be an order."""
    above = next((at for at, line in enumerate(lines) if line.own and _of_sheet(line, keys)), len(lines))
    backwards = ((at, lines[at]) for at in reversed(range(len(lines))))
    last = next((at for at, line in backwards if _of_sheet(line, keys) or _LABEL.match(line.text)), -1)
    below = max(above, last)
    rules = (at for at, line in enumerate(lines) if at > below and line.own and _RULE.fullmatch(line.text))
    rule = next(rules, len(lines))
    return [*lines[:rule], *(replace(line, forum=True) for line in lines[rule:])]


_QUOTING_LEVELS = re.compile(r"[ \t\u00a0]*(?:> ?)*>")
_HTML = re.compile(r"<br\s{0,3}/?>|</(?:p|div|li|tr|ul|ol|blockquote|article|table)>", re.IGNORECASE)


class Markup(msgspec.Struct, frozen=True):
    """The *lines* of a text, whether it had any markup, and notes on what of it was not read."""

    lines: tuple[MarkedLine, ...]
    marked: bool
    notes: tuple[MailNote, ...] = ()


def read_markup(
    text: str,
    people: Correspondents = Correspondents(),  # noqa: B008  # it cannot be changed
    keys: Collection[str] = (),
    *,
    mailed: bool = False,
) -> Markup:
    """The lines of *text*, which was copied from a forum or written for one, each with what it is.

    *people* are those whom it may quote, *keys* those of the sheet that may be in it. Of one that was *mailed* the
    lines that mail programs write are left to those who know them.
    """
    notes: list[MailNote] = []
    source = text.replace("\r\n", "\n").replace("\r", "\n")
    page = _of_html(source)
    lines = with_page(with_markdown(untagged(page, notes)), people, folded(keys), mailed=mailed)
    seen = not any(not line.own or line.code for line in lines) and rendered(lines).strip() == source.strip()
    marked = not seen or has_tags(page)
    return Markup(tuple(lines), marked, tuple(notes))


def as_mailed(text: str, people: Correspondents, keys: Collection[str]) -> str:
    """*text* as an email shows it, if it has markup that emails do not have."""
    if DAMAGED in text:
        return text
    found = read_markup(text, people, keys, mailed=True)
    return text if not found.marked or _same(rendered(found.lines), text) else rendered(found.lines)


def _same(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but empty lines, and spaces around marks of quotation."""

    def parts(text: str) -> list[tuple[int, str]]:
        found = [(line, _QUOTING_LEVELS.match(line)) for line in text.split("\n")]
        split = [(lead.group().count(">") if lead else 0, line[lead.end() if lead else 0 :]) for line, lead in found]
        return [(level, line.strip()) for level, line in split if line.strip()]

    return parts(one) == parts(other)


def _of_html(text: str) -> str:
    """The lines of *text* if it is HTML, as its reader sees them; otherwise itself."""
    tags = sum(1 for _ in _HTML.finditer(text))
    if not tags or 2 * tags < sum(1 for line in text.split("\n") if line.strip()) or text.count("<") > MOST_TAGS:
        return text
    from pbem.mail.mime.html import text_of  # noqa: PLC0415 - most texts have no HTML

    return text_of(text)
