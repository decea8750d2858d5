package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Leaves out the values of facts that newer ones have replaced, once they are too many. Between two of these marks all that is
 * sent stays the same: where they are depends on what was said before them alone.
 */
final class ReplacedFacts {
    private final int tokens;
    private final Map<String, Integer> newest = new HashMap<>();
    private final List<Interaction> kept;
    private long replaced;

    private ReplacedFacts(List<Interaction> said, int tokens) {
        this.tokens = tokens;
        this.kept = new ArrayList<>(said);
    }

    /** Returns what is sent of these interactions, with at most that many tokens of replaced values; equal if all is. */
    static List<Interaction> leftOut(List<Interaction> said, int tokens) {
        ReplacedFacts facts = new ReplacedFacts(said, tokens);
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i) instanceof Interaction.Context context) {
                facts.add(i, context);
            }
        }
        facts.kept.removeIf(item ->
                item instanceof Interaction.Context context && context.values().isEmpty());
        return facts.kept;
    }

    private void add(int index, Interaction.Context context) {
        for (String key : context.values().keySet()) {
            Integer before = newest.put(key, index);
            if (before != null) {
                replaced += TokenEstimate.of(List.of(value(before, key)));
            }
        }
        if (replaced > tokens) {
            leaveOut(index);
            replaced = 0;
        }
    }

    private Interaction value(int index, String key) {
        Map<String, Json> all = ((Interaction.Context) kept.get(index)).values();
        return new Interaction.Context(Map.of(key, all.getOrDefault(key, Json.of(null))));
    }

    /** Leaves out the replaced values before that index. */
    private void leaveOut(int end) {
        for (int i = 0; i < end; i++) {
            if (kept.get(i) instanceof Interaction.Context context) {
                Map<String, Json> rest = new LinkedHashMap<>(context.values());
                int at = i;
                rest.keySet().removeIf(key -> newest.getOrDefault(key, at) != at);
                kept.set(i, new Interaction.Context(rest));
            }
        }
    }
}
