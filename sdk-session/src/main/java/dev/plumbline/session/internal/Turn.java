package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.internal.PausableTimer;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.UserInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One turn with its state, limits and handles. Any thread can end it at any moment; the first one to do so closes it in
 * its current state, and {@link TurnEndedException} stops the turn's own thread.
 */
final class Turn {
    private static final AiError OUT_OF_TIME =
            AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "the turn's time is used up; see Budget.withTime");

    private static final int MOST_SHORTENED = 4;

    /** The minimum delay before a timer that fired too early is set again. */
    private static final Duration SHORTEST = Duration.ofMillis(50);

    final EngineSettings settings;
    final Scheduler time;
    final SessionTelemetry telemetry;
    final Branch branch;
    final TurnRecorder recorder;
    final TurnRequest request;
    final TurnHookInvoker hooks = new TurnHookInvoker(this);

    private @Nullable State approvals;

    private final Cancellation cancellation;
    private final TurnFuture<AiReturn> future;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final PausableTimer timer;
    private volatile TurnLimits limits;
    private volatile @Nullable HostToolCalls handedOut;
    private volatile ConversationValues.Scoped memory;
    private volatile boolean settled;

    /** How often the conversation was shortened; used by the turn's thread. */
    private int shortened;

    Turn(EngineSettings settings, Branch branch, TurnRequest request, CallIds ids) {
        this.settings = settings;
        this.time = settings.time();
        this.telemetry = branch.telemetry();
        this.branch = branch;
        this.request = request;
        this.recorder = new TurnRecorder(this, branch, ids);
        this.memory = branch.turnValues();
        this.timer = new PausableTimer(time, this::expire);
        this.cancellation = Cancellation.create(time);
        this.limits = TurnLimits.of(request, time);
        this.future = new TurnFuture<>(settings, this);
    }

    /** Returns the ids of the session, the turn and the current round. */
    CallIds ids() {
        return recorder.ids();
    }

    /** Returns whether the answer must match a schema, of this turn or of the body. */
    boolean isShaped() {
        return request.schema() != null || body().outputSchema().isPresent();
    }

    /** Returns the approvals of users, for the tool executor only. Called by the turn's thread. */
    State approvals() {
        State known = approvals == null ? branch.turnApprovals() : approvals;
        approvals = known;
        return known;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** Returns the limits of the turn. */
    TurnLimits limits() {
        return limits;
    }

    BudgetTracker spending() {
        return limits.spending();
    }

    ConversationValues.Scoped memory() {
        return memory;
    }

    CompletableFuture<AiReturn> future() {
        return future;
    }

    AiBody body() {
        return branch.body();
    }

    /** Returns what the finished turns of the conversation cost; null if that is not known. */
    @Nullable
    Cost spentBefore() {
        return branch.conversation().state().usage().cost();
    }

    Transcript conversation() {
        return body().interactions();
    }

    /** Ends the turn when that token is cancelled, also while the turn waits. */
    void listen() {
        endOn(cancellation);
        for (Cancellation other : request.options().cancellations()) {
            endOn(other);
        }
    }

    private void endOn(Cancellation given) {
        keep(given.onCancel(() -> cancelled(given)));
    }

    /**
     * Ends the turn with the reason of that token. The turn's own token is cancelled when the turn ends, which has no
     * effect here.
     */
    private void cancelled(Cancellation given) {
        if (recorder.ended() == null) {
            endElsewhere(reasonOf(given));
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

    /** Starts the turn and its limits. */
    void start() {
        limits = TurnLimits.of(request, time);
        go();
    }

    /** Runs the turn until it is done or its time is up. */
    void go() {
        telemetry.turnStarted(ids(), time);
        branch.wake(); // its thread may be busy, and calls a hook or sums up first
        timer.start(spending().timeLeft());
        if (settled) {
            timer.stop(); // it was cancelled before its limit began
        }
        Duration beat = request.options().heartbeat().orElse(null);
        if (beat != null) {
            keep(branch.events().heartbeat(beat, this::beat));
        }
        try {
            settings.executor().execute(new TurnLoop(this, settings.stages().list()));
        } catch (RejectedExecutionException e) {
            end(AiError.of(
                    AiError.Category.INTERNAL, "executor", "the executor of turns takes no more: is it shut down?"));
        }
    }

    private void beat(Duration running) {
        recorder.publishReplaceable(number -> new SessionEvent.Heartbeat(number, ids(), running));
    }

    /** Ends the turn when its time is up; time in which a user was asked does not count. */
    private void expire() {
        Duration left = spending().timeLeft();
        if (left.isZero()) {
            end(OUT_OF_TIME);
        } else if (!settled) {
            Duration again = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
            timer.start(again);
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

    /** Sets the calls that the host is about to run. */
    void handOut(HostToolCalls calls) {
        handedOut = calls;
    }

    boolean answer(String callId, ToolEnvelope envelope) {
        HostToolCalls open = handedOut;
        return open != null && open.answer(callId, envelope);
    }

    /** Starts another round and returns the sink of its call. */
    TurnDeltaSink startRound(int round) {
        CallIds ids = ids();
        CallIds now = new CallIds(ids.session(), ids.turn(), round, "");
        TurnDeltaSink sink = new TurnDeltaSink(this, now);
        memory = memory.nextRound();
        recorder.startRound(now, sink);
        return sink;
    }

    /** Returns whether earlier entries may be summarized because a call did not fit: a few times per turn. */
    boolean mayShorten() {
        return shortened++ < MOST_SHORTENED;
    }

    /** Returns what is known of the context window of its model. */
    ContextWindow window() {
        return settings.window(request.options().model());
    }

    UserInput user(String who) {
        return new TurnUserInput(this, who);
    }

    /** Cancels the turn. The threads that wait for it are released last, after all views were notified. */
    boolean cancel(String reason) {
        return end(AiError.of(AiError.Category.CANCELLED, "cancelled", reason));
    }

    /**
     * Cancels the turn of a session that closes. As with a token, one thread may end several turns then, and what depends
     * on one may wait for another: so those that wait are released on other threads.
     */
    void close(String reason) {
        endElsewhere(AiError.of(AiError.Category.CANCELLED, "cancelled", reason));
    }

    private void endElsewhere(AiError error) {
        if (isEnding(error)) {
            branch.conversation().writeThen(written -> {
                try {
                    settings.executor().execute(this::settle);
                } catch (RejectedExecutionException ended) {
                    settle();
                }
            });
        }
    }

    /** Closes the turn in its current state, unless it is closed already. */
    boolean end(@Nullable AiError error) {
        boolean first = isEnding(error);
        if (first) {
            branch.conversation().writeThen(written -> settle());
        }
        return first;
    }

    /** Closes the turn, whether it runs or is queued; false if it was closed already. */
    private boolean isEnding(@Nullable AiError error) {
        boolean first = finish(error) || withdraw(error) || finish(error);
        branch.wake();
        return first;
    }

    /** Ends the turn if it is queued; it may have started in the meantime. */
    private boolean withdraw(@Nullable AiError error) {
        boolean waited = branch.removeWaiting(this, error);
        if (waited) {
            cancelTools(error);
        }
        return waited;
    }

    /** Closes the turn from its own thread, which does no more work for it, unless it is closed already. */
    void leave(@Nullable AiError error) {
        if (error != null && !settings.hooks().isEmpty()) {
            recorder.askAboutInterjections();
        }
        boolean first = finish(error);
        recorder.wakeForOthers();
        hooks.finished(ended());
        if (first) {
            try {
                branch.conversation().writeNow();
            } finally {
                settle();
            }
        }
    }

    private boolean finish(@Nullable AiError error) {
        boolean first = recorder.finish(error);
        if (first) {
            cancelTools(error);
        }
        return first;
    }

    private AiReturn ended() {
        return Objects.requireNonNull(recorder.ended(), "a turn that is over has a return");
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

    /** Ends a queued turn that cannot begin. */
    void fail(Throwable cause) {
        recorder.withdrawn(AiError.of(AiError.Category.INTERNAL, "turn-start", "the turn could not begin")
                .withCause(cause));
        settle();
    }

    /**
     * Releases everything that waits for the turn. The next one begins first, whatever they do then;
     * nothing that fails here keeps them waiting.
     */
    private void settle() {
        AiReturn ret = ended();
        try {
            release();
            report(ret);
        } catch (RuntimeException | Error broken) {
            settings.failed(ids(), "end of turn", "turn", broken);
        } finally {
            try {
                branch.wake();
                branch.startNext();
            } finally {
                future.complete(ret);
            }
        }
    }

    private void release() {
        List<Subscription> kept;
        synchronized (subscriptions) {
            settled = true;
            kept = List.copyOf(subscriptions);
        }
        timer.stop();
        for (Subscription subscription : kept) {
            subscription.close();
        }
    }

    private void report(AiReturn ret) {
        if (ret.error().isPresent()) {
            telemetry.turnFailed(ids(), ret.error().get());
        }
        if (recorder.hasBegun()) {
            telemetry.onEvent(finished(ret));
        }
        SessionOptions.ParentTurn parent = request.options().parent().orElse(null);
        if (parent != null) {
            parent.ended(ret);
        }
    }

    private TelemetryEvent finished(AiReturn ret) {
        StepTimeLog steps = recorder.steps();
        Duration took = Duration.ofNanos(time.nanoTime() - steps.turnBegan());
        Optional<AiError.Category> failure =
                ret.error().isPresent() ? Optional.of(ret.error().get().category()) : Optional.empty();
        return new TelemetryEvent.TurnFinished(
                ids(), time.instant(), took, failure, ret.usage(), steps.outsideRounds());
    }

    /**
     * A future that refuses to block the UI thread, as do its dependents, and that cancels its turn when it is cancelled.
     */
    static final class TurnFuture<T> extends CompletableFuture<T> {
        private final EngineSettings settings;
        private final @Nullable Turn turn;

        /** Creates the future of a turn; {@code turn} is null if a cancellation has no effect. */
        TurnFuture(EngineSettings settings, @Nullable Turn turn) {
            this.settings = settings;
            this.turn = turn;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new TurnFuture<>(settings, null);
        }

        @Override
        public T join() {
            check("join()");
            return super.join();
        }

        @Override
        public T get() throws InterruptedException, ExecutionException {
            check("get()");
            return super.get();
        }

        @Override
        public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            check("get()");
            return super.get(timeout, unit);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean first = super.cancel(mayInterruptIfRunning);
            if (first && turn != null) {
                turn.cancel("its future was cancelled");
            }
            return first;
        }

        private void check(String method) {
            if (!isDone() && settings.onUiThread()) {
                throw new IllegalStateException(method + " blocks, and this is the UI thread: use thenAccept(…)");
            }
        }
    }
}
