package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import java.util.HashMap;
import java.util.Map;

/**
 * Which values the pseudonyms of a call stand for, both ways. A value that was found once is hidden wherever it stands
 * alone: a password is known by the word before it, and is repeated without. Immutable; {@code toString} shows no value.
 */
final class Table {
    static final Table EMPTY = new Table(Map.of());

    /** Longer values, such as private keys, are known by their own shape wherever they stand. */
    private static final int LONGEST_REPEATED = 256;

    private final Map<String, String> values;
    private final Map<String, String> pseudonyms;
    private final Finder repeated;
    private final Finder written;

    private Table(Map<String, String> values) {
        this.values = values;
        this.pseudonyms = new HashMap<>();
        values.forEach((pseudonym, value) -> pseudonyms.merge(value, pseudonym, (a, b) -> a.compareTo(b) < 0 ? a : b));
        this.repeated = Finder.ofWords(new Lexicon(
                values.values().stream()
                        .filter(value -> value.length() <= LONGEST_REPEATED)
                        .toList(),
                true));
        this.written = Finder.anywhere(new Lexicon(values.keySet(), false));
    }

    /** A table with these, too; itself when they are known. */
    Table plus(Map<String, String> more) {
        if (values.entrySet().containsAll(more.entrySet())) {
            return this;
        }
        Map<String, String> all = new HashMap<>(values);
        all.putAll(more);
        return new Table(all);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    int size() {
        return values.size();
    }

    /** The text with known values replaced by their pseudonyms. */
    String hide(String text) {
        return Splice.of(text, repeated.all(text), (kind, value) -> pseudonyms.getOrDefault(value, value));
    }

    /** Puts values in the place of pseudonyms that stream by. */
    Sieve restoring() {
        return new Sifter(written, (kind, pseudonym) -> values.getOrDefault(pseudonym, pseudonym));
    }

    /** The same inside the text of JSON, where a value is written as it stands inside a string. */
    Sieve restoringJson() {
        return new Sifter(written, (kind, pseudonym) -> quoted(values.getOrDefault(pseudonym, pseudonym)));
    }

    private static String quoted(String value) {
        String json = Json.of(value).text();
        return json.substring(1, json.length() - 1);
    }

    @Override
    public String toString() {
        return "Table[" + values.size() + " values]";
    }
}
