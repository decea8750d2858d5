package dev.plumbline.providers.gemini;

import dev.plumbline.call.ModelOptions;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The properties of Google's models that a request needs. Data from the service's documentation of thinking and of
 * thought signatures as of November 2026; the last row is for unlisted models, which are assumed to be newer.
 *
 * @param name matches the models by the beginning of their name
 * @param thinking how thinking is requested
 * @param lowest the budget in tokens, or the level, that comes nearest to no thinking
 * @param signed whether a tool call must have a thought signature
 */
record GeminiModel(Pattern name, Thinking thinking, String lowest, boolean signed) {
    private static final List<GeminiModel> ALL = List.of(
            new GeminiModel(Pattern.compile("gemma-.*|gemini-(1|2\\.0).*"), Thinking.NONE, "", false),
            new GeminiModel(Pattern.compile("gemini-2\\.5-pro.*"), Thinking.BUDGET, "128", false),
            new GeminiModel(Pattern.compile("gemini-2\\.5.*"), Thinking.BUDGET, "0", false),
            new GeminiModel(Pattern.compile("gemini-\\d.*-pro.*"), Thinking.LEVEL, "low", true),
            new GeminiModel(Pattern.compile(".*", Pattern.DOTALL), Thinking.LEVEL, "minimal", true));

    /** Returns the row of a model; a folder in front of its name, as in {@code models/NAME}, does not count. */
    static GeminiModel of(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(known -> known.name.matcher(name).matches())
                .findFirst()
                .orElseThrow();
    }

    /** Returns the level of an effort. */
    String level(ModelOptions.Reasoning effort) {
        return effort == ModelOptions.Reasoning.NONE ? lowest : effort.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the budget of an effort in tokens. */
    int budget(ModelOptions.Reasoning effort) {
        return switch (effort) {
            case NONE -> Integer.parseInt(lowest);
            case LOW -> 2_048;
            case MEDIUM -> 8_192;
            case HIGH -> 24_576;
        };
    }

    /** Returns whether the model thinks a little even if it is asked not to. */
    boolean cannotBeOff() {
        return !lowest.equals("0") && thinking != Thinking.NONE;
    }

    /** How thinking is requested from a model. */
    enum Thinking {
        /** The model cannot think. */
        NONE,
        /** With a budget in tokens. */
        BUDGET,
        /** With a level. */
        LEVEL
    }
}
