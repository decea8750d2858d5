package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Measures the cost of a blocked observer for a call: turns of 200 words alternate between two sessions, one with a
 * view or a subscriber of metrics that blocks for 10 seconds at a time, one with an observer that does nothing. Prints
 * the median and the 99th percentile of both, and of the differences of the pairs:
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar dev.plumbline.benchmarks.BlockedObserverLatency [pairs]</pre>
 */
public final class BlockedObserverLatency {
    private static final int WARM_UP = 500;

    private BlockedObserverLatency() {}

    /** Runs the measurement. */
    public static void main(String[] args) {
        int pairs = args.length == 1 ? Integer.parseInt(args[0]) : 3_000;
        measure("view", pairs, seen(new ConversationObserver() {}), seen(new Sleeper()));
        measure("subscriber", pairs, runtime(event -> {}), runtime(event -> block()));
    }

    private static AiRuntime seen(ConversationObserver view) {
        return AiRuntime.builder().addProvider(new Words()).addView(view).build();
    }

    private static AiRuntime runtime(Consumer<TelemetryEvent> subscriber) {
        AiRuntime ai = AiRuntime.of(new Words());
        ai.metrics().subscribe(event -> true, subscriber);
        return ai;
    }

    private static void measure(String who, int pairs, AiRuntime idle, AiRuntime held) {
        List<Long> without = new ArrayList<>();
        List<Long> with = new ArrayList<>();
        try (idle;
                held;
                ConversationSession free = idle.session(AiBody.builder().build());
                ConversationSession blocked = held.session(AiBody.builder().build())) {
            for (int i = 0; i < pairs + WARM_UP; i++) {
                boolean first = i % 2 == 0;
                long one = turn(first ? free : blocked);
                long two = turn(first ? blocked : free);
                if (i >= WARM_UP) {
                    without.add(first ? one : two);
                    with.add(first ? two : one);
                }
            }
        }
        print("free " + who, without);
        print("blocked " + who, with);
        print("difference of the pairs", differences(with, without));
    }

    private static List<Long> differences(List<Long> from, List<Long> less) {
        List<Long> more = new ArrayList<>();
        for (int i = 0; i < from.size(); i++) {
            more.add(from.get(i) - less.get(i));
        }
        return more;
    }

    private static void block() {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(10));
    }

    /** Runs a turn without a history, so that all turns send the same amount. */
    private static long turn(ConversationSession session) {
        long began = System.nanoTime();
        session.send("Go on.").orThrow();
        long took = System.nanoTime() - began;
        session.continueFrom(session.tree().root());
        return took;
    }

    private static void print(String what, List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        int last = sorted.size() - 1;
        System.out.printf(
                "%-24s n %d  median %.1f us  p99 %.1f us%n",
                what, sorted.size(), sorted.get(last / 2) / 1e3, sorted.get(last * 99 / 100) / 1e3);
    }

    /** Blocks for 10 seconds at each word. */
    private static final class Sleeper implements ConversationObserver {
        @Override
        public void onText(String piece) {
            block();
        }
    }

    private record Words() implements AiProvider {
        @Override
        public String id() {
            return "words";
        }

        @Override
        public String defaultModel() {
            return "m";
        }

        @Override
        public AiReturn call(AiCall call) {
            Fold fold = Fold.create();
            AiDelta delta = new AiDelta.Text("word ");
            for (int i = 0; i < 200; i++) {
                fold.accept(delta);
                call.sink().accept(delta);
            }
            return fold.toReturn().toBuilder().model(call.model()).build();
        }
    }
}
