package dev.plumbline.json;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The records of a sealed interface, one of which a value is. In JSON, each of them has a first member {@code kind} with the
 * simple name of its record, at any depth: {@code Json.of} writes it, {@code as} wants it, and schemas name it.
 */
public final class Variants {
    /** The member that says which record is meant. */
    public static final String MEMBER = "kind";

    private Variants() {}

    /**
     * The records of a sealed interface, also those of sealed interfaces inside, in the order in which they are permitted. Empty
     * for every other type, and for a hierarchy that has no such form: when something else than a record is permitted,
     * two records share a simple name, or one has a component named {@code kind} itself.
     */
    public static List<Class<?>> of(Class<?> type) {
        if (!isSealed(type)) {
            return List.of();
        }
        List<Class<?>> leaves = leaves(type).distinct().toList();
        boolean hasVariants = leaves.stream().allMatch(Variants::isPlainRecord)
                && leaves.stream().map(Variants::name).distinct().count() == leaves.size();
        return hasVariants ? leaves : List.of();
    }

    private static boolean isSealed(Class<?> type) {
        return type.isInterface() && type.isSealed();
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return isSealed(type)
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(Variants::leaves)
                : Stream.of(type);
    }

    private static boolean isPlainRecord(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .noneMatch(component -> component.getName().equals(MEMBER));
    }

    /** The member {@code kind} of a record; empty when the record belongs to no sealed interface. */
    public static Optional<String> nameOf(Class<?> type) {
        boolean belongs = type.isRecord() && interfaces(type).anyMatch(each -> !of(each).isEmpty());
        return belongs ? Optional.of(name(type)) : Optional.empty();
    }

    private static Stream<Class<?>> interfaces(Class<?> type) {
        return Arrays.stream(type.getInterfaces()).flatMap(each -> Stream.concat(Stream.of(each), interfaces(each)));
    }

    private static String name(Class<?> type) {
        return type.getSimpleName();
    }
}
