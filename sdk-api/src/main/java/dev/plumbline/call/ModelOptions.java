package dev.plumbline.call;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.immutables.value.Value;

/**
 * How a model is asked. Every field is optional; what is not set is left to the next level and at last to the provider.
 * Immutable; equal by content.
 */
@Value.Immutable
public sealed interface ModelOptions permits ImmutableModelOptions {

    /** Nothing set. */
    static ModelOptions none() {
        return Builder.NONE;
    }

    /** A builder with nothing set. */
    static Builder builder() {
        return new Builder();
    }

    /** Only the model. */
    static ModelOptions of(ModelId model) {
        return builder().model(model).build();
    }

    /** The model that answers. */
    Optional<ModelId> model();

    /** The sampling temperature, 0 to 2. */
    OptionalDouble temperature();

    /** The share of likely tokens to choose from, 0 to 1. */
    OptionalDouble topP();

    /** The longest answer in tokens, at least 1. */
    OptionalInt maxOutputTokens();

    /** The reasoning effort. */
    Optional<Reasoning> reasoning();

    /** For providers that can be made reproducible. */
    OptionalLong seed();

    /** Texts that end the answer. */
    List<String> stop();

    /** Whether the model may, must or must not call a tool. */
    Optional<ToolChoice> toolChoice();

    /** Provider options by typed key, in the order set. */
    Map<TypedKey<?>, Object> extras();

    /** Field by field: mine where set, else the lower level's. */
    default ModelOptions over(ModelOptions lower) {
        return Builder.merge(this, lower);
    }

    /** A provider option, if set. */
    default <T> Optional<T> extra(TypedKey<T> key) {
        return Optional.ofNullable(key.type().cast(extras().get(key)));
    }

    /** A builder that starts with everything of this. */
    default Builder toBuilder() {
        return new Builder(this);
    }

    /** Builds options; each setter replaces what was set before, and refuses a value out of range at once. Used by one thread. */
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

        /** Sets who answers. */
        public Builder model(ModelId model) {
            fields.model(model);
            return this;
        }

        /**
         * Sets how much chance there is.
         *
         * @throws IllegalArgumentException outside 0 to 2
         */
        public Builder temperature(double value) {
            require(value >= 0 && value <= 2, "temperature is 0 to 2");
            fields.temperature(value);
            return this;
        }

        /**
         * Sets the share of likely tokens to choose from.
         *
         * @throws IllegalArgumentException outside 0 to 1
         */
        public Builder topP(double value) {
            require(value >= 0 && value <= 1, "topP is 0 to 1");
            fields.topP(value);
            return this;
        }

        /**
         * Sets the longest answer in tokens.
         *
         * @throws IllegalArgumentException below 1
         */
        public Builder maxOutputTokens(int value) {
            require(value >= 1, "maxOutputTokens is at least 1");
            fields.maxOutputTokens(value);
            return this;
        }

        /** Sets how hard to think; mapped to what the provider has. */
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

        /** The options; never fails. */
        public ModelOptions build() {
            return fields.extras(extras).build();
        }

        private static void require(boolean rule, String message) {
            if (!rule) {
                throw new IllegalArgumentException(message);
            }
        }
    }

    /** The reasoning effort. */
    enum Reasoning {
        NONE,
        LOW,
        MEDIUM,
        HIGH
    }

    /** Whether the model may, must or must not call a tool. */
    enum ToolChoice {
        AUTO,
        REQUIRED,
        NONE
    }
}
