package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a return that is stored. Tool calls of an incomplete answer are left out: their arguments may be cut, and
 * they never run.
 *
 * @param interactions the answer's text, and its calls when it is complete
 * @param status whether the answer is complete
 * @param error why the turn cannot continue with it; null if it can
 */
public record StoredAnswer(
        List<Interaction> interactions,
        ConversationEntry.Status status,
        @Nullable AiError error) {

    /** Returns the stored part of a return; {@code shaped} says whether its text is a JSON value. */
    public static StoredAnswer of(AiReturn ret, boolean shaped) {
        boolean cut = ret.finish() == FinishReason.LENGTH || ret.finish() == FinishReason.CONTENT_FILTER;
        int depth = 0;
        for (Interaction item : ret.interactions()) {
            depth = Math.max(depth, depth(item));
        }
        AiError error =
                ret.isOk() ? unusable(ret, depth, cut, shaped) : ret.error().orElseThrow();
        boolean whole = ret.isOk() && !cut && depth <= UntrustedJson.MAX_DEPTH;
        return new StoredAnswer(kept(ret.interactions(), whole), status(error, cut), error);
    }

    private static List<Interaction> kept(List<Interaction> interactions, boolean whole) {
        List<Interaction> kept = new ArrayList<>(interactions.size());
        for (Interaction item : interactions) {
            boolean words = item instanceof Interaction.Assistant;
            if (depth(item) <= UntrustedJson.MAX_DEPTH && (words || (whole && item instanceof Interaction.ToolCall))) {
                kept.add(item);
            }
        }
        return kept;
    }

    /** Returns the nesting depth of the JSON of a call or of opaque provider data. */
    private static int depth(Interaction item) {
        int depth = 0;
        if (item instanceof Interaction.ToolCall call) {
            depth = call.arguments().depth();
        } else if (item instanceof Interaction.Assistant assistant) {
            for (Part part : assistant.parts()) {
                depth = part instanceof Part.Opaque opaque
                        ? Math.max(depth, opaque.data().depth())
                        : depth;
            }
        }
        return depth;
    }

    private static @Nullable AiError unusable(AiReturn ret, int depth, boolean cut, boolean shaped) {
        if (depth > UntrustedJson.MAX_DEPTH) {
            return AiError.of(
                    AiError.Category.INVALID_RESPONSE,
                    "too-deep",
                    "the answer holds JSON nested " + depth + " levels deep, and at most " + UntrustedJson.MAX_DEPTH
                            + " are allowed: ask for a flatter one");
        }
        return cut && (shaped || !ret.toolCalls().isEmpty()) ? truncated(ret) : null;
    }

    /** Returns the error for a truncated answer: its text is stored, a call or a JSON value is not. */
    private static AiError truncated(AiReturn ret) {
        AiError.Category category =
                ret.finish() == FinishReason.LENGTH ? AiError.Category.TRUNCATED : AiError.Category.CONTENT_FILTERED;
        return AiError.of(
                category, "cut", "the answer ended in the middle of a value or tool call; see maxOutputTokens");
    }

    private static ConversationEntry.Status status(@Nullable AiError error, boolean cut) {
        if (error != null) {
            return error.category() == AiError.Category.CANCELLED
                    ? ConversationEntry.Status.CANCELLED
                    : ConversationEntry.Status.FAILED;
        }
        return cut ? ConversationEntry.Status.INCOMPLETE : ConversationEntry.Status.COMPLETE;
    }
}
