package dev.plumbline.integration.architecture;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether a value looks as if it could never change: judged by its class, and the values in it where it holds some. */
final class Frozen {
    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            Class.class,
            Locale.class,
            Pattern.class,
            java.net.URI.class);

    private static final Pattern VIEW =
            Pattern.compile("java\\.util\\.(ImmutableCollections\\$|Collections\\$(Unmodifiable|Empty|Singleton)).*");

    /** Own values that remember what they computed; whoever asks twice gets the same. */
    private static final Set<String> MEMOISING = Set.of("dev.plumbline.json", "dev.plumbline.body");

    private Frozen() {}

    static boolean isFrozen(Object value) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return Array.getLength(value) == 0;
        }
        return isPlain(value, type) || isLambda(type) || isView(value, type) || isOwn(type);
    }

    private static boolean isPlain(Object value, Class<?> type) {
        return VALUES.contains(type)
                || value instanceof Enum
                || value instanceof Charset
                || value instanceof Path
                || value instanceof System.Logger
                || type.getPackageName().startsWith("java.time")
                || value instanceof Optional<?> optional && optional.stream().allMatch(Frozen::isFrozen);
    }

    /** One that captured nothing. */
    private static boolean isLambda(Class<?> type) {
        return type.isHidden() && type.getDeclaredFields().length == 0;
    }

    private static boolean isView(Object value, Class<?> type) {
        return VIEW.matcher(type.getName()).matches() && inside(value).allMatch(Frozen::isFrozen);
    }

    private static Stream<?> inside(Object value) {
        return value instanceof Map<?, ?> map
                ? Stream.concat(map.keySet().stream(), map.values().stream())
                : value instanceof Collection<?> all ? all.stream() : Stream.of();
    }

    private static boolean isOwn(Class<?> type) {
        return type.getName().startsWith(House.ROOT + ".")
                && ancestry(type)
                        .flatMap(c -> Arrays.stream(c.getDeclaredFields()))
                        .allMatch(Frozen::isFixed);
    }

    private static boolean isFixed(Field field) {
        int modifiers = field.getModifiers();
        boolean memo = Modifier.isPrivate(modifiers)
                && (Modifier.isTransient(modifiers)
                        || MEMOISING.contains(field.getDeclaringClass().getPackageName()));
        return Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers) || memo;
    }

    private static Stream<Class<?>> ancestry(Class<?> type) {
        return Stream.iterate(type, c -> c != null && c != Object.class, Class::getSuperclass);
    }
}
