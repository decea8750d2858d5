package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** What a type looks like, and what it is called. */
final class TypeShapeRules {
    private static final Pattern EMPTY_WORD =
            Pattern.compile("\\w*(Manager|Helper|Utils?|Impl)|(Base|Default|Abstract)([A-Z]\\w*)?");
    private static final Pattern I_PREFIX = Pattern.compile("I[A-Z][a-z]\\w*");
    private static final Set<String> POLICY_TYPES = Set.of("Policy", "ToolPolicy");

    private TypeShapeRules() {}

    /** A public type says who may stand below it. */
    static ArchRule closedTypes(String root) {
        return ArchConditions.classes("be final, sealed, an interface, an enum, a record or an annotation", type -> {
            boolean open = type.isTopLevelClass()
                    && type.getModifiers().contains(JavaModifier.PUBLIC)
                    && !type.isInterface()
                    && !type.isEnum()
                    && !type.getModifiers().contains(JavaModifier.FINAL)
                    && !type.reflect().isSealed();
            return open ? Stream.of("anybody may extend it") : Stream.of();
        });
    }

    /** Null is nowhere unless a signature says so. */
    static ArchRule nullMarked(String root) {
        return ArchConditions.classes("live in a package that is @NullMarked", type -> {
            boolean marked = type.getPackage()
                    .tryGetPackageInfo()
                    .map(info -> info.isAnnotatedWith(NullMarked.class))
                    .orElse(false);
            return marked ? Stream.of() : Stream.of("package " + type.getPackageName() + " is not @NullMarked");
        });
    }

    /** A name says what is special. */
    static ArchRule names(String root) {
        return written("have a name that says what it is", type -> {
            String name = type.getSimpleName();
            boolean empty = EMPTY_WORD.matcher(name).matches();
            boolean prefixed = I_PREFIX.matcher(name).matches() && !name.equals("IToolExecutor");
            return empty || prefixed;
        });
    }

    /** Only a policy is called Policy. */
    static ArchRule policies(String root) {
        return written("be a policy when it is called Policy", type -> {
            boolean isPolicy = POLICY_TYPES.contains(type.getSimpleName())
                    || type.getAllRawInterfaces().stream()
                            .anyMatch(i -> POLICY_TYPES.contains(i.getSimpleName())
                                    && i.getName().startsWith(root + "."));
            return type.getSimpleName().endsWith("Policy") && !isPolicy;
        });
    }

    private static ArchRule written(String sentence, Predicate<JavaClass> fault) {
        return ArchConditions.classes(
                sentence,
                type -> ArchConditions.isWritten(type) && fault.test(type)
                        ? Stream.of("does not " + sentence)
                        : Stream.of());
    }

    /** An accessor is called what it gives. */
    static ArchRule accessors(String root) {
        return ArchConditions.classes(
                "have accessors without get",
                type -> type.getMethods().stream()
                        .filter(method -> ArchConditions.isOpen(type) && isGetter(method))
                        .map(method -> method.getName() + "()"));
    }

    private static boolean isGetter(JavaMethod method) {
        return method.getName().matches("get[A-Z]\\w*")
                && method.getRawParameterTypes().isEmpty()
                && method.getModifiers().contains(JavaModifier.PUBLIC)
                && !isInherited(method);
    }

    private static boolean isInherited(JavaMethod method) {
        JavaClass owner = method.getOwner();
        return Stream.concat(owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
                .anyMatch(parent -> parent.getName().startsWith("java.")
                        && parent.tryGetMethod(method.getName()).isPresent());
    }
}
