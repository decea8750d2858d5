package dev.plumbline.providers;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** One provider at a scripted server on a virtual clock, one call to it, and what it showed. */
final class ProviderFixture implements AutoCloseable {
    final ScriptedServer server = ScriptedServer.openAiChat();
    final VirtualClock clock = VirtualClock.paused();
    final Cancellation cancellation = Cancellation.create();
    final List<AiDelta> shown = new CopyOnWriteArrayList<>();
    final List<String> notes = new CopyOnWriteArrayList<>();
    final OpenAiChat provider;

    ProviderFixture() {
        this(Timeouts.ofDefaults());
    }

    ProviderFixture(Timeouts timeouts) {
        this(timeouts, "");
    }

    ProviderFixture(String elsewhere) {
        this(Timeouts.ofDefaults(), elsewhere);
    }

    private ProviderFixture(Timeouts timeouts, String elsewhere) {
        provider = OpenAiChat.builder("gpt-5-mini")
                .baseUrl(elsewhere.isEmpty() ? server.address().toString() : elsewhere)
                .timeouts(timeouts)
                .time(clock)
                .build();
    }

    AiReturn call() {
        return provider.call(question());
    }

    AiCall question() {
        return AiCall.builder(AiBody.of("What is the area of the plan?"), ModelId.parse("openai:gpt-5-mini"))
                .cancellation(cancellation)
                .sink(new Screen())
                .build();
    }

    private final class Screen implements DeltaSink {
        @Override
        public void accept(AiDelta delta) {
            shown.add(delta);
        }

        @Override
        public boolean hasDelivered() {
            return false;
        }

        @Override
        public void remark(String note) {
            notes.add(note);
        }
    }

    CompletableFuture<AiReturn> begin() {
        return CompletableFuture.supplyAsync(this::call, task -> new Thread(task).start());
    }

    /** The return of a call that ends by itself or was ended. */
    static AiReturn end(CompletableFuture<AiReturn> running) {
        return running.orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** Waits, in real time, for something another thread brings about. */
    static void until(java.util.function.BooleanSupplier there) {
        long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!there.getAsBoolean()) {
            if (System.nanoTime() > limit) {
                throw new AssertionError("it did not happen within a minute");
            }
            Thread.onSpinWait();
        }
    }

    /** Moves the clock second by second, as long as the call runs; says how many it took. */
    long advanceUntilDone(CompletableFuture<?> running) {
        long seconds = 0;
        long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!running.isDone()) {
            clock.advance(Duration.ofSeconds(1));
            seconds++;
            awaitQuiet(running);
            if (System.nanoTime() > limit) {
                throw new AssertionError("the call does not end");
            }
        }
        return seconds;
    }

    /** Waits until the call has a timer or is over, and a moment of real time in which it can end. */
    private void awaitQuiet(CompletableFuture<?> running) {
        until(() -> running.isDone() || clock.pending() > 0);
        try {
            running.get(10, TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.TimeoutException goesOn) {
            // it was given its moment
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until connections of calls that are over have ended by themselves. */
    void settle() {
        until(provider::isIdle);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        shown.forEach(delta -> text.append(delta instanceof AiDelta.Text words ? words.text() : ""));
        return text.toString();
    }

    @Override
    public void close() {
        provider.close();
        server.close();
    }
}
