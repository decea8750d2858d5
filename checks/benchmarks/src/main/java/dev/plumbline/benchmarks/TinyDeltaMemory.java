package dev.plumbline.benchmarks;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the memory of a stream of 5,000,000 deltas of one character through a runtime with two views, one of which
 * is blocked until the end. Prints the used heap after a collection at each tenth, the size of the answer so far, and
 * how often the free view was called:
 *
 * <pre>java -Xmx256m -cp benchmarks/target/benchmarks.jar dev.plumbline.benchmarks.TinyDeltaMemory [deltas]</pre>
 */
public final class TinyDeltaMemory {

    private TinyDeltaMemory() {}

    /** Runs the measurement. */
    public static void main(String[] args) throws InterruptedException {
        int deltas = args.length == 1 ? Integer.parseInt(args[0]) : 5_000_000;
        AtomicLong calls = new AtomicLong();
        CountDownLatch release = new CountDownLatch(1);
        long started = System.nanoTime();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(new Chatterbox(deltas))
                .addView(new Counting(calls))
                .addView(new Blocked(release))
                .build()) {
            int length = ai.send("Go on.").text().length();
            System.out.printf(
                    "%d characters in %d ms; the free view was called %d times%n",
                    length, (System.nanoTime() - started) / 1_000_000, calls.get());
            release.countDown();
        }
    }

    private record Chatterbox(int deltas) implements AiProvider {
        @Override
        public String id() {
            return "chatterbox";
        }

        @Override
        public String defaultModel() {
            return "m";
        }

        @Override
        public AiReturn call(AiCall call) {
            Fold fold = Fold.create();
            AiDelta delta = new AiDelta.Text("x");
            for (int i = 0; i < deltas; i++) {
                if (i % (deltas / 10) == 0) {
                    tell(i);
                }
                fold.accept(delta);
                call.sink().accept(delta);
            }
            return fold.toReturn().toBuilder().model(call.model()).build();
        }

        private static void tell(int soFar) {
            System.gc();
            Runtime heap = Runtime.getRuntime();
            System.out.printf(
                    "%,10d deltas: %,d KiB in use, the answer has %,d KiB%n",
                    soFar, (heap.totalMemory() - heap.freeMemory()) >> 10, soFar >> 10);
        }
    }

    private record Counting(AtomicLong calls) implements ConversationObserver {
        @Override
        public void onText(String piece) {
            calls.incrementAndGet();
        }
    }

    private record Blocked(CountDownLatch release) implements ConversationObserver {
        @Override
        public void onText(String piece) {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
