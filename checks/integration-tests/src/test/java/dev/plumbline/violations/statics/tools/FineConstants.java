package dev.plumbline.violations.statics.tools;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Constants of every kind. */
final class FineConstants {
    static final int SIZE = 1;
    static final String NAME = "a";
    static final List<String> NAMES = List.of("a");
    static final Map<String, Duration> TIMES = Map.of("a", Duration.ZERO);
    static final Pattern SHAPE = Pattern.compile("a");
    static final byte[] NOTHING = {};
    static final UnaryOperator<String> SAME = name -> name;
    static final FineConstants ONLY = new FineConstants(List.of());
    static final Optional<String> MAYBE = Optional.of("a");

    private final List<String> names;

    private FineConstants(List<String> names) {
        this.names = names;
    }

    List<String> names() {
        return names;
    }
}
