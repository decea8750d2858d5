package dev.plumbline.redaction;

import java.util.List;
import java.util.Map;

/**
 * Secrets: keys and tokens whose issuers mark them by a prefix, signed web tokens, what comes after a word such as
 * {@code password=}, and private keys in PEM form.
 */
final class CredentialDetector implements Detector {
    private static final int LONGEST = 2_048;

    /** Of those with a prefix: the prefix, and what follows it at least. */
    private static final int SHORTEST = 15;

    /** The least length of a chosen password after a word. */
    private static final int CHOSEN = 8;

    private static final String MARKS = "_-.~+/=";
    private static final String ENDS = "\"'`,;<>(){}[]|\\";

    /** How a key begins, and how many characters follow at least. */
    private static final Map<String, Integer> PREFIXES = Map.ofEntries(
            Map.entry("sk-", 16),
            Map.entry("sk_live_", 10),
            Map.entry("sk_test_", 10),
            Map.entry("rk_live_", 10),
            Map.entry("pk_live_", 10),
            Map.entry("AKIA", 16),
            Map.entry("ASIA", 16),
            Map.entry("AIza", 30),
            Map.entry("ghp_", 30),
            Map.entry("gho_", 30),
            Map.entry("ghu_", 30),
            Map.entry("ghs_", 30),
            Map.entry("ghr_", 30),
            Map.entry("github_pat_", 22),
            Map.entry("glpat-", 18),
            Map.entry("xoxb-", 10),
            Map.entry("xoxp-", 10),
            Map.entry("xoxa-", 10),
            Map.entry("xapp-", 10),
            Map.entry("hf_", 30),
            Map.entry("npm_", 30),
            Map.entry("pypi-", 30),
            Map.entry("dop_v1_", 40),
            Map.entry("SG.", 40),
            Map.entry("ya29.", 20),
            Map.entry("gsk_", 30),
            Map.entry("xai-", 30),
            Map.entry("r8_", 30),
            Map.entry("eyJ", 30));

    static final List<String> WORDS = List.of(
            "password",
            "passwd",
            "pwd",
            "api key",
            "api_key",
            "api-key",
            "apikey",
            "secret",
            "token",
            "access_key",
            "bearer",
            "passwort",
            "client_secret",
            "private_key");

    private final WordListDetector prefixes = new WordListDetector(PREFIXES.keySet(), false);

    @Override
    public String kind() {
        return RedactionOptions.Kind.KEY.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.longest() >= SHORTEST || text.isAssigned() || text.isDashed();
    }

    @Override
    public boolean mayBegin(int c) {
        return c == '-' || AsciiChars.alnum(c);
    }

    @Override
    public int end(LookaheadText text, int from) {
        int first = text.at(from);
        if (first == '-') {
            return pem(text, from);
        }
        if (!AsciiChars.alnum(first) || AsciiChars.word(text.at(from - 1))) {
            return NONE;
        }
        int behind = AsciiChars.letter(first) ? prefixes.end(text, from) : NONE; // no prefix begins with a digit
        if (behind > from) {
            int end = run(text, from);
            return end - behind >= PREFIXES.getOrDefault(text.slice(from, behind), 0) ? end : NONE;
        }
        return assigned(text, from) ? named(text, from) : NONE;
    }

    private static int pem(LookaheadText text, int from) {
        return new PemBlock(text, from).end();
    }

    /** Whether a colon, an equals sign or the word bearer comes before it: only then is a word worth looking for. */
    private static boolean assigned(LookaheadText text, int from) {
        int at = from - 1;
        while (from - at <= 3 && (text.at(at) == ' ' || text.at(at) == '"' || text.at(at) == '\'')) {
            at--;
        }
        return text.at(at) == '='
                || text.at(at) == ':'
                || (AsciiChars.lower(text.at(at)) == 'r' && text.says("bearer", at - 5));
    }

    private static int named(LookaheadText text, int from) {
        if (isShort(text, from) || !text.before(from, WORDS)) {
            return NONE;
        }
        int end = word(text, from);
        String value = text.slice(from, end);
        boolean mixed =
                value.chars().anyMatch(AsciiChars::digit) && value.chars().anyMatch(AsciiChars::letter);
        return mixed && value.length() >= CHOSEN ? end : NONE;
    }

    /** Whether it ends too early to be a secret, as far as has arrived: a quick look before {@link #word}. */
    private static boolean isShort(LookaheadText text, int from) {
        int to = Math.min(from + CHOSEN, text.length());
        for (int at = from; at < to; at++) {
            int c = text.at(at);
            if (c <= ' ' || (!AsciiChars.alnum(c) && ENDS.indexOf(c) >= 0)) {
                return true;
            }
        }
        return false;
    }

    private static int run(LookaheadText text, int from) {
        int at = from;
        while (at - from < LONGEST && mark(text.at(at))) {
            at++;
        }
        while (at > from && text.at(at - 1) == '.') {
            at--;
        }
        return at;
    }

    /** What somebody chose may hold any mark; it ends where a sentence, a string or a list goes on. */
    private static int word(LookaheadText text, int from) {
        int at = from;
        while (at - from < LONGEST && text.at(at) > ' ' && ENDS.indexOf(text.at(at)) < 0) {
            at++;
        }
        while (at > from && ".!?:".indexOf(text.at(at - 1)) >= 0) {
            at--;
        }
        return at;
    }

    private static boolean mark(int c) {
        return c >= 0 && (AsciiChars.alnum(c) || MARKS.indexOf(c) >= 0);
    }
}
