package dev.plumbline.extend;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One node of a conversation: a user message, an answer with its tool calls, or the results of one round. Never changes.
 * Made by the SDK; a later version may add components.
 *
 * @param id unique in the conversation
 * @param parent the entry before it; empty for the first
 * @param interactions what came into being together, in order
 * @param status whether it is whole
 * @param usage what it cost
 * @param at when it was complete, by the runtime's clock
 * @param took how long that took
 */
public record Entry(
        Id id,
        Optional<Id> parent,
        List<Interaction> interactions,
        Status status,
        Usage usage,
        Instant at,
        Duration took) {

    public Entry {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(parent, "parent");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(usage, "usage");
        interactions = List.copyOf(interactions);
        if (interactions.isEmpty()) {
            throw new IllegalArgumentException("an entry holds at least one interaction");
        }
    }

    /** The kind of its first interaction. */
    public Interaction.Kind kind() {
        return interactions.get(0).kind();
    }

    /** Its text, joined. */
    public String text() {
        return interactions.stream().map(Interaction::text).collect(Collectors.joining());
    }

    /**
     * The name of an entry.
     *
     * @param text unique in the conversation
     */
    public record Id(String text) {
        public Id {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Whether an entry is whole. */
    public enum Status {
        /** Whole. */
        COMPLETE,
        /** A limit or a cut stream ended it; what arrived is kept. */
        INCOMPLETE,
        /** Somebody ended it; what arrived is kept. */
        CANCELLED,
        /** It failed; what arrived is kept. */
        FAILED
    }
}
