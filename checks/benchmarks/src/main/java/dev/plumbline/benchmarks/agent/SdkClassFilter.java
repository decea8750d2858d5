package dev.plumbline.benchmarks.agent;

import java.util.List;

/**
 * Selects the classes of the SDK: its own packages, without the libraries that the single jar has relocated below them.
 */
final class SdkClassFilter {
    private static final String SDK = "dev.plumbline.";
    private static final String BENCHMARKS = "dev.plumbline.benchmarks.";
    private static final List<String> OUTSIDE = List.of("dev.plumbline.shaded.", BENCHMARKS);

    private SdkClassFilter() {}

    /** Returns whether the class of that name, with dots, belongs to the SDK. */
    static boolean isSdk(String type) {
        return type.startsWith(SDK) && OUTSIDE.stream().noneMatch(type::startsWith);
    }

    /** Returns whether the class belongs to the measurement. */
    static boolean isMeasuring(String type) {
        return type.startsWith(BENCHMARKS);
    }
}
