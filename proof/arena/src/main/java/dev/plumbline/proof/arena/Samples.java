package dev.plumbline.proof.arena;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Numbers of one kind, one for each round. */
record Samples(List<Double> values) {

    Samples {
        values = List.copyOf(values);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /** Each beside the other's of the same round. */
    Samples beside(Samples other) {
        return new Samples(IntStream.range(0, Math.min(values.size(), other.values.size()))
                .mapToObj(i -> values.get(i) / other.values.get(i))
                .toList());
    }

    double median() {
        return quantile(0.5);
    }

    private double quantile(double share) {
        List<Double> sorted = values.stream().sorted().toList();
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    /** The median, and between which numbers the middle half lies. */
    String spread() {
        return String.format(Locale.ROOT, "%.2fx (%.2f–%.2f)", median(), quantile(0.25), quantile(0.75));
    }
}
