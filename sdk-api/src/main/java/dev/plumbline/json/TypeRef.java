package dev.plumbline.json;

import dev.plumbline.json.internal.TypeRefResolver;
import java.lang.reflect.Type;
import java.util.List;

/**
 * A generic type that survives erasure: {@code TypeRef.listOf(Wall.class)} or
 * {@code new TypeRef<Map<String, Wall>>() {}}.
 *
 * @param <T> the referenced type
 */
public interface TypeRef<T> {

    /**
     * Returns the full generic type.
     *
     * @throws IllegalStateException if the type argument was left out or is a type variable
     */
    default Type type() {
        return TypeRefResolver.of(getClass(), TypeRef.class);
    }

    /** Returns the reference of a plain class. */
    static <T> TypeRef<T> of(Class<T> type) {
        return known(type);
    }

    /** Returns the reference of {@code List<element>}. */
    static <E> TypeRef<List<E>> listOf(Class<E> element) {
        return known(new TypeRefResolver.ListOf(element));
    }

    private static <T> TypeRef<T> known(Type type) {
        record Known<K>(Type type) implements TypeRef<K> {}
        return new Known<>(type);
    }
}
