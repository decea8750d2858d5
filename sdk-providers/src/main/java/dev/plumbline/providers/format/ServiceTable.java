package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The table of what services and models take: the file {@code services.json}. Each row names the page on which it can be
 * checked, and the day on which it was written. A new model or service is a new row; no other source names one. The first
 * row that matches counts; the last one of a list is for what nobody knows. Its {@code models} have the form of a file of
 * models ({@code docs/models.md}).
 */
public final class ServiceTable {
    private static final Json TABLE = read();

    private ServiceTable() {}

    private static Json read() {
        try (InputStream file = Objects.requireNonNull(ServiceTable.class.getResourceAsStream("services.json"))) {
            return Json.parse(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rows of a list of the table, in their order. */
    public static List<Json> rows(String list) {
        return TABLE.get(list).elements();
    }

    /** Returns the words of a member of a row; none if the row has no such member. Loops: a first call comes by here. */
    public static Set<String> words(Json row, String member) {
        Json words = row.get(member);
        if (!words.exists()) {
            return Set.of();
        }
        Set<String> all = new HashSet<>();
        for (Json word : words.elements()) {
            all.add(word.asText());
        }
        return Set.copyOf(all);
    }

    /** Returns the constants that a member of a row names; none if the row has no such member. */
    static <E extends Enum<E>> Set<E> constants(Json row, String member, Class<E> type) {
        Set<E> all = new HashSet<>();
        for (String word : words(row, member)) {
            all.add(Enum.valueOf(type, word));
        }
        return Set.copyOf(all);
    }

    /** Returns the text of a member of a row; otherwise another one. */
    static String text(Json row, String member, String otherwise) {
        return row.get(member).findText().orElse(otherwise);
    }

    /** Returns the number of a member of a row; otherwise another one. */
    static int number(Json row, String member, int otherwise) {
        return row.get(member).exists() ? row.get(member).asInt() : otherwise;
    }

    /** Returns whether a member of a row is true; false if the row has no such member. */
    public static boolean is(Json row, String member) {
        return row.get(member).exists() && row.get(member).asBoolean();
    }
}
