package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The rows that show the arguments of a call to the user: a part of the question for each value, which is whole or
 * folded. A call with more rows than a person reads cannot be approved ({@link #fault}). Used by one thread.
 */
final class ArgumentRows {
    /** The maximum number of rows of a question. */
    static final int MOST_ROWS = 100;

    private static final int LONGEST_NAME = 200;
    private static final String CUT = "…";

    private final Map<String, Question.Part> rows = new LinkedHashMap<>();
    private Optional<String> fault = Optional.empty();
    private long more;

    private final Words words;
    private Optional<String> reason = Optional.empty();

    private ArgumentRows(Words words) {
        this.words = words;
    }

    /** Returns the rows of a question. */
    static ArgumentRows of(Json arguments, Words words) {
        ArgumentRows rows = new ArgumentRows(words);
        rows.members(arguments, "");
        if (rows.more > 0) {
            long all = rows.rows.size() + rows.more;
            rows.fault(
                    "it has " + all + " values, and at most " + MOST_ROWS + " are shown",
                    words.say("call.too-many", all, MOST_ROWS));
        }
        return rows;
    }

    /** Returns the rows by the path of their value, in the order of the arguments. */
    Map<String, Question.Part> rows() {
        return rows;
    }

    /** Returns why the call cannot be approved; empty if it can. */
    Optional<String> fault() {
        return fault;
    }

    /** Returns the same for a person. */
    Optional<String> reason() {
        return reason;
    }

    /** Returns the number of values without a row. */
    long more() {
        return more;
    }

    private String member(String around, String inner) {
        String step = VisibleTextEscaper.isPlain(inner)
                ? (around.isEmpty() ? "" : ".") + inner
                : "[" + VisibleTextEscaper.quoted(inner) + "]";
        return named(around, step);
    }

    /** Returns the path, shortened if it is too long; that is a fault, because different paths could look alike. */
    private String named(String around, String step) {
        if (around.endsWith(CUT)) {
            return around;
        }
        String name = around + step;
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        fault(
                "the name of an argument is longer than " + LONGEST_NAME + " characters",
                words.say("call.long-name", LONGEST_NAME));
        int end = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1)) ? LONGEST_NAME - 1 : LONGEST_NAME;
        return name.substring(0, end) + CUT;
    }

    private void members(Json object, String place) {
        object.fields().forEach((name, value) -> value(value, member(place, name)));
    }

    private void value(Json value, String place) {
        if (rows.size() == MOST_ROWS) {
            more += leaves(value);
            return;
        }
        boolean isLeaf = value.kind() != Json.Kind.OBJECT && value.kind() != Json.Kind.ARRAY;
        if (isLeaf || isPlainList(value) || isEmpty(value)) {
            row(value, place);
        } else if (value.kind() == Json.Kind.OBJECT) {
            members(value, place);
        } else {
            int index = 0;
            for (Json element : value.elements()) {
                value(element, named(place, "[" + index++ + "]"));
            }
        }
    }

    private static boolean isEmpty(Json value) {
        return value.kind() == Json.Kind.OBJECT
                ? value.fields().isEmpty()
                : value.elements().isEmpty();
    }

    /** Returns whether a list contains only numbers, booleans and nulls, which share one row. */
    private static boolean isPlainList(Json value) {
        return value.kind() == Json.Kind.ARRAY
                && !value.elements().isEmpty()
                && value.elements().stream()
                        .noneMatch(one -> one.kind() == Json.Kind.STRING
                                || one.kind() == Json.Kind.OBJECT
                                || one.kind() == Json.Kind.ARRAY);
    }

    private void row(Json value, String place) {
        boolean text = value.kind() == Json.Kind.STRING;
        String written = text ? value.asText() : value.text();
        String size = switch (value.kind()) {
            case STRING -> words.count("exact.characters", written.codePointCount(0, written.length()));
            case ARRAY -> words.count("exact.elements", value.elements().size());
            default -> words.say("exact." + value.kind().name().toLowerCase(Locale.ROOT));
        };
        String heading = words.say("exact.row", place, size);
        String shown = text ? VisibleTextEscaper.quoted(written) : written;
        rows.put(place, Question.Part.of(ContentOrigin.HOST, heading, shown));
    }

    /** Returns the number of rows that a value would have. */
    private static long leaves(Json value) {
        long inside = 0;
        if (value.kind() == Json.Kind.OBJECT) {
            inside = value.fields().values().stream()
                    .mapToLong(ArgumentRows::leaves)
                    .sum();
        } else if (value.kind() == Json.Kind.ARRAY && !isPlainList(value)) {
            inside = value.elements().stream().mapToLong(ArgumentRows::leaves).sum();
        }
        return Math.max(1, inside);
    }

    /** Records the first fault; later ones are ignored. */
    private void fault(String why, String forPerson) {
        fault = fault.or(() -> Optional.of(why));
        reason = reason.or(() -> Optional.of(forPerson));
    }
}
