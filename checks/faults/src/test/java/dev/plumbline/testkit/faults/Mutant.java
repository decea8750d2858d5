package dev.plumbline.testkit.faults;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.testkit.faults.MemberDamage.Way;
import dev.plumbline.tool.IToolExecutor.CallListener;
import dev.plumbline.tool.IToolExecutor.CallScope;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Wraps right implementations of a contract so that one place of what they are given, or of what they return, is damaged. The places
 * follow from the types of the contract.
 *
 * @param contract the contract
 * @param site where the damage is
 * @param place the member of a value, the parameter or the result
 * @param way what becomes of it
 * @param when in which calls
 */
record Mutant(Class<?> contract, Site site, String place, Way way, When when) {
    private static final Set<Class<?>> FINE = Set.of(String.class, Object.class);

    /** Where a value is damaged. */
    enum Site {
        /** On the way in. */
        GIVEN,
        /** On the way out: what is returned, what a sink is given and what a listener is notified of. */
        RETURNED
    }

    /** In which calls it is damaged. */
    enum When {
        /** In all. */
        ALWAYS,
        /** In all but the first of each method. */
        LATER,
        /** In the call that follows one that failed. */
        AFTER_FAILURE,
        /** In a call that begins while another one of the object runs. */
        AT_ONCE,
        /** In calls of every object but the first one of its class. */
        NEXT_OBJECT
    }

    @Override
    public String toString() {
        return site + " " + place + " " + way + " " + when;
    }

    /** Returns all mutants of a contract. */
    static List<Mutant> of(Class<?> contract) {
        List<Mutant> all = new ArrayList<>();
        for (Site site : Site.values()) {
            Map<String, Set<Way>> members = new TreeMap<>();
            Map<String, Set<Way>> own = new TreeMap<>();
            for (Class<?> each : contracts(contract)) {
                for (Method method : methods(each)) {
                    if (site == Site.GIVEN) {
                        parameters(each, method, own, members);
                    } else {
                        results(each, method, own, members);
                        callbacks(method)
                                .forEach(listener ->
                                        methods(listener).forEach(news -> parameters(listener, news, own, members)));
                    }
                }
            }
            own.forEach((place, ways) -> Stream.of(When.LATER, When.AFTER_FAILURE, When.AT_ONCE, When.NEXT_OBJECT)
                    .forEach(when -> all.add(new Mutant(contract, site, place, Way.KEPT, when))));
            members.putAll(own);
            members.forEach((place, ways) -> ways.forEach(way -> {
                if (way != Way.KEPT) {
                    all.add(new Mutant(contract, site, place, way, When.ALWAYS));
                }
                if ((way == Way.KEPT && !own.containsKey(place)) || way == Way.CHANGED) {
                    all.add(new Mutant(contract, site, place, way, When.LATER));
                }
            }));
        }
        return all;
    }

    private static void parameters(
            Class<?> contract, Method method, Map<String, Set<Way>> own, Map<String, Set<Way>> members) {
        Type[] types = method.getGenericParameterTypes();
        for (int i = 0; i < types.length; i++) {
            own.put(MembersSeen.place(contract, method, i), ways(types[i], false));
            reach(types[i], members);
        }
    }

    private static void results(
            Class<?> contract, Method method, Map<String, Set<Way>> own, Map<String, Set<Way>> members) {
        if (method.getReturnType() != void.class) {
            own.put(result(contract, method), ways(method.getGenericReturnType(), false));
            reach(method.getGenericReturnType(), members);
        }
    }

    private static String result(Class<?> contract, Method method) {
        return contract.getSimpleName() + "." + method.getName() + " returns";
    }

    /** Returns the contract, and the interfaces within it that its methods return. */
    private static List<Class<?>> contracts(Class<?> contract) {
        List<Class<?>> all = new ArrayList<>(List.of(contract));
        Arrays.stream(contract.getDeclaredClasses())
                .filter(each -> each.isInterface() && !each.isSealed())
                .filter(each -> methods(contract).stream().anyMatch(method -> method.getReturnType() == each))
                .forEach(all::add);
        return all;
    }

    /** Returns the methods with which a contract is used. */
    private static List<Method> methods(Class<?> contract) {
        return Arrays.stream(contract.getMethods())
                .filter(method -> !java.lang.reflect.Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getDeclaringClass() != Object.class)
                .toList();
    }

    /** Returns what an implementation notifies of what it does. */
    private static List<Class<?>> callbacks(Method method) {
        return Arrays.asList(method.getParameterTypes()).contains(AiCall.class)
                ? List.of(AiCall.DeltaSink.class)
                : Arrays.asList(method.getParameterTypes()).contains(CallScope.class)
                        ? List.of(CallListener.class)
                        : List.of();
    }

    /** Creates what notes where values can be damaged. */
    static Factory surveying(Class<?> contract, Site site, MemberDamage.Survey survey) {
        Mutant none = new Mutant(contract, site, "", Way.DROPPED, When.ALWAYS);
        return new Factory(none, new AtomicInteger(), new AtomicReference<>(), survey);
    }

    /** Adds the members of the values that a type has or holds. */
    private static void reach(Type type, Map<String, Set<Way>> members) {
        Class<?> raw = MembersSeen.raw(type);
        if (type instanceof java.lang.reflect.ParameterizedType of) {
            Arrays.stream(of.getActualTypeArguments()).forEach(each -> reach(each, members));
        }
        if (Collection.class.isAssignableFrom(raw)
                && raw.getGenericSuperclass() instanceof java.lang.reflect.ParameterizedType) {
            reach(raw.getGenericSuperclass(), members); // such as a transcript, which is a list of interactions
        }
        if (raw.isSealed() && !MembersSeen.isValue(raw)) {
            Arrays.stream(raw.getPermittedSubclasses()).forEach(each -> reach(each, members));
        }
        if (MembersSeen.isValue(raw)) {
            List<Method> stored = MembersSeen.stored(raw);
            for (Method member : stored) {
                boolean hasTwin = stored.stream()
                        .anyMatch(other -> !other.equals(member)
                                && other.getGenericReturnType().equals(member.getGenericReturnType()));
                if (members.put(MembersSeen.name(member), ways(member.getGenericReturnType(), hasTwin)) == null) {
                    reach(member.getGenericReturnType(), members);
                }
            }
        }
    }

    /** Returns what can become of a member of a type. */
    private static Set<Way> ways(Type type, boolean hasTwin) {
        Class<?> raw = MembersSeen.raw(type);
        Set<Way> ways = java.util.EnumSet.of(Way.DROPPED, Way.KEPT);
        boolean isMany =
                Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw) || raw == Stream.class;
        if (isMany || FINE.contains(raw)) {
            ways.add(Way.SHORTENED);
        }
        if (!MembersSeen.isValue(raw) && !raw.isInterface() || isMany || raw == Optional.class) {
            ways.add(Way.CHANGED);
        }
        if (hasTwin) {
            ways.add(Way.SWAPPED);
        }
        return ways;
    }

    /** Creates what wraps the objects of one run. */
    Factory factory() {
        return new Factory(this, new AtomicInteger(), new AtomicReference<>(), null);
    }

    /**
     * Wraps objects.
     *
     * @param mutant what is wrong
     * @param hits how many values were damaged
     * @param shared what the objects of a class share
     * @param survey notes where values can be damaged; nothing is damaged then
     */
    record Factory(
            Mutant mutant,
            AtomicInteger hits,
            AtomicReference<@Nullable Object> shared,
            MemberDamage.@Nullable Survey survey) {

        /** Returns an implementation that does what the right one does, except at its place. */
        <T> T wrap(Class<T> contract, T right) {
            AtomicReference<@Nullable Object> kept =
                    mutant.when() == When.NEXT_OBJECT ? shared : new AtomicReference<>();
            MemberDamage damage = survey == null
                    ? new MemberDamage(mutant.place(), mutant.way(), kept)
                    : MemberDamage.surveying(survey);
            return wrapped(contract, right, new Wrapped(mutant, damage, hits, kept));
        }
    }

    private static <T> T wrapped(Class<T> contract, T right, Wrapped wrapped) {
        return contract.cast(Proxy.newProxyInstance(
                contract.getClassLoader(),
                new Class<?>[] {contract},
                (proxy, method, given) -> wrapped.call(contract, proxy, right, method, given)));
    }

    /** One object. */
    private static final class Wrapped {
        private final Mutant mutant;
        private final MemberDamage damage;
        private final AtomicInteger hits;
        private final AtomicReference<@Nullable Object> kept;
        private final Map<Method, AtomicInteger> calls = new ConcurrentHashMap<>();
        private final Set<Method> failed = ConcurrentHashMap.newKeySet();
        private final AtomicInteger running = new AtomicInteger();
        private volatile boolean isFirstObject;

        Wrapped(Mutant mutant, MemberDamage damage, AtomicInteger hits, AtomicReference<@Nullable Object> kept) {
            this.hits = hits;
            this.mutant = mutant;
            this.kept = kept;
            this.damage = damage;
        }

        /** Damages a value, and counts it if it is not as it was. */
        private @Nullable Object damaged(
                String place, @Nullable Object value, @Nullable Object neighbour, boolean isNow) {
            Object after = damage.of(place, value, neighbour, isNow);
            if (after != value) {
                hits.incrementAndGet();
            }
            return after;
        }

        private boolean begins(Method method) {
            int before =
                    calls.computeIfAbsent(method, any -> new AtomicInteger()).getAndIncrement();
            boolean isBeside = running.getAndIncrement() > 0;
            boolean isBehindFailure = failed.remove(method);
            return switch (mutant.when()) {
                case ALWAYS -> true;
                case LATER -> before > 0;
                case AFTER_FAILURE -> isBehindFailure;
                case AT_ONCE -> isBeside;
                case NEXT_OBJECT -> !isFirstObject && kept.get() != null;
            };
        }

        private @Nullable Object call(
                Class<?> contract, Object proxy, Object right, Method method, @Nullable Object @Nullable [] given)
                throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("equals") ? proxy == given[0] : method.invoke(right, given);
            }
            if (method.isDefault() && isInherited(right, method)) {
                return InvocationHandler.invokeDefault(proxy, method, given); // which calls what an author writes
            }
            boolean isNow = begins(method);
            List<AiDelta> pushed = new ArrayList<>();
            try {
                @Nullable Object[] own = given == null ? new Object[0] : given.clone();
                for (int i = 0; i < own.length; i++) {
                    own[i] = mutant.site() == Site.GIVEN
                            ? damaged(MembersSeen.place(contract, method, i), own[i], twin(method, i, given), isNow)
                            : watched(own[i], pushed, isNow);
                }
                Object result = method.invoke(right, own);
                if (hasFailed(result)) {
                    failed.add(method);
                }
                return result == null ? null : returned(contract, method, result, pushed, isNow);
            } catch (InvocationTargetException e) {
                failed.add(method);
                throw Objects.requireNonNull(e.getCause());
            } finally {
                isFirstObject |= !isNow && kept.get() != null;
                running.decrementAndGet();
            }
        }

        private static boolean isInherited(Object right, Method method) throws NoSuchMethodException {
            return right.getClass()
                    .getMethod(method.getName(), method.getParameterTypes())
                    .getDeclaringClass()
                    .isInterface();
        }

        private @Nullable Object twin(Method method, int parameter, @Nullable Object[] given) {
            for (int i = 0; i < given.length; i++) {
                if (i != parameter && method.getParameterTypes()[i] == method.getParameterTypes()[parameter]) {
                    return given[i];
                }
            }
            return null;
        }

        private static boolean hasFailed(@Nullable Object result) {
            return (result instanceof AiReturn ret && !ret.isOk())
                    || (result instanceof List<?> all
                            && all.stream()
                                    .anyMatch(each -> each instanceof ToolEnvelope envelope && !envelope.isOk()));
        }

        private Object returned(Class<?> contract, Method method, Object result, List<AiDelta> pushed, boolean isNow) {
            for (Class<?> part : contract.getDeclaredClasses()) {
                if (part.isInterface() && !part.isSealed() && method.getReturnType() == part) {
                    return wrapPart(part, result);
                }
            }
            if (mutant.site() == Site.GIVEN) {
                return result;
            }
            Object damaged = Objects.requireNonNull(damaged(result(contract, method), result, null, isNow));
            boolean isOfDelta = Arrays.stream(AiDelta.class.getPermittedSubclasses())
                            .anyMatch(delta -> mutant.place().startsWith(delta.getSimpleName() + "."))
                    && !mutant.place().matches("(Text|Reasoning|Refusal)\\..*");
            return damaged instanceof AiReturn ret && isOfDelta && !pushed.isEmpty()
                    ? ret.toBuilder().deltas(pushed).build()
                    : damaged;
        }

        private <T> T wrapPart(Class<T> part, Object right) {
            return wrapped(part, part.cast(right), this);
        }

        /** Returns an argument whose sink or listener is given what is damaged. */
        private @Nullable Object watched(@Nullable Object given, List<AiDelta> pushed, boolean isNow) {
            if (given instanceof AiCall call) {
                return call.withSink(delta -> {
                    AiDelta each = (AiDelta)
                            Objects.requireNonNull(damaged("DeltaSink.accept(AiDelta 0)", delta, null, isNow));
                    pushed.add(each);
                    call.sink().accept(each);
                });
            }
            return given instanceof CallScope scope ? scope.withWatch(listener(scope.listener(), isNow)) : given;
        }

        private CallListener listener(CallListener right, boolean isNow) {
            return (CallListener) Proxy.newProxyInstance(
                    CallListener.class.getClassLoader(),
                    new Class<?>[] {CallListener.class},
                    (proxy, method, given) -> {
                        @Nullable Object[] own = given == null ? new Object[0] : given.clone();
                        for (int i = 0; i < own.length; i++) {
                            own[i] = damaged(MembersSeen.place(CallListener.class, method, i), own[i], null, isNow);
                        }
                        try {
                            return method.invoke(right, own);
                        } catch (InvocationTargetException e) {
                            throw Objects.requireNonNull(e.getCause());
                        }
                    });
        }
    }
}
