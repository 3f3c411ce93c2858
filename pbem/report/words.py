"""Phrases, templates, sections of the rulebook."""

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_args, get_origin
from zoneinfo import ZoneInfo

import jinja2
import jinja2.ext
import jinja2.lexer
import msgspec
import yaml

from pbem.engine import edition
from pbem.engine.edition import base_folder
from pbem.engine.reading import NO_NAMES, Lexicon
from pbem.engine.ruleset import Ruleset
from pbem.report import plain, template_files, tree
from pbem.report.context import LetterContext
from pbem.report.template_files import WordFiles, changes_in


class _Titled(msgspec.Struct, frozen=True):
    section: int | str
    title: str


def section_of(number: str, sections: Iterable[str]) -> str:
    """The narrowest of *sections* that *number* belongs to: 5.81 to 5.8 or to 5; empty if there is none."""
    fits = (one for one in sections if number == one or number.startswith(one if "." in one else f"{one}."))
    return max(fits, key=len, default="")


def section_title(ruleset: Ruleset, number: str) -> str:
    """What the section of the rulebook is called that *number* belongs to; empty if no one knows."""
    titles = _titles(ruleset.rulebook) if ruleset.rulebook else {}
    return titles.get(section_of(number, titles), "")


@cache
def _titles(rulebook: Path) -> Mapping[str, str]:
    listed = msgspec.convert(yaml.safe_load(rulebook.read_text(encoding="utf-8")), list[_Titled])
    return {str(one.section): one.title for one in listed}


_Plain: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


Plain = str | int | float | bool | None | Sequence["Plain"] | Mapping[str, "Plain"]
"""Plain data: no view or state can be in it."""


_ABOUT_ORDERS = ("problems", "remedies")
"""The groups of phrases that are about what one reader has written."""
_INSTEAD = "instead"
"""The group with what a channel says in place of words of all other phrases and templates."""


class MissingPhrase(LookupError):
    """No phrase file in use has the phrase."""


class BadPhrase(ValueError):
    """A phrase or a phrase file cannot be read or filled in."""


def _places(folder: Path, channel: str) -> tuple[Path, ...]:
    """The folders in which a *channel* looks for what it says, the most special first."""
    place = folder / channel
    return (*(one for one in (place, *place.parents) if one.is_relative_to(folder)),)


class Words:
    """Phrases and templates of a game in one language, with the names of one lexicon.

    *folders* are searched in order; the base folder is added last. The lexicon is that of
    the seat that will read, so that no name is known before its reader may know it. *tools* are
    functions of the game's rules that templates may call by name. For a *channel* other than email, the folder of
    that name in each goes before it; so it does in that of a channel within which it is, as in `forum/sealed`.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        lexicon: Lexicon,
        language: str = "en",
        tools: Mapping[str, Callable[..., Any]] = {},
        channel: str = "",
    ) -> None:
        base = base_folder()
        own = (*(folder for folder in folders if folder != base), base)
        self.folders = tuple(one for folder in own for one in _places(folder, channel))
        self.lexicon = lexicon
        self.language = language
        self.made = object()
        """The same for copies of these words: others are made when their files change."""
        self.known: Mapping[str, Any] = {}
        self._phrases = _phrase_files(tuple(folder / f"phrases.{language}.yaml" for folder in self.folders))
        self._instead = self.group(_INSTEAD)
        self._files = jinja2.FileSystemLoader([place for one in self.folders for place in (one / language, one)])
        self._jinja = _Environment(
            loader=jinja2.FunctionLoader(self._source),
            undefined=jinja2.StrictUndefined,
            autoescape=False,  # letters are plain text
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,  # other words are made when their files change
            bytecode_cache=COMPILED,
            extensions=[_TemplateMarks],
        )
        self._jinja.channel = channel
        self._jinja.filters.update(self._filters())
        self._jinja.globals.update(tools, phrase=self._say, has_phrase=self.has)
        with suppress(jinja2.TemplateNotFound):
            macros = vars(self._jinja.get_template("macros.j2").module)
            self._jinja.globals.update({name: macro for name, macro in macros.items() if name[0] != "_"})

    def has(self, group: str, key: str) -> bool:
        """Whether there is such a phrase, be it an empty one."""
        return f"{group}/{key}" in self._phrases

    def raw(self, group: str, key: str) -> str:
        """A phrase as its file has it; `MissingPhrase` if no file has it."""
        try:
            return self._phrases[f"{group}/{key}"]
        except KeyError:
            places = ", ".join(map(str, self.folders))
            raise MissingPhrase(f"no phrase {group}: {key} in phrases.{self.language}.yaml of {places}") from None

    def phrase(self, group: str, key: str, args: Mapping[str, Any] | None = None) -> str:
        """A phrase filled in with *args*, on one line, as a terminal or a subject shows it."""
        return tree.plain(self.say(group, key, args))

    def knowing(self, view: Any, me: str) -> "Words":
        """The same words for a reader in the seat *me*, for whom problems and remedies may name what is in *view*."""
        words = copy.copy(self)
        words.known = {"view": view, "me": me}
        return words

    def say(self, group: str, key: str, args: Mapping[str, Any] | None = None) -> str:
        """A phrase filled in with *args*, on one line, with its marks: for a part of a letter."""
        return " ".join(self.lines(group, key, args))

    def lines(self, group: str, key: str, args: Mapping[str, Any] | None = None) -> list[str]:
        """The same by lines: one, unless the file breaks the phrase (a YAML block after `|`)."""
        fixed = self.fixed(group, key)
        if fixed is not None:
            return [*fixed]
        known = self.known if group in _ABOUT_ORDERS else {}
        try:
            text = self._jinja.get_template(f"{group}/{key}").render({**known, **(args or {})})
        except (jinja2.UndefinedError, jinja2.TemplateSyntaxError, TypeError) as wrong:
            raise BadPhrase(f"phrase {group}: {key}: {wrong}") from wrong
        return _lines_in(text)

    def fixed(self, group: str, key: str) -> Sequence[str] | None:
        """The lines of a phrase in which nothing is to be filled in; None of any other."""
        return _fixed_lines(self.spoken(self.raw(group, key)))

    def render(self, template: str, context: LetterContext) -> str:
        """A template of a letter, a receipt or a reply, which sees *context* and nothing else of the game.

        What it gives has marks, for `content.parse`.
        """
        return self._jinja.get_template(template).render(context.names())

    def fill(self, template: str, **texts: Plain) -> str:
        """A template without any state of the game, filled in with *texts*, with its marks."""
        return self._jinja.get_template(template).render(texts)

    def has_template(self, name: str) -> bool:
        """Whether there is such a template."""
        return any((place / name).is_file() for one in self.folders for place in (one / self.language, one))

    def keys(self, group: str) -> Iterator[str]:
        """The keys of the phrases of a group."""
        return (key.partition("/")[2] for key in self._phrases if key.startswith(f"{group}/"))

    def group(self, group: str) -> Mapping[str, str]:
        """The phrases of a group as their files have them, by key."""
        return {key: self.raw(group, key) for key in self.keys(group)}

    def broken(self) -> list[str]:
        """Syntax errors in any phrase or template, before they are needed."""
        faults: list[str] = []
        for name in (*self._phrases, *self._files.list_templates()):
            if name not in self._phrases and not name.endswith(".j2"):
                continue
            try:
                self._jinja.get_template(name)
            except jinja2.TemplateSyntaxError as wrong:
                faults.append(f"{name}: {wrong}")
        return faults

    def _say(self, group: str, key: str, args: Mapping[str, Any] | None = None, **more: Any) -> str:
        return self.say(group, key, {**(args or {}), **more})

    def _source(self, name: str) -> tuple[str, str, Callable[[], bool] | None]:
        if name in self._phrases:
            return self.spoken(self._phrases[name]), f"phrases.{self.language}.yaml, {name}", None
        source, place, changed = self._files.get_source(self._jinja, name)
        return self.spoken(source), place, changed

    def spoken(self, written: str) -> str:
        """What an author has *written*, as the channel says it: never what players have written."""
        if not self._instead:
            return written
        return _any_of(tuple(self._instead)).sub(lambda found: self._instead[re.sub(r"\s+", " ", found[0])], written)

    def _filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "name": _late(self._name),
            "names": _late(lambda ids, kind: [self._name(one, kind) for one in ids]),
            "path": _late(lambda ids, kind: " > ".join(self._name(one, kind) for one in ids)),
            "listed": _late(self.listed),
            "plural": _plural,
            "counted": _late(self._counted),
            "ordinal": _late(lambda number: self.phrase("labels", "ordinal", {"n": number})),
            "moment": _late(self._moment),
            "wrapped": plain.wrapped,
            "inline": plain.inline,
            "quoted": plain.quoted,
            "said": plain.said,
            "heading": heading,
            "column": plain.column,
            "tag": tag,
        }

    def _name(self, identifier: str | None, kind: str) -> str:
        return "" if identifier is None else tree.plain(self.lexicon.name(kind, identifier))

    def listed(self, items: Iterable[object], conjunction: str = "") -> str:
        """*items* as one phrase, the *conjunction*, or “and”, before the last."""
        texts = [str(item) for item in items]
        if not texts:
            return self.phrase("labels", "nothing")
        word = conjunction or self.phrase("labels", "and")
        return f"{', '.join(texts[:-1])} {word} {texts[-1]}" if texts[1:] else texts[0]

    def _counted(self, number: int, one: str, many: str = "") -> str:
        return f"{number or self.phrase('labels', 'no')} {_plural(number, one, many)}"

    def moment(self, time: datetime, zone: str = "UTC") -> str:
        """*time* in words, in a time zone."""
        return self._moment(time, zone)

    def brief_moment(self, time: datetime, zone: str = "UTC") -> str:
        """*time* in a few characters, for a subject: `Sun 24 May 20:00`."""
        return self._moment(time, zone, "brief-moment")

    def _moment(self, time: datetime, zone: str = "UTC", phrase: str = "moment") -> str:
        there = time.astimezone(UTC if zone == "UTC" else ZoneInfo(zone))
        names = {
            "weekday": self.phrase("labels", f"weekday-{there.isoweekday()}"),
            "month": self.phrase("labels", f"month-{there.month}"),
            "clock": f"{there:%H:%M}",
        }
        return self.phrase("labels", phrase, {**names, "time": there, "zone": zone})


def _lines_in(text: str) -> list[str]:
    return [tree.one_stop(plain.one_line(line)) for line in text.split("\n") if line.strip()]


@lru_cache(maxsize=4096)
def _fixed_lines(raw: str) -> tuple[str, ...] | None:
    return None if "{" in raw else tuple(_lines_in(tree.marked(raw)))


def heading(text: str, level: int = 2) -> str:
    """*text* as a heading."""
    return f"{tree.HEADING * level} {text}"


def tag(thing: msgspec.Struct | type[msgspec.Struct]) -> str:
    """The word for a thing's type in logs, phrase files and the names of templates."""
    return str(thing.__struct_config__.tag)


def words_of(ruleset: Ruleset, lexicon: Lexicon, channel: str = "") -> Words:
    """The `Words` of a game for the readers of *lexicon* by a *channel*: made once, as long as no file changes.

    Raises `MissingTemplate` if the game lacks one that it will need.
    """
    changes = changes_in((*ruleset.words, base_folder()))
    _complete(ruleset.name, ruleset.words, ruleset.orders, changes)
    return _kept_words(ruleset.words, lexicon, tuple(ruleset.tools.items()), channel, changes)


@lru_cache(maxsize=16)
def _complete(name: str, folders: tuple[Path, ...], orders: Any, _changes: WordFiles) -> None:
    template_files.check_folders(name, folders, orders)


@lru_cache(maxsize=16)
def _kept_words(
    folders: tuple[Path, ...],
    lexicon: Lexicon,
    tools: tuple[tuple[str, Callable[..., Any]], ...],
    channel: str,
    _changes: WordFiles,
) -> Words:
    return Words(folders, lexicon, tools=dict(tools), channel=channel)


def missing(words: Words, wanted: Mapping[str, Iterable[str]]) -> list[str]:
    """The phrases among *wanted* (groups with their keys) that no file has, as `group: key`."""
    return [f"{group}: {key}" for group, keys in wanted.items() for key in keys if not words.has(group, key)]


def check_phrases(ruleset: Ruleset) -> None:
    """Raise `MissingPhrase`, which names each, if an event or an order has none.

    Of problems this cannot be known: a rule names their codes only when it refuses.
    """
    words = words_of(ruleset, NO_NAMES)
    wanted = {"events": ruleset.events, "decisions": ruleset.orders}
    tags = {group: [tag(get_origin(one) or one) for one in get_args(of) or (of,)] for group, of in wanted.items()}
    if lacking := missing(words, tags):
        folders = ", ".join(map(str, ruleset.words))
        raise MissingPhrase(
            f"the rules {ruleset.name} are incomplete: phrases.{words.language}.yaml of {folders} lacks "
            f"{', '.join(lacking)}"
        )


def _plural(number: int, one: str, many: str = "") -> str:
    return one if number == 1 else many or f"{one}s"


def _late(words_of: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that depends on its `Words`.

    It asks for the context because Jinja would otherwise run it on constants while compiling,
    and what is compiled is shared by all `Words`.
    """

    @jinja2.pass_context
    def run(_context: jinja2.runtime.Context, *args: Any, **more: Any) -> Any:
        return words_of(*args, **more)

    return run


class _TemplateMarks(jinja2.ext.Extension):
    """Marks the literal text of every template and phrase while it is compiled, and nothing that is put into it."""

    version = "1"
    """Changes with what is marked, for templates that were compiled before."""

    def filter_stream(self, stream: jinja2.lexer.TokenStream) -> Iterator[jinja2.lexer.Token]:
        for token in stream:
            yield (
                jinja2.lexer.Token(token.lineno, token.type, tree.marked(token.value))
                if token.type == "data"
                else token
            )


class _Context(jinja2.runtime.Context):
    """Calls a macro at once, as thousands are called for a letter, where Jinja asks of each callable what it wants."""

    def call(self, obj: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        if type(obj) is not jinja2.runtime.Macro:
            return super().call(obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return obj(self.eval_ctx, *args, **kwargs)


@lru_cache(maxsize=8)
def _any_of(said: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the longest of what is *said*, as whole words and also over the end of a line."""
    longest = (re.escape(one).replace(r"\ ", r"\s+") for one in sorted(said, key=len, reverse=True))
    return re.compile(rf"(?:(?<![\w-])|(?!\w))(?:{'|'.join(longest)})(?![\w-])")


class _Environment(jinja2.Environment):
    """Templates that all have the same globals: a plain dict, since each time one is filled in they are copied."""

    context_class = _Context
    channel = ""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class _Compiled(jinja2.BytecodeCache):
    """Compiled phrases and templates, kept for all of a process, and on disk if the host has a folder."""

    def __init__(self) -> None:
        self._codes: dict[str, Any] = {}

    def get_bucket(
        self, environment: jinja2.Environment, name: str, filename: str | None, source: str
    ) -> jinja2.bccache.Bucket:
        kind = "page" if environment.autoescape else "letter"  # compiled code escapes what its environment does
        kind += getattr(environment, "channel", "")
        return super().get_bucket(environment, f"{kind} {name}", filename, source)

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(f"{_TemplateMarks.version} {source}")

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        checksum, code = self._codes.get(bucket.key, (None, None))
        if checksum == bucket.checksum:
            bucket.code = code
        elif edition.templates:
            with suppress(OSError):
                jinja2.FileSystemBytecodeCache(str(edition.templates)).load_bytecode(bucket)
            if bucket.code:
                self._codes[bucket.key] = (bucket.checksum, bucket.code)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._codes[bucket.key] = (bucket.checksum, bucket.code)
        if edition.templates:
            with suppress(OSError):
                jinja2.FileSystemBytecodeCache(str(edition.templates)).dump_bytecode(bucket)


COMPILED = _Compiled()


class _Phrases(_Plain):  # type: ignore[misc]
    """A loader that reads every value as text and refuses a duplicate key."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        keys = [str(key.value) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise BadPhrase(f"the key {key} appears twice in one group")
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


def _phrase_files(files: tuple[Path, ...]) -> dict[str, str]:
    phrases: dict[str, str] = {}
    for file in reversed(files):
        if file.is_file():
            phrases.update(_phrase_file(file, file.stat().st_mtime_ns))
    return phrases


_AS_TEXTS = b"\n# every value is a text\n"
"""What follows a phrase file in the cache: the same file, read as other values, is another one."""


def _phrases_in(raw: bytes) -> Any:
    return yaml.load(raw, Loader=_Phrases)  # noqa: S506 a loader of plain text


@lru_cache(maxsize=64)
def _phrase_file(file: Path, _changed: int) -> dict[str, str]:
    try:
        groups = edition.parsed(file.read_bytes() + _AS_TEXTS, _phrases_in) or {}
    except (BadPhrase, yaml.YAMLError) as wrong:
        said = str(wrong).replace("<byte string>", file.name)  # the parser was given no name
        raise BadPhrase(f"{file}: {said}") from wrong
    flat: dict[str, str] = {}
    for group, entries in groups.items():
        for key, text in (entries or {}).items():
            if not isinstance(text, str):
                raise BadPhrase(f"{file}: {group}: {key} is not a text")
            flat[f"{group}/{key}"] = text
    return flat
