package dev.plumbline.providers.gemini;

import dev.plumbline.providers.format.EffortLevels;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The properties of Google's models that a request needs. Data from the service's documentation of thinking and of
 * thought signatures as of November 2026; the last row is for unlisted models, which are assumed to be newer.
 *
 * @param name matches the models by the beginning of their name
 * @param thinking how thinking is requested
 * @param efforts the levels that it takes, or those for which there is a {@link #budget}
 * @param signed whether a tool call must have a thought signature
 */
record GeminiModel(Pattern name, Thinking thinking, EffortLevels efforts, boolean signed) {
    private static final List<GeminiModel> ALL = List.of(
            new GeminiModel(
                    Pattern.compile("gemma-.*|gemini-(1|2\\.0).*"), Thinking.NONE, EffortLevels.NOT_TAKEN, false),
            new GeminiModel(
                    Pattern.compile("gemini-2\\.5-pro.*"),
                    Thinking.BUDGET,
                    EffortLevels.of("minimal low medium high"),
                    false),
            new GeminiModel(
                    Pattern.compile("gemini-2\\.5.*"), Thinking.BUDGET, EffortLevels.of("none low medium high"), false),
            new GeminiModel(Pattern.compile("gemini-\\d.*-pro.*"), Thinking.LEVEL, EffortLevels.LOW_TO_HIGH, true),
            new GeminiModel(
                    Pattern.compile(".*", Pattern.DOTALL),
                    Thinking.LEVEL,
                    EffortLevels.of("minimal low medium high"),
                    true));

    /** Returns the row of a model; a folder in front of its name, as in {@code models/NAME}, does not count. */
    static GeminiModel of(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(known -> known.name.matcher(name).matches())
                .findFirst()
                .orElseThrow();
    }

    /** Returns the budget of the word of an effort in tokens. */
    static int budget(String effort) {
        return switch (effort) {
            case "none" -> 0;
            case "minimal" -> 128;
            case "low" -> 2_048;
            case "medium" -> 8_192;
            default -> 24_576;
        };
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
