package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Fold;
import dev.plumbline.extend.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a view that is blocked costs a call: turns of 200 words in two sessions, in turn, one with a view that blocks for 10 seconds
 * at a time and one with a view that does nothing. Prints the median and the 99th percentile of both, and of the differences
 * of the pairs:
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar dev.plumbline.benchmarks.BlockedView [pairs]</pre>
 */
public final class BlockedView {
    private static final int WARM_UP = 500;

    private BlockedView() {}

    /** Measures. */
    public static void main(String[] args) {
        int pairs = args.length == 1 ? Integer.parseInt(args[0]) : 3_000;
        List<Long> without = new ArrayList<>();
        List<Long> with = new ArrayList<>();
        try (AiRuntime idle = runtime(new ConversationObserver() {});
                AiRuntime held = runtime(new Sleeper());
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
        List<Long> more = new ArrayList<>();
        for (int i = 0; i < without.size(); i++) {
            more.add(with.get(i) - without.get(i));
        }
        print("free view", without);
        print("blocked view", with);
        print("difference of the pairs", more);
    }

    private static AiRuntime runtime(ConversationObserver view) {
        return AiRuntime.builder().provider(new Words()).view(view).build();
    }

    /** Each begins with nothing said, so that none has to send more than another. */
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
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(10));
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
            Fold fold = Fold.start();
            AiDelta delta = new AiDelta.Text("word ");
            for (int i = 0; i < 200; i++) {
                fold.accept(delta);
                call.sink().accept(delta);
            }
            return fold.toReturn().toBuilder().model(call.model()).build();
        }
    }
}
