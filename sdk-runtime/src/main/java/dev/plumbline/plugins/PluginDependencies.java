package dev.plumbline.plugins;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sorts plugins: required ones first, then by id. */
final class PluginDependencies {
    private PluginDependencies() {}

    /** Returns all plugins sorted; those that require each other in a cycle are last. */
    static List<PluginLifecycle> order(List<PluginLifecycle> all) {
        List<PluginLifecycle> left = new ArrayList<>(all);
        if (left.size() > 1) {
            left.sort(Comparator.comparing(PluginLifecycle::id));
        }
        List<PluginLifecycle> placed = new ArrayList<>();
        Set<String> waiting = new HashSet<>();
        for (PluginLifecycle life : left) {
            waiting.add(life.id());
        }
        while (!left.isEmpty()) {
            PluginLifecycle next = left.stream()
                    .filter(life -> life.manifest().requires().stream().noneMatch(waiting::contains))
                    .findFirst()
                    .orElse(left.get(0));
            left.remove(next);
            waiting.remove(next.id());
            placed.add(next);
        }
        return placed;
    }

    /** Returns the first required plugin that is not active; earlier plugins in the order must have been activated. */
    static Optional<String> missing(PluginLifecycle life, List<PluginLifecycle> all) {
        return life.manifest().requires().stream()
                .filter(required -> all.stream().noneMatch(other -> other.id().equals(required) && other.isActive()))
                .findFirst();
    }
}
