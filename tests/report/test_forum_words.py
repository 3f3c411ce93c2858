"""What readers in a forum are told: nothing that only whoever reads emails understands."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.demo.campaign import Campaign
from pbem.demo.forum import ForumCampaign
from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import Ruleset
from pbem.mail.extraction.block import TOKEN
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.posts import WaitingPost
from pbem.referee import letter
from pbem.report.context import sections
from pbem.report.plain import text
from pbem.report.words import Words, words_of
from pbem.settings.game import GameSettings
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.campaign.world import World
from tests.forum.world import ForumWorld
from tests.toy.game import RULESETS

GAMES = pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=lambda ruleset: str(ruleset.name))
OF_EMAIL = re.compile(
    r"(?<![\w-])(e-?mails?|mail(box|s|ed)?|spam|(the|its|keep|your) subject|inbox|address(es)?|attach\w*|outlook)"
    r"(?![\w-])",
    re.IGNORECASE,
)


def written(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_a_channel_has_phrases_templates_and_words_of_its_own(tmp_path: Path) -> None:
    written(tmp_path, "phrases.en.yaml", "t: {x: 'Keep this email of {{ name }}, an email', y: emails}\n")
    written(tmp_path, "x.j2", "{{ 'No email' if name }} by an\nemail: {{ name }}, pre-email")
    written(tmp_path, "y.j2", "y")
    written(tmp_path, "post/phrases.en.yaml", "t: {y: own}\ninstead: {email: message, an email: a post}\n")
    written(tmp_path, "post/y.j2", "own email")
    mail, post = (Words((tmp_path,), Lexicon({}), channel=channel) for channel in ("", "post"))
    name = {"name": "Email an email"}
    assert mail.phrase("t", "x", name) == "Keep this email of Email an email, an email"
    assert post.phrase("t", "x", name) == "Keep this message of Email an email, a post"
    assert (mail.phrase("t", "y"), post.phrase("t", "y")) == ("emails", "own")
    assert mail.fill("x.j2", **name) == "No email by an\nemail: Email an email, pre-email"
    assert post.fill("x.j2", **name) == "No message by a post: Email an email, pre-email"
    assert (mail.fill("y.j2"), post.fill("y.j2")) == ("y", "own message")


NOT_TO_SEATS = (
    "moderator", "moderating", "moderator-page", "deeds", "needs", "agenda", "web", "site", "sealed-page", "instead",
    "notices/moderator", "notices/seats/moderator.txt.j2", "notices/seats/invitation.txt.j2", "letters/report.txt.j2",
    "notices/seats/answer.txt.j2", "notices/watching.txt.j2", "notices/stranger.txt.j2", "club",
)  # fmt: skip
"""Groups, folders and templates for the moderator, for watchers, and for people without a seat."""
OF_EMAILS_ALONE = {
    "problems": """tnef no-token foreign-token former-token seats-differ no-sender unclear-sender not-to-the-game
        two-sheets words-token attachment-not-read attached-sheet-not-read""",
    "remedies": """mail-too-large tnef damaged-transfer seats-differ no-sender unclear-sender two-senders dkim-missing
        dkim-foreign attachment-not-read""",
    "notices": """another-address bounced watch-asked-says watch-begun-says watch-already-says watch-ended-says
        watch-moderator another-address.txt.j2 bounced.txt.j2 confirmed.txt.j2""",
}
"""What only comes of an email, its subject, its files or its address, and of watching by email."""
OF_SETTINGS = "bad-address bad-bounce-address sender-missing two-ways-out bad-desk bad-thread games-address bad-host"


def sources(words: Words) -> dict[str, str]:
    """What authors have written, as the channel of *words* says it, by the names of templates and phrases."""
    templates = (name for name in words._files.list_templates() if not name.startswith(("forum/", "web/", "settings/")))
    return {
        name: re.sub(r"\{#.*?#\}", "", words._source(name)[0], flags=re.DOTALL)
        for name in (*words._phrases, *templates)
    }


def to_seats(name: str) -> bool:
    """Whether a phrase or template can be told to a seat in the forum."""
    group, _, key = name.partition("/")
    alone = key in OF_EMAILS_ALONE.get(group, "").split() or (
        group in ("problems", "remedies") and key in OF_SETTINGS.split()
    )
    return not alone and not any(name == one or name.startswith(f"{one}/") for one in NOT_TO_SEATS)


@GAMES
def test_nothing_told_to_a_seat_in_the_forum_speaks_of_email(ruleset: Ruleset) -> None:
    told = {name: text for name, text in sources(words_of(ruleset, Lexicon({}), "forum")).items() if to_seats(name)}
    assert len(told) > 1500
    found = {name: one[0] for name, text in told.items() if (one := OF_EMAIL.search(text))}
    assert found == {}


def test_every_word_that_a_forum_has_another_for_is_there() -> None:
    mail, forum = Words((), Lexicon({})), Words((), Lexicon({}), channel="forum")
    guide = (page.read_text(encoding="utf-8") for page in (*MARIA.guide, *TNW.guide))
    all_said = " ".join(" ".join(text.split()) for text in (*sources(mail).values(), *guide))
    assert [said for said in forum.group("instead") if said not in all_said] == []
    assert forum.broken() == []


@GAMES
def test_no_section_of_the_guide_speaks_of_email_in_a_forum(ruleset: Ruleset) -> None:
    words = words_of(ruleset, Lexicon({}), "forum")
    for section in sections(ruleset.guide):
        said = words.spoken("\n".join((section.heading, *section.lines)))
        assert not OF_EMAIL.search(said), section.heading


@pytest.fixture
def all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seat of a game in a forum is reached there, as if it had no address."""
    monkeypatch.setattr(GameSettings, "in_forum", lambda settings, seat: settings.channel == "forum")


def assert_speaks_of_no_email(folder: Path) -> None:
    """No letter of the game in *folder*, and no reply to what came, has a word of email, or a token but in a form."""
    told = [*folder.glob("letters/*/*.txt"), *folder.glob("inbox/*.txt")]
    assert len(told) > 12
    for path in told:
        text = path.read_text(encoding="utf-8")
        assert not OF_EMAIL.search(text), path.name
        assert all(line.startswith("--- #") for line in text.split("\n") if TOKEN.search(line)), path.name


@pytest.mark.slow
@pytest.mark.parametrize("name", ["demo", "demo-tnw"])
def test_whole_games_in_a_forum_do_not_speak_of_email(name: str, tmp_path: Path, all_there: None) -> None:
    played = Campaign(Path(__file__).parents[2] / "games" / name, tmp_path / "game")
    played.begin("\nchannel: forum\n")
    for part in played.script.rounds:
        assert list(played.play_round(part))
    assert_speaks_of_no_email(played.folder)


def test_commands_and_sheets_in_a_forum_are_not_answered_with_words_of_email(tmp_path: Path, all_there: None) -> None:
    world = World(tmp_path / "game", "channel: forum\n")
    said = ["status", "form", "help", "hold", "release", "nonsense", "resend", "pass", "withdraw", "try", "resign"]
    said += ["absent 2026-12-24", "calendar on", "extend 2 days", "appeal: no", "---\nbid: 99\n...", "bid: 1", "Hello."]
    for number, seat in enumerate(["ann"] * len(said) + ["ben", "cid"]):
        newest = max(world.folder.glob(f"letters/*/{seat}.txt")).read_text(encoding="utf-8")
        (mark,) = re.findall(r"^--- # (.*)$", newest, re.MULTILINE)
        world.post(seat, f"{said[number] if number < len(said) else 'bid: 1'}\n", about=mark)
        world.turn()
    assert_speaks_of_no_email(world.folder)


def test_a_notice_to_a_seat_in_a_forum_names_the_account_to_write_to(tmp_path: Path, all_there: None) -> None:
    game = World(tmp_path / "game", "channel: forum\n").look()
    for name, args in (
        ("set-aside", {"costly": False}),
        ("dismissed", {"reason": "no"}),
        ("seats/former", {"changed": "A"}),
    ):
        said = text(writing.content(game, name, "ann", **args))
        assert not OF_EMAIL.search(said)
        assert ("The moderator (Mo) has" in said) == (name == "set-aside")


def test_a_title_in_a_forum_says_seat_what_turn_and_deadline_and_has_no_token(tmp_path: Path, all_there: None) -> None:
    game = World(tmp_path / "game", "channel: forum\n").look()
    assert game.pause
    title, content = letter.written(game, game.pause, "ann")
    assert title == "[toy-1] Ann of the Hill: your bid, lap 1, by Wed 25 Nov 20:00"
    assert "private message to Mo" in text(content)
    assert "example.org" not in text(content)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("demo", 17), ("demo-tnw", 20)])
def test_no_post_of_a_demonstration_in_a_forum_speaks_of_email(name: str, least: int, tmp_path: Path) -> None:
    played = ForumCampaign(Path(__file__).parents[2] / "games" / name, tmp_path / "game")
    played.begin()
    for part in played.script.rounds:
        assert list(played.play_round(part))
    by = played.open().settings.moderator.name
    told = [f"{post.title}\n{post.text}" for post in played.posts if post.writer == by]
    assert len(told) >= least
    assert [said for said in told if OF_EMAIL.search(said)] == []


DEEDS = """
    deadline extend 1 day --reason fair | announce --now Hello all | tell ann --now Hello Ann
    absent --as cid 2026-12-24 2026-12-26 | hold --as ann | deadline pause --reason ill | deadline resume
    seat stand-in ann --player Eve --forum eve_1 | seat stand-in ann --end
    seat replace cid --player Dora --forum dora_1 | seat vacate cid | rewind 0 --reason mistake | posts first
"""
"""What a moderator does in a game in a forum."""


def test_no_post_about_what_a_moderator_does_speaks_of_email(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "toy-1", "press: private\n")
    told: list[WaitingPost] = []
    for deed in re.split(r" \| |\n", DEEDS.strip()):
        result = CliRunner().invoke(main, ["--game", str(world.folder), *deed.split()], obj=Host(world.clock, RULESETS))
        assert result.exit_code in (0, 3), (deed, result.output)
        assert not OF_EMAIL.search(re.sub("by email(:| to) [Bb]en|--link ADDRESS", "", result.output)), deed
        world.hour()
        told += world.waiting() + world.held()
        world.tick()
    assert len(told) > 15
    said = {f"{post.title}\n{post.text}" for post in told}
    assert [one for one in said if OF_EMAIL.search(one)] == []
