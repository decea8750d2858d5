package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Deltas in, content out: the one definition of what a stream amounts to. Adjacent text of one kind is one part,
 * whatever the chunking; parts and tool calls are in the order in which they began. Not thread-safe.
 */
public final class Fold implements Consumer<AiDelta> {
    private static final Json NO_ARGUMENTS = Json.of(Map.of());

    private final List<Piece> pieces = new ArrayList<>();
    private Optional<TextPiece> open = Optional.empty();
    private Usage usage = Usage.NONE;
    private FinishReason finish = FinishReason.NONE;

    private Fold() {}

    /** An empty fold. */
    public static Fold create() {
        return new Fold();
    }

    /** The fold of these deltas. */
    public static AiReturn of(Iterable<AiDelta> deltas) {
        Fold fold = create();
        deltas.forEach(fold);
        return fold.toReturn();
    }

    @Override
    public void accept(AiDelta delta) {
        if (delta instanceof AiDelta.Text text) {
            words(TextPiece.Kind.TEXT, text.text());
        } else if (delta instanceof AiDelta.Reasoning reasoning) {
            words(TextPiece.Kind.REASONING, reasoning.text());
        } else if (delta instanceof AiDelta.ToolCallPart part) {
            call(part);
        } else if (delta instanceof AiDelta.UsageReport report) {
            usage = usage.plus(report.usage());
        } else if (delta instanceof AiDelta.Finish end) {
            finish = end.reason();
        } else {
            seldom(delta);
        }
    }

    private void seldom(AiDelta delta) {
        if (delta instanceof AiDelta.Refusal refusal) {
            words(TextPiece.Kind.REFUSAL, refusal.text());
            return;
        }
        open = Optional.empty();
        if (delta instanceof AiDelta.Whole whole) {
            pieces.add(new WholePiece(whole.part()));
        } else if (delta instanceof AiDelta.Reset) {
            pieces.clear();
            finish = FinishReason.NONE;
        }
    }

    /** Whether there is any content or finish reason since the last Reset. */
    public boolean isEmpty() {
        return pieces.isEmpty() && finish == FinishReason.NONE;
    }

    /** The tokens reported so far; a Reset does not take them back. */
    public Usage usage() {
        return usage;
    }

    /** Why the model stopped, as far as it was said. */
    public FinishReason finish() {
        return finish;
    }

    /** The content so far, as interactions. */
    public List<Interaction> interactions() {
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
        return result;
    }

    /** The content so far, as a return without a model, ids or an error. */
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
        if (open.isEmpty() || open.get().kind != kind) {
            TextPiece words = new TextPiece(kind);
            pieces.add(words);
            open = Optional.of(words);
        }
        open.get().text.append(text);
    }

    private void call(AiDelta.ToolCallPart part) {
        open = Optional.empty();
        for (Piece piece : pieces) {
            if (piece instanceof ToolCallPiece call && call.index == part.index()) {
                call.add(part);
                return;
            }
        }
        ToolCallPiece call = new ToolCallPiece(part.index());
        pieces.add(call);
        call.add(part);
    }

    private static void flush(List<Part> parts, List<Interaction> into) {
        if (!parts.isEmpty()) {
            into.add(new Interaction.Assistant(parts));
            parts.clear();
        }
    }

    /** What began at one place of the answer. */
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
        private final StringBuilder text = new StringBuilder();

        TextPiece(Kind kind) {
            this.kind = kind;
        }

        @Override
        public Part toPart() {
            return switch (kind) {
                case TEXT -> new Part.Text(text.toString());
                case REASONING -> new Part.Reasoning(text.toString());
                case REFUSAL -> new Part.Refusal(text.toString());
            };
        }

        enum Kind {
            TEXT,
            REASONING,
            REFUSAL
        }
    }

    private static final class ToolCallPiece implements Piece {
        private final int index;
        private final StringBuilder arguments = new StringBuilder();
        private String id = "";
        private String name = "";

        ToolCallPiece(int index) {
            this.index = index;
        }

        void add(AiDelta.ToolCallPart part) {
            id = id.isEmpty() ? part.id() : id;
            name = name.isEmpty() ? part.name() : name;
            arguments.append(part.arguments());
        }

        Interaction toInteraction() {
            return new Interaction.ToolCall(id, name, parsed(arguments.toString()));
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
                return Json.of(text);
            }
        }
    }
}
