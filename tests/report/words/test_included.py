"""Every template that another includes, imports or extends by its name is there."""

from collections.abc import Iterator

import jinja2
import pytest
from jinja2 import nodes

from pbem.engine.edition import base_folder
from pbem.engine.ruleset import Ruleset
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW

TAKING = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)


def named(one: nodes.Node) -> Iterator[str]:
    """The names of the templates that a tag takes, or an expression may have, as far as they are written out."""
    match one:
        case nodes.Include(ignore_missing=True):
            return
        case nodes.Include() | nodes.Import() | nodes.FromImport() | nodes.Extends():
            yield from named(one.template)
        case nodes.Const():
            yield one.value
        case nodes.CondExpr():
            yield from named(one.expr1)
            yield from named(one.expr2) if one.expr2 else ()
        case nodes.List() | nodes.Tuple():
            for each in one.items:
                yield from named(each)


@pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=lambda one: one.name)
def test_every_template_that_is_named_by_another_exists(ruleset: Ruleset) -> None:
    environment = jinja2.Environment(extensions=["pbem.report.words._TemplateMarks"])
    folders, found = (*ruleset.words, base_folder()), list[tuple[str, str]]()
    for folder in folders:
        for path in folder.rglob("*.j2"):
            parsed = environment.parse(path.read_text("utf-8"))
            found += [(path.name, name) for node in parsed.find_all(TAKING) for name in named(node)]
    assert len(found) > 60
    places = [*folders, *(folder / channel for folder in folders for channel in ("web", "forum"))]
    assert [(where, name) for where, name in found if not any((one / name).is_file() for one in places)] == []
