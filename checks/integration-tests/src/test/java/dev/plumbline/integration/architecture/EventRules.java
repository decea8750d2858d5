package dev.plumbline.integration.architecture;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryName;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** What an event can hold: times, numbers, enums, ids and labels, however deep one looks. */
final class EventRules {
    /** The allowed strings, with the reason why each cannot hold text. */
    static final Map<String, String> STRINGS = Map.of(
            name(CallIds.class, "session"), "made by the runtime, or the id under which a journal keeps it",
            name(CallIds.class, "turn"), "made by the runtime",
            name(CallIds.class, "request"), "made by the runtime",
            name(TelemetryName.class, "text"), "64 letters, digits and marks at most; everything else is OTHER",
            name(Cost.class, "currency"), "three characters");

    private static final Set<Class<?>> PLAIN = Set.of(
            boolean.class,
            int.class,
            long.class,
            double.class,
            OptionalInt.class,
            OptionalLong.class,
            Instant.class,
            Duration.class,
            BigDecimal.class);

    /** What holds no more than its elements do. */
    private static final Set<Type> HOLDERS = Set.of(Optional.class, List.class);

    private EventRules() {}

    /** Every component, in every record of that sealed interface, that could hold text. */
    static Stream<String> openToText(Class<?> events) {
        return Arrays.stream(events.getPermittedSubclasses()).flatMap(EventRules::components);
    }

    private static Stream<String> components(Class<?> record) {
        return record.isRecord()
                ? Arrays.stream(record.getRecordComponents()).flatMap(EventRules::component)
                : Stream.of(record.getSimpleName());
    }

    private static Stream<String> component(RecordComponent component) {
        String where = name(component.getDeclaringRecord(), component.getName());
        return STRINGS.containsKey(where) ? Stream.of() : type(where, component.getGenericType());
    }

    private static Stream<String> type(String where, Type type) {
        if (type instanceof ParameterizedType holder && HOLDERS.contains(holder.getRawType())) {
            return type(where, holder.getActualTypeArguments()[0]);
        }
        if (!(type instanceof Class<?> plain)) {
            return Stream.of(where);
        }
        if (PLAIN.contains(plain) || plain.isEnum()) {
            return Stream.of();
        }
        return plain.isRecord() ? components(plain) : Stream.of(where);
    }

    private static String name(Class<?> record, String component) {
        return record.getSimpleName() + "." + component;
    }
}
