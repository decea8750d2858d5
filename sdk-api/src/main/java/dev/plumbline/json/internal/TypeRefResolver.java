package dev.plumbline.json.internal;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;

/** Finds the type argument of a class for a generic interface. */
public final class TypeRefResolver {

    private TypeRefResolver() {}

    /** Returns the type argument of the interface {@code wanted}, as in {@code implements TypeRef<…>}. */
    public static Type of(Class<?> reference, Class<?> wanted) {
        for (Type implemented : reference.getGenericInterfaces()) {
            if (implemented instanceof ParameterizedType generic && generic.getRawType() == wanted) {
                return known(generic.getActualTypeArguments()[0]);
            }
        }
        throw new IllegalStateException("the type of this TypeRef is lost: write new TypeRef<List<Wall>>() {}");
    }

    private static Type known(Type type) {
        if (!isKnown(type)) {
            throw new IllegalStateException(
                    "a TypeRef cannot hold a type variable: name the type, as in new TypeRef<List<Wall>>() {}");
        }
        return type;
    }

    private static boolean isKnown(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments()).allMatch(TypeRefResolver::isKnown);
        }
        if (type instanceof GenericArrayType array) {
            return isKnown(array.getGenericComponentType());
        }
        return type instanceof Class || type instanceof WildcardType;
    }

    /** The type {@code List<element>}, equal to that of reflection. */
    public record ListOf(Class<?> element) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {element};
        }

        @Override
        public Type getRawType() {
            return List.class;
        }

        // Reflection returns null for a top-level type, and readers of ParameterizedType rely on it.
        @Override
        @SuppressWarnings("NullAway")
        public Type getOwnerType() {
            return null;
        }

        @Override
        public String getTypeName() {
            return "java.util.List<" + element.getTypeName() + ">";
        }

        @Override
        public String toString() {
            return getTypeName();
        }
    }
}
