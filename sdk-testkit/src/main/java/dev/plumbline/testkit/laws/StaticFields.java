package dev.plumbline.testkit.laws;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The values of the static fields of a class and of those around it, as text, to see whether one has changed. */
final class StaticFields {
    private static final int DEEPEST = 4;

    private final String inside;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Looks into objects of that package; those of a library, such as a clock or a store, are what policies are given. */
    private StaticFields(String inside) {
        this.inside = inside;
    }

    /** Returns the values by name, of the classes of a source file and of their superclasses. */
    static Map<String, String> of(Class<?> type) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Class<?> each = type; each != null && isOwn(each); each = each.getSuperclass()) {
            Stream.concat(Stream.of(each), Stream.of(each.getNestHost().getNestMembers()))
                    .distinct()
                    .flatMap(member -> Stream.of(member.getDeclaredFields()))
                    .filter(field -> Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                    .forEach(field -> values.put(
                            field.getDeclaringClass().getSimpleName() + "." + field.getName(),
                            new StaticFields(type.getPackageName()).text(field)));
        }
        return values;
    }

    private static boolean isOwn(Class<?> type) {
        String name = type.getName();
        return Stream.of("java.", "javax.", "jdk.", "sun.").noneMatch(name::startsWith);
    }

    private String text(Field field) {
        return text(value(field, null), DEEPEST);
    }

    private static @Nullable Object value(Field field, @Nullable Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException | InaccessibleObjectException hidden) {
            return "hidden";
        }
    }

    private String text(@Nullable Object value, int deepest) {
        if (value == null || deepest == 0 || value instanceof Class<?> || !seen.add(value)) {
            return value == null ? "null" : "…";
        }
        if (value instanceof Map<?, ?> map) {
            return text(map.entrySet(), deepest);
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            return text(entry.getKey(), deepest - 1) + "=" + text(entry.getValue(), deepest - 1);
        }
        if (value instanceof Collection<?> items) {
            return items.stream().map(each -> text(each, deepest - 1)).collect(Collectors.joining(","));
        }
        if (value.getClass().isArray()) {
            StringBuilder items = new StringBuilder();
            for (int i = 0; i < Math.min(1000, Array.getLength(value)); i++) {
                items.append(text(Array.get(value, i), deepest - 1)).append(',');
            }
            return items.toString();
        }
        if (isOwn(value.getClass())) {
            return value.getClass().getPackageName().equals(inside)
                    ? type(value.getClass(), value, deepest)
                    : value.getClass().getName() + System.identityHashCode(value);
        }
        String text = String.valueOf(value); // numbers, texts and atomic values of the JDK
        return text.startsWith(value.getClass().getName() + "@")
                ? value.getClass().getName()
                : text;
    }

    private String type(Class<?> type, Object value, int deepest) {
        return Stream.of(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(field -> text(value(field, value), deepest - 1))
                .collect(Collectors.joining(";", type.getSimpleName() + "(", ")"));
    }
}
