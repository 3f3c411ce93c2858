"""What the fields of the page take: as the one table of fields says it, in a browser and on the server alike."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.deeds.fields import FIELDS
from pbem.mail.moderating.deeds import DEEDS
from tests.campaign.moderator.world import ModeratedWorld
from tests.web.moderator.visiting import Visitor, text_of, visiting

TEXTS = ("text", "sheet", "ruling")
_CONTROL = re.compile(r'<(?:input|textarea|select)\b[^>]* name="([a-z]+)"[^>]*>')


@pytest.fixture
def world(tmp_path: Path) -> ModeratedWorld:
    one = ModeratedWorld(tmp_path / "games" / "toy-1")
    one.turn()
    return one


@pytest.fixture
def visitor(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    with visiting(monkeypatch, world) as found:
        yield found


def controls(page: str) -> dict[str, str]:
    """The fields of the form that asks, by their names."""
    form = page.partition('class="fields"')[2].partition("</form>")[0]
    return {one[1]: one[0] for one in _CONTROL.finditer(form) if 'type="hidden"' not in one[0]}


def written(page: str, field: str) -> str:
    """What is in a field of several lines."""
    found = re.search(rf'<textarea[^>]* name="{field}"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    assert found
    return html.unescape(found[1])


@pytest.mark.parametrize("name", DEEDS)
def test_a_browser_is_told_what_each_field_takes(visitor: Visitor, world: ModeratedWorld, name: str) -> None:
    deed = DEEDS[name]
    found = controls(visitor.get(f"/m/{world.folder.name}/ask?do={name}").text)
    assert set(found) == {*deed.needs, *deed.may}
    for field in (*deed.needs, *deed.may):
        form, control = FIELDS[field], found[field]
        assert (" required" in control) == (field in deed.needs), control
        if not control.startswith("<input"):
            continue
        written = re.search(r' pattern="([^"]*)"', control)
        assert (html.unescape(written[1]) if written else "") == form.pattern
        assert (f' maxlength="{form.most}"' in control) == (form.kind in ("line", "number", "address")), control
        assert (" min=" in control) == form.ahead, control


@pytest.mark.parametrize(("deed", "field"), [("announce", "text"), ("submit", "sheet"), ("rule", "ruling")])
def test_a_text_that_is_too_long_is_refused_with_words_and_nothing_of_it_is_lost(
    visitor: Visitor, world: ModeratedWorld, deed: str, field: str
) -> None:
    text = f"bid: 1\n# <{'x' * 20_000}> the end"
    got = visitor.ask(world.folder.name, deed, **{"seat": "ann", "reason": "why", field: text})
    assert "characters are more than the 20000 that are possible. Nothing was cut or done" in text_of(got)
    assert written(got.text, field) == text
    assert 'class="decide"' not in got.text, "nothing can be done with it"


def test_a_text_of_as_many_characters_as_it_may_have_is_taken_whole(visitor: Visitor, world: ModeratedWorld) -> None:
    text = f"bid: 1\n# {'x' * 19_987} end"
    got = visitor.ask(world.folder.name, "submit", seat="ann", sheet=text)
    assert "characters are more" not in text_of(got)
    assert written(got.text, "sheet") == text
