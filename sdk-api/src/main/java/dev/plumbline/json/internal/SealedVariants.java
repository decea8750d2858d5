package dev.plumbline.json.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the records of a sealed interface. In JSON, each has a first member {@code kind} with the simple name of its
 * record, at any depth: {@code Json.of} writes it, {@code as} requires it, and schemas contain it.
 */
public final class SealedVariants {
    /** The name of the member with the name of the record. */
    public static final String MEMBER = "kind";

    private SealedVariants() {}

    /**
     * Returns the records of a sealed interface and its sealed subinterfaces, in the order in which they are permitted.
     * Empty for every other type, and for unsupported hierarchies: if it permits other types than records, two records
     * have the same simple name, or one has a component named {@code kind}.
     */
    public static List<Class<?>> of(Class<?> type) {
        if (!isSealed(type)) {
            return List.of();
        }
        List<Class<?>> leaves = leaves(type).distinct().toList();
        boolean hasVariants = leaves.stream().allMatch(SealedVariants::isPlainRecord)
                && leaves.stream().map(SealedVariants::name).distinct().count() == leaves.size();
        return hasVariants ? leaves : List.of();
    }

    private static boolean isSealed(Class<?> type) {
        return type.isInterface() && type.isSealed();
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return isSealed(type)
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(SealedVariants::leaves)
                : Stream.of(type);
    }

    private static boolean isPlainRecord(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .noneMatch(component -> component.getName().equals(MEMBER));
    }

    /** Returns the value of {@code kind} for a record; empty if the record belongs to no sealed interface. */
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
