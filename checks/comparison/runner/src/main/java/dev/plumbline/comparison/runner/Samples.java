package dev.plumbline.comparison.runner;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Measured values of one kind, by round. */
record Samples(Map<Integer, Double> values) {

    Samples {
        values = Map.copyOf(values);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    int size() {
        return values.size();
    }

    Optional<Double> of(int round) {
        return Optional.ofNullable(values.get(round));
    }

    /** Returns the ratios to the other values of the same round; incomplete rounds are skipped. */
    Samples beside(Samples other) {
        Map<Integer, Double> ratios = new TreeMap<>();
        values.forEach((round, value) -> other.of(round).ifPresent(floor -> ratios.put(round, value / floor)));
        return new Samples(ratios);
    }

    double median() {
        return quantile(0.5);
    }

    private double quantile(double share) {
        List<Double> sorted = values.values().stream().sorted().toList();
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    /** Returns the median and the quartiles as text. */
    String spread() {
        return String.format(Locale.ROOT, "%.2fx (%.2f–%.2f)", median(), quantile(0.25), quantile(0.75));
    }
}
