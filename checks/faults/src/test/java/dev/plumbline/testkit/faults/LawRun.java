package dev.plumbline.testkit.faults;

import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.ExhaustiveGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.sessions.JqwikSession;

/**
 * Runs the laws of one implementation with the inputs of a seed, as many as each law says, without reducing a failing
 * one. It is jqwik's generation without its engine, because an engine takes no seed from outside.
 */
final class LawRun {
    private static final int SIZE = 1000;
    private static final int FEW = 3;

    private LawRun() {}

    /**
     * A law that was broken.
     *
     * @param law the name of its method
     * @param message the message of its failure
     * @param after the time until then
     */
    record Broken(String law, String message, Duration after) {}

    /**
     * Returns the first law that is broken, and the time that this law took: jqwik reports each law by itself. Empty if all
     * hold. Each of them may take that time. The expected law is tried first; then, because most faults are found by the
     * first inputs, all laws with few of them, and at last all laws with all.
     */
    static Optional<Broken> first(PlantedFault.LawsOf laws, String expected, long seed, Duration limit) {
        List<Method> all = lawsOf(laws.create());
        List<Method> likely =
                all.stream().filter(law -> law.getName().equals(expected)).toList();
        return Stream.of(
                        likely.stream().map(law -> timed(laws, law, seed, limit, Integer.MAX_VALUE)),
                        all.stream().map(law -> timed(laws, law, seed, limit, FEW)),
                        all.stream()
                                .filter(law -> !likely.contains(law))
                                .map(law -> timed(laws, law, seed, limit, Integer.MAX_VALUE)))
                .flatMap(each -> each)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Returns the first law that is broken by so many inputs at most, of which those in front of that list are tried first, and
     * those that take no more inputs than another number are left out.
     */
    static Optional<Broken> first(PlantedFault.LawsOf laws, List<String> order, Duration limit, int more, int most) {
        return lawsOf(laws.create()).stream()
                .filter(law -> law.getAnnotation(Property.class).tries() > more)
                .sorted(Comparator.comparingInt(
                        law -> order.contains(law.getName()) ? order.indexOf(law.getName()) : order.size()))
                .flatMap(law -> timed(laws, law, 1, limit, most).stream())
                .findFirst();
    }

    private static Optional<Broken> timed(PlantedFault.LawsOf laws, Method law, long seed, Duration limit, int most) {
        long began = System.nanoTime();
        return inTime(laws, law, seed, limit, most)
                .map(message -> new Broken(law.getName(), message, Duration.ofNanos(System.nanoTime() - began)));
    }

    /** Returns that law if it is broken; empty if it holds, or if these laws do not have it. */
    static Optional<Broken> only(PlantedFault.LawsOf laws, String name, long seed) {
        return lawsOf(laws.create()).stream()
                .filter(law -> law.getName().equals(name))
                .findFirst()
                .flatMap(law -> inTime(laws, law, seed, Duration.ofMinutes(1), Integer.MAX_VALUE))
                .map(message -> new Broken(name, message, Duration.ZERO));
    }

    /** Returns the laws that are broken by so many inputs of each at most, each of which may take a minute. */
    static List<Broken> all(PlantedFault.LawsOf laws, long seed, int most) {
        return lawsOf(laws.create()).stream()
                .flatMap(law -> timed(laws, law, seed, Duration.ofMinutes(1), most).stream())
                .toList();
    }

    private static List<Method> lawsOf(Object laws) {
        return Arrays.stream(laws.getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(Property.class))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    /** Returns the message of a broken law; empty if it holds so long, or has not ended. Other programs make no law late. */
    private static Optional<String> inTime(PlantedFault.LawsOf laws, Method law, long seed, Duration limit, int most) {
        long end = System.nanoTime() + limit.toNanos();
        CompletableFuture<Optional<String>> running = ConcurrentRunner.begin(() -> broken(laws, law, seed, end, most));
        try {
            return new LawAssertion(law.getName(), "any").outcome(running, limit);
        } catch (AssertionError late) {
            return running.isDone() ? running.join() : Optional.empty();
        }
    }

    private static Optional<String> broken(PlantedFault.LawsOf laws, Method law, long seed, long end, int most) {
        List<Optional<String>> found = new ArrayList<>(List.of(Optional.empty()));
        JqwikSession.run(() -> found.set(0, tried(laws, law, new Random(seed), end, most)));
        return found.get(0);
    }

    /** Tries a law with all its inputs on one object, as jqwik does: what it keeps, it keeps from one input to the next. */
    private static Optional<String> tried(PlantedFault.LawsOf fresh, Method law, Random random, long end, int most)
            throws ReflectiveOperationException {
        Object laws = fresh.create();
        List<Arbitrary<?>> inputs = new ArrayList<>();
        for (Parameter parameter : law.getParameters()) {
            inputs.add(arbitrary(laws, parameter));
        }
        law.setAccessible(true);
        Iterator<Object[]> values =
                values(inputs, random, law.getAnnotation(Property.class).tries());
        for (int i = 0; i < most && values.hasNext() && System.nanoTime() < end; i++) {
            try {
                law.invoke(laws, values.next());
            } catch (InvocationTargetException e) {
                return Optional.of(String.valueOf(e.getCause()));
            }
        }
        return Optional.empty();
    }

    /** Returns all values of one parameter if they are few enough, as jqwik does; otherwise so many by chance. */
    private static Iterator<Object[]> values(List<Arbitrary<?>> inputs, Random random, int tries) {
        if (inputs.isEmpty()) {
            return Stream.<Object[]>of(new Object[0]).iterator();
        }
        Optional<? extends ExhaustiveGenerator<?>> all =
                inputs.size() == 1 ? inputs.get(0).exhaustive(tries) : Optional.empty();
        if (all.isPresent() && all.get().maxCount() <= tries) {
            return StreamSupport.stream(all.get().spliterator(), false)
                    .map(value -> new Object[] {value})
                    .iterator();
        }
        List<RandomGenerator<?>> generators = new ArrayList<>();
        inputs.forEach(each -> generators.add(each.generator(SIZE, true)));
        return Stream.generate(() -> generators.stream()
                        .map(each -> each.next(random).value())
                        .toArray())
                .limit(tries)
                .iterator();
    }

    private static Arbitrary<?> arbitrary(Object laws, Parameter parameter) throws ReflectiveOperationException {
        ForAll all = parameter.getAnnotation(ForAll.class);
        if (!all.supplier().equals(ArbitrarySupplier.NONE.class)) {
            Constructor<?> made = all.supplier().getDeclaredConstructor();
            made.setAccessible(true);
            return ((ArbitrarySupplier<?>) made.newInstance()).get();
        }
        if (!all.value().isEmpty()) {
            return provided(laws, all.value());
        }
        if (parameter.getType() == int.class) {
            IntRange range = parameter.getAnnotation(IntRange.class);
            return Arbitraries.integers().between(range.min(), range.max());
        }
        if (parameter.getType() == List.class) {
            return Arbitraries.of(elements(parameter))
                    .list()
                    .ofMaxSize(parameter.getAnnotation(Size.class).max());
        }
        return parameter.getType() == boolean.class
                ? Arbitraries.of(true, false)
                : Arbitraries.of(parameter.getType().getEnumConstants());
    }

    private static Object[] elements(Parameter list) {
        Class<?> type = (Class<?>)
                ((java.lang.reflect.ParameterizedType) list.getParameterizedType()).getActualTypeArguments()[0];
        return type.getEnumConstants();
    }

    private static Arbitrary<?> provided(Object laws, String name) throws ReflectiveOperationException {
        for (Method method : laws.getClass().getMethods()) {
            Annotation provide = method.getAnnotation(Provide.class);
            if (provide != null && ((Provide) provide).value().equals(name)) {
                method.setAccessible(true);
                return (Arbitrary<?>) method.invoke(laws);
            }
        }
        throw new IllegalStateException("no arbitrary of the name " + name);
    }
}
