package dev.plumbline.redaction;

import java.util.Arrays;

/**
 * The words of sentences about a secret, in thirteen languages, with what each does there. One list for all readers, so a
 * word is looked up once. Immutable.
 */
final class SentenceWords {
    /** Verbs and signs before a value. */
    static final int VERB = 1;

    /** Verbs behind which any word is a value. */
    static final int SPELLS = 1 << 1;

    /** Verbs before what a password is, or what it is like. */
    static final int LINKS = 1 << 2;

    /** Prepositions before what something is changed to. */
    static final int TO = 1 << 3;

    /** Articles and words for now. */
    static final int ARTICLE = 1 << 4;

    /** Participles that a preposition and a new value follow. */
    static final int CHANGE = 1 << 5;

    /** What is before the name of somebody or something that a secret is of, and kinds of such names. */
    static final int OWNER = 1 << 6;

    /** Prepositions before a name whose value follows without a verb. */
    static final int WITH = 1 << 7;

    /** Conjunctions before such a name. */
    static final int WITH_OR_AND = 1 << 8;

    /** Words that join two parts of a sentence. */
    static final int JOINS = 1 << 9;

    /** Words between two values. */
    static final int OTHER = 1 << 10;

    /** Names whose values are no secrets. */
    static final int ACCOUNT = 1 << 11;

    /** Prepositions behind a name that belong to it. */
    static final int PREPOSITION = 1 << 12;

    /** Verbs and prepositions that lead from a value to its name behind it. */
    static final int LEADS = 1 << 13;

    /** Names of users that all systems have. */
    static final int USER = 1 << 14;

    /** Words directly before a code that is meant alone. */
    static final int BEFORE_CODE = 1 << 15;

    private static final int PAIRS = 512;

    /** The words by a hash of their first two characters, and the roles of each. */
    private final String[][] words = new String[PAIRS][0];

    private final int[][] roles = new int[PAIRS][0];

    private static final SentenceWords ALL = new SentenceWords();

    private SentenceWords() {
        add(VERB, """
            is heißt heisst heet heter na naar till becomes para на in luidt reads equals isto en dir dır was \
            were était era var brzmiało było bylo был idi ist lautet war est es e' jest to brzmi je zní är это \
            será sarà sera wird auf como als as ->""");
        add(SPELLS, """
            lautet luidt reads brzmi zní""");
        add(LINKS, """
            is ist est es è é jest är er war was era était это on""");
        add(TO, """
            to auf till til na naar para in en a à на""");
        add(ARTICLE, """
            a le la the der die das el il lo o de het now nun jetzt ahora agora ora maintenant nu teraz teď \
            теперь artık""");
        add(CHANGE, """
            veranderd gewijzigd geändert geaendert changed cambiata cambiato cambiado changé mudada alterado \
            bytt ändrat ändrats reset set zurückgesetzt zmienione zmieniono изменён изменен""");
        add(OWNER, """
            for of für von fuer pour du des del della dello dell per da van voor od dla för till på для от in im \
            user users account konto compte cuenta conta utente usuario usuário utilisateur benutzer nutzer \
            gebruiker użytkownik użytkownika användare användaren utilizador пользователь login server host \
            ticket at bei""");
        add(WITH, """
            with mit avec con com met med z s с ile""");
        add(WITH_OR_AND, """
            and und et y e en i och и""");
        add(JOINS, """
            and und et y e en i och og и a ve at an for für pour to als""");
        add(OTHER, """
            or oder ou o of lub eller или and und /""");
        add(ACCOUNT, """
            user username login account name host database""");
        add(PREPOSITION, """
            of for to für von der des zum zur de du pour del para di della dello per do da van voor od dla pro k \
            för till på для от к""");
        add(LEADS, """
            as is was works are als ist war lautet für comme est était como es era come è per jako jest to som \
            är var je na being será sera serve для как это be o é (""");
        add(USER, """
            admin administrator root sa postgres oracle guest gast pi system service test""");
        add(BEFORE_CODE, """
            the your this my le votre mon der dein ihr mit dem den el su tu il tuo o seu de je uw use enter with""");
    }

    private void add(int role, String those) {
        for (String word : those.split("\\s+", -1)) {
            int pair = hash(word.charAt(0), word.length() > 1 ? word.charAt(1) : 0);
            int at = Arrays.asList(words[pair]).indexOf(word);
            if (at < 0) {
                at = words[pair].length;
                words[pair] = Arrays.copyOf(words[pair], at + 1);
                roles[pair] = Arrays.copyOf(roles[pair], at + 1);
                words[pair][at] = word;
            }
            roles[pair][at] |= role;
        }
    }

    /** Returns the roles of the word that fills a part of a text, in any case; 0 if it is none of these. */
    static int roles(LookaheadText text, int from, int to) {
        int length = to - from;
        if (length <= 0) {
            return 0;
        }
        int pair = hash(Letters.lower(text.at(from)), length > 1 ? Letters.lower(text.at(from + 1)) : 0);
        String[] its = ALL.words[pair];
        for (int i = 0; i < its.length; i++) {
            if (its[i].length() == length && text.says(its[i], from)) {
                return ALL.roles[pair][i];
            }
        }
        return 0;
    }

    private static int hash(int first, int second) {
        return (first * 31 + second) & (PAIRS - 1);
    }
}
