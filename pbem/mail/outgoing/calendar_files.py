"""Calendar files (RFC 5545): deadlines that a player's calendar takes over from an email."""

from collections.abc import Sequence

from pbem.mail.outgoing.body import Attachment
from pbem.referee.game import Game
from pbem.referee.letters import shortfall, wording
from pbem.referee.letters.calendar import CalendarEntry

METHOD = "PUBLISH"
"""What is to be done with the events (RFC 5546, 3.2.1): they are there to be read, and no one answers."""
_MAKER = "-//pbem//pbem//EN"


def attached(game: Game, seat: str, entries: Sequence[CalendarEntry]) -> tuple[Attachment, ...]:
    """The file of *entries* for the player of *seat*; none without any, or if it cannot be made for whatever reason."""
    if not entries:
        return ()
    try:
        file = Attachment(f"{game.name}.ics", _written(game, seat, entries), "text", "calendar", {"method": METHOD})
    except Exception as error:  # noqa: BLE001 nothing may keep a letter from going
        shortfall.note(game.folder, "calendar files", " ".join(str(error).split()) or type(error).__name__)
        return ()
    shortfall.note(game.folder, "calendar files", "")
    return (file,)


def _written(game: Game, seat: str, entries: Sequence[CalendarEntry]) -> bytes:
    """The calendar with an event for each of *entries*; titles name no decision, since calendars are often shared."""
    from icalendar import Alarm, Calendar, Event, vCalAddress  # noqa: PLC0415 few players want such files

    words = wording.words_for(game, game.view(), "")
    title = words.phrase("labels", "calendar-title", {"title": wording.title(game), "seat": game.titles[seat]})
    calendar = Calendar()
    for name, value in (("prodid", _MAKER), ("version", "2.0"), ("method", METHOD)):
        calendar.add(name, value)
    for one in entries:
        text = words.phrase("labels", "calendar-text", {"game": game.name, "round": one.round, "over": one.cancelled})
        event = Event()
        event.add("uid", one.uid)
        event.add("sequence", one.sequence)
        event.add("dtstamp", one.stamp)
        event.add("dtstart", one.due)
        event.add("summary", title)
        event.add("description", text)
        event.add("organizer", vCalAddress(f"mailto:{game.settings.mail.sender}"))
        event.add("status", "CANCELLED" if one.cancelled else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        event.add("class", "PRIVATE")
        for before in one.alarms:
            alarm = Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("trigger", -before)
            alarm.add("description", title)
            event.add_component(alarm)
        calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made
