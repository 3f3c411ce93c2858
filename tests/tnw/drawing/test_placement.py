"""labels.yaml: that names have places where they clash with nothing, and what `pbem edition check` says of it."""

import shutil
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.drawing.stored import is_made_for, read
from pbem.engine.reading import Lexicon
from pbem.report.pictures import measure
from pbem.report.words import Words
from pbem_tnw.drawing.labels import LABELS, SCALES, digest, names_of, text_of, work_out
from pbem_tnw.drawing.theme import contrast, look_of, theme
from pbem_tnw.edition.edition import STORE, BoardLabels, named
from pbem_tnw.ruleset import TNW

EDITION = named("historical")
RAW = EDITION.beside("labels")


def test_the_labels_of_the_historical_edition_are_those_of_its_map() -> None:
    assert RAW is not None
    assert list(LABELS.check(EDITION.map, RAW)) == []
    assert LABELS.shortcomings(EDITION) == ()


@pytest.mark.slow
def test_labels_are_worked_out_alike_each_time() -> None:
    assert RAW is not None
    assert text_of(work_out(EDITION.map, measure)) == RAW.decode()


@pytest.mark.parametrize("scale", SCALES.values(), ids=list(SCALES))
def test_no_name_covers_another_or_a_place(scale: object) -> None:
    names = names_of(EDITION, next(one for one in SCALES.values() if one is scale), measure)
    labels = {place: names.labels(place)[0].box for place in names.codes}
    assert len(labels) > 50
    for (one, box), (other, another) in combinations(labels.items(), 2):
        assert not box.overlaps(another), (one, other)
    for one, box in labels.items():
        assert not [spot for spot, place in names.obstacles.spots.items() if spot != one and box.overlaps(place)]


def test_every_name_has_a_place_at_every_scale() -> None:
    for scale in SCALES.values():
        assert len(names_of(EDITION, scale, measure).codes) == len(EDITION.duchies) + len(EDITION.zones)


def test_a_copy_of_the_edition_with_outdated_labels_takes_those_that_come_with_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "historical"
    shutil.copytree(STORE.base / "historical", folder)
    (folder / "labels.yaml").write_text("made_for: another\nnames: {}\n", encoding="utf-8")
    copied = STORE.load(folder)
    try:
        assert LABELS.shortcomings(copied) == ()
        assert copied.beside("labels", is_made_for(digest(copied.map))) == RAW
    finally:
        STORE.load(STORE.base / "historical")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (None, "labels-missing"),
        (b"names: [", "labels-unreadable"),
        (b"made_for: abc\nnames: {atlantis: {widths: [1]}}\n", "labels-outdated"),
    ],
    ids=["missing", "unreadable", "outdated"],
)
def test_what_is_wrong_with_labels_is_said(raw: bytes | None, code: str) -> None:
    assert [problem.code for problem in LABELS.check(EDITION.map, raw)] == [code]


def test_names_that_cover_each_other_are_found_and_said() -> None:
    assert RAW is not None
    labels = read(RAW, BoardLabels)
    crowded = {**labels.names, "munich": replace(labels.names["munich"], area="W")}
    raw = text_of(replace(labels, names=crowded)).encode()
    problems = list(LABELS.check(EDITION.map, raw))
    assert {(problem.code, problem.args["scale"]) for problem in problems} == {("labels-overlap", "area")}
    said = Words(TNW.words, Lexicon({}), tools=TNW.tools).phrase("edition", "labels-overlap", problems[0].args)
    assert "at the scale `area`" in said


def test_labels_of_another_map_are_outdated() -> None:
    first, *others = EDITION.map.duchies
    moved = replace(EDITION.map, duchies=(replace(first, x=first.x + 5), *others))
    assert [problem.code for problem in LABELS.check(moved, RAW)] == ["labels-outdated"]


def test_words_can_be_read_on_every_nation_s_colour_and_letters_tell_nations_apart() -> None:
    looks = {nation: look_of(EDITION, nation) for nation in EDITION.nations}
    assert all(contrast(look.ground, look.text) >= 4.5 for look in looks.values())
    assert all(contrast(look.tint, theme().ink) >= 7 for look in looks.values())
    assert len({look.letter for look in looks.values()}) == len(looks)
