package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * The schemas of Java types that are one JSON value. A format is given only if Java's text always has it: a local time
 * has no offset, and a Java duration may have fractions. Such a type has a pattern of how its texts begin; binding checks
 * the rest.
 */
final class ScalarSchemas {
    private static final Json NUMBER = type("number");
    private static final Json TEXT = type("string");
    private static final Json BOOLEAN = type("boolean");
    private static final String DATE = "^[-+]?[0-9]{4,9}-[0-9]{2}";
    private static final String TIME = "^[0-9]{2}:[0-9]{2}";
    private static final Json BYTE = integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
    private static final Json SHORT = integer(Short.MIN_VALUE, Short.MAX_VALUE);
    private static final Json INT = integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
    private static final Json LONG = integer(Long.MIN_VALUE, Long.MAX_VALUE);

    private static final Set<Json> WIDE_BOUNDS =
            Set.of(INT.get("minimum"), INT.get("maximum"), LONG.get("minimum"), LONG.get("maximum"));

    private static final Map<Class<?>, Json> SCHEMAS = schemas();

    private ScalarSchemas() {}

    private static Map<Class<?>, Json> schemas() {
        Map<Class<?>, Json> schemas = new HashMap<>();
        put(schemas, BYTE, byte.class, Byte.class);
        put(schemas, SHORT, short.class, Short.class);
        put(schemas, INT, int.class, Integer.class, OptionalInt.class);
        put(schemas, LONG, long.class, Long.class, OptionalLong.class);
        schemas.put(BigInteger.class, type("integer"));
        put(
                schemas,
                NUMBER,
                double.class,
                float.class,
                Double.class,
                Float.class,
                BigDecimal.class,
                OptionalDouble.class);
        put(schemas, BOOLEAN, boolean.class, Boolean.class);
        put(schemas, TEXT, String.class, ZoneId.class);
        put(schemas, TEXT.with("minLength", 1).with("maxLength", 1), char.class, Character.class);
        addTimes(schemas);
        schemas.put(UUID.class, TEXT.with("format", "uuid"));
        schemas.put(URI.class, TEXT.with("format", "uri-reference"));
        schemas.put(byte[].class, TEXT.with("contentEncoding", "base64"));
        schemas.put(Json.class, Json.object());
        return Map.copyOf(schemas);
    }

    private static void addTimes(Map<Class<?>, Json> schemas) {
        put(schemas, TEXT.with("format", "date-time"), Instant.class, OffsetDateTime.class, ZonedDateTime.class);
        schemas.put(LocalDate.class, TEXT.with("format", "date"));
        schemas.put(LocalDateTime.class, text(DATE + "-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}"));
        put(schemas, text(TIME), LocalTime.class, OffsetTime.class);
        schemas.put(Year.class, integer(Year.MIN_VALUE, Year.MAX_VALUE));
        schemas.put(YearMonth.class, text(DATE + "$"));
        schemas.put(MonthDay.class, text("^--[0-9]{2}-[0-9]{2}$"));
        schemas.put(Duration.class, text("^[-+]?[Pp][-+0-9Tt]"));
        schemas.put(Period.class, text("^[-+]?[Pp][-+0-9]"));
        schemas.put(ZoneOffset.class, text("^([Zz]|[-+][0-9])"));
    }

    private static void put(Map<Class<?>, Json> schemas, Json schema, Class<?>... types) {
        for (Class<?> type : types) {
            schemas.put(type, schema);
        }
    }

    private static Json type(String name) {
        return Json.object().with("type", name);
    }

    private static Json text(String pattern) {
        return type("string").with("pattern", pattern);
    }

    private static Json integer(long least, long most) {
        return type("integer").with("minimum", least).with("maximum", most);
    }

    /** Returns whether a keyword is a bound of {@code int} or {@code long}, which a model need not read in words. */
    static boolean isWideBound(String keyword, Json value) {
        return (keyword.equals("minimum") || keyword.equals("maximum")) && WIDE_BOUNDS.contains(value);
    }

    /** Returns the schema of a type that is one JSON value; empty for all others. */
    static Optional<Json> schema(Class<?> type) {
        return Optional.ofNullable(SCHEMAS.get(type));
    }

    /** Returns whether a member of this type may be missing. */
    static boolean optional(Class<?> type) {
        return type == Optional.class
                || type == OptionalInt.class
                || type == OptionalLong.class
                || type == OptionalDouble.class;
    }
}
