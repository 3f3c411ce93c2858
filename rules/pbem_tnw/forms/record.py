"""What The Napoleonic Wars says about the forms of its orders."""

from pbem.engine.forms.hints import FormHints
from pbem_tnw.forms.offers import offers
from pbem_tnw.forms.shapes import BY_KEYS, SHAPES
from pbem_tnw.position.state import WarState

FORMS: FormHints[WarState] = FormHints(shapes=SHAPES, by_keys=BY_KEYS, offers=offers)
