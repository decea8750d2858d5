package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.Mark;
import dev.plumbline.json.internal.MarkedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes every leaf of a JSON value: strings, member names and numbers; a hidden number becomes a string. For values,
 * the JSON is also scanned as text, and each leaf with the words of its names before it, so that nothing is shown that
 * would be hidden in the same JSON as text.
 */
final class JsonLeafMapper {
    /** The maximum nesting depth of JSON as text in JSON. */
    private static final int MOST_TEXTS = 3;

    /** The maximum number of names that are remembered as harmless. */
    private static final int MOST_NAMES = 64;

    private final TextReplacement change;
    private final boolean named;
    private final boolean everyNumber;

    private JsonLeafMapper(TextReplacement change, boolean named, boolean everyNumber) {
        this.change = change;
        this.named = named;
        this.everyNumber = everyNumber;
    }

    /** Returns a mapper for values: member names and the text around a leaf announce its kind. */
    static JsonLeafMapper ofValues(TextReplacement change) {
        return new JsonLeafMapper(change, true, false);
    }

    /**
     * Returns a mapper for schemas, whose names are keywords and names of later members: each leaf is scanned alone.
     */
    static JsonLeafMapper ofSchemas(TextReplacement change) {
        return new JsonLeafMapper(change, false, false);
    }

    /** Returns a mapper for known values: each leaf is scanned alone, and every number. */
    static JsonLeafMapper ofKnown(TextReplacement change) {
        return new JsonLeafMapper(change, false, true);
    }

    /** Returns whether a change left the value as it was. */
    @SuppressWarnings("ReferenceEquality") // an unchanged value is the same instance; a comparison would cost its size
    static boolean isSame(Json one, Json other) {
        return one == other;
    }

    /** Returns the value with every leaf changed; itself if nothing changes. */
    Json change(Json json) {
        return change(json, MemberNameWords.Context.NONE, 0);
    }

    private Json change(Json json, MemberNameWords.Context above, int texts) {
        ScannedJsonText document = named ? ScannedJsonText.of(json, change) : ScannedJsonText.none();
        return new Walk(document, texts).value(json, above);
    }

    /**
     * Changes a text, and one that is JSON as the value that it is, too, because its names announce its values. The
     * spelling stays where nothing changes.
     */
    String changeText(String text) {
        if (isLikeJson(text)) {
            try {
                Json json = Json.parse(text);
                Json changed = change(json);
                return changed.equals(json) ? change.apply(text) : hiddenAgain(text, changed.text());
            } catch (JsonException notJson) {
                return change.apply(text);
            }
        }
        return change.apply(text);
    }

    private static boolean isLikeJson(String text) {
        String begin = text.stripLeading();
        return begin.startsWith("{") || begin.startsWith("[");
    }

    /** Hides in the changed text the values that only its original spelling reveals. */
    private String hiddenAgain(String text, String inner) {
        Map<String, String> kinds = new HashMap<>();
        for (Match find : TextReplacement.merged(change.finder().apply(text))) {
            String value = text.substring(find.start(), find.end());
            if (!PseudonymGenerator.isOne(value)) {
                kinds.put(NormalizedText.string(value), find.kind());
            }
        }
        return kinds.isEmpty()
                ? inner
                : new TextReplacement(
                                PseudonymTable.finder(kinds.keySet())::all,
                                (kind, value) -> change.replacement()
                                        .of(kinds.getOrDefault(NormalizedText.string(value), kind), value))
                        .apply(inner);
    }

    private static boolean likeCard(String number) {
        boolean alike = number.length() >= ScannedJsonText.LONG;
        for (int i = 0; alike && i < number.length(); i++) {
            alike = AsciiChars.digit(number.charAt(i));
        }
        return alike;
    }

    /** One pass over a value, from its first leaf to its last. Used once, by one thread. */
    private final class Walk {
        private final ScannedJsonText document;
        private final List<Match> around;
        private final int texts;
        private final MemberNameWords names = new MemberNameWords();
        private int slot;
        private int passed;

        /**
         * Names of members without a match, so that each is scanned once; null before an array of several elements, and
         * while the text around has a match.
         */
        private @Nullable Set<String> harmless;

        Walk(ScannedJsonText document, int texts) {
            this.document = document;
            this.around = document.finds();
            this.texts = texts;
        }

        /** Returns the value itself if nothing in it changes. */
        Json value(Json json, MemberNameWords.Context above) {
            return switch (json.kind()) {
                case STRING -> string(json, above);
                case NUMBER -> number(json, above);
                case OBJECT -> object(json, above);
                case ARRAY -> array(json, above);
                default -> json;
            };
        }

        private Json array(Json json, MemberNameWords.Context above) {
            List<Json> elements = json.elements();
            if (elements.size() > 1 && harmless == null && around.isEmpty()) {
                harmless = new HashSet<>();
            }
            @Nullable List<Json> changed = null;
            for (int i = 0; i < elements.size(); i++) {
                Json element = elements.get(i);
                Json its = value(element, above);
                if (changed == null && !isSame(its, element)) {
                    changed = new ArrayList<>(elements.subList(0, i));
                }
                if (changed != null) {
                    changed.add(its);
                }
            }
            return changed == null ? json : Json.of(changed);
        }

        private Json object(Json json, MemberNameWords.Context above) {
            Map<String, Json> fields = json.fields();
            @Nullable Map<String, Json> changed = null;
            int same = 0;
            for (Map.Entry<String, Json> member : fields.entrySet()) {
                String name = name(member.getKey());
                Json its = value(member.getValue(), named ? names.into(above, member.getKey()) : above);
                if (changed == null && (!name.equals(member.getKey()) || !isSame(its, member.getValue()))) {
                    changed = first(fields, same);
                }
                if (changed != null) {
                    changed.put(unused(name, fields, changed), its);
                }
                same++;
            }
            return changed == null ? json : Json.of(changed);
        }

        /** Returns a name that no other member has, because two names may be hidden by the same words. */
        private static String unused(String name, Map<String, Json> fields, Map<String, Json> changed) {
            String unused = name;
            for (int i = 2; changed.containsKey(unused) || (i > 2 && fields.containsKey(unused)); i++) {
                unused = name + "_" + i;
            }
            return unused;
        }

        private static Map<String, Json> first(Map<String, Json> fields, int count) {
            Map<String, Json> first = new LinkedHashMap<>();
            for (Map.Entry<String, Json> member : fields.entrySet()) {
                if (first.size() == count) {
                    return first;
                }
                first.put(member.getKey(), member.getValue());
            }
            return first;
        }

        private String name(String name) {
            Set<String> known = harmless;
            if (known != null && known.contains(name)) {
                return name;
            }
            String changed = text(name, MemberNameWords.Context.NONE, List.of());
            if (known != null && known.size() < MOST_NAMES && changed.equals(name)) {
                known.add(name);
            }
            return changed;
        }

        private Json string(Json json, MemberNameWords.Context above) {
            String text = json.asText();
            String changed = text(text, above, marks(json));
            String inside = named && texts < MOST_TEXTS ? inside(text, changed, above) : changed;
            return inside.equals(text) ? json : Json.of(inside);
        }

        private Json number(Json json, MemberNameWords.Context above) {
            List<Mark> marks = marks(json);
            if (!everyNumber
                    && marks.isEmpty()
                    && !document.hasLongNumbers()
                    && around.isEmpty()
                    && above.prefixes().isEmpty()) {
                return json;
            }
            String text = json.text();
            boolean alone = everyNumber || likeCard(text) || !above.prefixes().isEmpty();
            List<Match> found = alone ? finds(text, above) : clipped(text, new ArrayList<>(0));
            List<Match> finds = TextReplacement.merged(with(marks, found));
            if (finds.isEmpty()) {
                return json;
            }
            return Json.of(
                    everyNumber // a known value may be within it: behind a sign, before a fraction
                            ? TextReplacement.of(text, finds, change.replacement())
                            : change.replacement().ofNumber(finds.get(0).kind(), text));
        }

        private String text(String text, MemberNameWords.Context above, List<Mark> marks) {
            return TextReplacement.of(text, with(marks, finds(text, above)), change.replacement());
        }

        /** Returns the marks of a leaf, which were found in the whole content that the leaf is a part of. */
        private List<Mark> marks(Json leaf) {
            List<Mark> marks = named ? MarkedText.marks(leaf) : List.of();
            return marks.isEmpty() || !marks.get(0).isOfSettings() ? marks : marks.subList(1, marks.size());
        }

        private static List<Match> with(List<Mark> marks, List<Match> finds) {
            if (marks.isEmpty()) {
                return finds;
            }
            List<Match> all = new ArrayList<>(finds);
            marks.forEach(mark -> all.add(new Match(mark.kind(), mark.start(), mark.end())));
            return all;
        }

        /** Changes JSON that is text in a string as the value that it is, unless nothing in it needs a change. */
        private String inside(String text, String changed, MemberNameWords.Context above) {
            if (!isLikeJson(text)) {
                return changed;
            }
            try {
                Json json = Json.parse(text);
                Json inner = change(json, above, texts + 1);
                return inner.equals(json) ? changed : hiddenAgain(text, inner.text());
            } catch (JsonException notJson) {
                return changed;
            }
        }

        /** Returns the matches in a leaf alone or after the words of its names, and in the text around it. */
        private List<Match> finds(String leaf, MemberNameWords.Context above) {
            List<Match> whole = new ArrayList<>(0);
            List<Match> finds = clipped(leaf, whole);
            if (above.prefixes().isEmpty()) {
                List<Match> alone = change.finder().apply(leaf);
                whole.addAll(alone);
                finds = finds.isEmpty() ? alone : joined(finds, alone);
            }
            for (String prefix : above.prefixes()) {
                int shift = prefix.length();
                for (Match find : change.finder().apply(prefix + leaf)) {
                    if (find.end() > shift) {
                        Match its = new Match(find.kind(), Math.max(0, find.start() - shift), find.end() - shift);
                        finds.add(its);
                        if (find.start() >= shift) {
                            whole.add(its);
                        }
                    }
                }
            }
            rememberParts(leaf, finds, whole);
            if (named && !finds.isEmpty()) { // a pseudonym after the word password is not a password
                finds.removeIf(find -> PseudonymGenerator.isOne(leaf.substring(find.start(), find.end())));
            }
            return finds;
        }

        /**
         * Has values replaced that are hidden as a part of a longer one, because each may be in another place on its
         * own: the names above a leaf and the text around it may announce different values.
         */
        private void rememberParts(String leaf, List<Match> finds, List<Match> whole) {
            if (finds.size() > 1 && !whole.isEmpty()) {
                List<Match> longer = TextReplacement.merged(finds);
                List<Match> parts = new ArrayList<>(whole);
                parts.sort(Comparator.comparingInt(Match::start));
                int next = 0;
                for (Match part : parts) {
                    while (longer.get(next).end() <= part.start()) {
                        next++;
                    }
                    if (part.length() < longer.get(next).length()) { // each part is a match, so one of these holds it
                        String unused = change.replacement().of(part.kind(), leaf.substring(part.start(), part.end()));
                    }
                }
            }
        }

        private static List<Match> joined(List<Match> one, List<Match> other) {
            List<Match> both = new ArrayList<>(one);
            both.addAll(other);
            return both;
        }

        /** Returns the parts within the next leaf of the matches in the whole text; {@code whole} receives whole ones. */
        private List<Match> clipped(String leaf, List<Match> whole) {
            List<Match> finds = new ArrayList<>(0);
            if (around.isEmpty()) {
                return finds;
            }
            ScannedJsonText.LeafRange here = document.slots().get(slot++);
            ScannedJsonText.LeafIndices indices = here.of(leaf, document.text());
            while (passed < around.size() && around.get(passed).end() <= here.start()) {
                passed++;
            }
            for (int i = passed; i < around.size() && around.get(i).start() < here.end(); i++) {
                Match find = around.get(i);
                Match its = new Match(
                        find.kind(),
                        indices.at(Math.max(find.start(), here.start()), false),
                        indices.at(Math.min(find.end(), here.end()), true));
                finds.add(its);
                if (find.start() >= here.start() && find.end() <= here.end()) {
                    whole.add(its);
                }
            }
            return finds;
        }
    }
}
