"""The dossier: what whoever takes over a seat gets, made from what the seat was told and from nothing else."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from pbem.engine.chance import commitment
from pbem.engine.drawing import Picture
from pbem.referee.game import Game
from pbem.referee.ladder.misses import in_a_row
from pbem.referee.letters import subjects, wording
from pbem.referee.letters.letter import occasion
from pbem.referee.letters.missed import overdue
from pbem.referee.seats import desk_links
from pbem.report.content.tree import Content, pictures_in
from pbem.report.letter import Joined, content, whole_story

STORY = "story.txt"
"""The name of the file with the whole story."""


class Dossier(msgspec.Struct, frozen=True):
    """A dossier: its subject, what it says, and the *story* of the game as the seat saw it, with its *pictures*.

    It is as things were at *entry*, when the seat had its last letter: what came later its next one tells.
    """

    subject: str
    content: Content
    story: str
    entry: int
    round: int
    pictures: tuple[Picture, ...] = ()


def dossier(game: Game, seat: str, joined: Joined = "taken", until: datetime | None = None) -> Dossier | None:
    """The dossier of *seat* for whoever holds it now, who *joined* so; None before its first letter."""
    last = game.last_letter(seat)
    if last is None:
        return None
    pause = game.pause if game.pause and game.pause.round == last.round else last
    words, about = occasion(game, pause, seat)
    stages = game.stages(seat)
    open_ = {stage.put for stage in stages}
    put = tuple(stage for stage in game.put(pause, seat) if stage.put in open_)
    if not put:
        about = replace(about, decision=None, several=(), asked=False, answered=False, form="")
    became = words.phrase("labels", f"became-{joined}", {"seat": game.titles[seat]})
    about = replace(
        about,
        joined=joined,
        until=until,
        brief="",
        previous=0,
        changes=None,
        hashes=(),
        said=tuple(one for one in about.said if one.to_all),
        missed=(),
        overdue=overdue(game, words, pause, seat, in_a_row(game, seat)),
        press=wording.press(game, words, seat),
        commitment="" if game.is_old else commitment(game.chance_key(pause.entry)),
        subject=subjects.subject(game, words, put, seat, pause, became),
        mark=subjects.mark(game, words, put, seat),
        desk=desk_links.link(game, seat, put) if game.table.state.flow else "",
    )
    says = content(words, about)
    names = pictures_in(says)
    return Dossier(
        subject=about.subject,
        content=says,
        story=whole_story(words, about, game.table.entries[: pause.entry]),
        entry=pause.entry,
        round=pause.round,
        pictures=tuple(each for each in about.pictures if each.name in names),
    )
