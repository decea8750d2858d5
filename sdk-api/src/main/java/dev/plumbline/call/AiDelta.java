package dev.plumbline.call;

import dev.plumbline.body.Part;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import java.util.Objects;

/**
 * One typed increment of an answer, never a snapshot. What a sequence of them amounts to is defined by {@link Fold}.
 * Immutable; {@code toString} shows kind and length only.
 */
public sealed interface AiDelta {

    /**
     * A piece of the answer's text.
     *
     * @param text what is appended
     */
    record Text(String text) implements AiDelta {
        public Text {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return "Text[" + text.length() + " characters]";
        }
    }

    /**
     * A piece of the model's reasoning.
     *
     * @param text what is appended
     */
    record Reasoning(String text) implements AiDelta {
        public Reasoning {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return "Reasoning[" + text.length() + " characters]";
        }
    }

    /**
     * A piece of the model's refusal.
     *
     * @param text what is appended
     */
    record Refusal(String text) implements AiDelta {
        public Refusal {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return "Refusal[" + text.length() + " characters]";
        }
    }

    /**
     * A piece of a tool call. Pieces of one call share the index; id and name may come late and are taken from the first
     * piece that has them.
     *
     * @param index which call of this answer
     * @param id its id, or empty
     * @param name its name, or empty
     * @param arguments what is appended to its arguments, or empty
     */
    record ToolCallPart(int index, String id, String name, String arguments) implements AiDelta {
        public ToolCallPart {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(arguments, "arguments");
        }

        @Override
        public String toString() {
            return "ToolCallPart[" + index + ", " + arguments.length() + " characters]";
        }
    }

    /** The end of a text, reasoning or refusal part: what follows of that kind is another part. */
    record Boundary() implements AiDelta {}

    /**
     * A part that comes in one piece: media, or a provider's opaque data.
     *
     * @param part the part
     */
    record Whole(Part part) implements AiDelta {
        public Whole {
            Objects.requireNonNull(part, "part");
        }
    }

    /**
     * Tokens used since the last report; reports add up, and no Reset takes them back.
     *
     * @param usage what was used
     */
    record UsageReport(Usage usage) implements AiDelta {
        public UsageReport {
            Objects.requireNonNull(usage, "usage");
        }
    }

    /**
     * The model stopped.
     *
     * @param reason why
     */
    record Finish(FinishReason reason) implements AiDelta {
        public Finish {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * Forget the content this call has sent so far; another attempt or another wording follows.
     *
     * @param attempt the number of the attempt that follows, from 2
     */
    record Reset(int attempt) implements AiDelta {}
}
