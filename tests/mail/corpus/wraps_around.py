"""Wrappings by what stands around the sheet: words, signatures, the quoted letter, marks that no one sees."""

from tests.mail.corpus.posting import Post, Wrappings, marked, multipart, part, quoted
from tests.mail.corpus.wraps_html import markup

GREETINGS = ("", "Hi Mo,\n\n", "Hallo Eugen, anbei meine Befehle:\n\n", "Voilà :\n\n")
FAREWELLS = (
    "",
    "\nDora\n",
    "\nBest wishes\nDora\n",
    "\n-- \nDora Potsdam\nSanssouci 1\n",
    "\nSent from my iPhone\n",
    "\nGet Outlook for iOS\n",
    "\nVon meinem Galaxy gesendet\n",
    "\n_______________________________________________\nPlayers mailing list\nPlayers@lists.example.org\n",
    "\n--\nThis e-mail is confidential: do not read it.\nTel.: 0331 4711\n",
)
INVISIBLE = {"zero-width": "\u200b", "byte order": "\ufeff", "soft hyphen": "\u00ad", "direction": "\u200e"}


def around(sheet: str, post: Post) -> Wrappings:
    for greeting in GREETINGS:
        for farewell in FAREWELLS:
            yield f"{greeting!r} {farewell!r} marked", post.mail(part(greeting + marked(sheet) + farewell))
            yield f"{greeting!r} {farewell!r} bare", post.mail(part(greeting + sheet + farewell))


def quoting(sheet: str, post: Post) -> Wrappings:
    behind, tight, below = quoted(post.letter), quoted(post.letter, ">"), post.block + post.letter
    french = f"Le dim. 11 janv. 2026 à 20:05, Game <{post.recipient}> a écrit :\n"
    for name, text in (("marked", marked(sheet)), ("bare", sheet)):
        for way, body in {
            "above": f"{text}\n{post.said}{behind}",
            "above, tight": f"{text}\n{post.said}{tight}",
            "below": f"{post.said}{behind}\n{text}",
            "between": f"> Hello\n\n{text}\n> Good bye\n",
            "above, German": f"{text}\nAm 11.01.26 um 20:05 schrieb Game:\n{behind}",
            "above, French": f"{text}\n{french}{behind}",
            "above a block of headers": f"{text}\n{below}",
            "above a line and a block": f"{text}\n________________________________\n{below}",
            "above an original": f"{text}\n-----Original Message-----\n{below}",
            "above a forward": f"{text}\n---------- Forwarded message ---------\n{below}",
        }.items():
            yield f"{name} {way}", post.mail(part(body))


def invisible(sheet: str, post: Post) -> Wrappings:
    text = marked(sheet)
    for name, character in INVISIBLE.items():
        yield f"{name} first", post.mail(part(character + text))
        yield f"{name} at line ends", post.mail(part(text.replace("\n", character + "\n")))
    yield "nbsp indents", post.mail(part(_indented(text, "\u00a0")))
    yield "nbsp everywhere", post.mail(part(text.replace(" ", "\u00a0")))
    yield "ideographic blanks", post.mail(part(_indented(text, "\u3000")))
    yield "em dash for the mark", post.mail(part(f"—-\n{sheet}…\n"))
    yield "en dashes for hyphens", post.mail(part("".join(_dashed(line) + "\n" for line in text.splitlines())))


def _indented(text: str, blank: str) -> str:
    """The text with another *space* at the beginning of its lines."""
    bare = [(line, line.lstrip(" ")) for line in text.splitlines()]
    return "".join(blank * (len(line) - len(rest)) + rest + "\n" for line, rest in bare)


def _dashed(line: str) -> str:
    bare = line.lstrip(" ")
    return line[: len(line) - len(bare)] + "– " + bare[2:] if bare[:2] == "- " else line


def edited(sheet: str, post: Post) -> Wrappings:
    """The letter comes back with its form made into the sheet."""
    first, last = post.form.splitlines()[0], post.form.splitlines()[-1]
    before, _, after = post.letter.partition(post.form)
    letter = f"{before}{first}\n{sheet}{last}\n{after}"
    own = f"{quoted(before)}> {first}\n{sheet}> {last}\n{quoted(after)}"
    page = f'<blockquote class="gmail_quote">{markup(letter, "breaks")}</blockquote>'
    yield "behind the quotation marks", post.mail(part(post.said + quoted(letter)))
    yield "behind the quotation marks, with a word", post.mail(part(f"See below.\n\n{post.said}{quoted(letter)}"))
    yield "in lines of one's own", post.mail(part(post.said + own))
    yield "below a block of headers", post.mail(part(f"See below.\n\n{post.block}{letter}"))
    yield "in HTML", post.mail(part(f'<div>See below.</div><div class="gmail_quote">{page}</div>', kind="text/html"))


def returned(post: Post, words: str = "") -> Wrappings:
    """The letter comes back as it was, below *words*: nothing in it is an order of who sends it back."""
    below, behind = post.block + post.letter, quoted(post.letter)
    page = markup(post.letter, "breaks")
    heads = markup(post.block, "breaks")
    yahoo = "".join(f" {line}\n" for line in post.letter.splitlines())
    for way, body in {
        "quoted": post.said + behind,
        "quoted, tight": post.said + quoted(post.letter, ">"),
        "quoted twice": post.said + quoted(behind),
        "quoted, German": f"Am 11.01.26 um 20:05 schrieb Game:\n{behind}",
        "quoted, no line above": behind,
        "below a block": below,
        "below a line": f"________________________________\n{below}",
        "below an original": f"-----Original Message-----\n{below}",
        "below an Ursprüngliche Nachricht": f"-----Ursprüngliche Nachricht-----\n{below}",
        "below a forward": f"---------- Forwarded message ---------\n{below}",
        "below Begin forwarded message": f"Begin forwarded message:\n\n{below}",
        "indented by a blank": f"    {post.said}\n{yahoo}",
    }.items():
        yield way, post.mail(part(f"{words}\n{body}"))
    own = markup(words, "gmail")
    for way, body in {
        "blockquote": f'<blockquote type="cite">{page}</blockquote>',
        "gmail_quote": f'<div class="gmail_quote"><div>{post.said}</div><blockquote>{page}</blockquote></div>',
        "divRplyFwdMsg": f'<hr><div id="divRplyFwdMsg">{heads}</div><div>{page}</div>',
        "Word": f'<div style="border:none;border-top:solid #E1E1E1 1.0pt">{heads}</div>{page}',
        "yahoo_quoted": f'<div class="yahoo_quoted"><div>{post.said}</div><div>{page}</div></div>',
        "name=quote": f'<div name="quote" style="border-left: 2px solid">{heads}{page}</div>',
        "moz-cite-prefix": f'<div class="moz-cite-prefix">{post.said}</div><blockquote>{page}</blockquote>',
        "pre": f"<blockquote><pre>{post.letter}</pre></blockquote>",
    }.items():
        yield f"HTML, {way}", post.mail(part(own + body, kind="text/html"))
    mine = part(words or "\n")
    game = post.mail(part(post.letter)).replace(post.sender.encode(), post.recipient.encode())
    yield "attached", post.mail(multipart("mixed", mine, b"Content-Type: message/rfc822\r\n\r\n" + game))
    flowed = "".join(f"> {line} \n" for line in post.letter.splitlines())
    yield "flowed", post.mail(part(f"{words}\n{post.said}{flowed}", more="; format=flowed"))
