"""The card of an Impulse, and the table of lines."""

from collections.abc import Collection, Iterator, Mapping

from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards import play_rules
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.cards.windows import play_event, play_for_points
from pbem_tnw.chapters.land import sieges
from pbem_tnw.chapters.land import sieges as assault_steps
from pbem_tnw.chapters.land.movement import MOVEMENT_LINES
from pbem_tnw.chapters.nation.returning import BUILD_LINES
from pbem_tnw.chapters.politics.conquest import CONQUEST_LINES
from pbem_tnw.chapters.politics.lines import DIPLOMACY_LINES
from pbem_tnw.chapters.politics.peace import PEACE_LINES
from pbem_tnw.chapters.politics.track import buy_card
from pbem_tnw.chapters.sea.transport import SEA_LINES
from pbem_tnw.chapters.turn.events import CardChosen
from pbem_tnw.chapters.turn.facts import LineRules, SeatFacts
from pbem_tnw.orders.choices import CardUse, EventChoices, PlusUse
from pbem_tnw.orders.condition import OF_BATTLES
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.lines import AssaultLine, OrderLine
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.control import is_power, seat_of
from pbem_tnw.position.state import WarState

RESOURCE = "resource"
"""What `Impulse.plus` says of a Resource."""


def playable(state: WarState, nation: str, card: str) -> bool:
    """Whether *nation* could play a card of its hand now: any for its CPs, unless it must be an event (5.1)."""
    return not state.board.cards[card].has("must_be_event") or play_rules.event_possible(state, nation, card)


def event_problems(state: WarState, nation: str, use: CardUse | PlusUse) -> Iterator[Problem]:
    """Why a card or Reserve cannot be played as an event (6.1, 6.18)."""
    return play_rules.event_problems(state, nation, use.card or "", use)


def card_problems(state: WarState, nation: str, use: CardUse) -> Iterator[Problem]:
    """Why the card of an Impulse cannot be played so: not held, no event, nothing but an event (5.1, 6.1)."""
    if state.board.cards[use.card].is_reserve:
        yield from reserve_problems(state, nation, use)
        return
    hand = state.hands.get(nation, CardHand())
    if use.card not in hand.known:
        yield Problem("card-not-held", ("card",), "5.1", {"card": use.card, "nation": nation, "held": hand.known})
    elif use.use == "event":
        yield from event_problems(state, nation, use)
    elif state.board.cards[use.card].has("must_be_event"):
        yield Problem("card-must-be-event", ("as",), "6", {"card": use.card})


def reserve_problems(state: WarState, nation: str, use: CardUse | PlusUse) -> Iterator[Problem]:
    """Why *nation* cannot play that Reserve now (6.2)."""
    card = use.card or ""
    if card not in state.board.reserves[nation]:
        own = state.board.reserves[nation]
        yield Problem("not-your-reserve", ("card",), "6.2", {"card": card, "nation": nation, "own": own})
    elif card in state.used:
        yield Problem("reserve-used", ("card",), "6.2", {"card": card})
    elif by := forbidden(state, "reserve", nation):
        yield Problem("reserve-forbidden", ("card",), "6.2", {"card": card, "by": by})
    elif use.use == "event":
        yield from event_problems(state, nation, use)


def plus_problems(state: WarState, nation: str, plus: PlusUse) -> Iterator[Problem]:
    """Why *nation* cannot use that Reserve or Resource besides (5.12, 16.2)."""
    if not plus.resource:
        if plus.card is None or not state.board.cards[plus.card].is_reserve:
            yield Problem("no-plus", ("card",), "5.12", {"card": plus.card})
        else:
            yield from reserve_problems(state, nation, plus)
    elif not is_power(state, nation):
        yield Problem("no-resources-of-minors", ("resource",), "16.1", {"nation": nation})
    elif not state.resources.get(nation):
        yield Problem("no-resource-left", ("resource",), "16.2", {"nation": nation})
    elif by := forbidden(state, "resource", nation):
        yield Problem("resource-forbidden", ("resource",), "16.2", {"nation": nation, "by": by})


def lay_card(table: Table[WarState], nation: str, use: CardUse | PlusUse, *, plus: bool = False) -> None:
    """Play the card of the Impulse, or with *plus* the Reserve besides."""
    card = table.state.board.cards[use.card or ""]
    table.emit(CardChosen(card=card.id, how=use.use, plus=plus or card.is_reserve))
    if use.use == "event":
        play_event(table, nation, card.id, use)
    else:
        play_for_points(table, nation, card.id)


def use_resource(table: Table[WarState], nation: str) -> None:
    """Use a Resource in the Impulse of *nation* (16.2)."""
    table.emit(CardChosen(card=RESOURCE, how="cp", plus=True))
    buy_card(table, nation)


def take_plus(table: Table[WarState], nation: str, plus: PlusUse) -> None:
    """Use what an Impulse has besides its card (5.12)."""
    if plus.resource:
        use_resource(table, nation)
        _play_after_drawing(table, nation, plus)
    else:
        lay_card(table, nation, plus, plus=True)


def _play_after_drawing(table: Table[WarState], nation: str, plus: PlusUse) -> None:
    """Play the first possible of the cards that *plus* names, or the one drawn, if none was played so far (5.22).

    In a trial on a view the card drawn is unknown.
    """
    hand = table.state.holdings(nation)
    if not hand or hand.unknown or table.state.impulse is None or table.state.impulse.card:
        return
    for wish in plus.then:
        choices = {name: getattr(wish, name) for name in EventChoices.__struct_fields__}
        use = CardUse(**{**choices, "card": wish.card or hand.known[-1], "use": wish.use})
        if next(card_problems(table.state, nation, use), None) is None:
            lay_card(table, nation, use)
            return


def impulses_in_doubt(state: WarState) -> tuple[str, ...]:
    """The nations whose Impulses of this Round do not come if each nation plays one card in its own till then (5.5)."""
    left = {nation: len(state.hands[nation]) for nation in holders(state)}
    ahead = state.board.sequence[state.marker :]
    for at, nation in enumerate(ahead, 1):
        if nation in left:
            last = len(left) == 1
            left[nation] -= 1
            if last or not any(left.values()):
                return ahead[at:]
            left = {other: cards for other, cards in left.items() if cards}
    return ()


def holders(state: WarState) -> tuple[str, ...]:
    """The nations with a card that they can play, in the order of the Sequence Track (5.1).

    By an option the hands of neutral Proxies do not hold up the end of a Turn (17.5).
    """
    keep = state.options.neutral_hands == "keep"
    return tuple(
        nation for nation in state.board.sequence if has_card(state, nation) and (seat_of(state, nation) or not keep)
    )


def has_card(state: WarState, nation: str) -> bool:
    """Whether *nation* holds a card that it could play (5.4): a neutral Proxy any card (17.5)."""
    hand = state.hands.get(nation, CardHand())
    if not hand or not seat_of(state, nation):
        return bool(hand)
    return hand.unknown > 0 or any(playable(state, nation, card) for card in hand.known)


def counted_cards(state: WarState, nation: str) -> int:
    """The cards of *nation* that count for the lead (5.2): by an option not those that Resources bought."""
    cards = len(state.hands.get(nation, CardHand()))
    return max(0, cards - state.bought.get(nation, 0)) if state.options.bought_card_counts == "no" else cards


def leading(state: WarState) -> str:
    """The nation that alone has the most cards (5.2); empty if two or more tie."""
    first, most = first_in_cards(state)
    return first[0] if most and len(first) == 1 else ""


def first_in_cards(state: WarState) -> tuple[tuple[str, ...], int]:
    """The nation that has most cards, or all that tie for most, and how many those are (5.2)."""
    counts = _counts(state)
    most = max(counts.values(), default=0)
    return tuple(nation for nation, cards in counts.items() if cards == most), most


def may_lead_later(state: WarState, nation: str, to_come: Collection[str]) -> bool:
    """Whether *nation* leads, or may once nations *to_come* have played a card each, without playing one itself."""
    counts = _counts(state)
    others = (cards - (other in to_come) for other, cards in counts.items() if other != nation)
    return counts.get(nation, 0) > max(others, default=0)


def _counts(state: WarState) -> dict[str, int]:
    """The cards that count for the lead by nation; neutral hands only by an option."""
    neutrals = state.options.neutral_hands_count == "yes"
    return {
        nation: counted_cards(state, nation) for nation in state.board.sequence if neutrals or seat_of(state, nation)
    }


def impulses_over(state: WarState) -> bool:
    """Whether the Impulses of the Turn stop before the next one (5.5, 5.51).

    They do when no one holds a card, and after an Impulse that began with its nation as the only holder, unless another
    nation has got a card since; by an option that nation itself, too (5.51).
    """
    left = holders(state)
    if not left or not state.last_impulse or left != (state.active,):
        return not left
    return state.options.last_card == "keeps" or state.cards_in_turn(state.active) <= state.cards_had


LINES: Mapping[type, LineRules] = {
    **BUILD_LINES,
    **CONQUEST_LINES,
    **DIPLOMACY_LINES,
    **MOVEMENT_LINES,
    **PEACE_LINES,
    **SEA_LINES,
    AssaultLine: LineRules(sieges.problems, assault_steps.carry_out),
}
"""By type of line; each chapter has a table of its own."""


def line_problems(view: WarState, nation: str, line: OrderLine) -> Iterator[Problem]:
    """Why *nation* cannot carry *line* out in the position of *view*."""
    rules = LINES.get(type(line))
    if rules is None:
        yield Problem("line-not-possible", (), "2.2")
    else:
        yield from rules.problems(view, nation, line)


def line_holds(view: WarState, nation: str, line: OrderLine) -> bool:
    """Whether the condition of *line* holds as it begins, by what the seat of *nation* sees."""
    rules, seat = LINES.get(type(line)), seat_of(view, nation)
    if rules is None or rules.ahead is None or not line.condition.words & OF_BATTLES:
        return value(line.condition, SeatFacts(view, seat, nation))
    ahead = rules.ahead(view, nation, line)
    return value(line.condition, SeatFacts(ahead.view, seat, nation, ahead=ahead.place))


def foreseen_problems(view: WarState, nation: str, line: OrderLine) -> Iterator[Problem]:
    """What will be wrong with *line* in the position of *view*, as far as it can be told beforehand."""
    rules = LINES.get(type(line))
    if rules is None or rules.foreseen is None:
        yield from line_problems(view, nation, line)
    else:
        yield from rules.foreseen(view, nation, line)


def carry_out_line(table: Table[WarState], nation: str, line: OrderLine) -> None:
    """Carry out *line*, which has no problems."""
    LINES[type(line)].carry_out(table, nation, line)
