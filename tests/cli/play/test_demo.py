import json
import re
import shutil
from pathlib import Path

import msgspec
import pytest
import yaml
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.demo.campaign import Campaign, CampaignAnswer
from pbem.demo.script import Sample, read_script, samples
from pbem.engine.playtest import registered
from pbem.engine.ruleset import find
from pbem.mail.message.received import first_look, opened
from pbem_maria.playtest import PLAYTEST
from tests.cli.demo_tokens import DEMO, HINT, refresh, stale


def demo(*args: str) -> str:
    result = CliRunner().invoke(main, ["demo", *args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("demo") / "game"
    return folder, demo("--keep", str(folder))


@pytest.fixture(scope="module")
def shown(kept: tuple[Path, str]) -> str:
    return kept[1]


def test_the_readme_shows_what_the_demo_prints(shown: str) -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    lines = [re.sub(r"[│╭╮╰╯─]", "", line).strip() for line in shown.splitlines()]
    said = [
        line.strip()
        for sample in re.findall(r"^```\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)[:2]
        for line in sample.splitlines()
    ]
    assert "SHEET REFUSED: 2 LINES TO CORRECT" in said
    assert [line for line in said if line not in lines and line != "- ..."] == []


@pytest.mark.parametrize("source", sorted(DEMO.parent.glob("demo*")), ids=lambda path: path.name)
def test_a_demonstration_plays_on_an_edition_that_no_other_game_begins_with(source: Path) -> None:
    game = yaml.safe_load((source / "game.yaml").read_text(encoding="utf-8"))
    usual = msgspec.structs.asdict(find(game["rules"]).settings())["edition"]
    assert (game["settings"]["edition"], usual) == ("demo", "historical")


def test_the_tokens_of_the_sample_mails_fit(tmp_path: Path) -> None:
    wrong = [str(sample.path.relative_to(DEMO)) for sample, _ in stale(Campaign(DEMO, tmp_path / "game"))]
    assert not wrong, f"{wrong}: {HINT}"


def test_a_token_that_does_not_fit_is_put_right(tmp_path: Path) -> None:
    source = tmp_path / "demo"
    for path in DEMO.rglob("*.*"):
        (source / path.relative_to(DEMO)).parent.mkdir(parents=True, exist_ok=True)
        (source / path.relative_to(DEMO)).write_bytes(path.read_bytes())
    mail = source / "mails" / "4-austria" / "01-maria-theresa.eml"
    good = mail.read_bytes()
    (token,) = read_samples(source, "4-austria")[0].tokens
    mail.write_bytes(good.replace(token.encode(), b"aaaa-aaaa"))

    assert refresh(source) == [mail]
    assert mail.read_bytes() == good
    assert refresh(source) == []


def read_samples(source: Path, mails: str) -> list[Sample]:
    part = next(part for part in read_script(source).rounds if part.mails == mails)
    return samples(source, part)


def test_the_sample_mails_come_in_the_ways_mail_programs_write_them() -> None:
    raw = {path.name + path.parent.name[0]: path.read_bytes() for path in DEMO.rglob("*.eml")}
    everything = b"\n".join(raw.values())
    for way in (b"base64", b"quoted-printable", b"8bit", b"iso-8859-1", b'filename="france.yaml"', b"\n> --- #"):
        assert way in everything
    assert any(b"Content-Type" not in mail for mail in raw.values())
    looks = {name: first_look(opened(mail))[0] for name, mail in raw.items()}
    assert looks.pop("04-stranger.eml1") == "moderator"
    assert set(looks.values()) == {"orders"}


def test_what_becomes_of_each_mail(tmp_path: Path) -> None:
    campaign = Campaign(DEMO, tmp_path / "game")
    campaign.begin()
    events = [event for part in campaign.script.rounds for event in campaign.play_round(part)]
    verdicts = [event.handled.verdict for event in events if isinstance(event, CampaignAnswer)]
    assert [(one.seat, one.state) for one in verdicts] == [
        ("maria-theresa", "accepted"),
        ("frederick", "accepted"),
        ("louis", "accepted"),
        ("", "unclaimed"),
        ("louis", "accepted"),
        ("frederick", "refused"),
        ("frederick", "accepted"),
        ("maria-theresa", "accepted"),
    ]
    assert len(verdicts[5].problems) == 3
    paths = [*(tmp_path / "game" / "sent").iterdir()]
    digests = [path for path in paths if path.stem.endswith("-moderator")]
    assert len(digests) == 2, "about the stranger, and about the words beside a sheet"
    sent = [path.read_bytes() for path in paths if path not in digests]
    assert len(sent) == 3 * 5 + 7 + 1 + 1
    assert sum(b"strawberry" in mail for mail in sent) == 1, "the stranger is answered, and no player hears of them"
    assert sum(b"Saxony and Bavaria can meet before Prague." in mail for mail in sent) == 2, "the receipt and Ben"


PLAIN = b"""From: chloe@versailles.example
To: vienna-1741@pbem.example
Date: Fri, 9 Jan 2026 12:05:31 +0100
Subject: A question

May I send my orders tomorrow?
"""
LAST_WEEKS = re.sub(rb"\{[a-z0-9-]{9}\}", b"{aaaa-aaaa}", (DEMO / "mails/2-france/01-louis.eml").read_bytes())


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    ("mail", "said"),
    [
        (PLAIN, "01-louis.eml is words, but should be accepted; nothing was played"),
        (LAST_WEEKS, "01-louis.eml is refused, but should be accepted; nothing was played"),
        (None, "01-louis.eml is not there, but should be accepted; nothing was played"),
    ],
    ids=["no sheet", "another token", "no mail"],
)
def test_a_round_that_comes_out_otherwise_than_told_fails(
    mail: bytes | None, said: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    source = tmp_path / "demo"
    shutil.copytree(DEMO, source)
    path = source / "mails" / "2-france" / "01-louis.eml"
    path.unlink()
    if mail is not None:
        path.write_bytes(mail)
    registered["maria"] = msgspec.structs.replace(PLAYTEST, demo=source)
    result = CliRunner().invoke(main, ["demo", *options], obj=Host())
    assert result.exit_code == 1
    assert f"2-france of the demonstration did not come out as described: {said}" in " ".join(result.output.split())


def test_it_shows_a_refusal_with_its_notes_and_its_correction(shown: str) -> None:
    refused = " ".join(shown[shown.index("SHEET REFUSED") :].replace("│", " ").split())
    for words in ("[rule 10.1]", "✗ Refused: ", "Saxony does not hold ♥4", "was read as “Königgrätz”"):
        assert words in refused[: refused.index("SHEET ACCEPTED")]
    assert "Friedrich II.: Neumarkt (Schlesien) > Breslau > Strehlen > Frankenstein." in refused


def test_it_shows_a_conquest_a_combat_card_by_card_and_a_retreat(shown: str) -> None:
    told = [line for line in shown.splitlines() if line.startswith("- ")]
    assert any("took Breslau" in line for line in told)
    cards = [found[1] for line in told if (found := re.match(r"- \d+: .* by (\w+), [+−]?\d+$", line))]
    assert set(cards) == {"Austria", "Prussia"}
    assert len(cards) > 4
    assert any(", driven back: " in line for line in told)


HAND = re.compile(r"- [A-Z]\w+: [♠♥♦♣][^\n│]*")


def test_it_shows_three_letters_that_differ_and_the_public_report(kept: tuple[Path, str]) -> None:
    folder, shown = kept
    letters = shown[shown.index("The letters of the last round") :].split("letters/0005/")[1:]
    assert [part.split(".txt")[0] for part in letters] == ["maria-theresa", "frederick", "louis", "public"]
    hands = [found[0].strip() for part in letters[:3] if (found := HAND.search(part))]
    assert len(set(hands)) == 3
    assert not HAND.search(letters[3])
    for seat, hand in zip(("maria-theresa", "frederick", "louis"), hands, strict=True):
        assert hand.strip("│ ") in (folder / "letters" / "0005" / f"{seat}.txt").read_text(encoding="utf-8")


def test_it_counts_the_rounds_of_mail(shown: str) -> None:
    assert "Before the first turn: 1; turn 1 so far: 3." in shown


def test_nothing_but_the_folder_differs_from_one_time_to_the_next(kept: tuple[Path, str]) -> None:
    folder, shown = kept
    again = demo()
    assert again == demo()
    assert again.splitlines()[:-1] == shown[: shown.index("All of it is in")].splitlines()
    assert (folder / "sent").is_dir()


def test_full_shows_whole_letters(shown: str) -> None:
    full = demo("--full")
    assert "Content-Transfer-Encoding: base64" in full
    assert "YOUR OPTIONS" in full
    assert len(full) > len(shown)


def test_as_data(tmp_path: Path) -> None:
    found = json.loads(demo("--json", "--keep", str(tmp_path / "game")))
    assert [len(played["letters"]) for played in found["rounds"]] == [4] * 5
    assert found["rounds"][3]["mails"][0]["verdict"]["state"] == "refused"
    assert found["folder"] == str(tmp_path / "game")


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    result = CliRunner().invoke(main, ["demo", "--keep", str(tmp_path)])
    assert result.exit_code == 2
    assert "is not empty" in result.output
