package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** How a rule is written here: a sentence, and what of a class breaks it. */
final class ArchConditions {
    private ArchConditions() {}

    /**
     * A rule for every class.
     *
     * @param sentence what holds
     * @param faults what of a class breaks it, in words
     */
    static ArchRule classes(String sentence, Function<JavaClass, Stream<String>> faults) {
        return ArchRuleDefinition.classes().should(new ArchCondition<JavaClass>(sentence) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                faults.apply(type)
                        .forEach(fault ->
                                events.add(SimpleConditionEvent.violated(type, type.getName() + ": " + fault)));
            }
        });
    }

    /** The package of a class below the root, first segment only; empty for the root's own and for strangers. */
    static String topPackage(String root, JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(root + ".")) {
            return "";
        }
        String below = name.substring(root.length() + 1);
        return below.contains(".") ? below.substring(0, below.indexOf('.')) : below;
    }

    /** The file a class was written in, by the name of its top-level type. */
    static String topLevel(JavaClass type) {
        JavaClass outer = type;
        for (Optional<JavaClass> next = Optional.of(type);
                next.isPresent();
                next = next.get().getEnclosingClass()) {
            outer = next.get();
        }
        return outer.getName();
    }

    /** Whether code outside the package can name it. */
    static boolean isOpen(JavaClass type) {
        boolean open = type.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC)
                || type.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PROTECTED);
        return open && type.getEnclosingClass().map(ArchConditions::isOpen).orElse(true);
    }

    /** Whether a person wrote it, and neither the compiler nor a processor. */
    static boolean isWritten(JavaClass type) {
        return !type.isAnonymousClass()
                && !type.getSimpleName().equals("package-info")
                && !topLevel(type).matches(".*\\.Immutable[A-Z]\\w*");
    }
}
