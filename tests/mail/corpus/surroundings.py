"""What stands around a sheet in the text of an email, and sheets of any kind for it; `wraps` makes whole emails."""

from hypothesis import strategies as st

from pbem.mail.extraction.find import find
from pbem.mail.mime.text import FoundOrders, MailContents, MailText, TextSource

TOKEN = "k7f2-rxqm"
FORM = f"""\
--- # [vienna-1741] The action stage of France and Bavaria {{{TOKEN}}}
# What follows a # is a remark. Take the # away from a line to use it.
passes: yes
# Strike `passes` when you order anything.
# moves:
#   - Belle-Isle: Passau > Schärding
#   - Karl von Lothringen: Kremsier > Wischau > Brünn > Olmütz > Prerau > Leipnik
# at most: {{Belle-Isle: 3}}
...
"""
LETTER = f"""\
vienna-1741 - Maria, letter 5

To Louis XV (Chloé)

WHAT TO DO NOW
==============

Your action stage. Aims:
- Louis XV holds 0 of the 9 fortresses in Austria that he needs.

{FORM}"""

INTRODUCTIONS = [
    "On Sat, 21 Nov 2026 at 08:00, Game <g@example.org> wrote:",
    "On Sat, 21 Nov 2026 at 08:00, Game\n<g@example.org> wrote:",
    "On Saturday, November 21, 2026, 08:00:00 AM GMT+1, Game <g@example.org>\nwrote:",
    "Le sam. 21 nov. 2026 à 08:00, Game <g@example.org> a écrit :",
    "Le 21/11/2026 à 08:00, Game a écrit\u00a0:",
    "Am 21.11.2026 um 08:00 schrieb Game:",
    "Am Sa., 21. Nov. 2026 um 08:00 Uhr schrieb Game\n<g@example.org>:",
    "Game <g@example.org> schrieb am Sa., 21. Nov. 2026, 08:00:",
    "Il giorno sab 21 nov 2026 alle ore 08:00 Game <g@example.org> ha scritto:",
    "Dne so 21. 11. 2026 8:00 uživatel Game <g@example.org> napsal:",
    "Dne 21.11.2026 v 8:00 Game napsal(a):",
    "W dniu 21.11.2026 o 08:00, Game pisze:",
    "sob., 21 lis 2026 o 08:00 Game <g@example.org> napisał(a):",
    "El sáb, 21 nov 2026 a las 8:00, Game (<g@example.org>) escribió:",
    "Op za 21 nov. 2026 om 08:00 schreef Game <g@example.org>:",
    "Den 21.11.2026 kl. 08:00 skrev Game:",
    "2026-11-21 8:00 GMT+01:00 Game <g@example.org>:",
    '21.11.2026, 08:00, "Game" <g@example.org> wrote:',
]
DIVIDERS = [
    "________________________________\nFrom: Game <g@example.org>\nSent: 21 November 2026\nTo: Chloé\nSubject: x\n",
    "*From:* Game <g@example.org>\n*Date:* 21 November 2026 08:00\n*To:* Chloé\n*Subject:* The action stage\n",
    "Von: Game <g@example.org>\nGesendet: Samstag, 21. November 2026 08:00\nAn: Chloé\nBetreff: The action stage\n",
    "De : Game <g@example.org>\nEnvoyé : samedi 21 novembre 2026 08:00\nÀ : Chloé\nObjet : The action stage\n",
    "Da: Game <g@example.org>\nInviato: sabato 21 novembre 2026 08:00\nA: Chloé\nOggetto: The action stage\n",
    "Od: Game <g@example.org>\nOdesláno: sobota 21. listopadu 2026 8:00\nKomu: Chloé\nPředmět: The action stage\n",
    "Od: Game <g@example.org>\nWysłano: sobota, 21 listopada 2026 08:00\nDo: Chloé\nTemat: The action stage\n",
    "-----Original Message-----\nFrom: Game\nSent: Saturday\nTo: Chloé\nSubject: The action stage\n",
    "-------- Ursprüngliche Nachricht --------\nVon: Game\nDatum: 21.11.26 08:00\nAn: Chloé\nBetreff: x\n",
    "---------- Forwarded message ---------\nFrom: Game\nDate: Sat\nSubject: x\nTo: y\n",
    "Begin forwarded message:\n\nFrom: Game\nSubject: x\nDate: Sat\nTo: y\n",
    "On Sat, 21 Nov 2026 at 08:00, Game <g@example.org> wrote:\n",
]
GREETINGS = [
    "",
    "Hi Mo,\n\n",
    "Hello,\nhere are my orders for this week.\n\n",
    "Lieber Mo,\n\n",
    "Here they are:\n\n",
    "\n\n",
]
FAREWELLS = [
    "",
    "\nBest regards,\nAnn\n",
    "\n-- \nAnn\nTel: 123\n",
    "\nSent from my iPhone\n",
    "\nVon meinem iPhone gesendet\n",
    "\n--\nAnn\n",
    "\nGet Outlook for Android<https://aka.ms/x>\n",
    "\nPS: see you on Monday.\n",
    "\nI hope that this is right. It was a hard choice!\n",
    "\nThis e-mail and any files are confidential and intended solely for the\nperson to whom they are addressed.\n",
    "\n_______________________________________________\nMaria mailing list\nhttps://lists.example.org/listinfo/x\n",
]
MARKS = [
    ("---", "..."),
    ("--- # x, ann {k7f2-rxqm}", "..."),
    ("—-", "…"),
    ("—", "…"),
    ("– # x", "..."),
    ("**---**", "**...**"),
    ("\\---", "\\..."),
    ("  ---", "  ..."),
    ("--- ", "... "),
    ("\u00a0---", "...\u00a0"),
    ("```", "```"),
    ("~~~ yaml", "~~~"),
    ("[code]", "[/code]"),
]


def found(text: str, form: str = "", subject: str = "", source: TextSource = "plain") -> FoundOrders:
    return find(MailContents((MailText(text=text, source=source),)), form, subject)


def orders_of(sheet: str) -> list[str]:
    """The lines of a sheet that say something, without its marks."""
    lines = [line.rstrip() for line in sheet.split("\n") if line.strip()]
    return [line for line in lines if line.strip() != "..." and line != "---" and not line.startswith("--- ")]


_places = st.sampled_from(["Passau", "Schärding", "Brünn", "Ungarisch Altenburg", "Weißenburg", "Linz"])
_generals = st.sampled_from(["Belle-Isle", "Karl von Lothringen", "Törring", "d'Aremberg", "Erbprinz Leopold"])
_moves = st.builds(lambda who, way: f"{who}: {' > '.join(way)}", _generals, st.lists(_places, min_size=1, max_size=5))
_lists = st.builds(
    lambda key, items: [f"{key}:", *(f"  - {item}" for item in items)],
    st.sampled_from(["moves", "hussars", "take", "attacks"]),
    st.lists(_moves, min_size=1, max_size=4),
)
_values = st.builds(
    lambda key, value: [f"{key}: {value}"],
    st.sampled_from(["passes", "subsidy", "place", "gives way", "bid"]),
    st.sampled_from(["yes", "3", "♥7 or ♠3", "[one, two]", "{Broglie: 6, Törring: 8}", '"as before"']),
)
_groups = st.builds(
    lambda key, pairs: [f"{key}:", *(f"  {pair}" for pair in pairs)],
    st.sampled_from(["troops", "new troops", "standing"]),
    st.lists(_moves, min_size=1, max_size=3),
)
_remarks = st.just(["# a remark: of mine"])
SHEETS = (
    st.lists(_lists | _values | _groups | _remarks, min_size=1, max_size=5)
    .map(lambda parts: [line for part in parts for line in part])
    .filter(lambda lines: any(not line.startswith("#") for line in lines))
)
