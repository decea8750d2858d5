package dev.plumbline.testkit.server;

import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.util.Map;
import java.util.Optional;

/**
 * What the requests to a {@link ServiceEmulator} came to.
 *
 * @param requests the requests that were answered
 * @param usage their tokens
 * @param cost their cost by the prices that the emulator was given; empty if one that is needed is not known
 * @param refused the requests that were refused with 400
 * @param dropped the pieces of reasoning that were dropped because something before them had changed
 * @param beginnings the requests with which a conversation starts over, by the first part that had changed; unmodifiable
 */
public record ServiceBill(
        int requests, Usage usage, Optional<Cost> cost, int refused, int dropped, Map<Part, Integer> beginnings) {
    public ServiceBill {
        beginnings = Map.copyOf(beginnings);
    }

    /** A part of a request, in the order in which services read them. */
    public enum Part {
        /** The declared tools. */
        TOOLS,
        /** The instructions in front. */
        SYSTEM,
        /** The messages. */
        MESSAGES
    }
}
