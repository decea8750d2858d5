package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.PausableTimer;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One run of one tool. The first event decides the envelope: the tool returns, its time is up, it waited too long for
 * its thread, or the turn ends. A later result is dropped, what the tool throws later
 * is reported, and the context refuses to act.
 */
final class ToolRun implements ToolTask {
    private enum Phase {
        WAITING,
        RUNNING,
        OVER
    }

    private final Interaction.ToolCall call;
    private final InvocationContext setting;
    private final boolean followed;
    private final @Nullable ApprovalStep approvals;
    private final PausableTimer clock;
    private final InvocationGuard guard;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private volatile ToolEnvelope kept = FailureEnvelopes.notStarted();

    /** Creates a run of that call; its approval is compared if there is an approval step. */
    ToolRun(GuardedToolContext ready, boolean followed, @Nullable ApprovalStep approvals) {
        this.call = ready.call();
        this.setting = ready.setting();
        this.followed = followed;
        this.approvals = approvals;
        this.clock = new PausableTimer(setting.executorContext().time(), this::timeIsUp);
        this.guard = new InvocationGuard(
                Cancellation.create(setting.executorContext().time()), clock);
    }

    InvocationGuard guard() {
        return guard;
    }

    /** Runs the tool on that executor and waits for its outcome. */
    ToolEnvelope at(TaskExecutor place) {
        Subscription cancel = setting.scope().cancellation().onCancel(this::cancelled);
        try {
            return await(place.start(this), place.patience());
        } catch (RejectedExecutionException e) {
            phase.set(Phase.OVER);
            return FailureEnvelopes.refused(String.valueOf(e.getMessage()));
        } finally {
            cancel.close();
        }
    }

    /** Schedules the end of the wait for a thread; null if the task runs already or its executor never waits. */
    private @Nullable Subscription giveUp(@Nullable Duration patience) {
        return patience != null && phase.get() == Phase.WAITING
                ? setting.executorContext().time().schedule(patience, () -> waitedTooLong(patience))
                : null;
    }

    private ToolEnvelope await(Subscription started, @Nullable Duration patience) {
        Subscription giveUp = giveUp(patience);
        try {
            return guard.outcome().get();
        } catch (InterruptedException e) {
            cancelled();
            Thread.currentThread().interrupt();
            return guard.outcome().join();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("an outcome is always an envelope", e);
        } finally {
            if (giveUp != null) {
                giveUp.close();
            }
            started.close();
            clock.stop();
        }
    }

    @Override
    public boolean isFollowed() {
        return followed;
    }

    /** Claims the run and starts its clock, so that a tool that is seen running has its limit. */
    @Override
    public boolean begin() {
        boolean wanted = phase.compareAndSet(Phase.WAITING, Phase.RUNNING);
        if (wanted) {
            clock.start(setting.tool().tool().timeout());
        }
        return wanted;
    }

    @Override
    public void run() {
        GuardedToolContext context = new GuardedToolContext(call, setting, guard);
        kept = approvals == null ? ToolResultNormalizer.outcomeOf(context) : approvals.run(context);
    }

    @Override
    public void done() {
        CompletableFuture<ToolEnvelope> later = guard.later();
        if (later == null) {
            end(kept);
        } else {
            var unused = later.thenAccept(this::end);
        }
    }

    private void end(ToolEnvelope envelope) {
        clock.stop();
        phase.set(Phase.OVER);
        guard.outcome().complete(envelope);
    }

    private void timeIsUp() {
        Duration limit = setting.tool().tool().timeout();
        if (guard.outcome().complete(FailureEnvelopes.timedOut(limit))) {
            guard.signal().expire("the tool's time is up");
        }
    }

    private void waitedTooLong(Duration limit) {
        if (phase.compareAndSet(Phase.WAITING, Phase.OVER)) {
            guard.outcome().complete(FailureEnvelopes.waited(limit));
        }
    }

    private void cancelled() {
        boolean started = phase.getAndSet(Phase.OVER) != Phase.WAITING;
        if (guard.outcome().complete(FailureEnvelopes.cancelled(started))) {
            guard.signal().cancel(setting.scope().cancellation().reason().orElse("the turn ended"));
        }
    }
}
