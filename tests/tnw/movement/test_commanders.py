"""Several Armies in one duchy, and where forces may go (9.6, 9.7, 10.2, 11.4)."""

from pbem_tnw.chapters.land.battle_rules import best_rating, defence, forces
from pbem_tnw.chapters.land.interceptors import evasions, refuge, retreats
from pbem_tnw.position.forces import enemies_at
from pbem_tnw.position.impulse import Pieces
from tests.tnw.positions import at_start, emptied, seen_by, with_forces, with_standing

LINZ = with_forces(at_start(4), {"linz": {"russia": 3, "austria": 3}}, {"kutuzov": "linz", "mack": "linz"})


def test_9_7_the_best_general_of_all_seats_commands_by_silence() -> None:
    together = defence(LINZ, "france", "linz")
    assert (together.commander, together.seat, together.rating(LINZ)) == ("kutuzov", "russia", 3)
    assert together.seats == ("austria", "russia")
    assert not together.split


def test_9_7_h20_a_seat_that_refuses_leaves_rating_0_and_two_forces() -> None:
    state = with_standing(LINZ, "austria", refuse=("russia",))
    together = defence(state, "france", "linz")
    assert (together.commander, together.rating(state), together.split) == ("", 0, True)
    assert best_rating(state, together.pieces.generals) == 3
    assert [(force.seat, force.commander, force.pieces.units) for force in forces(state, "france", "linz")] == [
        ("austria", "mack", {"austria": 3}),
        ("russia", "kutuzov", {"russia": 3}),
    ]


def test_9_7_refusing_a_seat_that_is_not_there_changes_nothing() -> None:
    assert not defence(with_standing(LINZ, "austria", refuse=("britain",)), "france", "linz").split


def test_9_7_a_seat_names_another_commander_and_two_names_split() -> None:
    named = with_standing(LINZ, "austria", commander={"linz": "mack"})
    assert defence(named, "france", "linz").commander == "mack"
    assert defence(with_standing(named, "russia", commander={"linz": "kutuzov"}), "france", "linz").split
    elsewhere = with_standing(LINZ, "austria", commander={"linz": "charles", "vienna": "mack"})
    assert defence(elsewhere, "france", "linz").commander == "kutuzov"


def test_9_7_what_others_refuse_is_not_seen() -> None:
    state = with_standing(LINZ, "austria", refuse=("russia",))
    assert not defence(seen_by(state, "france"), "france", "linz").split


def test_9_6_h19_generals_alone_go_to_the_nearest_friendly_duchy() -> None:
    state = emptied(at_start(4), "prague", "linz", "vienna", "olmutz", "ratisbon")
    assert refuge(state, "austria", "prague") == "linz"
    assert refuge(with_standing(state, "austria", march_to=("vienna", "linz")), "austria", "prague") == "vienna"
    assert refuge(with_standing(state, "austria", march_to=("buda",)), "austria", "prague") == "linz"


def test_9_6_no_duchy_is_left() -> None:
    state = at_start(4)
    state = with_forces(state, flags=dict.fromkeys(state.board.duchies, "france"))
    assert refuge(state, "austria", "prague") == ""


def test_10_2_h26_charles_may_evade_to_trieste_but_not_where_the_enemy_comes_from() -> None:
    state = emptied(at_start(4), "trieste", "innsbruck")
    charles = enemies_at(state, "france", "venice")
    assert evasions(state, "venice", charles, "mantua") == ("innsbruck", "trieste")
    assert "venice" not in evasions(state, "trieste", charles, "venice")


def test_10_2_no_evasion_over_a_marsh_or_a_strait() -> None:
    state = emptied(at_start(4), "antwerp", "nijmegen", "hamburg", "munster")
    french = Pieces(units={"france": 2})
    assert "antwerp" not in evasions(state, "amsterdam", french, "")
    assert "nijmegen" in evasions(state, "amsterdam", french, "")


def test_11_4_h38_from_munich_not_to_ulm_and_where_most_own_units_stand() -> None:
    state = emptied(at_start(4), "munich", "innsbruck", "linz", "ratisbon", "salzburg")
    austrians = Pieces(units={"austria": 3})
    assert retreats(state, "munich", austrians, "ulm") == ("innsbruck", "linz", "ratisbon", "salzburg")
    reinforced = with_forces(state, {"ratisbon": {"russia": 1}})
    assert retreats(reinforced, "munich", austrians, "ulm")[0] == "ratisbon"


def test_11_4_an_uncontrolled_open_duchy_only_if_none_is_friendly() -> None:
    french = with_forces(
        emptied(at_start(4), "ratisbon"), flags=dict.fromkeys(("innsbruck", "linz", "salzburg", "ratisbon"), "france")
    )
    austrians = Pieces(units={"austria": 3})
    assert retreats(french, "munich", austrians, "ulm") == ("innsbruck", "linz", "ratisbon", "salzburg")
    one = with_forces(french, flags={"linz": "austria"})
    assert retreats(one, "munich", austrians, "ulm") == ("linz",)
    besides = retreats(one, "munich", austrians, "ulm", came_from=("salzburg",))
    assert besides == ("linz", "salzburg")


def test_11_4_h39_nowhere_to_go() -> None:
    state = with_forces(at_start(4), {near: {"france": 1} for near in ("innsbruck", "linz", "ratisbon", "salzburg")})
    assert retreats(state, "munich", Pieces(units={"austria": 3}), "ulm") == ()


def test_11_4_no_retreat_over_a_strait() -> None:
    british = Pieces(units={"britain": 1})
    assert retreats(emptied(at_start(4), "naples"), "palermo", british, "") == ()
