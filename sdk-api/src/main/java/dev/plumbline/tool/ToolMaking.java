package dev.plumbline.tool;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.TypeRef;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How tools are made from records and from schemas, and what a tool may be called. */
final class ToolMaking {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    static final String NAME_RULE = "a tool's name is 1 to 64 letters, digits, _ and -";

    private ToolMaking() {}

    static <T> AiTool ofRecord(String name, String description, Class<T> input, AiTool.Handler<T> handler) {
        if (!input.isRecord()) {
            throw new IllegalArgumentException("tool " + name + ": the input " + input.getName()
                    + " is no record; its components are the arguments");
        }
        return ImmutableAiTool.builder()
                .name(named(name))
                .description(description)
                .input(schemas -> schemas.schemaOf(input))
                .handler((json, context) -> handler.call(bound(json, TypeRef.of(input)), context))
                .build();
    }

    static AiTool ofSchema(String name, String description, Json inputSchema, AiTool.Handler<Json> handler) {
        Json type = inputSchema.get("type");
        if (type.kind() != Json.Kind.STRING || !type.asText().equals("object")) {
            throw new IllegalArgumentException("tool " + name
                    + ": the input schema must say \"type\":\"object\"; its properties are the arguments");
        }
        return ImmutableAiTool.builder()
                .name(named(name))
                .description(description)
                .input(schemas -> inputSchema)
                .handler(handler)
                .build();
    }

    static List<AiTool> allOf(Object... sources) {
        return Stream.of(sources).flatMap(ToolMaking::of).toList();
    }

    private static Stream<AiTool> of(Object source) {
        if (source instanceof AiTool tool) {
            return Stream.of(tool);
        }
        return source instanceof Collection<?> several
                ? several.stream().flatMap(ToolMaking::of)
                : AiTool.from(source).stream();
    }

    static String named(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(NAME_RULE);
        }
        return name;
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** The description and, behind it, the examples. */
    static String described(AiTool tool) {
        return tool.examples().stream()
                .map(example -> "\nExample: " + example.text())
                .reduce(tool.description(), String::concat);
    }

    /** The arguments as a tool wants them; what a record's own constructor refuses is a fault of the arguments. */
    static <T> T bound(Json arguments, TypeRef<T> type) {
        try {
            return arguments.as(type);
        } catch (JsonException e) {
            throw new ToolException(
                    ToolEnvelope.Code.INVALID_ARGUMENTS,
                    "The arguments do not fit: " + e.rule() + " at \"" + e.place() + "\"");
        }
    }
}
