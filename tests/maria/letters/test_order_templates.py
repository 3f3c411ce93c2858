"""Each order has its folder of templates."""

from pathlib import Path
from typing import get_args

from pbem.report.words import tag
from pbem_maria import unions
from pbem_maria.orders.politics import PoliticsOrders
from pbem_maria.orders.ruling import RulingOrders
from pbem_maria.orders.stage import PlayOrders, SetUpOrders

ORDERS = Path(__file__).parents[3] / "templates" / "maria" / "orders"


def test_every_order_has_its_templates() -> None:
    tags = {tag(order) for order in get_args(unions.MariaOrders)}
    assert {folder.name for folder in ORDERS.iterdir()} == tags
    for folder in ORDERS.iterdir():
        wanted = {"asked.txt.j2", "said-back.txt.j2"} | ({"form.txt.j2"} if folder.name != tag(RulingOrders) else set())
        wanted |= {"brief.txt.j2"} if folder.name == tag(PlayOrders) else set()
        wanted |= {"worked.txt.j2"} if folder.name == tag(SetUpOrders) else set()
        wanted |= {"openly.txt.j2"} if folder.name == tag(PoliticsOrders) else set()
        assert {file.name for file in folder.iterdir()} - {"options.txt.j2"} == wanted, folder.name


def test_no_template_asks_for_the_type_of_an_order() -> None:
    for file in ORDERS.parent.rglob("*.j2"):
        assert "__name__" not in file.read_text(encoding="utf-8"), file
