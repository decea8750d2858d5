package dev.plumbline.policies;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Label;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A judge of texts: what goes out, and what comes back. Asked for each user message and each answer on the thread of the
 * call; serves all calls and threads.
 */
@FunctionalInterface
public interface Moderator {

    /**
     * What speaks against a text; empty when nothing does.
     *
     * @param aside asks the model a question of the moderator, on the same budget, not shown to the user
     */
    Optional<Label> objection(String text, Aside aside);

    /**
     * A rule-based moderator: objects to texts that contain one of these words, in any case.
     *
     * @param objections the objection by word
     */
    static Moderator ofWords(Map<String, Label> objections) {
        Map<String, Label> rules = Map.copyOf(objections);
        return (text, aside) -> {
            String lower = text.toLowerCase(Locale.ROOT);
            return rules.entrySet().stream()
                    .filter(rule -> lower.contains(rule.getKey().toLowerCase(Locale.ROOT)))
                    .map(Map.Entry::getValue)
                    .findFirst();
        };
    }

    /** The model, asked beside the call. */
    @FunctionalInterface
    interface Aside {
        /** The answer to that body; failures come back as returns. */
        AiReturn ask(AiBody question);
    }
}
