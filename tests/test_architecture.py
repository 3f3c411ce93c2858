"""The structure of the code: which package may import which, and how large folders and modules may be."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FLOORS = (
    "errors bounds",
    "engine",
    "drawing",
    "sheet",
    "report",
    "store",
    "settings",
    "forum",
    "referee",
    "referee.records",
    "playtest",
    "mail.mime",
    "mail.transport",
    "mail.extraction",
    "mail.message",
    "mail.outgoing",
    "mail.intake",
    "mail.deeds",
    "mail",
    "demo",
    "web",
    "club",
    "cli",
)
"""Packages of pbem/ from the ground up: each imports only from floors below its own, or from itself."""

MOST_FILES = 25
MOST_LINES = 650
PURE = (
    "pbem.engine",
    "pbem.sheet",
    "pbem.drawing",
    "pbem.mail.mime",
    "pbem.mail.extraction",
    "pbem_maria",
    "pbem_tnw",
)
TOPS = {"pbem", "pbem_maria", "pbem_tnw"}
EDGE = {"os", "socket", "subprocess", "tempfile", "shutil", "time", "asyncio", "random", "secrets"}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[1:] if parts[0] == "rules" else parts).removesuffix(".__init__")


PATHS = {name_of(path): path for top in ("pbem", "rules") for path in sorted((ROOT / top).rglob("*.py"))}


@cache
def trees() -> Mapping[str, ast.Module]:
    """All modules as trees, by their names."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in PATHS.items()}


@pytest.fixture(autouse=True, scope="module")
def _forgotten() -> Iterator[None]:
    """Trees fill much memory; the tests of other modules are better off without them."""
    yield
    trees.cache_clear()


def imports(name: str) -> Iterator[str]:
    """What module *name* imports anywhere in it, for type checkers too: modules of ours by their whole names."""
    for node in ast.walk(trees()[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}, line {node.lineno}: imports are absolute"
            module = node.module or ""
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                yield whole if whole in PATHS else module


@cache
def imported() -> Mapping[str, list[str]]:
    """What each module imports."""
    return {name: sorted(set(imports(name)) - {name}) for name in PATHS}


def none_of(offenders: Iterable[str]) -> None:
    """Fail with a line for each offender."""
    if found := sorted(offenders):
        pytest.fail("\n".join(found), pytrace=False)


def floor(name: str) -> int | None:
    """How high the package of *name* is; None for what belongs to none."""
    within = name.removeprefix("pbem.")
    fits = [
        (len(room), height)
        for height, rooms in enumerate(FLOORS)
        for room in rooms.split()
        if within == room or within.startswith(room + ".")
    ]
    return max(fits)[1] if fits else None


def room(name: str) -> str:
    return max(
        (r for rooms in FLOORS for r in rooms.split() if f"{name}.".startswith(f"pbem.{r}.")), key=len, default=""
    )


def test_imports_go_down() -> None:
    climbing = set()
    for name, others in imported().items():
        for other in others:
            here, there = floor(name), floor(other)
            if not name.startswith("pbem.") or not other.startswith("pbem.") or here is None or there is None:
                continue
            if there > here or (there == here and room(name) != room(other)):
                climbing.add(f"{name} imports {other}, which is not on a floor below")
    none_of(climbing)


def test_every_package_of_the_host_has_its_floor() -> None:
    packages = [name for name, path in PATHS.items() if name.startswith("pbem.") and path.name == "__init__.py"]
    none_of(f"{name} is on no floor" for name in packages if floor(name) is None)


def test_every_module_that_a_page_names_is_there() -> None:
    roots = (ROOT, ROOT / "pbem", *(path.parent for path in PATHS.values() if path.name == "__init__.py"))
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    texts = {page: page.read_text(encoding="utf-8") for page in pages if page.name != "CHANGELOG.md"}
    none_of(
        f"{page.relative_to(ROOT)} names {named}, which is not there"
        for page, text in texts.items()
        for named in re.findall(r"`([a-z_]+(?:/[a-z_]+)+\.py)`", text)
        if not any((root / named).exists() for root in roots)
    )


def test_the_page_on_architecture_names_every_package() -> None:
    parts = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")
    picture, prose = "\n".join(parts[1::2]), "".join(parts[::2])
    in_code = [*re.findall(r"^ +([a-z/]+)", picture, re.MULTILINE), *re.findall(r"`([^`]+)`", prose)]
    named = set(re.findall(r"[a-z_]+", " ".join(in_code)))
    packages = {path.parent.name for path in PATHS.values() if path.name == "__init__.py"} - TOPS
    none_of(f"docs/architecture.md does not name {package}" for package in packages - named)


def test_the_host_knows_no_game() -> None:
    none_of(
        f"{name} imports {other}"
        for name in imported()
        if name.startswith("pbem.")
        for other in imported()[name]
        if other.startswith("pbem_")
    )


def test_a_game_imports_the_engine_only() -> None:
    none_of(
        f"{name} imports {other}"
        for name in imported()
        if not name.startswith("pbem.") and name != "pbem"
        for other in imported()[name]
        if other.split(".")[0] == "pbem" and not other.startswith(("pbem.engine", "pbem.drawing"))
    )


def circles(graph: Mapping[str, list[str]]) -> set[frozenset[str]]:
    """The largest sets of modules of *graph* in which each is reached from each (Tarjan's components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: set[frozenset[str]] = set()

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for other in graph[name]:
            if other not in order:
                visit(other)
            if other in path:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            members = frozenset(path[path.index(name) :])
            del path[path.index(name) :]
            if len(members) > 1:
                found.add(members)

    for name in graph:
        if name not in order:
            visit(name)
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: [other for other in imported()[name] if other in PATHS] for name in PATHS}
    none_of(f"a circle: {', '.join(sorted(circle))}" for circle in circles(graph))
    assert circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) == {frozenset("abc")}


_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python before 3.11.5 forgets to go back when part of the group matched (CPython issue 106052)."""
    texts = [
        (name, node.value if isinstance(node.value, str) else node.value.decode("latin-1"))
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    ]
    none_of(f"{name}: {text}" for name, text in texts if _POSSESSIVE_GROUP.search(text))


def test_the_core_is_pure() -> None:
    none_of(
        f"{name} imports {other}"
        for name in imported()
        if any(f"{name}.".startswith(f"{pure}.") for pure in PURE)
        for other in imported()[name]
        if other.split(".")[0] in EDGE
    )


def test_what_is_done_to_a_game_knows_no_mail_and_no_screen() -> None:
    edge = {"click", "rich", "email", "smtplib", "imaplib", "aiosmtpd"}
    acts = [name for name in trees() if f"{name}.".startswith("pbem.referee.")]
    assert [(name, other) for name in acts for other in imported()[name] if other.split(".")[0] in edge] == []
    calls = [(name, node.func) for name in acts for node in ast.walk(trees()[name]) if isinstance(node, ast.Call)]
    assert [name for name, called in calls if isinstance(called, ast.Name) and called.id == "print"] == []


def test_what_is_due_asks_nothing_of_what_is_told() -> None:
    """Letters and the status say when answers are due; deadlines need neither of them."""
    told = {"pbem.referee.status", "pbem.referee.letter"}
    below = [name for name in imported() if name.startswith(("pbem.referee.deadlines.", "pbem.referee.need"))]
    needs = "pbem.referee.needs"
    none_of(f"{name} imports {other}" for name in below if name != needs for other in told & {*imported()[name]})


def test_modules_are_short() -> None:
    paths = [*PATHS.values(), *(ROOT / "tests").rglob("*.py")]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    none_of(f"{path} has {length} lines" for path, length in lengths.items() if length > MOST_LINES)


def test_folders_are_small() -> None:
    data = [path for top in ("templates", "scripts") for path in (ROOT / top).rglob("*") if path.is_file()]
    files = [*PATHS.values(), *(ROOT / "tests").rglob("*.py"), *data]
    counted = Counter(str(path.parent.relative_to(ROOT)) for path in files if path.name != "__init__.py")
    none_of(f"{folder} holds {count} files" for folder, count in counted.items() if count > MOST_FILES)


OF_THE_HOST = {"rulings", "standing"}
"""Modules beside the chapters of what the host has and a rulebook has not."""
_SECTIONS = r"\d+(\.\d+)?(-\d+(\.\d+)?)?"


def test_every_chapter_names_its_sections() -> None:
    chapters = [
        name
        for name in PATHS
        if re.fullmatch(r"pbem_(maria|tnw)\.chapters\.[a-z]+", name) and name.rpartition(".")[2] not in OF_THE_HOST
    ]
    assert chapters
    unnamed = [
        name
        for name in chapters
        if not re.search(rf"\({_SECTIONS}(, {_SECTIONS})*\)", ast.get_docstring(trees()[name]) or "")
    ]
    none_of(f"{name} does not name its sections in its docstring" for name in unnamed)


def test_rules_is_a_source_root_and_no_package() -> None:
    assert not (ROOT / "rules" / "__init__.py").exists()


def test_no_public_type_name_means_two_things() -> None:
    made = defaultdict(list)
    for name, tree in trees().items():
        for node in tree.body if not name.endswith(".hatch_build") else ():
            for public in types_made(node):
                made[public].append(name)
    none_of(f"{public} is made in {' and in '.join(names)}" for public, names in made.items() if len(names) > 1)


def types_made(node: ast.stmt) -> list[str]:
    """The public classes and type aliases that *node*, a statement of a module, makes; type variables are private."""
    if isinstance(node, ast.ClassDef):
        names = [node.name]
    elif isinstance(node, ast.Assign):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
    else:
        names = []
    return [name for name in names if name[0].isupper() and len(name) > 1 and not name.isupper()]
