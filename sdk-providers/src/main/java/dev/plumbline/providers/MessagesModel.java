package dev.plumbline.providers;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What is known of Anthropic's models and has to be known to ask them. Data, from the provider's documentation as of
 * November 2026; the last line is for models that are not listed, which are taken for newer ones.
 *
 * @param name which models; somewhere in the name
 * @param maxTokens the longest answer where nobody says one; the format demands a number
 * @param thinking how they are made to think
 * @param shaped whether they take the schema of an answer; others are made to call a tool with it
 * @param sampled whether they take temperature and top_p
 */
record MessagesModel(Pattern name, int maxTokens, Thinking thinking, boolean shaped, boolean sampled) {
    private static final List<MessagesModel> ALL = List.of(
            of("claude-(2|instant|3-(opus|sonnet|haiku))", 4_096, Thinking.NONE, false, true),
            of("claude-3-5-", 8_192, Thinking.NONE, false, true),
            of("claude-3-7-", 16_384, Thinking.BUDGET, false, true),
            of("claude-(opus|sonnet)-4(-0)?(-?\\d{8}|@.*)?$", 16_384, Thinking.BUDGET, false, true),
            of("claude-(opus|sonnet|haiku)-4-[1-5]", 16_384, Thinking.BUDGET, true, true),
            of("claude-(opus|sonnet)-4-6", 16_384, Thinking.ADAPTIVE, true, true),
            of("", 16_384, Thinking.ADAPTIVE, true, false));

    private static MessagesModel of(String name, int max, Thinking thinking, boolean shaped, boolean sampled) {
        return new MessagesModel(Pattern.compile(name), max, thinking, shaped, sampled);
    }

    /** What is known of a model. */
    static MessagesModel of(String model) {
        return ALL.stream()
                .filter(known -> known.name.matcher(model).find())
                .findFirst()
                .orElseThrow();
    }

    /** How a model is made to think. */
    enum Thinking {
        /** It cannot. */
        NONE,
        /** With a number of tokens. */
        BUDGET,
        /** As it sees fit, with an effort. */
        ADAPTIVE
    }
}
