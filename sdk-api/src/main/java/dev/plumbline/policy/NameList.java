package dev.plumbline.policy;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A redactor that finds the names of a list: whole words, of several names that begin at one the longest, also with the
 * endings of their inflection. Thread-safe; a list that is supplied again is read once.
 */
final class NameList implements Redactor {
    private final Supplier<? extends Collection<String>> supplier;
    private volatile Index index = new Index(List.of(), 0);

    NameList(Supplier<? extends Collection<String>> supplier) {
        this.supplier = supplier;
    }

    @Override
    public List<Span> find(String text) {
        return current().find(text);
    }

    @Override
    public long version() {
        return current().version;
    }

    @SuppressWarnings("ReferenceEquality") // another list is another object; to compare them would cost their size
    private Index current() {
        Collection<String> names = Objects.requireNonNull(supplier.get(), "names");
        Index known = index;
        if (known.names == names) {
            return known;
        }
        synchronized (this) {
            if (index.names != names) {
                index = new Index(names, index.version + 1);
            }
            return index;
        }
    }

    /** The names of one list, by their words. Immutable once made. */
    private static final class Index {
        /** The number of characters that may be between two words of a name. */
        private static final int MOST_BETWEEN = 3;

        /** The length of a name from which on it is inflected by endings that short names have as other words. */
        private static final int LONG = 5;

        /** The endings of names, longest first. */
        private static final List<String> ENDINGS = List.of(
                "'schen", "’schen", "'scher", "’scher", "'sches", "’sches", "'schem", "’schem", "'sche", "’sche",
                "schen", "scher", "sches", "schem", "sche", "'s", "’s", "ens", "es", "en", "s", "'", "’");

        private static final List<String> LONG_ENDINGS = List.of(
                "owie", "owi", "ovi", "ami", "ach", "ovo", "ova", "ové", "iem", "em", "om", "ów", "ою", "ым", "ом",
                "ем", "ой", "ов", "ie", "a", "u", "y", "ą", "ę", "e", "а", "у", "ы", "е");

        private final Collection<String> names;
        private final long version;
        private final Map<String, Node> words = new HashMap<>();

        Index(Collection<String> names, long version) {
            this.names = names;
            this.version = version;
            names.forEach(this::add);
        }

        private void add(String name) {
            String plain = Normalizer.normalize(name, Normalizer.Form.NFC);
            Map<String, Node> next = words;
            Node last = null;
            int end = 0;
            for (int at = skip(plain, 0); at < plain.length(); at = skip(plain, end)) {
                boolean comma = last != null && plain.indexOf(',', end) >= 0 && plain.indexOf(',', end) < at;
                end = wordEnd(plain, at);
                last = next.computeIfAbsent(folded(plain, at, end), word -> new Node());
                last.comma |= comma;
                next = last.next;
            }
            if (last != null) {
                last.ends = true;
                last.small |= Character.isLowerCase(plain.codePointAt(skip(plain, 0)));
                last.point |= end < plain.length() && plain.charAt(end) == '.';
            }
        }

        List<Span> find(String text) {
            if (words.isEmpty()) {
                return List.of();
            }
            List<Span> spans = new ArrayList<>();
            int at = skip(text, 0);
            while (at < text.length()) {
                int word = wordEnd(text, at);
                int end = longest(text, at, word);
                if (end > at) {
                    spans.add(new Span(at, end, "NAME", 1));
                }
                at = skip(text, Math.max(word, end));
            }
            return spans;
        }

        private int longest(String text, int from, int firstEnd) {
            int best = -1;
            Map<String, Node> next = words;
            int at = from;
            int end = firstEnd;
            boolean small = Character.isLowerCase(text.codePointAt(from));
            while (true) {
                int inflected = small && at == from ? -1 : inflected(text, at, end, next);
                best = inflected > best ? inflected : best;
                Node node = next.get(folded(text, at, end));
                if (node == null) {
                    return best;
                }
                best = node.ends && (!small || node.small || at > from) ? Math.max(best, node.end(text, end)) : best;
                int following = skip(text, end);
                if (node.next.isEmpty() || following >= text.length() || following - end > MOST_BETWEEN) {
                    return best;
                }
                boolean joined = isJoined(text, end, following);
                next = node.next;
                at = following;
                end = wordEnd(text, at);
                Node behind = joined ? null : next.get(folded(text, at, end));
                if (!joined && (behind == null || !behind.comma)) {
                    return best;
                }
            }
        }

        /** Returns whether what is between two words may be within a name, and not between two names. */
        private static boolean isJoined(String text, int from, int to) {
            boolean joined = true;
            for (int i = from; i < to; i++) {
                joined &= ",;:()[]{}|\"".indexOf(text.charAt(i)) < 0;
            }
            return joined;
        }

        /** Returns the end of a word that is the last one of a name with an ending; -1 if it is none. */
        private static int inflected(String text, int from, int wordEnd, Map<String, Node> next) {
            int end = wordEnd;
            if (end < text.length() && (text.charAt(end) == '\'' || text.charAt(end) == '’')) {
                int behind = wordEnd(text, end + 1);
                end = behind - end <= LONG + 1 ? behind : end;
            }
            String word = folded(text, from, end);
            for (String ending : ENDINGS) {
                if (word.endsWith(ending) && isName(word, ending, next)) {
                    return end;
                }
            }
            String plain = folded(text, from, wordEnd);
            for (String ending : LONG_ENDINGS) {
                if (plain.length() - ending.length() >= LONG && plain.endsWith(ending) && isName(plain, ending, next)) {
                    return wordEnd;
                }
            }
            return -1;
        }

        private static boolean isName(String word, String ending, Map<String, Node> next) {
            Node node = next.get(word.substring(0, word.length() - ending.length()));
            return node != null && node.ends;
        }

        private static String folded(String text, int from, int to) {
            String word = text.substring(from, to);
            boolean plain = word.chars().allMatch(c -> c < 0x300);
            String known = plain ? word : Normalizer.normalize(word.replaceAll("\\p{Cf}", ""), Normalizer.Form.NFC);
            return known.toLowerCase(Locale.ROOT);
        }

        private static int skip(String text, int from) {
            int at = from;
            while (at < text.length() && !isInWord(text, at)) {
                at++;
            }
            return at;
        }

        /** Returns the end of a word; a character of a script without blanks is one. */
        private static int wordEnd(String text, int from) {
            int at = from;
            while (at < text.length() && isInWord(text, at)) {
                if (text.charAt(at) >= 0x2e80 && !Character.isSurrogate(text.charAt(at))) {
                    return at == from ? at + 1 : at;
                }
                at++;
            }
            return at;
        }

        private static boolean isInWord(String text, int at) {
            char c = text.charAt(at);
            if (c < 128) {
                return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            }
            int type = Character.getType(c);
            return Character.isLetterOrDigit(c)
                    || Character.isSurrogate(c)
                    || type == Character.NON_SPACING_MARK
                    || type == Character.FORMAT;
        }
    }

    /** A word of names: the words that follow it in them, and whether a name ends with it. */
    private static final class Node {
        private final Map<String, Node> next = new HashMap<>(2);
        private boolean ends;
        /** Whether a name that ends with it is given in small letters, so that it is also found in them. */
        private boolean small;

        /** Whether a point is behind it, or a comma before it, in a name. */
        private boolean point;

        private boolean comma;

        int end(String text, int end) {
            return point && end < text.length() && text.charAt(end) == '.' ? end + 1 : end;
        }
    }
}
