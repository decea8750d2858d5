package dev.plumbline.benchmarks.agent;

/** The names of threads in the tables. */
final class ThreadNames {
    private ThreadNames() {}

    /** Returns the name without numbers, e.g. {@code plumbline-turn-#}, which threads of one kind share. */
    static String kind(Thread thread) {
        return thread.getName().replaceAll("\\d+", "#");
    }
}
