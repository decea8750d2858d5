package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites a schema for providers that require every member: optional members may be null instead. In answers, a null
 * that stands for a missing member is removed, and one that the schema itself allows stays. Used once.
 */
final class RequiredMembersRewriter {
    private static final Json NULL = Json.of(null);

    private final Json root;
    private final SchemaAlternatives alternatives;

    private RequiredMembersRewriter(Json root) {
        this.root = root;
        this.alternatives = new SchemaAlternatives(SchemaIndex.of(root, new SchemaFindings()));
    }

    static RequiredMembersRewriter of(Json root) {
        return new RequiredMembersRewriter(root);
    }

    /** Returns the schema with every member required. */
    Json schema() {
        return required("", root);
    }

    private Json required(String path, Json schema) {
        Json inner = SchemaKeywords.map(schema, (at, child) -> required(path + at, child));
        if (inner.get("properties").kind() != Json.Kind.OBJECT) {
            return inner;
        }
        Set<String> required = SchemaKeywords.requiredBy(schema);
        Map<String, Json> members = new LinkedHashMap<>();
        inner.get("properties").fields().forEach((name, member) -> {
            boolean asItIs = required.contains(name)
                    || alternatives.allowNull(path + "/properties/" + PointerSegments.escape(name));
            members.put(name, asItIs ? member : nullable(member));
        });
        Set<String> all = new LinkedHashSet<>(members.keySet());
        all.addAll(required);
        return inner.with("properties", members).with("required", all);
    }

    private static Json nullable(Json schema) {
        Json type = schema.get("type");
        boolean plain = List.of("enum", "const", "$ref", "anyOf", "oneOf", "allOf", "not", "if").stream()
                .noneMatch(keyword -> schema.get(keyword).exists());
        if (plain && type.exists()) {
            List<Json> types = new ArrayList<>(type.kind() == Json.Kind.ARRAY ? type.elements() : List.of(type));
            types.add(Json.of("null"));
            return schema.with("type", types);
        }
        return Json.object().with("anyOf", List.of(schema, Json.object().with("type", "null")));
    }

    /**
     * Returns an answer without the nulls that stand for missing members; as it is, if it takes too much work to find them,
     * so that its validation finds the nulls.
     */
    Json stripped(Json answer) {
        try {
            return stripped(answer, alternatives.ofRoot(answer));
        } catch (ValidationWork.TooMuch tooMuch) {
            return answer;
        }
    }

    private Json stripped(Json value, List<SchemaIndex.Position> here) {
        if (value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> members = new LinkedHashMap<>();
            value.fields().forEach((name, member) -> {
                if (!member.equals(NULL) || !standsForNothing(name, here)) {
                    members.put(name, stripped(member, alternatives.ofMember(here, name, member)));
                }
            });
            return Json.of(members);
        }
        if (value.kind() == Json.Kind.ARRAY) {
            List<Json> elements = new ArrayList<>();
            value.elements()
                    .forEach(element ->
                            elements.add(stripped(element, alternatives.ofElement(here, elements.size(), element))));
            return Json.of(elements);
        }
        return value;
    }

    private boolean standsForNothing(String name, List<SchemaIndex.Position> here) {
        List<SchemaIndex.Position> declaring = here.stream()
                .filter(position ->
                        position.schema().get("properties").get(name).exists())
                .toList();
        String member = "/properties/" + PointerSegments.escape(name);
        return declaring.stream().noneMatch(position -> alternatives.allowNull(position.path() + member))
                && declaring.stream()
                        .anyMatch(position ->
                                !SchemaKeywords.requiredBy(position.schema()).contains(name));
    }
}
