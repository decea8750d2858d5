package dev.plumbline.benchmarks.agent;

/** What threads are called in the tables. */
final class ThreadNames {
    private ThreadNames() {}

    /** The name without its numbers, e.g. {@code plumbline-turn-#}: threads of one kind share it. */
    static String kind(Thread thread) {
        return thread.getName().replaceAll("\\d+", "#");
    }
}
