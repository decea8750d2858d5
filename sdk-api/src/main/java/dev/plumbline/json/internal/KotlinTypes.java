package dev.plumbline.json.internal;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Kotlin knows about its classes and Java's reflection does not: the primary constructor of a data class,
 * the names of parameters, and which of them may be missing. It needs {@code kotlin-reflect} on the class path, which
 * is loaded by the first class that was compiled by Kotlin. Thread-safe; keeps no class.
 */
public final class KotlinTypes {
    private KotlinTypes() {}

    /** Returns whether a class was compiled by Kotlin. */
    public static boolean isKotlin(Class<?> type) {
        for (Annotation annotation : type.getDeclaredAnnotations()) {
            if (annotation.annotationType().getName().equals("kotlin.Metadata")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the components of a data class in the order of its primary constructor; empty for every other type.
     *
     * @throws IllegalArgumentException if the class was compiled by Kotlin and {@code kotlin-reflect} is missing
     */
    public static List<KotlinComponent> componentsOf(Class<?> type) {
        return isKotlin(type) ? reflected(type, () -> KotlinReflection.components(type)) : List.of();
    }

    /**
     * Returns what Kotlin knows about a parameter of a function; empty if its class was not compiled by Kotlin.
     *
     * @throws IllegalArgumentException if it was, and {@code kotlin-reflect} is missing
     */
    public static Optional<KotlinComponent> parameter(Method function, Parameter parameter) {
        Class<?> owner = function.getDeclaringClass();
        return isKotlin(owner)
                ? reflected(owner, () -> KotlinReflection.parameter(function, parameter))
                : Optional.empty();
    }

    /** Creates an object of a data class; a component without a value has its default, or null. */
    static Object create(Class<?> type, List<@Nullable Object> values, List<Boolean> given) {
        return reflected(type, () -> KotlinReflection.create(type, values, given));
    }

    private static <T> T reflected(Class<?> type, Reflection<T> reflection) {
        try {
            return reflection.read();
        } catch (LinkageError missing) {
            throw new IllegalArgumentException(
                    type.getSimpleName() + " is a class of Kotlin: add org.jetbrains.kotlin:kotlin-reflect to the class"
                            + " path, or use a record",
                    missing);
        }
    }

    /** Code that needs the library. */
    @FunctionalInterface
    private interface Reflection<T> {
        T read();
    }
}
