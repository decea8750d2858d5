package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Arrays;
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
        return Distances.BY_BIT[Long.numberOfTrailingZeros(parts)];
    }

    /** Returns the same of the nouns that name a secret only beside another word. */
    static Beginnings nouns(long parts) {
        return Distances.OF_NOUNS[Long.numberOfTrailingZeros(parts)];
    }

    /**
     * Returns whether a character may follow a part: not a small letter that follows it in no word, because most words
     * with a part are others.
     */
    static boolean mayFollow(long parts, int next) {
        return next < 'a'
                || next > 'z'
                || (Distances.FOLLOWING[Long.numberOfTrailingZeros(parts)] >>> (next - 'a') & 1) != 0;
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
            this.distances = new int[letters.size()];
            this.letters = letters.values().toArray(new String[0]);
            this.masks = new long[letters.size()];
            int index = 0;
            for (int distance : letters.keySet()) {
                distances[index] = distance;
                String each = this.letters[index];
                for (int i = 0; i < each.length(); i++) {
                    masks[index] |= 1L << each.charAt(i);
                }
                index++;
            }
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

        private static final Beginnings[] BY_BIT;

        private static final Beginnings[] OF_NOUNS;

        private static final long ECHO;

        /** The small letters that may follow a part, by its last bit. */
        private static final long[] FOLLOWING = new long[Long.SIZE];

        static {
            long[] following = new long[PARTS.size()];
            BY_BIT = distances(SecretNames.words(), following);
            OF_NOUNS = distances(SecretNouns.NOUNS.words(), following);
            ECHO = 1L << lastBit(PARTS.indexOf(OF_ECHO)) | 1L << lastBit(PARTS.indexOf(OF_LOGIN));
            for (int i = 0; i < following.length; i++) {
                FOLLOWING[lastBit(i)] = following[i];
            }
        }

        /** Returns the distances of the words by the last bits of parts, and adds what follows a part in them. */
        private static Beginnings[] distances(List<String> words, long[] following) {
            List<SortedMap<Integer, String>> distances = new ArrayList<>();
            for (int i = 0; i < PARTS.size(); i++) {
                distances.add(new TreeMap<>());
            }
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
                SortedMap<Integer, String> letters = distances.get(which);
                letters.put(first, letters.getOrDefault(first, "") + word.charAt(0));
                following[which] |= following(word, first + 1);
            }
            Beginnings[] byBit = new Beginnings[Long.SIZE];
            Arrays.fill(byBit, new Beginnings(new TreeMap<>()));
            for (int i = 0; i < PARTS.size(); i++) {
                byBit[lastBit(i)] = new Beginnings(distances.get(i));
            }
            return byBit;
        }

        /** Returns the index of the last bit of a part; the parts have the highest bits. */
        private static int lastBit(int part) {
            int bit = Long.SIZE - bits() - 1;
            for (int i = 0; i <= part; i++) {
                bit += PARTS.get(i).split(" ", -1).length;
            }
            return bit;
        }

        private static long following(String word, int behind) {
            String letters = behind < word.length()
                    ? word.substring(behind, behind + 1)
                    : word.length() <= SHORT_WORD ? ENDINGS.substring(0, 1) : ENDINGS;
            long bits = 0;
            for (int i = 0; i < letters.length(); i++) {
                char c = letters.charAt(i);
                bits |= c >= 'a' && c <= 'z' ? 1L << (c - 'a') : 0;
            }
            return bits;
        }

        /** Returns the index in a word at which a part ends; the largest number if it is none of the word. */
        private static int end(String[] part, String word) {
            for (int at = 0; at + part.length <= word.length(); at++) {
                boolean same = true;
                for (int i = 0; i < part.length && same; i++) {
                    char c = word.charAt(at + i);
                    same = part[i].indexOf(c) >= 0 || (c >= ASCII && isBeyondAscii(part[i]));
                }
                if (same) {
                    return at + part.length - 1;
                }
            }
            return Integer.MAX_VALUE;
        }

        private static boolean isBeyondAscii(String characters) {
            for (int i = 0; i < characters.length(); i++) {
                if (characters.charAt(i) >= ASCII) {
                    return true;
                }
            }
            return false;
        }
    }
}
