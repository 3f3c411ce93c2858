"""What an email holds: a letter as text, beside it as HTML, and the pictures of that, which no server is asked for."""

import hashlib
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from email.policy import SMTP

import msgspec

from pbem.referee.letters.pictures import LetterPicture
from pbem.report.content.html import ShownPicture, html
from pbem.report.content.tree import Content

_POLICY = SMTP.clone(max_line_length=76)


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with an email, of the media type *kind*/*subtype* with its *parameters*; text is in UTF-8."""

    name: str
    content: bytes
    kind: str
    subtype: str
    parameters: Mapping[str, str] = {}


class MailBody(msgspec.Struct, frozen=True):
    """*text*, which is `format=flowed` if *flowed*; and *page*, the same as HTML with *pictures*, if there is one.

    *attachments* are beside both.
    """

    text: str
    flowed: bool = False
    page: str = ""
    pictures: tuple[LetterPicture, ...] = ()
    attachments: tuple[Attachment, ...] = ()


def inlined(page: str) -> str:
    """A page of HTML with its style in each element, as mail programs want it."""
    import css_inline  # noqa: PLC0415 most emails that are written were written before

    return css_inline.CSSInliner(load_remote_stylesheets=False).inline(page)


def page_of(content: Content, title: str, message_id: str, pictures: Sequence[LetterPicture] = ()) -> str:
    """*content* as HTML for the email with *message_id*, in which its *pictures* are."""
    shown: Mapping[str, ShownPicture] = {
        each.name: ShownPicture(f"cid:{content_id(each.name, message_id)}", each.alt, each.width, each.height)
        for each in pictures
    }
    return inlined(html(content, title, shown))


def content_id(name: str, message_id: str) -> str:
    """By what the HTML of an email names the picture *name* (RFC 2392): no other picture of ours has it.

    It is short, for a header that need not be folded.
    """
    left, _, domain = message_id.strip("<>").rpartition("@")
    return f"{name}.{hashlib.sha256(left.encode()).hexdigest()[:16]}@{domain}"


def as_bytes(body: MailBody, message_id: str) -> bytes:
    """The headers that tell what *body* is, and itself, in seven bits; the same bytes for the same email."""
    whole = _part()
    whole["MIME-Version"] = "1.0"
    params = {"format": "flowed"} if body.flowed else None
    whole.set_content(body.text, charset="utf-8", cte="quoted-printable", params=params)
    if body.page:
        whole.add_alternative(body.page, subtype="html", charset="utf-8", cte="quoted-printable")
        whole.set_boundary(_boundary("alternative", message_id))
        _, page = whole.iter_parts()
        for picture in body.pictures:
            page.add_related(
                picture.png,
                "image",
                "png",
                cid=f"<{content_id(picture.name, message_id)}>",
                filename=f"{picture.name}.png",
                disposition="inline",
            )
        if body.pictures:
            page.set_boundary(_boundary("related", message_id))
    for each in body.attachments:
        _attach(whole, each)
    if body.attachments:
        whole.set_boundary(_boundary("mixed", message_id))
    return whole.as_bytes()


def _attach(whole: EmailMessage, file: Attachment) -> None:
    """Put *file* beside all that is in an email; text is for programs that look for their type, and keeps its lines."""
    charset = {"charset": "utf-8"} if file.kind == "text" else {}
    whole.add_attachment(
        file.content,
        file.kind,
        file.subtype,
        filename=file.name,
        params={**file.parameters, **charset, "name": file.name},
    )


def _part() -> EmailMessage:
    return EmailMessage(_POLICY)


def _boundary(kind: str, message_id: str) -> str:
    """A line that is in no part: `=_` is in none that is encoded (RFC 2045, 6.7)."""
    return f"=_{kind}_{hashlib.sha256(message_id.encode()).hexdigest()[:24]}"
