"""What a seat knows of a thing on the board: of a general, a train, a city, a hussar."""

from collections.abc import Iterator

from pbem.engine.menu import Said
from pbem_maria.chapters import supply
from pbem_maria.chapters.reach import reach
from pbem_maria.position.powers import controller, home_of
from pbem_maria.position.state import State
from pbem_maria.sequence import stage
from pbem_maria.sequence.stage import acts_now, combat_cards, in_stage


def facts(view: State, seat: str, kind: str, thing: str) -> Iterator[Said]:
    """The facts of *thing*, which is of a *kind* of name."""
    if kind == "general" and thing in view.theatre.generals:
        yield from _general(view, seat, thing)
    elif kind == "train" and thing in view.theatre.trains:
        yield from _train(view, thing)
    elif kind == "city" and thing in view.board.cities:
        yield from _city(view, seat, thing)
    elif kind == "hussar" and thing.isdecimal() and 0 < int(thing) <= len(view.hussars):
        where = view.hussars[int(thing) - 1]
        yield Said("in-city", {"city": where}) if where else Said("off-map")


def _general(view: State, seat: str, general: str) -> Iterator[Said]:
    yield Said("general-of", {"power": view.power_of(general), "rank": view.theatre.generals[general].rank})
    if general not in view.at:
        yield Said("in-box", {"box": view.off_map[general]}) if general in view.off_map else Said("off-map")
        return
    city = view.at[general]
    yield Said("in-city", {"city": city})
    if general in view.troops:
        yield Said("own-troops", {"troops": view.troops[general]})
    else:
        for known in view.sightings:
            if general in known.generals:
                yield Said("sighted", {"known": known})
    mates = tuple(other for other in view.generals_at(city) if other != general)
    if mates:
        yield Said("stacked", {"generals": mates, "commander": view.generals_at(city)[0]})
    if general in view.face_down:
        yield Said("face-down")
    line = supply.line(view, general)
    if line is None:
        yield Said("no-supply", {"distance": supply.nearest_train(view, general)})
    else:
        yield Said(
            "supplied", {"city": line.path[-1] if line.path else "", "steps": len(line.path), "points": line.points}
        )
    cards = combat_cards(view, city) if view.seat_of(view.power_of(general)) == seat else None
    if cards is not None:
        yield Said("fights-with", {"cards": cards, "suit": view.board.cities[city].suit})


def _train(view: State, train: str) -> Iterator[Said]:
    yield Said("train-of", {"power": view.power_of(train)})
    yield Said("in-city", {"city": view.at[train]}) if train in view.at else Said("off-map")


def _city(view: State, seat: str, city: str) -> Iterator[Said]:
    place = view.board.cities[city]
    yield Said("square", {"suit": place.suit, "home": home_of(view, city) or ""})
    if place.is_fortress:
        holder = controller(view, city) or ""
        yield Said("fortress", {"major": place.is_major_fortress, "power": holder})
    if city in view.questions:
        yield Said("disputed", {"general": view.questions[city].general})
    if pieces := view.pieces_at(city):
        yield Said("pieces-here", {"pieces": pieces})
    if seat and acts_now(view, seat) and (reached := tuple(_reached_by(view, seat, city))):
        yield Said("reached-by", {"pieces": reached})


def _reached_by(view: State, seat: str, city: str) -> Iterator[str]:
    """The pieces of *seat* that can go to *city* in this stage, as things are."""
    state, powers = in_stage(view, seat), stage.powers_of(view, seat)
    for piece in state.at:
        if state.power_of(piece) in powers and reach(state, piece).to(city) is not None:
            yield piece
