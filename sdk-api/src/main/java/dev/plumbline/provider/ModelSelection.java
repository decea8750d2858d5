package dev.plumbline.provider;

import java.util.Set;

/**
 * Which model is asked, and why.
 *
 * @param model what is known of it
 * @param reason how it came to be this one
 * @param unchecked what is needed of it and could not be checked, because nobody knows
 */
public record ModelSelection(ModelInfo model, Reason reason, Set<Capability> unchecked) {
    public ModelSelection {
        unchecked = Set.copyOf(unchecked);
    }

    /** The choice as a remark of a trace, e.g. {@code openai:gpt-5-mini: named; not known: IMAGE_INPUT}. */
    public String why() {
        String why = model.id() + ": " + reason.words;
        return unchecked.isEmpty()
                ? why
                : why + "; not known: "
                        + String.join(
                                ", ",
                                unchecked.stream().map(Enum::name).sorted().toList());
    }

    /** The reason why a model was selected. */
    public enum Reason {
        /** It was named explicitly. */
        NAMED("named"),
        /** It is the default. */
        DEFAULT("the default"),
        /** The default cannot do what is needed, or nobody knows whether it can; this one can. */
        BEST("the best that can");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }
}
