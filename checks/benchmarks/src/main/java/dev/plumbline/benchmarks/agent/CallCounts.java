package dev.plumbline.benchmarks.agent;

import dev.plumbline.benchmarks.agent.MethodRegistry.Method;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counted cost of a number of calls. All values are sums over the calls, on all threads.
 *
 * @param calls the number of calls
 * @param entered the entries of each method
 * @param lambdas the evaluated lambdas and method references
 * @param optionals the calls of methods of Optional
 * @param monitors the entered synchronized methods and blocks
 * @param locks the requested locks
 * @param deliveries the deliveries of events to observers
 * @param made the objects created with {@code new} in code of the SDK, by class
 * @param sites what was created, locked and called, by the method that did it
 * @param events the delivered events, each counted once, by type
 * @param threads the entered methods by kind of thread
 */
public record CallCounts(
        int calls,
        Map<Method, Long> entered,
        long lambdas,
        long optionals,
        long monitors,
        long locks,
        long deliveries,
        Map<String, Long> made,
        Map<String, Long> sites,
        Map<String, Long> events,
        Map<String, Long> threads) {

    /** Copies the maps. */
    public CallCounts {
        entered = Map.copyOf(entered);
        made = Map.copyOf(made);
        sites = Map.copyOf(sites);
        events = Map.copyOf(events);
        threads = Map.copyOf(threads);
    }

    /** Returns the number of entered methods. */
    public long methods() {
        return sum(entered);
    }

    /** Returns the number of different methods, counting overloads separately. */
    public int kinds() {
        return entered.size();
    }

    /** Returns the number of top-level classes of which a method was entered, including nested classes. */
    public long classes() {
        return entered.keySet().stream().map(Method::topLevel).distinct().count();
    }

    /** Returns the number of created objects. */
    public long objects() {
        return sum(made);
    }

    /** Returns the number of delivered events. */
    public long eventsInAll() {
        return sum(events);
    }

    /** Returns the entered methods by package. */
    public Map<String, Long> byPackage() {
        Map<String, Long> packages = new TreeMap<>();
        entered.forEach((method, times) -> packages.merge(method.packageName(), times, Long::sum));
        return packages;
    }

    /** Returns the entered methods by class and name, with overloads added up. */
    public Map<String, Long> byName() {
        Map<String, Long> names = new TreeMap<>();
        entered.forEach((method, times) -> names.merge(method.title(), times, Long::sum));
        return names;
    }

    private static long sum(Map<?, Long> numbers) {
        return numbers.values().stream().mapToLong(Long::longValue).sum();
    }
}
