package dev.plumbline.call;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UnicodeValidator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.immutables.value.Value;

/**
 * Options of a model call. Every field is optional; an unset field is taken from the next level, and at last from the
 * provider.
 * Immutable; equal by content.
 */
@Value.Immutable
public sealed interface ModelOptions permits ImmutableModelOptions {
    /** The prefix of the keys of {@link #raw} members. */
    String RAW = "raw.";

    /** Returns options with nothing set. */
    static ModelOptions none() {
        return Builder.NONE;
    }

    /** Returns a builder with nothing set. */
    static Builder builder() {
        return new Builder();
    }

    /** Returns options with only the model set. */
    static ModelOptions of(ModelId model) {
        return builder().model(model).build();
    }

    /** Returns the model that answers. */
    Optional<ModelId> model();

    /** Returns the sampling temperature, 0 to 2. */
    OptionalDouble temperature();

    /** Returns the share of likely tokens to choose from, 0 to 1. */
    OptionalDouble topP();

    /** Returns the maximum length of the answer in tokens, at least 1. */
    OptionalInt maxOutputTokens();

    /** Returns the reasoning effort. */
    Optional<Reasoning> reasoning();

    /** Returns the seed, for providers that support reproducible answers. */
    OptionalLong seed();

    /** Returns the texts that end the answer. */
    List<String> stop();

    /** Returns whether the model may, must or must not call a tool. */
    Optional<ToolChoice> toolChoice();

    /** Returns provider options by typed key, in the order set. */
    Map<TypedKey<?>, Object> extras();

    /** Returns members of the request body under the server's names, in the order set; see {@link Builder#addRaw}. */
    default Map<String, Json> raw() {
        Map<String, Json> raw = new LinkedHashMap<>();
        for (Map.Entry<TypedKey<?>, Object> extra : extras().entrySet()) {
            String name = extra.getKey().name();
            if (name.startsWith(RAW) && extra.getValue() instanceof Json value) {
                raw.put(name.substring(RAW.length()), value);
            }
        }
        return raw;
    }

    /** Merges field by field: the value of this where set, else that of the lower level. */
    default ModelOptions mergedOver(ModelOptions lower) {
        return Builder.merge(this, lower);
    }

    /** Returns a provider option, if set. */
    default <T> Optional<T> extra(TypedKey<T> key) {
        return Optional.ofNullable(key.type().cast(extras().get(key)));
    }

    /** Returns a builder that starts with everything of this. */
    default Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Builds options; each setter replaces the earlier value, and refuses a value out of range at once. Used by one
     * thread.
     */
    final class Builder {
        static final ModelOptions NONE = ImmutableModelOptions.builder().build();
        private final ImmutableModelOptions.Builder fields = ImmutableModelOptions.builder();
        private final Map<TypedKey<?>, Object> extras = new LinkedHashMap<>();

        Builder() {}

        Builder(ModelOptions options) {
            fields.from(options);
            extras.putAll(options.extras());
        }

        static ModelOptions merge(ModelOptions mine, ModelOptions lower) {
            if (lower.equals(ModelOptions.none())) {
                return mine;
            }
            Builder merged = new Builder(lower);
            mine.model().ifPresent(merged.fields::model);
            mine.temperature().ifPresent(merged.fields::temperature);
            mine.topP().ifPresent(merged.fields::topP);
            mine.maxOutputTokens().ifPresent(merged.fields::maxOutputTokens);
            mine.reasoning().ifPresent(merged.fields::reasoning);
            mine.seed().ifPresent(merged.fields::seed);
            mine.toolChoice().ifPresent(merged.fields::toolChoice);
            Optional.of(mine.stop()).filter(stop -> !stop.isEmpty()).ifPresent(merged.fields::stop);
            merged.extras.putAll(mine.extras());
            return merged.build();
        }

        /** Sets the model that answers. */
        public Builder model(ModelId model) {
            fields.model(model);
            return this;
        }

        /**
         * Sets the sampling temperature.
         *
         * @throws IllegalArgumentException outside 0 to 2
         */
        public Builder temperature(double value) {
            require(value >= 0 && value <= 2, "temperature is 0 to 2", value);
            fields.temperature(value);
            return this;
        }

        /**
         * Sets the share of likely tokens to choose from.
         *
         * @throws IllegalArgumentException outside 0 to 1
         */
        public Builder topP(double value) {
            require(value >= 0 && value <= 1, "topP is 0 to 1", value);
            fields.topP(value);
            return this;
        }

        /**
         * Sets the maximum length of the answer in tokens.
         *
         * @throws IllegalArgumentException below 1
         */
        public Builder maxOutputTokens(int value) {
            require(value >= 1, "maxOutputTokens is at least 1", value);
            fields.maxOutputTokens(value);
            return this;
        }

        /** Sets the reasoning effort; mapped to what the provider supports. */
        public Builder reasoning(Reasoning effort) {
            fields.reasoning(effort);
            return this;
        }

        /** Sets the seed. */
        public Builder seed(long value) {
            fields.seed(value);
            return this;
        }

        /**
         * Sets the texts that end the answer.
         *
         * @throws IllegalArgumentException for an empty text
         */
        public Builder stop(String... sequences) {
            require(List.of(sequences).stream().noneMatch(String::isEmpty), "a stop text is not empty");
            List.of(sequences).forEach(text -> UnicodeValidator.requireWellFormed(text, "a stop text"));
            fields.stop(List.of(sequences));
            return this;
        }

        /** Sets whether tools may, must or must not be called; REQUIRED falls back to AUTO after the first round. */
        public Builder toolChoice(ToolChoice choice) {
            fields.toolChoice(choice);
            return this;
        }

        /** Sets a provider option, e.g. {@code OpenAiChat.SERVICE_TIER}. */
        public <T> Builder addExtra(TypedKey<T> key, T value) {
            extras.put(key, value);
            return this;
        }

        /**
         * Adds a member to the body of the request for an option that this class lacks, e.g. {@code top_k}. It is part
         * of the fingerprint. A call fails with INVALID_REQUEST if the provider sets the member itself.
         *
         * @param name the server's name of the member
         * @throws IllegalArgumentException for an empty name
         */
        public Builder addRaw(String name, Json value) {
            require(!name.isEmpty(), "the name of a member is not empty");
            extras.put(TypedKey.raw(name), value);
            return this;
        }

        /** Builds the options; never fails. */
        public ModelOptions build() {
            return fields.extras(extras).build();
        }

        private static void require(boolean rule, String message) {
            if (!rule) {
                throw new IllegalArgumentException(message);
            }
        }

        private static void require(boolean rule, String limits, Number given) {
            if (!rule) {
                throw new IllegalArgumentException(limits + ", not " + given);
            }
        }
    }

    /**
     * The reasoning effort. A model that does not take one of them gets the nearest that it takes, lower if possible, and
     * a remark of the call says so; what is not NONE never switches reasoning off.
     */
    enum Reasoning {
        NONE,
        LOW,
        MEDIUM,
        HIGH,
        /** Named {@code xhigh} by services. */
        EXTRA_HIGH,
        /** As long as the model likes. */
        MAX
    }

    /** A choice: the model may, must or must not call a tool. */
    enum ToolChoice {
        AUTO,
        REQUIRED,
        NONE
    }
}
