package dev.plumbline.providers.bedrock;

import dev.plumbline.providers.format.ModelFamily;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The properties of the models at Amazon Bedrock that a request of Converse needs. Data from the service's documentation
 * of Converse and from recorded requests as of November 2026; the last row is for unlisted models. A name may have the
 * region of a profile in front, as in {@code eu.anthropic.…}, or be an ARN.
 *
 * @param name matches the models by a part of their name
 * @param reasoning how reasoning is requested
 * @param shaped whether they accept a schema of the answer; others are forced to call a tool with it
 * @param cached whether they accept cache points
 * @param results whether they accept the status of a tool result
 */
record BedrockModel(Pattern name, Reasoning reasoning, boolean shaped, boolean cached, boolean results) {
    private static final List<BedrockModel> ALL = List.of(
            row("anthropic\\.|claude", Reasoning.CLAUDE, true, true),
            row("amazon\\.nova-2", Reasoning.NOVA, false, true),
            row("amazon\\.nova", Reasoning.NONE, false, true),
            row("openai\\.", Reasoning.EFFORT, true, false),
            row(
                    "\\b(deepseek|google|minimax|moonshotai|moonshot|nvidia|qwen|zai)\\.|mistral\\.(mistral-large-3|ministral|magistral)",
                    Reasoning.NONE,
                    true,
                    false),
            row("", Reasoning.NONE, false, false));

    private static BedrockModel row(String name, Reasoning reasoning, boolean shaped, boolean amazonOrClaude) {
        return new BedrockModel(Pattern.compile(name), reasoning, shaped, amazonOrClaude, amazonOrClaude);
    }

    /** Returns the row of a model. */
    static BedrockModel of(String model) {
        String lower = model.toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(known -> known.name.matcher(lower).find())
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether that model accepts a schema of the answer. */
    boolean isShaped(String model) {
        return shaped
                && (reasoning != Reasoning.CLAUDE
                        || ModelFamily.Claude.of(model).has(ModelFamily.Claude.Trait.SHAPED_BY_CONVERSE));
    }

    /** How reasoning is requested from a model. */
    enum Reasoning {
        /** There is no such request, or it is not known. */
        NONE,
        /** With {@code thinking}, as in Anthropic's own format. */
        CLAUDE,
        /** With {@code reasoningConfig}. */
        NOVA,
        /** With {@code reasoning_effort}. */
        EFFORT
    }
}
