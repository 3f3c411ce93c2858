"""Times in what a player is sent: on the player's own clock, and the deadline on the game's beside it."""

from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange
from pbem.mail.mime.text import unflowed
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.status import status
from pbem.settings.game import BadSettings
from pbem.store import files
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, drop, mail, opened, subject

ABROAD = GAME_YAML.replace("OUT", "{folder: out}").replace("player: Ben,", "zone: America/New_York, player: Ben,")
AUTUMN = datetime(2026, 10, 26, 6, tzinfo=UTC)
"""Europe has set its clocks back, America not yet: between them are five hours, and six from 1 November on."""


def begun(folder: Path, at: datetime) -> Clock:
    create(folder, ABROAD, RULESETS, SEED)
    clock = Clock(at)
    turn(folder, clock)
    return clock


def turn(folder: Path, clock: Clock) -> None:
    with opening.held(folder, RULESETS) as game:
        exchange(game, clock)


def newest(folder: Path, seat: str) -> tuple[str, str]:
    """The subject and the text of the newest email to *seat*."""
    raws = [path.read_bytes() for path in (folder / "out").glob("*.eml")]
    mails = [message_from_bytes(raw, policy=policy.default) for raw in raws]
    own = [one for one in mails if f"{seat}@" in one["To"]]
    found = max(own, key=lambda one: (one["Date"].datetime, one["Subject"].startswith("Re:")))
    body = found.get_body(preferencelist=("plain",))
    assert body is not None
    return found["Subject"], unflowed(body.get_content().replace("\r\n", "\n"))


def test_a_letter_gives_the_deadline_in_the_zone_of_its_reader_and_of_the_game(tmp_path: Path) -> None:
    begun(tmp_path / "game", AUTUMN)
    about, text = newest(tmp_path / "game", "ben")
    assert "by Wed 28 Oct 15:00 {" in about
    assert "By Wednesday 28 October 2026, 15:00 (America/New_York)\n" in text
    assert "= Wednesday 28 October 2026, 20:00 (Europe/Berlin)\n" in text
    about, text = newest(tmp_path / "game", "ann")
    assert "by Wed 28 Oct 20:00 {" in about
    assert "By Wednesday 28 October 2026, 20:00 (Europe/Berlin)\n" in text
    assert "UTC" not in text
    assert "New_York" not in text


@pytest.mark.parametrize(
    ("at", "there"),
    [
        (datetime(2026, 10, 30, 6, tzinfo=UTC), "Sunday 1 November 2026, 14:00"),
        (datetime(2026, 3, 12, 6, tzinfo=UTC), "Sunday 15 March 2026, 15:00"),
        (datetime(2026, 3, 26, 6, tzinfo=UTC), "Sunday 29 March 2026, 14:00"),
    ],
)
def test_clocks_that_are_set_on_other_days_show_the_right_time(tmp_path: Path, at: datetime, there: str) -> None:
    begun(tmp_path / "game", at)
    assert f"By {there} (America/New_York)\n" in newest(tmp_path / "game", "ben")[1]


def test_receipts_and_replies_give_every_time_in_the_players_zone(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    clock = begun(folder, AUTUMN)
    clock.wind(hours=1)
    for number, text in enumerate(("bid: 1\n", "bid: 2\n", "bid: many\n", "status\n")):
        clock.wind(minutes=1)
        drop(folder, f"{number}.eml", mail("ben@example.org", f"Re: {subject(folder, 'ben')}", text), clock.at)
        turn(folder, clock)
        about, answer = newest(folder, "ben")
        assert "28 Oct 15:00 {" in about
        assert "Wednesday 28 October 2026, 15:00 (America/New_York)" in answer
        if number:
            assert "Monday 26 October 2026, 03:0" in answer, "when the sheet came that counts"
    assert "UTC" not in answer


def test_without_a_zone_of_the_game_the_one_beside_it_is_utc(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    create(folder, ABROAD.replace("zone: Europe/Berlin, ", ""), RULESETS, SEED)
    turn(folder, Clock(AUTUMN))
    assert "= Wednesday 28 October 2026, 20:00 UTC\n" in newest(folder, "ben")[1]
    assert "By Wednesday 28 October 2026, 20:00 UTC\n" in newest(folder, "ann")[1]


@pytest.mark.parametrize(
    "name",
    [
        *("America/New York", "localtime", "posixrules", "Factory", "right/Europe/Vienna", "posix/UTC", "Europe"),
        *("leapseconds", "tzdata.zi", "zone.tab", "../UTC", "europe/vienna", "/UTC"),
    ],
)
def test_what_is_no_zone_everywhere_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "game"
    create(folder, ABROAD, RULESETS, SEED)
    files.write_text(folder / "game.yaml", ABROAD.replace("America/New_York", name))
    with pytest.raises(BadSettings) as wrong:
        opened(folder)
    (fault,) = wrong.value.faults
    assert (fault.problem.code, fault.problem.path) == ("not-a-zone", ("seats", "ben", "zone"))
    assert fault.place.line == ABROAD[: ABROAD.index("  ben:")].count("\n") + 1


def test_the_moderators_status_is_in_the_zone_of_the_game(tmp_path: Path) -> None:
    clock = begun(tmp_path / "game", AUTUMN)
    assert status(opened(tmp_path / "game"), clock).zone == "Europe/Berlin"


def test_the_zone_of_a_seat_may_be_changed_at_any_time(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    clock = begun(folder, AUTUMN)
    files.write_text(folder / "game.yaml", ABROAD.replace("America/New_York", "Asia/Tokyo"))
    drop(folder, "1.eml", mail("ben@example.org", subject(folder, "ben"), "status\n"), clock.at)
    turn(folder, clock)
    assert "Thursday 29 October 2026, 04:00 (Asia/Tokyo)" in newest(folder, "ben")[1]


def zone_names(game: Game) -> list[str]:
    return [game.settings.zone_of(seat).name for seat in ("ann", "ben", "")]


def test_a_seat_without_a_zone_and_the_public_have_the_games(tmp_path: Path) -> None:
    assert zone_names(create(tmp_path / "game", ABROAD, RULESETS, SEED)) == [
        "Europe/Berlin",
        "America/New_York",
        "Europe/Berlin",
    ]
