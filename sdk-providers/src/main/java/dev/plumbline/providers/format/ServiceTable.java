package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringTokenizer;

/**
 * The table of what services and models take: the file {@code services.json}. Each row names the page on which it can be
 * checked, and the day on which it was written, and is one line. A new model or service is a new row; no other source names one. The first
 * row that matches counts; the last one of a list is for what nobody knows. Its {@code models} have the form of a file of
 * models ({@code docs/models.md}).
 */
public final class ServiceTable {
    private static final Map<String, List<Row>> TABLE = read();

    private ServiceTable() {}

    private static Map<String, List<Row>> read() {
        Map<String, List<Row>> table = new HashMap<>();
        List<Row> list = new ArrayList<>();
        StringTokenizer lines = new StringTokenizer(file(), "\r\n");
        while (lines.hasMoreTokens()) {
            String line = lines.nextToken();
            if (line.startsWith("  {")) {
                list.add(new Row(line));
            } else if (line.endsWith("[")) {
                list = new ArrayList<>();
                table.put(line.substring(1, line.indexOf('"', 1)), list);
            }
        }
        for (Map.Entry<String, List<Row>> each : table.entrySet()) {
            each.setValue(List.copyOf(each.getValue()));
        }
        return Map.copyOf(table);
    }

    private static String file() {
        try (InputStream file = Objects.requireNonNull(ServiceTable.class.getResourceAsStream("services.json"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rows of a list of the table, in their order. */
    public static List<Json> rows(String list) {
        List<Json> all = new ArrayList<>();
        for (Row row : lazyRows(list)) {
            all.add(row.json());
        }
        return Collections.unmodifiableList(all);
    }

    /** Returns the rows of a list whose member is a text that begins with another one. */
    public static List<Json> rows(String list, String member, String begin) {
        List<Json> some = new ArrayList<>();
        for (Row row : lazyRows(list)) {
            if (row.text(member).startsWith(begin)) {
                some.add(row.json());
            }
        }
        return Collections.unmodifiableList(some);
    }

    /** Returns the rows of a list of the table, in their order, not yet read. */
    static List<Row> lazyRows(String list) {
        return Objects.requireNonNull(TABLE.get(list), list);
    }

    /**
     * A row, which is a line of the file: it is read as JSON when it is needed, because a first call needs some ten of more than a
     * hundred, and reading all took a tenth of its time (0063). Immutable.
     */
    static final class Row {
        private final String line;

        private Row(String line) {
            this.line = line;
        }

        /** Returns a text without escapes that is a member of the row itself; empty if it has no such member. */
        String text(String member) {
            String before = "\"" + member + "\": \"";
            int at = line.indexOf(before);
            return at < 0 ? "" : line.substring(at + before.length(), line.indexOf('"', at + before.length()));
        }

        Json json() {
            return Json.parse(line.substring(line.indexOf('{'), line.lastIndexOf('}') + 1));
        }
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
