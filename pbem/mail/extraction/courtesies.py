"""What people write around orders that says nothing of them, and what takes orders back, in many languages.

Each table is read by `languages.either` and matched against sentences in small letters without commas, of which only
single spaces part the words. `~` is up to eight more words.
"""

from pbem.mail.extraction.languages import PhraseTable

COURTESIES: PhraseTable = (
    (
        r"(?:i |we )?(?:do )?hope (?:that )?(?:you|all|every(?:one|body)|this|it|your)(?: all)? (?:is|are|re|finds?"
        r"|ha[ds]|have|helps|works)~"
    ),
    (
        r"(?:i am |i'm |my |with )?(?:so |very |really )?(?:sorry|apologies|apologi[sz]e|excuse me)(?: again|"
        r" all)?(?: (?:for|about|that)~)?"
    ),
    r"(?:many )?(?:thanks|thank you|thx|cheers)~",
    (
        r"(?:have|wish(?:ing)? (?:you|every(?:one|body)|all)|enjoy)(?: (?:a|an|your|the|you|all)){0,2} (?:nice|good"
        r"|great|lovely|pleasant|happy|merry|safe|fun|weekend|evening|day|week|holidays?)~"
    ),
    (
        r"(?:happy|merry|good|nice|great|well|lovely) (?:new|christmas|easter|birthday|luck|game|move|turn|played"
        r"|done|fight|battle|weekend|day|evening|work|to)~"
    ),
    (
        r"(?:it was |what )?(?:an? )?(?:nice|good|great|lovely|exciting|fun|interesting|tough|close|hard)"
        r" (?:game|turn|round|letter|battle|fight)s?~"
    ),
    r"(?:it is |it's )?(?:good|nice|great) to (?:be|hear|see|play|meet)~|(?:i am |i'm |we are )?looking forward to~",
    r"(?:see|talk|speak|hear) (?:to )?(?:you|from you)~|how are (?:you|things)~|how is it going|all well",
    r"everything (?:ok|fine|all right)|are you well|greetings from~|long live~|vive~|cheerio|toodle pip|over and out",
    r"that'?s (?:it|all)~",
    (
        r"(?:ich |wir )?hoff(?:e|en|entlich)(?: (?:dass|ihr|euch|dir|du|es|alles|alle|ist|geht|seid|bist|habt|hast"
        r"|hattet|hattest|das))+~"
    ),
    (
        r"(?:bitte )?(?:entschuldig\w*|sorry|verzeih\w*|tut mir leid|pardon)(?: (?:ich|bitte|für|wegen|dass|die|den"
        r"|das|meine))*~"
    ),
    r"(?:vielen |herzlichen |besten |lieben )?dank(?:e)?~",
    (
        r"(?:(?:ich )?wünsche? )?(?:euch|dir|allen|ihnen)?(?: ?noch)? ?(?:ein(?:e|en)?|frohe|schöne[sn]?|gute[nrs]?"
        r"|viel) ?(?:schöne[sn]?|gute[nrs]?|frohe[sn]?|tolle[sn]?)? ?(?:tag|abend|woche|wochenende|feiertage"
        r"|weihnachten|ostern|jahr|glück|erfolg|spaß|spass|zeit|nacht|rutsch)~"
    ),
    r"wie geht(?: es|'s|s)~|alles (?:gut|klar)|freu(?:e)? mich(?: schon)?(?: auf)?~|ich freue mich~|frohes neues~",
    (
        r"(?:(?:ha|he|hi|ho)+|x+d|lol|wow|oh|ah|phew|uff|puh|yay|hurra\w*|hooray|grr+|brr+|sigh|ouch|oje|tja|olé|bravo|cool"
        r"|super|ugh|argh)(?: (?:(?:ha|he|hi|ho)+|oh|ah|wow|yay))*"
    ),
    r"may the (?:best|better)~ win|for (?:the )?(?:king|queen|emperor|glory)",
    r"joyeu(?:x|se|ses) (?:noël|pâques|fêtes|anniversaire)~|buone feste~|buona pasqua~|felices fiestas~",
    r"schönes spiel|gut gespielt|bis (?:dann|bald|später|morgen)|es lebe~",
    r"(?:j')?esp[eè]re(?: (?:que|tu|vous|tout|tous|allez?|vas|va|va|le|monde))+~|j'espère(?: que)? (?:tu|vous|tout)~",
    r"(?:je suis )?(?:désolée?|pardon|excuse[zs]?(?:-moi)?|toutes mes excuses|navrée?)(?: (?:pour|du|de|d'avoir)~)?",
    r"(?:un grand |mille )?merci~",
    r"bon(?:ne)? (?:journée|soirée|chance|week-end|semaine|année|jeu|partie|courage|fêtes)~",
    r"comment (?:ça va|allez-vous|vas-tu)|ça va|(?:très )?belle partie|au plaisir~",
    r"spero(?: che)? (?:tu|voi|tutto|stiate|stia|vada|vi|ti|sia)~",
    r"(?:mi )?(?:scus[ai]\w*|dispiace|perdona\w*)(?: (?:per|il|del)~)?|(?:molte |mille |tante )?grazie~",
    r"buon[ao]? (?:giornata|serata|fortuna|weekend|fine|settimana|gioco|partita|natale|anno|divertimento)~",
    r"come (?:va|stai|state)|tutto bene|bella partita",
    r"espero que (?:est[eé]\w*|todo|tod[oa]s|vaya|te|os|tengas?|hayas?)~",
    r"(?:lo siento|perd[oó]n\w*|disculp\w*|siento)(?: (?:por|el|la|los)~)?|(?:muchas |mil )?gracias~",
    (
        r"(?:que teng\w+ )?(?:un )?(?:buen\w*|feliz|felices) (?:día|fin|suerte|semana|juego|partida|navidad|año"
        r"|tarde|noche|fiestas|pascua)~"
    ),
    r"(?:qué|cómo) (?:tal|estás|están|estáis)~|todo bien|buena partida|espero que (?:esteja\w*|tudo|todos|você\w*)~",
    r"(?:peço )?(?:desculp\w*|perdão|lamento)(?: (?:pel[oa]|o|a|por)~)?|(?:muito )?obrigad[oa]~",
    r"(?:um )?bo[ma] (?:dia|tarde|noite|sorte|semana|jogo|fim|fim-de-semana|natal|ano)~|tudo bem",
    r"como (?:vai|está|estão)|doufám(?: že)? (?:se|je|jste|vše|máte|že|všichni)~",
    r"(?:omlouvám se|promiňte?|pardon|sorry)(?: (?:za|že)~)?|(?:moc )?(?:děkuji|díky|dík|ďakujem)~",
    (
        r"(?:přeji |hezk|pěkn|krásn|dobr|hodně|veselé|šťastn)\w* ?(?:hezk\w*|pěkn\w*)? ?(?:den|víkend|večer|týden"
        r"|štěstí|zábavy|vánoce|rok|hra|hru|zdraví)~"
    ),
    r"jak se (?:máš|máte|daří)|ať se daří|hezká hra|mam nadzieję(?: że)?~",
    r"(?:przepraszam|wybacz\w*|sorki)(?: (?:za|że)~)?|(?:bardzo |wielkie )?(?:dziękuję|dzięki|dziękujemy)~",
    r"(?:życzę )?(?:miłego|udanego|dobrego|wesołych|szczęśliwego|powodzenia)~|co słychać|jak się (?:masz|macie)",
    r"dobra gra|(?:ik )?hoop(?: dat)?(?: (?:je|jullie|alles|het|iedereen|allen|u))+~",
    r"(?:sorry|excuses?|excuseer\w*)(?: (?:voor|dat|het)~)?|(?:veel )?(?:bedankt|dank)~",
    (
        r"(?:een )?(?:fijne?|prettige?|goede?|veel|mooie?|leuke?) (?:dag|avond|week|weekend|kerst|jaar|succes"
        r"|plezier|geluk|spel|partij)~"
    ),
    r"hoe gaat het~|alles goed",
    r"(?:jag |jeg )?(?:hoppas|håber|håper)(?: (?:att|at|allt|alt|du|ni|i|dere|det|alla|alle))+~",
    r"(?:förlåt|ursäkta|beklagar?|beklager|undskyld|unnskyld|sorry)(?: (?:för|for|att|at|den|det)~)?",
    r"(?:tusen |mange |många )?(?:tack|tak|takk)~",
    (
        r"(?:ha |hav )?(?:en |ett |et )?(?:trevlig|bra|god|fin|fortsatt|glad|lycka|held|lykke)\w* (?:helg|dag|kväll"
        r"|aften|kveld|vecka|uge|uke|weekend|jul|till|til|og|spel|spil|spill|påsk\w*)~"
    ),
    r"hur (?:mår|är det|går det)~|hvordan (?:går det|har du det)|bra spelat|godt spillet|toivottavasti~",
    r"(?:anteeksi|pahoittelut|pahoittelen)~|kiitos~|hyvää (?:päivää|iltaa|viikonloppua|huomenta|joulua|jatkoa|yötä)~",
    r"(?:hei|moi|terve)~|(?:mitä|miten) (?:kuuluu|menee)|remélem~|(?:elnézést|bocs\w*|bocsánat)~|köszönöm~",
    r"(?:szép|jó|kellemes|boldog) (?:napot|estét|hetet|hétvégét|játékot|szerencsét|ünnepeket|karácsonyt)~",
    r"hogy vagy(?:tok)?|umarım~|(?:özür|üzgünüm|kusura)~|teşekkür(?:ler)?~|(?:iyi|güzel|mutlu|selam)~",
    r"nasılsın(?:ız)?|sper că~|(?:scuze|îmi pare rău|scuz\w*)~|mulțumesc~",
    r"(?:o )?(?:zi|seară|săptămână) (?:bună|frumoasă|plăcută)~|succes~|ce mai faci|loodan et~|vabandust~",
    r"(?:aitäh|tänan)~|(?:head|ilusat) (?:päeva|õhtut|nädalat)~|ceru ka~|(?:atvainojiet?|piedodiet?)~|paldies~",
    r"jauku (?:dienu|vakaru)|veiksmi|tikiuosi~|atsiprašau~|ačiū~|(?:geros|gražios) dienos|sėkmės|надеюсь(?: что)?~",
    r"(?:извини\w*|прости\w*|прошу прощения)(?: за~)?|(?:большое |огромное )?спасибо~",
    r"(?:всем )?(?:хорош|приятн|удачн|добр)\w+ (?:дня|вечера|выходных|недели|игры|утра)~|удачи~|как дела",
    r"с новым годом|сподіваю(?:ся|сь)(?: що)?~|(?:вибач\w*|перепрошую)(?: за~)?|(?:дуже )?дякую~",
    r"(?:гарн|приємн|добр)\w+ (?:дня|вечора|вихідних|тижня|гри)~|успіхів|як справи|(?:καλ|γεια)\w*~|ευχαριστώ~",
    (
        r"fingers crossed|(?:please )?wish (?:me|us)~|(?:i am |i'm |all )?ready (?:for|to)~|here (?:goes|we go)~|let'?s"
        r" (?:go|do this|roll)~|time to~|(?:a )?(?:quick|short) (?:one|note|mail|turn)~|as (?:requested|promised"
        r"|agreed|always|usual)~|drück\w*~ daumen|(?:auf geht|los geht|weiter geht)(?:'?s| es)~|auf in~|wie (?:immer"
        r"|versprochen|gewünscht|vereinbart)~|(?:diesmal |heute )?(?:ganz )?kurz(?: \w+)?|c'est parti|allons-y"
        r"|comme (?:promis|convenu|d'habitude)~|croisons les doigts|¡?vamos(?: allá)?|como (?:siempre|prometí"
        r"|acordado|sempre|prometido|combinado)~|deséa\w* suerte|andiamo|come (?:promesso|sempre|d'accordo)~|in bocca"
        r" al lupo|(?:no to )?do dzieła|trzymaj\w* kciuki|daar gaan we|duim(?:en)?~|zoals (?:beloofd|altijd)~|nu kör vi"
        r"|håll tummarna|som (?:utlovat|vanligt)~|поехали|как (?:обещал\w*|всегда|договаривались)~"
    ),
    (
        r"ursäkta~|désolée?~|scus\w+~|(?:please |bitte )?(?:confirm|acknowledge|bestätig\w*)~(?: received| got| receipt"
        r"| erhalt\w*| angekommen)(?: \S+){0,3}"
    ),
    (
        r"(?:it|it's|what|here|hier|es|was|draußen|il|qui|aquí|aqui|que|qué|ici|quel|u nas|hier|het|wat|det"
        r"|vilket|у нас|на)?~ ?(?:rain(?:s|y|ing|ed)?|snow(?:s|y|ing|ed)?|sunn?y?|sunshine|weather|regnet|regen|schneit"
        r"|schnee|sonne|sonnig|wetter|pleut|pluie|neige|soleil|temps|piove|nevica|sole|calor|frío|frio|llueve|nieva"
        r"|lluvia|chove|chuva|pada|pogoda|śnieg|słońce|regent|sneeuwt|zon|weer|regnar|snöar|solen|vädret|дожд\w*|снег"
        r"|солнце|жара|погода|hei(?:ß|ss)|chaud|caldo|froid|freddo|cold|hot)\b~"
    ),
    r"συγγνώμη~|ελπίζω~|με εκτίμηση|(?:你好|您好|大家好|谢谢|謝謝|抱歉|对不起|對不起|祝)\S{0,12}",
    r"(?:こんにちは|こんばんは|お疲れ様|よろしく|ありがとう|すみません|遅れて|遅くな)\S{0,16}|(?:안녕|감사|고맙|죄송|미안|수고)\S{0,10}",
)
"""Sentences of courtesy: wishes, thanks, apologies, hopes that someone is well."""

ASSURANCES: PhraseTable = (
    (
        r"(?:please )?(?:let me know|tell me|write(?: to)? me|shout|ask)(?: please)? if (?:anything|something|there"
        r"|you need|you have|you lack)~"
    ),
    (
        r"(?:sorry )?(?:i )?(?:could|did)(?: not|n't) (?:write|answer|reply|send|do this|do it) (?:sooner|earlier"
        r"|before)~"
    ),
    r"sorry for not (?:writing|answering|replying|sending)~|no (?:hurry|rush|problem|worries)",
    (
        r"(?:please )?(?:confirm|acknowledge)(?: (?:receipt|that you got (?:this|it)|when (?:received|you get"
        r" this))){0,2}"
    ),
    r"hope that's (?:ok|okay|fine|all right|correct|right)",
    r"(?:i )?hope (?:this|it|that) is (?:ok|okay|fine|all right|correct|right)",
    r"(?:bitte )?(?:melde?t? (?:dich|euch|mir)|sagt? (?:mir )?bescheid) (?:wenn|falls) (?:etwas|was|ihr|du|es)~",
    r"(?:ich )?konnte (?:leider )?nicht (?:früher|eher) (?:schreiben|antworten)|kein (?:stress|problem)",
    r"(?:désolée? de |je )?n'ai pas pu (?:écrire|répondre) plus tôt|pas de (?:souci|problème)|non c'è fretta",
    r"sin prisa",
)
"""Courtesies that need a word of doubt."""

INTRODUCTIONS: PhraseTable = (
    (
        r"(?:so )?(?:here|below|attached|enclosed)(?: (?:are|is|come|comes|you (?:will )?find|follow|we go|goes|it"
        r" goes|go|it is|they are))?(?: (?:my|our|the|final|new|next|proposed by no one))*~"
    ),
    (
        r"i (?:would like to|'?d like to|want to|will|shall|am going to|hereby|now|choose to|have decided to)?"
        r" ?(?:order|submit|send|give|make|do|play|issue|enter)(?: in)?(?: you)?(?: my| our)? ?(?:the following|as"
        r" follows|these|this|my|orders?|moves?|sheet)(?: (?:orders?|moves?|sheet|for|turn|round|this|my|\d+)){0,4}"
    ),
    r"i am (?:sending|submitting|giving|playing)(?: you)?~",
    (
        r"(?:please )?(?:find|see|accept|take|process|read|enter)(?: (?:below|attached|enclosed|my|the|these|this"
        r"|following|orders?|moves?|for|turn|round|stage|sheet|\d+))+"
    ),
    (
        r"(?:this|these|the following) (?:is|are) (?:what i (?:do|play|order)|my (?:final |new |corrected"
        r" )?(?:orders?|moves?|sheet|turn|plan|answer|choice)|the orders?)~"
    ),
    (
        r"(?:my|our) (?:orders?|moves?|turn|sheet|answer|choice|plan|decision|reply)(?: (?:is|are|for|turn|round"
        r"|this|stage|the|now|as|follows?|below|\w{1,12}|\d+)){0,6}"
    ),
    (
        r"(?:anbei|hier|nun|jetzt|unten)(?: (?:sind|ist|kommen|kommt|folgen|findest du|findet ihr|finden sie|also"
        r"|nun|jetzt))*(?: (?:mein\w*|unser\w*|die|der|das))?~"
    ),
    (
        r"(?:mein\w*|unser\w*) (?:befehle?|züge?|zug|antwort|plan|wahl|anweisungen)(?: (?:sind|ist|für|runde|zug"
        r"|diese|lautet|lauten|wie|folgt|\w{1,12}|\d+)){0,6}"
    ),
    r"ich (?:befehle|sende|schicke|gebe|mache|spiele|ziehe)(?: \S+)? ?(?:folgende\w*|hiermit|so|meine\w*|die)~",
    r"(?:voici|voilà|ci-dessous|ci-joint)~|(?:mes|nos) (?:ordres|coups|mouvements)~",
    r"je (?:joue|donne|fais|envoie)(?: (?:ceci|ce qui|mes|les|ordres|comme|sui\w{1,5}))+",
    r"(?:ecco|di seguito|in allegato|qui)~|(?:i )?(?:miei|nostri) (?:ordini|movimenti)~",
    r"(?:mando|invio|gioco)~ (?:i|miei|ordini|seguenti|così)~|(?:aquí|abajo|adjunto|a continuación)~",
    r"mis (?:órdenes|movimientos|jugadas?)~|(?:envío|juego|mando) (?:mis|estas|las|lo|órdenes|siguiente)~",
    r"(?:aqui|segue|seguem|abaixo)~|(?:as )?minhas (?:ordens|jogadas)~|(?:tady|zde|níže|posílám|v příloze|tu)~",
    r"(?:moje|mé|naše) (?:rozkazy|příkazy|tahy?|tah)~|(?:oto|tutaj|poniżej|przesyłam|w załączniku)~",
    r"moje (?:rozkazy|ruchy|posunięcia)~|(?:hierbij|hier|bijgaand|hieronder)(?: (?:zijn|is|komen|volgen|vind je))?~",
    r"mijn (?:orders|zetten|beurt)~|(?:här|her|nedan|nedenfor|bifogat|vedlagt)(?: (?:är|er|kommer|följer|følger))?~",
    r"min[ae]? (?:order|ordrer|drag|træk|trekk)~|(?:tässä|ohessa)~|(?:itt|íme|mellékelve)~|(?:işte|aşağıda|ekte)~",
    (
        r"(?:new|corrected|updated|final|latest) (?:version|sheet|orders?)(?: (?:please|use|take|this|one|for|turn"
        r"|below|\d+)){0,6}|(?:please )?(?:replace|use)~ (?:with|this|these|instead of)(?: (?:these|this|one|orders?"
        r"|the|following|below|ones)){0,4}"
    ),
    (
        r"(?:veuillez|vous) (?:trouver|trouverez)~|(?:te|os|le|les|vos) (?:envío|mando|paso)~|(?:esta?s?|estos)"
        r" (?:es|son) (?:mis|las|mi)~|(?:ti|vi|le) (?:mando|invio|scrivo)~|quest[ei] (?:è|sono) (?:i|il|la|le"
        r"|mi\w+)~|envio~|est[ae]s? (?:é|são) (?:as|a) minhas?~|(?:hiermit|anbei|im folgenden) (?:übersende|sende"
        r"|schicke|gebe)~|(?:jag|jeg) (?:skickar|sender)~|ik stuur~|stuur~ mijn~"
    ),
    r"(?:iată|mai jos|atașat)~|(?:siin|allpool|šeit|zemāk|štai|žemiau)~|(?:вот|ниже|мои|прилагаю|высылаю)~",
    r"(?:ось|нижче|мої|надсилаю)~|(?:ορίστε|ιδού|παρακάτω)~",
)
"""Sentences that announce orders, above them."""

AGREEING: PhraseTable = (
    (
        r"please|pls|thanks|thank you|thx|ty|well|oh|so|hereby|really|very much|so much|a lot|all|for asking"
        r"|sir|sorry|my mistake|sorry (?:for|about) (?:the|any|that) ?(?:confusion|trouble|mix-up)?|as ordered"
        r"|it (?:is|does)|they (?:are|do)|(?:that|this|it|all|everything)(?: i|')s (?:right|correct|fine|good|ok"
        r"|okay|it|my order)|(?:that|this|it) is (?:exactly )?what i (?:want|wanted|mean|meant)(?: to (?:do|play"
        r"|order))?|(?:those|these|they) are (?:right|correct|fine|my (?:final )?orders)|i (?:really )?(?:mean"
        r"|meant|want) (?:it|that|this|them)|i am sure|(?:this |that |the |my )?(?:sheet|orders?|it|this|they"
        r"|these)(?: (?:should |shall )?counts?)?|as (?:it|they) (?:is|are)|(?:please )?(?:count|play|use|take"
        r"|submit|make) (?:it|this|that|them|these)(?: please)?(?: count)?|to (?:it|this|that)|this (?:one|sheet)"
    ),
    (
        r"bitte|danke(?: schön| sehr)?|vielen dank|besten dank|also|so|alles|zählt|gilt|es|das|mein blatt"
        r"|meine befehle|das blatt|die befehle|(?:das|es|so|alles) (?:ist|passt|stimmt|gilt|zählt|soll)(?: so| es"
        r"| richtig| korrekt| gut| gelten| zählen| sein){0,3}|so (?:will|meine) ich (?:es|das)|(?:bitte )?(?:werten"
        r"|zählen|ausführen)|hiermit"
    ),
    (
        r"merci(?: (?:beaucoup|bien))?|s'il (?:vous|te) plaît|svp|stp|(?:ça|cela|elle|il) compte|comptez[- ](?:le"
        r"|la|les)|mes ordres|ma feuille|ce sont mes ordres|bien|tout"
    ),
    (
        r"grazie(?: mille)?|per favore|conta|i miei ordini|il mio foglio|così|tutto|(?:sono|è) (?:giusto|corretto"
        r"|i miei ordini)|bene"
    ),
    (
        r"(?:muchas )?gracias|por favor|cuenta|mis órdenes|mi hoja|así|todo|es (?:correcto|así)"
        r"|(?:muito )?obrigad[oa]|minhas ordens|está (?:bien|certo)"
    ),
    (
        r"prosím|děkuji|díky|dík|platí|ďakujem|proszę|dziękuję|dzięki|liczy się|moje (?:rozkazy|příkazy|tahy"
        r"|ruchy)"
    ),
    (
        r"graag|dank je(?: wel)?|bedankt|alsjeblieft|alstublieft|mijn orders|het telt|tack(?: så mycket)?|tak|takk"
        r"|snälla|vær så snill|det gäller|mina order|mine ordrer"
    ),
    (
        r"kiitos|köszönöm|teşekkürler|lütfen|mulțumesc|vă rog|palun|aitäh|lūdzu|paldies|prašau|ačiū|спасибо"
        r"|пожалуйста|мои приказы|дякую|будь ласка|мої накази|ευχαριστώ|παρακαλώ"
    ),
    r"谢谢|謝謝|ありがとう|お願いします|감사합니다",
)
"""What may stand beside a yes or a no and changes nothing of it."""

DOUBTING: PhraseTable = (
    "not, no, don't, dont, doesn't, won't, wouldn't, never, neither, nor, without, if, unless, except, but, only, when",
    "would, could, should, might, may, maybe, perhaps, possibly, probably, instead, rather, otherwise, actually, until",
    "ignore, disregard, withdraw, withdrawn, cancel, forget, undo, wrong, mistake, wait, yet, legal, allowed",
    "hm, hmm, hmmm, backup, alternative, alternatively, alternativ, variant, variante, option, tbc, tbd, nvm",
    "what, why, which, whether, consider, considering, thinking, guess, theory, imagine, suppose, assume, assuming",
    "nicht, kein, keine, keinen, nie, niemals, wenn, falls, sofern, außer, nur, sobald, aber, würde, würden, könnte",
    "sollte, vielleicht, eventuell, möglicherweise, stattdessen, lieber, eigentlich, ignoriere, ignorieren, ignoriert",
    "zurück, falsch, warte, später, erst, legal, erlaubt, ob, angenommen, oder, or, ou, oppure, nebo, lub, eller",
    "ne, pas, jamais, si, sauf, seulement, quand, mais, peut-être, plutôt, ignorez, ignore, annule, annulez, permis",
    "non, mai, salvo, tranne, solo, quando, ma, forse, vorrei, ignora, ignorate, annulla, invece",
    "nunca, sin, cuando, excepto, pero, quizás, quizá, ignora, ignorad, anula, sería",
    "não, nunca, mas, talvez, seria",
    "nie, nigdy, jeśli, jeżeli, gdy, chyba, tylko, może, ale, byłoby, zamiast, nikdy, pokud, jestli, když, jen, možná",
    "nechci, bych, místo, niet, geen, nooit, maar, misschien, zou, liever, inte, ikke, ej, om, hvis, men, kanske",
    "måske, kanskje, skulle, не, нет, ни, если, только, но, может, бы, ні, якщо, але, тільки, δεν, μην, αν, αλλά",
    "nem, ne, ha, talán, değil, eğer, ama, belki, dacă, dar, poate, ehkä, mutta, ei, kui, aga",
)
"""Words with which a courtesy may be none: it denies, doubts or puts a condition."""

PAST: PhraseTable = (
    "yesterday, last, previous, previously, prior, former, formerly, past, ago, did, played, nope, nah, stop",
    "stopped, halt, cancelled, canceled, cancelling, forgotten, scrap, scrapped, abandon, abandoned, superseded",
    "obsolete, void, outdated, invalid, postponed, oops, whoops, kidding, jk, fake, expired, rejected, retracted",
    "revoked, old, older, gestern, vorgestern, vorhin, damals, letzte, letzten, letzter, letztes, vorige, voriger",
    "vorigen, voriges, alte, alten, altes, frühere, früheren, nein, nö, nee, stopp, vergessen, vergiss, vergesst",
    "verworfen, abgebrochen, storniert, ungültig, hinfällig, überholt, gelöscht, gestrichen, quatsch, unsinn, doch",
    "spielte, machte, verschoben, dernier, dernière, derniers, dernières, ancien, ancienne, anciens, anciennes",
    "précédent, précédente, avant-hier, passé, passée, joué, annulé, annulée, annulés, annulées, oublié, oubliée",
    "oubliez, oublie, arrête, arrêtez, abandonné, caduc, faux, reporté, ayer, anteayer, pasado, pasada, pasados",
    "pasadas, anterior, anteriores, último, última, últimos, últimas, hice, hizo, jugué, jugó, anulado, anulada",
    "anuladas, cancelado, cancelada, olvidado, olvida, olvidad, olvídalo, basta, alto, aplazado, ieri, scorso",
    "scorsa, scorsi, scorse, passato, passata, precedente, precedenti, vecchio, vecchia, vecchi, vecchie, feci",
    "fatto, giocai, giocato, annullato, annullata, annullati, dimenticato, dimenticate, dimentica, fermo, ferma",
    "fermi, rimandato, rinviato, ontem, passada, passadas, esquece, esqueça, gisteren, vergeten, gestopt",
    "geannuleerd, vervallen, igår, nej, glöm, glömt, glem, glemt, aflyst, avlyst, inställd, makulerad, wczoraj",
    "zapomnij, zapomnijcie, anulowane, stój, včera, zapomeňte, zapomenuto, zrušeno, neplatí, вчера, забудьте, забыто",
    "отмена, отменено, стоп, вчора, скасовано, eilen, peruttu, unohtakaa, tegnap, felejtsd, mégse, dün, iptal",
    "unutun, anulat, vorher",
)
"""Words with which something is of another time, or void, and which no name is."""

COMING: PhraseTable = (
    "tomorrow, later, soon, next, afterwards, pending, planned, eventually, meanwhile, first, wait",
    "plays, play, playing, attacks, moves, moving, morgen, übermorgen, später, bald, nächste, nächsten, nächster",
    "nächstes, nachher, demnächst, dann, spielt, spielen, zieht, zweite, zweiter, zweites",
    "entwurf, demain, après-demain, bientôt, ensuite, prochain, prochaine, prochains, prochaines, joue, jouera",
    "jouerait, cas, tard, mañana, luego, después, próximo, próxima, próximos, próximas, juega, jugará, jugaría",
    "haría, domani, dopodomani, dopo, poi, presto, prossimo, prossima, prossimi, prossime, gioca, giocherà, farà",
    "farebbe, fa, amanhã, depois, logo, joga, jogará, overmorgen, straks, volgende, speelt, imorgon, snart, nästa",
    "neste, næste, spelar, spiller, jutro, pojutrze, później, następna, następne, gra, zagra, zítra, pozítří",
    "později, příští, hraje, завтра, позже, потом, следующий, играет, пізніше, наступний, huomenna, myöhemmin",
    "holnap, később, yarın, sonra, mâine, instead",
)
"""Words with which something is of a later time, only a part, or what someone plays, and which no name is."""

TURNS = ("turn, round, move, moves, year, runde, zug, jahr, hatte, habe, tour, coup, turno, mossa, ronda, jugada, año",)
"""Words for a turn in headings, and small words beside them."""

CORRECTED: PhraseTable = (
    "correction, corrections, korrektur, nachtrag, second, third, erratum, correzione, corrección, ajout, rectificatif",
)
"""Words of announcements that may head what is only a part of the orders, or no longer holds."""

GREETED: PhraseTable = (
    "all, everyone, everybody, folks, guys, guy, team, gentlemen, gentleman, gents, ladies, lady, sir, sirs, madam",
    "mr, mrs, ms, dr, prof, moderator, mod, gm, referee, umpire, host, game, master, gamemaster, judge, there, again",
    "both, friend, friends, fellow, fellows, players, player, rivals, enemies, commanders, generals, general",
    "marshal, y'all, dear, my, the, and, or, of, to, you, your, majesty, majesties, excellency, excellencies",
    "everyone's, mates, mate, zusammen, allerseits, leute, alle, allen, herr, herren, frau, damen, liebe, lieber",
    "lieben, freunde, freund, und, spielleiter, spielleiterin, sl, spieler, mitspieler, mitspielerinnen, ihr, euch",
    "runde, in, die, an, mal, wieder, moin, da, werte, werter, geehrte, geehrter, sehr, verehrte, hochverehrte",
    "majestät, exzellenz, der, den, auch, à, tous, toutes, tout, le, la, les, monde, messieurs, messieurs-dames",
    "mesdames, monsieur, madame, amis, ami, chers, cher, chère, chères, et, joueurs, maître, arbitre, modérateur",
    "bonsoir, majesté, a, tutti, tutte, signori, signor, signore, signora, amici, amico, ragazzi, caro, cari, cara",
    "care, e, ed, giocatori, arbitro, moderatore, maestà, todos, todas, señores, señor, señora, amigos, amigo",
    "chicos, gente, y, querido, queridos, estimado, estimados, moderador, jugadores, compañeros, majestad, pessoal",
    "senhores, caros, iedereen, allemaal, heren, jongens, spelers, en, alla, allihopa, allihop, sammen, og, och",
    "wszystkim, wszyscy, panowie, państwo, wszystkich, i, všem, všichni, pánové, přátelé, всем, господа, друзья",
    "усім, панове, kaikki, kaikille, mindenkinek, urak, herkese, arkadaşlar, tuturor",
)
"""Who is greeted, besides names, and small words between these."""

SUPPOSING: PhraseTable = (
    r"suggest|propos|advi[cs]e|recommend|idea|hypothe|draft|provision|tentativ|prelimin|alternativ|option|example",
    r"exampl|question|test(?:ing)?\b|experiment|what if|vorschl[aä]g|vorgeschlagen|schlug|schlägt|idee|entwurf",
    r"vorläufig|beispiel|frage\b|brouillon|provisoire|exemple|suggér|idée|bozza|provvisori|esempio|sugger|borrador",
    r"provisional|ejemplo|suger|rascunho|exemplo|návrh|navrh|předběžn|koncept|příklad|propozy|szkic|wstępn|przykład",
    r"voorstel|voorlopig|concept|voorbeeld|förslag|forslag|utkast|udkast|exempel|eksempel|чернов|предлож|предвар",
    r"пример|чернет|пропон|приклад",
)
"""The beginnings of words that make what follows someone's thought rather than an order."""

OF_OTHERS: PhraseTable = (
    (
        r"\b(?:old|older|earlier|previous|former|last|past|yesterday'?s|other|another|wrong) (?:orders?|moves?"
        r"|sheet|bid|game)\b|\b(?:of|from|in) (?:the |my )?(?:last|previous|past) (?:turn|round|stage|year|game)\b"
        r"|\blast turn's\b"
    ),
    r"\bpreviously\b|\b(?:those|these) were\b|\b(?:this|it) was (?:for|meant)\b|\btakes? (?:this|it|that) back\b",
    (
        r"\b(?:offer to|wanted this|wants this|sent me|wrote me|told me|plays this)\b|\b(?:tbc|tbd|plan b|to be"
        r" confirmed)\b"
    ),
    (
        r"\b(?:alte[nrs]?|vorige[nrs]?|frühere[nrs]?|gestrige[nrs]?|letzte[nrs]?) (?:befehle?|züge?|blatt)\b|\bdas"
        r" waren\b|\b(?:der|in der|von der|aus der) (?:letzten|vorigen) (?:runde|partie)\b"
    ),
    r"\b(?:ancien(?:s|ne|nes)?|précédent\w*|du dernier tour|d'hier|autre partie|c'étaient)\b",
    r"\b(?:antigu[oa]s?|viej[oa]s?|(?:turno|ronda|órdenes) (?:pasad|anterior)\w*|otra partida)\b",
    r"\b(?:vecchi[oae]?|(?:turno|ordini) (?:scors|precedent|passat)\w+|altra partita)\b",
    r"\b(?:antig[oa]s|velh[oa]s|(?:turno|ordens) (?:passad|anterior)\w+|outra partida)\b",
    r"\b(?:star\w+|poprzedni\w*|zeszł\w+|minul\w+|předchoz\w+) (?:rozkaz\w*|ruch\w*|tur\w*|příkaz\w*|tah\w*)",
    (
        r"\b(?:oude|vorige|eerdere) (?:orders?|beurt|zetten)\b|\b(?:gamla|gamle|förra|forrige) (?:order|ordrer"
        r"|rundan|tur\w*)\b"
    ),
    r"\b(?:стар|предыдущ|прошл|попередн|минул)\w+ (?:приказ|ход|наказ|хід)\w*",
)
"""What makes lines those of another time, game or person."""

NEWER: PhraseTable = (r"(?:please |bitte )?(?:replace|use these|use this|ersetze|ersetzt)|(?:these|this) replaces?",)
"""How a sentence begins that names other orders because those below replace them."""

REPLACED: PhraseTable = (
    (
        r"(?:please )?(?:ignore|disregard|discard|scrap|forget|cancel|delete) (?:all )?(?:my|the) (?:(?:earlier"
        r"|previous|old|older) (?:orders?|sheet|posts?|message|moves?|version|one|ones|e-?mail)"
        r"|(?:first|last|former) (?:sheet|posts?|message|version|e-?mail))"
        r"(?: (?:and )?(?:please )?(?:use|take|count) (?:these|this|the following|those below)(?: instead)?)?"
    ),
    (
        r"(?:these|this)(?: orders?| sheet| post)? (?:replaces?|supersedes?) (?:all )?(?:my|the) (?:earlier"
        r"|previous|old|older|first|last|former) (?:orders?|sheet|posts?|message|moves?|version|one|ones|e-?mail)"
    ),
    (
        r"(?:das|dies|diese befehle) ersetzen? (?:meine|die|meinen|den) (?:alten?|vorigen?|früheren?|letzten?)"
        r" (?:befehle|beitrag|züge)"
        r"|(?:bitte )?(?:meine|die) (?:alten|vorigen|früheren|letzten) (?:befehle|züge) ignorieren"
    ),
    r"(?:ceci remplace|ces ordres remplacent) mes (?:anciens ordres|ordres précédents)",
)
"""Sentences that say of the sheet beside them that it takes the place of an older one, and no more."""

OLD: PhraseTable = (
    r"(?:here are |these are )?(?:my |the )?(?:old|previous|former|last turn's) (?:orders?|moves?|sheet)",
    (
        r"(?:hier |das sind )?(?:meine |die )?(?:alten?|vorigen?|früheren?) befehle|(?:voici )?(?:mes |les"
        r" )?anciens ordres"
    ),
    (
        r"(?:mis )?(?:órdenes antiguas|antiguas órdenes)|(?:ecco )?(?:i )?(?:miei )?vecchi ordini|(?:as"
        r" )?(?:minhas )?ordens antigas"
    ),
    r"(?:oto )?(?:moje )?stare rozkazy|(?:mijn )?oude orders|(?:mina )?gamla order|(?:вот )?(?:мои )?старые приказы",
)
"""A heading over orders of another time, which says no more."""

VOIDING: PhraseTable = (
    r"ignore|ignored|disregard|discard|scrap|skip|cancel(?:led|ed)?|obsolete|void|voided|invalid|superseded|withdrawn",
    r"retracted|outdated|(?:do not|don't|dont|not to be) (?:use|used|count|counted|enter|submit)|example|examples only",
    r"ignorieren|ignoriert|verwerfen|ungültig|hinfällig|überholt|storniert|annulliert|nicht (?:verwenden|benutzen)",
    (
        r"nicht (?:beachten|nehmen|ausführen|spielen)|(?:à )?ignorer|annulée?s?|annuler|caduc|nul|ne pas"
        r" (?:utiliser|jouer)"
    ),
    r"ne pas (?:compter|prendre|tenir) ?(?:en )?(?:compte)?|périmée?s?|ignorar|ignoren?|anulad[oa]s?|cancelad[oa]s?",
    (
        r"no usar|no (?:contar|jugar|válid[oa]s?)|(?:da )?(?:ignorare|non usare|non contare)|annullat[oaie]|non"
        r" valid[oaie]"
    ),
    (
        r"não (?:usar|contar|jogar)|inválid[oa]s?|nie (?:używać|liczyć|brać)|(?:z)?ignorować|nieważne|nieaktualne"
        r"|anulowane"
    ),
    r"niet (?:gebruiken|tellen|spelen)|negeren|ongeldig|vervallen|geannuleerd|använd (?:inte|ej)|använd inte detta",
    r"ignorera|ogiltig[at]?|ugyldig|annulleret|makulerad|brug ikke|bruk ikke|не (?:использовать|считать|учитывать)",
    r"игнорировать|недействительно|отменено|не (?:використовувати|рахувати)|ігнорувати|скасовано|недійсно",
    r"nepoužívat|neplatn[éýá]|ignorovat|zrušeno|wrong (?:game|thread|e-?mail|mail)|(?:just|only) joking",
)
"""What stands alone, or with no more than a please and `this`, beside a sheet that does not count."""

HEDGES: PhraseTable = (
    r"please|pls|kindly|this|these|it|them|all|the|above|below|yet|only|example|sheet|orders?|email|mail|post|message",
    r"bitte|das|dies|diese[sn]?|alles|obige[snr]?|oben|unten|folgende[sn]?|noch|befehle?|blatt|nur|mail|ist|sind",
    r"s'il (?:vous|te) plaît|svp|stp|merci(?: de)?|ce|ces|cette|ceci|tout|ordres?|ci-dessous|ci-dessus",
    r"por favor|est[aeo]s?|todo|mensaje|órdenes|per favore|quest[oaei]|tutto|ordini|messaggio|prego di|oops|sorry",
    (
        r"mensagem|ordens|tudo|proszę|to|ten|te|tę|wszystko|rozkazy|graag|a\.?u\.?b\.?|dit|deze|alles|detta|denna"
        r"|dessa|allt"
    ),
    r"dette|disse|alt|tack|пожалуйста|прошу|это|эти|всё|приказы|будь ласка|це|ці|prosím|toto|tyto|vše|are|is|i|to be",
)
"""What may stand beside a word of `VOIDING`."""

CONDITIONS_BEFORE: PhraseTable = (
    r"(?:only |but only )?(?:if|unless|once|provided|in case|assuming|as soon as)",
    r"(?:gilt |zählt |nur |erst |aber nur )*(?:wenn|falls|sobald|sofern)|(?:seulement |uniquement )?(?:si|dès que)",
    (
        r"(?:sólo |solo |solamente )?(?:si|cuando)|(?:solo |soltanto )?(?:se(?! nedan| neden| herunder)|quando"
        r"|appena)|(?:tylko |dopiero )?(?:jeśli|gdy)"
    ),
    r"(?:só |apenas )quando|(?:alleen )?(?:zodra|indien)|alleen als|(?:kun )?hvis|bara om|endast om",
    r"(?:только )?(?:если|когда)|(?:тільки )?(?:якщо|коли)|(?:jen |pouze )?(?:pokud|jestli|když)",
)
"""How a sentence begins that puts a condition to what is below it."""

CONDITIONS_ALONE: PhraseTable = (
    (
        r"^(?:(?:but|and|aber|doch|mais|ma|pero|mas|ale|maar|men|но|але|this|these|it|valid|counts?|gilt|zählt|vale"
        r"|valable|ważne|geldt|gäller|действует) )*(?:only|nur"
        r"|erst|seulement|uniquement|sólo|solo|solamente|soltanto|tylko|dopiero|só|apenas|alleen|bara|endast|kun"
        r"|только|тільки|jen|pouze) (?:if|once|when|wenn|falls|sobald|si|se|cuando|quando|jeśli|gdy|als|zodra|om"
        r"|hvis|если|когда|якщо|коли|pokud|jestli|když)\b"
    ),
    r"\b(?:wait with (?:this|these|it|them)|hold (?:this|these) (?:back|until))\b",
)
"""What makes a sheet conditional, whatever follows."""

TAKING_BACK: PhraseTable = (
    (
        r"\b(?:withdraw|retract|revoke|cancel|take back|ignore|disregard|discard|scrap|forget|annule|annulle|ziehe"
        r"|nehme|ignorieren|ignoriere|retire|retiro|ritiro|anulo|annullo|trek)\b.{0,20}\b(?:the above|what is"
        r" above|above orders?|orders? above|sheet above|obige\w*|das oben|die oben|ci-dessous|ci-dessus|de arriba"
        r"|de abajo|qui sopra|qui sotto|acima|abaixo|hierboven|hieronder|ovan|nedan)\b"
    ),
    (
        r"\bobige\w*.{0,10}\bignorier\w*|\b(?:orders?|sheet|moves?) (?:above|below) (?:is|are) (?:(?:only|just"
        r"|still|all) )*(?:an? )?(?:provisional|tentative|preliminary|draft|example|test|suggestion|proposal)\b"
    ),
    r"^(?:these are|this is) not my (?:orders?|sheet)\b|^(?:an? |my )?examples? only$",
    (
        r"\b(?<!not )(?<!n't )(?<!never )(?:ignore|disregard|discard|scrap|forget)(?: about)? (?:all )?(?:that|those|it"
        r"|them)(?: (?:i|for|until|please|again|now|sorry|orders?|sheet|one)\b|$)"
    ),
    r"\b(?:this|that|it|these|they|sheet) (?:is|was|are|were) (?:sent )?(?:(?:a|by) mistake|too (?:early|soon))$",
    r"\b(?:this|that|it|these) (?:is|was|are|were) for another game$|^i take (?:this|that|it|these|them) back$",
    r"^(?:on second thoughts?|wait no|no wait|scratch that|never ?mind)\b",
    (
        r"^(?:(?:lol|haha|oh|well|ok) )?(?:(?:just )?kidding|just joking|jk|j/k|not yet|or not|not really|noch nicht"
        r"|oder (?:auch |doch )?nicht|doch nicht|(?:war )?(?:nur )?(?:ein )?(?:scherz|spaß|spass|witz)|pas encore"
        r"|ou pas|(?:c'est |c'était )?(?:une )?blague|je plaisante)$"
    ),
    (
        r"^(?:hm+ )?(?:let me|i (?:will|must)|i'll) (?:still )?(?:think|rethink|reconsider|consider|sleep on)\b"
        r"|^i think$|^(?:i am |i'm )?not (?:quite |really |so |yet )?sure(?: yet| about (?:this|these|it|that|them))?$"
    ),
    (
        r"\b(?:need|have|want|going) to (?:think|rethink|reconsider)"
        r"(?: (?:about )?(?:this|it|that|them))?(?: (?:again|over|first))?\b"
    ),
    r"\b(?:vergiss|vergesst) (?:das|die|es)\b|^moment nein\b|^non attends\b|\blaisse[zr]? tomber\b",
    r"\b(?:muss|möchte|will) (?:\w+ ){0,3}(?:überdenken|nachdenken)\b|\boublie[zr]? (?:ça|cela|ces|tout)\b",
    r"\b(?:dois|veux|vais) (?:y )?réfléchir\b|\blascia(?:te)? perdere\b|\bdevo (?:ripensarci|pensarci)\b",
    r"\bdimentica(?:te)? (?:tutto|quest\w+)|\bolvida(?:d|r)? (?:eso|esto|todo)\b|\b(?:tengo que|debo) pensarlo\b",
    r"\besqueç?am? (?:isso|isto)\b|\bzapomn(?:ij|ijcie|eň|eňte)\b.{0,12}\b(?:tym|to|tomu|toho)\b",
    r"\bmuszę (?:to )?przemyśleć\b|\bmusím (?:to )?promyslet\b|\bvergeet (?:dit|dat|deze)\b",
    r"\bmoet (?:er )?(?:nog )?(?:over )?nadenken\b|\bgl[öe]m (?:detta|dette|det)\b",
    r"\bзабудь(?:те)? (?:это|об этом|про это)\b|\bмне (?:надо|нужно) подумать\b",
    (
        r"(?:^|\b(?:i|hereby|please|must|to|we) )(?:withdraw|retract|revoke|cancel|take back)(?:ing)? (?:this|these"
        r"|the following|the below|the orders? below|my orders? below|what is below)\b"
    ),
    (
        r"\b(?:ignore|disregard|discard|scrap|forget|skip) (?:this|these|the following|what (?:is )?(?:below"
        r"|follows)|everything below|all of this)\b(?! (?:earlier|previous|old|first|last))"
    ),
    (
        r"\b(?:do not|don't|dont|not to|never|please don't) (?:\w+ )?(?:count|use|submit|process|play|enter|execute"
        r"|accept|carry out|take) (?:this|these|(?:it|them) yet|yet|the following|anything)\b"
    ),
    (
        r"\b(?:not|nothing) (?:\w+ )?(?:to be )?(?:submitted|counted|final|binding|official|meant as orders|my"
        r" orders|valid|real orders?|for real)\b(?: yet)?"
    ),
    (
        r"^(?:(?:this is|these are|only|just|still|my|a|an|the|some|very|are|orders?|sheet|note|ps|edit):?"
        r" )*(?:provisional|tentative|preliminary|hypothetical|draft|wip|work in progress|unofficial)\b"
    ),
    (
        r"\b(?:this|these|below|it|they) (?:is|are) (?:(?:still|only|just|merely|very|all) )*(?:an?"
        r" )?(?:provisional|tentative|preliminary|hypothetical|draft|example|test|thought experiment|suggestion"
        r"|proposal)\b"
    ),
    r"^(?:i )?withdraw\W*$|^(?:for (?:discussion|illustration|your opinion) only)\b|\bwould-be orders\b",
    r"\bhypothetically\b|\b(?:ziehe|nehme) (?:\w+ )?(?:diese?n?|die folgenden|das|hiermit)\b.{0,30}\bzurück",
    r"\bignorier(?:e|en|t)? (?:\w+ )?(?:bitte )?(?:diese[nsrm]?|das folgende|die folgenden|alles)\b",
    (
        r"\b(?:noch )?nicht (?:zählen|werten|verwenden|einreichen|abgeben|ausführen|gültig|endgültig|final"
        r"|einzureichen)\b"
    ),
    r"\b(?:zählt|zählen|gilt|gelten) (?:noch )?nicht\b",
    r"^(?:(?:nur|ein|noch|das ist|dies ist|bloß):? )*(?:vorläufig\w*|entwurf|provisorisch\w*|hypothetisch\w*)\b",
    r"\b(?:ist|sind) (?:nur |noch |bloß |erst )*(?:ein )?(?:vorläufig|entwurf|provisorisch|hypothetisch)",
    r"\b(?:je )?(?:retire|annule|reprends) ces\b|\b(?:ignore[zr]?) (?:ce|ces|cette|ceci)\b",
    r"\bne (?:pas |les |le )?(?:compte[zr]?|soume\w+|joue[zr]?|prene?z)\b.{0,12}\b(?:pas|encore)?",
    (
        r"^(?:please |bitte )?(?:noch |still )?(?:wait|warten|wartet?|attende[zr]|attends|aspett\w+|esper[ae]\w*)"
        r"(?: noch| bitte| please| encore| ancora)?(?: (?:until|till|before|bis|jusqu'|fino|hasta)\b.*)?$"
        r"|\b(?:do not|don't|dont) (?:count|use|submit|process|play|enter|execute) (?:\w+ )?(?:before|until|till)\b"
    ),
    (
        r"\b(?:ceci|ce n'|c'|questa|questo|esto|isto|to) ?(?:est|è|es|é|jest)(?: qu')?(?: un[ae]?)? ?"
        r"(?:brouillon|bozza|borrador|rascunho|szkic)\b"
    ),
    r"^(?:ordres )?(?:provisoires?|brouillon|hypothétiques?)\b|\bpas (?:encore )?(?:définiti\w+|à soumettre)\b",
    r"\b(?:ritiro|annullo) quest\w+\b|\bignora(?:te|re)? quest\w+\b",
    r"\bnon (?:contat?e?|inviat?e?|usat?e?|giocat?e?) (?:quest\w+|ancora)",
    r"^(?:ordini )?(?:provvisori\w?|bozza|ipotetic\w)\b|\bnon (?:ancora )?definitiv\w\b",
    r"\b(?:retiro|anulo) est[aeo]s?\b|\bignora(?:d|r|n)? est[aeo]s?\b",
    r"\bno (?:cont\w+|envi\w+|us\w+) (?:est\w+|todavía|aún)",
    r"^(?:órdenes )?(?:provisional(?:es)?|borrador|hipotétic\w+)\b|\bno (?:son )?definitiv\w+\b",
    r"\b(?:retiro|anulo) est[ae]s?\b|\bignor\w+ est[ae]s?\b|\bnão (?:cont\w+|envi\w+|us\w+) (?:est\w+|ainda)",
    r"^(?:ordens )?(?:provisóri\w+|rascunho)\b|\b(?:beru|stahuji) (?:tyto|tento|tyhle)\b",
    r"\bignoruj(?:te)? (?:tento|tyto|tuto|toto)\b|\b(?:zatím )?ne(?:počítej|používej|odesílej|zapisuj)\w*",
    r"^(?:předběžn\w+|návrh|koncept)\b|\bwycofuję (?:te|ten|to)\b|\b(?:z)?ignoruj(?:cie)? (?:ten|te|to|tę)\b",
    r"\bnie (?:licz|liczcie|wysyłaj|używaj)\w*|^(?:wstępn\w+|szkic|tymczasow\w+)\b",
    r"\b(?:ik )?trek (?:deze|dit)\b.{0,30}\bin\b|\bnegeer (?:deze|dit)\b",
    r"\bnog niet (?:tellen|indienen|definitief|gebruiken)\b|\btel(?:t|len)? (?:nog )?niet\b",
    r"^(?:voorlopige?|concept)\b|\b(?:drar|trækker|trekker) (?:tillbaka|tilbage|tilbake)\b",
    r"\b(?:ignorera|ignorer|ignorér) (?:detta|denna|dessa|dette|denne|disse)\b|\b(?:räkna|tæl|regn) (?:inte|ikke)\b",
    r"^(?:preliminär\w*|foreløbig\w*|foreløpig\w*|utkast|udkast)\b|\b(?:отзываю|забираю) (?:эти|этот|это)\b",
    r"\bигнорируй(?:те)? (?:это|этот|эти)\b|\bне (?:засчитывай\w*|считай\w*|учитывай\w*|отправляй\w*)",
    r"^(?:предварительн\w+|черновик)\b|\b(?:відкликаю|забираю) (?:ці|цей|це)\b|\bігноруй(?:те)? (?:це|цей|ці)\b",
    r"\bне (?:зараховуй\w*|враховуй\w*|надсилай\w*)|^(?:попередн\w+|чернетка)\b",
)
"""Sentences that say of the sheet beside them that it does not count."""

REPLACING: PhraseTable = (
    (
        r"\b(?:earlier|previous|former|old|older|other|last|first|yesterday's|wrong) (?:post|e?-?mail|message|sheet"
        r"|orders?|version|one|draft|letter|moves?)\b"
    ),
    (
        r"\b(?:replaces?|supersedes?|no longer|not (?:a|my|just a|only a) draft|are final|is final|now final|this"
        r" one counts)\b"
    ),
    r"\bmy draft\b",
    (
        r"\b(?:frühere?\w*|vorige?\w*|alte\w*|letzte\w*|erste\w*) (?:e?-?mail|nachricht|befehle?|blatt|post|beitrag"
        r"|entwurf)\b"
    ),
    r"\b(?:ersetzt|ersetzen|nicht mehr|endgültig sind)\b|\b(?:précédent\w*|ancien\w*|remplacent?|premiers?)\b",
    r"\b(?:precedent\w+|sostituisc\w+|vecchi\w?)\b|\b(?:anterior\w*|reemplaza\w*|sustituye\w*|substitu\w+)\b",
    (
        r"\b(?:předchoz\w+|nahrazuj\w+|poprzedni\w+|zastępuj\w+|vorige|vervang\w+|tidigare|förra|ersätter|forrige"
        r"|tidligere|erstatter|предыдущ\w+|заменя\w+|попередній лист|замінює)\b"
    ),
)
"""What a sentence has that speaks of another sheet than the one beside it."""
