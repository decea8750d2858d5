package dev.plumbline.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures the CPU time of the whole process for a turn after 10,000 entries, compared with a turn after 10:
 * interleaved pairs of two thousand turns each, with a model that answers at once. Prints microseconds per turn and the
 * ratio of each pair, and the median of the ratios.
 */
public final class GrowthCost {
    private static final int SHORT = 10;
    private static final int LONG = 10_000;
    private static final int TURNS = 2_000;
    private static final int WARM_UP = 2;

    private GrowthCost() {}

    /** Runs the measurement; the argument is the number of pairs, 15 by default. */
    public static void main(String[] args) {
        int pairs = args.length == 0 ? 15 : Integer.parseInt(args[0]);
        List<Double> ratios = new ArrayList<>();
        for (int i = -WARM_UP; i < pairs; i++) {
            double few = microsPerTurn(SHORT);
            double many = microsPerTurn(LONG);
            System.out.printf(
                    "%3d: %6.1f us behind %d, %6.1f us behind %d: %.2f%n", i, few, SHORT, many, LONG, many / few);
            if (i >= 0) {
                ratios.add(many / few);
            }
        }
        Collections.sort(ratios);
        System.out.printf(
                "median %.2f, from %.2f to %.2f%n", ratios.get(pairs / 2), ratios.get(0), ratios.get(pairs - 1));
    }

    private static double microsPerTurn(int entries) {
        try (AiRuntime ai = AiRuntime.of(new InstantProvider());
                ConversationSession session = ai.session(SampleTranscripts.ofEntries(entries))) {
            session.send("Ready?");
            long before = cpu();
            for (int i = 0; i < TURNS; i++) {
                session.send("And now?");
            }
            return (cpu() - before) / 1000.0 / TURNS;
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
