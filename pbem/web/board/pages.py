"""The parts of a seat's page that are about the board, as HTML; each can be put in its place again by itself."""

from collections.abc import Mapping

from pbem.engine.kit.lexicon import Lexicon
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.report.words import Words
from pbem.sheet.names import names_of
from pbem.web.board.drawn import board_pictures, stage_tag
from pbem.web.board.offered import facts, name_of, offered
from pbem.web.rendering import SafeHtml, render


def board_figure(game: Game, seat: str, at: str) -> SafeHtml:
    """The board; a script makes it one that can be moved and pointed at.

    *at* is the address of the page: the picture is at `AT/board/NAME.svg`.
    """
    pictures = board_pictures(game, seat)
    if not pictures:
        return SafeHtml("")
    stage = stage_tag(game, seat)
    return render(_words(game, seat), "board/board.html.j2", at=at, board=pictures[0], stage=stage)


def beside_board(game: Game, seat: str, at: str) -> SafeHtml:
    """The pictures of what is beside the board: tracks, say."""
    beside = board_pictures(game, seat)[1:]
    return render(_words(game, seat), "board/beside.html.j2", at=at, beside=beside) if beside else SafeHtml("")


def board_orders(
    game: Game,
    seat: str,
    text: str,
    at: str,
    *,
    chosen: str = "",
    about: str = "",
    undo: str = "",
) -> SafeHtml:
    """The list of all that can be ordered as *text* stands: what the board shows, for those who do not point.

    It is a part of the form with the text, and each of its buttons sends that to the page *at* an address. The subject
    with the key *chosen* is asked about, and in words typed by a person the thing *about*. *undo* goes with the form,
    so that the last choice can be undone.
    """
    found = offered(game, seat, text, chosen)
    if not found.parts and not about:
        return SafeHtml("")
    return render(
        _words(game, seat),
        "board/orders.html.j2",
        at=at,
        offered=found,
        about=about,
        undo=undo,
        told=board_facts(game, seat, thing_called(game, seat, about), about) if about else "",
        several=len(found.parts) > 1,
    )


def board_facts(game: Game, seat: str, thing: str, said: str = "") -> SafeHtml:
    """What *seat* knows of a thing on the board, `KIND ID`; without it that nothing is called as a person *said*."""
    told = facts(game, seat, thing) if thing else ()
    named = name_of(game, seat, thing) if thing else said
    return render(_words(game, seat), "board/facts.html.j2", thing=thing, name=named, facts=told)


def thing_called(game: Game, seat: str, said: str) -> str:
    """The thing on the board that a person calls so; empty if there is none."""
    lexicon = game.ruleset.lexicon(game.view(seat), seat)
    for kind in _kinds(lexicon):
        found = names_of(lexicon).find(said, kind)
        if found:
            return f"{kind} {found[0]}"
    return ""


def _kinds(lexicon: Lexicon) -> Mapping[str, object]:
    """The kinds of names of things that may be on a board."""
    return {kind: None for kind in lexicon.kinds if kind not in lexicon.ambiguous}


def _words(game: Game, seat: str) -> Words:
    return wording.words_for(game, game.view(seat), seat)
