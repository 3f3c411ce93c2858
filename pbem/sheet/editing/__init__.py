"""Changes of a sheet's text, as clicks and forms make them."""

from pbem.sheet.editing.edit import EditedSheet, Unmade, edit_sheet, edited, reordered
from pbem.sheet.editing.finding import Wanted, wanted_of

__all__ = ["EditedSheet", "Unmade", "Wanted", "edit_sheet", "edited", "reordered", "wanted_of"]
