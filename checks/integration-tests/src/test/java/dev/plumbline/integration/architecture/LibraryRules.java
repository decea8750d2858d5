package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The rules for the use of libraries. */
final class LibraryRules {
    private static final List<String> WORDS =
            ModuleRules.API_PACKAGES.stream().flatMap(List::stream).toList();

    /** The packages that may use a library, by prefix. The longest prefix decides; a library without a line may be used nowhere. re2j may be used in any module. */
    private static final Map<String, List<String>> HOMES = homes();

    /** The two libraries that signatures may show, and Swing of the JDK, which a panel is made of; each in one module. */
    private static final Map<String, String> SHOWN =
            Map.of("io.micrometer.", "metrics", "net.jqwik.", "testkit", "javax.swing.", "views|assistant");

    private LibraryRules() {}

    private static Map<String, List<String>> homes() {
        List<String> star = ModuleRules.STAR;
        List<String> everywhere = Stream.of(WORDS, star, List.of("runtime", "assistant", "web", "cli"))
                .flatMap(List::stream)
                .toList();
        Map<String, List<String>> homes = new LinkedHashMap<>();
        homes.put("java.", everywhere);
        homes.put("java.net.http.", List.of());
        homes.put("org.apache.hc.core5.", List.of("http"));
        homes.put("org.commonmark.", List.of("views"));
        homes.put("org.snakeyaml.", List.of("plugin"));
        homes.put("java.awt.", List.of("ui", "tools", "mcp", "views", "assistant"));
        homes.put("javax.imageio.", List.of("ui", "mcp", "views"));
        homes.put("com.sun.net.httpserver.", List.of("http"));
        homes.put("javax.swing.", List.of("ui", "views", "assistant"));
        homes.put("javax.accessibility.", List.of("views", "assistant"));
        homes.put("java.sql.", List.of("postgresql"));
        homes.put("javax.sql.", List.of("postgresql"));
        homes.put("org.postgresql.", List.of("postgresql"));
        homes.put("com.zaxxer.hikari.", List.of("postgresql"));
        homes.put("javax.net.", List.of("http", "providers", "sandbox", "testkit", "redis"));
        homes.put("javax.crypto.", everywhere);
        homes.put("org.jspecify.", everywhere);
        homes.put("org.immutables.", WORDS);
        homes.put("tools.jackson.", List.of("json", "jsonschema"));
        homes.put("kotlin.", List.of("json"));
        homes.put("com.networknt.", List.of("jsonschema"));
        homes.put("com.github.victools.", List.of("jsonschema"));
        homes.put("com.google.re2j.", star);
        homes.put("dev.failsafe.", List.of("policies"));
        homes.put("io.micrometer.", List.of("metrics"));
        homes.put("com.github.javakeyring.", List.of("keyring"));
        homes.put("redis.clients.jedis.", List.of("redis"));
        homes.put("picocli.", List.of("cli"));
        homes.put("org.jline.", List.of("cli"));
        homes.put("net.jqwik.", List.of("testkit"));
        homes.put("org.junit.", List.of("testkit"));
        homes.put("org.assertj.", List.of("testkit"));
        homes.put("com.fasterxml.jackson.annotation.", List.of("json", "jsonschema"));
        homes.put("com.fasterxml.classmate.", List.of("jsonschema"));
        return homes;
    }

    /** Checks that each library is used only in its modules. */
    static ArchRule libraries(String root) {
        return ArchConditions.classes("use a library only where it lives", type -> {
            String topPackage = ArchConditions.topPackage(root, type);
            return type.getDirectDependenciesFromSelf().stream()
                    .filter(d -> !livesIn(root, topPackage, d.getTargetClass()))
                    .map(Dependency::getDescription);
        });
    }

    private static boolean livesIn(String root, String topPackage, JavaClass target) {
        JavaClass type = target.getBaseComponentType();
        String name = type.getName();
        if (topPackage.isEmpty() || type.isPrimitive() || name.startsWith(root + ".")) {
            return true;
        }
        return HOMES.entrySet().stream()
                .filter(home -> name.startsWith(home.getKey()))
                .reduce((a, b) -> a.getKey().length() >= b.getKey().length() ? a : b)
                .map(home -> home.getValue().contains(topPackage))
                .orElse(false);
    }

    /** Checks that one class uses Failsafe; if there are two, both are reported. */
    static ArchRule oneUserOfFailsafe(String root) {
        return ArchRuleDefinition.classes().should(new ArchCondition<JavaClass>("use Failsafe in one place") {
            private final Map<String, JavaClass> users = new TreeMap<>();

            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(d -> d.getTargetClass().getName().startsWith("dev.failsafe."))) {
                    users.put(ArchConditions.topLevel(type), type);
                }
            }

            @Override
            public void finish(ConditionEvents events) {
                if (users.size() > 1) {
                    users.forEach((name, type) -> events.add(SimpleConditionEvent.violated(
                            type, name + ": one of " + users.size() + " users of Failsafe")));
                }
            }
        });
    }

    /** Checks that only the laws and their reports use jqwik, so that the rest of the test kit serves any framework. */
    static ArchRule jqwikInTheLaws(String root) {
        return ArchConditions.classes(
                "use jqwik in the laws alone",
                type -> List.of(root + ".testkit.laws", root + ".testkit.internal")
                                .contains(type.getPackageName())
                        ? Stream.of()
                        : type.getDirectDependenciesFromSelf().stream()
                                .filter(d -> d.getTargetClass().getName().startsWith("net.jqwik."))
                                .map(Dependency::getDescription));
    }

    /** No signature that others see names a type of a library. */
    static ArchRule signatures(String root) {
        return ArchConditions.classes("show no type of a library", type -> {
            if (!ArchConditions.isOpen(type)) {
                return Stream.of();
            }
            String topPackage = ArchConditions.topPackage(root, type);
            return Stream.concat(ancestors(type), members(root, type))
                    .filter(shown -> !isKnown(root, topPackage, shown.getName()))
                    .map(shown -> "shows " + shown.getName())
                    .distinct();
        });
    }

    private static Stream<JavaClass> ancestors(JavaClass type) {
        return Stream.of(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream(), bounds(type))
                .flatMap(s -> s);
    }

    private static Stream<JavaClass> bounds(JavaClass type) {
        Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        Stream<JavaType> limits = type.getTypeParameters().stream().flatMap(p -> p.getUpperBounds().stream());
        return Stream.concat(parents, limits).flatMap(t -> t.getAllInvolvedRawTypes().stream());
    }

    private static Stream<JavaClass> members(String root, JavaClass type) {
        return type.getAllMembers().stream()
                .filter(m -> m.getOwner().getName().startsWith(root + ".") && isOpen(m))
                .flatMap(m -> Stream.concat(m.getAllInvolvedRawTypes().stream(), thrown(m)));
    }

    private static Stream<JavaClass> thrown(JavaMember member) {
        return member instanceof JavaCodeUnit unit ? unit.getExceptionTypes().stream() : Stream.of();
    }

    private static boolean isOpen(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static boolean isKnown(String root, String topPackage, String name) {
        return name.startsWith("java.")
                || name.startsWith("javax.net.")
                || name.startsWith("javax.crypto.")
                || name.startsWith(root + ".")
                || !name.contains(".")
                || SHOWN.entrySet().stream()
                        .anyMatch(s -> name.startsWith(s.getKey())
                                && List.of(s.getValue().split("\\|")).contains(topPackage));
    }
}
