"""A book of combat plans: which plan is for which fights (11.1)."""

from typing import Any

import msgspec

from pbem.engine.kit.reading import MappingNode, NameSpeller, Node, Reader, TextNode, every_part, parts_of
from pbem_maria.chapters.combat.plan import CombatPlan, is_plan

ALL = "all"
EVERY = (ALL, "all fights", "every fight")
AGAINST = (">", "→", "->", " against ", " attacks ", " vs ")
"""What is written between the two sides of a fight."""


class Chapter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A plan, and what it is *on*: two generals (one fight), a general, a power, or nothing (every fight)."""

    plan: CombatPlan
    on: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The step that leads to the plan in the path of a problem."""
        return ">".join(self.on) or ALL

    def spell_key(self, speller: NameSpeller) -> str:
        """How the sheet names what the plan is on."""
        return " > ".join(speller.name("general power", name) for name in self.on) or ALL


class PlanBook(msgspec.Struct, frozen=True, omit_defaults=True):
    """Plans by fight, general or power; one plan alone is for every fight."""

    chapters: tuple[Chapter, ...] = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "PlanBook":
        if is_plan(node):
            reader.mark(node, ALL)
            return cls((Chapter(reader.read(node, CombatPlan, ALL)),))
        chapters: dict[str, Chapter] = {}
        lines: dict[str, int] = {}
        with every_part() as part:
            for key, value in node.pairs if isinstance(node, MappingNode) else ():
                with part():
                    on = _read_on(key, reader)
                    step = ">".join(on) or ALL
                    if step in lines:
                        raise reader.blame(key, "named-twice", text=key.text, line=lines[step])
                    lines[step] = key.place.line
                    reader.mark(key, step)
                    chapters[step] = Chapter(reader.read(value, CombatPlan, step), on)
        return cls(tuple(chapters.values()))

    def spell(self, speller: NameSpeller) -> Any:
        if len(self.chapters) == 1 and not self.chapters[0].on:
            return self.chapters[0].plan.spell(speller)
        return {chapter.spell_key(speller): chapter.plan.spell(speller) for chapter in self.chapters}

    def find(self, own: tuple[str, ...], enemy: tuple[str, ...], powers: tuple[str, ...]) -> Chapter | None:
        """The chapter with the most special plan for a fight of the generals *own* (of *powers*) against *enemy*."""
        fights = {(one, other) for one in own for other in enemy}
        special = (
            fights | {(other, one) for one, other in fights},
            {(general,) for general in own},
            {(power,) for power in powers},
            {()},
        )
        return next((c for names in special for c in self.chapters if c.on in names), None)


def _read_on(key: TextNode, reader: Reader) -> tuple[str, ...]:
    if key.text.casefold() in EVERY:
        return ()
    parts = parts_of(key, reader, *AGAINST)
    if len(parts) > 2:
        raise reader.blame(key, "not-a-fight", text=key.text)
    if len(parts) == 2:
        return tuple(reader.name(part, "general") for part in parts)
    return (reader.name(parts[0], "general", "power"),)
