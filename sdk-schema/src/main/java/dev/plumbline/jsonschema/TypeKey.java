package dev.plumbline.jsonschema;

import java.lang.ref.WeakReference;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type as the key of a cache: equal for equal types, also those of two class loaders that share a name, and holding none
 * of its classes, so that a cache never keeps a plugin's classes alive.
 *
 * @param text how the type is written
 * @param classes those it is made of, in that order
 */
record TypeKey(String text, List<WeakClass> classes) {

    static TypeKey of(Type type) {
        List<WeakClass> classes = new ArrayList<>();
        collect(type, classes);
        return new TypeKey(type.getTypeName(), List.copyOf(classes));
    }

    private static void collect(Type type, List<WeakClass> classes) {
        if (type instanceof Class<?> plain) {
            classes.add(new WeakClass(plain));
        } else if (type instanceof ParameterizedType generic) {
            collect(generic.getRawType(), classes);
            collect(generic.getActualTypeArguments(), classes);
        } else if (type instanceof GenericArrayType array) {
            collect(array.getGenericComponentType(), classes);
        } else if (type instanceof WildcardType wildcard) {
            collect(wildcard.getUpperBounds(), classes);
        }
    }

    private static void collect(Type[] types, List<WeakClass> classes) {
        for (Type type : types) {
            collect(type, classes);
        }
    }

    /** Written out: the one of the JDK is made by method handles, which a first call would wait for (0063). */
    @Override
    public boolean equals(Object other) {
        return other instanceof TypeKey key && text.equals(key.text) && classes.equals(key.classes);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** A class that may go away; then it equals nothing but itself. */
    static final class WeakClass {
        private final WeakReference<Class<?>> type;
        private final int hash;

        private WeakClass(Class<?> type) {
            this.type = new WeakReference<>(type);
            this.hash = System.identityHashCode(type);
        }

        @Override
        public boolean equals(Object other) {
            return this == other || (other instanceof WeakClass that && same(type.get(), that.type.get()));
        }

        @SuppressWarnings("ReferenceEquality") // two loaders' classes of one name are two types
        private static boolean same(@Nullable Class<?> one, @Nullable Class<?> other) {
            return one != null && one == other;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
