"""Orders for combat (11.1)."""

import msgspec

from pbem.engine.kit.reading import NameSpeller, Node, Reader, TextNode
from pbem.engine.order import Order
from pbem_maria.chapters.combat.plan import NONE, PlanItem
from pbem_maria.chapters.combat.plan_book import AGAINST, PlanBook
from pbem_maria.chapters.turn.standing_orders import InAdvance


class Attack(msgspec.Struct, frozen=True):
    """One of the fights of a stage, by a general of each side: `Belle-Isle > Khevenhüller`."""

    attacker: str
    defender: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Attack":
        parts = node.split(*AGAINST) if isinstance(node, TextNode) else ()
        if len(parts) == 1:
            parts = _two_names(parts[0], reader) or parts
        if len(parts) != 2:
            raise reader.blame(node, "not-an-attack")
        return cls(reader.name(parts[0], "general"), reader.name(parts[1], "general"))

    def spell(self, speller: NameSpeller) -> str:
        return f"{speller.name('general', self.attacker)} > {speller.name('general', self.defender)}"


def _two_names(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The names of two generals with only a space between them; nothing if there is not exactly one such reading."""
    spaces = [at for at, sign in enumerate(text.text) if sign == " "]
    found = [(text.part(0, at), text.part(at)) for at in spaces]
    read = [names for names in found if all(reader.knows(name, "general") for name in names)]
    return read[0] if len(read) == 1 else ()


class CombatOrders(InAdvance, frozen=True):
    """A sheet for the combats of another's stage, or for those of one's own that lack a plan."""

    combat: PlanBook = PlanBook()


class PlayOrders(Order, frozen=True, kw_only=True):
    """A sheet for one play of a combat whose plan says `ask`: a card, or `stop`."""

    play: PlanItem | None = None
    stop: bool = False

    @property
    def stops(self) -> bool:
        """Whether no card is played: `stop: yes`, or `play: none`."""
        return self.stop or (self.play is not None and self.play.rule == NONE)
