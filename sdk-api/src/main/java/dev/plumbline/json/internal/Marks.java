package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The marks of a document, by JSON Pointer: those of its strings and numbers, and those of the names of its members. Immutable. */
public final class Marks {
    public static final Marks NONE = new Marks(Collections.emptyNavigableMap(), Collections.emptyNavigableMap());

    private static final String UNKNOWN = "unknown";

    private final NavigableMap<String, List<Mark>> values;
    private final NavigableMap<String, List<Mark>> names;

    /** Creates the marks of a document; the maps are kept, not copied. */
    public Marks(NavigableMap<String, List<Mark>> values, NavigableMap<String, List<Mark>> names) {
        this.values = values;
        this.names = names;
    }

    /** Returns the marks that the strings and numbers of a document have. */
    public static Marks of(Json document) {
        Node node = JsonAccess.node(document);
        if (!isMarked(node)) {
            return NONE;
        }
        NavigableMap<String, List<Mark>> values = new TreeMap<>();
        collect(node, "", values);
        return new Marks(values, NONE.names);
    }

    private static boolean isMarked(Node node) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (isMarked(array.element(i))) {
                    return true;
                }
            }
        } else if (node instanceof ObjectNode object) {
            for (int i = 0; i < object.size(); i++) {
                if (isMarked(object.value(i))) {
                    return true;
                }
            }
        }
        return !node.marks().isEmpty();
    }

    private static void collect(Node node, String pointer, Map<String, List<Mark>> values) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                collect(array.element(i), pointer + "/" + i, values);
            }
        } else if (node instanceof ObjectNode object) {
            for (int i = 0; i < object.size(); i++) {
                collect(object.value(i), JsonPointer.below(pointer, object.name(i)), values);
            }
        } else if (!node.marks().isEmpty()) {
            values.put(pointer, node.marks());
        }
    }

    /**
     * Returns a part of a content with the digest of the settings with which the whole was searched. Its first string or
     * number carries it, unless that is hidden as a whole.
     */
    public static Json ofSettings(Json part, String digest) {
        Node node = JsonAccess.node(part);
        Node marked = withSettings(node, Mark.ofSettings(digest));
        return marked == node ? part : JsonAccess.json(marked, JsonLocation.ROOT);
    }

    private static Node withSettings(Node node, Mark settings) {
        if (node instanceof TextNode string) {
            List<Mark> marks = new ArrayList<>(string.marks());
            marks.removeIf(Mark::isOfSettings);
            marks.add(0, settings);
            return new TextNode.Marked(string.text(), marks);
        }
        if (node instanceof NumberNode number) {
            boolean hidden = number.marks().stream().anyMatch(mark -> !mark.isOfSettings());
            return hidden ? node : number.marked(settings);
        }
        if (node instanceof ArrayNode array) {
            Node[] elements = new Node[array.size()];
            boolean done = false;
            for (int i = 0; i < elements.length; i++) {
                elements[i] = done ? array.element(i) : withSettings(array.element(i), settings);
                done |= elements[i] != array.element(i);
            }
            return done ? new ArrayNode(elements) : node;
        }
        if (node instanceof ObjectNode object) {
            String[] names = new String[object.size()];
            Node[] values = new Node[object.size()];
            boolean done = false;
            for (int i = 0; i < values.length; i++) {
                names[i] = object.name(i);
                values[i] = done ? object.value(i) : withSettings(object.value(i), settings);
                done |= values[i] != object.value(i);
            }
            return done ? new ObjectNode(names, values) : node;
        }
        return node;
    }

    /**
     * Returns a part of a content of which nothing says with which settings the whole was searched, as of a body that is
     * read from its JSON: these are others than any.
     */
    public static Json ofUnknownSettings(Json part) {
        return ofSettings(part, UNKNOWN);
    }

    /** Returns whether a content says with which settings the whole was searched that it is a part of. */
    public static boolean isOfSettings(Json content) {
        return isOfOtherSettings(content, "");
    }

    /** Returns whether a content is a part of one that was searched with other settings than those with that digest. */
    public static boolean isOfOtherSettings(Json content, String digest) {
        return isOfOtherSettings(JsonAccess.node(content), digest);
    }

    private static boolean isOfOtherSettings(Node node, String digest) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (isOfOtherSettings(array.element(i), digest)) {
                    return true;
                }
            }
        } else if (node instanceof ObjectNode object) {
            for (int i = 0; i < object.size(); i++) {
                if (isOfOtherSettings(object.value(i), digest)) {
                    return true;
                }
            }
        }
        for (Mark mark : node.marks()) {
            if (mark.isOfOtherSettings(digest)) {
                return true;
            }
        }
        return false;
    }

    /** Reads marks in the form of {@link #toJson}. */
    public static Marks from(Json json) {
        NavigableMap<String, List<Mark>> values = new TreeMap<>();
        for (Json mark : json.elements()) {
            values.computeIfAbsent(mark.get("at").asText(), at -> new ArrayList<>())
                    .add(new Mark(
                            mark.get("kind").asText(),
                            mark.get("from").asInt(),
                            mark.get("to").asInt()));
        }
        return new Marks(values, NONE.names);
    }

    /** Returns the marks of strings and numbers as a list. */
    public Json toJson() {
        List<Json> all = new ArrayList<>();
        values.forEach((at, marks) -> marks.forEach(mark -> all.add(Json.object()
                .with("at", at)
                .with("kind", mark.kind())
                .with("from", mark.start())
                .with("to", mark.end()))));
        return Json.of(all);
    }

    public boolean isEmpty() {
        return values.isEmpty() && names.isEmpty();
    }

    /** Returns the number of positions with marks. */
    public int size() {
        return values.size() + names.size();
    }

    /**
     * Returns a value of the document with its marks; {@code pointer} is where it is in the document. A name with a mark is
     * replaced by its kind, because names carry no marks.
     */
    public Json mark(Json value, String pointer) {
        return isMarked(pointer) ? JsonAccess.json(marked(JsonAccess.node(value), pointer), JsonLocation.ROOT) : value;
    }

    private static boolean isBelow(String pointer, NavigableMap<String, ?> map) {
        String next = map.ceilingKey(pointer);
        return next != null && next.startsWith(pointer);
    }

    private boolean isMarked(String pointer) {
        return isBelow(pointer, values) || isBelow(pointer, names);
    }

    private Node marked(Node node, String pointer) {
        if (!isMarked(pointer)) {
            return node;
        }
        if (node instanceof ArrayNode array) {
            Node[] elements = new Node[array.size()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = marked(array.element(i), pointer + "/" + i);
            }
            return new ArrayNode(elements);
        }
        if (node instanceof ObjectNode object) {
            String[] members = new String[object.size()];
            Node[] marked = new Node[object.size()];
            for (int i = 0; i < marked.length; i++) {
                String place = JsonPointer.below(pointer, object.name(i));
                List<Mark> its = names.getOrDefault(place, List.of());
                members[i] = its.isEmpty() ? object.name(i) : "[" + its.get(0).kind() + " " + (i + 1) + "]";
                marked[i] = marked(object.value(i), place);
            }
            return new ObjectNode(members, marked);
        }
        List<Mark> marks = values.getOrDefault(pointer, List.of());
        if (marks.isEmpty()) {
            return node;
        }
        if (node instanceof TextNode string) {
            return new TextNode.Marked(
                    string.text(), MarkedText.within(marks, 0, string.text().length()));
        }
        return node instanceof NumberNode number ? number.marked(marks.get(0)) : node;
    }

    /** Returns a part of a string of the document with the marks in it; {@code from} is where it begins in the string. */
    public Json part(String part, String pointer, long from) {
        return MarkedText.of(
                part, MarkedText.within(values.getOrDefault(pointer, List.of()), from, from + part.length()));
    }

    /** Returns the name of the member at a pointer as a string with its marks. */
    public Json name(String name, String pointer) {
        return MarkedText.of(name, names.getOrDefault(pointer, List.of()));
    }

    /** Returns whether the name of a member below a pointer has a mark. */
    public boolean hasNameBelow(String pointer) {
        return isBelow(pointer + "/", names);
    }

    /** Returns a pointer into the document, in which the names with marks are marked. */
    public Json pointer(String pointer) {
        List<Mark> marks = new ArrayList<>();
        int from = 0;
        for (int end = 1; end <= pointer.length(); end++) {
            if (end == pointer.length() || pointer.charAt(end) == '/') {
                List<Mark> its = names.getOrDefault(pointer.substring(0, end), List.of());
                if (!its.isEmpty()) {
                    marks.add(new Mark(its.get(0).kind(), from + 1, end));
                }
                from = end;
            }
        }
        return MarkedText.of(pointer, marks);
    }
}
