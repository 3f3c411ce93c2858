"""What forums write around posts, in the languages for which `languages` has their quotations.

The tables are as in `languages`: parts of regular expressions with `|` between them, or words with commas.
"""

POSTED_BY = (
    r"(?:unread )?post(?:ed)?(?: by| autor:)?|by|author",
    r"(?:ungelesener )?beitrag(?: von)?|(?:verfasst|geschrieben|gepostet) von|von",
    r"(?:message|posté|publié|écrit)(?: non lu)? par|par",
    r"(?:messaggio(?: non letto)?|inviato|scritto|postato)(?: da| di)|da",
    r"(?:mensaje(?: sin leer)?|publicado|escrito) (?:por|de)|por",
    r"(?:mensagem(?: não lida)?|enviado|postado) por",
    r"(?:nový )?příspěvek(?: od)?|(?:od|napsal)",
    r"(?:nieprzeczytany )?post(?: autor)?|autor",
    r"(?:ongelezen )?bericht(?: door)?|(?:geplaatst )?door",
    r"(?:oläst )?inlägg(?: av)?|(?:skrivet|postat) av|av",
)
"""What stands before the name of a post's writer."""

SENT = (
    r"sent|date|posted on|gesendet|geschrieben|verfasst(?: am)?|datum|envoyé|posté(?:e|\(e\))?(?: le)?",
    r"publiée?(?: le)?|inviato|pubblicato|enviado|publicado|odesláno|wysłano|opublikowano|napisano|verzonden|geplaatst",
    r"skickat|publicerat|postad",
)
"""What stands before the time of a post."""

FROM = (r"from|author|von|autor|auteur|de|da|od|van|från",)
"""The label of the name of a message's writer."""

TO = (r"to|recipients?|cc|bcc|an|empfänger|à|destinataires?|para|destinatari(?:o|os|a)?|a|do|aan|till|komu",)
"""The label of the names of its readers."""

EDITED = (
    r"(?:(?:this (?:post|message) (?:was|has been) )?(?:last )?(?:edited|modified)|last edit)\b",
    r"zuletzt (?:geändert|bearbeitet|editiert)|(?:dieser beitrag wurde|bearbeitet|letzte (?:änderung|bearbeitung))\b",
    r"geändert von",
    r"dernière (?:modification|édition)|modifié (?:en dernier )?(?:par|le)|édité (?:par|le)|ce message a été modifié",
    r"(?:ultima modifica|modificato (?:l'ultima volta )?da)",
    r"(?:última edición|última modificación|editado (?:por última vez )?(?:por|el)|modificado por)",
    r"(?:editado pela última vez|última edição)",
    r"(?:naposledy upravil|upravil|poslední úprava)",
    r"(?:ostatnio (?:zmieniony|edytowan[yo])|edytowane przez|ostatnia edycja)",
    r"(?:laatst (?:gewijzigd|bewerkt|aangepast)|bewerkt door)",
    r"(?:senast (?:redigera[td]|ändra[td])|redigera[td] av)",
)
"""How the line begins that says that a post was edited."""

EDITED_MARKS = (
    r"edited|bearbeitet|modifi[ée]|édité|modificato|editado|upraveno|edytowan[eoy]|zmieniono|bewerkt|redigerad",
)
"""The word in brackets that messengers put behind a message that was edited."""

EDITED_BY = (r"by|von|par|da|di|por|door|av|przez|upravil|uživatel|użytkownika",)
"""What stands before the name of whoever edited it."""

BUTTONS = (
    "quote, quote reply, multi-quote, multiquote, multi, quote selected, reply, reply all, reply with quote, forward",
    "like, liked, unlike, thanks, thank, report, report post, report to moderator, edit, share, top, back to top",
    "permalink, bookmark, unread post, post, delete, pm, www, email, profile, view profile, website, ignore, react",
    "add reaction, new, add bookmark, tweet, comment, comments, post cancel, cancel, rate, tip, more options, link",
    "quickreply",
    "copy link, quick reply, warn, ip logged, logged, logged in, find, find all posts, upvote, downvote, award",
    "give award, save, hide, embed, parent, subscribe, unsubscribe, likes, replies, thumb up, thumbs up, reactions",
    "tips, vote, votes, point, points, view, views, solution, view in thread",
    "zitat, zitieren, antworten, mit zitat antworten, melden, inhalt melden, nach oben, gefällt mir, teilen",
    "bearbeiten",
    "moderator informieren, gespeichert, suchen, beitrag melden",
    "danke, löschen, beitrag, neu, lesezeichen hinzufügen, reaktion hinzufügen, weiterleiten",
    "signaler au modérateur, ip archivée, archivée, réponse avec citation",
    "citer, répondre, signaler, haut, j'aime, partager, éditer, modifier, répondre en citant, remonter, nouveau",
    "ajouter un signet, réponse, réponses, réactions, transférer",
    "segnala al moderatore, loggato, citazione, rispondi citando",
    "cita, rispondi, segnala, mi piace, condividi, modifica, torna su, quota, nuovo, risposte, aggiungi segnalibro",
    "informar al moderador, responder con cita",
    "citar, responder, reportar, denunciar, arriba, me gusta, compartir, editar, respuestas, nuevo, añadir marcador",
    "gosto, curtir, topo, voltar ao topo, partilhar, compartilhar, gostos, curtidas, novo",
    "citovat, odpovědět, odpovědi, nahlásit, nahoru, líbí se, líbí se mi, sdílet, upravit, odpověz",
    "cytuj, odpowiedz, zgłoś, na górę, lubię to, udostępnij, edytuj, góra, polubienie, polubienia, polubień, nowe",
    "citeer, citeren, reageer, antwoord, antwoorden, omhoog, rapporteer, rapporteren, vind ik leuk, vind-ik-leuks",
    "reageren, beantwoorden, leuk",
    "delen, bewerken, nieuw",
    "citera, svara, svar, rapportera, upp, till toppen, anmäl, gilla, gillar, dela, redigera, nytt",
)
"""Buttons and links around a post, and what is counted beside them."""

LIKED = (
    r"likes? this|liked (?:this|your) post|reacted to this|thanked .{2,40} for this post|said thanks",
    r"gefällt (?:das|dies|dieser beitrag)|bedankte[n]? sich",
    r"aim(?:e|ent) (?:ça|ceci|ce message)|piace (?:questo|a)|les gusta esto|gostaram disto|se to líbí",
    r"lubi(?:ą)? to|vind(?:en|t) dit leuk|gillar detta",
)
"""What a page says of those who liked a post."""

REACTIONS = (r"reactions|reaktionen|réactions|reazioni|reacciones|reações|reakce|reakcje|reacties|reaktioner",)
"""What stands before the names of those who liked a post."""

AND_OTHERS = (
    "and, others, other, und, weitere, andere, et, autres, autre, e, altri, altro, y, más, otros, outros, a, další, i, "
    "inni, en, anderen, och, andra, the, following, user, users, member, members, you, du"
)
"""Words between names, and for people who are not named."""

PANEL = (
    r"joined|join date|registered|member since|messages|posts|post count|reaction score|points|reputation",
    r"location|points",
    r"threads|from|likes received|likes|thanks|thanked|karma|rank|rep power|trophies|credits|topics|offline",
    r"online|age",
    r"gender|country|solutions|badges|has thanked|been thanked|contact|title|status|real name|liked",
    r"favou?rite game",
    r"registriert|registriert seit|punkte reaktionen|ort|beiträge|wohnort|dabei seit|reaktionen|punkte|themen",
    r"mitglied seit",
    r"danksagungen|hat sich bedankt|danksagung erhalten|bewertung",
    r"date d[’']inscription|enregistrée?(?: le)?|a remercié|a été remerciée?",
    r"inscription|inscrit(?: le)?|score de réaction|localisation|sujets|messages|points|réactions",
    r"iscritto il|messaggi|località|registrato|punti|punteggio reazioni|reazioni",
    r"fecha de ingreso",
    r"registrado|incorporado|desde el|puntuación de reacciones|mensajes|ubicación|desde|temas|puntos|mensagens",
    r"localização|registado",
    r"registrován|registrovaný|příspěvky|bydliště|založen|reakce|body",
    r"rejestracja|posty|lokalizacja|dołączył\(a\)|dołączył|punkty|wiadomości",
    r"lid geworden op|lid sinds|geregistreerd|berichten|locatie|woonplaats|waardering|punten",
    r"blev medlem|registrerad|inlägg|ort|plats|poäng|medlem",
)
"""The labels of what a page says of a post's writer."""

SUBJECT_LABELS = (r"post subject|subject|title|betreff(?: des beitrags)?|sujet(?: du message)?|oggetto|asunto|předmět",)
"""Labels of the subject of a post."""

RANKS = (
    r"(?:well-known |new |active |senior |junior |sr\.? |jr\.? |full |hero |trusted |regular )*(?:member|user|poster)",
    r"administrator|moderator|staff member|global moderator|site admin|newbie|veteran|supporter|guest",
    r"original poster|op|members|mitglieder|membres|miembros|membri|użytkownicy|leden|medlemmar",
    r"(?:erfahrener |neuer |registrierter )?benutzer|profi|anfänger|fortgeschrittener|meister|routinier",
    r"(?:aktives |bekanntes |erfahrenes |neues )?mitglied|neuling|gast|moderateur|membre(?: actif)?",
    r"nuovo utente|utente",
    r"miembro(?: activo)?|usuario|člen|aktivní člen|użytkownik|lid|actief lid|aktiv medlem|app|bot|author",
    r"autor|leader",
)
"""Titles that forums give to people."""

PRESENCE = (
    r"is (?:now )?(?:online|offline)|ist (?:gerade )?(?:online|offline)",
    r"est (?:connecté|déconnecté|en ligne|hors ligne)",
    r"è (?:online|offline|connesso)|está (?:conectado|desconectado|en línea)|je (?:online|offline)",
    r"jest (?:online|offline)",
    r"replying to .{2,40}|antwort an .{2,40}|in reply to .{2,40}",
)
"""What a page says beside a name: whether someone is there, and whom a message answers."""

TELLS_OF = (
    r"(?:has )?(?:just )?(?:replied to|posted(?: a reply)? in) (?:a|the|your) (?:thread|topic|discussion|conversation)",
    r"(?:sent you|has sent you) a (?:new )?(?:private |direct )?message|new (?:direct |private )?message from",
    r"hat (?:auf|in) (?:ein|dein|das)\w* thema .{0,40}(?:geantwortet|geschrieben)",
    r"hat (?:dir|ihnen) eine .{0,20}nachricht",
    r"a répondu (?:à|dans) (?:un|une|le|la|votre)|vous a envoyé un message|ha risposto (?:alla|a una)|ti ha inviato",
    r"ha respondido (?:a|en) (?:un|el|la)|te ha enviado un|odpověděl v|odpowiedział w|heeft gereageerd op|har svarat",
    r"here is the message that has just been posted",
)
"""How a forum's email tells that someone posted."""

SAID = (r"a dit|ha detto|dijo|disse|zei|sa|sade|řekl(?:\(a\)|a)?|powiedział(?:\(a\)|a)?|sagte",)
"""What forums write behind the name of whoever is quoted, where mail programs have other verbs."""

CODE_LABELS = (r"code|código|codice|kod|kód|kode|koodi",)
"""Labels above code."""

CODE_BUTTONS = (
    r"select all|expand view|copy to clipboard|copy(?: code)?|(?:yaml|text|plaintext|plain text)(?: copy(?: code)?)?",
    r"alles auswählen|in die zwischenablage|tout sélectionner|seleccionar todo|seleziona tutto|selecionar todos?",
    r"vybrat vše|zaznacz (?:cały|wszystko)|alles selecteren|markera allt",
)
"""Links beside a label of code, and its language."""

SPOILER_LABELS = (
    r"spoiler|show(?: spoiler)?|hide(?: spoiler)?|(?:click to )?(?:reveal|show) spoiler|anzeigen|verbergen",
)
"""What is above text that a page shows at a click."""

MONTHS = (
    (
        "january, jan, januar, jän, jänner, janvier, janv, gennaio, gen, enero, ene, janeiro, leden, ledna, led, "
        "stycznia,styczeń, sty, januari, jan"
    ),
    (
        "february, feb, februar, février, févr, fév, febbraio, febrero, fevereiro, fev, únor, února, úno, lutego, "
        "luty, lut,februari"
    ),
    "march, mar, märz, mär, mrz, mars, marzo, março, březen, března, bře, marca, marzec, maart, mrt",
    "april, apr, avril, avr, aprile, abril, abr, duben, dubna, dub, kwietnia, kwiecień, kwi",
    "may, mai, maggio, mag, mayo, maio, květen, května, kvě, maja, maj, mei",
    "june, jun, juni, juin, giugno, giu, junio, junho, červen, června, čer, czerwca, czerwiec, cze",
    "july, jul, juli, juillet, juil, luglio, lug, julio, julho, červenec, července, čvc, lipca, lipiec, lip",
    "august, aug, août, agosto, ago, srpen, srpna, srp, sierpnia, sierpień, sie, augustus, augusti",
    "september, sep, sept, septembre, settembre, set, septiembre, setembro, září, zář, września, wrzesień, wrz",
    (
        "october, oct, oktober, okt, octobre, ottobre, ott, octubre, outubro, out, říjen, října, říj, "
        "października,październik, paź"
    ),
    "november, nov, novembre, noviembre, novembro, listopad, listopadu, lis, listopada",
    (
        "december, dec, dezember, dez, décembre, déc, dicembre, dic, diciembre, dezembro, prosinec, prosince, pro, "
        "grudnia,grudzień, gru"
    ),
)
"""The names of each month."""

WEEKDAYS = (
    (
        "monday, mon, montag, mo, lundi, lun, lunedì, lunes, segunda, seg, pondělí, pon, po, poniedziałek, pn, "
        "maandag, ma,måndag, mån"
    ),
    (
        "tuesday, tue, tues, dienstag, di, mardi, mar, martedì, martes, terça, ter, úterý, úte, út, wtorek, wt, "
        "dinsdag,tisdag, tis"
    ),
    (
        "wednesday, wed, mittwoch, mi, mercredi, mer, mercoledì, miércoles, mié, quarta, qua, středa, stř, st, "
        "środa, śr,woensdag, wo, onsdag, ons"
    ),
    (
        "thursday, thu, thur, thurs, donnerstag, do, jeudi, jeu, giovedì, gio, jueves, jue, quinta, qui, čtvrtek, "
        "čtv, čt,czwartek, czw, donderdag, torsdag, tor"
    ),
    (
        "friday, fri, freitag, fr, vendredi, ven, venerdì, viernes, vie, sexta, sex, pátek, pát, pá, piątek, pt, "
        "vrijdag, vr,fredag, fre"
    ),
    (
        "saturday, sat, samstag, sa, sonnabend, samedi, sam, sabato, sab, sábado, sáb, sobota, sob, so, zaterdag, "
        "za, lördag,lör"
    ),
    (
        "sunday, sun, sonntag, so, dimanche, dim, domenica, dom, domingo, neděle, ned, ne, niedziela, ndz, nd, "
        "zondag, zo,söndag, sön"
    ),
)
"""The names of each day of the week."""

TODAY = "today, heute, aujourd'hui, oggi, hoy, hoje, dnes, dzisiaj, dziś, vandaag, idag, i dag"
YESTERDAY = "yesterday, gestern, hier, ieri, ayer, ontem, včera, wczoraj, gisteren, igår, i går"

UNITS = (
    (
        (
            "second, seconds, sec, secs, sekunde, sekunden, seconde, secondes, secondi, segundos, sekund, "
            "seconden, sekunder"
        ),
        1,
    ),
    (
        (
            "minute, minutes, min, mins, m, minuten, minuti, minutos, minuto, minut, minuty, minutę, minuut, "
            "minuter,minutami"
        ),
        60,
    ),
    (
        (
            "hour, hours, hr, hrs, h, stunde, stunden, std, heure, heures, ora, ore, hora, horas, hodinou, "
            "hodinami, hodin,godzinę, godziny, godzin, godz, uur, uren, u, timme, timmar, tim"
        ),
        3600,
    ),
    (
        (
            "day, days, d, tag, tagen, jour, jours, giorno, giorni, día, días, dia, dias, dnem, dny, dni, dag, "
            "dagen, dagar"
        ),
        86400,
    ),
    (
        ("week, weeks, w, woche, wochen, semaine, semaines, settimana, settimane, semana, semanas, týdnem, týdny"),
        604800,
    ),
)
"""Lengths of time, with their seconds."""

AGO = "ago, vor, il y a, fa, hace, há, před, temu, geleden, sedan"
"""Words with which a length of time tells a moment."""

JUST_NOW = (
    "just now, a moment ago, moments ago, gerade eben, à l'instant, proprio ora, ahora mismo, právě teď, nu, nyss"
)

NEXT_TO_TIMES = (
    "at, on, um, uhr, am, den, der, dem, à, le, alle, ore, il, a, las, el, às, de, v, ve, w, o, godz, kl, om, op, d"
)
"""Small words within a time."""

NOTIFIED = (
    r"\[?visit (?:message|topic)|you are receiving this (?:because|e-?mail)|to (?:unsubscribe|stop receiving)\b.{0,60}",
    r"(?:or )?reply to this email to respond",
    r"(?:view|read) (?:this |the )?(?:full )?(?:topic|post|thread|discussion|message)\b.{0,40}(?:https?:|\(|$)",
    r"view in slack|this message was sent to you because|(?:please )?do not reply to this (?:message|e-?mail)",
    r"there may also be other replies|(?:report to moderator\s+)?(?:ip )?logged\b(?: in)?\W*$",
    r"(?:sie erhalten|du erhältst) diese (?:e-?mail|nachricht)|um (?:dich|sich) (?:von )?.{0,40}abzumelden",
    r"vous recevez (?:ce|cet)|pour vous désabonner|ricevi questa|per (?:non ricevere|disiscriverti)",
    r"est[áa]s? recibiendo est|recibes este|para (?:darte|darse) de baja",
    r"recebeu est[ea]|para cancelar a (?:inscrição|subscrição)",
    r"tento e-?mail jste obdrželi|otrzymujesz t[ęe]|je ontvangt d(?:eze|it)|du får det här",
)
"""How the lines begin that a forum adds below a post, above a signature or in an email of it."""
