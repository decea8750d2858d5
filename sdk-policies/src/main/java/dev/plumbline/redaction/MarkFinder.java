package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonAccess;
import dev.plumbline.json.internal.JsonPointer;
import dev.plumbline.json.internal.Mark;
import dev.plumbline.json.internal.Marks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the positions of the values in a content: it replaces them by tokens, as redaction replaces them by pseudonyms, and
 * compares. Used once, by one thread.
 */
final class MarkFinder {
    private final TextRedactor texts;
    private final NavigableMap<String, List<Match>> values = new TreeMap<>();
    private final NavigableMap<String, List<Match>> names = new TreeMap<>();

    /** The kinds of the values that were found, by their normalised text. */
    private final Map<String, String> kinds = new HashMap<>();

    MarkFinder(TextRedactor texts) {
        this.texts = texts;
    }

    /** Returns the marks of the values that the detectors find, and of those that occur again elsewhere. */
    Marks marks(Json content) {
        Tokens found = new Tokens();
        compare(
                content,
                JsonLeafMapper.ofValues(new TextReplacement(texts::finds, found))
                        .change(content),
                "",
                found);
        found.values.forEach(each -> kinds.put(NormalizedText.string(each.text()), each.kind()));
        if (!kinds.isEmpty()) {
            MatchFinder known = PseudonymTable.finder(kinds.keySet());
            Tokens again = new Tokens();
            TextReplacement repeated = new TextReplacement(known::all, again);
            compare(content, JsonLeafMapper.ofKnown(repeated).change(content), "", again);
        }
        return new Marks(marks(values), marks(names));
    }

    private NavigableMap<String, List<Mark>> marks(NavigableMap<String, List<Match>> found) {
        NavigableMap<String, List<Mark>> marks = new TreeMap<>();
        found.forEach((pointer, matches) -> marks.put(
                pointer,
                TextReplacement.merged(matches).stream()
                        .map(match -> new Mark(match.kind(), match.start(), match.end()))
                        .toList()));
        return marks;
    }

    @SuppressWarnings("ReferenceEquality") // what did not change is the same node
    private void compare(Json given, Json changed, String pointer, Tokens tokens) {
        if (JsonAccess.node(given) == JsonAccess.node(changed)) {
            return;
        }
        switch (given.kind()) {
            case STRING -> put(values, pointer, given.asText(), changed.asText(), tokens);
            case NUMBER -> put(values, pointer, given.text(), changed.asText(), tokens);
            case ARRAY -> {
                for (int i = 0; i < given.elements().size(); i++) {
                    compare(given.elements().get(i), changed.elements().get(i), pointer + "/" + i, tokens);
                }
            }
            default -> members(given.fields(), changed.fields(), pointer, tokens);
        }
    }

    /** Compares members by their order; names have tokens of their own, so none is lost. */
    private void members(Map<String, Json> given, Map<String, Json> changed, String pointer, Tokens tokens) {
        var others = changed.entrySet().iterator();
        for (Map.Entry<String, Json> member : given.entrySet()) {
            Map.Entry<String, Json> other = others.next();
            String place = JsonPointer.below(pointer, member.getKey());
            if (!member.getKey().equals(other.getKey())) {
                put(names, place, member.getKey(), other.getKey(), tokens);
            }
            compare(member.getValue(), other.getValue(), place, tokens);
        }
    }

    private void put(Map<String, List<Match>> into, String pointer, String given, String changed, Tokens tokens) {
        into.computeIfAbsent(pointer, place -> new ArrayList<>()).addAll(tokens.matches(given, changed, kinds));
    }

    /** Replaces each value by a token of its own. */
    private static final class Tokens implements MatchReplacer {
        private static final char OPEN = '\ue000';
        private static final char CLOSE = '\ue001';

        private final List<Value> values = new ArrayList<>();

        @Override
        public String of(String kind, String value) {
            values.add(new Value(kind, value));
            return OPEN + Integer.toString(values.size() - 1) + CLOSE;
        }

        /** Returns the positions of the values that were replaced in a text. */
        List<Match> matches(String given, String changed, Map<String, String> kinds) {
            List<Match> matches = new ArrayList<>();
            int at = 0;
            int from = 0;
            while (from < changed.length()) {
                Value value = value(changed, from);
                String same = value == null ? changed.substring(from, from + 1) : value.text;
                if (!given.startsWith(same, at)) {
                    return occurrences(given, changed);
                }
                if (value != null) {
                    String kind = kinds.getOrDefault(NormalizedText.string(value.text), value.kind);
                    matches.add(new Match(kind, at, at + same.length()));
                }
                at += same.length();
                from = value == null ? from + 1 : changed.indexOf(CLOSE, from) + 1;
            }
            return matches;
        }

        /**
         * Returns every occurrence of the values in a text that was also changed in another way, as JSON within a text
         * is; the whole text if one of them is written otherwise.
         */
        private List<Match> occurrences(String given, String changed) {
            List<Match> matches = new ArrayList<>();
            for (int open = changed.indexOf(OPEN); open >= 0; open = changed.indexOf(OPEN, open + 1)) {
                Value value = value(changed, open);
                int at = value == null ? -1 : given.indexOf(value.text);
                if (value == null || at < 0) {
                    return List.of(new Match("ENCODED", 0, given.length()));
                }
                for (; at >= 0; at = given.indexOf(value.text, at + 1)) {
                    matches.add(new Match(value.kind, at, at + value.text.length()));
                }
            }
            return matches;
        }

        /** Returns the value whose token begins there; null if none does. */
        private @Nullable Value value(String changed, int from) {
            int end = changed.charAt(from) == OPEN ? changed.indexOf(CLOSE, from) : -1;
            if (end < 0) {
                return null;
            }
            String number = changed.substring(from + 1, end);
            return number.length() < 9
                            && !number.isEmpty()
                            && number.chars().allMatch(AsciiChars::digit)
                            && Integer.parseInt(number) < values.size()
                    ? values.get(Integer.parseInt(number))
                    : null;
        }
    }

    /** A value that was replaced. */
    private record Value(String kind, String text) {}
}
