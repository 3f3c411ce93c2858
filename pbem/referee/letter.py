"""The letter of a pause, the dossier, what is asked now, and their parts.

A letter can be made again to the byte.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.bot import BY, BY_LADDER
from pbem.engine.decision import Decision
from pbem.engine.picture import Picture
from pbem.engine.play import asked, only_plans, replace_plans
from pbem.engine.position import KeptOrder, Position
from pbem.engine.table import Entry, commitment, seen_events
from pbem.referee import pictures, play, submissions
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.edited_rules import told_in
from pbem.referee.deadlines.ladder_steps import in_a_row, of_letter
from pbem.referee.deadlines.received import SILENT, WAITED_FOR, QuestionStatus
from pbem.referee.game import Clock, Game
from pbem.referee.people.changes import desk_link
from pbem.referee.people.holders import Tenure
from pbem.referee.people.words import reads, said_before, watchers
from pbem.referee.play import in_advance, is_covered
from pbem.referee.stage import SeatStage, filled
from pbem.report.context import LetterContext, QuestionState
from pbem.report.letter import (
    Joined,
    Occasion,
    Question,
    blank_sheet,
    content,
    dues_told,
    question,
    questions,
    silence,
    whole_story,
)
from pbem.report.plain import as_it_is, text
from pbem.report.story import past_of
from pbem.report.tree import Content, pictures_in
from pbem.report.words import Words, tag, words_of
from pbem.settings.ladder import CAME, RungChoice
from pbem.sheet.names import keys_as_written
from pbem.sheet.writer import write_sheet
from pbem.store.facts import RungTaken, SeatTaken
from pbem.store.log import LogLine, Pause
from pbem.store.outbox import MessageId


def _path(game: Game, seat: str) -> Path | None:
    last = game.last_letter(seat)
    if last is None:
        return None
    return letter_path(game, last, seat).with_name(f"{seat}-dossier-{game.tenure(seat).generation}.txt")


def dossier_path(game: Game, seat: str) -> Path | None:
    """The file with the dossier for whoever holds *seat* now; None where the last letter to the seat is newer."""
    last, tenure = game.last_letter(seat), game.tenure(seat)
    if last is None or not tenure.generation or game.tenure(seat, last) == tenure:
        return None
    return _path(game, seat)


def dossier_ident(game: Game, seat: str) -> str:
    """The id of the message with the dossier for whoever holds *seat* now."""
    return str(MessageId("dossier", game.tenure(seat).line, seat))


_BY = frozenset({"ladder", "agreed", "default", BY, BY_LADDER})
"""The sources of answers that the ladder gave."""


def missed(game: Game, words: Words, pause: Pause, seat: str) -> tuple[str, ...]:
    """What counted for *seat* since its last letter, and why, for its letter of *pause*: a sentence or two for each."""
    zone = game.settings.zone_of(seat).name
    return tuple(
        line
        for taken in _since_last_letter(game, pause, seat)
        for line in (
            words.say("labels", "missed", {"taken": taken, "due": taken.due, "zone": zone}),
            next_time(game, words, taken.times, in_a_row(game, seat, pause)) if taken.by != "absence" else "",
        )
        if line
    )


def next_time(game: Game, words: Words, times: int, row: int) -> str:
    """What a miss after *row* in a row would lead to; nothing if that is no more than what this one did.

    This one was treated like the *times*-th, which is more than *row* where it was excused, or a sheet came since.
    """
    ladder = game.settings.ladder
    if ladder is None or row < times:
        return ""
    then = {came: ladder.of(came).steps(row + 1) for came in CAME}
    if all(then[came] == ladder.of(came).steps(times) for came in CAME):
        return ""
    done = {came: in_words(words, (one.deadline, one.grace)) for came, one in then.items()}
    return words.say("labels", "missed-next", {"nothing": done["nothing"], "faulty": done["faulty"]})


def overdue(game: Game, words: Words, pause: Pause, seat: str, row: int | None = None) -> str:
    """What will follow if *seat* sends nothing that the letter of *pause* asks; empty if the moderator decides.

    It has missed *row* in a row; those before the letter if nothing is said.
    """
    found = of_letter(game, pause, seat, (in_a_row(game, seat, pause) if row is None else row) + 1)
    steps = [step.choices for step in found]
    choices = [one for step in steps for one in step]
    ladder = game.settings.ladder
    unsaid = ladder is not None and ladder.nothing is None and all(one.rung == "ask the moderator" for one in choices)
    return in_words(words, steps) if choices and not unsaid else ""


def in_words(words: Words, steps: Iterable[Sequence[RungChoice]]) -> str:
    """What is done, one after the other: `a reminder, then an answer by a bot, or else the default`."""
    said = [
        [words.phrase("labels", f"rung-{one.rung.replace(' ', '-')}", {"asks": one.asks}) for one in choices]
        for choices in steps
        if choices
    ]
    return words.phrase("labels", "rungs", {"steps": said})


def to_come(game: Game, words: Words, seat: str, steps: Sequence[tuple[datetime, Sequence[RungChoice]]]) -> list[str]:
    """What will happen to *seat*, and when, if it sends no valid sheet."""
    zone = game.settings.zone_of(seat).name
    return [
        words.say(
            "labels",
            "missed-coming",
            {"at": at, "zone": zone, "done": in_words(words, [choices]), "first": number == 0},
        )
        for number, (at, choices) in enumerate(steps)
    ]


def _since_last_letter(game: Game, pause: Pause, seat: str) -> Iterator[RungTaken]:
    """The rungs by which something counted for *seat* between its last letter and that of *pause*."""
    earlier = game.last_letter(seat, pause)
    taken: list[RungTaken] = []
    counted: set[str] = set()
    within = False
    for line in game.log.lines:
        if line.pause and line.pause.round == pause.round:
            break
        if line.pause and earlier and line.pause.round == earlier.round:
            within = True
        elif within and isinstance(line.fact, SeatTaken) and line.fact.seat == seat:
            taken.clear()  # it was held against who had the seat before
        elif within and isinstance(line.fact, RungTaken) and line.fact.seat == seat:
            taken.append(line.fact)
        elif within and line.entry:
            counted |= {one.key for one in line.entry.answers if one.seat == seat and one.by in _BY}
    return (one for one in taken if one.rung not in ("remind", "wait") and counted & {*one.keys})


def keep(game: Game, seat: str, plans: tuple[KeptOrder, ...], number: int, name: str, clock: Clock) -> None:
    """Let *seat* have *plans* and no others: once for item *number*, and not if a later one has changed them since."""
    if overtaken(game, seat, number) or any(
        line.entry and line.cause == name and only_plans(line.entry) for line in game.log.lines
    ):
        return
    if plans or game.view(seat).kept:
        game.append(replace_plans(game.table, seat, plans), clock(), name)


def take_back(game: Game, seat: str, number: int, name: str, clock: Clock) -> None:
    """Let *seat* have no plans any more, because of item *number*."""
    keep(game, seat, (), number, name, clock)


def overtaken(game: Game, seat: str, number: int) -> bool:
    """Whether an item after *number*, which was trusted late, has changed the plans of *seat*."""
    return any(
        line.entry is not None
        and only_plans(line.entry)
        and any(event.seen_by(seat) for event in line.entry.events)
        and (item := _number(line.cause)) is not None
        and item > number
        for line in game.log.lines
    )


def _number(cause: str) -> int | None:
    number = cause.partition("-")[0]
    return int(number) if number.isdecimal() else None


def words_for(game: Game, view: Position, seat: str, *, posted: bool = False) -> Words:
    """The words for a reader in *seat*, or of a public text: those of a forum where it is read, or *posted*, there."""
    settings = game.settings
    channel = ""
    if settings.channel == "forum" and (settings.in_forum(seat) if seat else posted):
        channel = "forum/sealed" if settings.forum.private == "sealed" else "forum"
    return words_of(game.ruleset, game.ruleset.lexicon(view, seat), channel).knowing(view, seat)


def title(game: Game) -> str:
    """The game's title in letters."""
    return game.settings.title or game.ruleset.title


def moderator(game: Game, seat: str) -> str:
    """The moderator's name and address in letters to *seat*, or the account in the forum, as game.yaml has them."""
    who = game.settings.moderator
    if seat and game.settings.in_forum(seat):
        return game.settings.forum.user or who.name
    return f"{who.name} <{who.address}>" if who.name and who.address else who.name or who.address


def addressed(game: Game, view: Position, seat: str) -> dict[str, Any]:
    """What every text to *seat*, which has this *view*, says of its reader; or to everyone."""
    return {
        "game": game.name,
        "title": title(game),
        "titles": game.titles,
        "moderator": moderator(game, seat),
        "view": view,
        "player": game.settings.seats[seat].player if seat else "",
        "zone": game.settings.zone_of(seat).name,
        "game_zone": game.settings.deadlines.zone.name,
    }


def press(game: Game, words: Words, seat: str) -> str:
    """How *seat* writes to the other players through the game, in words; empty where it cannot."""
    mode = game.settings.press_mode
    name = next((title for other, title in game.titles.items() if other != seat and reads(game, other)), "")
    return words.phrase("labels", "press-how", {"press": mode, "name": name}) if name and mode != "none" else ""


def own_hold(
    game: Game, words: Words, stages: Sequence[SeatStage], at: datetime, deadline: datetime | None = None
) -> str:
    """That the seat of *stages* holds the game *at* a time before the *deadline*, and until when; empty if not."""
    from pbem.referee.submissions import hold_of  # noqa: PLC0415 - only who is reminded may hold a game

    if deadline is not None and at >= deadline:
        return ""
    held = (hold_of(game, stage, at) for stage in stages if stage.pending)
    hold = next(filter(None, held), None)
    if hold is None:
        return ""
    args = {"ends": hold.until, "zone": game.settings.zone_of(stages[0].seat).name, "deadline": deadline}
    return words.phrase("commands", "status-holds", args)


def form(
    game: Game, stages: Sequence[SeatStage], view: Position, entry: int | None = None, *, parts: bool = False
) -> str:
    """A sheet that is legal as it stands, at present or after *entry*; empty if the decision has none.

    For several decisions, or where *parts* say so, it is what is below all parts: what is asked once for all.
    """
    if not stages:
        return ""
    asks = game.asks_words(stages[0], entry)
    line = words_for(game, view, stages[0].seat).phrase("labels", "words-line") if asks else ""
    hint = plans_hint(game, view, stages[0].seat)
    if len(stages) > 1 or parts:
        return "\n".join(filter(None, (line, hint)))
    sheet = _sheet(game, stages[0], view)
    if not sheet and stages[0].pending:
        return sheet
    below = "\n".join(filter(None, (line if sheet else "", hint)))
    return f"{sheet}{below}\n" if below else sheet


def plans_hint(game: Game, view: Position, seat: str) -> str:
    """Remarks for a form that show how to plan; empty in a game without plans, or where its sheets are sealed."""
    wanted = submissions.plans_wanted(game, view, seat)
    if not wanted.coming or wanted.sealed:
        return ""
    name, coming = next(iter(wanted.coming.items()))
    keys = ", ".join(f"{key}: ..." for key in keys_as_written(coming.takes))
    lines = ["plans:", f"  - {{for: {name}, {keys}}}" if keys else f"  - {{for: {name}}}"]
    if coming.when is not None:
        more = ", ".join(f"{key}: ..." for key in keys_as_written(coming.when))
        lines.append(f"  - {{for: {name}, {keys}, when: {{{more}}}}}")
    words = words_for(game, view, seat)
    return "\n".join(f"# {line}" for line in (words.phrase("labels", "plans-hint"), *lines))


def asks_several(
    game: Game,
    stages: Sequence[SeatStage],
    view: Position,
    pause: Pause | None = None,
    *,
    among: Sequence[SeatStage] = (),
) -> tuple[Question, ...]:
    """The questions of *stages*, put at *pause*, each with its part of the form; none if there are not several.

    If they are what is left *among* several they have the headings by which they are told apart from all of those.
    """
    headings = {part.decision.name: part.heading for part in submissions.parts(game, view, among or stages)}
    if len(headings) < 2:
        return ()
    return tuple(
        Question(
            decision=stage.decision,
            heading=headings[stage.decision.name],
            form=_sheet(game, stage, view),
            answered=in_advance(game, stage, view),
            deadline=pause.due_for(stage.seat, stage.decision.key) if pause and stage.pending else None,
        )
        for stage in stages
    )


def _sheet(game: Game, stage: SeatStage, view: Position) -> str:
    order = stage.decision.default
    return "" if order is None else write_sheet(order, game.ruleset.lexicon(view, stage.seat))


def subject(
    game: Game,
    words: Words,
    stages: Sequence[SeatStage],
    seat: str,
    pause: Pause | None,
    became: str = "",
    due: datetime | None = None,
    *,
    tenure: Tenure | None = None,
) -> str:
    """The subject of what goes to *seat* about *stages*, as of *pause*; a reply says first what *became* of an email.

    It names the deadline *due*, or else the first of the stages. It is for whoever holds the seat now, unless a
    *tenure* says for whom.
    An answer must keep its token, which is at its end: whatever precedes that may change. In the forum it has none, as
    the account says who answers; there it names the seat.
    """
    entry = pause.entry if pause else None
    turn = next((stage.decision.turn for stage in stages if stage.decision.turn), 0) or game.turn(entry)
    deadline = due or (pause.due_for(seat) if pause else None)
    over = not (game.table.at(entry)[0] if entry is not None else game.table.state).flow
    says = words.phrase(
        "labels",
        "subject",
        {
            "turn": game.ruleset.turn_named(turn),
            "became": became,
            "asked": _asked(words, stages),
            "due": words.brief_moment(deadline, game.settings.zone_of(seat).name) if deadline else "",
            "over": over,
        },
    )
    if seat and game.settings.in_forum(seat):
        return f"[{game.name}] {game.titles[seat]}: {says}"
    put = [stage.put for stage in stages] or (game.invited(pause, seat) if pause and over else ())
    token = f" {{{game.token(seat, *put[0], tenure)}}}" if put else ""
    return f"[{game.name}] {says[:1].upper()}{says[1:]}{token}"


def mark(game: Game, words: Words, stages: Sequence[SeatStage], seat: str, tenure: Tenure | None = None) -> str:
    """What the opening line of a form says: which game, which question, and the token."""
    if not stages:
        return f"[{game.name}] {game.titles[seat]}"
    asked = questions(words, [stage.decision for stage in stages], seat)
    return f"[{game.name}] {asked} {{{game.token(seat, *stages[0].put, tenure)}}}"


def _asked(words: Words, stages: Sequence[SeatStage]) -> str:
    """What the game waits for, in as few words as there are for it."""
    asked = [*dict.fromkeys(_order_in_subject(words, stage) for stage in stages if stage.pending)]
    if len(asked) < 2:
        return "".join(asked)
    return words.phrase("labels", "and-more", {"first": asked[0], "count": len(asked) - 1})


def _order_in_subject(words: Words, stage: SeatStage) -> str:
    code = tag(stage.decision.takes)
    about = {**stage.decision.about, "decision": stage.decision, "me": stage.seat}
    return words.phrase("subjects", code, about) if words.has("subjects", code) else words.phrase("labels", "orders")


PUBLIC_NAME = "public"


def letter_path(game: Game, pause: Pause, seat: str) -> Path:
    """The file of a letter."""
    return game.folder / "letters" / f"{pause.round:04d}" / f"{seat or PUBLIC_NAME}.txt"


def written(game: Game, pause: Pause, seat: str) -> tuple[str, Content]:
    """The subject of the letter of *pause* to *seat* and what it says; or the public report.

    One that was written to its file before says the same again: where it could not be made again with the same words,
    as it is older than the templates, it is what the file has.
    """
    words, about = occasion(game, pause, seat)
    made, path = content(words, about), letter_path(game, pause, seat)
    if path.exists() and (kept := path.read_text(encoding="utf-8", errors="replace")) != text(made):
        made = as_it_is(kept)
    return about.subject, made


def occasion(game: Game, pause: Pause, seat: str) -> tuple[Words, Occasion]:
    """The words for the reader of a letter, and all that the letter draws on."""
    state, views = game.table.at(pause.entry)
    view = views[seat]
    words = words_for(game, view, seat, posted=True)
    earlier = game.last_letter(seat, pause)
    since = earlier.entry if earlier else 0
    outcome = game.ruleset.outcome(state)
    stages = _stages(game, pause, seat) if seat else ()
    stage = stages[0] if stages else None
    changes = game.ruleset.changes
    return words, Occasion(
        **addressed(game, view, seat),
        round=pause.round,
        previous=earlier.round if earlier else 0,
        brief=_brief(words, pause, asked(state), stages) if seat and outcome is None else "",
        seat=seat,
        entries=tuple(game.table.entries[since : pause.entry]),
        past=past_of(game.table, {one.entry: one.round for one in game.log.pauses if one.tells(seat)}),
        changes=changes(_compared_with(game, words, pause, seat), view, seat) if changes and seat else None,
        decision=stage.decision if stage else None,
        several=asks_several(game, stages, view, pause),
        asked=bool(stage and stage.pending),
        answered=bool(stage and in_advance(game, stage, view)),
        covered=bool(stages) and all(is_covered(game, each, view) for each in stages),
        waiting=tuple(dict.fromkeys(question.seat for question in pause.waits if not question.bot)),
        bots=play.seats(game),
        vacant=tuple(held for held, holder in game.holders.items() if holder.empty),
        deadline=pause.due_for(seat),
        opens=pause.not_before(),
        last_grace=game.settings.last_grace,
        stopped=deadlines.standing_still(_until(game, pause), seat),
        graces=pause.graces(),
        new_times=told_in(game, pause, seat, stage.decision.due) if stage and stage.pending else (),
        subject=subject(game, words, stages, seat, pause, tenure=game.tenure(seat, pause)) if seat else "",
        mark=mark(game, words, stages, seat, game.tenure(seat, pause)) if seat else "",
        form=form(game, stages, view, pause.entry),
        outcome=outcome,
        **_proof(game, pause, since, over=outcome is not None),
        hashes=submissions.hashes(game, seat, since + 1, pause.entry) if seat else (),
        coming=tuple(game.ruleset.coming(view, seat)) if seat and state.flow else (),
        pictures=_pictures(game, view, seat, game.table.entries[since : pause.entry], stages) if seat else (),
        said=said_before(game, pause, seat),
        watchers=len(watchers(game, pause)),
        desk=desk_link(game, seat, stages, pause) if seat and state.flow else "",
        missed=missed(game, words, pause, seat) if seat else (),
        overdue=overdue(game, words, pause, seat) if seat else "",
        press=press(game, words, seat) if seat and pause.round == 1 else "",
    )


def _until(game: Game, pause: Pause) -> Iterator[LogLine]:
    """The lines of the log up to that of *pause*: what was known when its letters were written."""
    for line in game.log.noted:
        yield line
        if line.pause and line.pause.round == pause.round:
            return


def _pictures(
    game: Game, view: Position, seat: str, entries: Iterable[Entry], stages: Sequence[SeatStage]
) -> tuple[Picture, ...]:
    seen = [event for entry in entries for event in seen_events(entry, seat)]
    return pictures.wanted(game, view, seat, seen, [stage.decision for stage in stages if stage.pending])


def pictures_of(game: Game, pause: Pause, seat: str, made: Content) -> tuple[Picture, ...]:
    """The pictures that *made*, which is the letter of *pause* to *seat*, shows."""
    names = pictures_in(made)
    return tuple(each for each in occasion(game, pause, seat)[1].pictures if each.name in names) if names else ()


def _compared_with(game: Game, words: Words, pause: Pause, seat: str) -> Position:
    """The view of *seat* with which the letter of *pause* compares its own: that of the last letter, brief ones aside.

    A brief letter says nothing of what has changed.
    """
    earlier = game.last_letter(seat, pause)
    while earlier is not None and _is_brief(game, words, earlier, seat):
        earlier = game.last_letter(seat, earlier)
    view: Position = game.table.at(earlier.entry if earlier else 0)[1][seat]
    return view


def _is_brief(game: Game, words: Words, pause: Pause, seat: str) -> bool:
    return bool(_brief(words, pause, asked(game.table.at(pause.entry)[0]), game.put(pause, seat)))


def _proof(game: Game, pause: Pause, since: int, *, over: bool) -> dict[str, Any]:
    """What a letter says of chance: the commitment where a key begins to hold, the key where it ends."""
    key = game.chance_key(pause.entry)
    begins = pause.round == 1 or key != game.chance_key(since)
    return {
        "commitment": commitment(key) if begins else "",
        "chance_key": key if over else "",
        "next_commitment": commitment(game.chance_key(pause.entry, ahead=1)) if over else "",
    }


def _brief(words: Words, pause: Pause, decisions: Sequence[Decision], stages: Sequence[SeatStage]) -> str:
    """The tag of the order that a brief letter is about: the only one asked of its seat, or of those it concerns."""
    own = [stage.decision for stage in stages if stage.pending] or ([*decisions] if pause.to else [])
    code = tag(own[0].takes) if len(own) == 1 else ""
    return code if code and words.has_template(f"orders/{code}/brief.txt.j2") else ""


def _stages(game: Game, pause: Pause, seat: str) -> tuple[SeatStage, ...]:
    """What *seat* could send as it was at *pause*."""
    view, put = game.table.at(pause.entry)[1][seat], game.put(pause, seat)
    return tuple(filled(game.ruleset, stage, view) for stage in put) if game.even else put


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
        press=press(game, words, seat),
        commitment=commitment(game.chance_key(pause.entry)),
        subject=subject(game, words, put, seat, pause, became),
        mark=mark(game, words, put, seat),
        desk=desk_link(game, seat, put) if game.table.state.flow else "",
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


def present_context(
    game: Game, words: Words, seat: str, stages: Sequence[SeatStage], view: Position, at: datetime
) -> LetterContext:
    """What templates may see of the *stages* of *seat* as they are *at* a time: what letters to it do, nothing else."""
    pending = any(stage.pending for stage in stages)
    deadline = game.pause.due_for(seat) if game.pause and pending else None
    decisions = [stage.decision for stage in stages]
    asked = [question(words, each, seat) for each in decisions]
    context = LetterContext(
        **addressed(game, view, seat),
        me=seat,
        decision=decisions[0] if decisions else None,
        question=words.listed(asked) if asked else "",
        asked=pending,
        deadline=deadline,
        late=deadline is not None and at >= deadline,
        opens=game.pause.not_before(at) if game.pause and pending else None,
        last_grace=game.settings.last_grace if pending else "",
        plays=game.settings.plays_if_last(deadline, at) if pending else None,
        stopped=deadlines.standing_still(game.log.facts, seat) if pending else "",
        graces=game.pause.graces(at) if game.pause and pending else {},
        subject=subject(game, words, stages, seat, game.pause),
        mark=mark(game, words, stages, seat),
        desk=desk_link(game, seat, tuple(stages)) if stages else "",
        form=form(game, stages, view),
    )
    several = asks_several(game, stages, view, game.pause)
    due = [(each.decision, each.deadline) for each in several] if pending else []
    context = replace(context, dues=dues_told(words, due, seat, at))
    return replace(context, parts={"form": blank_sheet(words, context, several)})


def question_state(
    words: Words,
    stage: SeatStage,
    found: QuestionStatus,
    context: LetterContext,
    at: datetime,
    counted_at: datetime | None,
) -> QuestionState:
    """What one of several questions asks, what came for it *at* a time, and what counts if nothing does."""
    due = found.deadline
    return QuestionState(
        question=question(words, stage.decision, stage.seat),
        received=found.received.replace(" ", "-"),
        counted_at=counted_at,
        deadline=due,
        late=due is not None and at >= due,
        silence=silence(words, stage.decision, due, context) if found.received in {*WAITED_FOR, SILENT} else "",
    )
