package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.UntrustedJson;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * What is asked: interactions in order, a tool filter, a context filter, an output schema. Immutable and safe for any
 * number of threads; equal bodies have equal fingerprints.
 */
@Value.Immutable
public sealed interface AiBody permits ImmutableAiBody {

    /** A builder of an empty body. */
    static Builder builder() {
        return new Builder();
    }

    /** One user message, no tools, no context. */
    static AiBody of(String userText) {
        return builder().addUser(userText).build();
    }

    /**
     * The inverse of {@link #toJson()}; user and assistant items may say {@code text} in place of {@code parts}.
     *
     * @throws dev.plumbline.json.JsonException names the pointer of what is missing, unknown or of the wrong kind
     * @throws IllegalStateException when a tool call and its result are not paired
     */
    static AiBody from(Json json) {
        return BodyJson.read(json);
    }

    /** The interactions so far, in order; unmodifiable. */
    Transcript interactions();

    /** Which tools the model may see; empty means none. */
    @Value.Default
    default Selector toolFilter() {
        return Selector.NONE;
    }

    /** Which context sources are read; empty means none. */
    @Value.Default
    default Selector contextFilter() {
        return Selector.NONE;
    }

    /** The JSON Schema of the answer, if one is wanted. */
    Optional<Json> outputSchema();

    /** The versioned SHA-256 over all of it; computed once, and for a longer body over its new interactions only. */
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

    /** A builder that starts with everything of this body, which itself does not change. */
    default Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * A copy with one more interaction at the end; costs the new interaction only. Pairing of tool calls and results is
     * checked where the body is sent, so a call may be added before its result.
     */
    default AiBody withAdded(Interaction added) {
        return ImmutableAiBody.copyOf(this).copyInteractions(interactions().append(added));
    }

    /** A copy that holds these interactions instead; the digests of those that stay in place are kept. */
    default AiBody withInteractions(List<? extends Interaction> others) {
        Transcript held = others instanceof Transcript transcript
                ? transcript
                : interactions().reuse(others);
        return ImmutableAiBody.copyOf(this).copyInteractions(held);
    }

    /** The documented JSON form that fingerprint vectors and the command line use. */
    default Json toJson() {
        return BodyJson.write(this);
    }

    /** Builds a body; each call adds or sets one thing, and {@code build} may be called again and again. One thread. */
    final class Builder {
        private Transcript interactions = Transcript.empty();
        private Selector toolFilter = Selector.NONE;
        private Selector contextFilter = Selector.NONE;
        private Optional<Json> outputSchema = Optional.empty();

        Builder() {}

        /** One that begins as a copy. */
        Builder(AiBody body) {
            interactions = body.interactions();
            toolFilter = body.toolFilter();
            contextFilter = body.contextFilter();
            outputSchema = body.outputSchema();
        }

        /** Adds instructions. */
        public Builder addSystem(String text) {
            return add(new Interaction.System(text));
        }

        /**
         * Adds facts: to the last Context when that is the newest item, as a new one otherwise; null is JSON null.
         *
         * @throws dev.plumbline.json.JsonException when {@link dev.plumbline.json.UntrustedJson#of} refuses the value
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

        /** Adds what the user says. */
        public Builder addUser(String text) {
            return add(new Interaction.User(List.of(new Part.Text(text))));
        }

        /** Adds what the user says, in parts. */
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

        /** Adds several. */
        public Builder addAll(Collection<? extends Interaction> more) {
            more.forEach(this::add);
            return this;
        }

        /**
         * Sets which tools the model may see, in place of what was set before; see {@link Selector}.
         *
         * @throws IllegalArgumentException names the bad term
         */
        public Builder toolFilter(String selector) {
            toolFilter = Selector.of(selector);
            return this;
        }

        /**
         * Sets which context sources are read, in place of what was set before; see {@link Selector}.
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
         * The body.
         *
         * @throws IllegalStateException when a tool call has no result, or a result no call: names the position and the
         *     way out, never the content
         */
        public AiBody build() {
            ToolCallPairing.fault(interactions).ifPresent(fault -> {
                throw new IllegalStateException(fault);
            });
            return ImmutableAiBody.builder()
                    .interactions(interactions)
                    .toolFilter(toolFilter)
                    .contextFilter(contextFilter)
                    .outputSchema(outputSchema)
                    .build();
        }
    }

    /** The rule of paired tool calls, for whoever is about to send interactions: what is wrong, empty when nothing is. */
    static Optional<String> unpaired(List<? extends Interaction> interactions) {
        return ToolCallPairing.fault(interactions);
    }
}
