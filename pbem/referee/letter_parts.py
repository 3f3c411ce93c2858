"""Subjects, form, plans, what the ladder did: parts of letters."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbem.engine.bot import BY, BY_LADDER
from pbem.engine.play import only_plans, replace_plans
from pbem.engine.position import KeptOrder, Position
from pbem.referee.deadlines.ladder_record import in_a_row
from pbem.referee.deadlines.ladder_steps import of_letter
from pbem.referee.game import Clock, Game
from pbem.referee.history import in_advance
from pbem.referee.people.holders import Tenure
from pbem.referee.people.words import reads
from pbem.referee.stage import SeatStage
from pbem.report.letter import Question, coming_named, questions, sheet_parts
from pbem.report.words import Words, tag, words_of
from pbem.settings.ladder import CAME, RungChoice
from pbem.sheet.names import keys_as_written
from pbem.sheet.parts import Part, PlansWanted
from pbem.sheet.writer import write_sheet
from pbem.store.facts import RungTaken, SeatTaken
from pbem.store.log import Pause

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
    done = {came: in_words(words, (*one.deadline, *one.grace)) for came, one in then.items()}
    return words.say("labels", "missed-next", {"nothing": done["nothing"], "faulty": done["faulty"]})


def overdue(game: Game, words: Words, pause: Pause, seat: str, row: int | None = None) -> str:
    """What will follow if *seat* sends nothing that the letter of *pause* asks; empty if the moderator decides.

    It has missed *row* in a row; those before the letter if nothing is said.
    """
    found = of_letter(game, pause, seat, (in_a_row(game, seat, pause) if row is None else row) + 1)
    choices = [one for step in found for one in step.choices]
    ladder = game.settings.ladder
    unsaid = ladder is not None and ladder.nothing is None and all(one.rung == "ask the moderator" for one in choices)
    return in_words(words, choices) if choices and not unsaid else ""


def in_words(words: Words, choices: Sequence[RungChoice]) -> str:
    """What is done, one after the other: `a reminder, then the default`."""
    said = (words.phrase("labels", f"rung-{one.rung.replace(' ', '-')}", {"asks": one.asks}) for one in choices)
    return words.phrase("labels", "rungs", {"rungs": [*said]})


def to_come(game: Game, words: Words, seat: str, steps: Sequence[tuple[datetime, Sequence[RungChoice]]]) -> list[str]:
    """What will happen to *seat*, and when, if it sends no valid sheet."""
    zone = game.settings.zone_of(seat).name
    return [
        words.say(
            "labels", "missed-coming", {"at": at, "zone": zone, "done": in_words(words, choices), "first": number == 0}
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


def plans_wanted(game: Game, view: Position, seat: str) -> PlansWanted:
    """What *seat* may plan as it sees the game, by the names that people write."""
    kinds = tuple(game.ruleset.coming(view, seat))
    if not kinds:
        return PlansWanted(seat)
    words = words_of(game.ruleset, game.ruleset.lexicon(view, seat))
    return PlansWanted(seat, coming_named(words, kinds), game.settings.mail.sealed is not None)


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


def words_for(game: Game, view: Position, seat: str) -> Words:
    """The words for a reader in *seat*."""
    return words_of(game.ruleset, game.ruleset.lexicon(view, seat)).knowing(view, seat)


def title(game: Game) -> str:
    """The game's title in letters."""
    return game.settings.title or game.ruleset.title


def moderator(game: Game) -> str:
    """The moderator's name and address in letters, as far as game.yaml has them."""
    who = game.settings.moderator
    return f"{who.name} <{who.address}>" if who.name and who.address else who.name or who.address


def press(game: Game, words: Words, seat: str) -> str:
    """How *seat* writes to the other players through the game, in words; empty where it cannot."""
    mode = game.settings.press_mode
    name = next((title for other, title in game.titles.items() if other != seat and reads(game, other)), "")
    return words.phrase("labels", "press-how", {"press": mode, "name": name}) if name and mode != "none" else ""


def own_hold(
    game: Game, words: Words, stages: Sequence[SeatStage], at: datetime, deadline: datetime | None = None
) -> str:
    """That the seat of *stages* holds the game *at* a time before the *deadline*, and until when; empty if not."""
    from pbem.referee import requests  # noqa: PLC0415 - only who is reminded may hold a game

    if deadline is not None and at >= deadline:
        return ""
    held = (requests.hold_of(game, stage, at) for stage in stages if stage.pending)
    hold = next(filter(None, held), None)
    if hold is None:
        return ""
    args = {"ends": hold.until, "zone": game.settings.zone_of(stages[0].seat).name, "deadline": deadline}
    return words.phrase("commands", "status-holds", args)


def parts(game: Game, view: Position, stages: Sequence[SeatStage]) -> tuple[Part, ...]:
    """The parts of a sheet that answers *stages* of one seat, each with its heading."""
    decisions = [stage.decision for stage in stages]
    return sheet_parts(game.ruleset, view, stages[0].step, decisions) if stages else ()


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
    wanted = plans_wanted(game, view, seat)
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


def several(
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
    headings = {part.decision.name: part.heading for part in parts(game, view, among or stages)}
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
    An answer must keep its token, which is at its end: whatever precedes that may change.
    """
    entry = pause.entry if pause else None
    turn = next((stage.decision.turn for stage in stages if stage.decision.turn), 0) or game.turn(entry)
    deadline = due or (pause.due_for(seat) if pause else None)
    says = words.phrase(
        "labels",
        "subject",
        {
            "turn": game.ruleset.turn_named(turn),
            "became": became,
            "asked": _asked(words, stages),
            "due": words.brief_moment(deadline, game.settings.zone_of(seat).name) if deadline else "",
            "over": not (game.table.at(entry)[0] if entry is not None else game.table.state).flow,
        },
    )
    token = f" {{{game.token(seat, *stages[0].put, tenure)}}}" if stages else ""
    return f"[{game.name}] {says[:1].upper()}{says[1:]}{token}"


def mark(game: Game, words: Words, stages: Sequence[SeatStage], seat: str, tenure: Tenure | None = None) -> str:
    """What the opening line of a form says: which game, which question, and the token."""
    if not stages:
        return f"[{game.name}] {game.titles[seat]}"
    asked = questions(words, [stage.decision for stage in stages], seat)
    return f"[{game.name}] {asked} {{{game.token(seat, *stages[0].put, tenure)}}}"


def _asked(words: Words, stages: Sequence[SeatStage]) -> str:
    """What the game waits for, in as few words as there are for it."""
    asked = [*dict.fromkeys(_brief(words, stage) for stage in stages if stage.pending)]
    if len(asked) < 2:
        return "".join(asked)
    return words.phrase("labels", "and-more", {"first": asked[0], "count": len(asked) - 1})


def _brief(words: Words, stage: SeatStage) -> str:
    code = tag(stage.decision.takes)
    about = {**stage.decision.about, "decision": stage.decision, "me": stage.seat}
    return words.phrase("subjects", code, about) if words.has("subjects", code) else words.phrase("labels", "orders")
