package dev.plumbline.call;

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
        return OptionsBuilder.NONE;
    }

    /** A builder with nothing set. */
    static Builder builder() {
        return new OptionsBuilder();
    }

    /** Only the model. */
    static ModelOptions of(ModelId model) {
        return builder().model(model).build();
    }

    /** Who answers. */
    Optional<ModelId> model();

    /** How much chance there is, 0 to 2. */
    OptionalDouble temperature();

    /** The share of likely words to choose from, 0 to 1. */
    OptionalDouble topP();

    /** The longest answer in tokens, at least 1. */
    OptionalInt maxOutputTokens();

    /** How hard to think. */
    Optional<Reasoning> reasoning();

    /** For providers that can be made reproducible. */
    OptionalLong seed();

    /** Texts that end the answer. */
    List<String> stop();

    /** Whether the model may, must or must not call a tool. */
    Optional<ToolChoice> toolChoice();

    /** Provider options by typed key, in the order set. */
    Map<Key<?>, Object> extras();

    /** Field by field: mine where set, else the lower level's. */
    default ModelOptions over(ModelOptions lower) {
        return OptionsBuilder.merge(this, lower);
    }

    /** A provider option, if set. */
    default <T> Optional<T> extra(Key<T> key) {
        return Optional.ofNullable(key.type().cast(extras().get(key)));
    }

    /** A builder that starts with everything of this. */
    default Builder toBuilder() {
        return new OptionsBuilder(this);
    }

    /** Builds options; each setter refuses a value out of range at once. Used by one thread. */
    sealed interface Builder permits OptionsBuilder {

        /** Sets who answers. */
        Builder model(ModelId model);

        /**
         * Sets how much chance there is.
         *
         * @throws IllegalArgumentException outside 0 to 2
         */
        Builder temperature(double value);

        /**
         * Sets the share of likely words to choose from.
         *
         * @throws IllegalArgumentException outside 0 to 1
         */
        Builder topP(double value);

        /**
         * Sets the longest answer in tokens.
         *
         * @throws IllegalArgumentException below 1
         */
        Builder maxOutputTokens(int value);

        /** Sets how hard to think; mapped to what the provider has. */
        Builder reasoning(Reasoning effort);

        /** Sets the seed. */
        Builder seed(long value);

        /**
         * Sets the texts that end the answer.
         *
         * @throws IllegalArgumentException for an empty text
         */
        Builder stop(String... sequences);

        /** Sets whether tools may, must or must not be called; REQUIRED falls back to AUTO after the first round. */
        Builder toolChoice(ToolChoice choice);

        /** Sets a provider option, e.g. {@code OpenAiChat.SERVICE_TIER}. */
        <T> Builder extra(Key<T> key, T value);

        /** The options; never fails. */
        ModelOptions build();
    }

    /** How hard to think. */
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
