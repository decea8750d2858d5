package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Spending;
import dev.plumbline.call.State;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

/**
 * One turn: its limits and handles, and the door through which its stages change the conversation. It can be ended at any
 * moment by any thread; whoever ends it first closes it as it stands, and the turn's own thread learns of it by
 * {@link Over}.
 */
final class Turn {
    private static final AiError OUT_OF_TIME =
            AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "the turn's time is used up; see Budget.withTime");

    /** How soon a timer that came too early comes again. */
    private static final Duration SHORTEST = Duration.ofMillis(50);

    final Wiring wiring;
    final Timekeeper time;
    final Telemetry telemetry;
    private final Conversation conversation;
    final Ask ask;
    private final Cancellation cancellation;
    private final TurnFuture<AiReturn> future;
    final HookRun hooks = new HookRun(this);
    final Additions additions;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private volatile Allowance allowance;
    private volatile long began;
    private volatile boolean started;
    private volatile Optional<ExecuteTools.HandedOut> handedOut = Optional.empty();
    private volatile CallIds ids;
    private volatile Memory.ScopedState state;
    final State approvals; // what people allowed, for the executor of tools alone
    volatile Progress progress;
    private volatile Interaction.User input;
    private volatile Optional<AiReturn> ended = Optional.empty();
    private volatile boolean settled;

    Turn(Wiring wiring, Conversation conversation, Ask ask, CallIds ids) {
        this.wiring = wiring;
        this.time = wiring.time();
        this.telemetry = conversation.telemetry;
        this.conversation = conversation;
        this.ask = ask;
        this.ids = ids;
        this.input = ask.input();
        this.state = Memory.ScopedState.ofTurn(conversation.trunk.memory(), conversation.memory());
        this.approvals = Memory.ScopedState.ofApprovals(conversation.trunk.approvals());
        this.cancellation = Cancellation.create(time);
        this.allowance = Allowance.of(ask, wiring);
        this.future = new TurnFuture<>(wiring::onUiThread, () -> cancel("its future was cancelled"));
        this.began = time.nanos();
        this.progress = new Progress(conversation.branch(), began);
        this.additions = new Additions(this, conversation);
    }

    /** Session, turn, and the round it is in. */
    CallIds ids() {
        return ids;
    }

    /** Whether the answer is to have a shape: this turn's, or the body's. */
    boolean isShaped() {
        return ask.schema().isPresent() || body().outputSchema().isPresent();
    }

    /** What the user said, once it is stored as the hooks let it. */
    Interaction.User input() {
        return input;
    }

    /** What the hooks let stand as the user's words. */
    void takeInput(Interaction.User said) {
        input = said;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** What it may still use. */
    Allowance allowance() {
        return allowance;
    }

    Spending spending() {
        return allowance.spending();
    }

    State state() {
        return state;
    }

    CompletableFuture<AiReturn> future() {
        return future;
    }

    AiBody body() {
        return conversation.branch().body();
    }

    List<Entry> path() {
        return conversation.branch().path();
    }

    ConversationTree tree() {
        return conversation.trunk.tree();
    }

    Transcript conversation() {
        return body().interactions();
    }

    /** The tool calls that stood open when the program ended, until they are answered. */
    Optional<Interrupted> interrupted() {
        return conversation.interrupted();
    }

    boolean isOver() {
        return !conversation.isRunning(this);
    }

    /** It is the running one, from that branch on; under the lock. */
    void begun(Branch before) {
        conversation.feed.pace(ask.options());
        began = time.nanos();
        allowance = Allowance.of(ask, wiring);
        progress = new Progress(before, began);
        started = true;
    }

    /** Ends it when somebody's signal is given, also while it waits in line. */
    void listen() {
        keep(cancellation.onCancel(() -> end(Optional.of(reasonOf(cancellation)))));
        ask.options().cancellations().forEach(other -> keep(other.onCancel(() -> end(Optional.of(reasonOf(other))))));
    }

    /** Runs it, now that it is the running one, until it is done or its time is up. */
    void go() {
        telemetry.turnStarted(ids, time);
        keep(time.schedule(spending().timeLeft(), this::expire));
        keep(conversation.feed.heartbeat(this));
        try {
            wiring.executor().execute(() -> wiring.loop().accept(this));
        } catch (RejectedExecutionException e) {
            end(Optional.of(AiError.of(
                    AiError.Category.INTERNAL, "executor", "the executor of turns takes no more: is it shut down?")));
        }
    }

    /** What the host says came of a call it was shown; false when it is not open. */
    boolean answer(String callId, ToolEnvelope envelope) {
        return handedOut.map(out -> out.answer(callId, envelope)).orElse(false);
    }

    /** The host is about to be shown calls. */
    void handOut(ExecuteTools.HandedOut calls) {
        handedOut = Optional.of(calls);
    }

    /** Ends it, unless time stood still while a person was asked: then it has some left. */
    private void expire() {
        Duration left = spending().timeLeft();
        if (left.isZero()) {
            end(Optional.of(OUT_OF_TIME));
        } else {
            Duration again = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
            keep(time.schedule(again, this::expire));
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

    private void keep(Subscription subscription) {
        synchronized (subscriptions) {
            if (!settled) {
                subscriptions.add(subscription);
                return;
            }
        }
        subscription.close();
    }

    /**
     * A change under the lock.
     *
     * @throws Over when the turn is over
     */
    void change(Runnable change) {
        if (!conversation.during(this, change)) {
            throw over();
        }
    }

    /** How its own thread learns that it is over. */
    Over over() {
        return new Over();
    }

    /** Another round begins, and a sink for its call. */
    Shown startRound(int round) {
        CallIds now = new CallIds(ids.session(), ids.turn(), round, "");
        Shown sink = new Shown(conversation, this, now);
        change(() -> {
            ids = now;
            state = state.nextRound();
            progress.showing = Optional.of(sink);
            conversation.feed.offer(number -> new SessionEvent.RoundStarted(number, now));
        });
        return sink;
    }

    boolean isShowing(Shown sink) {
        return progress.showing.isPresent() && progress.showing.get() == sink;
    }

    /** Whether that call has its outcome. */
    boolean isAnswered(Interaction.ToolCall call) {
        AtomicBoolean answered = new AtomicBoolean();
        change(() -> answered.set(progress.isAnswered(call)));
        return answered.get();
    }

    /** A tool is about to run. */
    void calling(Interaction.ToolCall call) {
        change(() -> {
            progress.starts(call);
            conversation.trunk.journal().callStarts(conversation.branch().name(), call);
            conversation.feed.offer(number -> new SessionEvent.ToolCalled(number, ids, call));
        });
    }

    /** Tells those who look, unless it is over. */
    void tell(LongFunction<SessionEvent> event) {
        var unused = conversation.quickly(this, () -> conversation.feed.offer(event));
    }

    /** What the layers around a tool call decided. */
    void traced(Trace trace) {
        change(() -> progress.tally.add(trace));
    }

    /** A tool call has its outcome. */
    void called(Interaction.ToolCall call, ToolEnvelope envelope) {
        change(() -> outcome(new Interaction.ToolResult(call.id(), envelope)));
    }

    /** Tells and remembers an outcome, or that it is nested too deep to be stored; under the lock. */
    void outcome(Interaction.ToolResult came) {
        Interaction.ToolResult result =
                new Interaction.ToolResult(came.callId(), came.envelope().bounded());
        conversation.trunk.journal().callEnded(conversation.branch().name(), result);
        progress.answered(result);
        conversation.feed.offer(number -> new SessionEvent.ToolFinished(number, ids, result));
    }

    Duration sinceLastEntry() {
        long before = progress.mark;
        progress.mark = time.nanos();
        return Duration.ofNanos(progress.mark - before);
    }

    /** Ends it now; false when it was over. Whoever waits for the turn is released last, when all others were told. */
    boolean cancel(String reason) {
        return end(Optional.of(AiError.of(AiError.Category.CANCELLED, "cancelled", reason)));
    }

    /** Closes it as it stands, unless somebody did before. */
    boolean end(Optional<AiError> error) {
        boolean first = finish(error) || leaveLine(error) || finish(error);
        if (first) {
            settle();
            conversation.trunk.writeSoon();
        }
        return first;
    }

    /** Ends it before it began, if it waits in line; it may have left the line to begin just now. */
    private boolean leaveLine(Optional<AiError> error) {
        boolean waited = conversation.leaveLine(this);
        if (waited) {
            AiReturn.Builder nothing = AiReturn.builder().ids(ids);
            error.ifPresent(nothing::error);
            ended = Optional.of(nothing.build());
            tell(error);
        }
        return waited;
    }

    /** Closes it from its own thread, which does nothing else for it, unless somebody did before. */
    void leave(Optional<AiError> error) {
        boolean first = finish(error);
        hooks.finished(ended.orElseThrow());
        if (first) {
            conversation.trunk.writeNow();
            settle();
        }
    }

    private boolean finish(Optional<AiError> error) {
        boolean first = conversation.finish(this, () -> closed(error)).isPresent();
        if (first) {
            tell(error);
        }
        return first;
    }

    private AiReturn closed(Optional<AiError> error) {
        AiReturn ret = additions.close(error);
        ended = Optional.of(ret);
        return ret;
    }

    private void tell(Optional<AiError> error) {
        String reason = error.map(AiError::message).orElse("the turn is over");
        if (error.filter(e -> e.category() == AiError.Category.TIMEOUT_TOTAL).isPresent()) {
            cancellation.expire(reason);
        } else {
            if (error.filter(e -> e.category() == AiError.Category.CANCELLED).isPresent()) {
                telemetry.cancelling(ids, time);
            }
            cancellation.cancel(reason);
        }
    }

    private void settle() {
        AiReturn ret = ended.orElseThrow();
        List<Subscription> kept;
        synchronized (subscriptions) {
            settled = true;
            kept = List.copyOf(subscriptions);
        }
        kept.forEach(Subscription::close);
        if (started) {
            telemetry.turnFinished(this, began, ret);
        }
        future.complete(ret);
        conversation.next().ifPresent(Turn::go);
    }

    /** How a turn's thread learns that somebody else has closed its turn: nothing it does counts any more. */
    static final class Over extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Over() {
            super("the turn is over", null, false, false);
        }
    }
}
