package dev.plumbline.testkit.server;

import java.time.Duration;
import java.util.Optional;

/**
 * A block of a request, in the order in which a service reads it.
 *
 * @param part the part of the request that it belongs to
 * @param kind whether the model wrote it
 * @param content its JSON with its role, without marks of a cache; equal content is the same to a service
 * @param tokens its estimated tokens
 * @param mark for how long the service is asked to keep the request up to here; empty if it is not asked
 * @param place where it is in the request, as services name it: {@code messages.1.content.0}
 * @param words the text or the id of a call, by which an answer is recognised; for reasoning, its signature
 */
record PromptBlock(
        ServiceBill.Part part,
        Kind kind,
        String content,
        long tokens,
        Optional<Duration> mark,
        String place,
        String words) {

    PromptBlock withMark(Duration lifeTime) {
        return new PromptBlock(part, kind, content, tokens, Optional.of(lifeTime), place, words);
    }

    boolean isReasoning() {
        return kind == Kind.REASONING;
    }

    /** Who wrote a block. */
    enum Kind {
        /** The program. */
        INPUT,
        /** The model: text and calls. */
        ANSWER,
        /** The model: what is bound to everything before it. */
        REASONING
    }
}
