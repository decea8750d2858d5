package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.internal.TokenEstimate;
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
    private static final Json NONE = Json.parse("null");

    private final List<Interaction> said;
    private final int tokens;

    /** Where the newest value of each fact stands, by its key. */
    private final Map<String, Integer> newest = new HashMap<>();

    private long replaced;

    /** The end of what is sent without replaced values; 0 if all of them are sent. */
    private int mark;

    private ReplacedFacts(List<Interaction> said, int tokens) {
        this.said = said;
        this.tokens = tokens;
    }

    /** Returns what is sent of these interactions, with at most that many tokens of replaced values; itself if all is. */
    static List<Interaction> leftOut(List<Interaction> said, int tokens) {
        ReplacedFacts facts = null;
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i) instanceof Interaction.Context context) {
                facts = facts == null ? new ReplacedFacts(said, tokens) : facts;
                facts.add(i, context);
            }
        }
        return facts == null || facts.mark == 0 ? said : facts.rest();
    }

    private void add(int index, Interaction.Context context) {
        for (String key : context.values().keySet()) {
            Integer before = newest.put(key, index);
            if (before != null) {
                replaced +=
                        tokens(((Interaction.Context) said.get(before)).values().getOrDefault(key, NONE));
            }
        }
        if (replaced > tokens) {
            replaced = 0;
            mark = index;
        }
    }

    private static long tokens(Json value) {
        return TokenEstimate.of(List.of(new Interaction.Context(Map.of("", value))));
    }

    /** Returns the interactions; before the mark without the values that were replaced up to it. */
    private List<Interaction> rest() {
        Map<String, Integer> known = new HashMap<>();
        for (int i = 0; i <= mark; i++) {
            if (said.get(i) instanceof Interaction.Context context) {
                for (String key : context.values().keySet()) {
                    known.put(key, i);
                }
            }
        }
        List<Interaction> rest = new ArrayList<>(said.size());
        for (int i = 0; i < said.size(); i++) {
            if (i >= mark || !(said.get(i) instanceof Interaction.Context context)) {
                rest.add(said.get(i));
            } else {
                Map<String, Json> values = new LinkedHashMap<>(context.values());
                Integer at = i;
                values.keySet().removeIf(key -> !at.equals(known.get(key)));
                if (!values.isEmpty()) {
                    rest.add(values.size() == context.values().size() ? context : new Interaction.Context(values));
                }
            }
        }
        return rest;
    }
}
