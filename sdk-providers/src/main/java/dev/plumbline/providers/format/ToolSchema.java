package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.providers.format.AcceptedSchemas.ToolRule;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The schema of a tool's arguments as a service takes it. It may allow more than the schema of the tool, by which arguments
 * are checked.
 *
 * @param sent the schema
 * @param renamed the names of parameters under which they are sent, by their own, where these are others
 * @param remark what was changed and why; empty if nothing was that means anything
 */
record ToolSchema(Json sent, Map<String, String> renamed, Optional<String> remark) {
    private static final LazyPattern NOT_IN_NAMES = new LazyPattern("[^a-zA-Z0-9_.-]");
    private static final Json OBJECT = Json.of("object");
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
    private static final String ALL = "allOf";
    private static final int LONGEST_NAME = 64;

    /** Returns the schema by the rules of a service. */
    static ToolSchema of(Json schema, Set<ToolRule> rules) {
        Json latest = SchemaParts.changed(schema, part -> latest(part, rules));
        for (String name : List.of("$schema", "$id", "$comment")) {
            latest = latest.get(name).exists() ? latest.without(name) : latest;
        }
        boolean plain = !rules.contains(ToolRule.PLAIN_ROOT)
                || (!latest.get(ALL).exists() && ALTERNATIVES.stream().noneMatch(latest.fields()::containsKey));
        Json flat = plain ? latest : flat(latest);
        if (rules.contains(ToolRule.PLAIN_ROOT)) {
            flat = flat.get("type").equals(OBJECT) ? flat : flat.with("type", OBJECT);
            flat = flat.get("properties").exists() ? flat : flat.with("properties", Json.object());
        }
        Map<String, String> renamed = rules.contains(ToolRule.NAMES) ? renamed(membersOf(flat)) : Map.of();
        String root =
                plain ? "" : "without the alternatives at the root of its schema, which the service does not take";
        String names = renamed.isEmpty() ? "" : "with other names of parameters whose names the service does not take";
        String remark = root + (root.isEmpty() || names.isEmpty() ? "" : ", and ") + names;
        return new ToolSchema(
                renamed.isEmpty() ? flat : withNames(flat, renamed),
                renamed,
                remark.isEmpty() ? Optional.empty() : Optional.of("is sent " + remark));
    }

    /** Returns a part in the newest draft, which is the only one that services know, and with what a service requires. */
    private static Json latest(Json part, Set<ToolRule> rules) {
        Json changed = part;
        if (part.get("items").kind() == Json.Kind.ARRAY) {
            Json rest = part.get("additionalItems");
            changed = changed.with("prefixItems", part.get("items"))
                    .without("items")
                    .without("additionalItems");
            changed = rest.exists() ? changed.with("items", rest) : changed;
        }
        if (rules.contains(ToolRule.ITEMS)
                && SchemaParts.hasType(changed, "array")
                && !changed.get("items").exists()) {
            changed = changed.with("items", Json.object());
        }
        if (rules.contains(ToolRule.ANY_OF)
                && changed.get("oneOf").exists()
                && !changed.get("anyOf").exists()) {
            changed = changed.with("anyOf", changed.get("oneOf")).without("oneOf");
        }
        return changed;
    }

    /** Returns the schema with the members of its alternatives in one object; those of no part are required by all. */
    private static Json flat(Json schema) {
        Map<String, Json> members = new LinkedHashMap<>(membersOf(schema));
        Set<String> required = new LinkedHashSet<>(requiredOf(schema));
        Json flat = schema.without(ALL);
        for (Json part : parts(schema, ALL)) {
            membersOf(part).forEach(members::putIfAbsent);
            required.addAll(requiredOf(part));
        }
        for (String word : ALTERNATIVES) {
            for (Json part : parts(schema, word)) {
                membersOf(part)
                        .forEach((name, member) -> members.merge(
                                name, member, (one, other) -> one.equals(other) ? one : either(one, other)));
            }
            flat = flat.without(word);
        }
        flat = flat.with("type", "object").with("properties", members);
        return required.isEmpty() ? flat : flat.with("required", required);
    }

    private static Json either(Json one, Json other) {
        return Json.object().with("anyOf", List.of(one, other));
    }

    /** Returns the schemas in a keyword, and those that they refer to. */
    private static List<Json> parts(Json schema, String keyword) {
        Json parts = schema.get(keyword);
        return parts.kind() != Json.Kind.ARRAY
                ? List.of()
                : parts.elements().stream().map(part -> resolved(part, schema)).toList();
    }

    private static Json resolved(Json part, Json root) {
        String target =
                part.kind() == Json.Kind.OBJECT ? part.get("$ref").findText().orElse("") : "";
        return target.startsWith("#/") ? root.at(target.substring(1)) : part;
    }

    private static Map<String, Json> membersOf(Json schema) {
        Json members = schema.kind() == Json.Kind.OBJECT ? schema.get("properties") : Json.object();
        return members.kind() == Json.Kind.OBJECT ? members.fields() : Map.of();
    }

    private static List<String> requiredOf(Json schema) {
        Json required = schema.kind() == Json.Kind.OBJECT ? schema.get("required") : Json.array();
        return required.kind() == Json.Kind.ARRAY
                ? required.elements().stream()
                        .flatMap(name -> name.findText().stream())
                        .toList()
                : List.of();
    }

    private static Map<String, String> renamed(Map<String, Json> members) {
        Map<String, String> renamed = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>(members.keySet());
        for (String name : members.keySet()) {
            if (!isName(name)) {
                renamed.put(name, safe(name, taken));
            }
        }
        return renamed;
    }

    /** Returns a name that is taken, and that no other member has. */
    private static String safe(String name, Set<String> taken) {
        String all = NOT_IN_NAMES.matcher(name).replaceAll("_");
        String safe = all.substring(0, Math.min(all.length(), LONGEST_NAME));
        for (int i = 2; safe.isEmpty() || !taken.add(safe); i++) {
            safe = all.substring(0, Math.min(all.length(), LONGEST_NAME - 4)) + "_" + i;
        }
        return safe;
    }

    private static Json withNames(Json schema, Map<String, String> renamed) {
        Json sent = schema.with("properties", withKeys(schema.get("properties"), renamed));
        List<String> required = requiredOf(schema);
        return required.isEmpty()
                ? sent
                : sent.with(
                        "required",
                        required.stream()
                                .map(name -> renamed.getOrDefault(name, name))
                                .toList());
    }

    /** Returns an object with other names of some members. */
    static Json withKeys(Json object, Map<String, String> renamed) {
        if (object.kind() != Json.Kind.OBJECT
                || object.fields().keySet().stream().noneMatch(renamed::containsKey)) {
            return object;
        }
        Map<String, Json> members = new LinkedHashMap<>();
        object.fields().forEach((name, member) -> members.put(renamed.getOrDefault(name, name), member));
        return Json.of(members);
    }

    private static boolean isName(String name) {
        boolean valid = !name.isEmpty() && name.length() <= LONGEST_NAME;
        for (int i = 0; valid && i < name.length(); i++) {
            char c = name.charAt(i);
            valid = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_.-".indexOf(c) >= 0;
        }
        return valid;
    }
}
