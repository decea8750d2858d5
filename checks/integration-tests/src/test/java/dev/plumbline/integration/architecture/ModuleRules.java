package dev.plumbline.integration.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The dependency rules: which package sees which. */
final class ModuleRules {
    /** The packages of sdk-api, lowest first; two on one line do not see each other. */
    static final List<List<String>> API_PACKAGES = List.of(
            List.of("json"),
            List.of("time"),
            List.of("internal"),
            List.of("body"),
            List.of("event"),
            List.of("call"),
            List.of("ui"),
            List.of("schema"),
            List.of("conversation"),
            List.of("provider", "tool"),
            List.of("policy"),
            List.of("plugin"));

    /** The packages of other modules that see only sdk-api. */
    static final List<String> STAR = List.of(
            "plugins",
            "policies",
            "redaction",
            "jsonschema",
            "tools",
            "sandbox",
            "extensions",
            "metrics",
            "http",
            "providers",
            "session",
            "store",
            "keyring",
            "redis",
            "testkit",
            "views",
            "mcp",
            "mcpclient",
            "postgresql");

    /** The further dependencies of those packages, each with its reason in docs/decisions: a wire format needs HTTP, and so does a server. */
    static final Map<String, List<String>> EDGES = Map.of(
            "providers", List.of("http"),
            "sandbox", List.of("http"),
            "mcp", List.of("http"),
            "mcpclient", List.of("http"));

    private ModuleRules() {}

    /** No package needs one that needs it; what a package hides from programs in {@code internal} is a part of it. */
    static ArchRule noCycles(String root) {
        return slices().assignedFrom(new Subjects(root)).should().beFreeOfCycles();
    }

    /** A package and its {@code internal} one, together. */
    private record Subjects(String root) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            String subject = name.replaceFirst("(?<=[a-z])\\.internal$", "");
            return name.startsWith(root + ".")
                    ? SliceIdentifier.of(subject.equals(root) ? name : subject)
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages of " + root;
        }
    }

    /** Each package of sdk-api sees those below it. */
    static ArchRule order(String root) {
        return plan(root, "see only the packages below", packagesBelow());
    }

    /** Each module sees the API and what {@link #EDGES} allow; only the runtime, and what depends on it, sees many modules. */
    static ArchRule star(String root) {
        return plan(root, "see the API and no other module", modules());
    }

    /** Every package that has a place; the root itself holds no type. */
    static Set<String> planned() {
        return with(modules().keySet(), packagesBelow().keySet(), List.of(""));
    }

    private static ArchRule plan(String root, String sentence, Map<String, Set<String>> seen) {
        return ArchConditions.classes(sentence, type -> {
            String topPackage = ArchConditions.topPackage(root, type);
            return seen.containsKey(topPackage) ? strangers(root, type, topPackage, seen.get(topPackage)) : Stream.of();
        });
    }

    private static Stream<String> strangers(String root, JavaClass type, String topPackage, Set<String> seen) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(d -> {
                    String other = ArchConditions.topPackage(root, d.getTargetClass());
                    return !other.isEmpty() && !other.equals(topPackage) && !seen.contains(other);
                })
                .map(Dependency::getDescription);
    }

    private static Map<String, Set<String>> packagesBelow() {
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        Set<String> below = new HashSet<>();
        for (List<String> level : API_PACKAGES) {
            level.forEach(name -> seen.put(name, Set.copyOf(below)));
            below.addAll(level);
        }
        return seen;
    }

    private static Map<String, Set<String>> modules() {
        Set<String> words = packagesBelow().keySet();
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        STAR.forEach(topPackage ->
                seen.put(topPackage, with(words, EDGES.getOrDefault(topPackage, List.of()), List.of())));
        seen.put("runtime", with(words, STAR, List.of()));
        seen.get("runtime").remove("testkit");
        seen.put("web", with(words, List.of("runtime", "session", "views", "metrics", "http"), List.of()));
        List<String> assistant = List.of(
                "runtime",
                "session",
                "store",
                "views",
                "tools",
                "providers",
                "http",
                "keyring",
                "mcp",
                "mcpclient",
                "jsonschema");
        seen.put("assistant", with(words, assistant, List.of()));
        // the demo plays an example
        seen.put("cli", with(words, STAR, List.of("runtime", "web", "examples")));
        return seen;
    }

    private static Set<String> with(Collection<String> words, Collection<String> modules, List<String> more) {
        Set<String> all = new HashSet<>(words);
        all.addAll(modules);
        all.addAll(more);
        return all;
    }
}
