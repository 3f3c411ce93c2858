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

EDITED = (
    r"(?:(?:this (?:post|message) (?:was|has been) )?(?:last )?(?:edited|modified)|last edit)\b",
    r"zuletzt (?:geändert|bearbeitet|editiert)|(?:dieser beitrag wurde|bearbeitet|letzte (?:änderung|bearbeitung))\b",
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

EDITED_BY = (r"by|von|par|da|di|por|door|av|przez|upravil|uživatel|użytkownika",)
"""What stands before the name of whoever edited it."""

BUTTONS = (
    r"quote|quote reply|multi-?quote|reply|reply with quote|like|liked?|thanks|thank|report|report post|edit",
    r"share|top",
    r"back to top|permalink|bookmark|unread post|post|delete|pm|www|email|profile|website|ignore|react",
    r"add reaction",
    r"new|add bookmark|neu|lesezeichen hinzufügen|nouveau|ajouter un signet|nuovo|nuevo|novo|nowe|nieuw|nytt",
    r"tweet|comment|rate|tip|more options|link|copy link|quick reply|warn|ip logged|logged|find all posts",
    r"logged in",
    r"zitat|zitieren|antworten|mit zitat antworten|melden|nach oben|gefällt mir|teilen|bearbeiten|danke",
    r"löschen|beitrag",
    r"citer|répondre|signaler|haut|j'aime|partager|éditer|modifier|répondre en citant|remonter",
    r"cita|rispondi|segnala|top|mi piace|condividi|modifica|torna su|quota",
    r"citar|responder|reportar|denunciar|arriba|me gusta|compartir|editar|gosto|curtir|topo|voltar ao topo",
    r"partilhar",
    r"citovat|odpovědět|nahlásit|nahoru|líbí se|líbí se mi|sdílet|upravit|odpověz",
    r"cytuj|odpowiedz|zgłoś|na górę|lubię to|udostępnij|edytuj|góra",
    r"citeer|citeren|reageer|antwoord|omhoog|rapporteer|rapporteren|vind ik leuk|delen|bewerken",
    r"citera|svara|rapportera|upp|till toppen|gilla|dela|redigera",
)
"""Buttons and links around a post."""

LIKES = (
    r"likes?|replies|reply|thanks|thumbs? up|reactions?|tips?|votes?|points?|views?",
    r"gefällt mir|antworten|danke",
    r"j'aime|réponses?|mi piace|risposte|me gusta|respuestas?|gostos|curtidas|líbí se|odpovědi",
    r"polubie(?:nie|nia|ń)",
    r"vind-ik-leuks|antwoorden|gillar|svar",
)
"""What is counted below a post."""

PANEL = (
    r"joined|join date|registered|member since|messages|posts|post count|reaction score|points|reputation",
    r"location",
    r"threads|from|likes received|likes|thanks|thanked|karma|rank|rep power|trophies|credits|topics|offline",
    r"online|age",
    r"gender|country|solutions|badges|has thanked|been thanked|contact|title|status|real name|liked",
    r"favou?rite game",
    r"registriert|registriert seit|beiträge|wohnort|dabei seit|reaktionen|punkte|themen|mitglied seit",
    r"danksagungen",
    r"inscription|inscrit le|localisation|sujets|messages|points|réactions",
    r"iscritto il|messaggi|località|registrato|punti|punteggio reazioni|reazioni",
    r"registrado|mensajes|ubicación|desde|temas|puntos|mensagens|localização|registado",
    r"registrován|registrovaný|příspěvky|bydliště|založen|reakce|body",
    r"rejestracja|posty|lokalizacja|dołączył\(a\)|dołączył|punkty|wiadomości",
    r"lid geworden op|geregistreerd|berichten|locatie|woonplaats|waardering|punten",
    r"blev medlem|registrerad|inlägg|ort|plats|poäng|medlem",
)
"""The labels of what a page says of a post's writer."""

SUBJECT_LABELS = (r"post subject|subject|title|betreff(?: des beitrags)?|sujet(?: du message)?|oggetto|asunto|předmět",)
"""Labels of the subject of a post."""

RANKS = (
    r"(?:well-known |new |active |senior |junior |sr\.? |jr\.? |full |hero |trusted |regular )*(?:member|user|poster)",
    r"administrator|moderator|staff member|global moderator|site admin|newbie|veteran|supporter|guest",
    r"original poster|op",
    r"(?:aktives |bekanntes |erfahrenes |neues )?mitglied|neuling|gast|moderateur|membre(?: actif)?",
    r"nuovo utente|utente",
    r"miembro(?: activo)?|usuario|člen|aktivní člen|użytkownik|lid|actief lid|aktiv medlem|app|bot|author",
    r"autor|leader",
)
"""Titles that forums give to people."""

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
            "hodinami, hodin,godzinę, godziny, godzin, uur, uren, timme, timmar"
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
    r"view (?:this |the )?(?:topic|post|thread|discussion)\b.{0,40}(?:https?:|\()",
    r"(?:sie erhalten|du erhältst) diese (?:e-?mail|nachricht)|um (?:dich|sich) (?:von )?.{0,40}abzumelden",
    r"vous recevez (?:ce|cet)|pour vous désabonner|ricevi questa|per (?:non ricevere|disiscriverti)",
    r"est[áa]s? recibiendo est|recibes este|para (?:darte|darse) de baja",
    r"recebeu est[ea]|para cancelar a (?:inscrição|subscrição)",
    r"tento e-?mail jste obdrželi|otrzymujesz t[ęe]|je ontvangt d(?:eze|it)|du får det här",
)
"""How the lines begin that a forum adds below a post that it sends by email."""
