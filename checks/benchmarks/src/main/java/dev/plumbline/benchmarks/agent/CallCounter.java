package dev.plumbline.benchmarks.agent;

import dev.plumbline.benchmarks.agent.MethodRegistry.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Counts entered methods, created objects and acquired locks of a number of calls, on all threads. */
public final class CallCounter implements ProbeListener {
    /** The time for other threads to finish the work of the last call. */
    private static final long SETTLE_NANOS = 300_000_000;

    private final AtomicLongArray entries = new AtomicLongArray(MethodRegistry.MOST);
    private final LongAdder lambdas = new LongAdder();
    private final LongAdder optionals = new LongAdder();
    private final LongAdder monitors = new LongAdder();
    private final LongAdder locks = new LongAdder();
    private final LongAdder deliveries = new LongAdder();
    private final Map<String, LongAdder> sites = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> made = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> threads = new ConcurrentHashMap<>();
    private final Set<Object> events = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    CallCounter() {}

    /**
     * Runs the call that many times and returns the sums.
     *
     * @throws IllegalStateException if this process was started without the agent
     */
    public static CallCounts count(int calls, Runnable call) {
        CountingAgent.require();
        CallCounter counter = new CallCounter();
        InstrumentationProbe.record(counter);
        for (int i = 0; i < calls; i++) {
            call.run();
        }
        LockSupport.parkNanos(SETTLE_NANOS);
        InstrumentationProbe.record(ProbeListener.NONE);
        return counter.counts(calls);
    }

    CallCounts counts(int calls) {
        List<Method> all = MethodRegistry.all().list();
        Map<Method, Long> entered = new ConcurrentHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            if (entries.get(i) > 0) {
                entered.merge(all.get(i), entries.get(i), Long::sum);
            }
        }
        Map<String, Long> kinds = new TreeMap<>();
        new ArrayList<>(events).forEach(event -> kinds.merge(kind(event), 1L, Long::sum));
        return new CallCounts(
                calls,
                entered,
                lambdas.sum(),
                optionals.sum(),
                monitors.sum(),
                locks.sum(),
                deliveries.sum(),
                sums(made),
                sums(sites),
                kinds,
                sums(threads));
    }

    private static String kind(Object event) {
        String name = event.getClass().getName();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    private static Map<String, Long> sums(Map<String, LongAdder> adders) {
        Map<String, Long> sums = new TreeMap<>();
        adders.forEach((name, adder) -> sums.put(name, adder.sum()));
        return sums;
    }

    private static void add(Map<String, LongAdder> adders, String name) {
        adders.computeIfAbsent(name, first -> new LongAdder()).increment();
    }

    private void addSite(String what, int method) {
        add(sites, what + " in " + MethodRegistry.all().get(method).title());
    }

    @Override
    public void entered(int method) {
        entries.incrementAndGet(method);
        add(threads, ThreadNames.kind(Thread.currentThread()));
    }

    @Override
    public void lambdaMade(int method) {
        lambdas.increment();
        addSite("lambda", method);
    }

    @Override
    public void optionalCalled(int method) {
        optionals.increment();
        addSite("Optional", method);
    }

    @Override
    public void monitorEntered(int method) {
        monitors.increment();
        addSite("monitor", method);
    }

    @Override
    public void lockTaken() {
        locks.increment();
    }

    @Override
    public void objectMade(String type, int method) {
        add(made, type);
        addSite(type.substring(type.lastIndexOf('/') + 1), method);
    }

    @Override
    public void delivered(Object event) {
        deliveries.increment();
        events.add(event);
    }
}
