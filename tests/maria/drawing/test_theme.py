"""Colours and signs: texts have contrast, powers differ in grey and to colour-blind eyes, or by shape and letter."""

from itertools import combinations, pairwise

from pbem_maria.drawing.pieces import initials, shape_of
from pbem_maria.drawing.theme import theme
from pbem_maria.edition.edition import named
from pbem_maria.position.state import State

LEAST_CONTRAST = 4.5
"""For texts of normal size (WCAG 2.2, 1.4.3)."""


def linear(colour: str) -> tuple[float, float, float]:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(y: float) -> float:
    """L* of a luminance (CIE 1976)."""
    return float(116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def protanopic(colour: str) -> str:
    """What someone without red cones sees (Viénot, Brettel and Mollon, 1999), as a colour."""
    red, green, blue = linear(colour)
    seen = (0.11238 * red + 0.88762 * green, 0.11238 * red + 0.88762 * green, 0.00401 * (red - green) + blue)
    parts = (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in seen)
    return "#" + "".join(f"{round(255 * min(1, max(0, part))):02x}" for part in parts)


def test_texts_have_contrast() -> None:
    look = theme()
    grounds = [look.paper, look.white, look.water, look.gold, *(suit.tint for suit in look.suits.values()), *look.reach]
    for ground in grounds:
        assert contrast(look.ink, ground) >= LEAST_CONTRAST, ground
    for power in look.powers.values():
        assert contrast(power.text, power.ground) >= LEAST_CONTRAST, power.letter
    assert contrast("#ffffff", look.alarm) >= LEAST_CONTRAST
    assert contrast("#ffffff", look.ink) >= LEAST_CONTRAST


def test_roads_and_arrows_stand_out() -> None:
    look = theme()
    grounds = [look.paper, *(suit.tint for suit in look.suits.values())]
    for ground in grounds:
        assert contrast(look.road, ground) >= LEAST_CONTRAST
        for power in look.powers.values():
            assert contrast(power.arrow, ground) >= 3, power.letter
        for shade in look.reach:
            assert abs(lightness(luminance(ground)) - lightness(luminance(shade))) >= 6


def test_a_power_is_told_by_lightness_or_by_its_letter() -> None:
    powers = theme().powers
    assert len({power.letter for power in powers.values()}) == len(powers)
    sides = (("austria", "pragmatic"), ("france", "bavaria", "prussia", "saxony"))
    for eyes in (str, protanopic):
        seen: dict[str, float] = {name: lightness(luminance(eyes(power.ground))) for name, power in powers.items()}
        close = [(a, b) for side in sides for a, b in combinations(side, 2) if abs(seen[a] - seen[b]) < 5]
        assert set(close) <= {("france", "prussia"), ("bavaria", "saxony")}, (eyes, seen)


def test_the_steps_of_a_reach_differ_in_grey() -> None:
    shades = [lightness(luminance(shade)) for shade in theme().reach]
    assert all(other - one >= 4 for one, other in pairwise(shades)), shades


def test_suits_have_a_sign_each() -> None:
    assert {suit.sign for suit in theme().suits.values()} == set("♠♥♦♣")


def test_generals_of_an_edition_have_initials_of_their_own() -> None:
    found = initials(named("historical").key)
    assert len(set(found.values())) == len(found)
    assert found["belle-isle"] == "BI"
    assert (found["karl"], found["stair"], found["dessauer"], found["toerring"]) == ("Ka", "St", "De", "Tö")


def test_a_shield_shows_its_side() -> None:
    def shapes(saxony: str) -> list[str]:
        view = State(edition=named("historical").key, scenario="advanced", saxony=saxony)
        return [shape_of(view, power) for power in ("austria", "pragmatic", "prussia", "saxony")]

    assert shapes("prussian-ally") == ["pointed", "pointed", "round", "round"]
    assert shapes("neutral")[-1] == "square"
    assert shapes("austrian-ally")[-1] == "pointed"
