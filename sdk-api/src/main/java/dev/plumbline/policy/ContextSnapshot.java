package dev.plumbline.policy;

import dev.plumbline.call.Key;
import dev.plumbline.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The facts that the context sources gave at one moment. Immutable.
 *
 * @param values the facts by key, in the order in which they are sent
 * @param unkeyed keys of facts that an answer does not depend on
 * @param resources name and hash of what is keyed but not sent
 * @param missing keys whose source had no value, or failed
 * @param changing keys of facts that were read for this call alone; sent after the history, so that its prefix stays the same
 * @param unread those of the missing that are essential, as resources are: what an answer depends on is not known, so it is not cached
 */
public record ContextSnapshot(
        Map<String, Json> values,
        Set<String> unkeyed,
        Set<String> changing,
        Map<String, String> resources,
        List<String> missing,
        List<String> unread) {
    /** Nothing said. */
    public static final ContextSnapshot EMPTY = new ContextSnapshot(Map.of(), Set.of(), Map.of(), List.of());

    /** The note in which a call carries its snapshot to the policy that injects it. */
    public static final Key<ContextSnapshot> KEY = Key.of("plumbline.context", ContextSnapshot.class);

    public ContextSnapshot {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        unkeyed = Set.copyOf(unkeyed);
        changing = Set.copyOf(changing);
        resources = Collections.unmodifiableMap(new LinkedHashMap<>(resources));
        missing = List.copyOf(missing);
        unread = List.copyOf(unread);
    }

    /** What sources said that are read once, and whose resources could all be read. */
    public ContextSnapshot(
            Map<String, Json> values, Set<String> unkeyed, Map<String, String> resources, List<String> missing) {
        this(values, unkeyed, Set.of(), resources, missing, List.of());
    }

    @Override
    public String toString() {
        return "ContextSnapshot[" + values.size() + " values, " + resources.size() + " resources]";
    }
}
