package dev.plumbline.call.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UnicodeValidator;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Accumulates deltas into content: the definition of a stream's content. Adjacent text of one kind is one part,
 * independent of the chunks; parts and tool calls are in the order in which they began. Half of a surrogate pair, which a
 * broken stream may have, becomes U+FFFD. Not thread-safe.
 */
public final class Fold implements Consumer<AiDelta> {
    private static final Json NO_ARGUMENTS = Json.of(Map.of());

    private final List<Piece> pieces = new ArrayList<>(2);
    private @Nullable Map<Integer, ToolCallPiece> calls;
    private @Nullable TextPiece open;
    private Usage usage = Usage.NONE;
    private FinishReason finish = FinishReason.NONE;

    /** The content as interactions; null if more has come since it was asked for. */
    private @Nullable List<Interaction> content;

    private Fold() {}

    /** Returns an empty fold. */
    public static Fold create() {
        return new Fold();
    }

    /** Returns the fold of these deltas. */
    public static AiReturn of(Iterable<AiDelta> deltas) {
        Fold fold = create();
        deltas.forEach(fold);
        return fold.toReturn();
    }

    @Override
    public void accept(AiDelta delta) {
        if (delta instanceof AiDelta.UsageReport report) {
            usage = usage.plus(report.usage());
        } else if (delta instanceof AiDelta.Finish end) {
            finish = end.reason();
        } else {
            content = null;
            more(delta);
        }
    }

    private void more(AiDelta delta) {
        if (delta instanceof AiDelta.Text text) {
            words(TextPiece.Kind.TEXT, text.text());
        } else if (delta instanceof AiDelta.Reasoning reasoning) {
            words(TextPiece.Kind.REASONING, reasoning.text());
        } else if (delta instanceof AiDelta.ToolCallPart part) {
            call(part);
        } else {
            seldom(delta);
        }
    }

    private void seldom(AiDelta delta) {
        if (delta instanceof AiDelta.Refusal refusal) {
            words(TextPiece.Kind.REFUSAL, refusal.text());
            return;
        }
        open = null;
        if (delta instanceof AiDelta.Whole whole) {
            pieces.add(new WholePiece(whole.part()));
        } else if (delta instanceof AiDelta.Reset) {
            pieces.clear();
            calls = null;
            finish = FinishReason.NONE;
        }
    }

    /** Returns whether it has no content and no finish reason since the last Reset. */
    public boolean isEmpty() {
        return pieces.isEmpty() && finish == FinishReason.NONE;
    }

    /** Returns the tokens reported so far; a Reset does not take them back. */
    public Usage usage() {
        return usage;
    }

    /** Returns why the model stopped, as far as it was reported. */
    public FinishReason finish() {
        return finish;
    }

    /** Returns the content so far, as interactions. */
    public List<Interaction> interactions() {
        List<Interaction> known = content;
        if (known == null) {
            known = made();
            content = known;
        }
        return known;
    }

    private List<Interaction> made() {
        if (pieces.isEmpty()) {
            return List.of();
        }
        if (pieces.size() == 1 && pieces.get(0) instanceof TextPiece only) {
            return List.of(new Interaction.Assistant(List.of(only.toPart())));
        }
        List<Interaction> result = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece instanceof ToolCallPiece call) {
                flush(parts, result);
                result.add(call.toInteraction());
            } else {
                parts.add(piece.toPart());
            }
        }
        flush(parts, result);
        return List.copyOf(result);
    }

    /** Returns the content so far, as a return without a model, ids or an error. */
    public AiReturn toReturn() {
        return AiReturn.builder()
                .interactions(interactions())
                .usage(usage)
                .finish(finish)
                .build();
    }

    private void words(TextPiece.Kind kind, String text) {
        if (text.isEmpty()) {
            return;
        }
        TextPiece words = open;
        if (words == null || words.kind != kind) {
            words = new TextPiece(kind, text);
            pieces.add(words);
            open = words;
        } else {
            words.append(text);
        }
    }

    private void call(AiDelta.ToolCallPart part) {
        open = null;
        calls = calls == null ? new HashMap<>() : calls;
        ToolCallPiece call = calls.get(part.index());
        if (call == null) {
            call = new ToolCallPiece();
            calls.put(part.index(), call);
            pieces.add(call);
        }
        call.add(part);
    }

    private static void flush(List<Part> parts, List<Interaction> into) {
        if (!parts.isEmpty()) {
            into.add(new Interaction.Assistant(parts));
            parts.clear();
        }
    }

    /** A part or tool call of the answer that has begun. */
    private sealed interface Piece {
        Part toPart();
    }

    private record WholePiece(Part part) implements Piece {
        @Override
        public Part toPart() {
            return part;
        }
    }

    private static final class TextPiece implements Piece {
        private final Kind kind;
        private final String first;

        /** All of the text; null while it came in one delta. */
        private @Nullable StringBuilder all;

        TextPiece(Kind kind, String first) {
            this.kind = kind;
            this.first = first;
        }

        void append(String more) {
            all = all == null ? new StringBuilder(first) : all;
            all.append(more);
        }

        @Override
        public Part toPart() {
            String text = UnicodeValidator.repaired(all == null ? first : all.toString());
            return switch (kind) {
                case TEXT -> new Part.Text(text);
                case REASONING -> new Part.Reasoning(text);
                case REFUSAL -> new Part.Refusal(text);
            };
        }

        enum Kind {
            TEXT,
            REASONING,
            REFUSAL
        }
    }

    private static final class ToolCallPiece implements Piece {
        private final StringBuilder arguments = new StringBuilder();
        private String id = "";
        private String name = "";

        void add(AiDelta.ToolCallPart part) {
            id = id.isEmpty() ? part.id() : id;
            boolean goesOn = arguments.isEmpty() && !name.equals(part.name());
            name = goesOn || name.isEmpty() ? name + part.name() : name;
            arguments.append(part.arguments());
        }

        Interaction toInteraction() {
            return new Interaction.ToolCall(
                    UnicodeValidator.repaired(id), UnicodeValidator.repaired(name), parsed(arguments.toString()));
        }

        @Override
        public Part toPart() {
            throw new IllegalStateException("a tool call is an interaction, not a part");
        }

        private static Json parsed(String text) {
            if (text.isBlank()) {
                return NO_ARGUMENTS;
            }
            try {
                Json json = UntrustedJson.parse(text);
                return json.kind() == Json.Kind.NULL ? NO_ARGUMENTS : json;
            } catch (JsonException e) {
                return Json.of(UnicodeValidator.repaired(text));
            }
        }
    }
}
