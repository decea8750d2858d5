package dev.plumbline.call;

import java.util.Objects;

/**
 * A provider's id and its name for a model: {@code openai:gpt-5-mini}, {@code ollama:qwen3:8b}.
 *
 * @param provider the provider's id, without colons
 * @param name the model as the provider calls it; may hold colons and slashes
 */
public record ModelId(String provider, String name) {
    /** The model of an answer that nobody gave. */
    public static final ModelId NONE = new ModelId("none", "none");

    public ModelId {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(name, "name");
        if (provider.isEmpty() || name.isEmpty() || provider.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a model id is provider:model, e.g. openai:gpt-5-mini");
        }
    }

    /**
     * Reads {@code provider:model}; the provider is the part before the first colon.
     *
     * @throws IllegalArgumentException when there is no colon or nothing on one side of it
     */
    public static ModelId parse(String text) {
        int colon = text.indexOf(':');
        return new ModelId(text.substring(0, Math.max(0, colon)), text.substring(colon + 1));
    }

    /** Written out: the one of the JDK is made by method handles, which a first call would wait for (0063). */
    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof ModelId id && name.equals(id.name) && provider.equals(id.provider));
    }

    @Override
    public int hashCode() {
        return 31 * provider.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return provider + ":" + name;
    }
}
