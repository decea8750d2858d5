package dev.plumbline.testkit.cassette;

import dev.plumbline.body.Part;
import dev.plumbline.call.AiDelta;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.internal.DeltaText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Redacts an answer independently of its pieces: texts are searched as a whole, and the pieces keep their boundaries. A
 * found value is replaced by its kind in brackets.
 */
final class RecordingRedactor {
    private final Redactor redactor;

    RecordingRedactor(Redactor redactor) {
        this.redactor = redactor;
    }

    List<AiDelta> of(List<AiDelta> stream) {
        Map<Object, StringBuilder> texts = new HashMap<>();
        for (AiDelta delta : stream) {
            texts.computeIfAbsent(channel(delta), channel -> new StringBuilder())
                    .append(DeltaText.of(delta));
        }
        Map<Object, Masked> masked = new HashMap<>();
        texts.forEach((channel, text) -> masked.put(channel, new Masked(spans(text.toString()))));
        List<AiDelta> reworded = new ArrayList<>();
        for (AiDelta delta : stream) {
            reworded.add(with(
                    delta,
                    masked.getOrDefault(channel(delta), new Masked(List.of())).next(DeltaText.of(delta))));
        }
        return reworded.stream()
                .filter(Predicate.not(RecordingRedactor::isEmpty))
                .toList();
    }

    /** Returns the found spans with overlapping ones merged. */
    private List<Redactor.Span> spans(String text) {
        List<Redactor.Span> joined = new ArrayList<>();
        List<Redactor.Span> found = new ArrayList<>(redactor.find(text));
        found.sort(Comparator.comparingInt(Redactor.Span::start));
        for (Redactor.Span span : found) {
            int last = joined.size() - 1;
            if (last >= 0 && span.start() < joined.get(last).end()) {
                Redactor.Span before = joined.get(last);
                joined.set(
                        last,
                        new Redactor.Span(
                                before.start(),
                                Math.max(before.end(), span.end()),
                                before.kind(),
                                before.confidence()));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }

    /** Returns the key of the text to which a delta belongs: its kind, or the tool call of arguments. */
    private static Object channel(AiDelta delta) {
        return delta instanceof AiDelta.ToolCallPart part ? part.index() : delta.getClass();
    }

    private AiDelta with(AiDelta delta, String text) {
        return delta instanceof AiDelta.Whole whole && whole.part() instanceof Part.Opaque opaque
                ? new AiDelta.Whole(
                        new Part.Opaque(opaque.provider(), leaves(opaque.data()), opaque.prefix(), opaque.writer()))
                : DeltaText.with(delta, text);
    }

    private Json leaves(Json value) {
        return switch (value.kind()) {
            case STRING -> Json.of(new Masked(spans(value.asText())).next(value.asText()));
            case ARRAY -> Json.of(value.elements().stream().map(this::leaves).toList());
            case OBJECT -> {
                Map<String, Json> members = new LinkedHashMap<>();
                value.fields().forEach((name, member) -> members.put(name, leaves(member)));
                yield Json.of(members);
            }
            default -> value;
        };
    }

    private static boolean isEmpty(AiDelta delta) {
        return DeltaText.isIn(delta)
                && !(delta instanceof AiDelta.ToolCallPart)
                && DeltaText.of(delta).isEmpty();
    }

    /** A redacted text that is returned piece by piece. */
    private static final class Masked {
        private final List<Redactor.Span> spans;
        private int at;

        Masked(List<Redactor.Span> spans) {
            this.spans = spans;
        }

        String next(String piece) {
            StringBuilder kept = new StringBuilder();
            for (int i = 0; i < piece.length(); i++) {
                kept.append(shown(at++, piece.charAt(i)));
            }
            return kept.toString();
        }

        private String shown(int here, char c) {
            return spans.stream()
                    .filter(span -> span.start() <= here && here < span.end())
                    .findFirst()
                    .map(span -> span.start() == here ? "[" + span.kind() + "]" : "")
                    .orElseGet(() -> String.valueOf(c));
        }
    }
}
