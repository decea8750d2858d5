package dev.plumbline.session;

import dev.plumbline.call.ModelId;
import java.util.function.ToIntFunction;

/**
 * When a conversation is summed up.
 *
 * @param share of the model's window from which on it is done
 * @param window how many tokens a model reads; 0 when nobody knows
 */
record SummarySettings(double share, ToIntFunction<ModelId> window) {

    SummarySettings {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of the context window is more than 0 and at most 1");
        }
    }
}
