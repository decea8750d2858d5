package dev.plumbline.testkit.internal;

import dev.plumbline.call.AiDelta;

/** The text of a delta: text, reasoning, a refusal, or arguments of a tool call. Stateless. */
public final class DeltaText {
    private DeltaText() {}

    /** Returns whether a delta is a piece of a text. */
    public static boolean isIn(AiDelta delta) {
        return delta instanceof AiDelta.Text
                || delta instanceof AiDelta.Reasoning
                || delta instanceof AiDelta.Refusal
                || delta instanceof AiDelta.ToolCallPart;
    }

    /** Returns the text of a delta; empty if it has none. */
    public static String of(AiDelta delta) {
        if (delta instanceof AiDelta.Text text) {
            return text.text();
        } else if (delta instanceof AiDelta.Reasoning reasoning) {
            return reasoning.text();
        } else if (delta instanceof AiDelta.Refusal refusal) {
            return refusal.text();
        }
        return delta instanceof AiDelta.ToolCallPart part ? part.arguments() : "";
    }

    /** Returns a delta with another text; the same if it has none. */
    public static AiDelta with(AiDelta delta, String text) {
        if (delta instanceof AiDelta.Text) {
            return new AiDelta.Text(text);
        } else if (delta instanceof AiDelta.Reasoning) {
            return new AiDelta.Reasoning(text);
        } else if (delta instanceof AiDelta.Refusal) {
            return new AiDelta.Refusal(text);
        }
        return delta instanceof AiDelta.ToolCallPart part
                ? new AiDelta.ToolCallPart(part.index(), part.id(), part.name(), text)
                : delta;
    }
}
