package dev.plumbline.integration.accepted;

import dev.plumbline.json.Json;
import dev.plumbline.json.Json.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** The part of {@link PublishedRules} about JSON Schema, with the small helpers that both parts use. */
abstract class PublishedSchemaRules {
    static final String NAME = "[a-zA-Z0-9_-]{1,64}";
    static final String TYPES = "object array string number integer boolean null";
    static final String FORMATS = "date-time time date duration email hostname ipv4 ipv6 uuid";
    static final String RARE =
            "not if then else dependentRequired dependentSchemas patternProperties propertyNames uniqueItems contains "
                    + "minContains maxContains unevaluatedProperties unevaluatedItems minProperties maxProperties prefixItems oneOf";

    final Json request;
    final List<String> broken = new ArrayList<>();

    PublishedSchemaRules(Json request) {
        this.request = request;
    }

    // ---- OpenAI: tools and schemas (guide "Structured outputs", section "Supported schemas"; guide "Function
    // calling")

    void openaiFunction(Json function, String place) {
        name(function, NAME, place);
        Json schema = function.get("parameters");
        if (flag(function, "strict")) strictOpenai(schema, place + ".parameters");
        else if (!fields(schema).isEmpty()) looseOpenai(schema, place + ".parameters");
    }

    void looseOpenai(Json schema, String place) {
        when(!text(schema, "type").equals("object"), place + ": the root must be of type object");
        forbid(schema, "anyOf oneOf allOf enum not", place + " (root)");
        new Schema(schema, place).each((node, at) -> {
            wellFormed(node, at);
            when(
                    types(node).contains("array")
                            && !node.get("items").exists()
                            && !node.get("prefixItems").exists(),
                    at + ": array without items");
        });
    }

    void strictOpenai(Json schema, String place) {
        if (!isObject(schema)) return;
        when(
                !text(schema, "type").equals("object") || schema.get("anyOf").exists(),
                place + ": the root must be of type object and not anyOf");
        Schema walk = new Schema(schema, place).each(this::strictOpenaiNode);
        when(walk.properties > 5000, place + ": more than 5000 properties");
        when(walk.values > 1000, place + ": more than 1000 enum values");
        when(walk.characters > 120_000, place + ": more than 120,000 characters of names and values");
        when(walk.depth(schema, new HashSet<>()) > 10, place + ": more than 10 levels of nesting");
        references(walk);
    }

    void strictOpenaiNode(Json node, String at) {
        wellFormed(node, at);
        forbid(node, RARE + " allOf", at);
        when(
                words("type anyOf $ref").stream()
                        .noneMatch(word -> node.get(word).exists()),
                at + ": a schema needs a type");
        alone(node, at, "");
        closed(node, at);
        when(types(node).contains("array") && !node.get("items").exists(), at + ": array without items");
        when(node.get("format").exists() && !among(FORMATS, text(node, "format")), at + ": format is not supported");
        when(text(node, "pattern").matches(".*\\(\\?[=!<].*"), at + ": no look-around in a pattern");
        int size = items(node, "enum").stream()
                .mapToInt(value -> value.findText().orElse("").length())
                .sum();
        when(
                items(node, "enum").size() > 250 && size > 15_000,
                at + ": enum of more than 250 values and 15,000 characters");
    }

    /** "All fields must be required", "additionalProperties: false must always be set in objects" (OpenAI, Groq). */
    void closed(Json node, String at) {
        if (!isObjectSchema(node)) return;
        when(!isFalse(node.get("additionalProperties")), at + ": additionalProperties must be false");
        Set<String> required = texts(node, "required");
        Set<String> named = fields(node.get("properties")).keySet();
        for (String property : named) when(!required.contains(property), at + ": " + property + " must be required");
        for (String property : required)
            when(!named.contains(property), at + ": " + property + " is required but no property");
    }

    /** json-schema.org, draft 2020-12: the forms of the keywords. */
    void wellFormed(Json node, String at) {
        for (String type : types(node)) when(!among(TYPES, type), at + ": unknown type " + type);
        Kind required = node.get("required").kind();
        when(required != Kind.MISSING && required != Kind.ARRAY, at + ": required must be an array");
        when(texts(node, "required").size() != items(node, "required").size(), at + ": required repeats a name");
        when(
                node.get("properties").exists() && !isObject(node.get("properties")),
                at + ": properties must be an object");
        when(
                node.get("additionalProperties").kind() == Kind.STRING,
                at + ": additionalProperties must be a boolean or a schema");
        when(
                text(node, "$id").contains(" ") || text(node, "$ref").contains(" "),
                at + ": $id and $ref must be URI references");
        for (String word : words("enum anyOf oneOf allOf"))
            when(node.get(word).exists() && items(node, word).isEmpty(), at + ": " + word + " must not be empty");
        for (String word : words("minItems maxItems minLength maxLength"))
            when(number(node, word, 0) < 0, at + ": " + word + " must not be negative");
    }

    void references(Schema walk) {
        walk.each((node, at) -> when(
                node.get("$ref").exists() && walk.target(text(node, "$ref")) == null, at + ": $ref leads nowhere"));
    }

    void alone(Json node, String at, String allowed) {
        if (!node.get("$ref").exists()) return;
        for (String word : fields(node).keySet())
            when(!word.startsWith("$") && !among(allowed, word), at + ": $ref cannot have " + word + " beside it");
    }

    /** "Structured outputs", section "JSON Schema limitations". */
    void strictAnthropicNode(Json node, String at) {
        wellFormed(node, at);
        forbid(
                node,
                RARE + " minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems",
                at);
        when(number(node, "minItems", 0) > 1, at + ": minItems only 0 or 1");
        when(
                isObjectSchema(node) && !isFalse(node.get("additionalProperties")),
                at + ": additionalProperties must be false");
        when(
                node.get("format").exists() && !among(FORMATS + " uri", text(node, "format")),
                at + ": format is not supported");
        when(
                text(node, "pattern").matches(".*(\\(\\?[=!<]|\\\\[1-9bB]).*"),
                at + ": look-around, back reference or word boundary in a pattern");
        for (Json value : items(node, "enum"))
            when(isObject(value) || value.kind() == Kind.ARRAY, at + ": complex value in an enum");
        for (Json part : items(node, "allOf")) when(part.get("$ref").exists(), at + ": allOf with $ref");
    }

    /** The reference of Schema: a subset of OpenAPI 3.0; an unknown member is an error. */
    void openApi(Json root, String place) {
        new Schema(root, place).each((node, at) -> {
            String type = text(node, "type").toLowerCase();
            onlyMembers(
                    node,
                    "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength "
                            + "pattern example anyOf propertyOrdering default items minimum maximum",
                    at);
            when(
                    node.get("type").kind() == Kind.ARRAY || (!type.isEmpty() && !among(TYPES, type)),
                    at + ": type must be one known name");
            when(
                    type.isEmpty()
                            && !either(node.get("anyOf"), node.get("any_of")).exists(),
                    at + ": type is required");
            when(type.equals("array") && !node.get("items").exists(), at + ": items: missing field");
            when(node.get("enum").exists() && !type.equals("string"), at + ": enum only for strings");
            when(
                    type.equals("string")
                            && node.get("format").exists()
                            && !among("enum date-time", text(node, "format")),
                    at + ": format of a string");
            for (String name : texts(node, "required"))
                when(!node.get("properties").get(name).exists(), at + ": required " + name + " is no property");
        });
    }

    /** The reference of responseJsonSchema: other keywords are ignored; references stand alone; cycles only in optional members. */
    void geminiJsonSchema(Json root, String place) {
        Schema walk = new Schema(root, place)
                .each(this::wellFormed)
                .each((node, at) -> alone(node, at, "title description default"));
        references(walk);
        when(walk.loops(root, new HashSet<>(), true), place + ": a cycle of required members");
    }

    // ---- small helpers

    /** A walk over a JSON Schema that counts what the services limit. */
    static final class Schema {
        final Json root;
        final String place;
        int properties, values, characters, optional, unions;
        private final Set<String> straight = new HashSet<>();

        Schema(Json root, String place) {
            this.root = root;
            this.place = place;
        }

        Schema each(BiConsumer<Json, String> visit) {
            properties = values = characters = optional = unions = 0;
            walk(root, place, visit);
            return this;
        }

        private void walk(Json node, String at, BiConsumer<Json, String> visit) {
            if (!isObject(node)) return;
            visit.accept(node, at);
            values += items(node, "enum").size();
            for (Json value : items(node, "enum"))
                characters += value.findText().orElse("").length();
            characters += text(node, "const").length();
            if (node.get("anyOf").exists() || node.get("type").kind() == Kind.ARRAY) unions++;
            properties += fields(node.get("properties")).size();
            optional += (int) fields(node.get("properties")).keySet().stream()
                    .filter(name -> !texts(node, "required").contains(name))
                    .count();
            for (String word : words("properties $defs definitions")) {
                for (String name : fields(node.get(word)).keySet()) {
                    characters += name.length();
                    walk(node.get(word).get(name), at + "." + name, visit);
                }
            }
            for (String word : words("items additionalProperties not")) walk(node.get(word), at + "." + word, visit);
            for (String word : words("anyOf any_of oneOf allOf prefixItems"))
                PublishedSchemaRules.each(
                        items(node, word), at + "." + word, (part, place) -> walk(part, place, visit));
        }

        /** The schema that a local reference names, or null. */
        Json target(String reference) {
            if (!reference.matches("#(/.*)?")) return null;
            Json found = root;
            for (String step : reference.substring(1).split("/")) {
                String key = step.replace("%24", "$").replace("~1", "/").replace("~0", "~");
                boolean index = found.kind() == Kind.ARRAY
                        && key.matches("\\d{1,6}")
                        && Integer.parseInt(key) < found.elements().size();
                if (!key.isEmpty())
                    found = index
                            ? found.elements().get(Integer.parseInt(key))
                            : Json.of(fields(found)).get(key);
            }
            return found.exists() ? found : null;
        }

        private static List<Json> parts(Json node, boolean required) {
            List<Json> parts = new ArrayList<>();
            fields(node.get("properties")).forEach((name, part) -> {
                if (!required || texts(node, "required").contains(name)) parts.add(part);
            });
            for (String word : words("items additionalProperties"))
                if (isObject(node.get(word))) parts.add(node.get(word));
            for (String word : words("anyOf oneOf allOf prefixItems")) parts.addAll(items(node, word));
            return parts;
        }

        /** Levels of objects, each reference followed once. */
        int depth(Json node, Set<String> open) {
            String reference = text(node, "$ref");
            if (!reference.isEmpty())
                return target(reference) == null || open.size() > 12 || !open.add(reference)
                        ? 0
                        : depth(target(reference), open);
            int deepest = 0;
            for (Json part : parts(node, false)) deepest = Math.max(deepest, depth(part, new HashSet<>(open)));
            return deepest + (node.get("properties").exists() ? 1 : 0);
        }

        /** Whether a schema comes back to itself; with required, by required members only. A reference found straight is not followed again. */
        boolean loops(Json node, Set<String> open, boolean required) {
            String reference = text(node, "$ref");
            if (reference.isEmpty())
                return parts(node, required).stream().anyMatch(part -> loops(part, new HashSet<>(open), required));
            if (straight.contains(reference) || target(reference) == null) return false;
            if (reference.equals("#") || !open.add(reference) || loops(target(reference), open, required)) return true;
            straight.add(reference);
            return false;
        }
    }

    void when(boolean breaks, String rule) {
        if (breaks) broken.add(rule);
    }

    void need(String member) {
        when(!has(member), member + ": required");
    }

    void refuse(String members, String why) {
        for (String member : words(members)) when(has(member), member + ": " + why);
    }

    void match(Json value, String pattern, String place) {
        when(!value.findText().orElse("").matches(pattern), place + ": must match " + pattern);
    }

    void name(Json holder, String pattern, String place) {
        match(holder.get("name"), pattern, place + ".name");
    }

    void forbid(Json node, String members, String at) {
        for (String word : words(members)) when(node.get(word).exists(), at + ": " + word + " is not supported");
    }

    void onlyMembers(Json node, String members, String at) {
        Pattern snake = Pattern.compile("_(.)");
        for (String word : fields(node).keySet()) {
            boolean known = among(members, word)
                    || among(
                            members,
                            snake.matcher(word).replaceAll(m -> m.group(1).toUpperCase()));
            when(!known, at + ": unknown member " + word);
        }
    }

    void between(Json holder, String members, String least, String most) {
        for (int i = 0; i < words(members).size(); i++) {
            double low = Double.parseDouble(words(least).get(i));
            double high = Double.parseDouble(words(most).get(i));
            double value = number(holder, words(members).get(i), low);
            when(value < low || value > high, words(members).get(i) + ": between " + low + " and " + high);
        }
    }

    static void each(List<Json> items, String place, BiConsumer<Json, String> visit) {
        for (int i = 0; i < items.size(); i++) visit.accept(items.get(i), place + "[" + i + "]");
    }

    List<Json> tools() {
        return items(request, "tools");
    }

    boolean has(String member) {
        return request.get(member).exists() && request.get(member).kind() != Kind.NULL;
    }

    static List<String> words(String line) {
        return line.isEmpty() ? List.of() : List.of(line.split(" "));
    }

    static boolean among(String line, String word) {
        return words(line).contains(word);
    }

    static Json either(Json one, Json other) {
        return one.exists() ? one : other;
    }

    static String written(Json json) {
        return json.exists() ? json.text() : "";
    }

    static boolean isObject(Json json) {
        return json.kind() == Kind.OBJECT;
    }

    static boolean isFalse(Json json) {
        return json.kind() == Kind.BOOLEAN && !json.asBoolean();
    }

    static boolean isObjectSchema(Json node) {
        return types(node).contains("object") || node.get("properties").exists();
    }

    static boolean flag(Json json, String member) {
        return json.get(member).kind() == Kind.BOOLEAN && json.get(member).asBoolean();
    }

    static double number(Json json, String member, double otherwise) {
        return json.get(member).kind() == Kind.NUMBER ? json.get(member).asDouble() : otherwise;
    }

    static String text(Json json, String member) {
        return isObject(json) ? json.get(member).findText().orElse("") : "";
    }

    static List<Json> items(Json json, String member) {
        return isObject(json) ? elements(json.get(member)) : List.of();
    }

    static List<Json> elements(Json json) {
        return json.kind() == Kind.ARRAY ? json.elements() : List.of();
    }

    static Map<String, Json> fields(Json json) {
        return isObject(json) ? json.fields() : Map.of();
    }

    static Set<String> texts(Json json, String member) {
        Set<String> texts = new LinkedHashSet<>();
        for (Json item : items(json, member)) texts.add(item.findText().orElse(""));
        return texts;
    }

    static Set<String> types(Json node) {
        Set<String> types = texts(node, "type");
        if (node.get("type").kind() == Kind.STRING) types.add(text(node, "type"));
        return types;
    }
}
