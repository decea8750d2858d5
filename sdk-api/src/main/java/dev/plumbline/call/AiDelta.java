package dev.plumbline.call;

import dev.plumbline.body.Part;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import java.util.Objects;

/**
 * One typed increment of an answer, never a snapshot. {@link Fold} defines the content that a sequence of deltas adds
 * up to. Immutable; {@code toString} shows kind and length only.
 */
public sealed interface AiDelta {

    /**
     * A piece of the answer's text.
     *
     * @param text the text to append
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
     * @param text the text to append
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
     * @param text the text to append
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
     * A piece of a tool call. Pieces of one call have the same index. The id may come late and is taken from the first
     * piece that has one. A name may come late and in pieces; pieces of it after the first arguments, and a repeated
     * name, are ignored.
     *
     * @param index the number of the call in this answer
     * @param id its id, or empty
     * @param name its name, or empty
     * @param arguments the text to append to its arguments, or empty
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

    /** The end of a text, reasoning or refusal part: later text of that kind starts another part. */
    record Boundary() implements AiDelta {}

    /**
     * A part that arrives in one piece: media, or a provider's opaque data.
     *
     * @param part the part
     */
    record Whole(Part part) implements AiDelta {
        public Whole {
            Objects.requireNonNull(part, "part");
        }
    }

    /**
     * The tokens used since the last report; reports add up, and no Reset takes them back.
     *
     * @param usage the tokens used
     */
    record UsageReport(Usage usage) implements AiDelta {
        public UsageReport {
            Objects.requireNonNull(usage, "usage");
        }
    }

    /**
     * The end of the model's answer.
     *
     * @param reason why the model stopped
     */
    record Finish(FinishReason reason) implements AiDelta {
        public Finish {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * Withdraws the content that this call has sent so far; another attempt or another text follows.
     *
     * @param attempt the number of the attempt that follows, from 2
     */
    record Reset(int attempt) implements AiDelta {}
}
