package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult.Finding;
import java.util.List;
import java.util.Set;

/**
 * Refuses a schema before it is compiled if it is too large, has external or cyclic references, or has an unsupported
 * pattern. The number of steps is bounded by its size.
 */
final class SchemaGuard {
    static final String DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema";
    static final String DRAFT_7 = "http://json-schema.org/draft-07/schema";

    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int MOST_PROPERTIES = 5_000;
    private static final int MOST_CONSTANTS = 5_000;
    private static final Set<String> FORMATS = Set.of(
            "date-time",
            "date",
            "time",
            "duration",
            "email",
            "idn-email",
            "hostname",
            "idn-hostname",
            "ipv4",
            "ipv6",
            "uri",
            "uri-reference",
            "iri",
            "iri-reference",
            "uuid",
            "uri-template",
            "json-pointer",
            "relative-json-pointer",
            "regex");

    private final SchemaFindings findings = new SchemaFindings();
    private int properties;
    private int constants;

    private final RegisteredSchemas registered;

    private SchemaGuard(RegisteredSchemas registered) {
        this.registered = registered;
    }

    static List<Finding> check(Json schema, RegisteredSchemas registered) {
        SchemaGuard guard = new SchemaGuard(registered);
        guard.run(schema);
        return guard.findings.list();
    }

    private void run(Json schema) {
        if (!SchemaKeywords.isSchema(schema)) {
            findings.error("", "type");
        } else if (schema.text().length() > MOST_CHARACTERS) {
            findings.error("", "size");
        } else {
            SchemaIndex map = SchemaIndex.of(schema, registered, findings);
            map.positions().forEach(this::look);
            if (findings.sound()) {
                new SchemaRecursionCheck(map, findings).check();
            }
        }
    }

    private void look(SchemaIndex.Position position) {
        Json schema = position.schema();
        dialect(position);
        counts(position);
        pattern(position.path() + "/pattern", schema.get("pattern"));
        for (String name : names(schema.get("patternProperties"))) {
            pattern(position.path() + "/patternProperties/*", Json.of(name));
        }
        for (String keyword : names(schema)) {
            if (!SchemaKeywords.known(keyword)) {
                findings.warning(position.path() + "/" + PointerSegments.escape(keyword), "keyword");
            }
        }
        Json format = schema.get("format");
        if (format.kind() == Json.Kind.STRING && !FORMATS.contains(format.asText())) {
            findings.warning(position.path() + "/format", "format");
        }
    }

    private void dialect(SchemaIndex.Position position) {
        Json dialect = position.schema().get("$schema");
        if (dialect.kind() == Json.Kind.STRING
                && !Set.of(DRAFT_2020_12, DRAFT_7).contains(withoutEmptyFragment(dialect.asText()))) {
            findings.error(position.path() + "/$schema", "dialect");
        }
    }

    private static String withoutEmptyFragment(String uri) {
        return uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
    }

    private void counts(SchemaIndex.Position position) {
        int members = names(position.schema().get("properties")).size();
        Json list = position.schema().get("enum");
        int values = list.kind() == Json.Kind.ARRAY ? list.elements().size() : 0;
        properties += members;
        constants += values;
        if (properties > MOST_PROPERTIES && properties - members <= MOST_PROPERTIES) {
            findings.error(position.path() + "/properties", "properties");
        }
        if (constants > MOST_CONSTANTS && constants - values <= MOST_CONSTANTS) {
            findings.error(position.path() + "/enum", "enum");
        }
    }

    private void pattern(String path, Json pattern) {
        if (pattern.kind() == Json.Kind.STRING && !Re2Patterns.supported(pattern.asText())) {
            findings.error(path, "pattern");
        }
    }

    private static Set<String> names(Json object) {
        return object.kind() == Json.Kind.OBJECT ? object.fields().keySet() : Set.of();
    }
}
