"""The demonstration: what becomes of its emails, the story that they lead to, and what each seat reads of it."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.demo.campaign import Campaign, CampaignAnswer
from pbem.mail.message.received import first_look, opened
from tests.cli.demo_tokens import HINT, stale

DEMO = Path(__file__).parents[3] / "games" / "demo-tnw"
SEATS = ("france", "emperors", "britain")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("demo") / "game"
    result = CliRunner().invoke(main, ["demo", "tnw", "--keep", str(folder)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return folder, result.output


def said(shown: str) -> str:
    """What was shown, in one line."""
    return " ".join(re.sub(r"[│╭╮╰╯─═]", " ", shown).split())


def test_the_tokens_of_the_sample_mails_fit(tmp_path: Path) -> None:
    wrong = [str(sample.path.relative_to(DEMO)) for sample, _ in stale(Campaign(DEMO, tmp_path / "game"))]
    assert not wrong, f"{wrong}: {HINT}"


def test_the_sample_mails_come_in_the_ways_mail_programs_write_them() -> None:
    raw = [path.read_bytes() for path in DEMO.rglob("*.eml")]
    everything = b"\n".join(raw)
    for way in (b"base64", b"quoted-printable", b"8bit", b"iso-8859-1", b'filename="france.yaml"', b"\n> --- #"):
        assert way in everything
    for way in (b"Subject: AW: ", b"=?utf-8?Q?R=C3=A9=3A?="):
        assert way in everything
    assert {first_look(opened(mail))[0] for mail in raw} == {"orders", "command"}


def test_what_becomes_of_each_mail(tmp_path: Path) -> None:
    campaign = Campaign(DEMO, tmp_path / "game")
    campaign.begin()
    events = [event for part in campaign.script.rounds for event in campaign.play_round(part)]
    verdicts = [event.handled.verdict for event in events if isinstance(event, CampaignAnswer)]
    assert [(one.seat, one.state) for one in verdicts if one.state != "accepted"] == [("france", "refused")]
    (refused,) = (one for one in verdicts if one.state == "refused")
    assert refused.problems == ("card-not-held", "too-few-units", "read-as", "passes-with-cards")
    assert len(verdicts) == 10


def test_it_tells_a_battle_a_response_card_and_a_siege(kept: tuple[Path, str]) -> None:
    shown = said(kept[1])
    for part in (
        "Britain answers with Dysentery.",
        "Battle of Ulm: Napoleon with ",
        "Charles with 6 units of Austria assaults Mantua",
        "Mantua falls.",
        "The Flag of Austria is placed in Mantua.",
    ):
        assert part in shown
    dice = r"Napoleon 1\d dice: (?:\d ){9,}\d: \w+ killed, \w+ disrupted"
    assert re.search(dice, shown)


def test_the_refusal_names_all_that_is_wrong_and_what_would_be_right(kept: tuple[Path, str]) -> None:
    shown = said(kept[1])
    refused = shown[shown.index("SHEET REFUSED: 2 LINES TO CORRECT") :]
    for part in (
        "France does not hold Conscripts",
        "units in Strasbourg, not 9",
        "“Nuremburg” was read as “Nuremberg”",
    ):
        assert part in refused[: refused.index("SHEET ACCEPTED")]


def test_no_letter_tells_what_another_seat_holds(kept: tuple[Path, str]) -> None:
    folder, _ = kept
    letters = {seat: (folder / "letters/0004" / f"{seat}.txt").read_text(encoding="utf-8") for seat in SEATS}
    public = " ".join((folder / "letters/0004/public.txt").read_text(encoding="utf-8").split())
    for seat, title in (
        ("france", "A Cabinet Falls"),
        ("emperors", "Rocket Troop"),
        ("britain", "The Continental System"),
    ):
        assert [one for one in SEATS if title in " ".join(letters[one].split())] == [seat]
        assert title not in public


def test_the_game_without_a_name_is_another() -> None:
    result = CliRunner().invoke(main, ["demo"], catch_exceptions=False)
    assert "vienna-1741: Maria, played by email" in result.output
