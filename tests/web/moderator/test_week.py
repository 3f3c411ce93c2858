"""A week of a game whose moderator only writes emails, and the same week by the page alone: both come to the same."""

import email
import email.policy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.referee.people import changes
from pbem.store.facts import DigestSent, LineAnswered, LineAsked, MailedLine
from tests.campaign.moderator.world import MO, ModeratedWorld
from tests.toy.game import drop, mail
from tests.web.moderator.visiting import set_clock, visiting

Does = Callable[..., None]
"""Does something by a line of an email, or by a deed of the page with what is given to it."""
BY_MAIL_ALONE = (DigestSent, LineAnswered, LineAsked, MailedLine)
DORA, EMIL, SUE = (f"{name} <{name.lower()}@example.org>" for name in ("Dora", "Emil", "Sue"))


def person(said: str) -> dict[str, str]:
    name, _, address = said.partition(" ")
    return {"player": name, "address": address.strip("<>")}


@contextmanager
def by_mail(world: ModeratedWorld) -> Iterator[Does]:
    def does(line: str, deed: str, **_given: str) -> None:
        world.clock.wind(minutes=1)
        world.mo(f"{line}\n")
        assert "not done:" not in world.reply().casefold(), (line, world.reply())
        if "Not done yet" in world.reply():
            world.clock.wind(minutes=1)
            world.mo("yes\n")
            assert "Done:" in world.reply(), (line, deed, world.reply())

    yield does


@contextmanager
def by_page(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[Does]:
    with visiting(monkeypatch, world) as visitor:

        def does(_line: str, deed: str, **given: str) -> None:
            world.clock.wind(minutes=2)
            set_clock(world, f"{world.clock():%Y-%m-%d %H:%M}")
            told = visitor.done("toy-1", deed, **given)
            assert "It was not done" not in told, (deed, told)
            world.turn()

        yield does


def week(world: ModeratedWorld, does: Does) -> None:
    """Nearly all that a moderator can do to people, time and positions, and what players then send."""
    does("tell all: I am away on Friday.", "announce", text="I am away on Friday.")
    does("tell ben: Your king is well.", "tell", seat="ben", text="Your king is well.")
    does("absent ann 24 Dec to 27 Dec", "absent", seat="ann", first="2026-12-24", last="2026-12-27")
    does("absent ann none", "back", seat="ann")
    does("extend 24h because of the feast", "extend", length="24h", reason="of the feast")
    does("hold because of the storm", "pause", reason="of the storm")
    does("go on", "resume")
    does("hold ann", "hold", seat="ann")
    does("release ann", "release", seat="ann")
    does(f"watch {DORA.replace('dora@', 'dw@')}", "watch", player="Dora", address="dw@example.org")
    does("unwatch dw@example.org", "unwatch", address="dw@example.org")

    does("vacate cid because no reply came", "vacate", seat="cid", reason="no reply came")
    does(f"invite cid: {EMIL}", "invite", seat="cid", **person(EMIL))
    does("withdraw cid", "withdraw", seat="cid")
    does(f"invite cid: {DORA}", "invite", seat="cid", **person(DORA))
    game = world.look()
    invited = changes.open_for(game, "cid")
    assert invited
    text = f"accept {changes.word_of(game, invited)}\n"
    drop(world.folder, "dora.eml", mail("dora@example.org", "Re: an invitation", text), world.clock())
    world.turn()
    assert world.look().settings.seats["cid"].player == "Dora"
    does(f"replace ben: {EMIL}", "replace", seat="ben", **person(EMIL))
    does(f"stand-in ann: {SUE}", "stand-in", seat="ann", **person(SUE))
    does("end stand-in ann", "end-stand-in", seat="ann")

    raw = mail("dora@elsewhere.example", f"Re: {game_subject(world)}", "bid: 1\n")
    drop(world.folder, "elsewhere.eml", raw, world.clock())
    world.turn()
    (item,) = (one.item for one in world.look().inbox.verdicts() if one.state == "unclaimed")
    does(f"confirm {item} as cid", "confirm", item=str(item), seat="cid")
    does("submit ben\nbid: 2", "submit", seat="ben", sheet="bid: 2")
    raw = mail("ann@example.org", f"Re: {newest_subject(world, 'ann@example.org')}", "bid: 1\n")
    drop(world.folder, "ann.eml", raw, world.clock())
    world.turn()
    assert world.pause.round == 2
    does("rewind to letter 1 because a sheet was misread", "rewind", round="r1", reason="a sheet was misread")
    assert world.pause.round == 3
    does("submit cid\nbid: 1", "submit", seat="cid", sheet="bid: 1")
    does("submit ben\nbid: 1", "submit", seat="ben", sheet="bid: 1")
    does("default ann because no sheet came", "default", seat="ann", reason="no sheet came")
    assert world.pause.round == 4
    text = "point to: Ben"
    does(f"rule because it was miscounted:\n{text}\nend", "rule", ruling=text, reason="it was miscounted")
    assert world.look().table.state.score["ben"] >= 1


def newest_subject(world: ModeratedWorld, address: str) -> str:
    """The subject of the last email to an address: who gets a seat back replies to its dossier."""
    texts = (path.read_bytes() for path in world.folder.glob("out/*.eml"))
    found = [email.message_from_bytes(raw, policy=email.policy.default) for raw in texts]
    return str(max((one for one in found if address in one["To"]), key=lambda one: one["Date"].datetime)["Subject"])


def game_subject(world: ModeratedWorld) -> str:
    """The subject of the newest letter, whoever's it is, without its token."""
    return str(world.inbox()[-1]["Subject"]).partition("{")[0]


def outcome(world: ModeratedWorld) -> tuple[list[str], list[str], object]:
    """What happened besides play, the kinds of entries of the log, and the position."""
    game = world.look()
    facts = [type(one).__name__ for one in game.facts if not isinstance(one, BY_MAIL_ALONE)]
    holders = [(who.player, who.address) for who in game.settings.seats.values()]
    return facts, [entry.step for entry in game.log.entries], (game.table.state, holders)


def test_a_week_by_emails_alone_is_the_same_as_by_the_page_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailed = ModeratedWorld(tmp_path / "mail" / "toy-1")
    paged = ModeratedWorld(tmp_path / "page" / "toy-1")
    for world in (mailed, paged):
        world.stranger()
        world.clock.wind(days=1)
        world.turn()
        drop(world.folder, "mo.eml", mail(MO, f"Re: {world.inbox()[-1]['Subject']}", "dismiss 1\n"), world.clock())
        world.turn()
    with by_mail(mailed) as does:
        week(mailed, does)
    with by_page(paged, monkeypatch) as does:
        week(paged, does)
    assert outcome(mailed) == outcome(paged)
