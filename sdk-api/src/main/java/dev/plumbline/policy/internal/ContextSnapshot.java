package dev.plumbline.policy.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The facts that the context sources supplied at one moment. Immutable.
 *
 * @param values the facts by key, in the order in which they are sent
 * @param cacheIrrelevant keys of facts that an answer does not depend on
 * @param resources name and hash of values that are in the cache key but not sent
 * @param missing keys whose source had no value, or failed
 * @param missingEssential those of the missing keys that are essential, as resources are: the answer's dependencies are
 *     unknown, so it is not cached
 */
public record ContextSnapshot(
        Map<String, Json> values,
        Set<String> cacheIrrelevant,
        Map<String, String> resources,
        List<String> missing,
        List<String> missingEssential) {
    /** The snapshot without facts. */
    public static final ContextSnapshot EMPTY = new ContextSnapshot(Map.of(), Set.of(), Map.of(), List.of());

    /** The attribute in which a call carries its snapshot to the policy that injects it. */
    public static final TypedKey<ContextSnapshot> KEY = TypedKey.of("plumbline.context", ContextSnapshot.class);

    /** The value of a fact that there is no longer. */
    private static final Json NONE = Json.parse("null");

    public ContextSnapshot {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        cacheIrrelevant = Set.copyOf(cacheIrrelevant);
        resources = Collections.unmodifiableMap(new LinkedHashMap<>(resources));
        missing = List.copyOf(missing);
        missingEssential = List.copyOf(missingEssential);
    }

    /** Creates a snapshot of sources that are read once, and whose resources could all be read. */
    public ContextSnapshot(
            Map<String, Json> values, Set<String> unkeyed, Map<String, String> resources, List<String> missing) {
        this(values, unkeyed, resources, missing, List.of());
    }

    /**
     * Returns the facts that the model does not know from this transcript: those that are new or have another value, and
     * null for those that had a value and have none now. Empty if it knows all of them.
     */
    public Optional<Interaction.Context> unknownTo(List<Interaction> said) {
        Map<String, Json> unknown = new LinkedHashMap<>(values);
        Set<String> open = new HashSet<>(values.keySet());
        open.addAll(missing);
        for (int i = said.size() - 1; i >= 0 && !open.isEmpty(); i--) {
            if (said.get(i) instanceof Interaction.Context known) {
                known.values().forEach((key, value) -> {
                    if (open.remove(key)) {
                        compare(key, value, unknown);
                    }
                });
            }
        }
        return unknown.isEmpty() ? Optional.empty() : Optional.of(new Interaction.Context(unknown));
    }

    /** Compares the newest value that was sent with that of now. */
    private void compare(String key, Json value, Map<String, Json> unknown) {
        Json now = values.getOrDefault(key, NONE);
        if (now.equals(value)) {
            unknown.remove(key);
        } else {
            unknown.put(key, now);
        }
    }

    @Override
    public String toString() {
        return "ContextSnapshot[" + values.size() + " values, " + resources.size() + " resources]";
    }
}
