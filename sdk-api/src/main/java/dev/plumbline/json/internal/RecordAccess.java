package dev.plumbline.json.internal;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
        Class<?> record = closed(type, new HashSet<>());
        return record == null ? Optional.empty() : Optional.of(fault(record, tools));
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

    /** Returns the first record that is closed; null without one. Loops, because each tool of a first call is looked at. */
    private static @Nullable Class<?> closed(Type type, Set<Class<?>> seen) {
        if (type instanceof Class<?> known && !isUsable(known)) {
            return known;
        }
        for (Type each : type instanceof Class<?> known ? inside(known, seen) : parts(type)) {
            Class<?> found = closed(each, seen);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static List<? extends Type> inside(Class<?> type, Set<Class<?>> seen) {
        if (type.isArray()) {
            return List.of(type.getComponentType());
        }
        if (!isOfAModule(type) || !seen.add(type)) {
            return List.of();
        }
        if (!type.isRecord()) {
            return SealedVariants.of(type);
        }
        List<Type> components = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            components.add(component.getGenericType());
        }
        return components;
    }

    /** Returns whether a class is of a module that a program may have: not of the class path, and not of the JDK. */
    private static boolean isOfAModule(Class<?> type) {
        return type.getModule().isNamed() && type.getClassLoader() != null;
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
    static List<Type> parts(Type type) {
        if (type instanceof GenericArrayType array) {
            return List.of(array.getGenericComponentType());
        }
        List<Type> parts = new ArrayList<>();
        if (type instanceof ParameterizedType generic) {
            parts.add(generic.getRawType());
            Collections.addAll(parts, generic.getActualTypeArguments());
        } else if (type instanceof WildcardType wildcard) {
            Collections.addAll(parts, wildcard.getUpperBounds());
            Collections.addAll(parts, wildcard.getLowerBounds());
        }
        return parts;
    }
}
