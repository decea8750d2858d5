package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What Json.of makes of a record fits the schema of its type. */
class SchemaRoundTripTest {
    private final JsonSchemaService schemas = JsonSchemas.service();

    enum Side {
        LEFT,
        RIGHT
    }

    record Point(double x, double y) {}

    record Wall(
            String id, Point from, Point to, Side side, List<Point> via, Map<String, Integer> counts, boolean old) {}

    record Scalars(
            byte tiny,
            short small,
            int whole,
            long big,
            float single,
            double real,
            char letter,
            BigInteger huge,
            BigDecimal exact,
            byte[] bytes,
            Json json) {}

    record Times(
            Instant instant,
            OffsetDateTime offset,
            LocalDate date,
            LocalDateTime local,
            LocalTime time,
            Duration duration,
            UUID id,
            URI uri) {}

    private void fits(Object value) {
        Json json = Json.of(value);
        assertThat(schemas.validate(schemas.schemaOf(value.getClass()), json).findings())
                .isEmpty();
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void walls_fitTheirSchema(@ForAll("walls") Wall wall) {
        fits(wall);
        assertThat(Json.of(wall).as(Wall.class)).isEqualTo(wall);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void scalars_fitTheirSchema(@ForAll long seed, @ForAll double real, @ForAll float single, @ForAll char letter) {
        char safe = Character.isSurrogate(letter) ? 'x' : letter;
        fits(new Scalars(
                (byte) seed,
                (short) seed,
                (int) seed,
                seed,
                single,
                real,
                safe,
                BigInteger.valueOf(seed).pow(3),
                new BigDecimal(BigInteger.valueOf(seed), 7),
                BigInteger.valueOf(seed).toByteArray(),
                Json.of(List.of(seed))));
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void times_fitTheirSchema(@ForAll("seconds") long seconds, @ForAll int nanos) {
        Instant instant = Instant.ofEpochSecond(seconds, Math.abs((long) nanos));
        LocalDateTime local = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        fits(new Times(
                instant,
                instant.atOffset(ZoneOffset.ofHours(5)),
                local.toLocalDate(),
                local,
                local.toLocalTime(),
                Duration.ofSeconds(seconds, nanos),
                new UUID(seconds, nanos),
                URI.create("a/b?c=" + nanos)));
    }

    record Maybe(Optional<String> name, OptionalInt count, Optional<Point> point) {}

    @Test
    void optionals_thereOrNot_fitTheirSchema() {
        fits(new Maybe(Optional.of("a"), OptionalInt.of(1), Optional.of(new Point(1, 2))));
        Maybe none = new Maybe(Optional.empty(), OptionalInt.empty(), Optional.empty());
        fits(none);
        assertThat(Json.of(none).as(Maybe.class)).isEqualTo(none);
    }

    @Test
    void sets_fitTheirSchema() {
        record Sides(Set<Side> sides) {}
        fits(new Sides(Set.of(Side.LEFT, Side.RIGHT)));
    }

    @Provide
    Arbitrary<Long> seconds() {
        return Arbitraries.longs().between(-62_000_000_000L, 253_000_000_000L);
    }

    @Provide
    Arbitrary<Wall> walls() {
        Arbitrary<Point> points = Combinators.combine(Arbitraries.doubles(), Arbitraries.doubles())
                .as(Point::new);
        Arbitrary<String> texts =
                Arbitraries.strings().withCharRange('\0', '\uD7FF').ofMaxLength(8);
        return Combinators.combine(
                        texts,
                        points,
                        points,
                        Arbitraries.of(Side.class),
                        points.list().ofMaxSize(3),
                        Arbitraries.maps(texts, Arbitraries.integers()).ofMaxSize(3),
                        Arbitraries.of(true, false))
                .as(Wall::new);
    }
}
