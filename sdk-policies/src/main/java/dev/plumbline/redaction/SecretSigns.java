package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parts of the names of secrets, for a search of all of them at once with a bit for each character. A part that is found
 * may be of another word.
 */
final class SecretSigns {
    /** The characters of each part, divided by blanks; where several are given, each counts. */
    private static final List<String> PARTS = List.of(
            "p a s s", // password, passwd, passphrase, passwort, mot de passe
            "s e cn rho ear", // secret, senha, lösenord
            "ktw oea knc enh nwt", // token, kennwort, wachtwoord
            "cht lear as vlsoł eoau", // clave, heslo, haslo, contraseña
            "mp ya sr qo l", // parola, mysql
            "pms wdis dpk", // pwd, mdp, sid, psk
            "p w",
            "sace eruoc sertoh hsdlko", // sess, auth, cred, curl, cook, echo
            "pi ifu nrki", // pin, puk, şifre, identified by
            "k e y",
            "c o d e", // access code
            "\u0080 \u0080", // words of other scripts
            "- puawkn"); // flags

    private static final int ASCII = 128;

    private SecretSigns() {}

    /** Returns the number of bits of all parts. */
    static int bits() {
        int bits = 0;
        for (String part : PARTS) {
            bits += part.split(" ", -1).length;
        }
        return bits;
    }

    /** Returns the bits of the first characters of the parts, of which that of the first part is {@code first}. */
    static long firsts(long first) {
        long firsts = 0;
        long bit = first;
        for (String part : PARTS) {
            firsts |= bit;
            bit <<= part.split(" ", -1).length;
        }
        return firsts;
    }

    /** Returns the bits of their last characters. */
    static long lasts(long first) {
        long lasts = 0;
        long bit = first;
        for (String part : PARTS) {
            bit <<= part.split(" ", -1).length - 1;
            lasts |= bit;
            bit <<= 1;
        }
        return lasts;
    }

    /** Adds the bits of the characters to the signs of each. */
    static void add(long[] signs, long first) {
        long bit = first;
        for (String part : PARTS) {
            for (String characters : part.split(" ", -1)) {
                for (int i = 0; i < characters.length(); i++) {
                    int c = Math.min(characters.charAt(i), ASCII);
                    signs[c] |= bit;
                    if (c >= 'a' && c <= 'z') {
                        signs[c - 'a' + 'A'] |= bit;
                    }
                }
                bit <<= 1;
            }
        }
    }

    /** Returns how far before its end the words begin that a part may be of, and with which letter: two characters for each. */
    static String distances(long parts) {
        return Distances.BY_BIT.get(Long.numberOfTrailingZeros(parts));
    }

    /**
     * Returns whether a character may follow a part: not a small letter that follows it in no word, because most words
     * with a part are others.
     */
    static boolean mayFollow(long parts, int next) {
        return next < 'a'
                || next > 'z'
                || (Distances.FOLLOWING.get(Long.numberOfTrailingZeros(parts)) >>> (next - 'a') & 1) != 0;
    }

    /** Returns whether the part of a flag is found. */
    static boolean isFlag(long parts) {
        return (parts & Long.MIN_VALUE) != 0;
    }

    /** The distances of the beginnings of words from the ends of their parts. */
    private static final class Distances {
        /** What a word may have behind its last letter; a short word only the first of them. */
        private static final String ENDINGS = "seinh";

        private static final int SHORT_WORD = 4;

        private static final List<String> BY_BIT;

        /** The small letters that may follow a part, by its last bit. */
        private static final List<Long> FOLLOWING;

        static {
            List<Set<Integer>> distances = new ArrayList<>();
            long[] following = new long[PARTS.size()];
            PARTS.forEach(part -> distances.add(new TreeSet<>()));
            for (String word : SecretNames.words()) {
                int first = Integer.MAX_VALUE;
                int which = 0;
                for (int i = 0; i < PARTS.size(); i++) {
                    int end = end(PARTS.get(i).split(" ", -1), word);
                    which = end < first ? i : which;
                    first = Math.min(first, end);
                }
                if (first == Integer.MAX_VALUE) {
                    throw new IllegalStateException("no part is of the word " + word + ": it would not be found");
                }
                distances.get(which).add(first << Character.SIZE | word.charAt(0));
                following[which] |= following(word, first + 1);
            }
            List<String> byBit = new ArrayList<>(Collections.nCopies(Long.SIZE - bits(), ""));
            List<Long> next = new ArrayList<>(Collections.nCopies(Long.SIZE - bits(), 0L));
            for (int i = 0; i < PARTS.size(); i++) {
                StringBuilder its = new StringBuilder();
                distances
                        .get(i)
                        .forEach(each ->
                                its.append((char) (each >>> Character.SIZE)).append((char) each.intValue()));
                for (int j = PARTS.get(i).split(" ", -1).length; j > 0; j--) {
                    byBit.add(j == 1 ? its.toString() : "");
                    next.add(j == 1 ? following[i] : 0L);
                }
            }
            BY_BIT = List.copyOf(byBit);
            FOLLOWING = List.copyOf(next);
        }

        private static long following(String word, int behind) {
            String letters = behind < word.length()
                    ? word.substring(behind, behind + 1)
                    : word.length() <= SHORT_WORD ? ENDINGS.substring(0, 1) : ENDINGS;
            return letters.chars()
                    .filter(c -> c >= 'a' && c <= 'z')
                    .mapToLong(c -> 1L << (c - 'a'))
                    .reduce(0, (one, other) -> one | other);
        }

        /** Returns the index in a word at which a part ends; the largest number if it is none of the word. */
        private static int end(String[] part, String word) {
            for (int at = 0; at + part.length <= word.length(); at++) {
                boolean same = true;
                for (int i = 0; i < part.length && same; i++) {
                    char c = word.charAt(at + i);
                    same = part[i].indexOf(c) >= 0
                            || (c >= ASCII && part[i].chars().anyMatch(each -> each >= ASCII));
                }
                if (same) {
                    return at + part.length - 1;
                }
            }
            return Integer.MAX_VALUE;
        }
    }
}
