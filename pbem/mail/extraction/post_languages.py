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
    r"(?:ulæst )?indlæg(?: af)?|(?:ulest )?innlegg(?: av)?|skrevet a[fv]|af",
    r"(?:lukematon )?viesti(?: kirjoittaja)?|kirjoittanut|kirjoittaja",
    r"(?:olvasatlan )?hozzászólás(?: ?szerző:?)?|szerző",
    r"(?:непрочитанное )?сообщение|(?:непрочитане )?повідомлення|автор|(?:μη αναγνωσμένη )?δημοσίευση(?: από)?|από",
    r"(?:okunmamış )?mesaj(?: gönderen)?|gönderen|(?:mesaj(?: necitit)?|scris|postat) de|文章 ?由|由|投稿者",
)
"""What stands before the name of a post's writer."""

SENT = (
    r"sent|date|posted on|gesendet|geschrieben|verfasst(?: am)?|datum|envoyé|posté(?:e|\(e\))?(?: le)?",
    r"publiée?(?: le)?|inviato|pubblicato|enviado|publicado|odesláno|wysłano|opublikowano|napisano|verzonden|geplaatst",
    r"skickat|publicerat|postad",
    r"sendt|skrevet|lähetetty|kirjoitettu|elküldve|отправлено|добавлено|написано|надіслано|στάλθηκε|gönderim|trimis",
)
"""What stands before the time of a post."""

FROM = (r"from|author|von|autor|auteur|de|da|od|van|från|fra|lähettäjä|feladó|küldő|от|від|από|kimden|gönderen",)
"""The label of the name of a message's writer."""

TO = (
    r"to|recipients?|cc|bcc|an|empfänger|à|destinataires?|para|destinatari(?:o|os|a)?|a|do|aan|till|komu",
    r"til|vastaanottaja|címzett|кому|προς|kime|către",
)
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
    r"(?:senest (?:rettet|redigeret|ændret)|sist (?:endret|redigert)|viimeksi muokannut|muokattu)",
    r"(?:a hozzászólást \d{1,3} alkalommal szerkesztették|utoljára (?:szerkesztette|módosítva)|szerkesztve)",
    r"(?:последний раз редактировалось|последнее редактирование|отредактировано|изменено)",
    r"(?:востаннє редагувалось|відредаговано|τελευταία επεξεργασία)",
    r"(?:en son|son düzenle(?:yen|me)|ultima (?:editare|oară))",
)
"""How the line begins that says that a post was edited."""

ATTACHMENTS = (
    r"attachments?|attached (?:files|thumbnails|images)|(?:datei)?anhänge|angehängte (?:dateien|grafiken)",
    r"pièces? jointes?|fichiers? joints?|allegati|adjuntos?|archivos adjuntos|anexos|přílohy|załączniki",
    r"bijlagen|bilagor",
    r"вложения|вкладення|liitteet|vedhæftede filer|vedlegg",
)
"""What stands above the files that a post has."""

VIEW_POST = (
    r"view post|beitrag anzeigen|voir le message|ver mensaje|ver mensagem|visualizza (?:il )?messaggio",
    r"zobrazit příspěvek|zobacz post|bekijk bericht|visa inlägg|vis indlæg|näytä viesti|посмотреть сообщение",
)
"""The link behind the name of whoever is quoted."""

EDITED_MARKS = (
    r"redigeret|redigert|muokattu|szerkesztve|изменено|ред\.?|змінено|düzenlendi|editat",
    r"edited|bearbeitet|modifi[ée]|édité|modificato|editado|upraveno|edytowan[eoy]|zmieniono|bewerkt|redigerad",
)
"""The word in brackets that messengers put behind a message that was edited."""

EDITED_BY = (r"by|von|par|da|di|por|door|a[fv]|przez|upravil(?:\(a\))?|uživatel|użytkownika|muokannut|utoljára|από",)
"""What stands before the name of whoever edited it."""

BUTTONS = (
    "quote, quote reply, multi-quote, multiquote, multi, quote selected, reply, reply all, reply with quote, forward",
    "like, liked, unlike, thanks, thank, report, report post, report to moderator, edit, share, top, back to top",
    "permalink, bookmark, unread post, post, delete, pm, www, email, profile, view profile, website, ignore, react",
    "add reaction, new, add bookmark, tweet, comment, comments, post cancel, cancel, rate, tip, more options, link",
    "quickreply, quickquote, last reply, post options, reply to sender, reply to group, view user's profile",
    "send private message, reply to topic, expand, more, offline, online, hors ligne, en ligne",
    "copy link, quick reply, warn, ip logged, logged, logged in, find, find all posts, upvote, downvote, award",
    "give award, save, hide, embed, parent, subscribe, unsubscribe, likes, replies, thumb up, thumbs up, reactions",
    "gg, geekgold, tips, vote, votes, point, points, view, views, solution, view in thread",
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
    "citer, citér, besvar, anmeld, synes godt om, rediger, del, ny, siter, rapporter, lik, liker",
    "lainaa, vastaa, ilmianna, ylös, tykkää, jaa, muokkaa, uusi, idézet, válasz, jelentés, vissza a tetejére, tetszik",
    "megosztás, szerkesztés, új, цитата, цитировать, ответить, вверх, наверх, вернуться к началу, пожаловаться, жалоба",
    "нравится, мне нравится, поделиться, правка, изменить, новое, цитувати, відповісти, догори, вгору, поскаржитися",
    "подобається, παράθεση, απάντηση, αναφορά, κορυφή, μου αρέσει, κοινοποίηση, alıntı, alıntıla, cevapla, yanıtla",
    "başa dön, şikayet et, rapor et, beğen, beğeni, paylaş, düzenle, yeni, citează, răspunde, răspuns, sus, raportează",
    "îmi place, distribuie, editează, nou",
)
"""Buttons and links around a post, and what is counted beside them."""

LIKED = (
    r"members? found this(?: post)? helpful",
    r"likes? this|liked (?:this|your) post|reacted to this|thanked .{2,60} for (?:this|the) post|said thanks",
    r"pinned a message to this channel",
    r"gefällt (?:das|dies|dieser beitrag)|bedankte[n]? sich",
    r"aim(?:e|ent) (?:ça|ceci|ce message)|piace (?:questo|a)|les gusta esto|gostaram disto|se to líbí",
    r"lubi(?:ą)? to|vind(?:en|t) dit leuk|gillar detta",
    r"synes godt om dette|liker dette|tykkää tästä|(?:нравится|подобається) (?:это|це)|bunu beğendi",
)
"""What a page says of those who liked a post."""

REACTIONS = (r"reactions|reaktionen|réactions|reazioni|reacciones|reações|reakce|reakcje|reacties|reaktioner",)
"""What stands before the names of those who liked a post."""

AND = r"and|und|et|e|y|a|i|en|och|og|ja|és|и|та|ve|și|και"
"""The word before the last of several names."""

AND_OTHERS = (
    "and, others, other, und, weitere, andere, et, autres, autre, e, altri, altro, y, más, otros, outros, a, další, i, "
    "inni, en, anderen, och, andra, og, andre, ja, muuta, és, и, та, і, ещё, ve, kişi, și, alții, και, "
    "the, following, user, users, member, members, you, du"
)
"""Words between names, and for people who are not named."""

PANEL = (
    r"rating|joined|join date|registered|member since|messages|posts|post count|reaction score|points|reputation",
    r"location|points",
    r"threads|from|likes received|likes|thanks|thanked|karma|rank|rep power|trophies|credits|topics",
    r"age",
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
    r"indlæg|tilmeldt|geografisk sted|innlegg|registrert|sted|viestit|viestejä|liittynyt|paikkakunta",
    r"hozzászólások|hozzászólás|csatlakozott|tartózkodási hely|lieu|сообщения|сообщений|зарегистрирован|откуда",
    r"репутация|контактная информация|повідомлень|повідомлення|з нами з|звідки|δημοσιεύσεις|εγγραφή|τοποθεσία",
    r"mesajlar|mesaj|kayıt|konum|mesaje|membru din|localitate",
)
"""The labels of what a page says of a post's writer."""

SUBJECT_LABELS = (r"post subject|subject|title|betreff(?: des beitrags)?|sujet(?: du message)?|oggetto|asunto|předmět",)
"""Labels of the subject of a post."""

RANKS = (
    r"(?:well-known |new |active |senior |junior |sr\.? |jr\.? |full |hero |trusted |regular )*(?:member|user|poster)",
    r"administrator|moderator|staff member|global moderator|site admin|newbie|veteran|supporter|guest",
    r"collaborator|contributor",
    r"original poster|op|members|mitglieder|membres|miembros|membri|użytkownicy|leden|medlemmar",
    r"(?:erfahrener |neuer |registrierter )?benutzer|profi|anfänger|fortgeschrittener|meister|routinier",
    r"(?:aktives |bekanntes |erfahrenes |neues )?mitglied|neuling|gast|moderateur|membre(?: actif)?",
    r"nuovo utente|utente",
    r"miembro(?: activo)?|usuario|člen|aktivní člen|użytkownik|lid|actief lid|aktiv medlem|app|bot|author",
    r"autor|leader",
    r"jäsen|tag|üye|membru|medlem|пользователь|участник|новичок|ветеран|користувач|μέλος",
)
"""Titles that forums give to people."""

PRESENCE = (
    r"offline|online|hors ligne|en ligne|не в сети|в сети|brak aktywności",
    r"is (?:now )?(?:online|offline)(?: now)?|ist (?:gerade )?(?:online|offline)",
    r"est (?:connecté|déconnecté|en ligne|hors ligne)",
    r"è (?:online|offline|connesso)|está (?:conectado|desconectado|en línea)|je (?:online|offline)",
    r"jest (?:online|offline)",
    r"replying to .{2,40}|antwort an .{2,40}|in reply to .{2,40}",
)
"""What a page says beside a name: whether someone is there, and whom a message answers."""

TELLS_OF = (
    r"(?:has )?(?:just )?(?:replied to|posted(?: a reply)? in) (?:a|the|your) (?:thread|topic|discussion|conversation)",
    r"(?:sent you|has sent you) a (?:new )?(?:private |direct )?message",
    r"new (?:direct |private )?(?:message|geekmail) from",
    r"hat (?:auf|in) (?:ein|dein|das)\w* (?:thema|unterhaltung)\b.{0,40}(?:geantwortet|geschrieben)",
    r"hat (?:dir|ihnen) eine .{0,20}nachricht",
    r"a répondu (?:à|dans) (?:un|une|le|la|votre)|vous a envoyé un message|ha risposto (?:alla|a una)|ti ha inviato",
    r"ha respondido (?:a|en) (?:un|el|la)|te ha enviado un|odpověděl v|odpowiedział w|heeft gereageerd op|har svarat",
    r"here is the message that has just been posted|the text of the reply is shown below",
    r"this is the message that was sent|this (?:thread|topic|discussion) (?:is located|can be found) (?:at|here)",
    r"reply has been posted to a (?:topic|thread)|received a (?:new )?(?:private )?message at",
)
"""How a forum's email tells that someone posted."""

SAID = (
    r"a dit|ha detto|dijo|disse|zei|sa|sade|řekl(?:\(a\)|a)?|powiedział(?:\(a\)|a)?|sagte",
    r"sagde|sanoi|mondta|сказал(?:\(а\)|а)?|сказав(?:\(ла\)|ла)?|είπε|dedi|a spus",
)
"""What forums write behind the name of whoever is quoted, where mail programs have other verbs."""

CODE_LABELS = (r"code|código|codice|kod|kód|kode|koodi|код|κώδικας|cod",)
"""Labels above code."""

CODE_BUTTONS = (
    r"select all|expand view|copy to clipboard|copy(?: code)?|(?:yaml|text|plaintext|plain text)(?: copy(?: code)?)?",
    r"alles auswählen|in die zwischenablage|tout sélectionner|seleccionar todo|seleziona tutto|selecionar todos?",
    r"vybrat vše|zaznacz (?:cały|wszystko)|alles selecteren|markera allt",
    r"vælg alt|merk alt|velg alt|valitse kaikki|az összes kijelölése|mindet kijelöl|выделить вс[её]|виділити все",
    r"επιλογή όλων|tümünü seç|selectează tot",
)
"""Links beside a label of code, and its language."""

SPOILER_LABELS = (
    r"spoiler|show(?: spoiler)?|hide(?: spoiler)?|(?:click to )?(?:reveal|show) spoiler|anzeigen|verbergen",
)
"""What is above text that a page shows at a click."""

MONTHS = (
    (
        "january, jan, januar, jän, jänner, janvier, janv, gennaio, gen, enero, ene, janeiro, leden, ledna, led, "
        "stycznia, styczeń, sty, januari, tammi, tammikuuta, január, янв, января, январь, січ, січня, ιαν, "
        "ιανουαρίου, ocak, oca, ianuarie, ian"
    ),
    (
        "february, feb, februar, février, févr, fév, febbraio, febrero, fevereiro, fev, únor, února, úno, lutego, "
        "luty, lut, februari, helmi, helmikuuta, február, febr, фев, февр, февраля, февраль, лют, лютого, φεβ, "
        "φεβρουαρίου, şubat, şub, februarie"
    ),
    (
        "march, mar, märz, mär, mrz, mars, marzo, março, březen, března, bře, marca, marzec, maart, mrt, marts, "
        "maalis, maaliskuuta, március, márc, мар, марта, март, бер, березня, μαρ, μαρτίου, mart, martie"
    ),
    (
        "april, apr, avril, avr, aprile, abril, abr, duben, dubna, dub, kwietnia, kwiecień, kwi, huhti, huhtikuuta, "
        "április, ápr, апр, апреля, апрель, кві, квіт, квітня, απρ, απριλίου, nisan, nis, aprilie"
    ),
    (
        "may, mai, maggio, mag, mayo, maio, květen, května, kvě, maja, maj, mei, touko, toukokuuta, május, máj, "
        "май, мая, тра, трав, травня, μάι, μαΐ, μαΐου, mayıs"
    ),
    (
        "june, jun, juni, juin, giugno, giu, junio, junho, červen, června, čer, czerwca, czerwiec, cze, kesä, "
        "kesäkuuta, június, jún, июн, июня, июнь, чер, черв, червня, ιουν, ιούν, ιουνίου, haziran, haz, iunie, iun"
    ),
    (
        "july, jul, juli, juillet, juil, luglio, lug, julio, julho, červenec, července, čvc, lipca, lipiec, lip, "
        "heinä, heinäkuuta, július, júl, июл, июля, июль, лип, липня, ιουλ, ιούλ, ιουλίου, temmuz, tem, iulie, iul"
    ),
    (
        "august, aug, août, agosto, ago, srpen, srpna, srp, sierpnia, sierpień, sie, augustus, augusti, elo, "
        "elokuuta, augusztus, авг, августа, август, сер, серп, серпня, αυγ, αύγ, αυγούστου, ağustos, ağu"
    ),
    (
        "september, sep, sept, septembre, settembre, set, septiembre, setembro, září, zář, września, wrzesień, wrz, "
        "syys, syyskuuta, szeptember, szept, сен, сент, сентября, сентябрь, вер, вересня, σεπ, σεπτ, σεπτεμβρίου, "
        "eylül, eyl, septembrie"
    ),
    (
        "october, oct, oktober, okt, octobre, ottobre, ott, octubre, outubro, out, říjen, října, říj, października, "
        "październik, paź, loka, lokakuuta, október, окт, октября, октябрь, жов, жовт, жовтня, οκτ, οκτωβρίου, "
        "ekim, eki, octombrie"
    ),
    (
        "november, nov, novembre, noviembre, novembro, listopad, listopadu, lis, listopada, marras, marraskuuta, "
        "ноя, нояб, ноября, ноябрь, лис, лист, листопада, νοε, νοέ, νοεμβρίου, kasım, kas, noiembrie, noi"
    ),
    (
        "december, dec, dezember, dez, décembre, déc, dicembre, dic, diciembre, dezembro, prosinec, prosince, pro, "
        "grudnia, grudzień, gru, joulu, joulukuuta, desember, des, дек, декабря, декабрь, гру, груд, грудня, δεκ, "
        "δεκεμβρίου, aralık, ara, decembrie"
    ),
)
"""The names of each month."""

WEEKDAYS = (
    (
        "monday, mon, montag, mo, lundi, lun, lunedì, lunes, segunda, seg, pondělí, pon, po, poniedziałek, pn, "
        "maandag, ma, måndag, mån, mandag, man, maanantai, hétfő, hétf, понедельник, пн, понеділок, δευ, δευτέρα, "
        "pazartesi, pzt, luni"
    ),
    (
        "tuesday, tue, tues, dienstag, di, mardi, mar, martedì, martes, terça, ter, úterý, úte, út, wtorek, wt, "
        "dinsdag, tisdag, tis, tirsdag, tir, tiistai, ti, kedd, вторник, вт, вівторок, τρί, τρίτη, salı, sal, marți"
    ),
    (
        "wednesday, wed, mittwoch, mi, mercredi, mer, mercoledì, miércoles, mié, quarta, qua, středa, stř, st, "
        "środa, śr, woensdag, wo, onsdag, ons, keskiviikko, ke, szerda, szer, sze, среда, ср, середа, τετ, τετάρτη, "
        "çarşamba, çar, miercuri, mie"
    ),
    (
        "thursday, thu, thur, thurs, donnerstag, do, jeudi, jeu, giovedì, gio, jueves, jue, quinta, qui, čtvrtek, "
        "čtv, čt, czwartek, czw, donderdag, torsdag, tor, torstai, to, csütörtök, csüt, четверг, чт, четвер, πέμ, "
        "πέμπτη, perşembe, per, joi"
    ),
    (
        "friday, fri, freitag, fr, vendredi, ven, venerdì, viernes, vie, sexta, sex, pátek, pát, pá, piątek, pt, "
        "vrijdag, vr, fredag, fre, perjantai, pe, péntek, pén, пятница, пт, п'ятниця, παρ, παρασκευή, cuma, cum, "
        "vineri, vin"
    ),
    (
        "saturday, sat, samstag, sa, sonnabend, samedi, sam, sabato, sab, sábado, sáb, sobota, sob, so, zaterdag, "
        "za, lördag, lör, lørdag, lør, lauantai, la, szombat, szom, szo, суббота, сб, субота, σάβ, σάββατο, "
        "cumartesi, cmt, sâmbătă, sâm"
    ),
    (
        "sunday, sun, sonntag, so, dimanche, dim, domenica, dom, domingo, neděle, ned, ne, niedziela, ndz, nd, "
        "zondag, zo, söndag, sön, søndag, søn, sunnuntai, su, vasárnap, vas, воскресенье, вс, неділя, нд, κυρ, "
        "κυριακή, pazar, paz, duminică, dum"
    ),
)
"""The names of each day of the week."""

TODAY = (
    "today, heute, aujourd'hui, oggi, hoy, hoje, dnes, dzisiaj, dziś, vandaag, idag, i dag, tänään, сегодня, "
    "сьогодні, σήμερα, bugün, azi"
)
YESTERDAY = (
    "yesterday, gestern, hier, ieri, ayer, ontem, včera, wczoraj, gisteren, igår, i går, eilen, tegnap, вчера, "
    "вчора, χθες, dün"
)

UNITS = (
    (
        (
            "second, seconds, sec, secs, sekunde, sekunden, seconde, secondes, secondi, segundos, sekund, seconden, "
            "sekunder, sekunnin, sekuntia, секунд, секунды, saniye, secunde"
        ),
        1,
    ),
    (
        (
            "minute, minutes, min, mins, m, minuten, minuti, minutos, minuto, minut, minuty, minutę, minuut, "
            "minuter, minutami, minutter, minuutti, minuuttia, perc, perce, минут, минуты, минуту, хвилин, хвилини, "
            "λεπτά, λεπτό, dakika"
        ),
        60,
    ),
    (
        (
            "hour, hours, hr, hrs, h, stunde, stunden, std, heure, heures, ora, ore, hora, horas, hodinou, "
            "hodinami, hodin, godzinę, godziny, godzin, godz, uur, uren, u, timme, timmar, tim, time, timer, tunti, "
            "tuntia, óra, órája, час, часа, часов, години, годин, годину, ώρες, ώρα, saat, oră"
        ),
        3600,
    ),
    (
        (
            "day, days, d, tag, tagen, jour, jours, giorno, giorni, día, días, dia, dias, dnem, dny, dni, dag, "
            "dagen, dagar, dage, dager, døgn, päivä, päivää, nap, napja, день, дня, дней, днів, ημέρες, ημέρα, gün, "
            "zi, zile"
        ),
        86400,
    ),
    (
        (
            "week, weeks, w, woche, wochen, semaine, semaines, settimana, settimane, semana, semanas, týdnem, "
            "týdny, uge, uger, uke, uker, viikko, viikkoa, hét, hete, неделю, недели, недель, тижні, тиждень, "
            "εβδομάδες, hafta, săptămâni"
        ),
        604800,
    ),
)
"""Lengths of time, with their seconds."""

AGO = (
    "ago, vor, il y a, fa, hace, há, před, temu, geleden, sedan, siden, sitten, ezelőtt, назад, тому, πριν, önce, acum"
)
"""Words with which a length of time tells a moment."""

JUST_NOW = (
    "just now, a moment ago, moments ago, gerade eben, à l'instant, proprio ora, ahora mismo, právě teď, nu, nyss"
)

NEXT_TO_TIMES = (
    "at, on, um, uhr, am, den, der, dem, à, le, alle, ore, il, a, las, el, às, de, v, ve, w, o, godz, kl, om, op, d, "
    "em, g, klo, kor, г, в, о, об, στις, saat, la, last, letzten, letzte, dernier, pasado, scorso"
)
"""Small words within a time."""

NOTIFIED = (
    r"(?:previous replies|view this (?:conversation|thread)|voir cette conversation)\W*$",
    r"(?:unterhaltung|thema|beitrag) an(?:zeigen|sehen)\W*$",
    r"\[?visit (?:message|topic)|you are receiving this (?:because|e-?mail)|to (?:unsubscribe|stop receiving)\b.{0,60}",
    r"(?:or )?reply to this email to respond|to reply,? (?:please )?(?:visit|go to|click|open)\b",
    r"(?:view|read) (?:this |the )?(?:full )?(?:topic|post|thread|discussion|message)\b.{0,40}(?:https?:|\(|$)",
    r"view in slack|this message was sent to you because",
    r"(?:again, )?(?:please )?do not reply to this (?:message|e-?mail)",
    r"go to (?:the )?first unread",
    r"there may also be other replies|(?:report to moderator\s+)?(?:ip )?logged\b(?: in)?\W*$",
    r"(?:sie erhalten|du erhältst) diese (?:e-?mail|nachricht)|um (?:dich|sich) (?:von )?.{0,40}abzumelden",
    r"vous recevez (?:ce|cet)|pour vous désabonner|ricevi questa|per (?:non ricevere|disiscriverti)",
    r"est[áa]s? recibiendo est|recibes este|para (?:darte|darse) de baja",
    r"recebeu est[ea]|para cancelar a (?:inscrição|subscrição)",
    r"tento e-?mail jste obdrželi|otrzymujesz t[ęe]|je ontvangt d(?:eze|it)|du får det här",
)
"""How the lines begin that a forum adds below a post, above a signature or in an email of it."""

DIGEST_NUMBERS = ("message|nachricht|messaggio|mensaje|mensagem|bericht|zpráva|wiadomość|meddelande|сообщение",)
"""Words above each email of a digest, before its number."""
