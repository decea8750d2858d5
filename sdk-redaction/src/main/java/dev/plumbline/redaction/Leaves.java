package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A change of every leaf of a JSON value: strings, member names and numbers; a number that is hidden becomes a string. In
 * values the JSON is also scanned as the text it would be, and each leaf with the words of its names before it, so that
 * nothing is shown that the same JSON as text would hide.
 */
final class Leaves {
    private static final int CARD = 12;

    /** How often JSON may stand as text in JSON. */
    private static final int MOST_TEXTS = 3;

    /** Of a pseudonym, behind its kind. */
    private static final int DIGITS = 16;

    private static final Pattern PSEUDONYM = Pattern.compile("[A-Z][A-Z_]*_[0-9a-f]{" + DIGITS + "}");

    private final Splice change;
    private final boolean named;
    private final boolean everyNumber;

    private Leaves(Splice change, boolean named, boolean everyNumber) {
        this.change = change;
        this.named = named;
        this.everyNumber = everyNumber;
    }

    /** For values: names of members, and what stands around a leaf, say what it is. */
    static Leaves ofValues(Splice change) {
        return new Leaves(change, true, false);
    }

    /** For schemas, whose names are those of keywords and of members to come: each leaf alone. */
    static Leaves ofSchemas(Splice change) {
        return new Leaves(change, false, false);
    }

    /** For what is known by itself: each leaf alone, and every number. */
    static Leaves ofKnown(Splice change) {
        return new Leaves(change, false, true);
    }

    Json change(Json json) {
        return change(json, NameWords.Context.NONE, 0);
    }

    private Json change(Json json, NameWords.Context above, int texts) {
        Document document = named ? Document.of(json) : new Document();
        return new Walk(document, document.finds(change), texts).value(json, above);
    }

    /** The same of JSON that is written down; of any other text, as of one leaf. Spelling is kept where nothing is found. */
    String changeText(String text) {
        try {
            Json json = Json.parse(text);
            Json changed = change(json);
            return changed.equals(json) ? text : changed.text();
        } catch (JsonException notJson) {
            return change.apply(text);
        }
    }

    private static boolean isPseudonym(String text) {
        return text.length() > DIGITS
                && text.charAt(text.length() - DIGITS - 1) == '_'
                && PSEUDONYM.matcher(text).matches();
    }

    private static boolean likeCard(String number) {
        return number.length() >= CARD && number.chars().allMatch(Chars::digit);
    }

    /** One value from its first leaf to its last. One use, one thread. */
    private final class Walk {
        private final Document document;
        private final List<Find> around;
        private final int texts;
        private final NameWords names = new NameWords();
        private int slot;
        private int passed;

        Walk(Document document, List<Find> around, int texts) {
            this.document = document;
            this.around = around;
            this.texts = texts;
        }

        Json value(Json json, NameWords.Context above) {
            return switch (json.kind()) {
                case STRING -> string(json, above);
                case NUMBER -> number(json, above);
                case OBJECT -> object(json, above);
                case ARRAY ->
                    Json.of(json.elements().stream()
                            .map(element -> value(element, above))
                            .toList());
                default -> json;
            };
        }

        private Json object(Json json, NameWords.Context above) {
            Map<String, Json> fields = new LinkedHashMap<>();
            json.fields().forEach((name, value) -> {
                String changed = text(name, NameWords.Context.NONE);
                fields.put(changed, value(value, named ? names.into(above, name) : above));
            });
            return Json.of(fields);
        }

        private Json string(Json json, NameWords.Context above) {
            String text = json.asText();
            String changed = text(text, above);
            String inside = named && texts < MOST_TEXTS ? inside(text, changed, above) : changed;
            return inside.equals(text) ? json : Json.of(inside);
        }

        private Json number(Json json, NameWords.Context above) {
            String text = json.text();
            boolean alone = everyNumber || likeCard(text) || !above.prefixes().isEmpty();
            List<Find> finds = Splice.merged(alone ? finds(text, above) : clipped(text));
            return finds.isEmpty()
                    ? json
                    : Json.of(change.replacement().ofNumber(finds.get(0).kind(), text));
        }

        private String text(String text, NameWords.Context above) {
            return Splice.of(text, finds(text, above), change.replacement());
        }

        /** JSON that stands as text in a string is changed like the value it is, unless there is nothing to change. */
        private String inside(String text, String changed, NameWords.Context above) {
            if (!text.startsWith("{") && !text.startsWith("[")) {
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

        /** What only the text as it is spelled tells is hidden in the changed one. */
        private String hiddenAgain(String text, String inner) {
            String hidden = inner;
            for (Find find : Splice.merged(change.finder().apply(text))) {
                String value = text.substring(find.start(), find.end());
                if (hidden.contains(value) && !isPseudonym(value)) {
                    hidden = hidden.replace(value, change.replacement().of(find.kind(), value));
                }
            }
            return hidden;
        }

        /** What is found in a leaf alone or behind the words of its names, and in the text around it. */
        private List<Find> finds(String leaf, NameWords.Context above) {
            List<Find> finds = clipped(leaf);
            if (above.prefixes().isEmpty()) {
                finds.addAll(change.finder().apply(leaf));
            }
            for (String prefix : above.prefixes()) {
                int shift = prefix.length();
                for (Find find : change.finder().apply(prefix + leaf)) {
                    if (find.end() > shift) {
                        finds.add(new Find(find.kind(), Math.max(0, find.start() - shift), find.end() - shift));
                    }
                }
            }
            if (named) { // a pseudonym behind the word password is no password
                finds.removeIf(find -> isPseudonym(leaf.substring(find.start(), find.end())));
            }
            return finds;
        }

        /** What of the finds in the whole text stands in the next leaf. */
        private List<Find> clipped(String leaf) {
            List<Find> finds = new ArrayList<>(0);
            if (!named) {
                return finds;
            }
            Slot here = document.slots.get(slot++);
            while (passed < around.size() && around.get(passed).end() <= here.start) {
                passed++;
            }
            for (int i = passed; i < around.size() && around.get(i).start() < here.end; i++) {
                Find find = around.get(i);
                finds.add(new Find(
                        find.kind(),
                        here.plain(Math.max(find.start(), here.start), document.text, leaf, false),
                        here.plain(Math.min(find.end(), here.end), document.text, leaf, true)));
            }
            return finds;
        }
    }

    /** The text of a JSON value, and where its leaves stand in it. */
    private static final class Document {
        private final StringBuilder text = new StringBuilder(0);
        private final List<Slot> slots = new ArrayList<>(0);

        static Document of(Json json) {
            Document document = new Document();
            document.add(json);
            return document;
        }

        List<Find> finds(Splice change) {
            return text.isEmpty() ? List.of() : Splice.merged(change.finder().apply(text.toString()));
        }

        private void add(Json json) {
            switch (json.kind()) {
                case STRING -> string(json.asText());
                case NUMBER -> slot(json.text());
                case OBJECT -> object(json);
                case ARRAY -> array(json);
                default -> text.append(json.text());
            }
        }

        private void object(Json json) {
            String before = "{";
            for (Map.Entry<String, Json> member : json.fields().entrySet()) {
                text.append(before);
                string(member.getKey());
                text.append(':');
                add(member.getValue());
                before = ",";
            }
            text.append(json.fields().isEmpty() ? "{}" : "}");
        }

        private void array(Json json) {
            String before = "[";
            for (Json element : json.elements()) {
                text.append(before);
                add(element);
                before = ",";
            }
            text.append(json.elements().isEmpty() ? "[]" : "]");
        }

        private void string(String plain) {
            text.append('"');
            slot(written(plain));
            text.append('"');
        }

        /** A pseudonym begins with the name of its kind, which says nothing of what stands beside it. */
        private static String written(String plain) {
            if (isPseudonym(plain)) {
                return "_".repeat(plain.length());
            }
            if (plain.chars().noneMatch(c -> c < ' ' || c > '~' || c == '"' || c == '\\')) {
                return plain;
            }
            String quoted = Json.of(plain).text();
            return quoted.substring(1, quoted.length() - 1);
        }

        private void slot(String written) {
            slots.add(new Slot(text.length(), text.length() + written.length()));
            text.append(written);
        }
    }

    /** Where a leaf stands in the text. */
    private record Slot(int start, int end) {

        /** The place in the leaf that stands there in the text; in the middle of an escape its beginning, or its end. */
        int plain(int at, CharSequence text, String leaf, boolean behind) {
            if (end - start == leaf.length()) {
                return at - start;
            }
            int plain = 0;
            int written = start;
            while (written < at) {
                boolean escape = text.charAt(written) == '\\';
                int length = !escape ? 1 : text.charAt(written + 1) == 'u' ? 6 : 2;
                if (written + length > at && !behind) {
                    return plain;
                }
                written += length;
                plain++;
            }
            return plain;
        }
    }
}
