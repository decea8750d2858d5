package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.TypeRef;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.internal.AnswerType;
import dev.plumbline.schema.internal.ValueCheck;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** A value is valid for a type exactly if it can be bound to it: there is one definition of "valid". */
class BoundValuesLawTest {
    private static final List<Class<?>> SCALARS = List.of(
            byte.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class,
            char.class,
            boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Character.class,
            Boolean.class,
            BigInteger.class,
            BigDecimal.class,
            String.class,
            Side.class,
            DayOfWeek.class,
            URI.class,
            UUID.class,
            byte[].class,
            Json.class,
            Instant.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            OffsetTime.class,
            Year.class,
            YearMonth.class,
            MonthDay.class,
            Duration.class,
            Period.class,
            ZoneId.class,
            ZoneOffset.class,
            int[].class,
            char[].class,
            float[].class,
            double[].class,
            short[].class,
            long[].class,
            boolean[].class,
            String[].class,
            Point.class,
            Nothing.class,
            Opening.class,
            Tree.class,
            Maybe.class,
            Positive.class);

    private static final List<Class<?>> LISTS = List.of(List.class, Set.class, Collection.class);
    private static final List<Class<?>> KEYS = List.of(String.class, Side.class, DayOfWeek.class);

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "ab",
            "\uD83D\uDE00",
            "\u00E9",
            "e\u0301",
            "1",
            "0",
            "5",
            "true",
            "null",
            "LEFT",
            "left",
            " LEFT",
            "MONDAY",
            "YWJj",
            "YWJ",
            "YW Jj",
            "YWJj\n",
            "-_-_",
            "====",
            "http://x",
            "http://x y",
            "http://[",
            "http://",
            "urn:x",
            ":",
            "//",
            "\u00FC",
            "#",
            "##",
            "mailto:",
            "\\",
            "123e4567-e89b-12d3-a456-426614174000",
            "123e4567e89b12d3a456426614174000",
            "1-1-1-1-1",
            "EjRWeJq83vASNFZ4mrze8A==",
            "2024-02-29",
            "2023-02-29",
            "2024-1-1",
            "+12024-01-01",
            "-0001-01-01",
            "0000-01-01",
            "2024-02-29T10:00:00",
            "2024-02-29T10:00",
            "2024-02-29t10:00:00",
            "2024-02-29 10:00:00",
            "2024-02-29T10:00:00Z",
            "2024-02-29t10:00:00z",
            "2024-02-29T10:00:00.123456789Z",
            "2024-02-29T10:00:00.1234567891Z",
            "2024-02-29T10:00:00+01:00",
            "2024-02-29T10:00:00+0100",
            "2024-02-29T10:00:00+01:00:30",
            "2024-02-29T10:00:00+19:00",
            "2024-02-29T24:00:00Z",
            "2024-02-29T23:59:60Z",
            "2016-12-31T23:59:60Z",
            "2024-02-30T10:00:00Z",
            "2024-02-29T10:00Z",
            "2024-02-29T10:00:00+01:00[Europe/Berlin]",
            "2024-02-29T10:00:00Z[UTC]",
            "+12024-02-29T10:00:00Z",
            "10:00",
            "10:00:00",
            "10:00:00Z",
            "10:00+01:00",
            "10:00:00,5",
            "10:00:00.",
            "24:00",
            "10",
            "1:00",
            "10:00:60",
            "PT5M",
            "pt5m",
            "P1D",
            "P1Y",
            "P1W",
            "P1Y2M3D",
            "P1DT1H",
            "PT1.5S",
            "PT1.5H",
            "-PT1H",
            "PT-1H",
            "P",
            "PT",
            "5 minutes",
            "P-1D",
            "-P1D",
            "PT99999999999999999999H",
            "2024",
            "02024",
            "+12024",
            "-2024",
            "999999999",
            "1000000000",
            "2024-02",
            "2024-13",
            "--02-29",
            "--02-30",
            "02-29",
            "Z",
            "z",
            "+01:00",
            "+1",
            "UTC",
            "Europe/Berlin",
            "Nowhere",
            "UTC+1",
            "GMT0",
            "EST",
            "1728000000",
            "1728000000.5");

    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "1",
            "1.0",
            "1.5",
            "127",
            "128",
            "-128",
            "-129",
            "32767",
            "32768",
            "2147483647",
            "2147483648",
            "2147483647.0",
            "-2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "1e2",
            "1e19",
            "1e30",
            "3.4028235e38",
            "3.5e38",
            "1e309",
            "-1e400",
            "1e-400",
            "-0",
            "0.1",
            "1728000000",
            "2024");

    private final JsonSchemaService schemas = JsonSchemas.service();

    enum Side {
        LEFT,
        RIGHT
    }

    record Point(double x, int y) {}

    record Nothing() {}

    sealed interface Opening {}

    record Door(int x) implements Opening {}

    record Window(String x, Optional<Integer> y) implements Opening {}

    record Tree(String x, List<Tree> y) {}

    record Maybe(Optional<LocalDate> x, OptionalInt y) {}

    record Positive(int x) {
        Positive {
            if (x <= 0) {
                throw new IllegalArgumentException("got " + x);
            }
        }
    }

    /** A type with these arguments, as reflection writes it. */
    private record Generic(Class<?> raw, List<Type> arguments) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    private record Ref(Type type) implements TypeRef<Object> {}

    /** The null of a member that another variant has is left out before it is bound. */
    @Example
    void w28_aNullOfAnotherVariant_isLeftOut() {
        w28_aValue_isValidExactlyIfItIsBound(Opening.class, Json.parse("{\"kind\":\"Door\",\"x\":0,\"y\":null}"));
    }

    @Property(tries = 6000, edgeCases = EdgeCasesMode.NONE)
    void w28_aValue_isValidExactlyIfItIsBound(@ForAll("types") Type type, @ForAll("values") Json value) {
        // what is read is the value, or the one in which a null stands for a missing member
        Json read = schemas.withoutOptionalNulls(value, schemas.schemaOf(type));
        assertThat(valid(type, value))
                .as(type + " " + value.text())
                .isEqualTo(isBound(type, value) || isBound(type, read));
    }

    /** Each scalar meets each text and number, which chance does not do. */
    @Example
    void w28_aScalar_isValidExactlyIfItIsBound() {
        List<Json> values = new ArrayList<>(TEXTS.stream().map(Json::of).toList());
        NUMBERS.forEach(number -> values.add(Json.parse(number)));
        for (Class<?> type : SCALARS) {
            for (Json value : values) {
                assertThat(valid(type, value)).as(type + " " + value.text()).isEqualTo(isBound(type, value));
            }
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void aCheck_twice_findsTheSame(@ForAll("types") Type type, @ForAll("values") Json value) {
        assertThat(check(type, value)).isEqualTo(check(type, value));
    }

    private boolean valid(Type type, Json value) {
        return check(type, value).isOk();
    }

    private ValidationResult check(Type type, Json value) {
        Json schema = schemas.schemaOf(type);
        var binding = new AnswerType(type, schema).binding(schema);
        ValidationResult found = ValueCheck.validate(schemas, schema, value, binding);
        // as for answers and arguments, a null may stand for a missing member
        return found.isOk()
                ? found
                : ValueCheck.validate(schemas, schema, schemas.withoutOptionalNulls(value, schema), binding);
    }

    private static boolean isBound(Type type, Json value) {
        try {
            value.as(new Ref(type));
            return true;
        } catch (JsonException e) {
            return false;
        }
    }

    record Refusing(String name) {
        Refusing {
            if (name.equals("free")) {
                throw new JsonException("", "a name of the plan");
            }
            if (name.equals("content")) {
                throw new IllegalArgumentException("content is secret");
            }
        }
    }

    record Plan(List<Refusing> rooms) {}

    @Example
    void w28_whatAConstructorRefuses_isAFindingAtItsPath_withoutItsWords() {
        Json plan = Json.parse("{\"rooms\":[{\"name\":\"a\"},{\"name\":\"content\"}]}");
        assertThat(check(Plan.class, plan).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.path()).isEqualTo("/rooms/1");
            assertThat(finding.code()).isEqualTo(ValueCheck.BINDING);
            assertThat(finding.allowed()).isEqualTo("Refusing does not accept these values");
        });
    }

    @Example
    void w28_whatAConstructorSaysByAJsonException_isFreeOfContent() {
        Json plan = Json.parse("{\"rooms\":[{\"name\":\"free\"}]}");
        assertThat(check(Plan.class, plan).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.allowed()).isEqualTo("a name of the plan"));
    }

    record Failing(String name) {
        Failing {
            throw new AssertionError(name);
        }
    }

    @Example
    void w28_anErrorOfAConstructor_isAFinding() {
        assertThat(check(Failing.class, Json.parse("{\"name\":\"a\"}")).isOk()).isFalse();
    }

    record Endless(String name, Endless next) {}

    sealed interface Chain {}

    record Link(Chain next) implements Chain {}

    record End() implements Chain {}

    record Couple(Husband husband) {}

    record Husband(Wife wife) {}

    record Wife(Husband husband) {}

    @Example
    void w28_aTypeOfWhichNoValueEnds_isRefusedWhenItsSchemaIsMade() {
        assertThatThrownBy(() -> schemas.schemaOf(Endless.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Endless");
        assertThatThrownBy(() -> schemas.schemaOf(Couple.class)).isInstanceOf(IllegalArgumentException.class);
        assertThat(valid(Chain.class, Json.parse("{\"kind\":\"Link\",\"next\":{\"kind\":\"End\"}}")))
                .isTrue();
    }

    @Example
    void w51_eachTypeOfJavaTime_isWrittenReadAndFitsItsSchema() {
        List<Object> times = List.of(
                Instant.EPOCH,
                Instant.MAX,
                OffsetDateTime.of(2026, 3, 1, 9, 30, 0, 0, ZoneOffset.ofHours(1)),
                LocalDate.MAX,
                LocalDateTime.of(2026, 3, 1, 9, 30),
                LocalTime.MIDNIGHT,
                OffsetTime.of(9, 30, 0, 0, ZoneOffset.UTC),
                Year.of(2026),
                YearMonth.of(2026, 3),
                YearMonth.of(12026, 3),
                MonthDay.of(2, 29),
                Duration.ofSeconds(-5400, 1),
                Period.of(-1, 2, 3),
                ZoneOffset.ofHours(1));
        for (Object time : times) {
            Json json = Json.of(time);
            assertThat(check(time.getClass(), json).findings())
                    .as(time.getClass() + " " + json.text())
                    .isEmpty();
            assertThat(json.as(time.getClass())).isEqualTo(time);
        }
        assertThat(valid(ZoneId.class, Json.of("Europe/Berlin"))).isTrue();
    }

    @Provide
    Arbitrary<Type> types() {
        Arbitrary<Type> scalars = Arbitraries.of(SCALARS).map(type -> type);
        Arbitrary<Type> boxes = Arbitraries.of(SCALARS).map(BoundValuesLawTest::boxed);
        return Arbitraries.oneOf(
                scalars,
                Combinators.combine(Arbitraries.of(LISTS), boxes)
                        .as((raw, element) -> new Generic(raw, List.of(element))),
                Combinators.combine(Arbitraries.of(KEYS), boxes)
                        .as((key, element) -> new Generic(Map.class, List.of(key, element))));
    }

    private static Type boxed(Class<?> type) {
        return type.isPrimitive()
                ? java.lang.invoke.MethodType.methodType(type).wrap().returnType()
                : type;
    }

    @Provide
    Arbitrary<Json> values() {
        Arbitrary<Json> leaves = Arbitraries.oneOf(
                Arbitraries.of(TEXTS).map(Json::of),
                Combinators.combine(
                                Arbitraries.of(TEXTS),
                                Arbitraries.integers(),
                                Arbitraries.of("", "0", "Z", ":", "T", "-"))
                        .as(BoundValuesLawTest::damaged),
                Arbitraries.of(NUMBERS).map(Json::parse),
                Arbitraries.of("null", "true", "false", "[]", "{}").map(Json::parse));
        Arbitrary<Json> inside =
                Arbitraries.oneOf(leaves, leaves, leaves.list().ofMaxSize(2).map(Json::of));
        return Arbitraries.oneOf(
                leaves,
                inside.list().ofMaxSize(3).map(Json::of),
                Arbitraries.maps(Arbitraries.of("x", "y", "kind", "LEFT", "MONDAY", "z"), inside)
                        .ofMaxSize(3)
                        .map(Json::of),
                Combinators.combine(Arbitraries.of("Door", "Window", "Wall"), leaves, leaves)
                        .as((kind, x, y) ->
                                Json.object().with("kind", kind).with("x", x).with("y", y)));
    }

    /** Replaces one character of a text. */
    private static Json damaged(String text, int at, String by) {
        if (text.isEmpty()) {
            return Json.of(by);
        }
        int index = text.offsetByCodePoints(0, Math.floorMod(at, text.codePointCount(0, text.length())));
        int end = text.offsetByCodePoints(index, 1);
        return Json.of(text.substring(0, index) + by + text.substring(end));
    }
}
