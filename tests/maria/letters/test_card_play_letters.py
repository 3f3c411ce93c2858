"""A card of a combat that is asked for (11.1): a short letter to both sides, and none to anyone else."""

from pathlib import Path

import pytest

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.play import asked
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.playtest.case_file import read_cases, read_given
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.letter import occasion
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.letters import changes
from pbem_maria.orders.stage import PlayOrders
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.toy.game import Clock

CASE = """\
- case: a-fight
  given:
    stage: France
    turn: 2
    pieces: {Belle-Isle: Passau with 6, French train 2: Vilshofen, Khevenhüller: Eferding with 4}
    hands: {Austria: [♦7, ♦3, ♦2], France: [♥5, ♥3, ♥2, ♥8, R]}
  sheets: {}
  then: {}
"""
MOST_LINES = 25
SEATS = {"maria-theresa", "louis", "frederick"}


class World:
    """A game in which Belle-Isle attacks Khevenhüller, and both want to be asked."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, Clock()
        path = folder.with_suffix(".yaml")
        path.write_text(CASE)
        create(folder, game_yaml("vienna"), None, "22" * 32)
        (case,) = read_cases(path)
        with opening.held(folder) as game:
            names = MARIA.lexicon(game.table.state, "")
            read_given(path, case, GivenPosition, names).lay_out(game.table)
            game.append(game.table.close("given", {}), self.clock())
        self.turn()

    def send(self, seat: str, text: str) -> None:
        with opening.held(self.folder) as game:
            item, _ = game.inbox.keep(text.encode(), self.clock(), seat=seat, source=str(len(game.inbox.items())))
            handled = judges.handle(game, item, self.clock)
            assert handled.verdict.state == "accepted", handled.answer
        self.turn()

    def turn(self) -> None:
        with opening.held(self.folder) as game:
            play_on(game, self.clock)
            make_letters(game)

    @property
    def game(self) -> Game:
        return opening.look(self.folder)

    def play(self) -> Decision | None:
        """The card that is asked for, if the combat goes on."""
        decisions = asked(self.game.table.state)
        return next((one for one in decisions if one.takes is PlayOrders), None)

    def letters(self) -> dict[str, str]:
        """The letters of the newest round."""
        folder = max(self.folder.glob("letters/*"))
        return {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.txt")}


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path / "game")
    world.send("louis", "pass\n")
    world.send("maria-theresa", "combat: ask\n")
    world.send("louis", "combat: ask\n")
    return world


def test_11_1_the_plans_for_a_combat_are_asked_when_all_have_the_news_of_the_stage(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    assert world.letters().keys() == {*SEATS, "public"}
    world.send("louis", "pass\n")
    assert world.letters().keys() == {*SEATS, "public"}, "everyone reads of the moves"


def test_11_1_a_card_is_asked_of_one_side_and_told_to_both_and_to_no_one_else(world: World) -> None:
    seen: list[set[str]] = []
    while decision := world.play():
        letters = world.letters()
        seen.append(set(letters))
        assert "Nothing to do now; the game waits for" not in letters[decision.seat]
        (other,) = letters.keys() - {decision.seat}
        assert "Nothing to do now; the game waits for" in letters[other]
        card = decision.about["playable"][0] if len(seen) < 5 and decision.about["playable"] else ""
        world.send(decision.seat, f"play: {card}\n" if card else "stop: yes\n")
    assert len(seen) > 3
    assert all(seats == {"maria-theresa", "louis"} for seats in seen)
    assert world.letters().keys() == {*SEATS, "public"}
    assert "Khevenhüller" in world.letters()["frederick"]
    game = world.game
    for seat in (*SEATS, PUBLIC):
        own = [pause for pause in game.log.pauses if pause.tells(seat)]
        told = [entry.number for pause in own for entry in occasion(game, pause, seat)[1].entries]
        assert told == [entry.number for entry in game.table.entries]


def test_11_1_the_letter_that_asks_for_a_card_has_25_lines(world: World) -> None:
    plays = 0
    while decision := world.play():
        for seat, text in world.letters().items():
            assert text.count("\n") <= MOST_LINES, text
            assert "Your score is" in text or seat != decision.seat
        asks = world.letters()[decision.seat]
        assert f"play.{plays}." in decision.key
        cards = decision.about["playable"]
        assert ("Played so far:" in asks) == bool(plays)
        world.send(decision.seat, f"play: {cards[0]}\n" if plays < 4 and cards else "stop: yes\n")
        plays += 1
    assert plays > 3


def test_11_1_what_a_letter_shows_of_a_combat_is_public_or_the_readers_own(world: World) -> None:
    letters = world.letters()
    assert "♥8" not in letters["maria-theresa"]
    assert "♦7" not in letters["louis"]


def test_11_1_whom_a_pause_of_a_combat_concerns_is_known_to_everyone(world: World) -> None:
    game = world.game
    state, public = game.table.state, game.table.views[PUBLIC]
    assert public.fight == state.fight
    fight = public.fight
    sides = {public.seat_of(public.power_of(one)) for one in (*fight.pair.attackers, *fight.pair.defenders)}
    assert {*asked(state)[0].concerns} == sides == {*game.log.pauses[-1].to}


def test_11_1_the_letter_after_a_combat_tells_what_changed_since_the_last_letter_that_told_that(world: World) -> None:
    before = world.game.log.pauses[1]
    while decision := world.play():
        world.send(decision.seat, f"play: {decision.about['playable'][0]}\n" if not decision.default else "stop: yes\n")
    game = world.game
    last = game.log.pauses[-1]
    for seat in ("maria-theresa", "louis"):
        assert game.last_letter(seat, last) != before
        wanted = changes(game.table.at(before.entry)[1][seat], game.table.at(last.entry)[1][seat], seat)
        found = occasion(game, last, seat)[1]
        assert not found.brief
        assert found.changes == wanted


def test_11_1_whoever_has_a_plan_reads_it_and_that_play_does_not_wait(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    world.send("louis", "combat: [♥5, lowest]\n")
    (own, other) = (" ".join(world.letters()[seat].split()) for seat in ("louis", "maria-theresa"))

    assert "The game waits for Maria Theresa." in own
    assert "You need not answer" in own
    assert ["If a sheet is missing then" in each for each in (own, other)] == [False, True]
    refused = replied(world, "louis", "combat: x\n")
    assert "You have no valid sheet yet; your standing or earlier orders answer" in refused
    assert "Your plan: play ♥5, then the lowest card of the suit;" in own
    assert "combat: {} # your plans stay as they are" in own
    assert "The game also waits for Louis XV." in other, "whether a plan is there is secret"
    assert "♥5" not in other
    world.send("louis", "combat: {}\n")
    assert not world.play(), "the plan still holds"


def test_11_1_status_waits_for_no_seat_whose_plan_is_there(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    world.send("louis", "combat: lowest\n")
    with opening.held(world.folder) as game:
        item, _ = game.inbox.keep(b"status\n", world.clock(), seat="louis", source="status")
        said = " ".join(judges.handle(game, item, world.clock).answer.split())
    assert "the game was waiting for Maria Theresa" in said


def replied(world: World, seat: str, text: str) -> str:
    """The state and the reply to *text*, in one line."""
    with opening.held(world.folder) as game:
        item, _ = game.inbox.keep(text.encode(), world.clock(), seat=seat, source=str(len(game.inbox.items())))
        handled = judges.handle(game, item, world.clock)
        return f"{handled.verdict.state}: {' '.join(handled.answer.split())}"


def test_5_a_sheet_that_passes_and_moves_is_offered_without_the_pass_and_yes_takes_it(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    said = replied(world, "louis", "passes: yes\nmoves:\n  - French train 2: Deggendorf\n")
    assert said.startswith("refused")
    assert "“passes: yes” was read as “passes: no”" in said
    assert "reply with the line `yes`" in said
    world.send("louis", "yes\n")
    game = world.game
    assert "french train 2" in " ".join(world.letters()["louis"].split()).casefold()
    assert game.table.views["louis"].at["france-t2"] == "deggendorf"


@pytest.mark.parametrize("word", ["yes", "Yes please.", "ja", "no", "nein", "No, thanks!"])
def test_a_bare_yes_or_no_that_answers_nothing_never_counts(tmp_path: Path, word: str) -> None:
    world = World(tmp_path / "game")
    assert not replied(world, "louis", f"{word}\n").startswith("accepted")


def test_11_1_a_refused_play_is_shown_a_card_of_its_reader(tmp_path: Path) -> None:
    said = replied(World(tmp_path / "game"), "maria-theresa", "standing: {defence: [12]}\n")
    assert "“12” is neither a card nor a rule for playing. Try: a card of the suit of its square, such as `♦2`;" in said


def test_what_the_form_has_as_a_comment_is_no_order_crossed_out(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    form = replied(world, "frederick", "form")
    assert "# propose:" in form
    sent = max((world.folder / "inbox").glob("*.txt")).read_text(encoding="utf-8")
    sheet = sent[sent.index("--- #") : sent.rindex("...") + 4].replace("standing:", "standing: {trump: hearts}")
    told = replied(world, "frederick", f"{sheet}\n")
    assert "was read as a comment" not in told, told
    assert "was read as a comment" in replied(
        world, "frederick", sheet.replace("# propose", "# accept: [1]\n# propose")
    )
