package dev.plumbline.json;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks whether data binding may use the records of a program that is a module: the package of a record must be open
 * to the module of data binding, or the record public and its package exported. Thread-safe; keeps no class.
 */
public final class RecordAccess {

    private RecordAccess() {}

    /**
     * Returns what to write into {@code module-info.java} for the first record of a type that data binding cannot use;
     * empty if there is none, as on the class path. It looks into type arguments, components and sealed interfaces.
     *
     * @param tools the module that calls tools, for which the package is opened, too
     */
    public static Optional<String> fault(Type type, Module tools) {
        return closed(type, new HashSet<>()).map(record -> fault(record, tools));
    }

    /** Returns what to write for a record that data binding failed to use. */
    static String fault(Class<?> record) {
        return fault(record, binding());
    }

    private static String fault(Class<?> record, Module tools) {
        return "the record " + record.getName() + " cannot be created and read: "
                + record.getModule().getName() + " does not open its package; write \"" + opens(record, tools)
                + "\" in module-info.java";
    }

    /** Returns the line that opens the package of a class to that module and to data binding. */
    public static String opens(Class<?> type, Module tools) {
        Set<Module> both = new HashSet<>(Set.of(tools));
        both.add(binding());
        String names = both.stream().map(Module::getName).sorted().collect(Collectors.joining(", "));
        boolean named = both.stream().allMatch(Module::isNamed);
        return "opens " + type.getPackageName() + (named ? " to " + names : "") + ";";
    }

    private static Optional<Class<?>> closed(Type type, Set<Class<?>> seen) {
        if (type instanceof Class<?> known && !isUsable(known)) {
            return Optional.of(known);
        }
        Stream<? extends Type> inside = type instanceof Class<?> known ? inside(known, seen) : parts(type);
        return inside.map(each -> closed(each, seen)).flatMap(Optional::stream).findFirst();
    }

    private static Stream<? extends Type> inside(Class<?> type, Set<Class<?>> seen) {
        if (type.isArray()) {
            return Stream.of(type.getComponentType());
        }
        if (!type.getModule().isNamed() || !seen.add(type)) {
            return Stream.empty();
        }
        return type.isRecord()
                ? Stream.of(type.getRecordComponents()).map(RecordComponent::getGenericType)
                : SealedVariants.of(type).stream();
    }

    /** Returns whether a class is no record, or one that data binding may use. */
    static boolean isUsable(Class<?> type) {
        Module owner = type.getModule();
        String name = type.getPackageName();
        return !type.isRecord()
                || !owner.isNamed()
                || owner.isOpen(name, binding())
                || (Modifier.isPublic(type.getModifiers()) && owner.isExported(name, binding()));
    }

    /** Loads a class of data binding, so it is called for modules only. */
    private static Module binding() {
        return JsonMapper.class.getModule();
    }

    /** Returns the types of which a generic type is made; none for a class and for a variable. */
    static Stream<Type> parts(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.concat(Stream.of(generic.getRawType()), Stream.of(generic.getActualTypeArguments()));
        }
        if (type instanceof WildcardType wildcard) {
            return Stream.concat(Stream.of(wildcard.getUpperBounds()), Stream.of(wildcard.getLowerBounds()));
        }
        return type instanceof GenericArrayType array ? Stream.of(array.getGenericComponentType()) : Stream.empty();
    }
}
