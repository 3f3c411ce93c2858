"""A paste from a forum's page, split into posts: who wrote each, when, and what, before anything looks for orders."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import islice

import msgspec
from msgspec.structs import replace

from pbem.mail.extraction import accounts as known
from pbem.mail.extraction import block, digests, languages, page, quoting
from pbem.mail.extraction import post_languages as said
from pbem.mail.extraction.command import exact
from pbem.mail.extraction.doubts import takes_back
from pbem.mail.extraction.languages import either
from pbem.mail.extraction.line_classifier import folded, has_key, sheetlike
from pbem.mail.extraction.page import PostEdit
from pbem.mail.extraction.post_times import PostTime, clock_in, time_in

_MOST_LINE = 160
MOST_LINES = 15_000
"""More than any page has: what is longer is taken as one post, and its orders are not looked for."""
_MOST_NAME = 40
_MOST_PANEL = 16
"""The most lines between a writer's name and the time of the post."""
_MOST_TO_TOLD = 6
"""The most lines above and below the sentence of a forum's email that tells who posted."""
_MOST_SAID, _MOST_SAID_LINES = 200, 1000
"""The most messages of a chat that are one sheet, and the most lines from the first to the last of them."""
_MOST_CUTS = 8
"""The most places at which a line is cut into a name and a time."""
_BY = either(said.POSTED_BY)
_PREFIX = re.compile(rf"(?:{_BY})\s?:?\s+(?=\S)", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\s*[»•·|]\s*|\s+[—–-]+\s+|\s+(?:on|am|le|il|el|op|dne|at|den)\s+|\s*,\s+|\s+(?=\d)", re.IGNORECASE
)
_STRONG = re.compile(r"\s*[»•·|]\s*|\s+[—–]\s+")
_BEFORE_NAME = re.compile(
    r"(?P<time>\d[\d./-]{5,9},? \d{1,2}:\d{2}(?: ?[AaPp]\.?[Mm]\.?)?) - (?P<name>[^:\n]{2,40}): (?P<rest>.*)"
)
_IN_BRACKETS = re.compile(r"\[(?P<time>[^\[\]]{4,40})\]\s?(?P<name>[^\[\]:\n]{2,40}):\s(?P<rest>.*)")
_CLOCKED = re.compile(
    r"[\[(]?(?P<time>\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)[\])]?\s{0,2}"
    r"(?:<[@+%~&]?(?P<nick>[^\s<>:]{2,40})>|(?P<name>[^\s<>\[\](){}:][^<>\[\]:\n]{1,39}):)(?:\s(?P<rest>.*))?",
    re.IGNORECASE,
)
"""A line of a chat that shows the hour alone: `[18:12] NAME: text`, `18:12 <NAME> text`."""
_AFTER_NAME = re.compile(r"(?P<name>[^\[\]:\n]{2,40}?),?\s\[(?P<time>[^\[\]]{4,40})\]:?")
_DIGITS_OF_TIME = re.compile(r"\d{1,2}[/.]\d{1,2}\.?,? \d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?", re.IGNORECASE)
"""A day and an hour of a chat, of which no one can say which number is the month."""
_WITH_POINTS = re.compile(r"\[[–—-]\]\s?(?P<name>[\w-]{2,40})(?:\s?\[\w\])?\s+-?\d+ points?\s+(?P<time>.{4,40})")
_ON = re.compile(
    r"(?:« )?(?:reply|antwort|réponse|risposta|respuesta|odpověď)?\s?(?:#\d+)?\s?(?:on|am|le|il|el)?\s?:\s*", re.I
)
_DATE_LABEL = re.compile(rf"(?:{_BY}|{either(said.SENT)})\s?:?\s+", re.IGNORECASE)
_FROM = re.compile(rf"(?:{either(said.FROM)})\s?:\s*(?P<name>\S.{{0,38}}\S)", re.IGNORECASE)
_TO = re.compile(rf"(?:{either(said.TO)})\s?:\s*\S.{{0,80}}", re.IGNORECASE)
_TO_GROUP = re.compile(rf"(?:{either(said.TO)})\s[^:]{{2,60}}", re.IGNORECASE)
_SUBJECT_BESIDE = re.compile(
    r"post subject\s?:.{0,100}?\bposted\s?:\s*(?P<first>.{6,60})"
    r"|(?:post )?posted\s?:\s*(?P<second>.{6,40}?)\s{2,9}post subject\s?:.{0,100}",
    re.IGNORECASE,
)
_HOUR = re.compile(r"[\[(]\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?[\])]", re.IGNORECASE)
"""What a chat shows beside a further message of the same writer."""
_WITH_SECONDS = re.compile(r"\d:\d\d:\d\d")
_QUOTES = re.compile(
    r"(?:originally|ursprünglich|initialement|originalmente|původně)\b"
    r"|(?:quote|zitat|citation|citazione|cita) (?:from|von|de|by|di)\b"
    rf"|.{{0,60}}\b(?:{either(languages.WROTE)}|{either(said.SAID)})\s*:",
    re.IGNORECASE,
)
_RULE = re.compile(r"[-_=*—–]{2,}")
_FENCE = re.compile(r"(?:```|~~~)")
_NAME = re.compile(r"@?[^\W_][\w.@'-]{1,30}(?:[ ][\w.@'()-]{1,24}){0,2}")
_LINK = re.compile(r"[^:\n]{0,60}:? ?https?://\S{4,150}", re.IGNORECASE)
_UNSEEN = str.maketrans(
    {"\u202f": " ", "\xa0": " "}
    | dict.fromkeys("\u200b\u200e\u200f\u2060\ufeff\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e")
)
_TOTAL = re.compile(r"\s?\((?P<number>#\d{1,6}) [^()]{2,30}\)$")
"""The number of a post among so many: `(#17 Total: 1204)`."""
_TELLS = re.compile(rf"\d|\b(?:{_BY})\b|[»•·|—–]", re.IGNORECASE)


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """One post of a page, from line *first* on, whose *source* is all that the page has of it.

    *text* is what its writer wrote, with the quotations in it; what the page shows around that is left as empty lines.
    """

    first: int
    source: str
    text: str
    writer: str = ""
    at: PostTime | None = None
    number: int = 0
    edit: PostEdit | None = None
    by_name: bool = False
    """Whether nothing parts it from the post above but its writer's name, which that may have in its text."""
    above: tuple[str, ...] = ()
    """What is above the first line of a chat, and may be said of it."""

    @property
    def headed(self) -> bool:
        """Whether a heading says whose it is or when it was written."""
        return bool(self.writer or self.at)

    @property
    def of_page(self) -> bool:
        """Whether its page shows more of it than its writer wrote."""
        return self.headed or self.text != self.source


class _Heading(msgspec.Struct, frozen=True):
    """The lines from *first* to before *end* that tell of a post; *rest* is text on the last of them."""

    first: int
    end: int
    writer: str = ""
    at: PostTime | None = None
    number: int = 0
    rest: str = ""
    by_name: bool = False
    """Whether it is the name of someone else alone, without anything of a page around it."""
    last: int = 0
    """Where what is below it ends, if the page says so."""
    of_chat: bool = False
    """Whether it is above a message of a chat, whose sheet may be in several."""
    more: tuple["_Heading", ...] = ()
    """The headings below it of more that its writer said in a chat, of which this is one post."""


def split(page: str, accounts: Collection[str] = (), keys: Collection[str] = ()) -> tuple[Post, ...]:
    """The posts of *page*, whose sources joined by line ends are it: one alone if nothing shows another.

    One of too many lines is not looked at, and one post.
    *accounts* are the names of people on the forum; *keys* are those of the sheets that may be in a post.
    """
    lines = page.split("\n")
    if len(lines) > MOST_LINES:
        return (Post(first=1, source=page, text=page),)
    reader = _Page(lines, frozenset(each.casefold() for each in accounts), folded(keys))
    headings = reader.headings()
    if not headings or orders_in("\n".join(lines[: headings[0].first]), keys):  # the page was copied from within a post
        headings.insert(0, _Heading(0, 0))
    found: list[Post] = []
    for heading, below in zip(headings, [*headings[1:], None], strict=True):
        start = heading if found else replace(heading, first=0)
        post = reader.post(start, below.first if below else len(lines))
        if heading.rest and not found:
            post = replace(post, above=reader.said_above(heading.first))
        if found and not post.text.strip() and (post.at is None or not (post.writer or found[-1].at)):
            last, more = found[-1], "\n" * (post.source.count("\n") + 1)
            source = f"{last.source}\n{post.source}"
            found[-1] = replace(last, source=source, text=last.text + more, at=last.at or post.at)
        else:
            found.append(post)
    return tuple(found)


def orders_in(text: str, keys: Collection[str]) -> bool:
    """Whether the *text* of a post may have orders, by the *keys* of a sheet, its marks or a command."""
    lines = text.split("\n")
    known_keys = folded(keys)
    return any(has_key(line, known_keys) or block.start_mark(line) is not None or exact(line) for line in lines)


class _Page:
    """The lines of a page, and what they may be."""

    def __init__(self, lines: Sequence[str], accounts: frozenset[str], keys: frozenset[str]) -> None:
        self.lines, self.accounts, self.keys = lines, accounts, keys
        self.bare = [_shown(line) if len(line) <= _MOST_LINE else "" for line in lines]
        self.inner = list(quoting.within_marks(lines))
        self._times: dict[int, tuple[PostTime | None, int]] = {}
        self.clocked = self._is_clocked()
        """Whether it is what one account that is known said in a chat that shows the hours alone, and nothing else."""
        self.last = ""
        """The writer of the last post whose heading was found."""
        self.edits: dict[int, PostEdit] = {}
        """Those that are told on lines of headings, behind a time."""
        for at, bare in enumerate(self.bare):
            if bare.endswith(")") and not self.inner[at]:
                rest, mark = page.without_edited_mark(bare)
                if mark and rest.strip():
                    self.bare[at] = rest.strip()
                    self.edits[at] = page.edit_in(mark, self.accounts, self.keys) or PostEdit(mark)

    def headings(self) -> list[_Heading]:
        """The headings, each below the one before it."""
        if digest := list(digests.parts(self.lines)):
            return [_Heading(each.first, each.text, each.sender, last=each.end) for each in digest]
        found: list[_Heading] = []
        at = 0
        while at < len(self.lines):
            above = found[-1].end if found else 0
            heading = None if self.inner[at] or not self.bare[at] else self._heading(at, above)
            if heading is None:
                at += 1
                continue
            found.append(heading)
            self.last = heading.writer
            at = heading.end if not heading.rest else heading.end + 1
        return self._chats_joined(found)

    def _chats_joined(self, headings: list[_Heading]) -> list[_Heading]:
        """*headings* with what someone said in a chat one after the other as one; none if another spoke amid orders."""
        found: list[_Heading] = []
        ends = [*(each.first for each in headings[1:]), len(self.lines)]
        for heading, end in zip(headings, ends, strict=False):  # there may be none
            last = found[-1] if found else None
            if last is not None and self._goes_on(last, heading, end):
                found[-1] = replace(last, at=heading.at, more=(*last.more, replace(heading, more=())))
            else:
                found.append(heading)
        ends = [*(each.first for each in found[1:]), len(self.lines)]
        pairs = zip(found, ends, strict=False)
        ordering = [each.writer.casefold() for each, end in pairs if each.rest and self._orders_alone(each, end)]
        above = self.said_above(found[0].first) if found and found[0].rest else ()
        ordered_above = any(has_key(each, self.keys) or (sheetlike(each) and each[-1] != ":") for each in above)
        return found if len(ordering) == len(set(ordering)) and not ordered_above else []

    def said_above(self, first: int) -> tuple[str, ...]:
        """What is above line *first*, with which a chat begins, except for what a page shows."""
        shown = (at for at in range(first) if self.lines[at].strip() and not page.is_of_chat(self.bare[at]))
        return tuple(self.lines[at].strip() for at in shown if not (self._subject(at) or self._footer(at)))

    def _goes_on(self, last: _Heading, heading: _Heading, end: int) -> bool:
        """Whether a message of a chat, up to line *end*, is more of the one above it, not another of its kind."""
        parted = last.of_chat and heading.of_chat and last.at and heading.at and last.at.day == heading.at.day
        if not ((last.rest and heading.rest) or parted):
            return False
        many = len(last.more) > _MOST_SAID or end - last.first > _MOST_SAID_LINES
        if many or last.writer.casefold() != heading.writer.casefold():
            return False
        above, below = self._said(last, heading.first), self._said(heading, end)
        one_line = len(below) == 1 and len(above) == 1 + len(last.more)
        return one_line or self._keys_of(above).isdisjoint(self._keys_of(below))

    def _orders_alone(self, heading: _Heading, end: int) -> bool:
        """Whether each message of a chat below *heading* has one line, and one may be an order."""
        said = self._said(heading, end)
        return len(said) == 1 + len(heading.more) and any(map(sheetlike, said))

    def _said(self, heading: _Heading, end: int) -> list[str]:
        """The lines that are not empty from *heading* of a chat to line *end*."""
        rests = {each.first: each.rest for each in (heading, *heading.more)}
        apart = {at for each in (heading, *heading.more) for at in range(each.first, each.end)}
        said = (rests.get(at, "" if at in apart else self.lines[at]) for at in range(heading.first, end))
        return [line for line in said if line.strip()]

    def _keys_of(self, lines: Sequence[str]) -> frozenset[str]:
        keyed = (line for line in lines if not line[:1].isspace() and _keyed(line, self.keys))
        return folded(line.partition(":")[0] for line in keyed)

    def post(self, heading: _Heading, end: int) -> Post:
        """The post below *heading*, up to line *end*."""
        above = heading.end - heading.first
        text = [""] * above + list(self.lines[heading.end : end])
        if heading.rest:
            text[above] = heading.rest
        for more in heading.more:
            text[more.first - heading.first : more.end - heading.first] = [""] * (more.end - more.first)
            text[more.first - heading.first] = more.rest
        text[(heading.last or end) - heading.first :] = [""] * (end - (heading.last or end))  # of a digest
        edited = 0
        edit = next((self.edits[at] for at in range(heading.first, heading.end) if at in self.edits), None)
        for at in range(heading.end, end):
            if self.inner[at] or not self.bare[at]:
                continue
            if now := page.edit_in(self.bare[at], self.accounts, self.keys):
                edit, edited = now, at
                text[at - heading.first] = ""
                if at + 1 < end and page.is_reason(self.bare[at + 1]):
                    text[at + 1 - heading.first] = ""
            elif heading.at is not None and _HOUR.fullmatch(self.bare[at]):
                text[at - heading.first] = ""  # its writer went on later
        self._without_footer(text, above + bool(heading.rest))
        ordering = [at for at in range(heading.end, end) if self._has_key(at)] if edited and heading.at else []
        if ordering and ordering[-1] < edited:
            text = quoting.without_mottoes(text, edited - heading.first, takes_back)
        edit = self._without_mark(text, above) or edit
        return Post(
            first=heading.first + 1,
            source="\n".join(self.lines[heading.first : end]),
            text="\n".join(text),
            writer=heading.writer,
            at=heading.at,
            number=heading.number,
            edit=edit,
            by_name=heading.by_name,
        )

    def _without_footer(self, text: list[str], first: int) -> None:
        """Take what a page shows below a post out of its *text*, whose writer's lines begin at *first*."""
        notice = next((at for at in range(first, len(text)) if page.is_notice(text[at].strip())), len(text))
        if not any(has_key(line, self.keys) or block.start_mark(line) for line in text[notice:]):
            while first < notice < len(text) and (
                not text[notice - 1].strip() or _RULE.fullmatch(text[notice - 1].strip())
            ):
                notice -= 1
            text[notice:] = [""] * (len(text) - notice)
        for at in page.footer_lines(text, first, self.accounts, self.keys):
            text[at] = ""

    def _without_mark(self, text: list[str], first: int) -> PostEdit | None:
        """Take the mark of an edit off the first or the last line of a *text*, and tell it."""
        if not (shown := [at for at in range(first, len(text)) if text[at].strip()]):
            return None
        alone = [at for at in (shown[-1], shown[0]) if page.is_edited_mark(text[at].strip())]
        if alone:
            text[alone[0]], mark = "", text[alone[0]].strip()
        else:
            text[shown[-1]], mark = page.without_edited_mark(text[shown[-1]])
        return PostEdit(mark) if mark else None

    def _has_key(self, at: int) -> bool:
        return _keyed(self.bare[at], self.keys)

    def _is_clocked(self) -> bool:
        """Whether the page begins with a line of a chat, and all such lines are of one account that is known."""
        first = next((bare for bare in self.bare if bare), "")
        names = {_nick(found).casefold() for bare in self.bare if (found := _CLOCKED.fullmatch(bare))}
        return _CLOCKED.fullmatch(first) is not None and len(names) == 1 and bool(self._account(names.pop()))

    def _account(self, bare: str) -> str:
        """The account that a line is the name of, if it is one that is known."""
        return known.account_in(bare, self.accounts)

    def _heading(self, at: int, above: int) -> _Heading | None:
        """The heading that line *at* is part of, with lines from *above* on."""
        if _QUOTES.match(self.bare[at]):
            return None
        if (chat := self._chat(at)) is not None:
            return chat
        if (line := self._byline(at)) is not None:
            return self._whole(line, above)
        time, number = self._time(at)
        if time is not None:
            return self._timed(at, above, time, number)
        if name := self._account(self.bare[at]):
            return self._named(at, above, name)
        return self._told(at, above)

    def _told(self, at: int, above: int) -> _Heading | None:
        """The sentence with which a forum's email begins, and that names the writer."""
        if above or at > _MOST_TO_TOLD or not page.tells_of(self.bare[at]):
            return None
        name = page.told_of(self.bare[at], self.accounts)
        timed = any(self._time(n)[0] is not None for n in range(at + 1, min(at + _MOST_TO_TOLD, len(self.lines))))
        if timed or not name:
            return None
        end = at + 1
        while end < len(self.lines) and (
            not self.lines[end].strip()
            or _RULE.fullmatch(self.bare[end])
            or page.tells_of(self.bare[end])
            or _LINK.fullmatch(self.bare[end])
            or self._thread_title(end)
            or self._subject(end)
        ):
            end += 1
        while not self.lines[end - 1].strip() or block.start_mark(self.bare[end - 1]) is not None:
            end -= 1
        return _Heading(above, end, name)

    def _thread_title(self, at: int) -> bool:
        """Whether a line of a forum's email is the title of the thread, between empty lines above what was posted."""
        bare = self.bare[at]
        alone = not self.bare[at - 1] and at + 1 < len(self.lines) and not self.bare[at + 1]
        titled = alone and page.tells_of(self.bare[self._before(at - 1) or 0]) and ":" not in bare
        return titled and len(bare.split()) > 1 and not takes_back(bare) and bare[-1:] not in ".!?"

    def _chat(self, at: int) -> _Heading | None:
        """`[9:12 PM] NAME: text`, as chats have it."""
        if self.clocked and (found := _CLOCKED.fullmatch(self.bare[at])):
            rest = found["rest"] or ""
            return _Heading(at, at, _nick(found), clock_in(found["time"]), rest=rest) if rest.strip() else None
        found = _IN_BRACKETS.fullmatch(self.bare[at]) or _BEFORE_NAME.fullmatch(self.bare[at])
        if found is None or (time := time_in(found["time"])) is None:
            return None
        name = found["name"].strip(" @*_~")
        return _Heading(at, at, name, time, rest=found["rest"]) if found["rest"].strip() else None

    def _byline(self, at: int) -> _Heading | None:
        """A line with both the writer and the time: `#17 Post by NAME » TIME`, `NAME — TIME`, `NAME, [TIME]`."""
        if not _TELLS.search(self.bare[at]):
            return None
        line, number = page.without_number(_TOTAL.sub(r" \g<number>", self.bare[at]))
        if found := _WITH_POINTS.fullmatch(line):
            time = time_in(found["time"])
            return _Heading(at, at + 1, found["name"], time, number) if time else None
        if found := _AFTER_NAME.fullmatch(line):
            time, name = time_in(found["time"]), found["name"].strip(" @*_")
            return _Heading(at, at + 1, name, time, number, of_chat=True) if time and self._is_name(name) else None
        prefix = _PREFIX.match(line)
        for rest, separators in ((line[prefix.end() :] if prefix else "", _BETWEEN), (line, _STRONG), (line, _BETWEEN)):
            for cut in islice(separators.finditer(rest), _MOST_CUTS) if rest else ():
                name, time = rest[: cut.start()].strip(" @*_"), time_in(rest[cut.end() :])
                sure = bool(self._account(name)) or separators is _STRONG or rest != line
                if time and sure and self._is_name(known.without_suffix(name)):
                    return _Heading(at, at + 1, known.without_suffix(name), time, number)
        if prefix and (name := line[prefix.end() :].strip(" @*_:,")) and self._account(name):
            below = self._next(at + 1)
            time, second = self._time(below) if below is not None else (None, 0)
            if time is not None and below is not None:
                return _Heading(at, below + 1, name, time, number or second)
            if ":" in prefix.group():  # it may be a line of a sheet, `by: NAME`
                return None
            return _Heading(at, at + 1, name, None, number)
        beside = None if self._has_key(at) else known.beside_time(line, self.accounts)
        return _Heading(at, at + 1, *beside, number) if beside else None

    def _is_name(self, name: str) -> bool:
        named = 1 < len(name) <= _MOST_NAME and ":" not in name and not has_key(f"{name}:", self.keys)
        return named and time_in(name) is None

    def _time(self, at: int) -> tuple[PostTime | None, int]:
        """The time of a post that is alone on line *at*, and the post's number if it is beside that."""
        if at not in self._times:
            self._times[at] = self._time_of(at)
        return self._times[at]

    def _time_of(self, at: int) -> tuple[PostTime | None, int]:
        before = self._before(at)
        if before is not None and page.is_label(self.bare[before]):
            return None, 0
        bare = self.bare[at]
        if page.is_panel(bare) and ":" in bare and not _DATE_LABEL.match(bare):
            return None, 0
        if found := _SUBJECT_BESIDE.fullmatch(bare):
            return time_in(found["first"] or found["second"]), 0
        line, number = page.without_number(bare.strip("«» "))
        if line and line[0] == ":":
            line = line[1:]
        for text in (line, _behind(_DATE_LABEL, line), _behind(_ON, line)):
            if text and (time := time_in(text)) is not None:
                return time, number
        return None, 0

    def _timed(self, at: int, above: int, time: PostTime, number: int) -> _Heading | None:
        """The heading around a line that is a time, if a name or something else of a heading is beside it."""
        if not (_DATE_LABEL.match(self.bare[at]) and self._from(at, at)) and (name := self._name_above(at, above)):
            within = (page.is_number(self.bare[line]) for line in range(name[0], at))
            number = number or next((int(found["number"]) for found in within if found), 0)
            return self._whole(_Heading(name[0], at + 1, name[1], time, number), above)
        below = self._next(at + 1)
        if below is not None and page.is_number(self.bare[below]):
            number = page.without_number(self.bare[below])[1]
            below = self._next(below + 1)
        account = self._account(self.bare[below]) if below is not None else ""
        if below is not None and not account and number and self._panel_at(below + 1):
            account = self.bare[below] if _NAME.fullmatch(self.bare[below]) else ""
        if below is not None and account:
            return self._whole(_Heading(at, below + 1, account, time, number), above)
        label = self._from(at, above)
        if label is not None:
            end = max(at, label[0]) + 1
            while end < len(self.lines) and (_TO.fullmatch(self.bare[end]) or self._subject(end)):
                end += 1
            return self._whole(_Heading(min(at, label[0]), end, label[1], time, number), above)
        first = self._next(above)
        if number or time_in(self.bare[at]) is None or (not above and first == at):
            return self._whole(_Heading(at, at + 1, "", time, number), above)
        return None

    def _from(self, at: int, above: int) -> tuple[int, str] | None:
        """The line `From: NAME` among the few above, at, or just below line *at*."""
        for line in (*range(at, max(above - 1, at - 4), -1), at + 1):
            if line == len(self.lines) or self._has_key(line):
                break
            if (found := _FROM.fullmatch(self.bare[line])) and self._is_name(found["name"]):
                return line, found["name"].strip(" @*_")
        return None

    def _name_above(self, at: int, above: int) -> tuple[int, str] | None:
        """The line of the writer's name above a time, with only what a page tells of people between them."""
        subject = False
        for line in range(at - 1, max(above - 1, at - 1 - _MOST_PANEL), -1):
            bare = self.bare[line]
            if self.inner[line] or len(self.lines[line]) > _MOST_LINE or block.start_mark(bare) or self._has_key(line):
                break
            name = self._account(bare)
            if name and not self._handle(line, above) and (not subject or self._panel_at(line + 1)):
                return self._answering(line, above) or (line, name)
            subject = subject or page.is_subject(bare)
        if at - 1 > above and self.bare[at - 1] and (writer := self._answering(at - 1, above)):
            return writer
        before = self._before(at)
        while before is not None and before >= above and self._beside_name(before):
            before = self._before(before)
        if before is None or before < above or before < at - _MOST_PANEL or not _NAME.fullmatch(self.bare[before]):
            return None
        free = before == 0 or not self.bare[before - 1] or self._footer(before - 1)
        free = free and not self._footer(before) and self._is_name(self.bare[before])
        free = free and not re.match(
            rf"(?:{either(languages.GREETINGS)})\b|(?:{either(languages.CLOSINGS)})\b", self.bare[before], re.I
        )
        return (before, known.as_nick(self.bare[before].strip(" @"), self.accounts)) if free else None

    def _answering(self, line: int, above: int) -> tuple[int, str] | None:
        """The line of the writer's name above *line*, which names whom the post answers, where a page shows both."""
        writer = self.bare[line - 1] if line > above else ""
        name = self._account(writer) or known.with_name(writer, self.accounts)
        before = self._before(line - 1)
        begins = before is None or before < above or self._footer(before)
        return (line - 1, name) if name and begins and not self._handle(line, above) else None

    def _handle(self, line: int, above: int) -> bool:
        """Whether the account on a *line* is below the same name, as `@account` does below the name."""
        return self.bare[line].startswith("@") and line > above and bool(self._account(self.bare[line - 1]))

    def _beside_name(self, at: int) -> bool:
        bare = self.bare[at]
        told = page.is_about_writer(bare) or page.is_number(bare) is not None
        before = self._before(at)
        dated = before is not None and page.is_label(self.bare[before]) and len(bare) <= _MOST_NAME
        return bool(told or dated or re.fullmatch(r"@[\w.-]{2,40}", bare))

    def _named(self, at: int, above: int, name: str) -> _Heading | None:
        """A name that is alone on a line: a heading at the top of a page, or above what a page tells of people.

        Below what someone else wrote it is the next writer's.
        """
        top = above == 0 and self._next(0) == at
        before = self._before(at)
        below = self.bare[at + 1] if at + 1 < len(self.lines) else ""
        first, writer = self._answering(at, above) or (at, name)
        if _DIGITS_OF_TIME.fullmatch(below):
            return self._whole(_Heading(first, at + 2, writer, time_in(below)), above)
        if (clock := clock_in(below)) is not None or page.is_number(below):
            return self._whole(_Heading(first, at + 1 + (clock is not None), writer, clock), above)
        byline = self._byline(at + 1) if below else None
        if byline is not None and self._account(byline.writer) in ("", name):
            return self._whole(_Heading(at, at + 2, name, byline.at, byline.number), above)
        told = top or self._panel_at(at + 1) or (before is not None and self._footer(before))
        if not told and (self.bare[at][0] == "@" or not self._of_another(at, above, name)):
            return None
        for line in range(at + 1, min(at + 1 + _MOST_PANEL, len(self.lines))):  # the time below it has the whole
            if self._has_key(line) or block.start_mark(self.bare[line]):
                break
            if self._time(line)[0] is not None:
                return None
        return self._whole(_Heading(at, at + 1, name, by_name=not told), above)

    def _of_another(self, at: int, above: int, name: str) -> bool:
        """Whether a *name* on line *at* is below what someone else wrote."""
        before = self._before(at)
        written = before is not None and before >= above and any(self.bare[at + 1 :])
        written = written and not page.introduces_likes(self.bare[before or 0])
        return written and bool(self.last) and name.casefold() != self.last.casefold()

    def _panel_at(self, at: int) -> bool:
        below = next((n for n in range(at, min(at + 4, len(self.lines))) if self.bare[n]), None)
        if below is None or self._has_key(below):
            return False
        bare = self.bare[below]
        return bool(page.is_rank(bare) or (page.is_panel(bare) and (":" in bare or self._figures(below + 1))))

    def _figures(self, at: int) -> bool:
        below = self._next(at)
        return below is not None and bool(page.is_figures(self.bare[below]) or time_in(self.bare[below]))

    def _whole(self, heading: _Heading, above: int) -> _Heading:
        """*heading* with the lines around it that the page shows beside it."""
        first, end, number = heading.first, heading.end, heading.number
        if self.bare[first].startswith(("@", "(")) and first > above and self._real_name(first - 1):
            first -= 1
        while first > above and not self.inner[first - 1] and self._above_heading(first - 1, heading.first):
            if match := page.is_number(self.bare[first - 1]):
                number = number or int(match["number"])
            first -= 1
        while end < len(self.lines) and not self.inner[end]:
            bare = self.bare[end]
            if match := page.is_number(bare):
                number = number or int(match["number"])
            told = not self.lines[end].strip() or page.is_number(bare) or self._footer(end) or self._subject(end)
            if bare and not told and (edit := page.edit_in(bare, self.accounts, self.keys)):
                self.edits[end], told = edit, True
            told = told or (
                bool(bare)
                and not has_key(bare, self.keys)
                and self._beside_name(end)
                and end - heading.end < _MOST_PANEL
            )
            told = told or self._title(end) or (end == heading.end and self._to_group(heading))
            if not told or _FENCE.match(bare):
                break
            end += 1
        return replace(heading, first=first, end=end, number=number)

    def _above_heading(self, at: int, heading: int) -> bool:
        """Whether a page shows line *at* above a *heading*, or below the post before it."""
        bare = self.bare[at]
        if not bare or self._footer(at) or self._subject(at) or page.is_presence(bare):
            return True
        counts = page.is_age(bare) or page.is_figures(bare)
        below = self._next(at + 1)
        return counts and below is not None and below < heading and self._footer(below)

    def _real_name(self, at: int) -> bool:
        """Whether line *at* is the name that some forums show above the account."""
        alone = at == 0 or not self.bare[at - 1] or self._footer(at - 1)
        return alone and _NAME.fullmatch(self.bare[at]) is not None

    def _title(self, at: int) -> bool:
        """Whether a line is a title that its forum gives to people: above what it tells of them."""
        bare, below = self.bare[at], self.bare[at + 1] if at + 1 < len(self.lines) else ""
        told = page.is_rank(below) or (page.is_panel(below) and re.search(r":\s?.{0,20}\d", below))
        return bool(told) and 0 < len(bare) <= _MOST_NAME and ":" not in bare and _NAME.fullmatch(bare) is not None

    def _to_group(self, heading: _Heading) -> bool:
        """Whether the group to which a message went is below its time."""
        timed = heading.at is not None and _WITH_SECONDS.search(heading.at.text)
        return bool(timed and _TO_GROUP.fullmatch(self.bare[heading.end]) and not self._has_key(heading.end))

    def _subject(self, at: int) -> bool:
        return page.is_subject(self.bare[at]) and not self._has_key(at)

    def _footer(self, at: int) -> bool:
        return bool(self.bare[at]) and bool(page.is_buttons(self.bare[at]) or page.is_number(self.bare[at]))

    def _before(self, at: int) -> int | None:
        return next((n for n in range(at - 1, max(-1, at - 4), -1) if self.bare[n]), None)

    def _next(self, at: int) -> int | None:
        return next((n for n in range(at, min(at + 4, len(self.lines))) if self.bare[n]), None)


@lru_cache(maxsize=4096)
def _keyed(line: str, keys: frozenset[str]) -> bool:
    return has_key(line, keys)


def _shown(line: str) -> str:
    """*line* as people see it, without spaces at its ends."""
    return line.translate(_UNSEEN).strip()


def _nick(found: re.Match[str]) -> str:
    """The name on a line of a chat."""
    return (found["nick"] or found["name"]).strip(" @*_~")


def _behind(label: re.Pattern[str], line: str) -> str:
    """What is behind a *label* at the beginning of *line*; empty without it."""
    found = label.match(line)
    return line[found.end() :] if found else ""
