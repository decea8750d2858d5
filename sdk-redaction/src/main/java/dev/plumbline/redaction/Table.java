package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which values the pseudonyms of a call stand for, both ways. A value that was found once is hidden wherever it stands
 * alone: a password is known by the word before it, and is repeated without. Immutable; {@code toString} shows no value.
 */
final class Table {
    static final Table EMPTY = new Table(Map.of(), Set.of());

    /** Longer values, such as private keys, are known by their own shape wherever they stand. */
    private static final int LONGEST_REPEATED = 256;

    private final Map<String, String> values;
    private final Set<String> numbers;
    private final Map<String, String> pseudonyms;
    private final Finder repeated;
    private final Finder written;

    private Table(Map<String, String> values, Set<String> numbers) {
        this.values = values;
        this.numbers = numbers;
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
        return plus(more, Set.of());
    }

    /** A table with these, too, of which some stand for JSON numbers; itself when they are known. */
    Table plus(Map<String, String> more, Set<String> moreNumbers) {
        if (values.entrySet().containsAll(more.entrySet()) && numbers.containsAll(moreNumbers)) {
            return this;
        }
        Map<String, String> all = new HashMap<>(values);
        all.putAll(more);
        Set<String> allNumbers = new HashSet<>(numbers);
        allNumbers.addAll(moreNumbers);
        return new Table(all, allNumbers);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    int size() {
        return values.size();
    }

    /** Replaces known values by their pseudonyms. */
    Splice hiding() {
        return new Splice(repeated::all, (kind, value) -> pseudonyms.getOrDefault(value, value));
    }

    /** Puts values in the place of pseudonyms in the arguments of a tool call, a number where the schema wants one. */
    Sieve restoringArguments(Json schema) {
        boolean typed = values.values().stream().anyMatch(TypedValues::isNumber);
        return typed ? new LeafSieve(arguments -> typed(arguments, schema)) : restoringJson();
    }

    private String typed(String arguments, Json schema) {
        Sieve words = restoringJson();
        String all = new TypedValues(values, numbers).restored(arguments, schema);
        return words.accept(all) + words.finish();
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
