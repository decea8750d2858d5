package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.ConversationSession.SideTurn;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/**
 * Runs each side turn in a conversation of its own without hooks, views and journal, so that only its result can be
 * stored.
 *
 * @param settings the settings of the session's engine
 * @param ids the ids of the parent session
 * @param options the options of the session
 * @param until cancels all side turns
 */
record SideTurnRunner(EngineSettings settings, CallIds ids, SessionOptions options, Cancellation until) {

    /** Runs a side turn about the beginning of a branch to its end on the calling thread. */
    AiReturn run(SideTurn aside, Branch about, List<Interaction> history) {
        Turn turn = turn(aside, about, history, Runnable::run);
        turn.go();
        return judged(aside, turn.future().join());
    }

    /** Starts a side turn for that conversation; its future completes when the result is stored. */
    CompletableFuture<AiReturn> begin(SideTurn aside, Branch about) {
        List<ConversationEntry> before = about.path();
        List<Interaction> history = aside.includesHistory() ? said(about, before) : List.of();
        Turn turn = turn(aside, about, history, settings.executor());
        Turn.TurnFuture<AiReturn> result = new Turn.TurnFuture<>(settings, turn);
        var unused = turn.future().thenAccept(ret -> result.complete(placed(aside, judged(aside, ret), about, before)));
        turn.go();
        return result;
    }

    /** Waits for the result of a side turn; an interrupt cancels it. */
    static AiReturn await(CompletableFuture<AiReturn> result) {
        try {
            return result.get();
        } catch (InterruptedException e) {
            result.cancel(false);
            Thread.currentThread().interrupt();
            return AiReturn.failed(
                    AiError.of(AiError.Category.CANCELLED, "cancelled", "the waiting thread was interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a side turn completes with a return", e);
        }
    }

    /** Returns the interactions so far, without calls that are not answered yet. */
    private static List<Interaction> said(Branch about, List<ConversationEntry> path) {
        return said(path.subList(0, path.indexOf(about.state().forkable(about.name())) + 1));
    }

    /** Returns the interactions of these entries as they are sent. */
    static List<Interaction> said(List<ConversationEntry> entries) {
        return entries.stream().flatMap(entry -> entry.sent().stream()).toList();
    }

    private AiReturn placed(SideTurn aside, AiReturn ret, Branch about, List<ConversationEntry> before) {
        about.addUsage(ret);
        boolean placed = !ret.isOk()
                || switch (aside.placement()) {
                    case NONE -> true;
                    case ANSWER -> about.appendSideAnswer(ret, head(before, about), ids);
                    case SUMMARY -> ConversationSummarizer.replace(about, before, ret.text(), ids);
                };
        return placed
                ? ret
                : ret.withError(AiError.of(
                        AiError.Category.INVALID_RESPONSE,
                        aside.name(),
                        "the conversation went on meanwhile, or has nothing to replace, so nothing was changed"));
    }

    private static ConversationEntry head(List<ConversationEntry> path, Branch about) {
        return path.isEmpty() ? about.state().tree().root() : path.get(path.size() - 1);
    }

    /**
     * Creates a turn that {@link Turn#go} starts. Services bind signed parts of answers, and their caches, to all that was sent
     * before. So a turn about a history declares the tools of the conversation, none of which runs; one of another model
     * declares none.
     */
    private Turn turn(SideTurn aside, Branch about, List<Interaction> history, Executor threads) {
        EngineSettings alone = settings.alone(threads);
        SessionOptions merged = aside.options().mergedOver(options);
        boolean sameModel = merged.model().model().equals(options.model().model());
        Selector tools = sameModel && !history.isEmpty() ? about.body().toolFilter() : Selector.NONE;
        SessionOptions own = merged.toBuilder()
                .busyAction(SessionOptions.BusyAction.REFUSE)
                .addCancellation(until)
                .promptCache(
                        sameModel && aside.includesHistory()
                                ? merged.promptCache().orElse(PromptCacheHint.Retention.NONE)
                                : PromptCacheHint.Retention.NONE)
                .build();
        CallIds fresh = new CallIds(settings.ids().get(), settings.ids().get(), 0, "");
        AiBody body = AiBody.builder()
                .addAll(history)
                .toolFilter(tools.text())
                .contextFilter("")
                .build();
        Branch branch = alone.begin(fresh, body, "", false);
        TurnRequest request = TurnRequest.aside(aside.request(), own, about);
        Turn turn = new Turn(alone, branch, request, fresh);
        reportOpened(turn, fresh);
        boolean unused = branch.begin(turn);
        turn.listen();
        return turn;
    }

    private void reportOpened(Turn turn, CallIds own) {
        turn.telemetry.sessionOpened(own, settings.time(), Optional.of(ids));
        var unused = turn.future().thenRun(() -> turn.telemetry.sessionClosed(own, settings.time()));
    }

    /** Returns the same return, or a failed one if the result is not valid for the side turn. */
    AiReturn judged(SideTurn aside, AiReturn ret) {
        return !ret.isOk() || isValid(aside, ret)
                ? ret
                : ret.withError(AiError.of(
                        AiError.Category.INVALID_RESPONSE,
                        aside.name(),
                        "the result of this side turn is not valid, so nothing was changed"));
    }

    private boolean isValid(SideTurn aside, AiReturn ret) {
        try {
            return aside.validator().test(ret);
        } catch (RuntimeException | Error e) {
            settings.failed(ids, "side turn", aside.name(), e);
            return false;
        }
    }
}
