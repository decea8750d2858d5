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

    private StaticFields() {}

    /** Returns the values by name, of the classes of a source file and of their superclasses. */
    static Map<String, String> of(Class<?> type) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Class<?> each = type; each != null && isOwn(each); each = each.getSuperclass()) {
            Stream.concat(Stream.of(each), Stream.of(each.getNestHost().getNestMembers()))
                    .distinct()
                    .flatMap(member -> Stream.of(member.getDeclaredFields()))
                    .filter(field -> Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                    .forEach(field -> values.put(
                            field.getDeclaringClass().getSimpleName() + "." + field.getName(), text(field, null)));
        }
        return values;
    }

    private static boolean isOwn(Class<?> type) {
        String name = type.getName();
        return Stream.of("java.", "javax.", "jdk.", "sun.").noneMatch(name::startsWith);
    }

    private static String text(Field field, @Nullable Object of) {
        return text(value(field, of), DEEPEST, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static @Nullable Object value(Field field, @Nullable Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException | InaccessibleObjectException hidden) {
            return "hidden";
        }
    }

    private static String text(@Nullable Object value, int deepest, Set<Object> seen) {
        if (value == null || deepest == 0 || value instanceof Class<?> || !seen.add(value)) {
            return value == null ? "null" : "…";
        }
        if (value instanceof Map<?, ?> map) {
            return text(map.entrySet(), deepest, seen);
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            return text(entry.getKey(), deepest - 1, seen) + "=" + text(entry.getValue(), deepest - 1, seen);
        }
        if (value instanceof Collection<?> items) {
            return items.stream().map(each -> text(each, deepest - 1, seen)).collect(Collectors.joining(","));
        }
        if (value.getClass().isArray()) {
            StringBuilder items = new StringBuilder();
            for (int i = 0; i < Math.min(1000, Array.getLength(value)); i++) {
                items.append(text(Array.get(value, i), deepest - 1, seen)).append(',');
            }
            return items.toString();
        }
        if (isOwn(value.getClass())) {
            return type(value.getClass(), value, deepest, seen);
        }
        String text = String.valueOf(value); // numbers, texts and atomic values of the JDK
        return text.startsWith(value.getClass().getName() + "@")
                ? value.getClass().getName()
                : text;
    }

    private static String type(Class<?> type, Object value, int deepest, Set<Object> seen) {
        return Stream.of(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(field -> text(value(field, value), deepest - 1, seen))
                .collect(Collectors.joining(";", type.getSimpleName() + "(", ")"));
    }
}
