package dev.plumbline.body;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * An immutable request: interactions in order, a tool filter, a context filter, and an output schema. Thread-safe;
 * equal bodies have equal fingerprints.
 */
@Value.Immutable
public sealed interface AiBody permits ImmutableAiBody {

    /** Returns a builder of an empty body. */
    static Builder builder() {
        return new Builder();
    }

    /** Returns a body with one user message and no filter, so that the model sees all tools and facts. */
    static AiBody of(String userText) {
        return builder().addUser(userText).build();
    }

    /**
     * Reads a body from the form of {@link #toJson()}; user and assistant items may have {@code text} instead of
     * {@code parts}.
     *
     * @throws dev.plumbline.json.JsonException names the pointer of the member that is missing, unknown or of the wrong
     *     kind
     * @throws IllegalStateException when a tool call and its result are not paired
     */
    static AiBody from(Json json) {
        return BodyJson.read(json);
    }

    /** Returns the interactions so far, in order; unmodifiable. */
    Transcript interactions();

    /** Returns the selector of the tools that the model may see: all unless set; an empty one selects none. */
    @Value.Default
    default Selector toolFilter() {
        return Selector.ALL;
    }

    /** Returns the selector of the context sources that are read: all unless set; an empty one selects none. */
    @Value.Default
    default Selector contextFilter() {
        return Selector.ALL;
    }

    /** Returns the JSON Schema of the answer, if one is set. */
    Optional<Json> outputSchema();

    /**
     * Returns the versioned SHA-256 of the whole body. It is computed once; for a copy with more interactions only
     * these are hashed.
     */
    @Value.Lazy
    default Fingerprint fingerprint() {
        return interactions().hashing(this::fingerprint);
    }

    private Fingerprint fingerprint(Digest digest) {
        byte[] transcript = interactions().digest(digest);
        digest.begin("plb1/body")
                .digest(transcript)
                .text(toolFilter().text())
                .text(contextFilter().text());
        outputSchema().ifPresentOrElse(digest::json, digest::absent);
        return digest.fingerprint();
    }

    /** Returns a builder that starts with everything of this body; the body itself does not change. */
    default Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Returns a copy with one more interaction at the end; costs the new interaction only. The pairing of tool calls
     * and results is checked where the body is sent, so a call may be added before its result.
     */
    default AiBody withAdded(Interaction added) {
        return ImmutableAiBody.copyOf(this).copyInteractions(interactions().append(added));
    }

    /** Returns a copy with these interactions instead; the digests of those that stay in place are kept. */
    default AiBody withInteractions(List<? extends Interaction> others) {
        Transcript held = others instanceof Transcript transcript
                ? transcript
                : interactions().reuse(others);
        return ImmutableAiBody.copyOf(this).copyInteractions(held);
    }

    /** Returns the documented JSON form, which fingerprint vectors and the command line use. */
    default Json toJson() {
        return BodyJson.write(this);
    }

    /**
     * Builds a body; each call adds or sets one thing, and {@code build} may be called repeatedly. Used by one thread.
     */
    final class Builder {
        private Transcript interactions = Transcript.empty();
        private Selector toolFilter = Selector.ALL;
        private Selector contextFilter = Selector.ALL;
        private Optional<Json> outputSchema = Optional.empty();

        Builder() {}

        /** Creates a builder that starts with everything of that body. */
        Builder(AiBody body) {
            interactions = body.interactions();
            toolFilter = body.toolFilter();
            contextFilter = body.contextFilter();
            outputSchema = body.outputSchema();
        }

        /** Adds a system message. */
        public Builder addSystem(String text) {
            return add(new Interaction.System(text));
        }

        /**
         * Adds facts to the last Context if it is the newest item, to a new Context otherwise; null is JSON null.
         *
         * @throws dev.plumbline.json.JsonException when {@link dev.plumbline.json.internal.UntrustedJson#of} refuses the value
         */
        public Builder addContext(String key, @Nullable Object value) {
            int last = interactions.size() - 1;
            if (last >= 0 && interactions.get(last) instanceof Interaction.Context context) {
                Map<String, Json> values = new LinkedHashMap<>(context.values());
                values.put(key, UntrustedJson.of(value));
                interactions = Transcript.of(interactions.subList(0, last));
                return add(new Interaction.Context(values));
            }
            return add(new Interaction.Context(Map.of(key, UntrustedJson.of(value))));
        }

        /** Adds a user message. */
        public Builder addUser(String text) {
            return add(new Interaction.User(List.of(new Part.Text(text))));
        }

        /** Adds a user message of these parts. */
        public Builder addUser(Part... parts) {
            return add(new Interaction.User(List.of(parts)));
        }

        /** Adds an earlier answer. */
        public Builder addAssistant(String text) {
            return add(new Interaction.Assistant(List.of(new Part.Text(text))));
        }

        /** Adds an earlier tool call. */
        public Builder addToolCall(String id, String name, Json arguments) {
            return add(new Interaction.ToolCall(id, name, arguments));
        }

        /** Adds the outcome of an earlier tool call. */
        public Builder addToolResult(String callId, ToolEnvelope envelope) {
            return add(new Interaction.ToolResult(callId, envelope));
        }

        /** Adds any interaction. */
        public Builder add(Interaction interaction) {
            interactions = interactions.append(interaction);
            return this;
        }

        /** Adds several interactions. */
        public Builder addAll(Collection<? extends Interaction> more) {
            more.forEach(this::add);
            return this;
        }

        /**
         * Sets the selector of the tools that the model may see, replacing an earlier one; see {@link Selector}. Without
         * it, the model sees all tools of the session; an empty one offers none.
         *
         * @throws IllegalArgumentException names the bad term
         */
        public Builder toolFilter(String selector) {
            toolFilter = Selector.of(selector);
            return this;
        }

        /**
         * Sets the selector of the context sources that are read, replacing an earlier one; see {@link Selector}. Without
         * it, all sources of the session are read; an empty one reads none.
         *
         * @throws IllegalArgumentException names the bad term
         */
        public Builder contextFilter(String selector) {
            contextFilter = Selector.of(selector);
            return this;
        }

        /** Sets the JSON Schema of the answer, 2020-12 or draft-07. */
        public Builder outputSchema(Json schema) {
            outputSchema = Optional.of(schema);
            return this;
        }

        /**
         * Builds the body.
         *
         * @throws IllegalStateException if a tool call has no result, or a result no call: names the position and the
         *     remedy, never the content
         */
        public AiBody build() {
            Optional<String> fault = ToolCallPairing.fault(interactions);
            if (fault.isPresent()) {
                throw new IllegalStateException(fault.get());
            }
            return ImmutableAiBody.builder()
                    .interactions(interactions)
                    .toolFilter(toolFilter)
                    .contextFilter(contextFilter)
                    .outputSchema(outputSchema)
                    .build();
        }
    }

    /** Checks that tool calls and results are paired, and returns the error for developers; empty if they are. */
    static Optional<String> unpaired(List<? extends Interaction> interactions) {
        return ToolCallPairing.fault(interactions);
    }
}
