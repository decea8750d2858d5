package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.Mark;
import dev.plumbline.json.internal.MarkedText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of the pseudonyms of a call, in both directions. A value that was found once is hidden wherever it occurs
 * alone: a password is found by the word before it, and may be repeated without. Immutable; {@code toString} shows no
 * value.
 */
final class PseudonymTable {
    static final PseudonymTable EMPTY = new PseudonymTable(Map.of(), Set.of());

    private final Map<String, String> values;
    private final Set<String> numbers;
    private final Map<String, String> pseudonyms;
    /** The pseudonyms of long values, by the beginning of the value. */
    private final Map<String, String> longOnes = new HashMap<>();

    private final Set<String> inWords;
    private final MatchFinder repeated;
    private final PseudonymDetector written;
    private final MatchFinder writtenFinder;
    /** The values that occur alone within another one; null until they are needed. */
    private volatile @Nullable Set<String> parts;

    private PseudonymTable(Map<String, String> values, Set<String> numbers) {
        this.values = values;
        this.numbers = numbers;
        this.pseudonyms = new HashMap<>();
        for (Map.Entry<String, String> each : values.entrySet()) {
            String value = NormalizedText.string(each.getValue());
            pseudonyms.merge(value, each.getKey(), (a, b) -> a.compareTo(b) < 0 ? a : b);
            pseudonyms.merge(inJson(value), each.getKey(), (a, b) -> a.compareTo(b) < 0 ? a : b);
        }
        this.inWords = new HashSet<>();
        for (Map.Entry<String, String> each : pseudonyms.entrySet()) {
            if (each.getKey().length() > Detector.LONGEST) {
                longOnes.merge(
                        WordListDetector.beginning(each.getKey()),
                        each.getValue(),
                        (a, b) -> a.compareTo(b) < 0 ? a : b);
            }
            if (kind(each.getValue()).equals(TextRedactor.PATTERN)) {
                inWords.add(each.getKey()); // a pattern finds it there, too
            }
        }
        this.repeated = MatchFinder.ofWords(words(pseudonyms.keySet(), inWords));
        this.written = new PseudonymDetector(values, inWords);
        this.writtenFinder = MatchFinder.anywhere(written);
    }

    /** Returns a value as JSON writes it: an answer that is JSON has it so, and is sent again as the text that it is. */
    private static String inJson(String value) {
        boolean same = value.chars().allMatch(c -> c >= ' ' && c != '"' && c != '\\');
        String quoted = same ? value : Json.of(value).text();
        return same ? value : quoted.substring(1, quoted.length() - 1);
    }

    /** Returns a finder of these values where they occur alone; they are normalised. */
    static MatchFinder finder(Collection<String> values) {
        return MatchFinder.ofWords(words(values, Set.of()));
    }

    private static Detector words(Collection<String> values, Set<String> inWords) {
        return new WordListDetector(values, true, inWords);
    }

    /** Returns a detector of the values of this table where they occur alone. */
    Detector repeatedWords() {
        return words(pseudonyms.keySet(), inWords);
    }

    /** Returns a table with these values added; itself if they are known. */
    PseudonymTable plus(Map<String, String> more) {
        return plus(more, Set.of());
    }

    /** Returns a table with these values added, some of which are JSON numbers; itself if they are known. */
    PseudonymTable plus(Map<String, String> more, Set<String> moreNumbers) {
        if (values.entrySet().containsAll(more.entrySet()) && numbers.containsAll(moreNumbers)) {
            return this;
        }
        Map<String, String> all = new HashMap<>(values);
        all.putAll(more);
        Set<String> allNumbers = new HashSet<>(numbers);
        allNumbers.addAll(moreNumbers);
        PseudonymTable table = new PseudonymTable(all, allNumbers);
        table.parts = parts(table, more);
        return table;
    }

    /** Returns whether all values of another table are in this one. */
    boolean hasAll(PseudonymTable other) {
        return other == this || plus(other.values, other.numbers) == this;
    }

    /** Returns a table with the values of both; one of them if it has all. */
    PseudonymTable and(PseudonymTable other) {
        if (other.size() > size()) {
            return other.and(this);
        }
        return other == this ? this : plus(other.values, other.numbers);
    }

    /** Passes each value on. */
    void forEach(Each each) {
        values.forEach((pseudonym, value) -> each.accept(kind(pseudonym), value, numbers.contains(pseudonym)));
    }

    /** Receives a value with its kind, and whether it is a JSON number. */
    interface Each {
        void accept(String kind, String value, boolean number);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    int size() {
        return values.size();
    }

    /** Returns whether a text is a pseudonym of this table, with nothing but punctuation around it. */
    boolean isPseudonym(String text) {
        List<Match> found = writtenFinder.all(text);
        return found.size() == 1
                && new StringBuilder(text)
                        .delete(found.get(0).start(), found.get(0).end())
                        .chars()
                        .noneMatch(AsciiChars::anyAlnum);
    }

    /** Returns where values occur alone in a text. */
    List<Match> matches(String text) {
        List<Match> matches = repeated.all(text);
        matches.replaceAll(found -> {
            String value = NormalizedText.string(text.substring(found.start(), found.end()));
            return new Match(kind(pseudonym(value, "")), found.start(), found.end());
        });
        return matches;
    }

    /** Returns the values that occur alone within another one. They are looked for once for each value that is added. */
    Set<String> parts() {
        Set<String> known = parts;
        if (known == null) {
            Set<String> found = new HashSet<>();
            addParts(values.values(), repeated, found);
            known = Set.copyOf(found);
            parts = known;
        }
        return known;
    }

    /** Returns the parts of a table that has more values than this one; null if those of this one are not known. */
    private @Nullable Set<String> parts(PseudonymTable table, Map<String, String> more) {
        Set<String> known = parts;
        if (known == null) {
            return null;
        }
        Map<String, String> added = new HashMap<>(more);
        added.keySet().removeAll(values.keySet());
        Set<String> normal = new HashSet<>();
        added.values().forEach(value -> normal.add(NormalizedText.string(value)));
        Set<String> found = new HashSet<>(known);
        addParts(added.values(), table.repeated, found);
        addParts(values.values(), MatchFinder.ofWords(words(normal, table.inWords)), found);
        return Set.copyOf(found);
    }

    private static void addParts(Collection<String> values, MatchFinder of, Set<String> parts) {
        for (String value : values) {
            for (String shorter : List.of(value.substring(1), value.substring(0, value.length() - 1))) {
                for (Match part : of.all(shorter)) {
                    parts.add(shorter.substring(part.start(), part.end()));
                }
            }
        }
    }

    /** Returns a replacement of known values by their pseudonyms. */
    TextReplacement hiding() {
        return new TextReplacement(repeated::all, (kind, value) -> pseudonym(NormalizedText.string(value), value));
    }

    /** Returns the pseudonym of a normalised value that was found; of a long one the text may have the beginning alone. */
    private String pseudonym(String found, String otherwise) {
        String known = pseudonyms.get(found);
        known = known == null ? longOnes.get(WordListDetector.beginning(found)) : known;
        return known == null ? otherwise : known;
    }

    /**
     * Returns a filter that restores values in JSON that has a schema, as numbers where the schema requires one; in links
     * only if {@code inLinks}.
     */
    StreamFilter restoringJson(Json schema, boolean inLinks) {
        boolean typed = values.values().stream().anyMatch(TypedValues::isNumber);
        return typed ? new ArgumentStreamFilter(json -> typed(json, schema, inLinks)) : restoringJson(inLinks);
    }

    private String typed(String json, Json schema, boolean inLinks) {
        StreamFilter words = restoringJson(inLinks);
        String all = new TypedValues(values, numbers).restored(json, schema);
        return words.accept(all) + words.finish();
    }

    /** Returns a filter that restores values in a stream; in links only if {@code inLinks}. */
    StreamFilter restoring(boolean inLinks) {
        return new StreamRedactor(
                writtenFinder,
                inLinks ? (kind, written) -> value(written) : outsideLinks(false),
                this.written::isBegun);
    }

    /** Returns a replacer that leaves pseudonyms in links, because a view may load an image and send its address. */
    private MatchReplacer outsideLinks(boolean json) {
        LinkTracker links = new LinkTracker(json);
        return new MatchReplacer() {
            @Override
            public String of(String kind, String written) {
                links.passValue();
                return links.isInside() ? written : json ? quoted(value(written)) : value(written);
            }

            @Override
            public void passed(CharSequence text, int from, int to) {
                links.pass(text, from, to);
            }
        };
    }

    /** Returns the pseudonyms in a text as they are written there, with their values, in order. */
    Map<String, String> meanings(String text) {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (Match each : writtenFinder.all(text)) {
            String found = text.substring(each.start(), each.end());
            meanings.put(found, value(found));
        }
        return meanings;
    }

    /** Returns the value of a pseudonym, which a model may have written in another form. */
    private String value(String written) {
        return this.written.meant(written).map(values::get).orElse(written);
    }

    /**
     * Returns JSON with the values of its pseudonyms. Each value has a mark, so that it is hidden again wherever the JSON
     * is sent, whatever is around it.
     */
    Json restored(Json json) {
        return switch (json.kind()) {
            case STRING -> restored(json.asText(), json);
            case ARRAY -> Json.of(json.elements().stream().map(this::restored).toList());
            case OBJECT -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                json.fields().forEach((name, value) -> fields.put(restored(name), restored(value)));
                yield Json.of(fields);
            }
            default -> json;
        };
    }

    private Json restored(String text, Json string) {
        List<Match> found = writtenFinder.all(text);
        if (found.isEmpty()) {
            return string;
        }
        if (numbers.contains(text)) {
            return MarkedText.number(value(text), kindOf(text));
        }
        List<Json> parts = new ArrayList<>();
        int done = 0;
        for (Match match : found) {
            String pseudonym = text.substring(match.start(), match.end());
            String value = value(pseudonym);
            parts.add(MarkedText.slice(string, done, match.start()));
            parts.add(MarkedText.of(value, List.of(new Mark(kindOf(pseudonym), 0, value.length()))));
            done = match.end();
        }
        parts.add(MarkedText.slice(string, done, text.length()));
        return MarkedText.join(parts);
    }

    /** Returns the kind of the value of a pseudonym, which a model may have written in another form. */
    private String kindOf(String written) {
        return kind(this.written.meant(written).orElse(written));
    }

    private static String kind(String pseudonym) {
        return pseudonym.substring(0, Math.max(0, pseudonym.lastIndexOf('_')));
    }

    /** Returns a text with the values of its pseudonyms. */
    String restored(String text) {
        return new TextReplacement(writtenFinder::all, (kind, written) -> value(written)).apply(text);
    }

    /**
     * Returns a filter that restores values in the text of JSON, where a value is escaped as in a string; in links only
     * if {@code inLinks}.
     */
    StreamFilter restoringJson(boolean inLinks) {
        return new StreamRedactor(
                writtenFinder,
                inLinks ? (kind, written) -> quoted(value(written)) : outsideLinks(true),
                this.written::isBegun);
    }

    private static String quoted(String value) {
        String json = Json.of(value).text();
        return json.substring(1, json.length() - 1);
    }

    @Override
    public String toString() {
        return "PseudonymTable[" + values.size() + " values]";
    }

    /**
     * Restores the JSON numbers in the arguments of a tool call: a string that is only a pseudonym becomes a number if
     * the tool's schema requires a number, or if it names no type and the value was a number when it was hidden.
     */
    private static final class TypedValues {
        /** The maximum number of references and alternatives of a schema that are followed at one position. */
        private static final int MOST_STEPS = 16;

        private static final String LOCAL = "#/";

        private final Map<String, String> values;
        private final Set<String> numbers;

        TypedValues(Map<String, String> values, Set<String> numbers) {
            this.values = values;
            this.numbers = numbers;
        }

        /** Returns whether a text is a JSON number. */
        static boolean isNumber(String text) {
            if (text.isEmpty() || !(AsciiChars.digit(text.charAt(0)) || text.charAt(0) == '-')) {
                return false;
            }
            try {
                return Json.parse(text).kind() == Json.Kind.NUMBER;
            } catch (JsonException e) {
                return false;
            }
        }

        /** Returns the arguments with these numbers; unchanged if there are none, or the arguments are not JSON. */
        String restored(String arguments, Json schema) {
            try {
                Json json = Json.parse(arguments);
                Json restored = value(json, List.of(schema), schema);
                return restored.equals(json) ? arguments : restored.text();
            } catch (JsonException e) {
                return arguments;
            }
        }

        private Json value(Json json, List<Json> shapes, Json root) {
            return switch (json.kind()) {
                case STRING -> leaf(json, shapes, root);
                case OBJECT -> object(json, shapes, root);
                case ARRAY ->
                    Json.of(json.elements().stream()
                            .map(element -> value(element, below(shapes, root, "items", ""), root))
                            .toList());
                default -> json;
            };
        }

        private Json object(Json json, List<Json> shapes, Json root) {
            Map<String, Json> fields = new LinkedHashMap<>();
            json.fields()
                    .forEach((name, value) ->
                            fields.put(name, value(value, below(shapes, root, "properties", name), root)));
            return Json.of(fields);
        }

        private Json leaf(Json json, List<Json> shapes, Json root) {
            String value = values.getOrDefault(json.asText(), "");
            if (!isNumber(value)) {
                return json;
            }
            Set<String> types = new HashSet<>();
            resolved(shapes, root).forEach(shape -> addTypes(shape.get("type"), types));
            boolean wanted = types.contains("number") || types.contains("integer");
            boolean number = types.isEmpty() ? numbers.contains(json.asText()) : wanted && !types.contains("string");
            return number ? Json.parse(value) : json;
        }

        private static void addTypes(Json type, Set<String> types) {
            if (type.kind() == Json.Kind.STRING) {
                types.add(type.asText());
            } else if (type.kind() == Json.Kind.ARRAY) {
                type.elements().forEach(each -> addTypes(each, types));
            }
        }

        /** Returns the schemas of a member, or of the elements. */
        private static List<Json> below(List<Json> shapes, Json root, String keyword, String name) {
            return resolved(shapes, root).stream()
                    .map(shape -> {
                        Json held = name.isEmpty() ? shape.get(keyword) : member(shape.get(keyword), name);
                        return held.exists() || name.isEmpty() ? held : shape.get("additionalProperties");
                    })
                    .filter(shape -> shape.kind() == Json.Kind.OBJECT)
                    .toList();
        }

        private static Json member(Json object, String name) {
            return object.kind() == Json.Kind.OBJECT
                    ? object.get(name)
                    : Json.object().get(name);
        }

        /** Returns the schemas themselves, those that they refer to, and their alternatives. */
        private static List<Json> resolved(List<Json> shapes, Json root) {
            List<Json> all = new ArrayList<>(shapes);
            for (int i = 0; i < all.size() && all.size() < MOST_STEPS; i++) {
                Json shape = all.get(i);
                Json reference = shape.get("$ref");
                if (reference.kind() == Json.Kind.STRING && reference.asText().startsWith(LOCAL)) {
                    Json target = root.at(reference.asText().substring(1));
                    add(target, all);
                }
                for (String keyword : List.of("anyOf", "oneOf", "allOf")) {
                    Json alternatives = shape.get(keyword);
                    if (alternatives.kind() == Json.Kind.ARRAY) {
                        alternatives.elements().forEach(each -> add(each, all));
                    }
                }
            }
            return all;
        }

        private static void add(Json shape, List<Json> all) {
            if (shape.kind() == Json.Kind.OBJECT && all.size() < MOST_STEPS) {
                all.add(shape);
            }
        }
    }
}
