"""Where pages of a forum have what: selectors, addresses, forms and dates, from a YAML file."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

import msgspec
import yaml
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from pbem.errors import Refusal, why
from pbem.settings.forum import ForumSettings
from pbem.settings.mail import path_of

_SHIPPED = Path(__file__).parent / "selectors"


class PagePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in a page: of the first element that *css* selects, or of the page's part itself.

    It is the element's *attribute*, or all its words; of these the first group of *pattern*, if there is one.
    """

    css: str = ""
    attribute: str = ""
    pattern: str = ""

    def of(self, node: LexborNode) -> str:
        """The text in *node*; empty if it has none."""
        return next(iter(self.all_of(node)), "")

    def all_of(self, node: LexborNode) -> list[str]:
        """The texts of all elements in *node* that have one."""
        found = []
        for one in node.css(self.css) if self.css else [node]:
            said = (one.attributes.get(self.attribute) or "") if self.attribute else " ".join(one.text().split())
            match = re.search(self.pattern, said) if self.pattern else None
            found.append(match[1] if match else "" if self.pattern else said.strip())
        return [said for said in found if said]


class PostPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page has of a post, each of which is an *item*; one without an author, or with *gone*, was removed."""

    item: str
    ident: PagePlace
    author: PagePlace
    name: PagePlace
    at: tuple[PagePlace, ...]
    text: str
    edits: PagePlace | None = None
    gone: str = ""


class SourcePlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form for a quotation, which has what was typed; patterns say what of it the forum has added."""

    page: str
    css: str
    private: str = ""
    begins: str = ""
    ends: str = ""
    line: str = ""


class ListPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lists of private threads: those that others may have written in, and those that we may have."""

    received: tuple[str, ...]
    sent: tuple[str, ...]
    row: str
    ident: PagePlace
    state: tuple[PagePlace, ...] = ()
    at: tuple[PagePlace, ...] = ()


class PageAddresses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The addresses of threads, what goes behind that of a later page, and the address of a post."""

    thread: str
    private: str
    query: str
    link: str = ""


class Paging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers in the links to other pages; *step* 0 is the smallest of them."""

    links: PagePlace
    first: int = 0
    step: int = 0


class FormPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form: on which page, and what to fill in.

    *press* is the button, and *seconds* how long a person would take at least.
    """

    page: str
    fields: Mapping[str, str]
    press: Mapping[str, str] = {}
    seconds: float = 0


class FormsPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All forms; *answer* is that for a private message, where it is another one than *reply*."""

    login: FormPlaces
    reply: FormPlaces
    message: FormPlaces
    edit: FormPlaces
    answer: FormPlaces | None = None


class MemberPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page about a member, found by name."""

    page: str
    ident: PagePlace
    name: PagePlace


class UploadPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a picture is uploaded: with the *token* of a *form*, as *file*; the answer in JSON has its *url*."""

    form: str
    page: str
    file: str
    token: str
    url: str
    markup: str


class PagePlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is known of the pages of a forum.

    *address* reads the address of a thread, *who* is our own number on every page, *captcha* and *errors* select what
    refuses, *accepted* what says that all is well. *awaits* is the pattern of words that moderators must see it first,
    *later* has words of refusals that end, and after how many seconds.
    With *single*, each private message is by itself and never changes.
    """

    address: str
    who: PagePlace
    errors: str
    pages: PageAddresses
    paging: Paging
    post: PostPlaces
    source: SourcePlaces
    lists: ListPlaces
    forms: FormsPlaces
    pause: float = 15
    captcha: str = ""
    accepted: str = ""
    awaits: str = ""
    later: Mapping[str, float] = {}
    dates: tuple[str, ...] = ()
    single: bool = False
    member: MemberPlaces | None = None
    upload: UploadPlaces | None = None


class BadSelectors(Refusal):
    """The file that says where pages have what cannot be used."""

    code = "bad-selectors"


def places_of(settings: ForumSettings, folder: Path) -> PagePlaces:
    """What is known of the pages of this kind of forum, and what game.yaml's own file says instead."""
    found = yaml.safe_load((_SHIPPED / f"{settings.kind}.yaml").read_text(encoding="utf-8"))
    name = f"{settings.kind}.yaml"
    if settings.selectors:
        path = path_of(folder, settings.selectors)
        name = str(path)
        try:
            found = _over(found, yaml.safe_load(path.read_text(encoding="utf-8")))
        except OSError as error:
            raise BadSelectors(f"the file in `selectors` cannot be read: {path}: {why(error)}") from None
        except (ValueError, yaml.YAMLError) as error:
            raise BadSelectors(f"{name} is not YAML: {' '.join(str(error).split())}") from None
    try:
        made = msgspec.convert(found, PagePlaces)
    except msgspec.ValidationError as error:
        raise BadSelectors(f"{name}: {error}") from None
    for where, said in _texts(found, ""):
        _tried(name, where, said)
    return made


def _over(shipped: Any, own: Any) -> Any:
    """What is *shipped*, with what is *own* in place of it, key by key."""
    if isinstance(shipped, dict) and isinstance(own, dict):
        return {**shipped, **{key: _over(shipped.get(key), value) for key, value in own.items()}}
    return own


def _texts(found: Any, where: str) -> list[tuple[str, str]]:
    """All texts with the path of keys to each."""
    if isinstance(found, dict):
        return [one for key, value in found.items() for one in _texts(value, f"{where}.{key}".lstrip("."))]
    if isinstance(found, list):
        return [one for value in found for one in _texts(value, where)]
    return [(where, found)] if isinstance(found, str) else []


_PATTERNS = frozenset({"address", "awaits", "pattern", "begins", "ends", "line"})
_SELECTORS = frozenset({"css", "captcha", "errors", "accepted", "item", "text", "gone", "row"})


def _tried(name: str, where: str, said: str) -> None:
    """Raise what is wrong with a pattern or a selector."""
    key = where.rpartition(".")[2]
    try:
        if key in _PATTERNS and re.compile(said).groups < (key in ("pattern", "address")):
            raise BadSelectors(f"{name}: {where}: the pattern {said!r} has no group ( )")
        if key in _SELECTORS and said:
            LexborHTMLParser("<p></p>").css_first(said)
    except re.error as error:
        raise BadSelectors(f"{name}: {where}: {said!r} is not a pattern: {error}") from None
    except SelectolaxError:
        raise BadSelectors(f"{name}: {where}: {said!r} is not a CSS selector") from None


_DJANGO_HOURS = {"noon": "12:00 pm", "midnight": "12:00 am"}


def time_of(said: str, forms: tuple[str, ...], zone: tzinfo) -> datetime | None:
    """The time that a page shows: in ISO 8601, in seconds since 1970, or in one of *forms*; None if it is none."""
    if said.isascii() and said.isdigit() and len(said) < 12:
        return datetime.fromtimestamp(int(said), UTC)
    plain = said.replace("a.m.", "am").replace("p.m.", "pm")
    for word, hour in _DJANGO_HOURS.items():
        plain = re.sub(rf"\b{word}\b", hour, plain)
    plain = re.sub(r", (\d+) ([ap]m)$", r", \1:00 \2", plain)  # "5 a.m." has no minutes
    plain = re.sub(r"^([A-Z][a-z]{2})[a-z]*\.? (?=\d)", r"\1 ", plain)
    for form in ("", *forms):
        try:
            found = datetime.strptime(plain, form) if form else datetime.fromisoformat(plain)  # noqa: DTZ007
            return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    return None


def is_number(said: str) -> bool:
    """Whether *said* is a number as forums give them to posts and members."""
    return said.isascii() and said.isdigit() and len(said) < 20
