"""The game.yaml that the pages for moderators show is read as it says."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from pbem.settings.game import GameSettings, read_settings
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.pages import told

PAGE = told("moderators")
_SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n)*)", re.MULTILINE)
_SHOWN = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
_CHOICE = re.compile(r"^( *[\w ]+: )[^#{\n]*#(.*)$", re.MULTILINE)
_OTHER = re.compile(r"\bor:? (?!leave\b)([\w ]+?)(?= \(|[,;:]|$)")


def shown() -> list[str]:
    """What the pages show of a game.yaml; a whole one and the sheets of rulings are left out."""
    others = (text for name, text in _SECTION.findall(PAGE) if name not in ("Set up a game", "Rulings"))
    return [block for text in others for block in _SHOWN.findall(text)]


def named() -> list[str]:
    """The settings that stand in a line of the page with a value."""
    keys = {field.encode_name for field in msgspec.structs.fields(GameSettings)}
    texts = re.findall(r"`([a-z ]+): ([^`\n]+)`", re.sub(r"\n(?!\n)", " ", PAGE))
    return [f"{key}: {value}" for key, value in texts if key.replace(" ", "_") in keys or key in keys]


def chosen(block: str) -> Iterator[str]:
    """A block, and the same with each other value that a comment names."""
    yield block
    for line in _CHOICE.finditer(block):
        for other in _OTHER.findall(line[2]):
            yield f"{block[: line.start()]}{line[1]}{other}{block[line.end() :]}"


def joined(base: Any, block: Any) -> Any:
    """*base* with what *block* says instead; seats are replaced one by one."""
    return {**base, **block, "seats": {**base["seats"], **block.get("seats", {})}}


EVERY = [each for block in shown() for each in chosen(block)] + named()


def test_the_page_shows_values_and_their_alternatives() -> None:
    assert len(shown()) >= 14
    assert len(EVERY) >= len(shown()) + 10


@pytest.mark.parametrize("block", EVERY)
def test_what_is_shown_is_read(tmp_path: Path, block: str) -> None:
    base, part = (yaml.load(text, yaml.BaseLoader) for text in (game_yaml("vienna"), block))
    path = tmp_path / "game.yaml"
    path.write_text(yaml.safe_dump(joined(base, part), allow_unicode=True), encoding="utf-8")
    read_settings(path, MARIA)
