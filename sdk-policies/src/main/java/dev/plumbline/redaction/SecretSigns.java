package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Parts of the names of secrets, for a search of all of them at once with a bit for each character. A part that is found
 * may be of another word.
 */
final class SecretSigns {
    private static final String OF_ECHO = "sace eruoc sertohy hsdlkop";

    private static final String OF_LOGIN = "mpl yamo srug qoni lin";

    /** The characters of each part, divided by blanks; where several are given, each counts. */
    private static final List<String> PARTS = List.of(
            "p a s so", // password, passwd, passphrase, passwort, mot de passe, frase de paso
            "s e cn rhou earè", // secret, senha, lösenord
            "ktwjd oea tknc onhe nwt", // token, kennwort, wachtwoord, jeton, Zugangsdaten
            "cht lear asi vlmsoł eozau", // clave, heslo, haslo, contraseña, geheimzahl
            OF_LOGIN, // parola, mysql, community, login
            "pmstoi wdisatuf dpknri", // pwd, mdp, sid, psk, pin, puk, tan, otp, şifre, identified by
            "p w",
            OF_ECHO, // sess, auth, cred, curl, cook, echo
            "kc el yé", // key, clé
            "ck oó d", // combination, code, codice, código, kod
            "ncsk ylhc cueiah kucavl", // nyckel, sleutel, klucz, chiave, chave, schlüssel
            "\u0080 \u0080", // words of other scripts
            "-/ puawknscx"); // flags

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

    /** Returns where the words may begin that a part may be of. */
    static Beginnings words(long parts) {
        return Distances.BY_BIT.get(Long.numberOfTrailingZeros(parts));
    }

    /** Returns the same of the nouns that name a secret only beside another word. */
    static Beginnings nouns(long parts) {
        return Distances.OF_NOUNS.get(Long.numberOfTrailingZeros(parts));
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

    /** Returns whether the part of a command that says a text, or that makes a user or a login, is found, or one like it. */
    static boolean isEcho(long parts) {
        return (parts & Distances.ECHO) != 0;
    }

    /** Returns whether the part of a flag is found. */
    static boolean isFlag(long parts) {
        return (parts & Long.MIN_VALUE) != 0;
    }

    /** The distances of the beginnings of words from the end of a part, with the letters at each. Immutable. */
    static final class Beginnings {
        private final int[] distances;
        private final String[] letters;
        /** A bit for each letter, modulo 64: a quick check. */
        private final long[] masks;

        private Beginnings(SortedMap<Integer, String> letters) {
            this.distances =
                    letters.keySet().stream().mapToInt(Integer::intValue).toArray();
            this.letters = letters.values().toArray(new String[0]);
            this.masks = letters.values().stream()
                    .mapToLong(each -> each.chars().mapToLong(c -> 1L << c).reduce(0, (one, other) -> one | other))
                    .toArray();
        }

        private static Beginnings of(SortedMap<Integer, String> letters) {
            return new Beginnings(letters);
        }

        int size() {
            return distances.length;
        }

        int distance(int index) {
            return distances[index];
        }

        /** Returns whether a word begins with that letter at a distance. */
        boolean has(int index, int letter) {
            return (masks[index] >>> letter & 1) != 0 && letters[index].indexOf(letter) >= 0;
        }
    }

    /** The distances of the beginnings of words from the ends of their parts. */
    private static final class Distances {
        /** What a word may have behind its last letter; a short word only the first of them. */
        private static final String ENDINGS = "seinh";

        private static final int SHORT_WORD = 4;

        private static final List<Beginnings> BY_BIT;

        private static final List<Beginnings> OF_NOUNS;

        private static final long ECHO;

        /** The small letters that may follow a part, by its last bit. */
        private static final List<Long> FOLLOWING;

        static {
            long[] following = new long[PARTS.size()];
            BY_BIT = distances(SecretNames.words(), following);
            OF_NOUNS = distances(SecretNouns.NOUNS.words(), following);
            List<String> parts = byBit(PARTS, "");
            ECHO = 1L << parts.indexOf(OF_ECHO) | 1L << parts.indexOf(OF_LOGIN);
            FOLLOWING = byBit(Arrays.stream(following).boxed().toList(), 0L);
        }

        /** Returns the distances of the words by the last bits of parts, and adds what follows a part in them. */
        private static List<Beginnings> distances(List<String> words, long[] following) {
            List<SortedMap<Integer, String>> distances = new ArrayList<>();
            PARTS.forEach(part -> distances.add(new TreeMap<>()));
            for (String word : words) {
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
                distances.get(which).merge(first, word.substring(0, 1), String::concat);
                following[which] |= following(word, first + 1);
            }
            return byBit(distances.stream().map(Beginnings::of).toList(), Beginnings.of(new TreeMap<>()));
        }

        /** Returns what belongs to each part at the place of its last bit, and nothing at the others. */
        private static <T> List<T> byBit(List<T> byPart, T nothing) {
            List<T> all = new ArrayList<>(Collections.nCopies(Long.SIZE - bits(), nothing));
            for (int i = 0; i < PARTS.size(); i++) {
                all.addAll(Collections.nCopies(PARTS.get(i).split(" ", -1).length - 1, nothing));
                all.add(byPart.get(i));
            }
            return List.copyOf(all);
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
