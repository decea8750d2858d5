package dev.plumbline.benchmarks.agent;

import java.util.List;

/** Which classes are code of the SDK: its own packages, without the libraries that the single jar has relocated below them. */
final class SdkClassFilter {
    private static final String SDK = "dev.plumbline.";
    private static final String BENCHMARKS = "dev.plumbline.benchmarks.";
    private static final List<String> OUTSIDE = List.of("dev.plumbline.shaded.", BENCHMARKS);

    private SdkClassFilter() {}

    /** Whether the class of that name, with dots, is. */
    static boolean isSdk(String type) {
        return type.startsWith(SDK) && OUTSIDE.stream().noneMatch(type::startsWith);
    }

    /** Whether it is code that measures. */
    static boolean isMeasuring(String type) {
        return type.startsWith(BENCHMARKS);
    }
}
