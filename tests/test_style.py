"""The words of docs/style.md that must not come back, in every text that people read."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
import pytest

from pbem.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[1]
MOST_COLUMNS = 120
MOST_WORDS = 28
"""In a sentence of a phrase."""
GAME_TEXTS = (
    *(f"docs/{page}.md" for page in ("rulings", "cases", "editions", "glossary")),
    *("docs/maria/", "docs/napoleonic-wars", "rules/", "templates/maria/", "templates/tnw/"),
    *("tests/maria/cases/", "tests/tnw/cases/", "games/"),
)
"""Where pieces stand in cities and roads join these, what is forbidden to texts of the host is the game's own word."""

NO_PROSE = {
    "CHANGELOG.md": "what a release said of itself stays as it was published",
    "languages.py": "what mail programs and people write, to be recognised",
    "courtesies.py": "what people write around orders, to be recognised",
    "remarks.py": "what people write of orders beside them, to be recognised",
    "doubts.py": "what people write of conditions, to be recognised",
    "pbem_maria/data/editions/demo/map.yaml": "games know their edition by a digest of its text",
    "pbem_maria/data/editions/historical/map.yaml": "games know their edition by a digest of its text",
}


class Text(NamedTuple):
    """What people read: where it is from, and what of it is prose."""

    name: str
    prose: str


class Forbidden(NamedTuple):
    pattern: re.Pattern[str]
    instead: str
    host_only: bool = False
    in_docstrings: bool = True
    allowed: tuple[str, ...] = ()
    """Quotations and other meanings in which the words are right, as they stand in the text."""


def words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


FORBIDDEN = {
    "mails": Forbidden(
        words(
            r"\bmails\b|\b(an?|each|every|one|another|this|raw|whose) mail\b"
            r"(?! (server|program|client|address|provider|filter|folder|system|list|transport)s?\b)"
        ),
        "one is an email, or a message in the outbox; mail is all of it",
        allowed=("mails/ the sample emails",),
    ),
    "answering mail": Forbidden(
        words(r"\banswer(s|ed|ing)? (to )?(this|that|your|the|its|an?|each) (\w+ )?(e?mail|letter|message)s?\b"),
        "reply to it; a decision is answered",
    ),
    "roads of mail": Forbidden(
        words(r"\broads?\b(?! map)"),
        "a transport; incoming or outgoing mail",
        host_only=True,
        allowed=("roads and fortresses", "No road joins", "Main and minor roads", "a road is taken"),
    ),
    "blanks": Forbidden(
        words(r"\bblanks?\b(?! (line|form|sheet)s?\b)|\btelephones?\b|\bsa(id|ys?|ying) back\b"),
        "spaces, empty; phone; repeated in words",
        allowed=("unwise: blank, invisible",),
    ),
    "he": Forbidden(
        words(r"\b(he|him|his|himself|(every|some|any|no)body)\b"), "you, they, the role; a piece is it; everyone"
    ),
    "archaic": Forbidden(
        words(r"\b(lest|wanting|struck|in earnest|for want of|mend(s|ed|ing)?|vouch\w*)\b|\bstrikes?\b(?! ?through)"),
        "missing, delete, real, for lack of, fix, confirm",
        allowed=("text-mended what, count",),
    ),
    "belief": Forbidden(
        words(r"\b(believed?|obeyed?|not at hand|puts? off|comes? back)\b|\bput (it |that |them )?right\b"),
        "trusted, carried out, missing, defers, bounces, fix",
        host_only=True,
    ),
    "standing about": Forbidden(
        words(r"\b(lies?|stands?) (in|at|there|here|behind|beside|below|under|above|between|alone|already|where)\b"),
        "is in, is on",
        host_only=True,
    ),
    "is no": Forbidden(
        words(r"(?<!there )\b(is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|one\b)\w"), "is not a"
    ),
    "the whole of": Forbidden(
        words(
            r"\bthe whole of\b|\bonce more\b|\bgood (one|sheet|mail)s?\b|\b(play|game) (goes|went|go) on\b"
            r"|\bplay on until\b"
        ),
        "all of it; again; a valid sheet; play continues",
    ),
    "perhaps?": Forbidden(words(r", perhaps\?|^\s*right: |\bin lines? \d"), "Did you mean ...?; Try: ...; on line 3"),
    "American": Forbidden(
        words(
            r"\b(?!(re)?siz|priz|seiz|capsiz)\w+iz(e|es|ed|ing|ations?)\b"
            r"|\b\w*(color|behavior|neighbor|honor|favor)\w*\b|\b(center|defense|canceled)\b"
        ),
        "UK spelling with -ise",
    ),
    "private words": Forbidden(
        words(
            r"\b(robot|stranger|remark|comeback|sighting)s?\b|\bin the clear\b|\bpremises\b|\bforced march"
            r"|\bhand(s|ed|ing)? in\b|\bput anew\b|\bmade anew\b"
        ),
        "automatic email, unknown sender, comment, return, known strength, unencrypted, force march, submit",
        in_docstrings=False,
        allowed=("elsewhere, robot, bounce",),
    ),
    "contractions": Forbidden(
        words(
            r"\b\w+n['’]t\b|\b(it|you|we|that|there)['’](s|re|ll|ve)\b|\b(sorry|oops|unfortunately)\b"
            r"|\d %(?!\})|\b\d{1,3}( \d{3})+\b"
        ),
        "written out; no apologies; 95%; 10,000,000",
    ),
}


def markdown(text: str) -> str:
    """The prose of a page: no code, no targets of links."""
    text = re.sub(r"^( *)```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"(?m)^ {4,}(?![-*0-9 ]).*$", "", text)
    text = re.sub(r"(`+)(?:(?!\1).)+?\1", "_", text, flags=re.DOTALL)
    return re.sub(r"\]\([^)]*\)", "]", text)


def jinja(text: str) -> str:
    """What a template writes by itself, each branch of a choice as a paragraph."""
    text = re.sub(r"\{%-? *(else|elif)\b.*?%\}", "\n\n", text, flags=re.DOTALL)
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", text, flags=re.DOTALL)
    return re.sub(r"`[^`\n]*`|\{\{.*?\}\}", "_", text, flags=re.DOTALL)


def nodes(source: str) -> Sequence[ast.AST]:
    return list(ast.walk(ast.parse(source)))


def messages(parts: Sequence[ast.AST]) -> Iterator[str]:
    """The string constants of a module, by its nodes, that hold a space and are not docstrings."""
    skipped: set[int] = set()
    for node in parts:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("re.", "late_pattern")):
            skipped.update(id(part) for part in ast.walk(node))
        elif isinstance(node, ast.JoinedStr) and id(node) not in skipped:
            skipped.update(id(part) for part in ast.walk(node))
            said = (part.value if isinstance(part, ast.Constant) else "_" for part in node.values)
            yield "".join(str(part) for part in said)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


def documentation(source: str, parts: Sequence[ast.AST]) -> Iterator[str]:
    """The docstrings and comments of a module, and what in its strings looks like a comment."""
    for node in parts:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
    yield from re.findall(r"(?m)#.*", source)


def phrases(path: Path) -> Iterator[Text]:
    for group, entries in msgspec.yaml.decode(path.read_bytes()).items():
        for key, phrase in entries.items():
            yield Text(f"{path.relative_to(ROOT)} {group} {key}", jinja(str(phrase)))


def helps() -> Iterator[Text]:
    """What `pbem --help` and the help of each command say."""

    def of(command: click.Command, name: str) -> Iterator[Text]:
        said = [command.help, *(getattr(parameter, "help", None) for parameter in command.params)]
        yield Text(f"help of {name}", jinja("\n\n".join(part for part in said if part)))
        if isinstance(command, click.Group) and command is not main:
            for sub in command.commands:
                yield from of(command.commands[sub], f"{name} {sub}")

    context = click.Context(main)
    yield from of(main, "pbem")
    yield Text("help of all commands", main.get_help(context))
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command
        yield from of(command, f"pbem {name}")


def pages() -> Sequence[Path]:
    folders = ("docs", "rules", "tests", "changelog.d")
    return sorted([*ROOT.glob("*.md"), *(page for folder in folders for page in (ROOT / folder).rglob("*.md"))])


def texts() -> Iterator[Text]:
    for page in pages():
        yield Text(str(page.relative_to(ROOT)), markdown(page.read_text(encoding="utf-8")))
    for template in sorted((ROOT / "templates").rglob("*.j2")):
        yield Text(str(template.relative_to(ROOT)), jinja(template.read_text(encoding="utf-8")))
    for path in sorted((ROOT / "templates").rglob("phrases.*.yaml")):
        yield from phrases(path)
    yield from helps()
    for script in sorted([*(ROOT / "scripts").iterdir(), ROOT / ".ci" / "run"]):
        if script.is_file():
            source = script.read_text(encoding="utf-8")
            said = re.findall(r"#.*|\"{3}[\s\S]*?\"{3}|echo \".*\"|help=\".*?\"|print\(.*\)", source)
            yield Text(str(script.relative_to(ROOT)), jinja("\n\n".join(said)))
    for data in sorted(
        path
        for top in ("rules", "games", "tests/maria/cases", "tests/tnw/cases")
        for path in (ROOT / top).rglob("*.yaml")
    ):
        said = re.findall(r"^\s*(?:#|about:|- about:)(.*)$", data.read_text(encoding="utf-8"), re.MULTILINE)
        yield Text(str(data.relative_to(ROOT)), "\n\n".join(said))
    for module in sorted([*(ROOT / "pbem").rglob("*.py"), *(ROOT / "rules").rglob("*.py")]):
        source = module.read_text(encoding="utf-8")
        parts = nodes(source)
        said = [text for text in messages(parts) if " " in text.strip()]
        name = str(module.relative_to(ROOT))
        yield Text(name, jinja("\n\n".join(said)))
        yield Text(f"docstrings of {name}", jinja("\n\n".join(documentation(source, parts))))


def paragraphs(prose: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)", prose):
        yield re.sub(r"\s+", " ", paragraph).strip()


def lapses(text: Text) -> Iterator[str]:
    """What a text says in words that must not come back, each with what to write instead."""
    for paragraph in paragraphs(text.prose):
        for name, rule in FORBIDDEN.items():
            if rule.host_only and text.name.removeprefix("docstrings of ").startswith(GAME_TEXTS):
                continue
            if not rule.in_docstrings and text.name.startswith("docstrings of "):
                continue
            said = paragraph
            for right in rule.allowed:
                said = said.replace(right, "")
            for found in rule.pattern.finditer(said):
                around = said[max(0, found.start() - 30) : found.end() + 30]
                yield f"{text.name}: {name}: ...{around}... (instead: {rule.instead})"


def too_long(text: Text) -> Iterator[str]:
    """The sentences of a phrase that no one reads in one go."""
    for paragraph in paragraphs(text.prose):
        for sentence in re.split(r"(?<=[.?!])\s+", paragraph):
            length = len(re.findall(r"[\w'’]+", sentence))
            if length > MOST_WORDS or re.search(r";[^;.?!]{3,160};", sentence):
                yield f"{text.name}: {length} words: {sentence}"


def test_no_text_uses_a_word_that_must_not_come_back() -> None:
    found = [lapse for text in texts() if not text.name.endswith(tuple(NO_PROSE)) for lapse in lapses(text)]
    assert not found, "\n".join(found)


def test_sentences_of_phrases_are_short() -> None:
    files = sorted((ROOT / "templates").rglob("phrases.*.yaml"))
    long = [lapse for path in files for text in phrases(path) for lapse in too_long(text)]
    assert not long, "\n".join(long)
    assert list(too_long(Text("x", "word " * 29))), "29 words are too many"
    assert list(too_long(Text("x", "One thing; another thing; a third thing.")))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mails", "Two mails came."),
        ("mails", "Every mail\nis kept."),
        ("answering mail", "Answer this mail with your sheet."),
        ("roads of mail", "A road brings mail in."),
        ("blanks", "Put two blanks before it."),
        ("he", "The moderator says what he thinks."),
        ("he", "Everybody is told."),
        ("archaic", "Strike the line."),
        ("archaic", "Play stops until answers are wanting."),
        ("belief", "The mail is not believed."),
        ("standing about", "The key stands in game.yaml."),
        ("is no", "Linz is no fortress."),
        ("the whole of", "The game goes on."),
        ("perhaps?", "Königgrätz, perhaps?"),
        ("perhaps?", "It is in line 3."),
        ("American", "The neighbors organize a defense."),
        ("contractions", "It isn't 95%."),
    ],
)
def test_each_pattern_finds_what_it_is_for(name: str, said: str) -> None:
    assert any(f": {name}:" in lapse for lapse in lapses(Text("docs/x.md", said)))


@pytest.mark.parametrize(
    "said",
    [
        "Your mail server keeps mail; an email is one of it.",
        "A blank form, a road map, strikethrough: there is no other.",
        "The others recommend it, resized and prized; it is no longer sized.",
        "As it stands, this stands for nothing.",
    ],
)
def test_other_meanings_are_left_alone(said: str) -> None:
    assert not list(lapses(Text("docs/x.md", said)))


def test_code_is_not_read_as_prose() -> None:
    page = "The `mails` of\n\n```\nhis mails\n```\n\n    pbem mail --everybody\n\n[link](roads.md)"
    assert not list(lapses(Text("docs/x.md", markdown(page))))
    assert not list(lapses(Text("templates/base/x.j2", jinja("{# his mails #}{{ mails }}{% if he %}{% endif %}"))))


def test_docstrings_and_comments_are_read_too() -> None:
    source = '"""His mails."""\nX = 1  # once more\n"""What X is."""\n'
    assert list(documentation(source, nodes(source))) == ["His mails.", "What X is.", "# once more"]


def test_words_of_docstrings_and_patterns_are_not_messages() -> None:
    patterns = 'A = re.compile("his mails")\nD = late_pattern("his mails")\n'
    source = f'"""His mails."""\nimport re\n{patterns}B = f"two {{A}} of one kind"\nC = "one of them"\n'
    assert set(messages(nodes(source))) == {"one of them", "two _ of one kind"}


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_of_documents_are_at_most_120_columns(page: Path) -> None:
    name = str(page.relative_to(ROOT))
    if name in NO_PROSE:
        pytest.skip(NO_PROSE[name])
    lines = page.read_text(encoding="utf-8").splitlines()
    wide = [
        f"{name}:{number}"
        for number, line in enumerate(lines, 1)
        if len(line) > MOST_COLUMNS and not line.lstrip().startswith("|") and " " in line.strip()
    ]
    assert not wide
