package dev.plumbline.integration.architecture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a value looks as if it could never change: judged by its class, and the values in it where it holds some. */
final class ImmutabilityCheck {
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
            OptionalInt.class,
            OptionalLong.class,
            OptionalDouble.class,
            URI.class);

    private static final Pattern VIEW =
            Pattern.compile("java\\.util\\.(ImmutableCollections\\$|Collections\\$(Unmodifiable|Empty|Singleton)).*");

    /** Own values that remember what they computed; whoever asks twice gets the same. */
    private static final Set<String> MEMOISING =
            Set.of("dev.plumbline.json", "dev.plumbline.json.internal", "dev.plumbline.body");

    private ImmutabilityCheck() {}

    static boolean isFrozen(Object value) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return Array.getLength(value) == 0;
        }
        return isPlain(value, type) || isLambda(type) || isView(value, type) || isOwn(value, type);
    }

    private static boolean isPlain(Object value, Class<?> type) {
        return VALUES.contains(type)
                || value instanceof Enum
                || value instanceof Charset
                || value instanceof Path
                || value instanceof VarHandle
                || value instanceof MethodHandle
                || value instanceof System.Logger
                || type.getPackageName().startsWith("java.time")
                || value instanceof Optional<?> optional && optional.stream().allMatch(ImmutabilityCheck::isFrozen);
    }

    /** One that captured nothing. */
    private static boolean isLambda(Class<?> type) {
        return type.isHidden() && type.getDeclaredFields().length == 0;
    }

    private static boolean isView(Object value, Class<?> type) {
        return VIEW.matcher(type.getName()).matches() && inside(value).allMatch(ImmutabilityCheck::isFrozen);
    }

    private static Stream<?> inside(Object value) {
        return value instanceof Map<?, ?> map
                ? Stream.concat(map.keySet().stream(), map.values().stream())
                : value instanceof Collection<?> all ? all.stream() : Stream.of();
    }

    private static boolean isOwn(Object value, Class<?> type) {
        return type.getName().startsWith(CompiledProject.ROOT + ".")
                && !type.isHidden()
                && ancestry(type).allMatch(c -> c.getName().startsWith(CompiledProject.ROOT + ".") || c == Record.class)
                && ancestry(type)
                        .flatMap(c -> Arrays.stream(c.getDeclaredFields()))
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .allMatch(field -> isMemo(field) || isFixed(value, field));
    }

    /** Remembers what would be computed again. */
    private static boolean isMemo(Field field) {
        return Modifier.isPrivate(field.getModifiers())
                && (Modifier.isTransient(field.getModifiers())
                        || MEMOISING.contains(field.getDeclaringClass().getPackageName()))
                && !Modifier.isFinal(field.getModifiers());
    }

    private static boolean isFixed(Object owner, Field field) {
        if (!Modifier.isFinal(field.getModifiers())) {
            return false;
        }
        Object value = read(field, owner);
        return value == owner || value.getClass().isArray() || isFrozen(value);
    }

    private static Stream<Class<?>> ancestry(Class<?> type) {
        return Stream.iterate(type, c -> c != null && c != Object.class, Class::getSuperclass);
    }

    /** The value of a field, an empty text where there is none. */
    static Object read(Field field, @Nullable Object owner) {
        try {
            field.setAccessible(true);
            Object value = field.get(owner);
            return value == null ? "" : value;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be read", e);
        }
    }
}
