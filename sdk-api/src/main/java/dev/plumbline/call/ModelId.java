package dev.plumbline.call;

import dev.plumbline.json.internal.UnicodeValidator;

/**
 * A provider's id and its name for a model: {@code openai:some-model}, {@code ollama:qwen3:8b}.
 *
 * @param provider the provider's id, without colons
 * @param name the model as the provider calls it; may hold colons and slashes
 */
public record ModelId(String provider, String name) {
    /** The model id of an answer that no model gave. */
    public static final ModelId NONE = new ModelId("none", "none");

    public ModelId {
        UnicodeValidator.requireWellFormed(provider, "provider");
        UnicodeValidator.requireWellFormed(name, "name");
        if (provider.isEmpty() || name.isEmpty() || provider.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a model id is provider:model, e.g. openai:some-model, not \""
                    + (provider.isEmpty() ? "" : provider + ":") + name + "\"");
        }
    }

    /**
     * Parses {@code provider:model}; the provider is the part before the first colon.
     *
     * @throws IllegalArgumentException if there is no colon or nothing on one side of it
     */
    public static ModelId parse(String text) {
        int colon = text.indexOf(':');
        return new ModelId(text.substring(0, Math.max(0, colon)), text.substring(colon + 1));
    }

    /**
     * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
     * (0063).
     */
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
