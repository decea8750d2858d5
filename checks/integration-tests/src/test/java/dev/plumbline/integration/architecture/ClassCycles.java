package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cycles of classes: sets of top-level classes that can only be understood together, because each depends on each other, by whatever
 * way. Nested classes count as the class around them, and a sealed type and those it permits count as one.
 */
final class ClassCycles {
    private final Map<String, Set<String>> uses = new TreeMap<>();
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> low = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> cycles = new ArrayList<>();

    private ClassCycles() {}

    /** The cycles among these classes, the largest first. */
    static List<Set<String>> of(Iterable<JavaClass> classes) {
        Map<String, String> families = families(classes);
        ClassCycles search = new ClassCycles();
        for (JavaClass each : classes) {
            String from = unit(each, families);
            Set<String> used = search.uses.computeIfAbsent(from, name -> new TreeSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String to = unit(dependency.getTargetClass(), families);
                if (!to.equals(from)) {
                    used.add(to);
                }
            }
        }
        search.uses.keySet().forEach(name -> {
            if (!search.number.containsKey(name)) {
                search.visit(name);
            }
        });
        search.cycles.sort(Comparator.comparingInt((Set<String> cycle) -> cycle.size())
                .reversed()
                .thenComparing(cycle -> cycle.iterator().next()));
        return search.cycles;
    }

    /** For each member of a sealed family the sealed type, top level both. */
    private static Map<String, String> families(Iterable<JavaClass> classes) {
        Map<String, String> families = new HashMap<>();
        for (JavaClass each : classes) {
            Class<?> type = each.reflect();
            if (type.isSealed()) {
                for (Class<?> permitted : type.getPermittedSubclasses()) {
                    families.put(topLevel(permitted.getName()), topLevel(type.getName()));
                }
            }
        }
        return families;
    }

    private static String unit(JavaClass type, Map<String, String> families) {
        String name = topLevel(type.getBaseComponentType().getName());
        Set<String> seen = new HashSet<>();
        while (families.containsKey(name) && seen.add(name)) {
            name = families.get(name);
        }
        return name;
    }

    private static String topLevel(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** Strongly connected sets, as Tarjan finds them. */
    private void visit(String name) {
        number.put(name, number.size());
        low.put(name, number.get(name));
        open.push(name);
        for (String next : uses.getOrDefault(name, Set.of())) {
            if (!uses.containsKey(next)) {
                continue;
            }
            if (!number.containsKey(next)) {
                visit(next);
                low.merge(name, low.get(next), Math::min);
            } else if (open.contains(next)) {
                low.merge(name, number.get(next), Math::min);
            }
        }
        if (low.get(name).equals(number.get(name))) {
            Set<String> cycle = new TreeSet<>();
            String member;
            do {
                member = open.pop();
                cycle.add(member);
            } while (!member.equals(name));
            if (cycle.size() > 1) {
                cycles.add(cycle);
            }
        }
    }
}
