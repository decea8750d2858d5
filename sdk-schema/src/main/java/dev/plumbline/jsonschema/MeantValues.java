package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads values that are written as another type than their schema has, where one meaning is possible: JSON as a text
 * ({@code "5"}, {@code "true"}, {@code "[1]"}), and one element instead of a list. Whoever reads them so validates the
 * result. Used once.
 */
final class MeantValues {
    /** Characters that may separate several elements in one text. */
    private static final String SEPARATORS = ",;|\n";

    private static final Map<String, String> PYTHON = Map.of("True", "true", "False", "false");

    private final SchemaAlternatives alternatives;

    private MeantValues(SchemaAlternatives alternatives) {
        this.alternatives = alternatives;
    }

    /** Returns the value as it was meant; as it is, if it takes too much work to find that. */
    static Json of(Json value, Json schema) {
        try {
            SchemaAlternatives alternatives = new SchemaAlternatives(SchemaIndex.of(schema, new SchemaFindings()));
            return new MeantValues(alternatives).read(value, alternatives.ofRoot(value));
        } catch (ValidationWork.TooMuch tooMuch) {
            return value;
        }
    }

    private Json read(Json value, List<SchemaIndex.Position> here) {
        Set<String> types = types(here);
        if (types.isEmpty() || hasType(value, types)) {
            return inside(value, here);
        }
        Optional<Json> written = value.kind() == Json.Kind.STRING && !types.contains("string")
                ? written(value.asText(), types)
                : Optional.empty();
        if (written.isPresent()) {
            return inside(written.get(), here);
        }
        return types.contains("array") && isOneElement(value) ? inside(Json.of(List.of(value)), here) : value;
    }

    private Json inside(Json value, List<SchemaIndex.Position> here) {
        if (value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> members = new LinkedHashMap<>();
            value.fields()
                    .forEach((name, member) ->
                            members.put(name, read(member, alternatives.ofMember(here, name, member))));
            return Json.of(members);
        }
        if (value.kind() == Json.Kind.ARRAY) {
            List<Json> elements = new ArrayList<>();
            value.elements()
                    .forEach(element ->
                            elements.add(read(element, alternatives.ofElement(here, elements.size(), element))));
            return Json.of(elements);
        }
        return value;
    }

    /** Returns the types of which one is wanted; empty if a schema allows any. */
    private static Set<String> types(List<SchemaIndex.Position> here) {
        Set<String> types = new HashSet<>();
        for (SchemaIndex.Position position : here) {
            Json schema = position.schema();
            Json type = schema.get("type");
            if (type.kind() == Json.Kind.STRING) {
                types.add(type.asText());
            } else if (type.kind() == Json.Kind.ARRAY) {
                type.elements().forEach(each -> types.add(each.text().replace("\"", "")));
            } else if (!schema.get("$ref").exists()
                    && !schema.get("anyOf").exists()
                    && !schema.get("oneOf").exists()
                    && !schema.get("allOf").exists()) {
                return Set.of();
            }
        }
        return types;
    }

    private static boolean hasType(Json value, Set<String> types) {
        return switch (value.kind()) {
            case STRING -> types.contains("string");
            case NUMBER -> types.contains("number") || types.contains("integer");
            case BOOLEAN -> types.contains("boolean");
            case ARRAY -> types.contains("array");
            case OBJECT -> types.contains("object");
            case NULL -> types.contains("null");
            case MISSING -> true;
        };
    }

    /** Returns the value that a text is the JSON of, if it has a wanted type; Python writes booleans with a capital. */
    private static Optional<Json> written(String text, Set<String> types) {
        String json = PYTHON.getOrDefault(text, text);
        try {
            return Optional.of(UntrustedJson.parse(json)).filter(value -> hasType(value, types));
        } catch (JsonException noJson) {
            return Optional.empty();
        }
    }

    /** Returns whether a value can only be one element: a text with separators may be several. */
    private static boolean isOneElement(Json value) {
        return switch (value.kind()) {
            case STRING ->
                !value.asText().isBlank() && value.asText().chars().noneMatch(each -> SEPARATORS.indexOf(each) >= 0);
            case NUMBER, BOOLEAN, OBJECT -> true;
            case NULL, ARRAY, MISSING -> false;
        };
    }
}
