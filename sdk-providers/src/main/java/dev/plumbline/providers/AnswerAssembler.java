package dev.plumbline.providers;

import dev.plumbline.body.Part;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.DeltaSink;
import dev.plumbline.call.Fold;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One answer while it arrives: every delta goes to the sink and into the fold, and characters cut in two are joined
 * before. Usage and the finish reason are said once, at the end, because only the last word on them counts. One thread.
 */
final class AnswerAssembler {
    private static final int LONGEST_NAME = 100;

    private final String provider;
    private final DeltaSink sink;
    private final Fold fold = Fold.create();
    private final SurrogateJoiner text = new SurrogateJoiner();
    private final SurrogateJoiner reasoning = new SurrogateJoiner();
    private final SurrogateJoiner refusal = new SurrogateJoiner();
    private final ToolCallAssembler calls = new ToolCallAssembler();
    private final Details details = new Details();

    private @Nullable Usage usage;
    private FinishReason finish = FinishReason.NONE;
    private String model = "";

    /** An empty answer of that provider. */
    AnswerAssembler(String provider, DeltaSink sink) {
        this.provider = provider;
        this.sink = sink;
    }

    void reasoning(String words) {
        String whole = words.isEmpty() ? "" : reasoning.pass(words);
        if (!whole.isEmpty()) {
            push(new AiDelta.Reasoning(whole));
        }
    }

    /** Data the provider wants back; kept until something else follows, so that it does not cut the reasoning. */
    void detail(Json piece) {
        details.add(piece);
    }

    /** Data the provider wants back in this place. */
    void opaque(Json data) {
        flushHalves();
        push(new AiDelta.Whole(new Part.Opaque(provider, data)));
    }

    void text(String words) {
        String whole = words.isEmpty() ? "" : text.pass(words);
        if (!whole.isEmpty()) {
            flushDetails();
            push(new AiDelta.Text(whole));
        }
    }

    void refusal(String words) {
        String whole = words.isEmpty() ? "" : refusal.pass(words);
        if (!whole.isEmpty()) {
            flushDetails();
            push(new AiDelta.Refusal(whole));
        }
    }

    void call(ToolCallAssembler.Piece piece) {
        flushDetails();
        push(calls.take(piece));
    }

    void usage(Usage last) {
        usage = last;
    }

    void finish(FinishReason word) {
        finish = word;
    }

    void model(String name) {
        model = name;
    }

    boolean hasModel() {
        return !model.isEmpty();
    }

    boolean hasContent() {
        return !fold.isEmpty();
    }

    boolean isFinished() {
        return finish != FinishReason.NONE;
    }

    /** An empty answer with an unknown finish reason: it cannot be known to be complete. */
    Optional<AiError> unknownEnd() {
        return finish == FinishReason.OTHER && !hasContent()
                ? Optional.of(ProviderErrorMapper.unknownFinish())
                : Optional.empty();
    }

    /** Says what was kept for the end, and what all of it amounts to. */
    AiReturn.Builder end(boolean complete) {
        flushDetails();
        flushHalves();
        for (AiDelta rest : calls.rest()) {
            push(rest);
        }
        if (usage != null || complete) {
            push(new AiDelta.UsageReport(usage != null ? usage : new Usage(0, 0, 0, 0, 1)));
        }
        if (isFinished()) {
            push(new AiDelta.Finish(finish));
        }
        return fold.toReturn().toBuilder();
    }

    /** Who answered, as far as the answer says it in a form that can be a name. */
    ModelId model(ModelId asked) {
        if (model.equals(asked.name()) && provider.equals(asked.provider())) {
            return asked;
        }
        return isName(model) ? new ModelId(provider, model) : asked;
    }

    private static boolean isName(String text) {
        boolean name = !text.isEmpty() && text.length() <= LONGEST_NAME;
        for (int i = 0; name && i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            name = plain || "_./:@+-".indexOf(c) >= 0;
        }
        return name;
    }

    /** A copy of the error that is only retryable when nothing had arrived. */
    AiError afterContent(AiError error) {
        return hasContent() ? error.withRetryable(false) : error;
    }

    private void flushDetails() {
        Json data = details.take();
        if (data != null) {
            push(new AiDelta.Whole(new Part.Opaque(provider, data)));
        }
    }

    private void flushHalves() {
        reasoning(reasoning.rest());
        text(text.rest());
        refusal(refusal.rest());
    }

    private void push(AiDelta delta) {
        fold.accept(delta);
        sink.accept(delta);
    }

    /**
     * The {@code reasoning_details} of one answer while they arrive: opaque data the provider wants back. Pieces of one detail
     * (same type, index and id) become one again, so that a long line of thought is sent back once and not word by word. Not
     * thread-safe.
     */
    static final class Details {
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

        /** What there was since the last time, as one array; null when there was nothing. */
        @Nullable
        Json take() {
            if (details.isEmpty()) {
                return null;
            }
            Json all = Json.of(details.stream().map(Detail::toJson).toList());
            details.clear();
            return all;
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
}
