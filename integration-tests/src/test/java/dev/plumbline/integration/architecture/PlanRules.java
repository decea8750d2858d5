package dev.plumbline.integration.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The plan of the house: which package sees which. */
final class PlanRules {
    /** The package of sdk-json, then those of sdk-api, lowest first; two on one line do not see each other. */
    static final List<List<String>> LAYERS = List.of(
            List.of("json"),
            List.of("body"),
            List.of("event"),
            List.of("time"),
            List.of("call"),
            List.of("host"),
            List.of("schema"),
            List.of("provider", "tool"),
            List.of("policy"),
            List.of("conversation"),
            List.of("plugin"));

    /** The rooms that see the words alone. */
    static final List<String> STAR = List.of(
            "plugins",
            "policies",
            "redaction",
            "schemas",
            "tools",
            "sandbox",
            "extensions",
            "metrics",
            "http",
            "providers",
            "session",
            "store",
            "testkit",
            "views");

    /** The edges that the star has besides, each with its reason in docs/decisions: a wire format needs a wire. */
    static final Map<String, List<String>> EDGES = Map.of("providers", List.of("http"), "sandbox", List.of("http"));

    private PlanRules() {}

    /** No package needs one that needs it. */
    static ArchRule noCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    /** Each package of sdk-json and sdk-api sees those below it. */
    static ArchRule layers(String root) {
        return plan(root, "see only the layers below", layersBelow());
    }

    /** Each room sees the words and what {@link #EDGES} allow; only the runtime, and what stands on it, sees many rooms. */
    static ArchRule star(String root) {
        return plan(root, "see the words and no other room", rooms());
    }

    /** Every package that has a place; the root itself holds no type. */
    static Set<String> planned() {
        return with(rooms().keySet(), layersBelow().keySet(), List.of(""));
    }

    private static ArchRule plan(String root, String sentence, Map<String, Set<String>> seen) {
        return Conditions.classes(sentence, type -> {
            String room = Conditions.room(root, type);
            return seen.containsKey(room) ? strangers(root, type, room, seen.get(room)) : Stream.of();
        });
    }

    private static Stream<String> strangers(String root, JavaClass type, String room, Set<String> seen) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(d -> {
                    String other = Conditions.room(root, d.getTargetClass());
                    return !other.isEmpty() && !other.equals(room) && !seen.contains(other);
                })
                .map(Dependency::getDescription);
    }

    private static Map<String, Set<String>> layersBelow() {
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        Set<String> below = new HashSet<>();
        for (List<String> layer : LAYERS) {
            layer.forEach(name -> seen.put(name, Set.copyOf(below)));
            below.addAll(layer);
        }
        return seen;
    }

    private static Map<String, Set<String>> rooms() {
        Set<String> words = layersBelow().keySet();
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        STAR.forEach(room -> seen.put(room, with(words, EDGES.getOrDefault(room, List.of()), List.of())));
        seen.put("runtime", with(words, STAR, List.of()));
        seen.get("runtime").remove("testkit");
        // the demo plays an example
        seen.put("cli", with(words, STAR, List.of("runtime", "examples")));
        return seen;
    }

    private static Set<String> with(Collection<String> words, Collection<String> rooms, List<String> more) {
        Set<String> all = new HashSet<>(words);
        all.addAll(rooms);
        all.addAll(more);
        return all;
    }
}
