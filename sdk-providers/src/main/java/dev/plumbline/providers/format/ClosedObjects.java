package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Closes the objects of a schema for services that take closed ones alone: an object that names members, and does not say
 * that it has others, gets no others. What is valid then is valid by the schema as it was.
 */
final class ClosedObjects {
    private static final Set<String> NAMED = Set.of("properties", "$defs", "definitions");
    private static final Set<String> SCHEMAS = Set.of("items", "anyOf", "prefixItems");

    /** Keywords beside which an object may have members that it does not name itself. */
    private static final List<String> OTHERS =
            List.of("additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref", "if");

    private ClosedObjects() {}

    static Json of(Json schema) {
        if (schema.kind() == Json.Kind.ARRAY) {
            List<Json> all = new ArrayList<>();
            schema.elements().forEach(each -> all.add(of(each)));
            return Json.of(all);
        }
        if (schema.kind() != Json.Kind.OBJECT) {
            return schema;
        }
        Map<String, Json> members = new LinkedHashMap<>();
        schema.fields().forEach((keyword, value) -> members.put(keyword, inside(keyword, value)));
        boolean open = schema.get("properties").kind() == Json.Kind.OBJECT
                && OTHERS.stream().noneMatch(keyword -> schema.get(keyword).exists());
        if (open) {
            members.put("additionalProperties", Json.of(false));
        }
        return Json.of(members);
    }

    private static Json inside(String keyword, Json value) {
        if (NAMED.contains(keyword) && value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> members = new LinkedHashMap<>();
            value.fields().forEach((name, schema) -> members.put(name, of(schema)));
            return Json.of(members);
        }
        return SCHEMAS.contains(keyword) ? of(value) : value;
    }
}
