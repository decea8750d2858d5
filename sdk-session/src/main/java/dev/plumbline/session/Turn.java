package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Spending;
import dev.plumbline.call.State;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.state.BranchState;
import dev.plumbline.session.state.Memory;
import dev.plumbline.session.state.StepLog;
import dev.plumbline.session.state.TurnHandle;
import dev.plumbline.session.state.TurnRequest;
import dev.plumbline.session.state.TurnSink;
import dev.plumbline.session.state.TurnState;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One turn: its state, its limits and handles. It can be ended at any moment by any thread; the first one closes it in
 * its current state, and {@link dev.plumbline.session.state.TurnOver} stops the turn's own thread.
 */
final class Turn implements TurnHandle {
    private static final AiError OUT_OF_TIME =
            AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "the turn's time is used up; see Budget.withTime");

    /** How soon a timer that came too early comes again. */
    private static final Duration SHORTEST = Duration.ofMillis(50);

    final EngineSettings settings;
    final Timekeeper time;
    final SessionTelemetry telemetry;
    final BranchState branch;
    final TurnState state;
    final TurnRequest request;
    final TurnHooks hooks = new TurnHooks(this);

    /** What users allowed, for the tool executor alone. */
    final State approvals;

    private final Cancellation cancellation;
    private final TurnFuture<AiReturn> future;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private volatile TurnLimits limits;
    private volatile @Nullable HostToolCalls handedOut;
    private volatile Memory.ScopedState memory;
    private volatile boolean settled;

    Turn(EngineSettings settings, BranchState branch, TurnRequest request, CallIds ids) {
        this.settings = settings;
        this.time = settings.time();
        this.telemetry = branch.telemetry();
        this.branch = branch;
        this.request = request;
        this.state = new TurnState(branch, request, ids, this);
        this.memory = branch.turnMemory();
        this.approvals = branch.turnApprovals();
        this.cancellation = Cancellation.create(time);
        this.limits = TurnLimits.of(request, time);
        this.future = new TurnFuture<>(settings, this);
    }

    /** Session, turn, and the round it is in. */
    CallIds ids() {
        return state.ids();
    }

    /** Whether the answer is to have a shape: this turn's, or the body's. */
    boolean isShaped() {
        return request.schema() != null || body().outputSchema().isPresent();
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** What it may still use. */
    TurnLimits limits() {
        return limits;
    }

    Spending spending() {
        return limits.spending();
    }

    Memory.ScopedState memory() {
        return memory;
    }

    CompletableFuture<AiReturn> future() {
        return future;
    }

    AiBody body() {
        return branch.branch().body();
    }

    Transcript conversation() {
        return body().interactions();
    }

    /** Ends it when that token is cancelled, also while it waits. */
    void listen() {
        endOn(cancellation);
        for (Cancellation other : request.options().cancellations()) {
            endOn(other);
        }
    }

    private void endOn(Cancellation given) {
        keep(given.onCancel(() -> cancelled(given)));
    }

    /** Its own signal is given when it ends, too. */
    private void cancelled(Cancellation given) {
        if (state.ended() == null) {
            end(reasonOf(given));
        }
    }

    private static AiError reasonOf(Cancellation given) {
        try {
            given.throwIfCancelled();
            return AiError.of(AiError.Category.CANCELLED, "cancelled", "");
        } catch (AiException e) {
            return e.error();
        }
    }

    /** Its limits count from now on. */
    @Override
    public void start() {
        limits = TurnLimits.of(request, time);
        go();
    }

    /** Runs it, now that it is the running one, until it is done or its time is up. */
    void go() {
        telemetry.turnStarted(ids(), time);
        keep(time.schedule(spending().timeLeft(), this::expire));
        Duration beat = request.options().heartbeat().orElse(null);
        if (beat != null) {
            keep(branch.events().heartbeat(beat, this::beat));
        }
        try {
            settings.executor().execute(settings.loop().apply(this));
        } catch (RejectedExecutionException e) {
            end(AiError.of(
                    AiError.Category.INTERNAL, "executor", "the executor of turns takes no more: is it shut down?"));
        }
    }

    private void beat(Duration running) {
        state.publish(number -> new SessionEvent.Heartbeat(number, ids(), running));
    }

    /** Ends it, unless time stood still while a person was asked: then it has some left. */
    private void expire() {
        Duration left = spending().timeLeft();
        if (left.isZero()) {
            end(OUT_OF_TIME);
        } else {
            Duration again = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
            keep(time.schedule(again, this::expire));
        }
    }

    private void keep(Subscription subscription) {
        synchronized (subscriptions) {
            if (!settled) {
                subscriptions.add(subscription);
                return;
            }
        }
        subscription.close();
    }

    /** The host is about to be shown calls. */
    void handOut(HostToolCalls calls) {
        handedOut = calls;
    }

    @Override
    public boolean answer(String callId, ToolEnvelope envelope) {
        HostToolCalls open = handedOut;
        return open != null && open.answer(callId, envelope);
    }

    /** Another round begins, and a sink for its call. */
    TurnSink startRound(int round) {
        CallIds ids = ids();
        CallIds now = new CallIds(ids.session(), ids.turn(), round, "");
        TurnSink sink = new TurnSink(state, now);
        memory = memory.nextRound();
        state.startRound(now, sink);
        return sink;
    }

    /** Whoever waits for the turn is released last, after all others were notified. */
    @Override
    public boolean cancel(String reason) {
        return end(AiError.of(AiError.Category.CANCELLED, "cancelled", reason));
    }

    /** Closes it in its current state, unless it is closed already. */
    boolean end(@Nullable AiError error) {
        boolean first = finish(error) || withdraw(error) || finish(error);
        if (first) {
            settle();
            branch.conversation().writeSoon();
        }
        return first;
    }

    /** Ends it before it began, if it waits; it may have begun just now. */
    private boolean withdraw(@Nullable AiError error) {
        boolean waited = branch.withdraw(state, error);
        if (waited) {
            cancelTools(error);
        }
        return waited;
    }

    /** Closes it from its own thread, which does nothing else for it, unless it is closed already. */
    void leave(@Nullable AiError error) {
        boolean first = finish(error);
        hooks.finished(ended());
        if (first) {
            branch.conversation().writeNow();
            settle();
        }
    }

    private boolean finish(@Nullable AiError error) {
        boolean first = state.finish(error);
        if (first) {
            cancelTools(error);
        }
        return first;
    }

    private AiReturn ended() {
        return Objects.requireNonNull(state.ended(), "a turn that is over has a return");
    }

    private void cancelTools(@Nullable AiError error) {
        if (error == null) {
            cancellation.cancel("the turn is over");
        } else if (error.category() == AiError.Category.TIMEOUT_TOTAL) {
            cancellation.expire(error.message());
        } else {
            if (error.category() == AiError.Category.CANCELLED) {
                telemetry.cancelling(ids(), time);
            }
            cancellation.cancel(error.message());
        }
    }

    private void settle() {
        List<Subscription> kept;
        synchronized (subscriptions) {
            settled = true;
            kept = List.copyOf(subscriptions);
        }
        for (Subscription subscription : kept) {
            subscription.close();
        }
        AiReturn ret = ended();
        if (state.hasBegun()) {
            telemetry.onEvent(finished(ret));
        }
        future.complete(ret);
        TurnState next = branch.next();
        if (next != null) {
            next.handle().start();
        }
    }

    private AiEvent finished(AiReturn ret) {
        StepLog steps = state.steps();
        Duration took = Duration.ofNanos(time.nanos() - steps.turnBegan());
        return new AiEvent.TurnFinished(
                ids(), time.instant(), took, ret.error().map(AiError::category), ret.usage(), steps.outsideRounds());
    }
}
