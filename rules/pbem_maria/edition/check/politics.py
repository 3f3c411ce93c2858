"""Tactical cards, political tracks and political cards (8, 17, 18)."""

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from pbem.engine.problem import OrderPath, Problem
from pbem_maria.edition.board import Suit
from pbem_maria.edition.edition import EditionFiles
from pbem_maria.edition.political_cards import MajorId, PrintedPolitics
from pbem_maria.edition.printed_tracks import SaxonZone, Track, TrackId, Tracks
from pbem_maria.edition.tactical_cards import TacticalCards

DECKS = (1, 2, 3, 4)
VALUES, RESERVES = tuple(range(2, 11)), 2
YEARS = range(1741, 1745)
A_YEAR = 6
ELECTION_YEAR = 1742


def check(files: EditionFiles) -> Iterator[Problem]:
    """Every problem of tactical_cards.yaml, tracks.yaml and politics.yaml."""
    yield from _decks(files.tactical_cards)
    yield from _tracks(files.tracks)
    yield from _cards(files.politics)


def _decks(cards: TacticalCards) -> Iterator[Problem]:
    suits = tuple(suit.id for suit in cards.suits)
    if suits != get_args(Suit):
        yield Problem("suits", ("tactical_cards", "suits"), args={"found": suits, "wanted": get_args(Suit)})
    if cards.deck.values != VALUES or cards.deck.reserves != RESERVES:
        yield Problem("deck", ("tactical_cards", "deck"))
    if cards.decks != DECKS:
        yield Problem("decks", ("tactical_cards", "decks"))


def _tracks(tracks: Tracks) -> Iterator[Problem]:
    if tracks.display != get_args(MajorId):
        yield Problem("display", ("tracks", "display"), args={"wanted": get_args(MajorId)})
    found = tuple(track.id for track in tracks.tracks)
    if sorted(found) != sorted(get_args(TrackId)):
        yield Problem("tracks", ("tracks", "tracks"), args={"found": found, "wanted": get_args(TrackId)})
    for number, track in enumerate(tracks.tracks):
        yield from _boxes(("tracks", "tracks", number, "boxes"), track)


def _boxes(spot: OrderPath, track: Track) -> Iterator[Problem]:
    if [box.box for box in track.boxes] != list(range(1, len(track.boxes) + 1)):
        yield Problem("boxes-out-of-order", spot, args={"track": track.id})
    stars = sum(box.star for box in track.boxes)
    if stars != 1:
        yield Problem("one-star", spot, args={"track": track.id, "found": stars})
    if track.id != "saxony":
        return
    zones = list(get_args(SaxonZone))
    given = [zones.index(box.zone) if box.zone else -1 for box in track.boxes]
    if given != sorted(given) or set(given) != set(range(len(zones))):
        yield Problem("zones", spot, args={"wanted": tuple(zones)})
    if sum(box.s_box for box in track.boxes) != 1:
        yield Problem("one-s-box", spot, rule="19.1")


def _cards(politics: PrintedPolitics) -> Iterator[Problem]:
    listed: OrderPath = ("politics", "cards")
    years = Counter(card.year for card in politics.cards if not card.extra)
    seen: set[str] = set()
    for number, card in enumerate(politics.cards):
        if card.id in seen:
            yield Problem("id-twice", (*listed, number, "id"), args={"id": card.id})
        seen.add(card.id)
    for year in YEARS:
        if years[year] != A_YEAR:
            yield Problem("cards-a-year", listed, args={"year": year, "found": years[year], "wanted": A_YEAR})
    elections = [card for card in politics.cards if card.is_election]
    if [card.year for card in elections] != [ELECTION_YEAR] or len(elections[0].effects) != 1:
        yield Problem("one-election", listed)
