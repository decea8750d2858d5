package dev.plumbline.benchmarks.agent;

import dev.plumbline.benchmarks.agent.MethodRegistry.Method;
import java.util.Map;
import java.util.TreeMap;

/**
 * What so many calls have cost. All numbers are sums over the calls, on all threads.
 *
 * @param calls how many
 * @param entered how often each method was entered
 * @param lambdas lambdas and method references evaluated
 * @param optionals calls of methods of Optional
 * @param monitors synchronized methods and blocks entered
 * @param locks locks asked for
 * @param deliveries how often an observer was given an event
 * @param made objects made with {@code new} in code of the SDK, by class
 * @param events the events that observers were given, each once, by kind
 * @param threads methods entered on threads of a kind
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
        Map<String, Long> events,
        Map<String, Long> threads) {

    /** A copy of the maps. */
    public CallCounts {
        entered = Map.copyOf(entered);
        made = Map.copyOf(made);
        events = Map.copyOf(events);
        threads = Map.copyOf(threads);
    }

    /** Methods entered. */
    public long methods() {
        return sum(entered);
    }

    /** Different methods among them, overloads counted each. */
    public int kinds() {
        return entered.size();
    }

    /** Top-level classes met: those with a method that was entered, in them or in a class nested in them. */
    public long classes() {
        return entered.keySet().stream().map(Method::topLevel).distinct().count();
    }

    /** Objects made. */
    public long objects() {
        return sum(made);
    }

    /** Events that observers were given. */
    public long eventsInAll() {
        return sum(events);
    }

    /** Methods entered, by package. */
    public Map<String, Long> byPackage() {
        Map<String, Long> packages = new TreeMap<>();
        entered.forEach((method, times) -> packages.merge(method.packageName(), times, Long::sum));
        return packages;
    }

    /** Methods entered, by class and name; overloads are added up. */
    public Map<String, Long> byName() {
        Map<String, Long> names = new TreeMap<>();
        entered.forEach((method, times) -> names.merge(method.title(), times, Long::sum));
        return names;
    }

    private static long sum(Map<?, Long> numbers) {
        return numbers.values().stream().mapToLong(Long::longValue).sum();
    }
}
