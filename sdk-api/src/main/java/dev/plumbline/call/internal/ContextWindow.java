package dev.plumbline.call.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import java.util.List;
import java.util.Optional;

/**
 * What is known of the context window of a call's model. Immutable.
 *
 * @param tokens its size in tokens; 0 if it is not known
 * @param local whether the model runs on a server of this machine or of the local network
 */
public record ContextWindow(int tokens, boolean local) {
    /** Nothing is known. */
    public static final ContextWindow UNKNOWN = new ContextWindow(0, false);

    /** The note of a call. */
    public static final TypedKey<ContextWindow> KEY = TypedKey.of("plumbline.window", ContextWindow.class);

    /** The detail of a CONTEXT_OVERFLOW error with the size of the window in tokens. */
    public static final String SIZE = "window";

    /** The code of the error of a message that does not fit alone: a shorter conversation does not help. */
    public static final String MESSAGE_TOO_LARGE = "message-too-large";

    /**
     * Returns the error of the newest message of the user if it alone is larger than the window of a local server, which might
     * cut it without a word. A service counts by itself: tokens are estimated here, and what it would accept is not refused.
     */
    public Optional<AiError> tooLarge(List<? extends Interaction> sent) {
        for (int i = sent.size() - 1; local && tokens > 0 && i >= 0; i--) {
            if (sent.get(i) instanceof Interaction.User said) {
                return TokenEstimate.of(List.of(said)) > tokens ? Optional.of(tooLarge(said)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the error of a message of the user that does not fit into the window. */
    public AiError tooLarge(Interaction.User said) {
        long size = TokenEstimate.of(List.of(said));
        AiError error = AiError.of(
                        AiError.Category.CONTEXT_OVERFLOW,
                        MESSAGE_TOO_LARGE,
                        "a message of the user has about " + size + " tokens, and the context window of the model "
                                + (tokens > 0 ? "has " + tokens : "is smaller")
                                + ": send a part of it, offer a tool that reads the file in parts, or set a larger window")
                .withDetail("tokens", String.valueOf(size));
        AiError known = tokens > 0 ? error.withDetail(SIZE, String.valueOf(tokens)) : error;
        return largest(said)
                .map(file -> known.withDetail("file", file.name())
                        .withDetail(
                                "tokens", String.valueOf(Math.max(1, file.blob().size() / 4))))
                .orElse(known);
    }

    /** Returns the file of text that is more than half of a message. */
    private static Optional<Part.File> largest(Interaction.User said) {
        long all = TokenEstimate.of(List.of(said));
        for (Part part : said.parts()) {
            if (part instanceof Part.File file
                    && TokenEstimate.isText(file.blob())
                    && file.blob().size() / 4 > all / 2) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
