package dev.plumbline.testkit.laws;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

/** Generates telemetry events of every kind in any order, as an observer that was added late gets them. */
final class AnyEvents implements ArbitrarySupplier<List<TelemetryEvent>> {

    @Override
    public Arbitrary<List<TelemetryEvent>> get() {
        List<TelemetryEvent> kinds = Stream.of(1, 2)
                .map(turn -> new CallIds("s1", "turn-" + turn, turn, "request-" + turn))
                .flatMap(ids -> Arrays.stream(TelemetryEvent.class.getPermittedSubclasses())
                        .filter(Class::isRecord)
                        .map(kind -> event(kind, ids)))
                .toList();
        return Arbitraries.of(kinds).list().ofMaxSize(12).withoutEdgeCases();
    }

    /** Returns an event of that type with simple values, created by reflection, so that new types are included. */
    private static TelemetryEvent event(Class<?> kind, CallIds ids) {
        return (TelemetryEvent) made(kind, ids);
    }

    private static Object made(Class<?> kind, CallIds ids) {
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values =
                Arrays.stream(components).map(part -> value(part, ids)).toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return kind.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(kind.getSimpleName() + " has a component of an unknown type", e);
        }
    }

    private static Object value(RecordComponent part, CallIds ids) {
        return part.getGenericType() instanceof ParameterizedType list && part.getType() == List.class
                ? List.of(value((Class<?>) list.getActualTypeArguments()[0], ids))
                : value(part.getType(), ids);
    }

    private static Object value(Class<?> type, CallIds ids) {
        Map<Class<?>, Object> plain = Map.of(
                CallIds.class,
                ids,
                Instant.class,
                Instant.parse("2026-01-01T00:00:00Z"),
                Duration.class,
                Duration.ofMillis(12),
                TelemetryName.class,
                TelemetryName.of("drawWall"),
                HashedId.class,
                HashedId.NONE,
                Usage.class,
                Usage.of(10, 2),
                int.class,
                1,
                long.class,
                20L,
                double.class,
                0.5,
                boolean.class,
                true);
        if (plain.containsKey(type)) {
            return plain.get(type);
        }
        if (type == OptionalInt.class) {
            return OptionalInt.of(200);
        }
        if (type == OptionalLong.class) {
            return OptionalLong.of(20);
        }
        return type.isEnum() ? type.getEnumConstants()[0] : type.isRecord() ? made(type, ids) : Optional.empty();
    }
}
