"""PDF of a print, set by Typst with pbem's own typefaces: the same bytes for the same drawings."""

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from pbem.engine.kit.printing import Print
from pbem.extras import extra
from pbem.report.pictures import typefaces
from pbem.report.printing.layout import Page, Say, Size, pages

_TEMPLATE = Path(__file__).parent / "pages.typ"


def pdf(wanted: Print, paper: Size, say: Say) -> bytes:
    """The file to print on *paper*, given as width and height in millimetres; raises `NotInstalled`."""
    return typeset(wanted.parts[0].title, [page for part in wanted.parts for page in pages(part, paper, say)])


def typeset(title: str, sheets: Iterable[Page]) -> bytes:
    """PDF with these pages."""
    with extra("print"):
        import typst  # noqa: PLC0415 only prints need it
    with TemporaryDirectory(prefix="pbem-print-") as made:
        folder = Path(made)
        shutil.copy(_TEMPLATE, folder)
        data = msgspec.to_builtins({"title": title, "pages": list(sheets)})
        for page in data["pages"]:
            for window in page["windows"]:
                window["svg"] = _kept(folder, window["svg"])
        (folder / "pages.json").write_bytes(msgspec.json.encode(data))
        made_of = typst.compile(
            str(folder / _TEMPLATE.name),
            root=made,
            font_paths=[str(typefaces.FOLDER)],
            ignore_system_fonts=True,
            format="pdf",
        )
    return bytes(made_of)


def _kept(folder: Path, svg: str) -> str:
    """The name of a file with this drawing: one for each that is different."""
    path = folder / f"{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
    path.write_text(svg, encoding="utf-8")
    return path.name
