"""What must be true of every position: cards, troops, pieces and markers are conserved (3, 6).

Each invariant has a name, by which a ruling may overrule it: `cards`, `troops`, `pieces`, `hussars`, `markers`,
`tracks`, `phases`, `players`. Random games, cases and rulings are held to the same ones.
"""

from collections import Counter
from collections.abc import Iterator

from pbem.engine.ruleset import BrokenInvariant
from pbem_maria.chapters.paths import CROSSING
from pbem_maria.chapters.victory import SPACES
from pbem_maria.edition.armies import General, Train
from pbem_maria.edition.cards import Track
from pbem_maria.position.cards import deck, deck_of, face
from pbem_maria.position.powers import closed_to, cooperating
from pbem_maria.position.state import MAXIMUM, PRUSSIAN_ALLY, SAXONY, State
from pbem_maria.sequence.withdrawals import Withdraw
from pbem_maria.settings import SEATS

CARDS, TROOPS, PIECES, HUSSARS = "cards", "troops", "pieces", "hussars"
MARKERS, TRACKS, PHASES, PLAYERS = "markers", "tracks", "phases", "players"


def broken(state: State) -> Iterator[BrokenInvariant]:
    """Every invariant that *state* breaks."""
    yield from _cards(state)
    yield from _troops(state)
    yield from _players(state)
    yield from _cities(state)
    yield from _boards(state)
    yield from _hussars(state)
    yield from _places(state)
    yield from _markers(state)
    yield from _tracks(state)


def _cards(state: State) -> Iterator[BrokenInvariant]:
    decks = state.theatre.edition.tactical_cards.decks
    held = [card for pile in state.hands.values() for card in pile.known]
    held += [card for pile in state.placed.values() for card in pile.known]
    held += [card for cards in state.influence.values() for card in cards]
    used = [card for cards in state.used.values() for card in cards]
    waiting = [card for number in state.waiting_decks for card in deck(number)]
    there = Counter([*held, *used, *waiting, *state.draw.known])
    wanted = Counter(card for number in decks for card in deck(number)) if state.turn else there
    if there != wanted:
        faces = {"lost": wanted - there, "extra": there - wanted}
        told = {key: tuple(sorted(face(card) for card in cards.elements())) for key, cards in faces.items()}
        yield BrokenInvariant(CARDS, "cards-not-conserved", told)
    if any(pile.hidden for pile in (*state.hands.values(), state.draw)):
        yield BrokenInvariant(CARDS, "cards-hidden")
    for number, cards in state.used.items():
        for card in cards:
            if deck_of(card) != number:
                yield BrokenInvariant(CARDS, "card-of-another-deck", {"card": face(card), "deck": number})


def _troops(state: State) -> Iterator[BrokenInvariant]:
    if not state.turn:
        return
    generals = {piece for piece in state.at if state.theatre.is_general(piece)} | set(state.off_map)
    for general in sorted(generals - set(state.troops)):
        yield BrokenInvariant(TROOPS, "without-troops", {"general": general})
    for general in sorted(set(state.troops) - generals):
        yield BrokenInvariant(TROOPS, "troops-without-general", {"general": general})
    for general, number in state.troops.items():
        if not 1 <= number <= MAXIMUM:
            yield BrokenInvariant(TROOPS, "troops-of-general", {"general": general, "troops": number, "most": MAXIMUM})
    for power in state.theatre.powers:
        told = state.totals.get(power, 0)
        real = sum(n for g, n in state.troops.items() if state.power_of(g) == power)
        if told != real:
            yield BrokenInvariant(TROOPS, "total-differs", {"power": power, "troops": real, "told": told})


def _cities(state: State) -> Iterator[BrokenInvariant]:
    leaving = any(isinstance(step, Withdraw) for step in state.flow)
    for city, number in Counter(state.at.values()).items():
        if city not in state.board.cities:
            yield BrokenInvariant(PIECES, "off-the-board", {"pieces": state.pieces_at(city), "city": city})
            continue
        pieces, generals = state.pieces_at(city), state.generals_at(city)
        if number > 1 and (number > 2 or len(generals) != number):
            yield BrokenInvariant(PIECES, "cannot-stack", {"pieces": pieces, "city": city})
        elif number == 2 and not leaving and not cooperating(state, *map(state.power_of, pieces)):
            yield BrokenInvariant(PIECES, "together-with-enemy", {"pieces": pieces, "city": city})
        if city in state.hussars:
            yield BrokenInvariant(HUSSARS, "shared-with-hussar", {"pieces": pieces, "city": city})
        if not leaving and any(closed_to(state, city, state.power_of(piece)) for piece in pieces):
            yield BrokenInvariant(PIECES, "against-neutrality", {"pieces": pieces, "city": city})


def _boards(state: State) -> Iterator[BrokenInvariant]:
    """Only some powers go from one board to the other (10.1); the others are where they were set up."""
    cities, place = state.board.cities, state.theatre
    pieces: dict[str, General | Train] = {**place.generals, **place.trains}
    homes = {
        (piece.power, cities[piece.city].board) for piece in pieces.values() if piece.city and piece.city in cities
    }
    for piece, city in state.at.items():
        power = state.power_of(piece)
        if city in cities and power not in CROSSING and (power, cities[city].board) not in homes:
            yield BrokenInvariant(PIECES, "wrong-board", {"piece": piece, "city": city})


def _players(state: State) -> Iterator[BrokenInvariant]:
    """Each player has a power; Saxony as Prussia's ally is none, as it comes back to that player."""
    lent = SAXONY if state.saxony == PRUSSIAN_ALLY else ""
    running = {seat for power, seat in state.seats.items() if power != lent}
    for seat in SEATS[2 if state.two_players else 3] if state.turn else ():
        if seat not in running:
            yield BrokenInvariant(PLAYERS, "player-without-power", {"seat": seat})


def _hussars(state: State) -> Iterator[BrokenInvariant]:
    for city in state.hussars:
        if city is not None and city not in state.board.cities:
            yield BrokenInvariant(HUSSARS, "hussar-off-board", {"city": city})


def _places(state: State) -> Iterator[BrokenInvariant]:
    for general in sorted(set(state.off_map) & set(state.at)):
        yield BrokenInvariant(PIECES, "on-and-off-map", {"general": general})
    for general in sorted(state.face_down - set(state.at)):
        yield BrokenInvariant(PIECES, "face-down-off-map", {"general": general})
    if not state.stage and (state.questions or state.fight is not None):
        yield BrokenInvariant(PHASES, "left-between-stages", {"cities": tuple(state.questions)})


def total(state: State, power: str) -> int:
    """How many victory markers a major power has; by an option those laid in Silesia come on top (4, 15)."""
    laid = state.theatre.edition.armies.start.silesian(power)
    return state.theatre.powers[power].pool + (len(laid) if state.options.silesia_markers == "extra" else 0)


def _markers(state: State) -> Iterator[BrokenInvariant]:
    """Every major power's victory markers are in its pool, on the map, in a box or set aside (15)."""
    for city in (*state.markers, *state.questions):
        if city not in state.board.cities:
            yield BrokenInvariant(MARKERS, "marker-off-board", {"city": city})
    if not state.pools:
        return
    for power, left in state.pools.items():
        there = left + state.battle.get(power, 0) + state.aside.get(power, 0)
        there += sum(owner == power for owner in (*state.markers.values(), *state.boxes.values()))
        there += sum(question.marker == power for question in state.questions.values())
        there -= sum(owner == power for owner in state.unpooled.values())
        if there != total(state, power):
            args = {"power": power, "markers": there, "most": total(state, power)}
            yield BrokenInvariant(MARKERS, "markers-not-conserved", args)
        if left < 0 and state.result is None and not (state.stage and state.options.empty_pool == "owes"):
            yield BrokenInvariant(MARKERS, "pool-overdrawn", {"power": power, "markers": -left})
        if not 0 <= state.battle.get(power, 0) <= SPACES:
            args = {"power": power, "markers": state.battle[power], "most": SPACES}
            yield BrokenInvariant(MARKERS, "battle-boxes", args)
    for city in sorted(set(state.electors) & set(state.markers)):
        yield BrokenInvariant(MARKERS, "marker-on-elector", {"city": city})


def _tracks(state: State) -> Iterator[BrokenInvariant]:
    """The marker of every political track is in one of its boxes (17)."""
    tracks: dict[str, Track] = {track.id: track for track in state.theatre.edition.tracks.tracks}
    for name, box in state.tracks.items():
        boxes = [one.box for one in tracks[name].boxes]
        if box not in boxes:
            yield BrokenInvariant(
                TRACKS, "marker-off-track", {"track": name, "box": box, "first": min(boxes), "last": max(boxes)}
            )
