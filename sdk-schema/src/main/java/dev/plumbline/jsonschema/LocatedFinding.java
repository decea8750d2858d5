package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult.Finding;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A finding and the path of keywords by which the validator came to it.
 *
 * @param finding the finding
 * @param path the path of keywords, such as {@code /anyOf/1/properties/kind/enum}
 * @param excludes whether the value has another constant than this one, so that another variant is meant
 */
record LocatedFinding(Finding finding, String path, boolean excludes) {
    private static final Pattern VARIANT = Pattern.compile("/(?:anyOf|oneOf)/(\\d+)(?=/)");
    private static final Set<String> BOUNDS = Set.of(
            "type",
            "enum",
            "const",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "format");
    private static final int MOST_VALUES = 20;
    private static final int LONGEST = 300;

    /** Returns whether the value of a keyword is shown, if it has that many elements. */
    static boolean isShown(String keyword, int size) {
        return BOUNDS.contains(keyword) && size <= MOST_VALUES;
    }

    /** Returns what a keyword allows, as the schema says it; empty if that is not short. */
    static String allowed(String keyword, Json value) {
        if (value.kind() == Json.Kind.OBJECT) {
            return "";
        }
        boolean list = value.kind() == Json.Kind.ARRAY && !keyword.equals("const");
        String text = list ? value.elements().stream().map(Json::text).collect(Collectors.joining(", ")) : value.text();
        return text.length() > LONGEST ? "" : text;
    }

    /** Returns whether a keyword names the one text that a member may have, as the first member of a variant does. */
    static boolean isConstant(String keyword, Json value) {
        return (keyword.equals("const") && value.kind() == Json.Kind.STRING)
                || (keyword.equals("enum")
                        && value.kind() == Json.Kind.ARRAY
                        && value.elements().size() == 1
                        && value.elements().get(0).kind() == Json.Kind.STRING);
    }

    /**
     * Returns the findings without those of variants that the value excludes by a constant, where another variant is
     * not excluded: an error in one member must not be reported as the wrong variant.
     */
    static List<LocatedFinding> ofLikelyVariants(List<LocatedFinding> all) {
        Map<String, Set<String>> variants = new HashMap<>();
        Set<String> excluded = new HashSet<>();
        for (LocatedFinding each : all) {
            Matcher matcher = VARIANT.matcher(each.path());
            while (matcher.find()) {
                String variant = each.path().substring(0, matcher.end());
                variants.computeIfAbsent(each.path().substring(0, matcher.start(1)), choice -> new HashSet<>())
                        .add(variant);
                if (each.excludes() && isOfItself(each.path().substring(matcher.end()))) {
                    excluded.add(variant);
                }
            }
        }
        Set<String> dropped = new HashSet<>();
        for (Set<String> choice : variants.values()) {
            if (!excluded.containsAll(choice)) {
                choice.stream().filter(excluded::contains).forEach(dropped::add);
            }
        }
        return all.stream()
                .filter(each ->
                        dropped.stream().noneMatch(variant -> each.path().startsWith(variant + "/")))
                .toList();
    }

    /** Returns whether a path leads to a member of the variant itself, and not to one of a value inside it. */
    private static boolean isOfItself(String rest) {
        return rest.replaceAll("/\\$ref", "").matches("/properties/[^/]+/(?:const|enum)");
    }
}
