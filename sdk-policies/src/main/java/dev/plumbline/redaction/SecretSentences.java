package dev.plumbline.redaction;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** Reads the passwords of sentences: behind a verb, a word that no language has, a phrase. Used by one thread, for one text. */
final class SecretSentences {
    /** The maximum number of words between a name and the verb before its value. */
    static final int MOST_WORDS = 8;

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

    /** The number of words that are known, as a power of two, and a number to scatter them. */
    private static final int RECENT_BITS = 5;

    private static final int SPEAKER_BITS = 4;

    private static final int JUDGED_BITS = 5;

    private static final int SCATTER = 0x9e3779b1;

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

    /**
     * A word of a sentence.
     *
     * @param start the index of its first character
     * @param end the index behind it
     * @param stop the index behind it without the signs of a sentence
     * @param sign the index of the sign by which it assigns a value; {@code start} if there is none
     * @param traits its traits, as {@link SecretValue#traits} returns them
     * @param roles what it does in a sentence
     * @param kinds what it is, as bits
     */
    private record Word(int start, int end, int stop, int sign, int traits, int roles, int kinds) {
        /** A word that the end of its string ends. */
        static final int CLOSED = 1;
        /** An option of a command. */
        static final int OPTION = 1 << 1;

        static final int IN = 1 << 2;
        /** A password, although it has letters alone. */
        static final int PASSWORD = 1 << 3;
        /** A call of a function. */
        static final int CALL = 1 << 4;
        /** A secret without doubt. */
        static final int STRONG = 1 << 5;
        /** A word like no adjective that ends its sentence. */
        static final int ALONE = 1 << 6;
        /** A word like no adjective that another part of the sentence follows. */
        static final int JOINED = 1 << 7;

        boolean is(int kind) {
            return (kinds & kind) != 0;
        }

        /** Returns whether it has one of the roles of {@link SentenceWords}. */
        boolean does(int role) {
            return (roles & role) != 0;
        }
    }

    /** What is known before a word: a verb, the name itself, a change, a verb that spells, one that links, an owner, capitals. */
    private static final int VERB = 1;

    private static final int DIRECT = 1 << 1;
    private static final int CHANGED = 1 << 2;
    private static final int SPELLED = 1 << 3;
    private static final int LINKED = 1 << 4;
    private static final int OWNED = 1 << 5;
    private static final int ACRONYM = 1 << 6;

    /** What is known of a name. */
    private static final int WAS_CHANGED = 1;

    private static final int INSTRUMENT = 1 << 1;
    private static final int NEEDED = 1 << 2;

    private final LookaheadText text;
    private final SecretLines lines;
    private final SecretReader reader;
    /** What was looked at last, by the kind of the name. */
    private final Map<SecretNames.Kind, LookedAt> ofOthers = new EnumMap<>(SecretNames.Kind.class);

    private final Map<SecretNames.Kind, LookedAt> ofPins = new EnumMap<>(SecretNames.Kind.class);
    /** The words that were read last, by a hash of their places: several names may be before one word. */
    private final @Nullable Word[] recent = new Word[1 << RECENT_BITS];
    /** A part of a line without a secret, which is not read again. */
    private final SecretLines.Memo clear = new SecretLines.Memo();

    /** The lines whose speakers were read last, plus one, and what is behind each. */
    private final int[] speakers = new int[1 << SPEAKER_BITS];

    private final int[] spoken = new int[1 << SPEAKER_BITS];

    /** The parts that were judged last: the beginning of each, plus one, its end, and whether it is unlike names. */
    private final int[] judgedFrom = new int[1 << JUDGED_BITS];

    private final int[] judgedTo = new int[1 << JUDGED_BITS];
    private final boolean[] unlikeNames = new boolean[1 << JUDGED_BITS];

    int referred;

    /** For what is asked, the last line for which it was, plus one; empty before. */
    private int[] answered = new int[0];

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
            while (Letters.is(text.at(word)) && word - end < 16) {
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
        return (SentenceWords.roles(text, from, to) & SentenceWords.PREPOSITION) != 0;
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
                            && end - value < Detector.LONGEST
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
        while (verb - from < 16 && Letters.is(text.at(from - 1))) {
            from--;
        }
        return text.at(verb - 1) == ' ' && (SentenceWords.roles(text, from, verb - 1) & SentenceWords.OWNER) != 0;
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
        if (isOption(at) || (isPasswd(name) && isUser(word(at)))) {
            return;
        }
        if (AsciiChars.digit(text.at(at))
                && text.at(at + 1) == ' '
                && text.at(at + 2) > ' ') { // how a router stores it
            reader.accept(at + 2, word(at + 2).stop, name.kind(), true);
            return;
        }
        along(name, at);
    }

    /** Reads a value behind the words of a sentence. Where the last look at the same sentence found nothing, it goes on behind. */
    private void along(SecretNames.Name name, int from) {
        LookedAt looked = looked(name);
        looked.begin(name);
        int at = from;
        int state = DIRECT;
        for (int i = 0; i < MOST_WORDS; i++) {
            if (i >= (reader.isCode() ? FEWEST_WORDS : 1)) {
                i = looked.goTo(at, state, i);
                at = looked.place();
                state = looked.state();
                if (i == MOST_WORDS) {
                    return;
                }
            }
            boolean verb = (state & VERB) != 0;
            boolean direct = (state & DIRECT) != 0;
            boolean changed = (state & CHANGED) != 0;
            boolean spelled = (state & SPELLED) != 0;
            boolean linked = (state & LINKED) != 0;
            boolean owner = (state & OWNED) != 0;
            boolean acronym = (state & ACRONYM) != 0;
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
                if ((SentenceWords.roles(text, at, word.sign) & SentenceWords.ACCOUNT) != 0) {
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
                            && word(lines.blanks(word.end)).does(SentenceWords.LINKS))
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
                            || (i == 0 && word.is(Word.ALONE) && isBehind(name.start(), SentenceWords.WITH))
                            || (i == 0
                                    && (word.is(Word.JOINED) || (word.is(Word.ALONE) && text.at(word.stop) == ','))
                                    && isBehind(name.start(), SentenceWords.WITH | SentenceWords.WITH_OR_AND)))) {
                reader.accept(at, word.stop, name.kind(), true);
                return;
            }
            spelled = word.does(SentenceWords.SPELLS);
            linked = word.does(SentenceWords.LINKS)
                    || (linked && word.does(SentenceWords.ARTICLE))
                    || (word.does(SentenceWords.TO) && (looked.ofNameHere() & (WAS_CHANGED | INSTRUMENT)) != 0);
            if (verb && isPhraseTo(at, lines.lineEnd(at), FEWEST_WORDS)) {
                reader.accept(at, lines.lineEnd(at), name.kind(), true);
                return;
            }
            direct = isApposition(at);
            verb = colon
                    || (word.does(SentenceWords.VERB)
                            && (!word.is(Word.IN) || changed || (looked.ofNameHere() & WAS_CHANGED) != 0))
                    || (verb && word.does(SentenceWords.ARTICLE));
            if (i == 0 && name.kind() == SecretNames.Kind.MAYBE && !word.does(SentenceWords.VERB)) {
                return;
            }
            changed = word.does(SentenceWords.CHANGE);
            acronym = (word.traits & SecretValue.TWO_CAPITALS) != 0;
            owner = word.does(SentenceWords.OWNER) || (owner && word.does(SentenceWords.ARTICLE));
            if (!colon && !word.is(Word.CALL) && word.stop < word.end && text.at(word.end - 1) != ',') {
                return;
            }
            if (word.is(Word.CLOSED)) {
                return;
            }
            at = lines.blanks(word.end);
            state = (verb ? VERB : 0)
                    | (direct ? DIRECT : 0)
                    | (changed ? CHANGED : 0)
                    | (spelled ? SPELLED : 0)
                    | (linked ? LINKED : 0)
                    | (owner ? OWNED : 0)
                    | (acronym ? ACRONYM : 0);
            if (colon) {
                if (lines.isLineEnd(at)) {
                    reader.nextLines(name, at, SecretReader.Place.INLINE);
                } else {
                    reader.value(name, at, true, SecretReader.Place.INLINE);
                }
                return;
            }
        }
        looked.goTo(at, state, MOST_WORDS);
    }

    private LookedAt looked(SecretNames.Name name) {
        Map<SecretNames.Kind, LookedAt> those = reader.isPin() ? ofPins : ofOthers;
        LookedAt its = those.get(name.kind());
        if (its == null) {
            its = new LookedAt();
            those.put(name.kind(), its);
        }
        return its;
    }

    /**
     * The words that were looked at last without a value, with what was known before each. What is found behind a word
     * depends on that alone, so what was looked at for one name is not looked at again for a name within it.
     */
    private final class LookedAt {
        private static final int MOST = 64;

        private final int[] places = new int[MOST];
        private final int[] states = new int[MOST];
        /** What was known of the name when it was needed, as {@link #ofName} returns it; 0 if it was not. */
        private final int[] needed = new int[MOST];

        private int size;
        /** The word that the present look is at; -1 before it is at one. */
        private int now;

        private int start;
        private int known;

        void begin(SecretNames.Name name) {
            start = name.start();
            known = 0;
            now = -1;
        }

        /** Returns whether the name was changed, and whether it is an instrument, as bits. */
        int ofName() {
            known = known != 0
                    ? known
                    : NEEDED | (isChanged(start) ? WAS_CHANGED : 0) | (text.says("hasł", start) ? INSTRUMENT : 0);
            return known;
        }

        /** Returns the same, and remembers that it was needed at the present word. */
        int ofNameHere() {
            if (now >= 0) {
                needed[now] = ofName();
            }
            return ofName();
        }

        /** Goes to a word, and on along those that were looked at; returns the number of the word that is to be looked at. */
        int goTo(int at, int state, int number) {
            int before = now < 0 ? find(at, state) : -1;
            if (before < 0) {
                add(at, state);
                return number;
            }
            int next = number;
            now = before;
            while (now < size - 1 && next < MOST_WORDS && (needed[now] == 0 || needed[now] == ofName())) {
                now++;
                next++;
            }
            return next;
        }

        private int find(int at, int state) {
            for (int i = size - 1; i >= 0 && places[i] >= at; i--) {
                if (places[i] == at && states[i] == state) {
                    return i;
                }
            }
            return -1;
        }

        private void add(int at, int state) {
            now = now + 1 == MOST ? 0 : now + 1;
            size = now + 1;
            places[now] = at;
            states[now] = state;
            needed[now] = 0;
        }

        int place() {
            return places[now];
        }

        int state() {
            return states[now];
        }
    }

    /** Returns whether a word that joins two others is there. */
    private boolean isOther(int at) {
        int end = at;
        while (end - at < 5 && Letters.is(text.at(end))) {
            end++;
        }
        return end > at && text.at(end) == ' ' && (SentenceWords.roles(text, at, end) & SentenceWords.JOINS) != 0;
    }

    /** Returns whether the word before a name, without its article, says that something is done with it. */
    private boolean isBehind(int start, int roles) {
        int end = start - 1;
        for (int i = 0; i < 2 && text.at(end) == ' '; i++) {
            int from = end;
            while (end - from < 9 && Letters.is(text.at(from - 1))) {
                from--;
            }
            int its = SentenceWords.roles(text, from, end);
            if ((its & roles) != 0) {
                return true;
            }
            if ((its & SentenceWords.ARTICLE) == 0 && !(text.says("dem", from) && end == from + 3)) {
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
        boolean signed = text.at(stop - 1) == '!' && stop < end;
        int last = signed ? stop - 1 : stop;
        for (int at = from; at < last; at++) {
            if (!Letters.is(text.at(at))) {
                return 0;
            }
        }
        String small = text.slice(from, last).toLowerCase(Locale.ROOT);
        return small.length() >= SHORTEST
                        && (signed || (!SENTENCE.contains(small) && !ADJECTIVES.contains(small) && !isAdjective(small)))
                ? place
                : 0;
    }

    private static boolean isAdjective(String word) {
        for (String ending : ENDINGS_OF_ADJECTIVES) {
            if (word.endsWith(ending)) {
                return true;
            }
        }
        return false;
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
            if (bare && to - at >= SHORT && !isAssigned(at, to) && isUnlikeNames(at, to)) {
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
        if (between.end > between.start && between.does(SentenceWords.OTHER)) {
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
        return (SecretValue.traits(word) & SecretValue.DIGITS) != 0 && AsciiChars.all(word, c -> c > ' ');
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
                && end - at < Detector.LONGEST) {
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
        boolean named = name.kind() != SecretNames.Kind.RANDOM && name.kind() != SecretNames.Kind.SESSION;
        int asked = reader.flags() << 4
                | (question ? 1 << 3 : 0)
                | (announced ? 1 << 2 : 0)
                | (several ? 1 << 1 : 0)
                | (named ? 1 : 0);
        answered = answered.length == 0 ? new int[1 << 9] : answered;
        if (answered[asked] == end + 1) {
            return; // for another name on the line
        }
        answered[asked] = end + 1;
        int line = lines.nextLine(end);
        boolean first = true;
        for (int i = 0; i < MOST_ANSWERS && text.at(line) != LookaheadText.NOTHING; i++) {
            int stop = lines.lineEnd(line);
            int from = behindSpeaker(line, stop);
            boolean refers = false;
            boolean may = question && FIRST_OF_REFERENCES.indexOf(text.at(from)) >= 0;
            for (int each = 0; may && !refers && each < REFERENCES.size(); each++) {
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
                            || isAnswer(from, to, its, several && from > line, named))) {
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

    private boolean isAnswer(int from, int to, boolean announced, boolean several, boolean named) {
        CharSequence value = text.part(from, to);
        for (int at = from; at < to; at++) {
            if (text.at(at) == '@'
                    && Letters.is(text.at(at + 1))
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
                : named && isUnlikeNames(from, to) && !isJoinedPhrase(from, to);
    }

    /** Returns whether a part of a line is a secret without doubt; of those that were asked for last, it is known. */
    private boolean isUnlikeNames(int from, int to) {
        int place = (from * SCATTER) >>> (Integer.SIZE - JUDGED_BITS);
        if (judgedFrom[place] != from + 1 || judgedTo[place] != to) {
            judgedFrom[place] = from + 1;
            judgedTo[place] = to;
            unlikeNames[place] = SecretValue.isUnlikeNames(text.part(from, to));
        }
        return unlikeNames[place];
    }

    /** Returns the index behind who says a line, and behind the user of a login: {@code <Anna> anna / x}. */
    int behindSpeaker(int line, int end) {
        int place = (line * SCATTER) >>> (Integer.SIZE - SPEAKER_BITS);
        if (speakers[place] != line + 1) {
            speakers[place] = line + 1;
            spoken[place] = readSpeaker(line, end);
        }
        return spoken[place];
    }

    private int readSpeaker(int line, int end) {
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
            } else if (!Letters.is(text.at(at))) {
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
            while (end - from < 14 && Letters.is(text.at(from - 1))) {
                from--;
            }
            if ((SentenceWords.roles(text, from, end - 1) & SentenceWords.CHANGE) != 0) {
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
        while (letters < word.length() && Letters.isSmall(word.charAt(letters))) {
            letters++;
        }
        return letters == word.length() || (!alone && letters >= 3 && ".,;:)?".indexOf(word.charAt(letters)) < 0);
    }

    /** Returns the word at an index; those that were read last are known, because several names may be before one word. */
    private Word word(int at) {
        int place = (at * SCATTER) >>> (Integer.SIZE - RECENT_BITS);
        Word known = recent[place];
        if (known == null || known.start != at) {
            known = read(at);
            recent[place] = known;
        }
        return known;
    }

    private Word read(int at) {
        int end = at;
        int sign = at;
        int c = text.at(end);
        while (c > ' '
                && end - at < Detector.LONGEST
                && (c != ';' || end == at || text.at(end + 1) <= ' ')
                && (c != '"' || end == at || ",:}]".indexOf(text.at(end + 1)) < 0)) {
            sign = sign == end && (Letters.is(c) || c == '_') ? end + 1 : sign;
            c = text.at(++end);
        }
        int stop = end;
        int last = text.at(end - 1);
        boolean goesOn = last == '?' && (c == '"' || Letters.isSmall(text.at(end + 1))) && text.hasDigitIn(at, end);
        while (stop > at + 1
                && (stop == end ? goesOn ? ".,;:)\"" : ".,;:?)\"" : ".;:)\"").indexOf(text.at(stop - 1)) >= 0) {
            stop--;
        }
        boolean assigned = sign > at && text.at(sign) == '=' && sign + 1 < end;
        CharSequence judged = text.part(at, Math.min(stop, at + SecretLines.JUDGED));
        int traits = SecretValue.traits(judged);
        return new Word(
                at,
                end,
                stop,
                assigned ? sign : at,
                traits,
                SentenceWords.roles(text, at, stop) | (isSign(at, stop) ? SentenceWords.VERB : 0),
                kinds(judged, traits) | alone(at, stop, end) | (c == '"' ? Word.CLOSED : 0));
    }

    /** Returns whether a word of one character is before a value. */
    private boolean isSign(int from, int to) {
        return to == from + 1 && SHORT_VERBS.indexOf(text.at(from)) >= 0;
    }

    private static int kinds(CharSequence word, int traits) {
        boolean in = word.length() == 2
                && AsciiChars.lower(word.charAt(1)) == 'n'
                && (AsciiChars.lower(word.charAt(0)) == 'i' || AsciiChars.lower(word.charAt(0)) == 'e');
        return (in ? Word.IN : 0)
                | (SecretValue.isScrambled(word, traits) || SecretValue.isCommon(word) ? Word.PASSWORD : 0)
                | (word.length() >= 8 && SecretValue.isStrong(word, traits) ? Word.STRONG : 0)
                | (SecretValue.hasOther(traits) ? marks(word) : 0);
    }

    private static int marks(CharSequence word) {
        boolean option = word.length() > 1 && word.charAt(0) == '-' && word.charAt(1) == '-';
        return (AsciiChars.all(word, c -> c != '(') ? 0 : Word.CALL) | (option ? Word.OPTION : 0);
    }
}
