package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts JSON to Java values. Data binding is loaded only for types that this class does not support. */
public final class JsonToJava {

    private JsonToJava() {}

    public static Object bind(Json json, Type type) {
        if (type instanceof Class<?> wanted) {
            if (wanted.isEnum()) {
                return constant(json, wanted);
            }
            Object simple = simple(json, wanted);
            if (simple != null) {
                return simple;
            }
        }
        return JacksonDatabind.bind(json, type);
    }

    /** Returns why no JSON can be bound to a type, whatever it says; empty if some can. Creates no value. */
    public static Optional<String> fault(Type type) {
        boolean simple = type instanceof Class<?> wanted && (wanted.isEnum() || wanted == Json.class);
        return simple ? Optional.empty() : JacksonDatabind.fault(type);
    }

    private static @Nullable Object simple(Json json, Class<?> wanted) {
        if (wanted == Json.class) {
            return json;
        }
        if (wanted == String.class) {
            return json.asText();
        }
        if (wanted == boolean.class || wanted == Boolean.class) {
            return json.asBoolean();
        }
        return number(json, wanted);
    }

    private static @Nullable Object number(Json json, Class<?> wanted) {
        if (wanted == int.class || wanted == Integer.class) {
            return json.asInt();
        }
        if (wanted == long.class || wanted == Long.class) {
            return json.asLong();
        }
        if (wanted == double.class || wanted == Double.class) {
            return json.asDouble();
        }
        return wanted == BigDecimal.class ? json.asDecimal() : null;
    }

    private static Object constant(Json json, Class<?> type) {
        String name = json.asText();
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() -> JsonAccess.misfit(json, "one of " + Arrays.toString(names(type)), Json.Kind.STRING));
    }

    /** Returns the names of the constants of an enum. */
    static String[] names(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(c -> ((Enum<?>) c).name())
                .toArray(String[]::new);
    }
}
