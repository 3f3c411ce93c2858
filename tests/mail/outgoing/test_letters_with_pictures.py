"""Pictures that go with letters: which, how large, drawn how often, and what happens if one cannot be made."""

from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.picture import Drawing, Drawn, Picture
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening, pictures
from pbem.referee.letter import letter_path
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.status import status
from pbem.report import pictures as report_pictures
from tests.toy.game import GAME_YAML, SEED, Clock
from tests.toy.ruleset import TOY

NAMES = ("moves", "near", "far")
SHADES = {"moves": "#f00000", "near": "#00f000", "far": "#0000f0"}


def chosen(_view: Any, seat: str, _seen: Sequence[Any], _asked: Sequence[Any]) -> tuple[Picture, ...]:
    return tuple(Picture(name=name, kind="map", of=seat, beside="story") for name in NAMES)


def draw(_view: Any, seat: str, picture: Picture, _measure: Any) -> Drawn:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><desc>{seat}</desc>'
        f'<rect width="80" height="60" fill="{SHADES[picture.name]}"/></svg>'
    )
    return Drawn(svg=svg, width=80, height=60, title=picture.name, alt=f'The "{picture.name}" <of {seat}>.')


def ruleset(**more: Any) -> dict[str, Any]:
    drawing = Drawing(pictures=chosen, named=lambda *_: Picture(name="moves", kind="map"), words={}, draw=draw)
    return {"toy": msgspec.structs.replace(TOY, drawing=msgspec.structs.replace(drawing, **more))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "game"


def lettered(folder: Path, *, settings: str = "", **more: Any) -> None:
    """A game whose first letters were written."""
    rules = ruleset(**more)
    create(folder, GAME_YAML.replace("OUT", "{folder: out}") + settings, rules, SEED)
    with opening.held(folder, rules) as game:
        play_on(game, Clock())
        make_letters(game)


def again(folder: Path, **more: Any) -> None:
    """Write the letters that are not there, as after a kill."""
    with opening.held(folder, ruleset(**more)) as game:
        make_letters(game)


def sent(folder: Path, seat: str) -> tuple[list[str], str]:
    """The names of the pictures in the first letter to a seat, and its HTML."""
    raw = opening.look(folder, ruleset()).outbox.read(f"round-0001-{seat}")[1]
    mail = message_from_bytes(raw, policy=policy.default)
    parts = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    (page,) = (part for part in mail.walk() if part.get_content_type() == "text/html")
    assert isinstance(page, EmailMessage)
    return [str(part.get_filename()) for part in parts], page.get_content()


def shortfall(folder: Path) -> dict[str, str]:
    return {str(lacking): why for lacking, why in status(opening.look(folder, ruleset()), Clock()).shortfall.items()}


def test_a_letter_has_its_pictures_in_the_mail_and_in_a_page_beside_its_text(folder: Path) -> None:
    lettered(folder)
    names, html = sent(folder, "ann")
    assert names == ["moves.png", "near.png", "far.png"]
    assert html.count("<img") == 3
    page = (folder / "letters" / "0001" / "ann.html").read_text("utf-8")
    assert page.count('src="../../pictures/') == 3
    assert page.count('alt="The &quot;moves&quot; &lt;of ann&gt;."') == 1
    assert len(list((folder / "pictures").glob("*.png"))) == 9, "each seat has its own"
    text = (folder / "letters" / "0001" / "ann.txt").read_text("utf-8")
    assert "moves" not in text
    assert shortfall(folder) == {}


@pytest.mark.parametrize(
    ("settings", "ann", "ben"),
    [
        ("", 3, 3),
        ("pictures: none\n", 0, 0),
        ("pictures: fewer\n", 2, 2),
    ],
)
def test_game_yaml_says_how_many(folder: Path, settings: str, ann: int, ben: int) -> None:
    lettered(folder, settings=settings)
    assert (len(sent(folder, "ann")[0]), len(sent(folder, "ben")[0])) == (ann, ben)
    assert (folder / "pictures").exists() == bool(ann)


def test_a_seat_may_want_others_than_the_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = GAME_YAML.replace("{player: Ben,", "{pictures: all, player: Ben,")
    monkeypatch.setattr("tests.mail.outgoing.test_letters_with_pictures.GAME_YAML", own)
    lettered(folder, settings="pictures: none\n")
    assert (len(sent(folder, "ann")[0]), len(sent(folder, "ben")[0])) == (0, 3)


@pytest.mark.parametrize(("more", "letters"), [("bot: yes", 0), ("bot: yes, pictures: fewer", 2), ("bot: no", 3)])
def test_nothing_is_drawn_for_a_bot_whose_letters_no_one_gets(
    folder: Path, monkeypatch: pytest.MonkeyPatch, more: str, letters: int
) -> None:
    own = GAME_YAML.replace(", address: ben@example.org", f", {more}")
    monkeypatch.setattr("tests.mail.outgoing.test_letters_with_pictures.GAME_YAML", own)
    lettered(folder)
    assert (folder / "letters" / "0001" / "ben.html").read_text("utf-8").count("<img") == letters


def test_a_bot_whose_letters_someone_gets_has_pictures(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = GAME_YAML.replace("{player: Ben,", "{bot: yes, player: Ben,")
    monkeypatch.setattr("tests.mail.outgoing.test_letters_with_pictures.GAME_YAML", own)
    lettered(folder)
    assert len(sent(folder, "ben")[0]) == 3


def test_a_picture_that_shows_the_same_is_not_made_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lettered(folder)
    with opening.held(folder, ruleset()) as game:
        monkeypatch.setattr(report_pictures, "png", pytest.fail)
        view = game.view("ann")
        (found,) = pictures.made(game, view, "ann", chosen(view, "ann", (), ())[:1])
    assert found.png.startswith(b"\x89PNG")


def test_a_picture_of_the_same_view_is_not_drawn_again(folder: Path) -> None:
    lettered(folder)
    with opening.held(folder, ruleset(draw=pytest.fail)) as game:
        view = game.view("ann")
        (found,) = pictures.made(game, view, "ann", chosen(view, "ann", (), ())[:1])
    assert found.png.startswith(b"\x89PNG")
    assert (found.alt, found.width, found.height) == ('The "moves" <of ann>.', 80, 60)
    assert shortfall(folder) == {}


@pytest.mark.parametrize("what", ["gone", "damaged", "another seat's", "another version's"])
def test_a_picture_that_is_not_known_is_drawn_again(folder: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    lettered(folder)
    for path in (folder / "pictures").iterdir():
        if what == "gone" and path.suffix == ".png":
            path.unlink()
        if what == "damaged" and path.suffix == ".json":
            path.write_bytes(path.read_bytes()[:9])
    if what == "another version's":
        monkeypatch.setattr("pbem.referee.game.__version__", "99")
    drawn = []

    def drawing(*about: Any) -> Drawn:
        drawn.append(about)
        return draw(*about)

    with opening.held(folder, ruleset(draw=drawing)) as game:
        seat = "cat" if what == "another seat's" else "ann"
        (found,) = pictures.made(game, game.view("ann"), seat, chosen(None, "ann", (), ())[:1])
    assert found.png.startswith(b"\x89PNG")
    assert len(drawn) == 1


def broken(_view: Any, _seat: str, picture: Picture, _measure: Any) -> Drawn:
    raise OSError(f"no\ntypeface for {picture.name}")


def test_a_picture_that_cannot_be_made_never_keeps_a_letter_from_going(folder: Path) -> None:
    lettered(folder, draw=broken)
    assert sent(folder, "ann")[0] == []
    assert "<img" not in sent(folder, "ann")[1]
    assert "the picture near could not be made: no typeface for near" in shortfall(folder)["pictures"]
    assert len(list((folder / "letters" / "0001").glob("*.txt"))) == 4


def test_pictures_that_cannot_even_be_chosen_are_left_out(folder: Path) -> None:
    def fails(*_: object) -> tuple[Picture, ...]:
        raise KeyError("nowhere")

    lettered(folder, pictures=fails)
    assert sent(folder, "ann")[0] == []
    assert shortfall(folder) == {"pictures": "'nowhere'"}


def test_a_picture_that_is_too_large_is_left_out_and_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = {"moves": pictures.MOST_BYTES, "near": pictures.MOST_BYTES + 1, "far": 1}
    shades = {shade: name for name, shade in SHADES.items()}
    monkeypatch.setattr(report_pictures, "png", lambda shown, _: b"x" * size[shades[shown.svg.split('fill="')[1][:7]]])
    lettered(folder)
    assert sent(folder, "ann")[0] == ["moves.png", "far.png"]
    assert shortfall(folder)["pictures"] == "the picture near has 150001 bytes, and 150000 are the most"


def test_no_more_go_than_a_mail_can_hold(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_TOGETHER", 250)
    monkeypatch.setattr(report_pictures, "png", lambda *_: b"x" * 100)
    lettered(folder)
    assert sent(folder, "ann")[0] == ["moves.png", "near.png"]
    assert shortfall(folder) == {}


def test_killed_before_its_file_was_written_a_letter_is_the_same_mail_once(folder: Path) -> None:
    lettered(folder)
    game = opening.look(folder, ruleset())
    path = letter_path(game, game.log.pauses[0], "ann")
    mail = game.outbox.path("round-0001-ann", "queued")
    before = {each: each.read_bytes() for each in (path, path.with_suffix(".html"), mail)}
    for kept in ([path], [path, path.with_suffix(".html")], [path, mail]):
        for each in kept:
            each.unlink()
        again(folder)
        assert {each: each.read_bytes() for each in before} == before
        assert [one for one in opening.look(folder, ruleset()).outbox.idents() if one.endswith("ann")] == [
            "round-0001-ann"
        ]
    path.unlink()
    again(folder, draw=broken)
    assert mail.read_bytes() == before[mail], "what is queued already is not queued without its pictures"
