package dev.plumbline.mcpclient;

import dev.plumbline.internal.VisibleText;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The definition of a tool as a person reads it before it is approved. Two definitions that differ have two texts. */
final class DefinitionText {
    /** How an invisible character begins that was escaped. */
    private static final String ESCAPED = "\\u{";

    private DefinitionText() {}

    /** Returns the description, what the server says of effects, and all the rest of the definition as JSON. */
    static String of(RemoteTool tool, Words words) {
        String described = tool.definition().get("description").findText().orElse("");
        String hints = String.join(", ", tool.hints());
        return quotedUnlessPlain(described)
                + (hints.isEmpty() ? "" : "\n" + words.say("definitions.hints", hints))
                + "\n"
                + VisibleText.of(tool.definition().without("description").text());
    }

    /** Returns the text; as JSON if something in it is escaped, so that it differs from a text with the escape itself. */
    private static String quotedUnlessPlain(String words) {
        String shown = VisibleText.of(words);
        return shown.equals(words) && !words.contains(ESCAPED)
                ? words
                : VisibleText.of(Json.of(words).text());
    }

    /** Returns the values of a definition by their paths, in JSON. */
    static Map<String, String> members(Json definition) {
        Map<String, String> members = new LinkedHashMap<>();
        add(definition, "", members);
        return members;
    }

    private static void add(Json value, String path, Map<String, String> members) {
        if (value.kind() == Json.Kind.OBJECT && !value.fields().isEmpty()) {
            value.fields()
                    .forEach((name, inner) -> add(inner, path + (path.isEmpty() ? "" : ".") + named(name), members));
        } else if (value.kind() == Json.Kind.ARRAY && !value.elements().isEmpty()) {
            int index = 0;
            for (Json inner : value.elements()) {
                add(inner, path + "[" + index++ + "]", members);
            }
        } else {
            members.put(path, VisibleText.of(value.text()));
        }
    }

    private static String named(String name) {
        return name.matches("[A-Za-z0-9_$-]+")
                ? name
                : VisibleText.of(Json.of(name).text());
    }

    /** Returns the members that the other definition does not have so, one a line; a word for nothing if there is none. */
    static String others(Map<String, String> members, Map<String, String> other, Words words) {
        String lines = members.entrySet().stream()
                .filter(member -> !member.getValue().equals(other.get(member.getKey())))
                .map(member -> member.getKey() + ": " + member.getValue())
                .collect(Collectors.joining("\n"));
        return lines.isEmpty() ? words.say("value.none") : lines;
    }
}
