"""What Maria says about the forms of its orders."""

from pbem.engine.forms.hints import FormHints
from pbem_maria.forms.offers import offers
from pbem_maria.forms.shapes import SHAPES
from pbem_maria.position.state import State

FORMS: FormHints[State] = FormHints(shapes=SHAPES, offers=offers)
