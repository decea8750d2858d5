package dev.plumbline.providers;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The {@code reasoning_details} of one answer while they arrive: opaque data the provider wants back. Pieces of one detail
 * (same type, index and id) become one again, so that a long line of thought is sent back once and not word by word. Not
 * thread-safe.
 */
final class ReasoningDetails {
    private final List<Detail> details = new ArrayList<>(0);

    /** Takes one detail or piece of it; what is no object is left out. */
    void add(Json piece) {
        if (piece.kind() != Json.Kind.OBJECT) {
            return;
        }
        if (details.isEmpty() || !details.get(details.size() - 1).goesOnWith(piece)) {
            details.add(new Detail(piece));
        }
        details.get(details.size() - 1).add(piece);
    }

    /** What there was since the last time, as one array; empty when there was nothing. */
    Optional<Json> take() {
        if (details.isEmpty()) {
            return Optional.empty();
        }
        Json all = Json.of(details.stream().map(Detail::toJson).toList());
        details.clear();
        return Optional.of(all);
    }

    /** The words of one piece, where there is no plain reasoning. */
    static String words(Json piece) {
        String text = textOf(piece.get("text"));
        return text.isEmpty() ? textOf(piece.get("summary")) : text;
    }

    private static String textOf(Json value) {
        return value.kind() == Json.Kind.STRING ? value.asText() : "";
    }

    private static final class Detail {
        private final Json first;
        private final Map<String, Json> members = new LinkedHashMap<>();
        private final Map<String, StringBuilder> words = new LinkedHashMap<>();

        Detail(Json first) {
            this.first = first;
        }

        boolean goesOnWith(Json piece) {
            return same(piece, "type") && same(piece, "index") && same(piece, "id");
        }

        private boolean same(Json piece, String member) {
            return Objects.equals(first.get(member), piece.get(member));
        }

        void add(Json piece) {
            piece.fields().forEach((name, value) -> {
                if (value.kind() != Json.Kind.NULL || !members.containsKey(name)) {
                    members.put(name, value);
                }
                if (name.equals("text") || name.equals("summary")) {
                    words.computeIfAbsent(name, n -> new StringBuilder()).append(textOf(value));
                }
            });
        }

        Json toJson() {
            words.forEach((name, text) -> members.put(name, Json.of(text.toString())));
            return Json.of(members);
        }
    }
}
