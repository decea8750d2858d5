package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the schemas that can apply at one location of a value: it follows references and opens {@code anyOf} and
 * similar keywords, without branches that obviously describe another value.
 */
final class SchemaAlternatives {
    private static final Set<String> CHOICES = Set.of("anyOf", "oneOf");
    private static final Set<String> OPENED =
            Set.of("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies");
    private static final Set<String> OF_ANY_ELEMENT =
            Set.of("items", "contains", "additionalItems", "unevaluatedItems");

    private static final int MOST_INSTRUCTIONS = 10_000;

    /** The work of compiling one instruction of a pattern. */
    private static final long COMPILATION = 100;

    private final SchemaIndex map;
    private final ValidationWork work = new ValidationWork();
    private final Map<String, Predicate<String>> patterns = new HashMap<>();

    SchemaAlternatives(SchemaIndex map) {
        this.map = map;
    }

    /**
     * Returns the schemas that can apply to a whole value.
     *
     * @throws ValidationWork.TooMuch if all that was asked of this object together takes too much work
     */
    List<SchemaIndex.Position> ofRoot(Json value) {
        return at(List.of(""), value);
    }

    private List<SchemaIndex.Position> at(List<String> paths, Json value) {
        work.add(200);
        Map<String, SchemaIndex.Position> found = new LinkedHashMap<>();
        SchemaMatcher likeness = new SchemaMatcher(map, value, work);
        paths.forEach(path -> open(path, likeness, found));
        return List.copyOf(found.values());
    }

    private void open(String path, SchemaMatcher likeness, Map<String, SchemaIndex.Position> found) {
        SchemaIndex.Position here = map.at(path);
        work.add(100L + path.length());
        if (here == null || found.putIfAbsent(path, here) != null) {
            return;
        }
        work.add(20L * here.children().size());
        List<SchemaKeywords.Child> inPlace = here.children().stream()
                .filter(child -> OPENED.contains(child.keyword()))
                .toList();
        boolean some = inPlace.stream().anyMatch(child -> isLikely(path, child, likeness));
        inPlace.stream()
                .filter(child -> !some || !CHOICES.contains(child.keyword()) || likeness.to(path + child.path()))
                .forEach(child -> open(path + child.path(), likeness, found));
        map.target(here, "$ref").ifPresent(target -> open(target.path(), likeness, found));
    }

    private static boolean isLikely(String path, SchemaKeywords.Child child, SchemaMatcher likeness) {
        return CHOICES.contains(child.keyword()) && likeness.to(path + child.path());
    }

    List<SchemaIndex.Position> ofMember(List<SchemaIndex.Position> here, String name, Json member) {
        return at(here.stream().flatMap(position -> paths(position, name)).toList(), member);
    }

    private Stream<String> paths(SchemaIndex.Position position, String name) {
        work.add(50L + position.path().length() + 5L * position.children().size());
        String declared = "/properties/" + PointerSegments.escape(name);
        List<String> found = position.children().stream()
                .filter(child -> child.path().equals(declared) || isPatternOf(child, name))
                .map(SchemaKeywords.Child::path)
                .toList();
        List<String> or = found.isEmpty() ? List.of("/additionalProperties", "/unevaluatedProperties") : found;
        return or.stream().map(path -> position.path() + path);
    }

    private boolean isPatternOf(SchemaKeywords.Child child, String name) {
        if (!child.keyword().equals("patternProperties")) {
            return false;
        }
        long instructions = PatternSize.of(child.name(), MOST_INSTRUCTIONS);
        Predicate<String> pattern = patterns.get(child.name());
        if (pattern == null) {
            work.add(COMPILATION * instructions);
            pattern = Re2Patterns.supported(child.name()) ? Re2Patterns.compile(child.name()) : any -> false;
            patterns.put(child.name(), pattern);
        }
        work.add(instructions * (name.length() + 1));
        return pattern.test(name);
    }

    List<SchemaIndex.Position> ofElement(List<SchemaIndex.Position> here, int index, Json element) {
        return at(here.stream().flatMap(position -> paths(position, index)).toList(), element);
    }

    private Stream<String> paths(SchemaIndex.Position position, int index) {
        work.add(50L + position.path().length() + 5L * position.children().size());
        List<String> own = Stream.of("/prefixItems/" + index, "/items/" + index)
                .filter(path -> position.children().stream()
                        .anyMatch(child -> child.path().equals(path)))
                .toList();
        List<String> or =
                own.isEmpty() ? OF_ANY_ELEMENT.stream().map(word -> "/" + word).toList() : own;
        return or.stream().map(path -> position.path() + path);
    }

    /**
     * Returns whether the schema at a path accepts null, as far as can be decided without validation; false in doubt.
     */
    boolean allowNull(String path) {
        try {
            return Optional.ofNullable(map.at(path))
                    .map(position -> allowsNull(position, 0))
                    .orElse(false);
        } catch (ValidationWork.TooMuch doubt) {
            return false;
        }
    }

    private boolean allowsNull(SchemaIndex.Position position, int steps) {
        work.add(100L + 5L * position.children().size());
        Json schema = position.schema();
        if (schema.kind() == Json.Kind.BOOLEAN) {
            return schema.asBoolean();
        }
        boolean doubtful =
                steps > 100 || schema.get("not").exists() || schema.get("if").exists();
        return !doubtful
                && constants(schema)
                && map.target(position, "$ref")
                        .map(to -> allowsNull(to, steps + 1))
                        .orElse(true)
                && Stream.of("anyOf", "oneOf").allMatch(keyword -> some(position, keyword, steps))
                && parts(position, "allOf").allMatch(part -> allowsNull(part, steps + 1));
    }

    private boolean some(SchemaIndex.Position position, String keyword, int steps) {
        return !position.schema().get(keyword).exists()
                || parts(position, keyword).anyMatch(part -> allowsNull(part, steps + 1));
    }

    private Stream<SchemaIndex.Position> parts(SchemaIndex.Position position, String keyword) {
        return position.children().stream()
                .filter(child -> child.keyword().equals(keyword))
                .flatMap(child -> Stream.ofNullable(map.at(position.path() + child.path())));
    }

    private static boolean constants(Json schema) {
        Json nothing = Json.of(null);
        Json type = schema.get("type");
        Json list = schema.get("enum");
        boolean typed = !type.exists() || has(type, Json.of("null"));
        boolean listed = !list.exists() || has(list, nothing);
        return typed
                && listed
                && (!schema.get("const").exists() || schema.get("const").equals(nothing));
    }

    private static boolean has(Json oneOrList, Json wanted) {
        return oneOrList.kind() == Json.Kind.ARRAY ? oneOrList.elements().contains(wanted) : oneOrList.equals(wanted);
    }
}
