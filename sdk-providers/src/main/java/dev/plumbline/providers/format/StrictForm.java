package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.providers.format.AcceptedSchemas.Rule;
import dev.plumbline.schema.internal.KeywordSets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A schema made to fit a service that takes strict schemas. What is valid by it is valid by the original schema, except
 * for rules that only its descriptions name; this library checks them.
 */
final class StrictForm {
    /** Keywords of which one type alone has any use, so that they say which type is meant. */
    private static final Map<String, Set<String>> MEANT = Map.of(
            "object", Set.of("properties", "required", "additionalProperties"),
            "array", Set.of("items", "minItems", "maxItems", "uniqueItems"),
            "string", Set.of("pattern", "format", "minLength", "maxLength"),
            "number", Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"));

    /** Keywords beside which an object may have members that it does not name itself. */
    private static final List<String> OTHERS =
            List.of("additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref", "if");

    private final AcceptedSchemas row;
    private final Json root;

    private StrictForm(AcceptedSchemas row, Json root) {
        this.row = row;
        this.root = root;
    }

    static Json of(Json schema, AcceptedSchemas row) {
        StrictForm form = new StrictForm(row, SchemaParts.changed(schema, part -> part(part, row)));
        return form.row.rules().contains(Rule.BARE_REFERENCES)
                ? SchemaParts.changed(form.root, part -> form.bare(part, Set.of()))
                : form.root;
    }

    /** Returns a part without what the service does not take, which its description says then. */
    static Json part(Json part, AcceptedSchemas row) {
        Json fitting = SchemaParts.withoutUnknown(part);
        String format = part.get("format").findText().orElse("");
        if (!format.isEmpty() && !row.formats().isEmpty() && !row.formats().contains(format)) {
            fitting = SchemaParts.described(fitting, "format");
        }
        if (row.rules().contains(Rule.FEW_ITEMS)
                && part.get("minItems").kind() == Json.Kind.NUMBER
                && part.get("minItems").asLong() > 1) {
            fitting = SchemaParts.described(fitting, "minItems");
        }
        if (row.rules().contains(Rule.SIMPLE_PATTERNS)
                && part.get("pattern")
                        .findText()
                        .filter(pattern -> pattern.contains("\\b"))
                        .isPresent()) {
            fitting = SchemaParts.described(fitting, "pattern");
        }
        if (row.rules().contains(Rule.TYPED)) {
            fitting = withMeantType(SchemaParts.withTypeOfConstants(fitting));
        }
        boolean open = row.rules().contains(Rule.CLOSED)
                && fitting.get("properties").kind() == Json.Kind.OBJECT
                && OTHERS.stream().noneMatch(part.fields()::containsKey);
        return open ? fitting.with("additionalProperties", false) : fitting;
    }

    /** Returns a part that names the one type that its keywords are for; what is valid then is valid before. */
    private static Json withMeantType(Json part) {
        List<String> types = MEANT.entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(part.fields()::containsKey))
                .map(Map.Entry::getKey)
                .toList();
        boolean said = List.of("type", "$ref", "anyOf", "oneOf", "allOf", "not", "if").stream()
                .anyMatch(part.fields()::containsKey);
        return said || types.size() != 1 ? part : part.with("type", types.get(0));
    }

    /** Returns a reference that has other keywords as a copy of what it leads to, or without them if it leads to itself. */
    private Json bare(Json part, Set<String> inside) {
        String target = part.get("$ref").findText().orElse("");
        if (!target.startsWith("#") || othersIn(part).isEmpty()) {
            return part;
        }
        Json there = root.at(target.substring(1));
        boolean leadsBack = inside.contains(target) || target.equals("#");
        if (othersIn(part).stream().allMatch(KeywordSets::isSaying)
                && (leadsBack || there.kind() != Json.Kind.OBJECT)) {
            return Json.object().with("$ref", target);
        }
        boolean disjoint = there.kind() == Json.Kind.OBJECT
                && !leadsBack
                && othersIn(part).stream()
                        .allMatch(name -> KeywordSets.isSaying(name)
                                || !there.get(name).exists()
                                || there.get(name).equals(part.get(name)));
        if (!disjoint) {
            return part;
        }
        Map<String, Json> copy = new LinkedHashMap<>(there.fields());
        part.fields().forEach((name, value) -> {
            if (!name.equals("$ref")) {
                copy.put(name, value);
            }
        });
        Set<String> deeper = new HashSet<>(inside);
        deeper.add(target);
        return bare(Json.of(copy), deeper);
    }

    private static Set<String> othersIn(Json part) {
        Set<String> names = new HashSet<>(part.fields().keySet());
        names.removeAll(Set.of("$ref", "$defs"));
        return names;
    }
}
