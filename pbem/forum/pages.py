"""A forum that has pages only, read and written as a browser does."""

import os
import re
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import msgspec
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.connection import Connection, ForumAnswer, joined
from pbem.forum.member import Account, ForumPost, ForumTrouble, NoForum, Seen, ThreadReading, ThreadSeen, digest, short
from pbem.forum.places import FormPlaces, PagePlace, PagePlaces, is_number, places_of, time_of
from pbem.settings.forum import ForumSettings
from pbem.store import files

_PRIVATE = "private-"
_MOST_PAGES = 200
_NO_TIME = datetime.min.replace(tzinfo=UTC)
_SESSION = "roads/forum.json"
_EMPTY = "<html></html>"
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*)")
_WITHOUT_END = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "wbr"}
    | {"p", "li", "td", "th", "tr", "dd", "dt", "option"}
)
_DEEPEST, _MOST_POSTS = 1000, 250
_WORD = re.compile(r"\w+")
_LAST = 6
_SID = re.compile(r"[?&;]sid=[0-9a-f]{32}")


class _Session(msgspec.Struct):
    """Our cookies at one forum, and the digest of a password that it refused."""

    place: str = ""
    cookies: list[tuple[str, str, str, str]] = []
    refused: str = ""


class _Page(NamedTuple):
    url: str
    tree: LexborHTMLParser

    @property
    def root(self) -> LexborNode:
        root = self.tree.root
        if root is None:
            raise ForumTrouble("odd", f"{short(self.url)} is empty")
        return root


def _page_of(answer: ForumAnswer) -> _Page:
    """The page, unless its tags are nested so deep that reading them would take minutes."""
    depth = 0
    for end, name in _TAG.findall(answer.text):
        depth += 0 if name.lower() in _WITHOUT_END else -1 if end else 1
        if depth > _DEEPEST:
            raise ForumTrouble("odd", f"{short(answer.url)} has more than {_DEEPEST} tags without an end")
    return _Page(answer.url, LexborHTMLParser(answer.text or _EMPTY))


class _Shown(NamedTuple):
    """A post as a page shows it; with *state* it is compared with what it was."""

    post: ForumPost
    state: str


class Pages:
    """A forum of pages; *places* says where these have what."""

    unread = ()

    def __init__(
        self, settings: ForumSettings, folder: Path, places: PagePlaces, line: Connection, public: str
    ) -> None:
        self.longest, self._settings, self._places = settings.longest, settings, places
        self._line, self._public = line, public
        self._zone = settings.zone.info if settings.zone else UTC
        self._path = folder / _SESSION
        self._session = self._kept()
        self._ident = ""
        for cookie in self._session.cookies:
            line.cookies.set(*cookie)

    def who(self) -> Account:
        """The member that we are logged in as."""
        if not self._ident:
            self._page(self._thread_path(self._public))
        return Account(self._ident, self._settings.user)

    def account(self, name: str) -> Account | None:
        """The member of that name; where no page is found by a name, of those who have posted."""
        member = self._places.member
        if member is None:
            threads = [self._public, *(thread for thread, _ in self._listed(self._places.lists.received))]
            authors = (shown.post.author for thread in threads for shown in self._backwards(thread))
            return next((one for one in authors if one.name.casefold() == name.casefold()), None)
        page = self._page(self._filled(member.page, name=quote(name, safe="")), missing=True)
        ident = member.ident.of(page.root) if page else ""
        return Account(ident, (page and member.name.of(page.root)) or name) if ident else None

    def read(self, seen: Seen, accounts: Sequence[Account] = ()) -> tuple[list[ForumPost], Seen]:
        """Posts are compared as they are shown, and the source of each that is new is fetched."""
        news: list[ForumPost] = []
        threads = dict(seen.threads)
        for thread, state in ((self._public, ""), *self._listed(self._places.lists.received)):
            before = threads.get(thread, ThreadSeen())
            known = bool(before.posts) and self._places.single
            settled = before.settled >= max(map(int, before.posts), default=0)
            if thread != self._public and (known or (state and state == before.state and settled)):
                continue
            found, threads[thread] = self._thread(thread, before, state)
            news += found
        ours = self.who().ident
        return [post for post in news if post.author.ident != ours], Seen(threads)

    def reply(self, thread: str, text: str) -> ForumPost:
        """Post in a thread, or reply to a private message."""
        thread, forms = self._named(thread), self._places.forms
        form = forms.answer if forms.answer and thread.startswith(_PRIVATE) else forms.reply
        return self._posted(form, {"thread": _number(thread), "text": text}, text, thread)

    def message(self, to: Account, title: str, text: str) -> ForumPost:
        """Begin a private thread; a form that takes numbers of members gets that, others the name."""
        values = {"title": title, "text": text, "name": to.name, "ident": to.ident}
        return self._posted(self._places.forms.message, values, text, to)

    def picture(self, name: str, png: bytes) -> str:
        """Upload a picture, where the forum has a page for that."""
        upload = self._places.upload
        if upload is None:
            raise ForumTrouble("refused", "this forum takes pictures by hand only", for_good=True)
        page = self._page(upload.form)
        token = PagePlace(f"input[name={upload.token}]", "value").of(page.root)
        headers = {"Referer": page.url, "X-Requested-With": "XMLHttpRequest"}
        content = {upload.file: (name, png, "image/png")}
        answer = self._line.post(upload.page, data={upload.token: token}, files=content, headers=headers)
        said = answer.json()
        if not isinstance(said, dict) or not isinstance(said.get(upload.url), str):
            raise ForumTrouble("refused", f"the forum does not take the picture: {short(said)}", for_good=True)
        return self._filled(upload.markup, name=name, url=said[upload.url])

    def find(self, mark: str, where: str | Account, since: datetime | None = None) -> ForumPost | None:
        """The text of what is found is as it is shown; only the newest posts are read."""
        alone = not isinstance(where, str) or (self._places.single and where.startswith(_PRIVATE))
        sent = (one for one, _ in self._listed(self._places.lists.sent, since))
        for place in sent if alone else [self._named(str(where))]:
            for shown in self._backwards(place, since):
                if shown.post.author.ident == self.who().ident and _has(shown.post, mark):
                    return shown.post
        return None

    def edit(self, post: ForumPost, text: str) -> None:
        """Edit our own post; a private message that was read cannot be edited in most forums."""
        page = self._submitted(self._places.forms.edit, {"post": post.ident, "text": text}, is_text=True)
        self._complain(page)

    def close(self) -> None:
        """Close all connections."""
        self._line.close()

    # Reading

    def _thread(self, thread: str, before: ThreadSeen, state: str) -> tuple[list[ForumPost], ThreadSeen]:
        """What is new, edited or gone in a thread; its first pages are not read again once they are old."""
        reading, there = ThreadReading(thread, before, private=thread.startswith(_PRIVATE)), set[str]()
        known = sum(int(ident) <= before.settled for ident, text in before.posts.items() if text)
        for post, shown in self._forwards(thread, known):
            there.add(post.ident)
            if reading.is_new(post, shown, self._ident):
                reading.news.append(post if post.gone else self._with_source(post))
        reading.first = min(map(int, there), default=sys.maxsize)
        return reading.end(there, state)

    def _forwards(self, thread: str, known: int = 0) -> Iterator[_Shown]:
        """The posts of a thread, without pages before that of its *known*-th post."""
        first = self._page(self._thread_path(thread))
        posts, numbers = self._posts(first, thread), self._numbers(first)
        skipped = max(0, known // len(posts) - 1) if posts else 0
        yield from posts if not skipped else ()
        for number in numbers[max(1, skipped) :]:
            yield from self._posts(self._page(self._numbered(first.url, number)), thread)

    def _backwards(self, thread: str, since: datetime | None = None) -> Iterator[_Shown]:
        """The posts of a thread from the newest, without pages before one that has a post before *since*."""
        first = self._page(self._thread_path(thread))
        for number in reversed(self._numbers(first)[1:]):
            posts = self._posts(self._page(self._numbered(first.url, number)), thread)
            yield from reversed(posts)
            if since and any(shown.post.at < since for shown in posts if not shown.post.gone):
                return
        yield from reversed(self._posts(first, thread))

    def _numbers(self, page: _Page) -> list[int]:
        """By what the pages of a thread are called in their addresses."""
        paging = self._places.paging
        found = [int(said) for said in paging.links.all_of(page.root) if is_number(said) and len(said) < 6]
        step = paging.step or min(filter(None, found), default=1)
        return list(range(paging.first, max(found, default=paging.first) + 1, step))[:_MOST_PAGES] or [paging.first]

    def _posts(self, page: _Page, thread: str) -> list[_Shown]:
        items = page.tree.css(self._places.post.item)
        if len(items) > _MOST_POSTS:
            raise ForumTrouble("odd", f"{short(page.url)} has more than {_MOST_POSTS} posts")
        found = [self._post(item, thread) for item in items]
        alone = _number(thread) if self._places.single and thread.startswith(_PRIVATE) else ""
        return [shown for shown in found if is_number(shown.post.ident) and alone in ("", shown.post.ident)]

    def _post(self, item: LexborNode, thread: str) -> _Shown:
        places = self._places.post
        ident, author = places.ident.of(item), Account(places.author.of(item), places.name.of(item))
        text = item.css_first(places.text)
        private = thread.startswith(_PRIVATE)
        if not author.ident or text is None or (places.gone and item.css_first(places.gone)):
            return _Shown(ForumPost(ident, thread, author, _NO_TIME, gone=True, private=private), "")
        said = places.edits.of(item) if places.edits else ""
        edits = int(said) if is_number(said) else 0
        link = self._filled(self._places.pages.link or self._thread_path(thread), post=ident)
        post = ForumPost(
            ident, thread, author, self._time(item, places.at), None, edits, private=private,
            text=_words(text), link=joined(self._line.base + self._line.root, link),
        )  # fmt: skip
        return _Shown(post, digest(f"{edits} {_SID.sub('', text.html or '')}"))

    def _time(self, item: LexborNode, places: Sequence[PagePlace]) -> datetime:
        said = next(filter(None, (place.of(item) for place in places)), "")
        found = time_of(said, self._places.dates, self._zone)
        if found is None:
            raise ForumTrouble("odd", f"the time {short(said)!r} of a post is in no form of `dates` of the selectors")
        return found

    def _with_source(self, post: ForumPost) -> ForumPost:
        """The *post* with what was typed; as it is shown where the forum lets no one quote it."""
        source = self._places.source
        where = source.private if post.private and source.private else source.page
        page = self._page(self._filled(where, thread=_number(post.thread), post=post.ident), missing=True)
        area = page.tree.css_first(source.css) if page else None
        if area is None:
            return post
        text = area.text().replace("\r\n", "\n")
        for pattern in filter(None, (source.begins, source.ends)):
            text = re.sub(pattern, "", text, count=1)
        text = re.sub(source.line, "", text, flags=re.MULTILINE) if source.line else text
        return msgspec.structs.replace(post, text=text.strip("\n"))

    def _listed(self, lists: Sequence[str], since: datetime | None = None) -> Iterator[tuple[str, str]]:
        """The private threads of *lists* with how each looks there, as far as they are so new."""
        places, seen = self._places.lists, set[str]()
        for where in lists:
            numbers, old = [self._places.paging.first], False
            while numbers and not old:
                page = self._page(self._filled(where, page=str(numbers[0])))
                numbers = [one for one in self._numbers(page) if one > numbers[0]]
                for row in page.tree.css(places.row):
                    ident = places.ident.of(row)
                    old = bool(since and places.at and self._time(row, places.at) < since)
                    if is_number(ident) and ident not in seen and not old:
                        seen.add(ident)
                        yield _PRIVATE + ident, " ".join(place.of(row) for place in places.state)

    # Writing

    def _posted(self, form: FormPlaces, values: Mapping[str, str], text: str, where: str | Account) -> ForumPost:
        """Post it, and find it again by the last words of its last line; before that may be a link, shown shortened."""
        thread = where if isinstance(where, str) else ""
        began, lines = datetime.now(UTC), [words for line in text.splitlines() if (words := _WORD.findall(line))]
        last = " ".join(lines[-1][-_LAST:]) if lines else ""
        page = self._submitted(form, values, is_text=True)
        try:
            if not (self._places.accepted and page.tree.css_first(self._places.accepted)):
                shown = self._posts(page, thread) if thread else []
                ours = [one.post for one in shown if one.post.author.ident == self._ident]
                if there := [post for post in ours if _has(post, last)]:
                    return there[-1]
                if not self._awaited(page):
                    self._complain(page)
            found = self.find(last, where, began - timedelta(days=1))
        except ForumTrouble as trouble:
            if trouble.code in ("busy", "refused"):
                raise
            raise ForumTrouble("unknown", trouble.says, trouble.later) from None
        if found is None and not self._awaited(page):
            raise ForumTrouble("unknown", "the forum does not show what was posted, and does not say why", 300)
        return found or ForumPost("", thread, self.who(), began, private=not thread)

    def _submitted(self, form: FormPlaces, values: Mapping[str, str], *, is_text: bool = False) -> _Page:
        """The page that answers a form, which is tried again where its refusal passes soon."""
        while True:
            page = self._answered(form, values, is_text=is_text)
            try:
                if not (self._places.accepted and page.tree.css_first(self._places.accepted)):
                    self._wait(page)
            except ForumTrouble as trouble:
                if trouble.later is None or not self._line.waited(trouble.later):
                    raise
                continue
            return page

    def _answered(self, form: FormPlaces, values: Mapping[str, str], *, is_text: bool) -> _Page:
        is_login = form is self._places.forms.login
        page = self._page(self._filled(form.page, **values), logged_in=not is_login)
        found = next((one for one in page.tree.css("form") if next(iter(form.fields)) in _filled_in(one)), None)
        if self._places.captcha and page.tree.css_first(self._places.captcha):
            raise ForumTrouble("captcha", "the forum wants to see a person: log in there by hand, and post once")
        if found is None:
            self._complain(page)
            raise ForumTrouble("odd", f"{short(page.url)} has no form with {next(iter(form.fields))!r}")
        content = _filled_in(found) | dict(form.press)
        for name, said in form.fields.items():
            content[self._filled(name, **values)] = self._filled(said, random=secrets.token_hex(16), **values)
        if form.seconds:
            self._line.rest(form.seconds)
        action = found.attributes.get("action") or page.url
        answer = self._line.post(joined(page.url, action), is_text=is_text, data=content, headers={"Referer": page.url})
        page = _page_of(answer)
        if answer.status >= 400 and answer.status != 422:
            raise ForumTrouble("refused", self._said(page) or f"{short(answer.url)}: {answer.status}", for_good=True)
        return page

    def _awaited(self, page: _Page) -> bool:
        """Whether *page* says that moderators of the forum must let the text through."""
        return bool(self._places.awaits and re.search(self._places.awaits, page.root.text()))

    def _wait(self, page: _Page) -> None:
        """Raise that the forum wants something later, if that is what it says."""
        said = self._said(page)
        for pattern, seconds in self._places.later.items():
            match = re.search(pattern, said)
            if match and (not match.groups() or is_number(match[1])):
                raise ForumTrouble("busy", said, float(match[1]) + 1 if match.groups() else max(seconds, 1.0))

    def _complain(self, page: _Page) -> None:
        """Raise why the forum refused, if it says so."""
        if said := self._said(page):
            raise ForumTrouble("refused", said, for_good=True)

    def _said(self, page: _Page) -> str:
        return short(" ".join(PagePlace(self._places.errors).all_of(page.root)))

    # Pages and the session

    def _page(self, where: str, *, logged_in: bool = True, missing: bool = False) -> _Page:
        """The page at *where*, as a member sees it; we log in if the session has ended."""
        for _ in range(2):
            answer = self._line.get(where)
            page = _page_of(answer)
            ident = self._places.who.of(page.root)
            if answer.status >= 400 and (ident or not logged_in or answer.status not in (401, 403)):
                if missing:
                    return _Page(answer.url, LexborHTMLParser(_EMPTY))
                says = self._said(page) or f"{short(answer.url)}: {answer.status}"
                raise ForumTrouble("refused", says, for_good=True)
            if ident or not logged_in:
                self._ident = ident or self._ident
                return page
            self._login()
        raise ForumTrouble("logged-out", f"the forum forgets at once that we logged in ({short(where)})", 300)

    def _login(self) -> None:
        """Log in once; a refused password is not tried again, not by later processes either."""
        tried = digest(f"{self._settings.user}\n{self._line.secret}")
        if self._session.refused == tried:
            raise ForumTrouble(
                "login", f"the forum has refused user and password; correct them, or delete {self._path} to try again"
            )
        self._line.cookies.clear()
        page = self._submitted(self._places.forms.login, {"user": self._settings.user, "password": self._line.secret})
        if not self._places.who.of(page.root):
            self._check_login(page, tried)
        cookies = [(one.name, one.value or "", one.domain, one.path) for one in self._line.cookies.jar]
        self._keep(_Session(self._place, cookies))

    def _check_login(self, page: _Page, tried: str) -> None:
        """Raise why we are not logged in; a page after the form may just not say who we are."""
        if page.tree.css_first("input[type=password]") is None:
            answer = self._line.get(self._thread_path(self._public))
            if self._places.who.of(_page_of(answer).root):
                return
        if self._places.captcha and page.tree.css_first(self._places.captcha):
            raise ForumTrouble("captcha", "the forum wants to see a person: log in there by hand once")
        self._keep(_Session(self._place, refused=tried))
        raise ForumTrouble("login", f"the forum refuses user and password: {self._said(page) or 'it does not say why'}")

    @property
    def _place(self) -> str:
        return f"{self._line.base}{self._line.root} {self._settings.user}"

    def _kept(self) -> _Session:
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=_Session)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return _Session()
        return found if found.place == self._place else _Session()

    def _keep(self, session: _Session) -> None:
        self._session = session
        files.make_folder(self._path.parent)
        part = self._path.with_suffix(".new")
        with open(part, "wb", opener=files.owned) as file:
            file.write(msgspec.json.encode(session))
        os.replace(part, self._path)  # noqa: PTH105

    def _named(self, thread: str) -> str:
        return self._public if thread in ("", self._settings.thread) else thread

    def _thread_path(self, thread: str) -> str:
        pages = self._places.pages
        return self._filled(pages.private if thread.startswith(_PRIVATE) else pages.thread, thread=_number(thread))

    def _numbered(self, url: str, number: int) -> str:
        """The address of a later page of the thread at *url*, where its first page has led us."""
        return f"{url}{'&' if '?' in url else '?'}{self._filled(self._places.pages.query, page=str(number))}"

    @staticmethod
    def _filled(said: str, **values: str) -> str:
        """What the selectors say, with *values* in place of their names in braces."""
        return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), said)


def _has(post: ForumPost, said: str) -> bool:
    """Whether *post* shows these words one after the other, whatever is made of the signs between them."""
    return f" {' '.join(_WORD.findall(said))} " in f" {' '.join(_WORD.findall(post.text))} "


def _number(thread: str) -> str:
    number = thread.removeprefix(_PRIVATE)
    if not is_number(number):
        raise ForumTrouble("refused", f"{thread!r} is not a thread of this forum", for_good=True)
    return number


def _filled_in(form: LexborNode) -> dict[str, str]:
    """What a browser would send of a form, without its buttons."""
    found: dict[str, str] = {}
    for field in form.css("input[name], textarea[name], select[name]"):
        name, kind = field.attributes.get("name") or "", (field.attributes.get("type") or "text").lower()
        if field.tag == "textarea":
            found[name] = field.text()
        elif field.tag == "select":
            chosen = field.css_first("option[selected]") or field.css_first("option")
            found[name] = (chosen.attributes.get("value") or "") if chosen else ""
        elif kind in ("checkbox", "radio"):
            if "checked" in field.attributes:
                found[name] = field.attributes.get("value") or "on"
        elif kind not in ("submit", "button", "image", "file", "reset"):
            found[name] = field.attributes.get("value") or ""
    return found


def _words(node: LexborNode) -> str:
    """The words of a part of a page, line by line."""
    made = LexborHTMLParser(re.sub(r"<br\b[^>]*>|</(?:p|li|div|h\d)>", "\n", node.html or ""))
    return made.text().strip() if made.root else ""


def forum(settings: ForumSettings, folder: Path) -> Pages:
    """The forum of game.yaml."""
    places = places_of(settings, folder)
    parts = urlsplit(settings.thread)
    found = re.fullmatch(places.address, parts.path + (f"?{parts.query}" if parts.query else ""))
    if not found:
        raise NoForum(f"{settings.thread} is not the address of a thread in a forum of the kind {settings.kind!r}")
    line = Connection(settings, folder, found["root"], places.pause)
    return Pages(settings, folder, places, line, found["thread"])
