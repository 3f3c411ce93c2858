"""What people and mail programs write around orders, in many languages; add a new language here.

A table has a line for each language, or for each family of mail programs. Tables that `words` reads hold words with
commas between them. Those that `either` reads hold parts of regular expressions with `|` between them. All are compared
without regard to case.
"""

from collections.abc import Mapping
from typing import NamedTuple

PhraseTable = tuple[str, ...]


def words(table: PhraseTable) -> frozenset[str]:
    """All words of a table, casefolded for comparison."""
    return frozenset(word.strip().casefold() for line in table for word in line.split(","))


def either(table: PhraseTable) -> str:
    """A regular expression for any entry of a table, to be put into a group."""
    return "|".join(table)


class CommandKind(NamedTuple):
    """What a command is: it only *asks*, whatever else an email says; it is about the present *stage* alone.

    It may *change* something that is no sheet. It *switches* something on or off, or *takes* other words of its own.
    """

    asks: bool = False
    stage: bool = False
    changes: bool = False
    switches: bool = False
    takes: bool = False


COMMANDS: Mapping[str, CommandKind] = {
    "status": CommandKind(asks=True),
    "form": CommandKind(asks=True),
    "resend": CommandKind(asks=True),
    "pass": CommandKind(stage=True),
    "withdraw": CommandKind(stage=True),
    "hold": CommandKind(stage=True, changes=True, takes=True),
    "release": CommandKind(stage=True),
    "absent": CommandKind(changes=True, takes=True),
    "extend": CommandKind(stage=True, changes=True, takes=True),
    "reminders": CommandKind(changes=True, switches=True),
    "calendar": CommandKind(changes=True, switches=True),
    "desk": CommandKind(changes=True),
    "appeal": CommandKind(takes=True),
    "resign": CommandKind(takes=True),
    "try": CommandKind(),
    "help": CommandKind(asks=True),
}
"""The commands by email, in the order in which help lists them; they are the same in every language.

What each does is the function of its name in `pbem.mail.intake.questions` or `requests`.
"""

YES = (
    (
        r"yes|yep|yeah|yup|ya|aye|ok|okay|okey|okidoki|sure|correct|right|fine|agreed|affirmative|confirm"
        r"|confirmed|confirming|i (?:do )?(?:hereby )?(?:confirm|agree)|i do|go ahead|do it|of course|definitely"
        r"|absolutely|exactly|indeed|perfect|that(?:'s| is) (?:right|correct|fine)|y"
        r"|(?:that |it )?looks (?:good|right|correct|fine)(?: to me)?"
    ),
    (
        r"ja|jawohl|jep|jap|genau|stimmt|richtig|passt|gerne?|einverstanden|(?:ich )?bestätige?|bestätigt"
        r"|in ordnung|klar|natürlich|(?:ist )?korrekt"
    ),
    (
        r"oui|ouais|d'accord|entendu|bien sûr|exact|parfait|confirmée?s?|je confirme|c'est (?:bon|ça|exact"
        r"|correct)"
    ),
    r"s[iì]|va bene|d'accordo|esatto|certo|certamente|confermo|confermat[oi]|giusto|perfetto",
    r"s[ií]|vale|de acuerdo|claro|exacto|correcto|confirmo|confirmad[oa]s?|por supuesto",
    r"sim|claro|certo|está bem|pode ser",
    r"ano|jo|jasně|souhlasím|potvrzuji|potvrzeno|áno|súhlasím|potvrdzujem|v pořádku|správně",
    r"tak|zgoda|zgadza się|potwierdzam|potwierdzone|dobrze|oczywiście",
    r"jawel|akkoord|klopt|ik bevestig|bevestigd|prima|zeker",
    (
        r"jo|japp|javisst|jag bekräftar|bekräftar|bekräftat|stämmer|jeg bekr[æe]fter|bekr[æe]fte[rt]|jepp"
        r"|det stemmer"
    ),
    (
        r"kyllä|joo|vahvistan|igen|megerősítem|rendben|evet|tamam|onaylıyorum|da|desigur|jah|kinnitan|jā|taip"
        r"|patvirtinu"
    ),
    r"да|ага|подтверждаю|верно|хорошо|ок|конечно|так|підтверджую|добре|авжеж|ναι|επιβεβαιώνω",
    r"是|是的|好|好的|确认|對|对|はい|네|예",
)
"""How people agree when a game asks them for a yes; matched in small letters without commas."""

ACKNOWLEDGING = (
    r"ok|okay|okey|okidoki|sure|right|fine|perfect|klar|passt|in ordnung|parfait|entendu|bien sûr|va bene|perfetto",
    r"that's fine|that is fine|(?:that |it )?looks good(?: to me)?",
    r"certo|vale|claro|está bem|jasně|v pořádku|dobrze|prima|zeker|javisst|rendben|tamam|хорошо|ок|добре|好|好的",
)
"""Those of them with which people also say only that they have read something."""

IRONIC = (r"(?:oh )?(?:yeah|ya|yes|yep|sure|ok|okay) (?:right|sure)|as if|(?:ja )+ja|jaja|ach ja|ouais c'est ça",)
"""What sounds like agreement and seldom is."""

THANKING = (
    r"thanks|thank you|thx|ty|cheers|danke\w*|vielen dank|merci|grazie|gracias|obrigad[oa]|díky|děkuji|dzięki|dziękuję",
    r"bedankt|dank je|tack|takk?|kiitos|köszönöm|teşekkürler|mulțumesc|спасибо|дякую",
)
"""Thanks: with a word of `ACKNOWLEDGING` they say only that something was read."""

NO = (
    (
        r"no|nope|nay|i disagree|disagreed|rejected?|nein|nee|nö|dagegen|abgelehnt|non|pas d'accord|não|ne"
        r"|nesouhlasím"
    ),
    r"nie|nej|nei|ei|nem|hayır|nu|нет|ні|όχι|nē|不|いいえ|아니요|never|refused?",
)
"""How people decline what a game asks them."""

GREETINGS = (
    r"hi|hello|hey|dear",
    r"hallo|liebe[rs]?|guten (?:tag|morgen|abend)|servus|moin|morgen (?:zusammen|allerseits)|grüß (?:gott|euch|dich)",
    r"salut|bonjour|bonsoir|ch(?:er|ère|ers|ères)\b",
    r"ciao|buongiorno|buona ?sera|salve|car[oia]\b",
    r"hola|buen[oa]s (?:días|tardes|noches)",
    r"ahoj|dobrý den",
    r"cześć|dzień dobry|szanown[yai]",
    r"olá|bom dia|boa (?:tarde|noite)",
    r"beste|goede(?:morgen|middag|navond)|hoi",
    r"hej|hei|god (?:morgon|morgen|dag|kväll)|goddag",
    r"szia|jó (?:reggelt|napot|estét)|merhaba|iyi günler|bună",
    r"tere|labdien|sveik[is]|laba diena",
    r"здравствуйте|привет|добрый (?:день|вечер)|доброго дня|вітаю",
    r"good (?:morning|evening|day|afternoon)",
    r"greetings|salutations|coucou|muy buenas|estimad[oa]s?|querid[oa]s?|sehr geehrte[rs]?",
    r"see (?:below|attached)|siehe unten|voir ci-dessous|vedi sotto",
)
"""How a letter begins."""

ADDRESSING = (
    r"hi|hello|hey|dear",
    r"hallo",
    r"salut|bonjour",
    r"ciao",
    r"hola",
    r"ahoj",
    r"cześć",
)
"""Greetings before a name and a comma, with more text on the same line."""

CLOSINGS = (
    r"best|kind|warm|many|with|yours|sincerely|regards|cheers|thanks|thank you|thx|ta\b|see you|bye|take care",
    r"good luck|viel (?:glück|erfolg)|bonne chance|buona fortuna|¡?(?:mucha |buena )?suerte|boa sorte|powodzenia",
    r"hodně štěstí|veel (?:geluk|succes)|lycka till|good game|have fun|hope (?:that|this|it|you)|greetings",
    r"mit (?:freundlichen|besten|lieben)|viele|liebe|beste|schöne|herzliche|freundliche",
    r"gru(?:ß|ss)|grüße|gruesse|lg|mfg|vg|danke|vielen dank|bis bald",
    r"cordialement|bien à|amicalement|merci|à bientôt",
    r"cordiali|saluti|un saluto|grazie|a presto",
    r"s pozdravem|zdravím?|děkuji|díky",
    r"pozdrawiam|z poważaniem|dzięki",
    r"saludos|un saludo|atentamente|gracias|un abrazo",
    r"atenciosamente|cumprimentos|abraços?|obrigad[oa]",
    r"met (?:vriendelijke|hartelijke)|groet|groeten|groetjes|bedankt|dank je",
    r"med (?:vänlig|vänliga|bästa|venlig|vennlig)|hälsningar|hilsen|mvh|tack|tak\b|takk",
    r"terveisin|ystävällisin|kiitos|üdv|üdvözlettel|köszönöm|saygılar|teşekkür|cu respect|mulțumesc",
    r"с уважением|всего доброго|спасибо|з повагою|дякую",
    r"that is all|that's all|ok|okay|bis (?:dann|später|morgen)|tschüss|servus|bon(?:ne)? (?:journée|soirée|week-end)",
    r"buona (?:giornata|serata)|hasta (?:pronto|luego)|até (?:logo|breve)|do zobaczenia|miłego dnia|tot (?:ziens|snel)",
    r"rgds|bises|bisous|à plus|enjoy|xx+|xoxo",
    r"fijne (?:dag|avond)|vi ses|ha det (?:bra|fint)|пока|до встречи",
)
"""How a letter ends."""

SIGN_OFFS = (
    r"sent (?:from|via|with|using) |get outlook |get bluemail |\[message clipped\]|secured with tuta",
    r"this e-?mail|this message|virus-free|yahoo mail|my android|<#[0-9a-f-]{36}>",
    r"von meine[mr]\b.{2,40} gesendet|gesendet (?:von|mit) |diese nachricht wurde|outlook für |holen sie sich outlook",
    r"virenfrei|meinem ",
    r"envoyé (?:de|depuis|à partir) |télécharger outlook|obtenir outlook",
    r"inviato (?:da|dal) ",
    r"enviado (?:desde|do) ",
    r"odesláno z|odoslané z ",
    r"wysłane z|wysłano z",
    r"verzonden (?:vanaf|met)",
    r"skickat från|sendt fra |lähetetty ",
    r"trimis de pe ",
    r"отправлено (?:с|из) |надіслано з ",
    r"στάλθηκε από ",
    r"iphoneから送信|发自我的|發自我的",
)
"""The start of a line that a phone, a mail program or a virus scanner adds below an email."""

FUNCTION_WORDS = (
    "i, you, he, she, we, they, it, the, a, an, is, are, was, were, be, my, your, his, our, this, that, these, those",
    "here, there, and, but, not, please, thanks, thank, have, has, had, will, would, can, could, should, do, did",
    "sorry, if, when, what, who, how, about, because, me, him, wrote, writes, said",
    "ich, du, er, wir, ihr, sie, es, der, die, das, ein, eine, ist, sind, war, mein, meine, dein, hier, und, aber",
    "nicht, bitte, danke, habe, hat, schrieb",
    "je, tu, il, elle, nous, vous, le, la, les, un, une, est, sont, mon, ma, mes, ici, et, mais, pas, merci, votre",
    "vos, écrit",
    "io, lo, gli, una, sono, mio, mia, ecco, ed, non, grazie, sui, per, scritto",
    "napsal, jsou, moje, můj, ale, ne, prosím, děkuji",
    "pisze, tady, tutaj, są, mój, nie, proszę, dziękuję",
    "el, los, las, son, mi, mis, aquí, y, pero, gracias, está",
)
"""Words that sentences have and orders rarely do."""

CONDITIONS = (
    "if, unless, except, only, when, not, but",
    "wenn, falls, sofern, außer, nur, sobald, nicht, aber",
    "si, sauf, seulement, quand, pas, mais",
    "salvo, tranne, quando, solo, non",
    "cuando, excepto, no, pero",
    "pokud, jestli, když, jen, ale",
    "jeśli, jeżeli, gdy, chyba, tylko",
)
"""Words that make a statement conditional or negative: no greeting or farewell has one."""

NEVER_IN_KEYS = (
    "i, you, he, she, we, they, it, is, are, was, were, my, your, these, this, those, here, there, please, sorry",
    "would, could, should, wrote, writes, said",
    "ich, ist, sind, mein, meine, hier, bitte, schrieb",
    "écrit, voici",
    "scritto, ecco",
    "napsal, pisze, tady, tutaj",
)
"""Words that no key of a sheet has: before a colon they belong to a sentence."""

NOT_KEYS = (
    "when, where, ps, p.s., pps, p.s, p.p.s., note, notes, nb, n.b., hint, question, remark, btw, important, warning",
    "disclaimer, confidential, confidentiality, edit, update, tl;dr, tldr, tel, phone, mobile, mob, fax, email, e-mail",
    "mail, web, www, http, https, url, skype",
    "re, fwd, sent, from, to, cc, bcc, subject, date, reply-to",
    "von, an, betreff, gesendet, datum, antwort",
    "de, à, objet, envoyé",
    "da, oggetto, inviato",
)
"""Words before a colon in letters and headers that begin no key of a sheet."""

ADDITIONS = (
    r"edit(?:ed)?|update|correction|p\.? ?s\.?|pps|post|addendum|addition|erratum|also|one more",
    r"nachtrag|korrektur|änderung|ergänzung|bearbeitet",
    r"ajout|correctif|modif(?:ication)?|aggiunta|correzione|modifica|añadido|corrección|edición",
    r"dodatek|oprava|doplněk|poprawka|toevoeging|correctie|tillägg|rättelse",
)
"""Words before a colon with which people add to what they wrote above."""

PARTICLES = ("von, der", "van", "de", "di, da")
"""Small words within a name."""

TITLES = (
    r"orders?|sheets?",
    r"befehle",
    r"ordres|voil[àa]|voici",
    r"ordini|ecco|anbei",
    r"órdenes|ordens",
    r"rozkazy|příkazy",
)
"""Headings over a sheet."""

WROTE = (
    r"wrote|writes|said|quoting",
    r"(?:hat )?geschrieben|schrieb|schreibt|zitat von|zitiere",
    r"(?:a )?[ée]crit|en réponse à",
    r"ha scritto|scritto|citando",
    r"escribi[oó]|ha escrito",
    r"escreveu",
    r"napsal(?:\(a\)|a)?|napísal(?:\(a\)|a)?",
    r"pisze|napisał(?:\(a\)|a)?",
    r"schreef|geschreven",
    r"skrev|kirjoitti",
    r"írta",
    r"написал(?:\(а\)|а)?|пишет",
    r"пише|написав(?:\(ла\)|ла)?",
    r"έγραψε",
    r"yazdı",
    r"a scris",
)
"""The verb of the line above a quotation, a word of its own."""

QUOTED_FROM = (
    r"(?:originally )?posted by|quot(?:e|ed) from|quote by|in reply to",
    r"zitat von|ursprünglich (?:geschrieben|gepostet|verfasst) von|beitrag von",
    r"citation de|envoyé (?:initialement )?par|posté (?:initialement )?par",
    r"originariamente (?:inviato|scritto) da|citazione di",
    r"(?:mensaje )?(?:iniciado|escrito|publicado) (?:originalmente )?por|cita de",
    r"původně (?:odeslal|napsal)|zamieszczone przez|geplaatst door|ursprungligen skrivet av",
)
"""What forums write before the name of whoever is quoted, on a line above the quotation."""

EXPANDING = (
    r"click (?:here )?to (?:expand|show|enlarge)|show more|read more",
    r"zum (?:vergrößern|erweitern) anklicken|klicke?n? (?:sie |hier )*(?:zum|um)\b.{0,30}",
    r"(?:cliquez|cliquer) (?:ici )?pour (?:agrandir|développer|étendre)",
    r"clicca (?:qui )?per (?:espandere|allargare|ingrandire)",
    r"ha(?:z|ga) clic para (?:expandir|ampliar)|clique para (?:expandir|ampliar)",
    r"klepněte pro (?:rozbalení|zobrazení)|kliknij,? aby (?:rozwinąć|powiększyć)|rozwiń",
    r"klik om (?:uit te vouwen|te vergroten)|klicka för att (?:expandera|förstora|utvidga)",
    r"klik for at udvide|klikk for å utvide|napsauta laajentaaksesi|kattints a kibontáshoz|genişletmek için tıkla",
    r"нажмите,? (?:здесь,? )?чтобы (?:раскрыть|увидеть)|натисніть, щоб розгорнути|expand|erweitern|раскрыть|развернуть",
)
"""What forums write below a quotation that they show in part."""

EDIT_REASONS = (r"reason(?: for edit(?:ing)?)?", r"grund", r"raison", r"motivo|razón", r"důvod|powód|reden|anledning")
"""What forums write before the reason for an edit, below its time."""

WROTE_IN_SIGNS = (r"写道|寫道", r"작성", r"のメール|書きました")
"""The same in writing that has no spaces between words."""

OPENERS = (
    r"on|am|le|il|el|em|op|den|dne|dnia|w dniu|på|kl|\d{1,4}[-./]\s?\d",
    r"(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)\w*[,.]",
)
"""How the line above a quotation begins, before its date: a small word, a day of the month or of the week."""

FORWARDED = (
    r"begin forwarded message",
    r"anfang der weitergeleiteten (?:e-mail|nachricht)",
    r"début du (?:message|courriel) (?:réexpédié|transféré)",
    r"inizio messaggio inoltrato",
    r"inicio del mensaje reenviado",
    r"začátek přeposlané zprávy",
    r"początek przekazywanej wiadomości",
    r"начало переадресованного (?:сообщения|письма)",
    r"videresendt besked begynder her",
    r"vidarebefordrat brev",
    r"begin doorgestuurd bericht",
    r"alkaa välitetty viesti",
    r"továbbított levél kezdete",
    r"início da mensagem (?:re)?encaminhada",
    r"videresendt melding",
    r"yönlendirilen ileti",
    r"αρχή προωθημένου μηνύματος",
    r"(?:开始)?转发的?邮件|開始轉寄郵件|轉寄的郵件",
    r"転送されたメッセージ",
    r"전달된 메시지",
)
"""The line above an email that Apple Mail forwards."""

BETWEEN_DASHES = (
    r"original|forwarded",
    r"urspr|weitergeleitet",
    r"origine|transfér|réexpédi",
    r"p[ůu]vodn|přeposlan",
    r"oryginaln|przekazan|przesłan",
    r"inoltrat",
    r"reenviad|encaminhad",
    r"doorgestuurd|oorspronkelijk",
    r"vidarebefordrat|oprindelig|alkuperäi",
    r"исходн|пересыла",
    r"eredeti",
    r"αρχικό",
    r"orijinal",
    r"原始邮件|原始郵件|转发|轉寄",
    r"元のメッセージ",
    r"원본",
)
"""The text between dashes above a quoted email, as in `-----Original Message-----`."""

FROM = (
    "from",
    "von, absender",
    "de, expéditeur, de la",
    "da, mittente",
    "od, odesílatel, nadawca",
    "från, fra, lähettäjä",
    "van",
    "от, від",
    "feladó",
    "kimden",
    "από",
    "发件人, 發件人, 寄件者, 寄件人",
    "差出人, 送信者",
    "보낸사람, 보낸 사람",
)
"""The names of the header From, as mail programs translate it in what they quote."""

SUBJECT = (
    "subject",
    "betreff",
    "objet",
    "oggetto",
    "předmět, predmet",
    "temat",
    "asunto, assunto",
    "onderwerp",
    "ämne, emne, aihe",
    "тема",
    "tárgy",
    "konu",
    "θέμα",
    "subiect",
    "主题, 主題, 主旨",
    "件名",
    "제목",
)
"""The names of the header Subject."""

OTHER_HEADERS = (
    "sent, date, to, cc, reply-to",
    "gesendet, datum, an, kopie, antwort",
    "envoyé, à, répondre",
    "inviato, data, a",
    "odesláno, komu, poslat, odoslané, kopia",
    "wysłano, do",
    "enviado, enviado el, fecha, para, enviada em",
    "verzonden, aan",
    "skickat, till, sendt, til, dato, lähetetty, vastaanottaja",
    "дата, кому, отправлено, копия, копія, надіслано",
    "elküldve, dátum, címzett, másolat",
    "gönderildi, tarih, kime, bilgi",
    "στάλθηκε, προς, ημερομηνία, κοιν",
    "trimis, către",
    "发送时间, 發送時間, 日期, 时间, 收件人, 收件者, 抄送, 副本",
    "送信日時, 日時, 宛先",
    "날짜, 참조, 보낸 날짜, 받는 사람, 받는사람",
)
"""The names of the headers between From and Subject, or below them."""

REPLY_PREFIXES = (
    r"re|fwd?",
    r"aw|wg",
    r"sv",
    r"antw",
    r"odp",
    r"rif",
    r"ref|tr",
    r"vs|vl",
    r"vá",
    r"ynt",
    r"απ",
    r"отв",
)
"""Prefixes of the subject of a reply or a forwarded email."""

PLEASE = (r"please|kindly|pls", r"bitte")
"""Courtesies allowed on the line of a command."""

FAILURES = (
    r"undeliver|delivery (?:status|failure|report|has failed|problem|delayed)|mail delivery|failure notice",
    r"returned mail|returned to sender|returning message|delayed mail|message \S{1,40} delayed|message not delivered",
    r"could not be delivered|nondeliverable",
    r"non remis|non distribué|échec de (?:la )?remise",
    r"unzustellbar|nicht zugestellt",
    r"no se puede entregar|no se ha podido entregar",
    r"mancata consegna|consegna non riuscita",
    r"não (?:foi )?entregue|falha na entrega",
    r"onbestelbaar|niet bezorgd",
    r"kunde inte levereras|kunne ikke leveres|ikke levert|toimitus epäonnistui",
    r"nedoručiteln|nelze doručit|nedoručen",
    r"niedostarczon|nie (?:można|udało się) dostarczyć",
    r"недоставленн|не доставлено|невозможно доставить|не вдалося доставити",
    r"zustellungsfehler|nicht zustellbar|notificación de error de entrega|αδυναμία παράδοσης|teslim edilemedi",
    r"退信|退回|无法投递|無法傳遞|配信(?:不能|エラー|できません)|送信できません|반송|전달되지 않",
)
"""What the subject of a bounce says."""

RETURNED = (
    r"created automatically by mail delivery software|this is the mail system at|qmail-send program",
    r"message (?:that you sent )?(?:to \S{1,200} )?(?:could not|couldn't|cannot|can't|has not yet) be(?:en)? delivered",
    r"(?:your )?message (?:wasn't|was not|has not been|hasn't been) delivered|undeliverable|returned to you",
    r"permanent (?:fatal )?errors?|not able to deliver|unable to deliver",
    r"delivery (?:to|has) [^\n]{0,80}fail|delay reason",
    r"user unknown|mailbox (?:unavailable|full|not found)|recipient address rejected|address not found",
    r"\b[45]\d\d [45]\.\d\.\d",
    r"konnte nicht (?:zugestellt|übermittelt)|nicht zugestellt werden|unzustellbar",
    r"n'a (?:pas )?pu être (?:remis|distribué|livré)|n'a pas été (?:remis|distribué)",
    r"non (?:è stato|può essere|è stato possibile) (?:recapitat|consegnat)|no se (?:pudo|ha podido|puede) entregar",
    r"não pôde ser entregue|kon niet worden (?:bezorgd|afgeleverd)|kunde inte levereras|kunne ikke leveres",
    r"nelze doručit|nemohla být doručena|nie (?:mogła|można|udało się)[^\n]{0,30}dostarcz",
    r"не (?:может быть|было) доставлено",
)
"""What a mail server writes at the beginning of a bounce."""

AWAY = (
    r"out of (?:the )?office(?: auto-?reply| until [\w ]{1,20})?|auto(?:matic)?[- ]?(?:reply|response)|on annual leave",
    r"abwesenheits(?:notiz|nachricht|assistent)|abwesend|abwesenheit|automatische antwort",
    r"absence du bureau|réponse automatique",
    r"fuera de la oficina|fuori (?:sede|ufficio)|fora do escritório|afwezig(?:heid(?:sbericht)?)?|nieobecność",
    r"poza biurem|mimo kancelář|nepřítomnost|frånvaro|ikke til stede|în afara biroului|sunt plecat|không có mặt",
    r"out of town|外出中|不在通知|休暇中|出張中|不在中|外出|休假中|[\[(]ooo[\])]",
    r"ooo|auto|خارج المكتب|מחוץ למשרד|вне офиса|休暇|休假|不在|부재중|ไม่อยู่ที่สำนักงาน",
    r"ofis ?dışı\w*|εκτός γραφείου|házon kívül|távol|fraværende|ikke på kontoret|inte på kontoret|poissa",
)
"""How the subject of an out-of-office reply begins."""

AUTOMATIC = (
    r"auto(?:m[aáà]|svar|odpowied|[- ]?(?:reply|respon|antwort))",
    r"otomati|sjálfvirk|tự động",
    r"تلقائي|خودکار|אוטומטי|อัตโนมัติ|स्वचालित|ავტომატ|ինքնաշխատ",
    r"авто(?:мат|ответ|відпов)",
    r"αυτόματ",
    r"自[动動]",
    r"자동",
)
"""Words for automatic: before the subject of one of our letters they show an automatic reply."""

ANNOUNCING = (
    "here, are, is, come, comes, my, the, our, these, this, those, order, orders, sheet, moves, move, for, of",
    "in, turn, round, stage, below, above, attached, enclosed, attachment, please, find, see, as, promised",
    "again, new, troops, plan, plans, bid, corrected, final, updated, revised, follow, follows, following, and",
    "i, have, file, files, document, pdf, yaml, datei, dateien, dokument, als, dem, anlage, angehängten, beigefügten",
    "sont, dans, fichier, fichiers, pièce, pièces, jointe, jointes, en, fichero, archivo, adjunto, nel, allegato",
    "now, it, version, second, third, correction, t1, t2, t3, r1, r2, r3, t, go, you",
    "anbei, hier, sind, ist, kommen, kommt, meine, mein, unsere, die, der, das, den, befehle, zug, züge, für, runde",
    "unten, angehängt, im, anhang, neu, neue, korrigiert, korrigierte, wie, versprochen, nun, jetzt, und, korrektur",
    "voici, mes, nos, ordres, les, ci-dessous, ci-joint, joint, pour, le, tour, de, du, la, corrigés, nouveaux",
    "ecco, gli, i, miei, ordini, per, il, turno, allegati, sotto, aquí, están, mis, órdenes, para, abajo, adjuntas",
    "el, los",
    "tady, zde, jsou, moje, mé, příkazy, rozkazy, na, pro, kolo, tah, níže, oto, rozkazach, tura, turę, poniżej",
    "esta, este, estas, diese, dieser, diesen, dieses, questo, questi, cette, ces, tento, tę, tym, ten, deze, dessa",
    "as, os, minhas, meus, ordens, ordem, jogada, rodada, seguem, estão, aqui, spring, summer, autumn, fall, winter",
    "вот, мои, мой, приказы, приказ, ход, ходы, на, этот, ось, мої, накази, хід, tässä, käskyni, käskyt, vuoro",
    "íme, a, parancsaim, kör, işte, emirlerim, tur, için, iată, ordinele, mele, pentru, runda, οι, διαταγές, μου",
    "hierbij, mijn, orders, voor, beurt, här, är, mina, her, er, mine, ordrer, ordre, til, runde, omgång",
    "soubor, příloze, plik, załączniku, файле, вложении, bestand, bijlage, bilaga, vedlagt, vedhæftet",
)
"""Words with which people announce their orders: a line of nothing else has no content."""

NUMBERED: PhraseTable = (
    r"turns?|rounds?|stages?|t|r|zug|runde|phase|tour|manche|turno|ronda|tornata|rodada|kolo|tah|tura|runda|beurt",
    r"omgång|omgang|drag|ход|раунд|тур|хід|vuoro|kierros|kör|tur",
)
"""What is numbered of a game."""

DISCLAIMERS = (
    r"confidential|intended (?:only |solely )?(?:for|recipient)|privileged|unauthori[sz]ed|disclaimer|liabilit",
    r"(?:anti)?virus|wirus|вирус",
    r"in error|before printing|the environment|external (?:e-?mail|sender)|originated (?:from )?out",
    r"unsubscribe|mailing list|registered (?:office|in)|vat (?:no|reg)|company (?:no|number|reg)",
    r"vertraulich|adressat|unbefugt|irrtümlich|haftung|umwelt|\bviren|geschäftsführ|registergericht|handelsregister",
    r"amtsgericht|ust-?id|sitz der gesellschaft|diese e-?mail|diese nachricht|abbestellen",
    r"confidentiel|destinataire|par erreur|environnement|ce (?:message|courriel)|siège social",
    r"riservat|destinatario|per errore|confidencial|por error|medio ambiente|důvěrn|poufn|vertrouwelijk|konfident",
)
"""Phrases in the texts that companies, gateways and lists add below or above an email."""

OF_ONESELF = (
    "i, me, my",
    "ich, mir, mich, mein, meine",
    "je, j, moi, mon, ma",
    "io, mio, mia, mi",
    "yo, já, mně, jestem",
)
"""Words by which a line speaks of its writer."""
