package dev.plumbline.redaction;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringTokenizer;

/** Reads the passwords of sentences: behind a verb, a word that no language has, a phrase. Used by one thread, for one text. */
final class SecretSentences {
    /** The maximum number of words between a name and the verb before its value. */
    static final int MOST_WORDS = 8;

    private static final List<String> VERBS = List.of(
            "is",
            "heißt",
            "heisst",
            "heet",
            "heter",
            "na",
            "naar",
            "till",
            "becomes",
            "para",
            "на",
            "naar",
            "in",
            "luidt",
            "reads",
            "equals",
            "isto",
            "en",
            "dir",
            "dır",
            "was",
            "were",
            "était",
            "era",
            "var",
            "brzmiało",
            "było",
            "bylo",
            "был",
            "idi",
            "ist",
            "lautet",
            "war",
            "est",
            "es",
            "è",
            "e'",
            "é",
            "jest",
            "to",
            "brzmi",
            "je",
            "zní",
            "är",
            "это",
            "será",
            "sarà",
            "sera",
            "will be",
            "wird",
            "wurde auf",
            "set to",
            "to",
            "auf",
            "como",
            "als",
            "as",
            "=",
            "→",
            "->",
            "—",
            "–",
            "-");

    private static final WordList VERB_WORDS =
            WordList.of(VERBS.stream().filter(verb -> verb.length() > 1).toList());

    private static final String SHORT_VERBS = "èéÈÉ=→—–-aàв";

    /** The number of words of a pass phrase that no sign announces. */
    private static final int FEWEST_WORDS = 3;

    /** The length of the shortest password in a sentence. */
    private static final int SHORTEST = 4;

    /** The most characters between a name and its value in a script without blanks. */
    private static final int MOST_UNSPACED = 16;

    /** The minimum length of a key in a sentence: behind a verb or its name, and elsewhere. */
    private static final int SHORT = 6;

    private static final int LONG = 12;

    /** The length from which on digits directly behind a name are a password. */
    private static final int LONG_NUMBER = 8;

    /** The number of lines in which an answer is looked for. */
    private static final int MOST_ANSWERS = 4;

    private static final String THAT_IS = "das ist ";

    private static final int LONGEST_CODE = 10;

    private static final int LONGEST_WORD = 20;

    /** The number of words that are known. */
    private static final int MOST_RECENT = 10;

    private static final Set<String> ARTICLES = Set.of(
            "a",
            "le",
            "la",
            "the",
            "der",
            "die",
            "das",
            "el",
            "il",
            "lo",
            "o",
            "de",
            "het",
            "now",
            "nun",
            "jetzt",
            "ahora",
            "agora",
            "ora",
            "maintenant",
            "nu",
            "teraz",
            "teď",
            "теперь",
            "artık");

    /** Names whose values are no secrets. */
    private static final Set<String> ACCOUNTS =
            Set.of("user", "username", "login", "account", "name", "host", "database");

    private static final Set<String> CHANGES = Set.of(
            "veranderd",
            "gewijzigd",
            "geändert",
            "geaendert",
            "changed",
            "cambiata",
            "cambiato",
            "cambiado",
            "changé",
            "mudada",
            "alterado",
            "bytt",
            "ändrat",
            "ändrats",
            "reset",
            "set",
            "zurückgesetzt",
            "zmienione",
            "zmieniono",
            "изменён",
            "изменен");

    /** Verbs behind which any word is a password. */
    private static final Set<String> SPELLS = Set.of("lautet", "luidt", "reads", "brzmi", "zní");

    /** What is before a name whose value follows without a verb. */
    private static final Set<String> WITH =
            Set.of("with", "mit", "avec", "con", "com", "met", "med", "z", "s", "с", "ile");

    private static final Set<String> WITH_OR_AND = Set.of(
            "with", "mit", "avec", "con", "com", "met", "med", "z", "s", "с", "ile", "and", "und", "et", "y", "e", "en",
            "i", "och", "и");

    private static final Set<String> JOINS = Set.of(
            "and", "und", "et", "y", "e", "en", "i", "och", "og", "и", "a", "ve", "at", "an", "for", "für", "pour",
            "to", "als");

    private static final Set<String> TO =
            Set.of("to", "auf", "till", "til", "na", "naar", "para", "in", "en", "a", "à", "на");

    /** Verbs before what a password is, or what it is like. */
    private static final Set<String> LINKS =
            Set.of("is", "ist", "est", "es", "è", "é", "jest", "är", "er", "war", "was", "era", "était", "это", "on");

    /** What a password may be like, and the endings of such words. */
    private static final Set<String> ADJECTIVES = Set.of("""
            abgelaufen alt alte anders attached bad bald bekannt below best blank blocked bonne buena buona broken \
            cambiada case common compromised correct correcta corretta corto corta curta courte default debole débil \
            deaktiviert dead empty encrypted endast enough errado errada erronea errónea exact expired faible falsch \
            falskt false fatta fehlt fel fixed forte fort fout forkert fuerte geheim gemeint generated gespeichert \
            good gone gut gültig hashed here hidden hier incorrect incorrecta inside invalid invalida ingevuld into \
            kaput klar known kort kurz lang larga leaked leeg leer locked long longo lunga made mine mandatory missing \
            mistaken moins neu neue neuf nicht niet nieuw none nova nueva nuova null okay onjuist obligatoire oben \
            oculta once optional outdated plain poor puste random ready required requis reset richtig right rotated \
            safe same schon schwach secret secreta secrète segreta segura secure sicher sicura simple simples short \
            shown slow stark stored strong svagt sure temporary there tomt trop true unbekannt unchanged ungültig \
            ungenügend unique unknown unsafe unsicher unten unset unused valid valida válida verborgen verplicht \
            vergessen veraltet verloren vacía vuota vazia vide viejo weak weg wrong yours zero słabe stare nowe \
            niepoprawne błędne wymagane неверный верный""".split("\\s+", -1));

    private static final List<String> ENDINGS_OF_ADJECTIVES = List.of(
            "ed", "ing", "able", "ible", "ive", "ous", "ful", "less", "ary", "ory", "ent", "ant", "ig", "lich", "bar",
            "isch", "iert", "haft", "los", "ert", "ellt", "tzt", "ndet", "é", "ée", "aire", "oire", "ado", "ada", "ido",
            "ida", "ato", "ata", "uto", "uta", "ito", "ita", "abile", "ibile", "ável", "ível", "orio", "oria", "ória",
            "ane", "ый", "ой", "ен", "но");

    /** Words of sentences about a password. */
    private static final Set<String> SENTENCE = Set.of("""
            a above admin coming currently following pending temporarily working after again all always an and another \
            any are ask at auf auth basic be been before below between both but by can cannot case cette change \
            character characters colleague com con contact could current das de debe default dein dem den der des deve \
            die different digits dit does doit each either ein eine empty enter entry est every expires field file \
            first for forgot from given han has have her his hoe how if ihr il im in incorrect input insensitive into \
            invalid is ist it its la last later le length letter letters login long longer lower lowercase manager may \
            mindestens minimum missing moet more muss must musi my mixed need needs neither never new next niet no \
            none nor not now number numbers of old on one only option optional or other our out para per phrase please \
            policy por prompt protected que question read reset same secret see sensitive separate server set shall \
            short should sign since small so some soon special still strength strong such support symbols team than \
            that the their them then there these they this those three time times to together too two type und under \
            unique unknown until up upon upper uppercase use user users value vault via was week weak welcome were \
            what when where which who why will with without word words wrong year you your zeichen""".split(" ", -1));

    private static final WordList PREPOSITIONS = WordList.of(
            "of", "for", "to", "für", "von", "der", "des", "zum", "zur", "de", "du", "des", "pour", "del", "para", "di",
            "della", "dello", "per", "do", "da", "van", "voor", "od", "dla", "pro", "k", "för", "till", "på", "для",
            "от", "к");

    private static final String FIRST_OF_REFERENCES = "iIeEcCsStThHjJdDèÈэЭuU";

    private static final List<String> REFERENCES = List.of(
            "it is ",
            "it's ",
            "it is: ",
            "es ist ",
            "es lautet ",
            "er ist ",
            "c'est ",
            "es ",
            "set it to ",
            "changed it to ",
            "to jest ",
            "het is ",
            "je to ",
            "det är ",
            "è ",
            "это ",
            "use ",
            "the other one is ",
            "the other is ",
            "the new one is ",
            "the old one is ",
            "das alte: ",
            "das neue: ",
            "das alte ist ",
            "das neue ist ",
            "das andere ist ",
            "das andere: ",
            "el otro es ",
            "de andere is ",
            "den andra är ",
            "det andra är ");

    /** What is before the name of somebody or something that a secret is of, and that name's kind. */
    private static final Set<String> OWNERS = Set.of("""
            for of für von fuer pour du des del della dello dell per da van voor od dla för till på для от in im \
            user users account konto compte cuenta conta utente usuario usuário utilisateur benutzer nutzer gebruiker \
            użytkownik użytkownika användare användaren utilizador пользователь login server host ticket at bei""".split("\\s+", -1));

    /** Words between two secrets. */
    private static final Set<String> OTHERS =
            Set.of("or", "oder", "ou", "o", "of", "lub", "eller", "или", "and", "und", "/");

    /**
     * A word of a sentence.
     *
     * @param start the index of its first character
     * @param end the index behind it
     * @param stop the index behind it without the signs of a sentence
     * @param sign the index of the sign by which it assigns a value; {@code start} if there is none
     * @param traits its traits, as {@link SecretValue#traits} returns them
     * @param kinds what it is in a sentence, as bits
     */
    private record Word(int start, int end, int stop, int sign, int traits, int kinds) {
        /** A verb before a value. */
        static final int VERB = 1;
        /** A verb behind which any word is a password. */
        static final int SPELLS = 1 << 1;

        /** A verb before what a password is, or is like. */
        static final int LINKS = 1 << 9;

        /** A word like no adjective that ends its sentence. */
        static final int ALONE = 1 << 11;
        /** A word like no adjective that another part of the sentence follows. */
        static final int JOINED = 1 << 12;
        /** A word that the end of its string ends. */
        static final int CLOSED = 1 << 14;
        /** An option of a command. */
        static final int OPTION = 1 << 13;
        /** A preposition before what something is changed to. */
        static final int TO = 1 << 10;

        static final int ARTICLE = 1 << 2;
        /** A participle that {@code in} and a new value follow. */
        static final int CHANGE = 1 << 3;

        static final int IN = 1 << 4;
        /** A password, although it has letters alone. */
        static final int PASSWORD = 1 << 5;
        /** A call of a function. */
        static final int CALL = 1 << 6;
        /** What is before the owner of a secret. */
        static final int OWNER = 1 << 7;
        /** A secret without doubt. */
        static final int STRONG = 1 << 8;

        boolean is(int kind) {
            return (kinds & kind) != 0;
        }
    }

    private final LookaheadText text;
    private final SecretLines lines;
    private final SecretReader reader;
    private final ArrayDeque<Word> recent = new ArrayDeque<>();
    /** A part of a line without a secret, which is not read again. */
    private final SecretLines.Memo clear = new SecretLines.Memo();

    int referred;

    SecretSentences(LookaheadText text, SecretLines lines, SecretReader reader) {
        this.text = text;
        this.lines = lines;
        this.reader = reader;
    }

    /** Returns the end of the words behind a name that belong to it, as in {@code clave de acceso:}. */
    int phraseEnd(SecretNames.Name name) {
        int end = name.end();
        for (int i = 0; i < MOST_WORDS && text.at(end) == ' ' && name.kind() != SecretNames.Kind.SESSION; i++) {
            int word = end + 1;
            while (Character.isLetter(text.at(word)) && word - end < 16) {
                word++;
            }
            if (word == end + 1
                    || (i == 0 && !SecretLines.isQuote(text.at(name.start() - 1)) && !isPreposition(end + 1, word))) {
                return name.end();
            }
            end = word;
            int sign = lines.closers(end);
            if (text.at(sign) == ':' || (text.at(sign) == '=' && (i == 0 || text.at(sign + 1) == ' '))) {
                return end;
            }
        }
        return name.end();
    }

    private boolean isPreposition(int from, int to) {
        int second = from + 1 < to ? text.at(from + 1) : LookaheadText.NOTHING;
        for (String word : PREPOSITIONS.beginningWith(text.at(from), second)) {
            if (word.length() == to - from && text.says(word, from)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether several words have one of a sentence about a password. */
    static boolean isSentence(String rest) {
        StringTokenizer words = new StringTokenizer(rest.toLowerCase(Locale.ROOT));
        if (words.countTokens() < 2) {
            return false;
        }
        while (words.hasMoreTokens()) {
            if (SENTENCE.contains(words.nextToken())) {
                return true;
            }
        }
        return false;
    }

    /** Reads the value of a sentence that refers to a name before it. */
    void referred(int from) {
        int first = Math.max(from, referred);
        referred = from + SecretLines.FAR;
        int before = text.at(first - 1);
        for (int at = first; at - from < SecretLines.FAR; at++) {
            int c = text.at(at);
            if (c == LookaheadText.NOTHING) {
                return;
            }
            boolean begins = before <= ' ' && FIRST_OF_REFERENCES.indexOf(c) >= 0;
            before = c;
            if (!begins) {
                continue;
            }
            for (String reference : REFERENCES) {
                if (text.says(reference, at)) {
                    int value = lines.blanks(at + reference.length());
                    SecretLines.Quote quote = lines.quote(value);
                    value = quote == null ? value : quote.content();
                    int end = value;
                    while (text.at(end) > ' '
                            && end - value < SecretLines.LONGEST
                            && (quote == null || text.at(end) != quote.mark())) {
                        end++;
                    }
                    while (end > value && ".,;:?)".indexOf(text.at(end - 1)) >= 0) {
                        end--;
                    }
                    if (reader.end(value) != Detector.NONE || isOfUser(at)) {
                        break; // the value of the name itself, or the name of a user
                    }
                    int traits = SecretValue.traits(text.part(value, Math.min(end, value + SecretLines.JUDGED)));
                    boolean other = end - value >= 6
                            && SecretValue.isStrange(traits & ~SecretValue.DIGITS, end - value, true, false);
                    if (text.at(value) != '\\'
                            && (other
                                    || isJoinedPhrase(value, end)
                                    || (end - value >= SHORTEST
                                            && text.hasDigitIn(value, end)
                                            && SecretValue.isStrange(text.slice(value, end))))) {
                        reader.accept(value, end, SecretNames.Kind.PASSWORD, true);
                        return;
                    }
                }
            }
        }
    }

    /** Returns whether the word before a verb is of a user or a computer. */
    private boolean isOfUser(int verb) {
        int from = verb - 1;
        while (verb - from < 16 && Character.isLetter(text.at(from - 1))) {
            from--;
        }
        return text.at(verb - 1) == ' '
                && OWNERS.contains(text.slice(from, verb - 1).toLowerCase(Locale.ROOT));
    }

    /** Reads a value in a sentence: a string, or a word that no language has, directly behind its name or behind a verb. */
    void words(SecretNames.Name name, int from) {
        int at = from;
        Word command =
                text.says("pass ", name.start()) && text.at(name.start()) == 'P' && text.at(name.end() - 1) == 'S'
                        ? word(at)
                        : null;
        if (command != null && command.stop - at >= SHORTEST && lines.isLineEnd(lines.blanks(command.end))) {
            reader.accept(at, command.end, name.kind(), true); // as programs send it to a server
            return;
        }
        boolean verb = false;
        boolean direct = true;
        boolean changed = false;
        boolean spelled = false;
        boolean linked = false;
        boolean owner = false;
        boolean acronym = false;
        if (isOption(at) || (isPasswd(name) && isUser(word(at)))) {
            return;
        }
        if (AsciiChars.digit(text.at(at))
                && text.at(at + 1) == ' '
                && text.at(at + 2) > ' ') { // how a router stores it
            reader.accept(at + 2, word(at + 2).stop, name.kind(), true);
            return;
        }
        for (int i = 0; i < MOST_WORDS; i++) {
            SecretLines.Quote quote = lines.quote(verb ? reader.schemed(at) : at);
            if (quote != null) {
                if (verb || (!owner && isStrangeQuote(quote))) {
                    reader.quoted(quote, name.kind());
                }
                return;
            }
            boolean bracket = text.at(at) == '(' && text.at(at + 1) > ' ';
            at += bracket ? 1 : 0;
            direct |= bracket;
            if (bracket && lines.quote(at) != null) {
                return;
            }
            Word word = word(at);
            if (word.end == at || word.is(Word.OPTION)) {
                return;
            }
            if (word.sign > at && !verb) {
                if (ACCOUNTS.contains(
                        text.slice(at, Math.min(word.sign, at + 12)).toLowerCase(Locale.ROOT))) {
                    return;
                }
                reader.value(name, word.sign + 1, false, SecretReader.Place.INLINE);
                return;
            }
            boolean gap = i == 0 && at > 1 && text.at(at - 2) == ' ';
            boolean colon = text.at(word.end - 1) == ':';
            boolean label = colon && !lines.isLineEnd(lines.blanks(word.end));
            boolean digits = verb
                    || reader.isPin()
                    || (i == 0 && word.stop - at >= LONG_NUMBER)
                    || (reader.isCode() && (direct || (i < 3 && !owner && !acronym)));
            if (word.stop - at >= SHORTEST
                    && !word.is(Word.CALL)
                    && !label
                    && !(owner
                            && word.stop == word.end
                            && word(lines.blanks(word.end)).is(Word.LINKS))
                    && (name.kind() == SecretNames.Kind.PASSWORD || isKey(word, direct || verb))
                    && (((direct || verb)
                                    && ((SecretValue.isStrange(word.traits, word.stop - at, digits && !bracket, gap)
                                                    && !(bracket && (word.traits & SecretValue.DIGITS) == 0))
                                            || word.is(Word.PASSWORD)
                                            || (verb && isJoinedPhrase(at, word.stop))))
                            || (!owner && digits && word.traits == SecretValue.DIGITS)
                            || (!owner && word.is(Word.STRONG)))) {
                reader.accept(at, word.stop, reader.isPin() ? SecretNames.Kind.PASSWORD : name.kind(), true);
                other(name, word.end);
                return;
            }
            if (spelled && word.stop - at >= SHORTEST && isPhraseTo(at, word.stop, 1)) {
                reader.accept(at, word.stop, name.kind(), true);
                return;
            }
            if (name.kind() == SecretNames.Kind.PASSWORD
                    && !reader.isPin()
                    && ((linked && word.is(Word.ALONE))
                            || (i == 0 && word.is(Word.ALONE) && isBehind(name.start(), WITH))
                            || (i == 0
                                    && (word.is(Word.JOINED) || (word.is(Word.ALONE) && text.at(word.stop) == ','))
                                    && isBehind(name.start(), WITH_OR_AND)))) {
                reader.accept(at, word.stop, name.kind(), true);
                return;
            }
            spelled = word.is(Word.SPELLS);
            linked = word.is(Word.LINKS)
                    || (linked && word.is(Word.ARTICLE))
                    || (word.is(Word.TO) && (text.says("hasł", name.start()) || isChanged(name.start())));
            if (verb && isPhraseTo(at, lines.lineEnd(at), FEWEST_WORDS)) {
                reader.accept(at, lines.lineEnd(at), name.kind(), true);
                return;
            }
            direct = isApposition(at);
            verb = colon
                    || (word.is(Word.VERB) && (!word.is(Word.IN) || changed || isChanged(name.start())))
                    || (verb && word.is(Word.ARTICLE));
            if (i == 0 && name.kind() == SecretNames.Kind.MAYBE && !word.is(Word.VERB)) {
                return;
            }
            changed = word.is(Word.CHANGE);
            acronym = (word.traits & SecretValue.TWO_CAPITALS) != 0;
            owner = word.is(Word.OWNER) || (owner && word.is(Word.ARTICLE));
            if (!colon && !word.is(Word.CALL) && word.stop < word.end && text.at(word.end - 1) != ',') {
                return;
            }
            if (word.is(Word.CLOSED)) {
                return;
            }
            at = lines.blanks(word.end);
            if (colon) {
                if (lines.isLineEnd(at)) {
                    reader.nextLines(name, at, SecretReader.Place.INLINE);
                } else {
                    reader.value(name, at, true, SecretReader.Place.INLINE);
                }
                return;
            }
        }
    }

    /** Returns whether a word that joins two others is there. */
    private boolean isOther(int at) {
        int end = at;
        while (end - at < 5 && Character.isLetter(text.at(end))) {
            end++;
        }
        return end > at
                && text.at(end) == ' '
                && JOINS.contains(text.slice(at, end).toLowerCase(Locale.ROOT));
    }

    /** Returns whether the word before a name, without its article, says that something is done with it. */
    private boolean isBehind(int start, Set<String> prepositions) {
        int end = start - 1;
        for (int i = 0; i < 2 && text.at(end) == ' '; i++) {
            int from = end;
            while (end - from < 9 && Character.isLetter(text.at(from - 1))) {
                from--;
            }
            String word = text.slice(from, end).toLowerCase(Locale.ROOT);
            if (prepositions.contains(word)) {
                return true;
            }
            if (!ARTICLES.contains(word) && !word.equals("dem")) {
                return isInstrumental(start);
            }
            end = from - 1;
        }
        return isInstrumental(start);
    }

    private boolean isInstrumental(int start) {
        return text.says("hasłem", start) || text.says("heslem", start) || text.says("паролем", start);
    }

    /** Returns whether a word of letters ends its sentence, or joins another part, and is like no adjective. */
    private int alone(int from, int stop, int end) {
        if (stop - from < SHORTEST || stop - from > LONGEST_WORD) {
            return 0;
        }
        int next = lines.blanks(end);
        int place = stop < end || lines.isLineEnd(next) ? Word.ALONE : isOther(next) ? Word.JOINED : 0;
        if (place == 0) {
            return 0;
        }
        String plain = text.slice(from, stop);
        boolean signed = plain.endsWith("!") && stop < end;
        String small = (signed ? plain.substring(0, plain.length() - 1) : plain).toLowerCase(Locale.ROOT);
        boolean word = small.length() >= SHORTEST && small.chars().allMatch(Character::isLetter);
        return word
                        && (signed
                                || (!SENTENCE.contains(small)
                                        && !ADJECTIVES.contains(small)
                                        && ENDINGS_OF_ADJECTIVES.stream().noneMatch(small::endsWith)))
                ? place
                : 0;
    }

    /** Reads a secret without doubt farther behind its name on the line. */
    void nearby(SecretNames.Name name) {
        int end = Math.min(lines.lineEnd(name.end()), name.end() + SecretLines.FAR);
        int at = clear.has(name.end()) ? clear.to() : name.end();
        while (at < end && at < name.end() + SHORT && text.at(at) > ' ') {
            at++;
        }
        while (at < end) {
            int stop = at;
            int c = text.at(stop);
            while (stop < end && c > ' ' && !SecretLines.isQuote(c) && "()«»".indexOf(c) < 0) {
                c = text.at(++stop);
            }
            int to = stop;
            while (to > at && ".,;:?!".indexOf(text.at(to - 1)) >= 0) {
                to--;
            }
            boolean bare = c <= ' ' || SecretLines.isQuote(c) || c == ')';
            if (bare && to - at >= SHORT && !isAssigned(at, to) && SecretValue.isUnlikeNames(text.part(at, to))) {
                reader.accept(at, to, name.kind(), true);
                return;
            }
            at = stop + 1;
        }
        clear.set(name.end(), at);
    }

    /** Returns whether a range has digits alone, in two groups at most. */
    private boolean isDigits(int from, int to) {
        int blanks = 0;
        for (int at = from; at < to; at++) {
            blanks += text.at(at) == ' ' ? 1 : 0;
            if (text.at(at) != ' ' && !AsciiChars.digit(text.at(at))) {
                return false;
            }
        }
        return blanks < 2;
    }

    private boolean isAssigned(int from, int to) {
        int at = from;
        while (at < to && (AsciiChars.word(text.at(at)) || text.at(at) == '.' || text.at(at) == '-')) {
            at++;
        }
        return at > from && at < to - 1 && text.at(at) == '=' && text.at(at + 1) != '=';
    }

    /** Reads a second value behind the first: {@code x or y}. */
    private void other(SecretNames.Name name, int from) {
        Word between = word(lines.blanks(from));
        if (between.end > between.start
                && OTHERS.contains(text.slice(between.start, Math.min(between.end, between.start + 8)))) {
            Word next = word(lines.blanks(between.end));
            if (next.stop - next.start >= SHORTEST
                    && (SecretValue.isStrange(next.traits, next.stop - next.start, reader.isCode(), false)
                            || isAlike(from, next))) {
                reader.accept(next.start, next.stop, name.kind(), true);
            }
        }
    }

    /** Returns whether a word has its hyphens where the one that ends before an index has them. */
    private boolean isAlike(int end, Word word) {
        int length = word.end - word.start;
        boolean hyphen = false;
        for (int i = 1; i <= length; i++) {
            boolean its = text.at(word.end - i) == '-';
            hyphen |= its;
            if (its != (text.at(end - i) == '-')) {
                return false;
            }
        }
        return hyphen && text.at(end - length - 1) <= ' ';
    }

    private boolean isStrangeQuote(SecretLines.Quote quote) {
        int end = lines.close(quote);
        return end - quote.content() >= SHORTEST
                && end - quote.content() <= SecretLines.JUDGED
                && isStrange(text.part(quote.content(), end));
    }

    /** Returns whether it is one word with a digit, which no language has. */
    private static boolean isStrange(CharSequence word) {
        return (SecretValue.traits(word) & SecretValue.DIGITS) != 0
                && word.chars().allMatch(c -> c > ' ');
    }

    /** Returns whether a word is a key: digits alone, or letters and digits and signs as of encoded data. */
    private boolean isKey(Word word, boolean linked) {
        boolean digits = word.traits == SecretValue.DIGITS;
        boolean mixed = (word.traits & SecretValue.DIGITS) != 0
                && word.stop - word.start >= (linked ? reader.isCode() ? SHORTEST : SHORT : LONG);
        for (int at = word.start; mixed && at < word.stop; at++) {
            int c = text.at(at);
            mixed = AsciiChars.word(c) || "+/=.-~".indexOf(c) >= 0;
        }
        return reader.isCode() ? digits || mixed || (linked && word.is(Word.STRONG)) : mixed;
    }

    /** Reads the first letters and digits behind a name of a script without blanks, or behind its words. */
    boolean unspaced(SecretNames.Name name, int from) {
        if (!LookaheadText.unspaced(text.at(from)) && !LookaheadText.unspaced(text.at(name.end() - 1))) {
            return false;
        }
        int at = name.end();
        while (at - name.end() < MOST_UNSPACED
                && (LookaheadText.unspaced(text.at(at))
                        || text.at(at) == ' '
                        || "\"'“”‘’「」『』".indexOf(text.at(at)) >= 0)
                && "。，、；！？\n".indexOf(text.at(at)) < 0) {
            at++;
        }
        int end = at;
        while (text.at(end) > ' '
                && !LookaheadText.unspaced(text.at(end))
                && ",\"'“”‘’".indexOf(text.at(end)) < 0
                && end - at < SecretLines.LONGEST) {
            end++;
        }
        while (end > at && ".,;:".indexOf(text.at(end - 1)) >= 0) {
            end--;
        }
        if (end - at < SHORTEST) {
            return false;
        }
        int traits = SecretValue.traits(text.part(at, Math.min(end, at + SecretLines.JUDGED)));
        int next = text.at(end) == ' ' ? text.at(end + 1) : text.at(end);
        boolean alone = name.kind() == SecretNames.Kind.PASSWORD
                && (LookaheadText.unspaced(next) || ",，。、".indexOf(next) >= 0)
                && isPhraseTo(at, end, 1);
        if (SecretValue.isStrange(traits, end - at, true, false) || isJoinedPhrase(at, end) || alone) {
            reader.accept(at, end, name.kind(), true);
        }
        return true;
    }

    /** Reads what the next lines answer: {@code Anna: x}, where a name has no value on its own line. */
    void answers(SecretNames.Name name) {
        int end = lines.lineEnd(name.end());
        if (end - name.end() > SecretLines.FAR) {
            return;
        }
        int last = end - 1;
        while (last > name.end() && text.at(last) <= ' ') {
            last--;
        }
        int sign = text.at(last);
        boolean question = sign == '?' || (sign == 's' && text.says("creds", last - 4));
        boolean announced = question || sign == ':' || sign == '：';
        boolean several = (sign == '.' || sign == ':') && AsciiChars.lower(text.at(name.end() - 1)) == 's';
        int line = lines.nextLine(end);
        boolean first = true;
        for (int i = 0; i < MOST_ANSWERS && text.at(line) != LookaheadText.NOTHING; i++) {
            int stop = lines.lineEnd(line);
            int from = behindSpeaker(line, stop);
            boolean refers = false;
            for (int each = 0; question && !refers && each < REFERENCES.size(); each++) {
                refers = text.says(REFERENCES.get(each), from) || text.says(THAT_IS, from);
                from += !refers
                        ? 0
                        : text.says(THAT_IS, from)
                                ? THAT_IS.length()
                                : REFERENCES.get(each).length();
            }
            int to = firstWord(from, stop, announced);
            while (to > from && (text.at(to - 1) <= ' ' || ".,!\"'`".indexOf(text.at(to - 1)) >= 0)) {
                to--;
            }
            while (from < to && (text.at(from) <= ' ' || SecretLines.isQuote(text.at(from)))) {
                from++;
            }
            boolean one = to - from >= SHORTEST && to - from <= SecretLines.JUDGED;
            for (int at = from; one && at < to; at++) {
                one = text.at(at) > ' ' || (reader.isCode() && text.at(at) == ' ' && isDigits(from, to));
            }
            one = one && !isAssigned(from, to) && text.at(to - 1) != ':';
            boolean its = announced && (question || (first && from == lines.skipIndent(line)));
            if (one
                    && ((refers && alone(from, to, stop) != 0)
                            || isAnswer(name, from, to, its, several && from > line))) {
                reader.accept(from, to, several ? SecretNames.Kind.KEY : SecretNames.Kind.PASSWORD, true);
                if (!several) {
                    return;
                }
            }
            first &= stop == line;
            line = lines.nextLine(stop);
        }
    }

    /** Returns the end of the first word if a comma is behind it and an answer is expected; the end of the line otherwise. */
    private int firstWord(int from, int stop, boolean announced) {
        int at = from;
        while (announced && at < stop && text.at(at) > ' ') {
            at++;
        }
        return announced && at > from && text.at(at - 1) == ',' ? at : stop;
    }

    private boolean isAnswer(SecretNames.Name name, int from, int to, boolean announced, boolean several) {
        CharSequence value = text.part(from, to);
        for (int at = from; at < to; at++) {
            if (text.at(at) == '@'
                    && Character.isLetter(text.at(at + 1))
                    && value.toString().indexOf('.', at - from) > 0) {
                return false; // the address of a user
            }
        }
        if (announced) {
            return SecretValue.isStrange(value)
                    || isJoinedPhrase(from, to)
                    || (to - from <= LONGEST_CODE && (SecretValue.isPin(value) || isDigits(from, to)));
        }
        return several
                ? to - from >= SecretLines.SHORT_KEY && SecretValue.isStrange(value)
                : name.kind() != SecretNames.Kind.RANDOM
                        && name.kind() != SecretNames.Kind.SESSION
                        && SecretValue.isUnlikeNames(value)
                        && !isJoinedPhrase(from, to);
    }

    /** Returns the index behind who says a line, and behind the user of a login: {@code <Anna> anna / x}. */
    int behindSpeaker(int line, int end) {
        int from = line;
        for (int at = line; at < end && at - line < SecretLines.SPEAKER; at++) {
            int c = text.at(at);
            boolean says = (c == ':' || c == '>') && text.at(at + 1) == ' ';
            if (says || (c == '/' && text.at(at - 1) == ' ' && text.at(at + 1) == ' ')) {
                from = lines.blanks(at + 1);
            }
        }
        return from;
    }

    /** Returns whether a word is three words or more with hyphens between them, of three letters or more. */
    private boolean isJoinedPhrase(int from, int to) {
        if (to - from > SecretLines.JUDGED) {
            return false;
        }
        int parts = 0;
        int part = from;
        for (int at = from; at <= to; at++) {
            if (at == to || text.at(at) == '-') {
                if (at - part < FEWEST_WORDS) {
                    return false;
                }
                parts++;
                part = at + 1;
            } else if (!Character.isLetter(text.at(at))) {
                return false;
            }
        }
        return parts >= FEWEST_WORDS;
    }

    /** Returns whether one of the two words before a name, without its article, says that it was changed. */
    private boolean isChanged(int start) {
        int end = start;
        for (int i = 0; i < FEWEST_WORDS && text.at(end - 1) == ' '; i++) {
            int from = end - 1;
            while (end - from < 14 && Character.isLetter(text.at(from - 1))) {
                from--;
            }
            if (CHANGES.contains(text.slice(from, end - 1).toLowerCase(Locale.ROOT))) {
                return true;
            }
            end = from;
        }
        return false;
    }

    /** Returns whether an option of a command is there. */
    private boolean isOption(int at) {
        return text.at(at) == '-' && AsciiChars.letter(text.at(at + 1));
    }

    private boolean isPasswd(SecretNames.Name name) {
        return name.end() - name.start() == "passwd".length() && text.says("passwd", name.start());
    }

    /** Returns whether a word has small letters and hyphens alone, as names of users have. */
    private boolean isUser(Word word) {
        for (int at = word.start; at < word.end; at++) {
            int c = text.at(at);
            boolean letter = c >= 'a' && c <= 'z';
            if (!letter && c != '-' && c != '_') {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a word belongs to the name before it, as in {@code parola d'accesso}. */
    private boolean isApposition(int at) {
        int first = AsciiChars.lower(text.at(at));
        return (first == 'd' || first == 'l') && (text.at(at + 1) == '\'' || text.at(at + 1) == '’');
    }

    /** Returns whether a part of a line is words of small letters that make no sentence: a pass phrase. */
    boolean isPhraseTo(int from, int to, int fewest) {
        return to - from <= SecretLines.JUDGED && isPhrase(text.slice(from, to).strip(), fewest);
    }

    static boolean isPhrase(String rest, int fewest) {
        StringTokenizer words = new StringTokenizer(rest);
        int count = words.countTokens();
        boolean phrase = count >= fewest && count <= MOST_WORDS + 1;
        while (phrase && words.hasMoreTokens()) {
            String word = words.nextToken();
            phrase = word.length() >= 3
                    && isSmall(word, words.hasMoreTokens())
                    && !SENTENCE.contains(word)
                    && !word.endsWith("ed");
        }
        return phrase;
    }

    /** Returns whether a word has small letters alone; the last of a phrase may end otherwise. */
    private static boolean isSmall(String word, boolean alone) {
        int letters = 0;
        while (letters < word.length() && Character.isLowerCase(word.charAt(letters))) {
            letters++;
        }
        return letters == word.length() || (!alone && letters >= 3 && ".,;:)?".indexOf(word.charAt(letters)) < 0);
    }

    /** Returns the word at an index; those that were read last are known, because several names may be before one word. */
    private Word word(int at) {
        for (Word known : recent) {
            if (known.start == at) {
                return known;
            }
        }
        int end = at;
        int sign = at;
        int c = text.at(end);
        while (c > ' '
                && end - at < SecretLines.LONGEST
                && (c != ';' || end == at || text.at(end + 1) <= ' ')
                && (c != '"' || end == at || ",:}]".indexOf(text.at(end + 1)) < 0)) {
            sign = sign == end && (Character.isLetter(c) || c == '_') ? end + 1 : sign;
            c = text.at(++end);
        }
        int stop = end;
        int last = text.at(end - 1);
        boolean goesOn =
                last == '?' && (c == '"' || Character.isLowerCase(text.at(end + 1))) && text.hasDigitIn(at, end);
        while (stop > at + 1
                && (stop == end ? goesOn ? ".,;:)\"" : ".,;:?)\"" : ".;:)\"").indexOf(text.at(stop - 1)) >= 0) {
            stop--;
        }
        boolean assigned = sign > at && text.at(sign) == '=' && sign + 1 < end;
        int traits = SecretValue.traits(text.part(at, Math.min(stop, at + SecretLines.JUDGED)));
        Word word = new Word(
                at,
                end,
                stop,
                assigned ? sign : at,
                traits,
                kinds(at, stop) | alone(at, stop, end) | (c == '"' ? Word.CLOSED : 0));
        if (recent.size() == MOST_RECENT) {
            recent.removeFirst();
        }
        recent.addLast(word);
        return word;
    }

    private int kinds(int from, int to) {
        String plain = text.slice(from, Math.min(to, from + SecretLines.JUDGED));
        String small = plain.length() < 12 ? plain.toLowerCase(Locale.ROOT) : "";
        return (isVerb(plain) ? Word.VERB : 0)
                | (SPELLS.contains(small) ? Word.SPELLS : 0)
                | (LINKS.contains(small) ? Word.LINKS : 0)
                | (TO.contains(small) ? Word.TO : 0)
                | (ARTICLES.contains(small) ? Word.ARTICLE : 0)
                | (CHANGES.contains(small) ? Word.CHANGE : 0)
                | (small.equals("in") || small.equals("en") ? Word.IN : 0)
                | (SecretValue.isScrambled(plain) || SecretValue.isCommon(plain) ? Word.PASSWORD : 0)
                | (plain.length() >= 8 && SecretValue.isStrong(plain) ? Word.STRONG : 0)
                | (OWNERS.contains(small) ? Word.OWNER : 0)
                | (plain.indexOf('(') >= 0 ? Word.CALL : 0)
                | (plain.startsWith("--") ? Word.OPTION : 0);
    }

    private static boolean isVerb(String word) {
        if (word.length() < 2) {
            return !word.isEmpty() && SHORT_VERBS.contains(word);
        }
        int second = Character.toLowerCase(word.charAt(1));
        for (String verb : VERB_WORDS.beginningWith(Character.toLowerCase(word.charAt(0)), second)) {
            if (verb.equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }
}
