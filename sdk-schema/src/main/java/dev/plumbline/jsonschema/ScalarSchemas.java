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
import java.util.List;
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
        List.of(byte.class, Byte.class).forEach(type -> schemas.put(type, BYTE));
        List.of(short.class, Short.class).forEach(type -> schemas.put(type, SHORT));
        List.of(int.class, Integer.class, OptionalInt.class).forEach(type -> schemas.put(type, INT));
        List.of(long.class, Long.class, OptionalLong.class).forEach(type -> schemas.put(type, LONG));
        schemas.put(BigInteger.class, type("integer"));
        List.of(double.class, float.class, Double.class, Float.class, BigDecimal.class, OptionalDouble.class)
                .forEach(type -> schemas.put(type, NUMBER));
        List.of(boolean.class, Boolean.class).forEach(type -> schemas.put(type, BOOLEAN));
        List.of(String.class, ZoneId.class).forEach(type -> schemas.put(type, TEXT));
        List.of(char.class, Character.class)
                .forEach(type -> schemas.put(type, TEXT.with("minLength", 1).with("maxLength", 1)));
        addTimes(schemas);
        schemas.put(UUID.class, TEXT.with("format", "uuid"));
        schemas.put(URI.class, TEXT.with("format", "uri-reference"));
        schemas.put(byte[].class, TEXT.with("contentEncoding", "base64"));
        schemas.put(Json.class, Json.object());
        return Map.copyOf(schemas);
    }

    private static void addTimes(Map<Class<?>, Json> schemas) {
        List.of(Instant.class, OffsetDateTime.class, ZonedDateTime.class)
                .forEach(type -> schemas.put(type, TEXT.with("format", "date-time")));
        schemas.put(LocalDate.class, TEXT.with("format", "date"));
        schemas.put(LocalDateTime.class, text(DATE + "-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}"));
        List.of(LocalTime.class, OffsetTime.class).forEach(type -> schemas.put(type, text(TIME)));
        schemas.put(Year.class, integer(Year.MIN_VALUE, Year.MAX_VALUE));
        schemas.put(YearMonth.class, text(DATE + "$"));
        schemas.put(MonthDay.class, text("^--[0-9]{2}-[0-9]{2}$"));
        schemas.put(Duration.class, text("^[-+]?[Pp][-+0-9Tt]"));
        schemas.put(Period.class, text("^[-+]?[Pp][-+0-9]"));
        schemas.put(ZoneOffset.class, text("^([Zz]|[-+][0-9])"));
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
