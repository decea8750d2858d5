package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The arguments of a call as a person reads them: a part for each parameter, under its own words, with the unit. Values are
 * whole; a list of plain values is one row. {@link ArgumentRows} are the exact ones. Used by one thread.
 */
final class ValueRows {
    private static final int LONGEST_WORDS = 80;

    /** An id that no person reads: a UUID, perhaps with a word before it, or a digest. */
    private static final Pattern OPAQUE = Pattern.compile("(?:[A-Za-z]{1,20}[-_])?(?:"
            + "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?=[0-9a-fA-F]*[0-9])[0-9a-fA-F]{16,64})");

    /** A text that cannot be taken for a value of another kind, or for two. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N} _./@+-]{0,79}");

    private final Json schema;
    private final boolean isDescribed;
    private final boolean hasSentence;
    private final Words words;
    private final List<Part> rows = new ArrayList<>();

    private ValueRows(ToolDefinition tool, boolean hasSentence, Words words) {
        this.schema = tool.inputSchema();
        this.isDescribed = !isForeign(tool);
        this.hasSentence = hasSentence;
        this.words = words;
    }

    /**
     * Returns the rows of a call.
     *
     * @param hasSentence whether the tool says what it would do, and so names what ids stand for; they have no rows then
     */
    static List<Part> of(ToolDefinition tool, Json arguments, boolean hasSentence, Words words) {
        ValueRows rows = new ValueRows(tool, hasSentence, words);
        arguments.fields().forEach((name, value) -> rows.add(rows.label(name), value));
        return rows.rows;
    }

    /** Returns whether others wrote the definition of a tool; its words must not look like those of the program. */
    private static boolean isForeign(ToolDefinition tool) {
        return tool.tags().contains(ContentOrigin.MCP.tag());
    }

    /** Returns whether a value is an id, or a list of ids, that no person reads. */
    static boolean isOpaque(Json value) {
        return value.kind() == Json.Kind.ARRAY
                ? !value.elements().isEmpty() && value.elements().stream().allMatch(ValueRows::isOpaque)
                : value.kind() == Json.Kind.STRING
                        && OPAQUE.matcher(value.asText()).matches();
    }

    private String label(String name) {
        if (!isDescribed) {
            return isRaw(name) ? name : VisibleTextEscaper.quoted(name);
        }
        Json parameter = schema.get("properties").get(name);
        String title =
                parameter.get("title").findText().map(VisibleTextEscaper::of).orElse(CallSentence.named(name));
        return parameter
                .get("description")
                .findText()
                .filter(text -> !text.isBlank() && text.length() <= LONGEST_WORDS)
                .map(text -> words.say("row.described", title, VisibleTextEscaper.of(text)))
                .orElse(title);
    }

    private static boolean isRaw(String name) {
        return VisibleTextEscaper.isPlain(name);
    }

    private void add(String label, Json value) {
        if (hasSentence && isOpaque(value)) {
            return;
        }
        Optional<String> text = text(value, true);
        if (text.isPresent()) {
            String heading = value.kind() == Json.Kind.ARRAY
                    ? words.count("row.list", value.elements().size(), label)
                    : label;
            rows.add(Part.of(ContentOrigin.HOST, heading, text.get()));
        } else if (value.kind() == Json.Kind.OBJECT) {
            value.fields()
                    .forEach((name, inner) -> add(
                            words.say("row.inside", label, isRaw(name) ? name : VisibleTextEscaper.quoted(name)),
                            inner));
        } else {
            int index = 0;
            for (Json element : value.elements()) {
                add(words.say("row.element", label, ++index), element);
            }
        }
    }

    /** Returns a value in one line; empty for one that needs several rows. */
    private Optional<String> text(Json value, boolean isAlone) {
        return switch (value.kind()) {
            case STRING -> Optional.of(shown(value.asText(), isAlone));
            case NUMBER -> Optional.of(value.text());
            case BOOLEAN -> Optional.of(words.say(value.asBoolean() ? "value.true" : "value.false"));
            case OBJECT -> value.fields().isEmpty() ? Optional.of("{}") : Optional.empty();
            case ARRAY -> list(value, isAlone);
            default -> Optional.of(words.say("value.none"));
        };
    }

    private Optional<String> list(Json value, boolean isAlone) {
        List<Optional<String>> elements =
                value.elements().stream().map(element -> text(element, false)).toList();
        if (elements.isEmpty() || elements.stream().anyMatch(Optional::isEmpty)) {
            return elements.isEmpty() ? Optional.of("[]") : Optional.empty();
        }
        String joined = elements.stream().map(Optional::get).collect(Collectors.joining(", "));
        return Optional.of(isAlone ? joined : "(" + joined + ")");
    }

    /** Returns a text as it is if nobody can take it for something else, and in quotes if not. */
    private String shown(String text, boolean isAlone) {
        boolean plain = PLAIN.matcher(text).matches()
                && text.equals(text.strip())
                && VisibleTextEscaper.of(text).equals(text)
                && !text.equals(words.say("value.true"))
                && !text.equals(words.say("value.false"))
                && !text.equals(words.say("value.none"));
        return plain || (isAlone && OPAQUE.matcher(text).matches()) ? text : VisibleTextEscaper.quoted(text);
    }
}
