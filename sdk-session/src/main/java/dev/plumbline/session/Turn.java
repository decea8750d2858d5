package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Spending;
import dev.plumbline.call.State;
import dev.plumbline.call.Subscription;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.extend.Entry;
import dev.plumbline.extend.SessionEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One turn: its limits and handles, and the door through which its stages change the conversation. It can be ended at any
 * moment by any thread; whoever ends it first closes it as it stands, and the turn's own thread learns of it by
 * {@link TurnOver}.
 */
final class Turn {
    private static final AiError OUT_OF_TIME =
            AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "the turn's time is used up; see Budget.withTime");

    private final Wiring wiring;
    private final Conversation conversation;
    private final Ask ask;
    private final Cancellation cancellation;
    private final Spending spending;
    private final TurnFuture<AiReturn> future;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final long began;
    private volatile CallIds ids;
    private volatile ScopedState state;
    private volatile Progress progress;
    private volatile boolean settled;

    Turn(Wiring wiring, Conversation conversation, Ask ask, CallIds ids) {
        this.wiring = wiring;
        this.conversation = conversation;
        this.ask = ask;
        this.ids = ids;
        this.state = ScopedState.ofTurn(conversation.memory());
        this.cancellation = Cancellation.create(wiring.time());
        this.spending = Spending.of(ask.budget(), wiring.time()::nanos);
        this.future = new TurnFuture<>(wiring::onUiThread, () -> cancel("its future was cancelled"));
        this.began = wiring.time().nanos();
        this.progress = new Progress(conversation.branch(), began);
    }

    Wiring wiring() {
        return wiring;
    }

    /** Session, turn, and the round it is in. */
    CallIds ids() {
        return ids;
    }

    Ask ask() {
        return ask;
    }

    /** Whether the answer is to have a shape: this turn's, or the body's. */
    boolean isShaped() {
        return ask.schema().isPresent() || body().outputSchema().isPresent();
    }

    Interaction.User input() {
        return ask.input();
    }

    Cancellation cancellation() {
        return cancellation;
    }

    Spending spending() {
        return spending;
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

    Transcript conversation() {
        return body().interactions();
    }

    boolean isOver() {
        return !conversation.isRunning(this);
    }

    /** It is the running one, from that branch on; under the lock. */
    void begun(Branch before) {
        progress = new Progress(before, began);
    }

    /** Ends it when somebody's signal is given or its time is up. */
    void limit() {
        wiring.telemetry().onEvent(new AiEvent.TurnStarted(ids, wiring.time().instant()));
        keep(cancellation.onCancel(() -> end(Optional.of(reasonOf(cancellation)))));
        ask.options().cancellations().forEach(other -> keep(other.onCancel(() -> end(Optional.of(reasonOf(other))))));
        keep(wiring.time().schedule(ask.budget().time(), () -> end(Optional.of(OUT_OF_TIME))));
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

    /** A change under the lock. */
    private void change(Runnable change) {
        if (!conversation.during(this, change)) {
            throw new TurnOver();
        }
    }

    /** Stores what the user said. */
    void accept() {
        change(() -> conversation.append(this, List.of(ask.input()), Entry.Status.COMPLETE, Usage.NONE));
    }

    /** Another round begins, and a sink for its call. */
    Shown startRound(int round) {
        CallIds now = new CallIds(ids.session(), ids.turn(), round, "");
        Shown sink = new Shown(conversation, this, now);
        change(() -> {
            ids = now;
            state = state.nextRound();
            progress.showing = Optional.of(sink);
            conversation.feed().offer(number -> new SessionEvent.RoundStarted(number, now));
        });
        return sink;
    }

    boolean isShowing(Shown sink) {
        return progress.showing.isPresent() && progress.showing.get() == sink;
    }

    /** Stores an answer, its calls under ids of their own. */
    List<Interaction> answered(AiReturn ret, Answer answer) {
        List<Interaction> stored = new ArrayList<>();
        change(() -> stored.addAll(store(ret, answer)));
        return stored;
    }

    private List<Interaction> store(AiReturn ret, Answer answer) {
        progress.showing = Optional.empty();
        progress.tally.add(ret);
        List<Interaction> named = conversation.named(answer.interactions());
        if (!named.isEmpty()) {
            progress.added.addAll(named);
            conversation.append(this, named, answer.status(), ret.usage());
        }
        progress.open = named.stream()
                .filter(Interaction.ToolCall.class::isInstance)
                .map(Interaction.ToolCall.class::cast)
                .toList();
        return named;
    }

    /** A tool is about to run. */
    void calling(Interaction.ToolCall call) {
        change(() -> {
            progress.toolRuns = true;
            conversation.feed().offer(number -> new SessionEvent.ToolCalled(number, ids, call));
        });
    }

    /** A tool call has its outcome. */
    void called(Interaction.ToolCall call, ToolEnvelope envelope) {
        change(() -> outcome(new Interaction.ToolResult(call.id(), envelope)));
    }

    private void outcome(Interaction.ToolResult result) {
        progress.toolRuns = false;
        progress.results.add(result);
        conversation.feed().offer(number -> new SessionEvent.ToolFinished(number, ids, result));
    }

    /** Stores the outcomes of the round's calls, and says what they were. */
    List<Interaction.ToolResult> storeResults() {
        List<Interaction.ToolResult> stored = new ArrayList<>();
        change(() -> stored.addAll(results()));
        return stored;
    }

    private List<Interaction.ToolResult> results() {
        List<Interaction.ToolResult> results = progress.results;
        if (!results.isEmpty()) {
            progress.results = new ArrayList<>();
            progress.open = List.of();
            progress.added.addAll(results);
            conversation.append(this, results, Entry.Status.COMPLETE, Usage.NONE);
        }
        return results;
    }

    Duration sinceLastEntry() {
        long before = progress.mark;
        progress.mark = wiring.time().nanos();
        return Duration.ofNanos(progress.mark - before);
    }

    /** Ends it now; false when it was over. Whoever waits for the turn is released last, when all others were told. */
    boolean cancel(String reason) {
        return end(Optional.of(AiError.of(AiError.Category.CANCELLED, "cancelled", reason)));
    }

    /** Closes it as it stands, unless somebody did before. */
    boolean end(Optional<AiError> error) {
        Optional<AiReturn> ret = conversation.finish(this, () -> close(error));
        if (ret.isPresent()) {
            tell(error);
            settle(ret.get());
        }
        return ret.isPresent();
    }

    private void tell(Optional<AiError> error) {
        String reason = error.map(AiError::message).orElse("the turn is over");
        if (error.filter(e -> e.category() == AiError.Category.TIMEOUT_TOTAL).isPresent()) {
            cancellation.expire(reason);
        } else {
            cancellation.cancel(reason);
        }
    }

    private AiReturn close(Optional<AiError> error) {
        error.ifPresent(this::keepPartial);
        progress.outstanding(code(error), "The turn ended before this call did.")
                .forEach(this::outcome);
        results();
        if (error.isPresent() && progress.added.isEmpty()) {
            conversation.rollBack(progress.before);
        }
        return progress.tally.toReturn(List.copyOf(progress.added), ids, error);
    }

    private void keepPartial(AiError error) {
        progress.showing.map(Shown::soFar).ifPresent(partial -> {
            AiReturn ret = partial.withError(error);
            store(ret, Answer.of(ret, false));
        });
    }

    private static ToolEnvelope.Code code(Optional<AiError> error) {
        boolean spent = error.map(AiError::category)
                .filter(c -> c == AiError.Category.BUDGET || c == AiError.Category.TIMEOUT_TOTAL)
                .isPresent();
        return spent ? ToolEnvelope.Code.BUDGET : ToolEnvelope.Code.CANCELLED;
    }

    private void settle(AiReturn ret) {
        List<Subscription> kept;
        synchronized (subscriptions) {
            settled = true;
            kept = List.copyOf(subscriptions);
        }
        kept.forEach(Subscription::close);
        Duration took = Duration.ofNanos(wiring.time().nanos() - began);
        wiring.telemetry()
                .onEvent(new AiEvent.TurnFinished(
                        ids, wiring.time().instant(), took, ret.error().map(AiError::category), ret.usage()));
        future.complete(ret);
    }
}
