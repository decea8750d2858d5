package dev.plumbline.testkit.laws;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.ToolContexts;
import dev.plumbline.ui.Question;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

/**
 * Generates telemetry events of every kind in any order, as an observer that was added late gets them. Events are created by
 * reflection, so that new kinds and new members are included: with any constants, absent and present, none, one and several.
 */
final class AnyEvents implements ArbitrarySupplier<List<TelemetryEvent>> {
    /** The events of each kind: enough for all constants of each member, absent and present. */
    private static final int EACH = 72;

    private static final int SEVERAL = 3;
    private static final long MANY = 40;

    private final Random any;

    /** Grows with each member, so that members do not go together. */
    private int next;

    /** Creates a generator; jqwik does. */
    AnyEvents() {
        this(0);
    }

    private AnyEvents(int seed) {
        next = seed;
        any = new Random(seed * 0x9E3779B97F4A7C15L); // the first values of seeds that follow each other are alike
    }

    @Override
    public Arbitrary<List<TelemetryEvent>> get() {
        return Arbitraries.of(all(TelemetryEvent.class)).list().ofMaxSize(12).withoutEdgeCases();
    }

    /** Returns all events of telemetry, in any order. */
    static List<TelemetryEvent> ofTelemetry() {
        return shuffled(all(TelemetryEvent.class));
    }

    /** Returns all events of sessions, in any order. */
    static List<SessionEvent> ofSessions() {
        return shuffled(all(SessionEvent.class));
    }

    private static <T> List<T> shuffled(List<T> events) {
        List<T> shuffled = new ArrayList<>(events);
        Collections.shuffle(shuffled, new Random(MANY));
        return shuffled;
    }

    private static <T> List<T> all(Class<T> sealed) {
        List<T> events = new ArrayList<>();
        for (Class<?> kind : sealed.getPermittedSubclasses()) {
            if (kind.isRecord()) {
                IntStream.range(0, EACH)
                        .mapToObj(number -> new AnyEvents(number).made(kind))
                        .flatMap(Optional::stream)
                        .map(sealed::cast)
                        .forEach(events::add);
            }
        }
        return events;
    }

    /** Returns a record of any values; empty if it may not have them. */
    private Optional<Object> made(Class<?> kind) {
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values = Arrays.stream(components)
                .map(part -> value(part.getGenericType()))
                .toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return Optional.of(kind.getDeclaredConstructor(types).newInstance(values));
        } catch (InvocationTargetException refused) {
            return Optional.empty();
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalStateException(kind.getSimpleName() + " has a component of an unknown type", e);
        }
    }

    private Object value(Type type) {
        if (type instanceof ParameterizedType of) {
            Type inner = of.getActualTypeArguments()[of.getActualTypeArguments().length - 1];
            if (of.getRawType() == Optional.class) {
                return next++ % SEVERAL > 0 ? Optional.of(value(inner)) : Optional.empty();
            }
            List<Object> some = IntStream.range(0, any.nextInt(SEVERAL))
                    .mapToObj(i -> value(inner))
                    .toList();
            return of.getRawType() == List.class
                    ? some
                    : of.getRawType() == Map.class ? named(some) : new HashSet<>(some);
        }
        Class<?> raw = (Class<?>) type;
        return raw.isPrimitive() || raw.getName().startsWith("java.") ? plain(raw) : own(raw);
    }

    private static Map<String, Object> named(List<Object> some) {
        return some.isEmpty() ? Map.of() : Map.of("plan", some.get(0), "wall", some.get(some.size() - 1));
    }

    private Object plain(Class<?> type) {
        int number = any.nextInt(SEVERAL);
        if (type == String.class) {
            return List.of("", "drawWall", "A wall of 5 m.\n").get(number);
        }
        if (type == boolean.class) {
            return any.nextBoolean();
        }
        if (type == int.class) {
            return number;
        }
        if (type == long.class) {
            return 20L * number;
        }
        if (type == double.class) {
            return number / 2.0;
        }
        if (type == OptionalInt.class) {
            return number == 0 ? OptionalInt.empty() : OptionalInt.of(100 * number);
        }
        if (type == OptionalLong.class) {
            return number == 0 ? OptionalLong.empty() : OptionalLong.of(20L * number);
        }
        if (type == OptionalDouble.class) {
            return number == 0 ? OptionalDouble.empty() : OptionalDouble.of(number / 2.0);
        }
        return type == Instant.class
                ? Instant.parse("2026-01-01T00:00:00Z").plusSeconds(number)
                : type == Duration.class ? Duration.ofMillis(12L * number) : new BigDecimal(number);
    }

    private Object own(Class<?> type) {
        int number = any.nextInt(SEVERAL);
        if (type == CallIds.class) {
            return ToolContexts.ids(any.nextInt(2), number, any.nextInt(2));
        }
        if (type == TelemetryName.class) {
            return TelemetryName.of(number == 0 ? "localhost:80" : "example.com:443"); // names and addresses of servers
        }
        if (type == HashedId.class) {
            return number == 0 ? HashedId.NONE : new HashedId(number);
        }
        if (type == AiReturn.class) {
            AiReturn ret = HookTurns.answer("a wall " + any.nextInt(EACH));
            return number == 0 ? ret.withError((AiError) own(AiError.class)) : ret;
        }
        if (type == AiError.class) {
            AiError.Category category = (AiError.Category) own(AiError.Category.class);
            return number == 0 ? AiError.of(category, "scripted", "it failed") : PolicyChecks.full(category);
        }
        if (type == Cost.class) {
            return new Cost(new BigDecimal(number), number == 0 ? "EUR" : "USD");
        }
        if (type == Json.class) {
            return number == 0 ? Json.object() : ScopeRow.arguments(number);
        }
        if (type == Blob.class) {
            return Blob.of(new byte[] {(byte) number}, "image/png");
        }
        if (type == ToolEnvelope.class) {
            return HookTurns.envelope(any.nextInt(EACH));
        }
        if (type == ConversationEntry.class) {
            List<Interaction> said = HookTurns.answer("a wall " + number).interactions();
            return HookTurns.entry(said.isEmpty() ? List.of(Interaction.user("A wall.")) : said, any.nextInt(EACH));
        }
        if (type == Question.class) {
            return new LawQuestion(number);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[next++ / 2 % type.getEnumConstants().length]; // apart from what is absent
        }
        if (type.isSealed()) {
            Class<?>[] kinds = type.getPermittedSubclasses();
            return own(kinds[any.nextInt(kinds.length)]);
        }
        for (int i = 0; i < EACH; i++) {
            Optional<Object> made = made(type);
            if (made.isPresent()) {
                return made.get();
            }
        }
        throw new IllegalStateException(type.getSimpleName() + " cannot be made of any values");
    }
}
