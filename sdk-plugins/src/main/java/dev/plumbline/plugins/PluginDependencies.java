package dev.plumbline.plugins;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who comes before whom: what is required first, and then by id. */
final class PluginDependencies {
    private PluginDependencies() {}

    /** All of them, those last that require each other in a circle. */
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

    /** The first requirement that is not active, those before it in the order having been looked at. */
    static Optional<String> missing(PluginLifecycle life, List<PluginLifecycle> all) {
        return life.manifest().requires().stream()
                .filter(required -> all.stream().noneMatch(other -> other.id().equals(required) && other.isActive()))
                .findFirst();
    }
}
