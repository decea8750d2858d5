package dev.plumbline.redaction;

import java.util.List;

/**
 * Secrets: keys and tokens whose issuers mark them by a prefix, signed web tokens, what stands behind a word such as
 * {@code password=}, and private keys in PEM form.
 */
final class KeyDetector implements Detector {
    private static final int LONGEST = 2_048;
    private static final String MARKS = "_-.~+/=";
    private static final List<Prefix> PREFIXES = List.of(
            new Prefix("sk-", 16),
            new Prefix("sk_live_", 10),
            new Prefix("sk_test_", 10),
            new Prefix("rk_live_", 10),
            new Prefix("pk_live_", 10),
            new Prefix("AKIA", 16),
            new Prefix("ASIA", 16),
            new Prefix("AIza", 30),
            new Prefix("ghp_", 30),
            new Prefix("gho_", 30),
            new Prefix("ghu_", 30),
            new Prefix("ghs_", 30),
            new Prefix("ghr_", 30),
            new Prefix("github_pat_", 22),
            new Prefix("glpat-", 18),
            new Prefix("xoxb-", 10),
            new Prefix("xoxp-", 10),
            new Prefix("xoxa-", 10),
            new Prefix("xapp-", 10),
            new Prefix("hf_", 30),
            new Prefix("npm_", 30),
            new Prefix("pypi-", 30),
            new Prefix("dop_v1_", 40),
            new Prefix("SG.", 40),
            new Prefix("ya29.", 20),
            new Prefix("gsk_", 30),
            new Prefix("xai-", 30),
            new Prefix("r8_", 30),
            new Prefix("eyJ", 30));
    private static final List<String> WORDS = List.of(
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

    @Override
    public String kind() {
        return RedactionOptions.Kind.KEY.name();
    }

    @Override
    public int end(Peek text, int from) {
        int first = text.at(from);
        if (first == '-') {
            return pem(text, from);
        }
        if (!Chars.alnum(first) || Chars.word(text.at(from - 1))) {
            return NONE;
        }
        for (Prefix prefix : PREFIXES) {
            if (prefix.stands(text, from)) {
                int end = run(text, from);
                return end - from >= prefix.text.length() + prefix.atLeast ? end : NONE;
            }
        }
        return assigned(text, from) ? named(text, from) : NONE;
    }

    private static int pem(Peek text, int from) {
        return new PemBlock(text, from).end();
    }

    /** Whether a colon, an equals sign or the word bearer stands before it: only then is a word worth looking for. */
    private static boolean assigned(Peek text, int from) {
        int at = from - 1;
        while (from - at <= 3 && (text.at(at) == ' ' || text.at(at) == '"' || text.at(at) == '\'')) {
            at--;
        }
        return text.at(at) == '='
                || text.at(at) == ':'
                || (Chars.lower(text.at(at)) == 'r' && text.says("bearer", at - 5));
    }

    private static int named(Peek text, int from) {
        if (!text.before(from, WORDS)) {
            return NONE;
        }
        int end = run(text, from);
        String value = text.slice(from, end);
        boolean mixed = value.chars().anyMatch(Chars::digit) && value.chars().anyMatch(Chars::letter);
        return mixed && value.length() >= 8 ? end : NONE;
    }

    private static int run(Peek text, int from) {
        int at = from;
        while (at - from < LONGEST && mark(text.at(at))) {
            at++;
        }
        while (at > from && text.at(at - 1) == '.') {
            at--;
        }
        return at;
    }

    private static boolean mark(int c) {
        return c >= 0 && (Chars.alnum(c) || MARKS.indexOf(c) >= 0);
    }

    /** How a key begins, and how many characters follow at least. */
    private record Prefix(String text, int atLeast) {
        boolean stands(Peek peek, int from) {
            for (int i = 0; i < text.length(); i++) {
                if (peek.at(from + i) != text.charAt(i)) {
                    return false;
                }
            }
            return true;
        }
    }
}
