package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Subscription;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * One run of one tool. Whatever happens first decides the envelope: the tool returns, its time is up, or the turn ends;
 * what comes later is dropped, and the context refuses further use.
 */
final class ToolRun {
    private final Interaction.ToolCall call;
    private final Catalogue.Item item;
    private final IToolExecutor.Scope scope;
    private final Timekeeper time;
    private final Cancellation cancellation;
    private final CompletableFuture<ToolEnvelope> outcome = new CompletableFuture<>();
    private volatile boolean started;

    ToolRun(Interaction.ToolCall call, Catalogue.Item item, IToolExecutor.Scope scope, Timekeeper time) {
        this.call = call;
        this.item = item;
        this.scope = scope;
        this.time = time;
        this.cancellation = Cancellation.create(time);
    }

    /** The clock runs and the turn can end it before the tool begins: whoever sees it run may rely on both. */
    ToolEnvelope runOn(ToolThreads threads) {
        Duration limit = item.tool().timeout();
        Subscription deadline = time.schedule(limit, () -> end(timedOut(limit), true));
        Subscription cancel = scope.cancellation().onCancel(() -> end(cancelled(), false));
        try {
            return await(threads.start(this::run));
        } catch (RejectedExecutionException e) {
            return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "Too many tools are running. Try again later.")
                    .withRetryable(true);
        } finally {
            deadline.close();
            cancel.close();
        }
    }

    private ToolEnvelope await(Future<?> thread) {
        try {
            return outcome.get();
        } catch (InterruptedException e) {
            end(cancelled(), false);
            Thread.currentThread().interrupt();
            return outcome.join();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("an outcome is always an envelope", e);
        } finally {
            thread.cancel(true);
        }
    }

    private void run() {
        started = true;
        if (!outcome.isDone()) {
            FencedContext context = new FencedContext(call, item.definition(), scope, cancellation, time, outcome);
            outcome.complete(ToolResultNormalizer.outcomeOf(item.tool(), call.arguments(), context));
        }
    }

    /** Decides the envelope, unless it is decided, and tells the tool. */
    private void end(ToolEnvelope envelope, boolean late) {
        if (outcome.complete(envelope)) {
            if (late) {
                cancellation.expire("the tool's time is up");
            } else {
                cancellation.cancel(scope.cancellation().reason().orElse("the turn ended"));
            }
        }
    }

    private ToolEnvelope timedOut(Duration limit) {
        return ToolEnvelope.failed(
                        ToolEnvelope.Code.TIMEOUT, "The tool did not finish within " + limit.toMillis() + " ms.")
                .withEffect(effect());
    }

    private ToolEnvelope cancelled() {
        return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn was cancelled.")
                .withEffect(effect());
    }

    private ToolEnvelope.Effect effect() {
        return started ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED;
    }
}
