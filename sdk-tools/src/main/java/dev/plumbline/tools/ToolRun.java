package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * One run of one tool. Whatever happens first decides the envelope: the tool returns, its time is up, it waited too long
 * for its thread, or the turn ends; what comes later is dropped, and the context refuses further use.
 */
final class ToolRun implements Errand {
    private enum Phase {
        WAITING,
        RUNNING,
        OVER
    }

    private final Interaction.ToolCall call;
    private final Setting setting;
    private final boolean followed;
    private final Fence fence;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private volatile ToolEnvelope kept = Outcomes.notStarted();

    ToolRun(Interaction.ToolCall call, Setting setting, boolean followed) {
        this.call = call;
        this.setting = setting;
        this.followed = followed;
        RunClock clock = new RunClock(setting.shop().time(), this::timeIsUp);
        this.fence = new Fence(
                new CompletableFuture<>(), Cancellation.create(setting.shop().time()), clock);
    }

    /** Runs it there and waits for its outcome. */
    ToolEnvelope at(Place place) {
        Subscription cancel = setting.scope().cancellation().onCancel(this::cancelled);
        try {
            return await(place.start(this), place.patience());
        } catch (RejectedExecutionException e) {
            phase.set(Phase.OVER);
            return Outcomes.refused(String.valueOf(e.getMessage()));
        } finally {
            cancel.close();
        }
    }

    /** Only what waits for its thread has a limit for that. */
    private Optional<Subscription> giveUp(Optional<Duration> patience) {
        return phase.get() == Phase.WAITING
                ? patience.map(limit -> setting.shop().time().schedule(limit, () -> waitedTooLong(limit)))
                : Optional.empty();
    }

    private ToolEnvelope await(Subscription started, Optional<Duration> patience) {
        Optional<Subscription> giveUp = giveUp(patience);
        try {
            return fence.outcome().get();
        } catch (InterruptedException e) {
            cancelled();
            Thread.currentThread().interrupt();
            return fence.outcome().join();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("an outcome is always an envelope", e);
        } finally {
            giveUp.ifPresent(Subscription::close);
            started.close();
            fence.clock().stop();
        }
    }

    @Override
    public boolean isFollowed() {
        return followed;
    }

    /** The clock runs before the tool does: whoever sees it run may rely on its limit. */
    @Override
    public boolean begin() {
        boolean wanted = phase.compareAndSet(Phase.WAITING, Phase.RUNNING);
        if (wanted) {
            fence.clock().start(setting.item().tool().timeout());
        }
        return wanted;
    }

    @Override
    public void run() {
        FencedContext context = new FencedContext(call, setting, fence);
        kept = setting.approval().isPresent()
                ? setting.approval().get().run(context)
                : ToolResultNormalizer.outcomeOf(context);
    }

    @Override
    public void done() {
        fence.clock().stop();
        phase.set(Phase.OVER);
        fence.outcome().complete(kept);
    }

    private void timeIsUp() {
        Duration limit = setting.item().tool().timeout();
        if (fence.outcome().complete(Outcomes.timedOut(limit))) {
            fence.signal().expire("the tool's time is up");
        }
    }

    private void waitedTooLong(Duration limit) {
        if (phase.compareAndSet(Phase.WAITING, Phase.OVER)) {
            fence.outcome().complete(Outcomes.waited(limit));
        }
    }

    private void cancelled() {
        boolean started = phase.getAndSet(Phase.OVER) != Phase.WAITING;
        Supplier<String> reason = () -> setting.scope().cancellation().reason().orElse("the turn ended");
        if (fence.outcome().complete(Outcomes.cancelled(started))) {
            fence.signal().cancel(reason.get());
        }
    }
}
