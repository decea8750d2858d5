package dev.plumbline.testkit.faults;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Selector;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.tool.IToolExecutor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies values with one member damaged, wherever it is within them. What a damage is follows from the type of the member, so that
 * a member that is added to a public type has its faults at once.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // members of any type
final class MemberDamage {
    /** What becomes of a member. */
    enum Way {
        /** It is absent, empty or 0. */
        DROPPED,
        /** It lacks its last element or sign. */
        SHORTENED,
        /** It is another one: the next number or constant, another text, in another order. */
        CHANGED,
        /** It is what another member of its type is. */
        SWAPPED,
        /** It is what it was in an earlier call. */
        KEPT
    }

    private final String place;
    private final Way way;
    private final AtomicReference<@Nullable Object> kept;
    private final @Nullable Survey survey;

    /**
     * Creates the damage of a member.
     *
     * @param place the name of the member, such as {@code ModelOptions.seed}
     * @param way what becomes of it
     * @param kept what an earlier call has left
     */
    MemberDamage(String place, Way way, AtomicReference<@Nullable Object> kept) {
        this(place, way, kept, null);
    }

    private MemberDamage(String place, Way way, AtomicReference<@Nullable Object> kept, @Nullable Survey survey) {
        this.survey = survey;
        this.place = place;
        this.way = way;
        this.kept = kept;
    }

    /** What can happen to the members of values that a law gives or sees: the place with each way that changes it. */
    record Survey(Set<String> seen, Map<String, Object> last) {
        Survey() {
            this(ConcurrentHashMap.newKeySet(), new ConcurrentHashMap<>());
        }

        private void note(String place, Object value, @Nullable Object neighbour) {
            if (value instanceof Stream) { // which is read once
                Stream.of(Way.values()).forEach(way -> seen.add(place + " " + way));
                return;
            }
            for (Way way : Way.values()) {
                Object after = switch (way) {
                    case DROPPED -> dropped(value);
                    case SHORTENED -> shortened(value);
                    case CHANGED -> changed(value);
                    case SWAPPED -> neighbour;
                    case KEPT -> last.put(place, value);
                };
                if (after != null && !value.equals(after)) {
                    seen.add(place + " " + way);
                }
            }
        }
    }

    /** Returns what notes the places of values and damages none. */
    static MemberDamage surveying(Survey survey) {
        return new MemberDamage("", Way.DROPPED, new AtomicReference<>(), survey);
    }

    /** Returns a value that is damaged itself if this is its place, and otherwise its members, wherever the damaged one is. */
    @Nullable
    Object of(String own, @Nullable Object value, @Nullable Object neighbour, boolean isNow) {
        Object copy = value == null ? null : copy(value, isNow);
        if (survey != null && value != null) {
            survey.note(own, value, neighbour);
        }
        return copy == null || !own.equals(place) ? copy : damaged(copy, neighbour, isNow);
    }

    private Object copy(Object value, boolean isNow) {
        if (value instanceof Optional<?> some) {
            return some.isEmpty() ? value : same(value, some.get(), copy(some.get(), isNow), Optional::of);
        }
        if (value instanceof Map<?, ?> all) {
            Map<Object, Object> copied = new LinkedHashMap<>();
            all.forEach((key, each) -> copied.put(key, copy(each, isNow)));
            return same(value, new ArrayList<>(all.values()), new ArrayList<>(copied.values()), any -> copied);
        }
        if (value instanceof Collection<?> all) {
            List<Object> copied = new ArrayList<>();
            all.forEach(each -> copied.add(copy(each, isNow)));
            return same(value, new ArrayList<>(all), copied, some -> collection(value, copied));
        }
        Class<?> type = MembersSeen.described(value.getClass());
        if (!MembersSeen.isValue(type)) {
            return value;
        }
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        List<Method> members = MembersSeen.stored(type);
        for (Method member : members) {
            Object before = MembersSeen.read(member, value);
            Object after = of(MembersSeen.name(member), before, neighbour(member, members, value), isNow);
            if (after != before) {
                changes.put(member.getName(), after);
            }
        }
        return changes.isEmpty() ? value : rebuilt(value, type, changes);
    }

    /** Returns the value itself if nothing of what it holds is another object. */
    private static Object same(Object value, Object before, Object after, UnaryOperator<Object> changed) {
        boolean isSame =
                before instanceof List<?> many && after instanceof List<?> others && !(before instanceof Transcript)
                        ? areSame(many, others)
                        : before == after;
        return isSame ? value : changed.apply(after);
    }

    private static boolean areSame(List<?> some, List<?> others) {
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
    }

    private static Object collection(Object like, List<Object> elements) {
        if (like instanceof Transcript) {
            return Transcript.of((List) elements);
        }
        return like instanceof Set
                ? Collections.unmodifiableSet(new LinkedHashSet<>(elements))
                : Collections.unmodifiableList(elements);
    }

    private @Nullable Object neighbour(Method member, List<Method> members, Object owner) {
        return survey != null || (way == Way.SWAPPED && MembersSeen.name(member).equals(place))
                ? members.stream()
                        .filter(other -> !other.equals(member)
                                && other.getGenericReturnType().equals(member.getGenericReturnType()))
                        .map(other -> MembersSeen.read(other, owner))
                        .findFirst()
                        .orElse(null)
                : null;
    }

    private @Nullable Object damaged(Object value, @Nullable Object neighbour, boolean isNow) {
        if (!isNow) {
            kept.set(value);
            return value;
        }
        Object after = switch (way) {
            case DROPPED -> dropped(value);
            case SHORTENED -> shortened(value);
            case CHANGED -> changed(value);
            case SWAPPED -> neighbour == null ? value : neighbour;
            case KEPT -> {
                Object before = kept.get();
                yield before == null ? value : before;
            }
        };
        return value.equals(after) ? value : after;
    }

    private static Object dropped(Object value) {
        for (Object none : List.of(
                Optional.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                "",
                0,
                0L,
                0.0,
                false,
                BigDecimal.ZERO,
                Duration.ZERO,
                Instant.EPOCH)) {
            if (none.getClass() == value.getClass()) {
                return none;
            }
        }
        if (value instanceof Map) {
            return Map.of();
        }
        if (value instanceof Collection) {
            return collection(value, List.of());
        }
        if (value instanceof Enum<?> constant) {
            return constant.getDeclaringClass().getEnumConstants()[0];
        }
        return value instanceof Stream ? Stream.empty() : none(value);
    }

    private static Object none(Object value) {
        if (value instanceof Json) {
            return Json.object();
        }
        if (value instanceof AiCall.DeltaSink) {
            return AiCall.DeltaSink.DISCARDING;
        }
        if (value instanceof TelemetryObserver) {
            return TelemetryObserver.NONE;
        }
        if (value instanceof IToolExecutor.CallListener) {
            return IToolExecutor.CallListener.NONE;
        }
        if (value instanceof Cancellation) {
            return Cancellation.create();
        }
        if (value instanceof State) {
            return State.inMemory();
        }
        if (value instanceof BudgetTracker) {
            return BudgetTracker.unlimited();
        }
        Class<?> type = MembersSeen.described(value.getClass());
        return Stream.of("NONE", "EMPTY")
                .flatMap(name -> Arrays.stream(type.getFields())
                        .filter(field -> field.getName().equals(name)))
                .filter(field -> field.getType() == type)
                .map(MemberDamage::constant)
                .findFirst()
                .orElse(value);
    }

    private static Object constant(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object shortened(Object value) {
        if (value instanceof String text) {
            return text.isEmpty() ? text : text.substring(0, text.offsetByCodePoints(text.length(), -1));
        }
        if (value instanceof Map<?, ?> all && all.size() > 1) {
            Map<Object, Object> fewer = new LinkedHashMap<>(all);
            fewer.remove(List.copyOf(all.keySet()).get(all.size() - 1));
            return fewer;
        }
        if (value instanceof Collection<?> all && all.size() > 1) {
            return collection(value, new ArrayList<Object>(all).subList(0, all.size() - 1));
        }
        if (value instanceof Stream<?> all) {
            List<Object> elements = new ArrayList<>(all.toList());
            return elements.isEmpty() ? Stream.empty() : elements.subList(0, elements.size() - 1).stream();
        }
        return value;
    }

    private static Object changed(Object value) {
        if (value instanceof Optional<?> some) {
            return some.map(MemberDamage::changed);
        }
        if (value instanceof Number
                || value instanceof OptionalInt
                || value instanceof OptionalLong
                || value instanceof OptionalDouble) {
            return more(value);
        }
        if (value instanceof String text) {
            return text + "~";
        }
        if (value instanceof Boolean is) {
            return !is;
        }
        if (value instanceof Enum<?> constant) {
            Object[] all = constant.getDeclaringClass().getEnumConstants();
            return all[(constant.ordinal() + 1) % all.length];
        }
        if (value instanceof Duration time) {
            return time.compareTo(Duration.ofDays(9999)) > 0 ? Duration.ofSeconds(1) : time.plusSeconds(1);
        }
        if (value instanceof Instant time) {
            return time.isAfter(Instant.MAX.minusSeconds(9)) ? time.minusSeconds(1) : time.plusSeconds(1);
        }
        if (value instanceof Json json) {
            return json.kind() == Json.Kind.OBJECT ? json.with("damaged", 1) : Json.of("damaged");
        }
        if (value instanceof Blob || value instanceof Selector || value instanceof AiError.SensitiveText) {
            return other(value);
        }
        if (value instanceof Map<?, ?> all) {
            Map<Object, Object> others = new LinkedHashMap<>();
            all.forEach((key, each) -> others.put(key, changed(each)));
            return others;
        }
        if (value instanceof List<?> all) {
            List<Object> reversed = new ArrayList<>(all);
            Collections.reverse(reversed);
            return collection(value, reversed);
        }
        if (value instanceof Stream<?> all) {
            List<Object> reversed = new ArrayList<>(all.toList());
            Collections.reverse(reversed);
            return reversed.stream();
        }
        return value;
    }

    private static Object other(Object value) {
        return value instanceof Blob
                ? Blob.of(new byte[] {9, 9}, "image/gif")
                : value instanceof Selector ? Selector.of("another") : AiError.SensitiveText.of("Another.");
    }

    private static Object more(Object value) {
        if (value instanceof Integer number) {
            return number + 1;
        }
        if (value instanceof Long number) {
            return number + 1;
        }
        if (value instanceof Double number) {
            return number / 2 + 0.25;
        }
        if (value instanceof BigDecimal number) {
            return number.add(BigDecimal.ONE);
        }
        if (value instanceof OptionalInt some && some.isPresent()) {
            return OptionalInt.of(some.getAsInt() + 1);
        }
        if (value instanceof OptionalLong some && some.isPresent()) {
            return OptionalLong.of(some.getAsLong() + 1);
        }
        return value instanceof OptionalDouble some && some.isPresent()
                ? OptionalDouble.of(some.getAsDouble() / 2 + 0.25)
                : value;
    }

    /** Returns a copy with these members, or the value itself if no value can have them. */
    private static Object rebuilt(Object value, Class<?> type, Map<String, @Nullable Object> changes) {
        try {
            if (value instanceof ResponseStore.Key key) {
                return new ResponseStore.Key(
                        (String) changes.getOrDefault("namespace", key.namespace()),
                        (dev.plumbline.body.Fingerprint) changes.getOrDefault("call", key.call()),
                        (Map<String, String>) changes.getOrDefault("resources", key.resources()),
                        (int) changes.getOrDefault("format", key.format()));
            }
            if (MembersSeen.isContext(type)) {
                return context(value, type, changes);
            }
            return type.isRecord() ? record(value, changes) : copied(value, changes);
        } catch (ReflectiveOperationException | IllegalArgumentException refused) {
            return value;
        }
    }

    /** Returns a context that acts as the right one does and has these values. */
    private static Object context(Object right, Class<?> type, Map<String, @Nullable Object> changes) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
            if (given == null && changes.containsKey(method.getName())) {
                return changes.get(method.getName());
            }
            try {
                Object result = method.invoke(right, given);
                return type.isInstance(result) ? context(result, type, changes) : result;
            } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
            }
        });
    }

    private static Object record(Object value, Map<String, @Nullable Object> changes)
            throws ReflectiveOperationException {
        RecordComponent[] parts = value.getClass().getRecordComponents();
        Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Arrays.stream(parts)
                .map(part -> changes.containsKey(part.getName())
                        ? changes.get(part.getName())
                        : MembersSeen.read(part.getAccessor(), value))
                .toArray();
        Constructor<?> made = value.getClass().getDeclaredConstructor(types);
        made.setAccessible(true);
        return made.newInstance(values);
    }

    /** Returns a copy of an object that has no constructor of its members. */
    private static Object copied(Object value, Map<String, @Nullable Object> changes)
            throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Constructor<?> made =
                (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                        .invoke(
                                factory.getMethod("getReflectionFactory").invoke(null),
                                value.getClass(),
                                Object.class.getDeclaredConstructor());
        Object copy = made.newInstance();
        for (Field field : value.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                field.set(
                        copy,
                        changes.containsKey(field.getName())
                                ? asField(field.getType(), changes.get(field.getName()))
                                : field.get(value));
            }
        }
        return copy;
    }

    private static @Nullable Object asField(Type type, @Nullable Object value) {
        if (value instanceof Optional<?> some && type != Optional.class) {
            return some.orElse(null);
        }
        if (value instanceof OptionalInt some && type != OptionalInt.class) {
            return some.isPresent() ? some.getAsInt() : null;
        }
        if (value instanceof OptionalLong some && type != OptionalLong.class) {
            return some.isPresent() ? some.getAsLong() : null;
        }
        if (value instanceof OptionalDouble some && type != OptionalDouble.class) {
            return some.isPresent() ? some.getAsDouble() : null;
        }
        return value;
    }
}
