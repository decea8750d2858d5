package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.providers.format.AcceptedSchemas.Rule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Searches a schema for what a service does not take in a strict one. Used once. */
final class StrictSchemaCheck {
    private static final Set<String> DEFINITIONS = Set.of("$defs", "definitions");

    private static final Set<String> DATA = Set.of("enum", "const", "required", "default", "examples", "type");
    private static final String LOCAL = "#";

    private final AcceptedSchemas row;
    private final Json root;
    private final Set<String> entered = new HashSet<>();
    private final Map<String, Integer> depths = new HashMap<>();
    private int optional;
    private int unions;
    private int properties;
    private int constants;
    private int characters;
    private @Nullable String fault;

    StrictSchemaCheck(AcceptedSchemas row, Json root) {
        this.row = row;
        this.root = root;
    }

    /** Returns the number of members that may be missing, once {@link #fault} has counted them. */
    int optional() {
        return optional;
    }

    /** Returns what the service does not take, and where; empty if it takes the schema. */
    Optional<String> fault() {
        boolean object =
                root.get("type").equals(Json.of("object")) && !root.get("anyOf").exists();
        if (row.rules().contains(Rule.OBJECT_ROOT) && !object) {
            found("an answer that is not an object", "");
        }
        look(root, "", Set.of(LOCAL));
        more("levels", depth(root, Set.of(LOCAL)), row.limits().levels());
        more("members that may be missing", optional, row.limits().optional());
        more("parts of several types", unions, row.limits().unions());
        more("members", properties, row.limits().properties());
        more("constants", constants, row.limits().constants());
        more("characters of names and constants", characters, row.limits().characters());
        return Optional.ofNullable(fault);
    }

    private void found(String what, String at) {
        if (fault == null) {
            fault = what + (at.isEmpty() ? "" : " at " + at);
        }
    }

    private void more(String what, int count, int most) {
        if (count > most) {
            found(count + " " + what, "");
        }
    }

    private void look(Json schema, String at, Set<String> inside) {
        if (fault != null || schema.kind() != Json.Kind.OBJECT) {
            return;
        }
        if (row.rules().contains(Rule.TYPED) && !isTyped(schema)) {
            found("a part without a type", at);
        }
        if (!StrictForm.part(schema, row)
                .fields()
                .keySet()
                .containsAll(schema.fields().keySet())) {
            found("a format, a pattern, a number of elements or an unknown keyword", at);
        }
        if (row.rules().contains(Rule.BARE_REFERENCES)
                && schema.get("$ref").exists()
                && schema.fields().size() > (schema.get("$defs").exists() ? 2 : 1)) {
            found("keywords beside a reference", at);
        }
        if (isObject(schema)) {
            object(schema, at);
        }
        if (schema.get("anyOf").exists() || schema.get("type").kind() == Json.Kind.ARRAY) {
            unions++;
        }
        for (Map.Entry<String, Json> keyword : schema.fields().entrySet()) {
            keyword(keyword.getKey(), keyword.getValue(), new Place(at + "/" + keyword.getKey(), inside));
        }
    }

    private static boolean isTyped(Json schema) {
        boolean whole = schema.get("type").exists()
                || schema.get("$ref").exists()
                || schema.get("anyOf").exists();
        boolean list = SchemaParts.hasType(schema, "array");
        boolean members = schema.get("properties").kind() != Json.Kind.OBJECT
                || schema.get("properties").fields().values().stream()
                        .noneMatch(each -> each.kind() == Json.Kind.BOOLEAN);
        return whole && members && (!list || schema.get("items").kind() == Json.Kind.OBJECT);
    }

    private void count(Json constant) {
        constants++;
        characters += constant.findText().orElse("").length();
    }

    private void keyword(String name, Json value, Place place) {
        if (row.refused().contains(name)) {
            found(name, place.at());
        } else if (name.equals("enum") && value.kind() == Json.Kind.ARRAY) {
            value.elements().forEach(this::count);
        } else if (name.equals("allOf")
                && row.rules().contains(Rule.ALL_OF_WITHOUT_REFERENCES)
                && value.text().contains("\"$ref\"")) {
            found("allOf with references", place.at());
        } else if (name.equals("$ref")) {
            reference(value, place);
        } else if (name.equals("properties") && value.kind() == Json.Kind.OBJECT) {
            value.fields().forEach((member, schema) -> {
                characters += member.length();
                look(schema, place.at() + "/" + member, place.inside());
            });
        } else if (DEFINITIONS.contains(name) && value.kind() == Json.Kind.OBJECT) {
            value.fields()
                    .keySet()
                    .forEach(each ->
                            enter("#/" + name + "/" + each.replace("~", "~0").replace("/", "~1"), place));
        } else if (!DATA.contains(name)) {
            List<Json> schemas = value.kind() == Json.Kind.ARRAY ? value.elements() : List.of(value);
            schemas.forEach(schema -> look(schema, place.at(), place.inside()));
        }
    }

    private void enter(String target, Place place) {
        if (entered.add(target)) {
            Set<String> deeper = new HashSet<>(place.inside());
            deeper.add(target);
            look(root.at(target.substring(1)), place.at(), deeper);
        }
    }

    /** Returns the levels of objects and lists below a part; a reference to a part around it has none. */
    private int depth(Json schema, Set<String> inside) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return 0;
        }
        int deepest = schema.get("$ref")
                .findText()
                .map(target -> depth(target, inside))
                .orElse(0);
        if (schema.get("properties").kind() == Json.Kind.OBJECT) {
            for (Json member : schema.get("properties").fields().values()) {
                deepest = Math.max(deepest, 1 + depth(member, inside));
            }
        }
        if (schema.get("items").kind() == Json.Kind.OBJECT) {
            deepest = Math.max(deepest, 1 + depth(schema.get("items"), inside));
        }
        for (String choice : List.of("anyOf", "allOf")) {
            if (schema.get(choice).kind() == Json.Kind.ARRAY) {
                for (Json branch : schema.get(choice).elements()) {
                    deepest = Math.max(deepest, depth(branch, inside));
                }
            }
        }
        return deepest;
    }

    private int depth(String target, Set<String> inside) {
        if (!target.startsWith(LOCAL) || inside.contains(target)) {
            return 0;
        }
        Integer known = depths.get(target);
        if (known == null) {
            Set<String> deeper = new HashSet<>(inside);
            deeper.add(target);
            known = depth(root.at(target.substring(1)), deeper);
            depths.put(target, known);
        }
        return known;
    }

    /** Follows a reference once for each way into it that is not a recursion. */
    private void reference(Json value, Place place) {
        String target = value.findText().orElse("");
        if (!target.startsWith(LOCAL)) {
            found("$ref to another schema", place.at());
        } else if (place.inside().contains(target)) {
            if (row.rules().contains(Rule.NO_RECURSION)) {
                found("a schema that refers to itself", place.at());
            }
        } else if (root.at(target.substring(1)).kind() != Json.Kind.OBJECT) {
            found("a reference to nothing", place.at());
        } else {
            enter(target, place);
        }
    }

    private void object(Json schema, String at) {
        if (row.rules().contains(Rule.CLOSED)
                && !schema.get("additionalProperties").equals(Json.of(false))) {
            found("an object with other members than those that are named", at);
        }
        Json members = schema.get("properties");
        Set<String> named =
                members.kind() == Json.Kind.OBJECT ? members.fields().keySet() : Set.of();
        Json required = schema.get("required");
        Set<String> needed = required.kind() == Json.Kind.ARRAY
                ? required.elements().stream().map(Json::asText).collect(Collectors.toSet())
                : Set.of();
        properties += named.size();
        int missing =
                (int) named.stream().filter(name -> !needed.contains(name)).count();
        optional += missing;
        if (row.rules().contains(Rule.ALL_REQUIRED) && missing > 0) {
            found("a member that may be missing", at);
        }
        if (row.rules().contains(Rule.CLOSED) && !named.containsAll(needed)) {
            found("a required member without a schema", at);
        }
    }

    private static boolean isObject(Json schema) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return false;
        }
        Json type = schema.get("type");
        boolean among = type.kind() == Json.Kind.ARRAY && type.elements().contains(Json.of("object"));
        return among
                || type.equals(Json.of("object"))
                || schema.get("properties").kind() == Json.Kind.OBJECT;
    }

    /** A place in the schema: its path, and the references around it. */
    private record Place(String at, Set<String> inside) {}
}
