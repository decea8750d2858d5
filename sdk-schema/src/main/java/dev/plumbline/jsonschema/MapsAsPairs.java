package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Rewrites a schema for providers that take closed objects alone: an object whose names are data becomes a list of pairs
 * of {@code key} and {@code value}. Answers are read back to objects. A map stays as it is where a list of pairs could be
 * something else there, or where other parts of the schema describe the same value. Used once.
 */
final class MapsAsPairs {
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final String MEMBERS = "additionalProperties";
    private static final String IN_A_PAIR = "/items/properties/" + VALUE;
    private static final Set<String> CHOICES = Set.of("anyOf", "oneOf");

    /** What a map may have; with anything else it stays as it is. */
    private static final Map<String, String> OF_MAPS = Map.of(
            "type",
            "type",
            MEMBERS,
            "items",
            "propertyNames",
            "",
            "minProperties",
            "minItems",
            "maxProperties",
            "maxItems",
            "title",
            "title",
            "description",
            "description",
            "$comment",
            "$comment",
            "properties",
            "",
            "required",
            "");

    /** What may be around a choice or a reference that leads to a map. */
    private static final Set<String> SAYING_NOTHING =
            Set.of("title", "description", "$comment", "default", "examples", "$defs", "definitions", "$schema", "$id");

    private final Json root;
    private final SchemaIndex index;
    private final Set<String> maps = new TreeSet<>();

    private MapsAsPairs(Json root) {
        this.root = root;
        this.index = SchemaIndex.of(root, new SchemaFindings());
        index.positions().stream()
                .filter(position -> !position.path().isEmpty() && isMap(position.schema()))
                .forEach(position -> maps.add(position.path()));
        int before;
        do {
            before = maps.size();
            index.positions().forEach(this::keepWhatIsAmbiguous);
        } while (maps.size() < before);
    }

    /** Returns the rewriting of a schema whose root is no map and whose references lead to its root or to its definitions. */
    static MapsAsPairs of(Json root) {
        return new MapsAsPairs(root);
    }

    static boolean isMap(Json schema) {
        return schema.kind() == Json.Kind.OBJECT
                && isObjectOrNull(schema.get("type"))
                && schema.get(MEMBERS).kind() == Json.Kind.OBJECT
                && OF_MAPS.keySet().containsAll(schema.fields().keySet())
                && isEmpty(schema.get("properties"))
                && SchemaKeywords.requiredBy(schema).isEmpty();
    }

    private static boolean isObjectOrNull(Json type) {
        Json object = Json.of("object");
        return type.equals(object)
                || (type.kind() == Json.Kind.ARRAY
                        && type.elements().contains(object)
                        && List.of(object, Json.of("null")).containsAll(type.elements()));
    }

    private static boolean isEmpty(Json members) {
        return members.kind() != Json.Kind.OBJECT || members.fields().isEmpty();
    }

    private void keepWhatIsAmbiguous(SchemaIndex.Position position) {
        boolean choice = position.children().stream().anyMatch(child -> CHOICES.contains(child.keyword()));
        boolean reference = position.schema().kind() == Json.Kind.OBJECT
                && position.schema().get("$ref").exists();
        boolean alone = position.schema().kind() == Json.Kind.OBJECT
                && position.schema().fields().keySet().stream()
                        .allMatch(keyword -> SAYING_NOTHING.contains(keyword)
                                || (choice && CHOICES.contains(keyword))
                                || (reference && keyword.equals("$ref")));
        if (reference && !alone) {
            maps.removeAll(reachable(position.path()));
        }
        for (SchemaKeywords.Child child : position.children()) {
            boolean inPlace =
                    SchemaKeywords.inPlace(child.keyword()) || child.keyword().equals("contains");
            if (inPlace && !(CHOICES.contains(child.keyword()) && alone)) {
                maps.removeAll(reachable(position.path() + child.path()));
            }
        }
        if (choice) {
            List<String> branches = position.children().stream()
                    .filter(child -> CHOICES.contains(child.keyword()))
                    .flatMap(child -> leaves(position.path() + child.path()))
                    .distinct()
                    .toList();
            long lists = branches.stream().filter(this::mayBeAList).count();
            if (lists > 1) {
                branches.forEach(maps::remove);
            }
        }
    }

    private boolean mayBeAList(String path) {
        SchemaIndex.Position position = index.at(path);
        if (position == null || maps.contains(path)) {
            return true;
        }
        Json schema = position.schema();
        Json type = schema.kind() == Json.Kind.OBJECT ? schema.get("type") : schema;
        boolean constant = schema.kind() == Json.Kind.OBJECT
                && (schema.get("const").exists() || schema.get("enum").exists());
        return switch (type.kind()) {
            case STRING -> type.asText().equals("array");
            case ARRAY -> type.elements().contains(Json.of("array"));
            case BOOLEAN -> type.asBoolean();
            default -> !constant;
        };
    }

    /** Returns the schemas that apply to a value at a path, through choices and references. */
    private Stream<String> leaves(String path) {
        Set<String> all = reachable(path);
        return all.stream().filter(each -> {
            SchemaIndex.Position position = index.at(each);
            return position == null
                    || position.schema().kind() != Json.Kind.OBJECT
                    || (!position.schema().get("$ref").exists()
                            && position.children().stream().noneMatch(child -> CHOICES.contains(child.keyword())));
        });
    }

    private Set<String> reachable(String path) {
        Set<String> found = new LinkedHashSet<>();
        collect(path, found);
        return found;
    }

    private void collect(String path, Set<String> found) {
        SchemaIndex.Position position = index.at(path);
        if (!found.add(path) || position == null) {
            return;
        }
        position.children().stream()
                .filter(child -> SchemaKeywords.inPlace(child.keyword()))
                .forEach(child -> collect(path + child.path(), found));
        index.target(position, "$ref").ifPresent(target -> collect(target.path(), found));
    }

    /** Returns whether the schema has no map that is rewritten. */
    boolean isNothing() {
        return maps.isEmpty();
    }

    /** Returns the rewritten schema. */
    Json schema() {
        return rewritten("", root);
    }

    private Json rewritten(String path, Json schema) {
        Json inner = SchemaKeywords.map(schema, (at, child) -> rewritten(path + at, child));
        return maps.contains(path) ? pairs(inner) : inner;
    }

    private static Json pairs(Json map) {
        Json type = map.get("type");
        Json key = Json.object().with("type", "string");
        if (map.get("propertyNames").kind() == Json.Kind.OBJECT) {
            for (Map.Entry<String, Json> rule :
                    map.get("propertyNames").fields().entrySet()) {
                key = key.with(rule.getKey(), rule.getValue());
            }
        }
        Json pair = Json.object()
                .with("type", "object")
                .with("properties", Json.object().with(KEY, key).with(VALUE, map.get(MEMBERS)))
                .with("required", List.of(KEY, VALUE))
                .with(MEMBERS, false);
        Map<String, Object> list = new LinkedHashMap<>();
        map.fields().forEach((keyword, value) -> {
            String name = OF_MAPS.getOrDefault(keyword, "");
            if (!name.isEmpty()) {
                list.put(name, value);
            }
        });
        list.put("type", type.kind() == Json.Kind.ARRAY ? List.of("array", "null") : "array");
        list.put("items", pair);
        return Json.of(list);
    }

    /** Returns an answer to the rewritten schema with objects again; a list that is not one of pairs stays. */
    Json restored(Json answer, Json rewritten) {
        SchemaAlternatives alternatives = new SchemaAlternatives(SchemaIndex.of(rewritten, new SchemaFindings()));
        Set<String> lists = new HashSet<>();
        maps.forEach(path -> lists.add(rewrittenPath(path)));
        try {
            return restored(answer, alternatives.ofRoot(answer), new Reading(alternatives, lists));
        } catch (ValidationWork.TooMuch tooMuch) {
            return answer;
        }
    }

    private String rewrittenPath(String path) {
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (String segment : path.substring(1).split("/", -1)) {
            boolean inMap = segment.equals(MEMBERS) && maps.contains(before.toString());
            before.append('/').append(segment);
            after.append(inMap ? IN_A_PAIR : "/" + segment);
        }
        return after.toString();
    }

    /** What is needed to read an answer: its schemas, and the paths of the lists that are maps. */
    private record Reading(SchemaAlternatives alternatives, Set<String> lists) {}

    private static Json restored(Json value, List<SchemaIndex.Position> here, Reading reading) {
        if (value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> members = new LinkedHashMap<>();
            value.fields()
                    .forEach((name, member) -> members.put(
                            name, restored(member, reading.alternatives.ofMember(here, name, member), reading)));
            return Json.of(members);
        }
        if (value.kind() != Json.Kind.ARRAY) {
            return value;
        }
        List<Json> elements = new ArrayList<>();
        value.elements()
                .forEach(element -> elements.add(
                        restored(element, reading.alternatives.ofElement(here, elements.size(), element), reading)));
        boolean map = here.stream().anyMatch(position -> reading.lists.contains(position.path()));
        return map && isPairs(elements) ? object(elements) : Json.of(elements);
    }

    private static boolean isPairs(List<Json> elements) {
        Set<String> keys = new HashSet<>();
        return elements.stream()
                .allMatch(pair -> pair.kind() == Json.Kind.OBJECT
                        && pair.fields().keySet().equals(Set.of(KEY, VALUE))
                        && pair.get(KEY).kind() == Json.Kind.STRING
                        && keys.add(pair.get(KEY).asText()));
    }

    private static Json object(List<Json> pairs) {
        Map<String, Json> members = new LinkedHashMap<>();
        pairs.forEach(pair -> members.put(pair.get(KEY).asText(), pair.get(VALUE)));
        return Json.of(members);
    }
}
