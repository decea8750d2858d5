package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.SealedVariants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Marks the schema of a record of a sealed interface while it is generated. The mark is then replaced by the first
 * member, which the library cannot add itself.
 */
final class VariantDiscriminator {
    /** The keyword with the name of the record. */
    static final String KEYWORD = "x-variant";

    private VariantDiscriminator() {}

    /** Returns the schema with a member for each mark. */
    static Json resolved(Json schema) {
        Json inner = SchemaKeywords.map(schema, (path, child) -> resolved(child));
        Json name = inner.kind() == Json.Kind.OBJECT ? inner.get(KEYWORD) : Json.object();
        return name.kind() == Json.Kind.STRING ? withMember(inner.without(KEYWORD), name) : inner;
    }

    private static Json withMember(Json schema, Json name) {
        Map<String, Json> members = new LinkedHashMap<>();
        members.put(SealedVariants.MEMBER, Json.object().with("type", "string").with("enum", List.of(name)));
        Json own = schema.get("properties");
        members.putAll(own.kind() == Json.Kind.OBJECT ? own.fields() : Map.of());
        List<Json> required = new ArrayList<>(List.of(Json.of(SealedVariants.MEMBER)));
        Json others = schema.get("required");
        required.addAll(others.kind() == Json.Kind.ARRAY ? others.elements() : List.of());
        return schema.with("properties", members).with("required", required);
    }
}
