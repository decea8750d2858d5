package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.session.state.Branch;
import dev.plumbline.session.state.BranchState;
import dev.plumbline.session.state.TurnRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Runs side turns: each in a conversation of its own, without hooks, views and journal, so that nothing it does is seen or
 * kept.
 *
 * @param settings of the session's engine
 * @param ids the parent of a side turn
 * @param options of the session
 * @param until ends all of them
 */
record AsideRunner(EngineSettings settings, CallIds ids, SessionOptions options, Cancellation until) {

    /** Runs one to its end on the calling thread. */
    AiReturn run(Aside aside, List<Interaction> history) {
        Turn turn = turn(aside, history, Runnable::run);
        turn.go();
        return judged(aside, turn.future().join());
    }

    /** Begins one about that conversation; its future completes when the result is in its place. */
    CompletableFuture<AiReturn> begin(Aside aside, BranchState about) {
        Branch before = about.branch();
        Turn turn = turn(aside, aside.remembers() ? said(before) : List.of(), settings.executor());
        TurnFuture<AiReturn> result = new TurnFuture<>(settings, turn);
        var unused = turn.future().thenAccept(ret -> result.complete(placed(aside, judged(aside, ret), about, before)));
        turn.go();
        return result;
    }

    /** What was said so far, but for calls that are not answered yet. */
    private static List<Interaction> said(Branch branch) {
        List<Entry> path = branch.path();
        return said(path.subList(0, path.indexOf(branch.sayable()) + 1));
    }

    /** What was said in these entries, as it is sent. */
    static List<Interaction> said(List<Entry> entries) {
        return entries.stream()
                .filter(Entry::isSent)
                .flatMap(entry -> entry.interactions().stream())
                .toList();
    }

    private AiReturn placed(Aside aside, AiReturn ret, BranchState about, Branch before) {
        about.spent(ret);
        boolean placed = !ret.isOk()
                || switch (aside.place()) {
                    case NOWHERE -> true;
                    case ANSWER -> about.adopt(ret, before.tip(), ids);
                    case SUMMARY -> Summarizer.replace(about, before.path(), ret.text(), ids);
                };
        return placed
                ? ret
                : ret.withError(AiError.of(
                        AiError.Category.INVALID_RESPONSE,
                        aside.name(),
                        "the conversation went on meanwhile, or has nothing to replace, so nothing was changed"));
    }

    /** One that begins with {@link Turn#go}. */
    private Turn turn(Aside aside, List<Interaction> history, Executor threads) {
        EngineSettings alone = settings.alone(threads);
        SessionOptions merged = aside.options().over(options).toBuilder()
                .whenBusy(SessionOptions.WhenBusy.REFUSE)
                .addCancellation(until)
                .build();
        CallIds own = new CallIds(settings.ids().get(), settings.ids().get(), 0, "");
        AiBody body = AiBody.builder().addAll(history).build();
        BranchState branch = alone.begin(own, body, "");
        TurnRequest request = new TurnRequest(aside.request(), true, null, merged, null);
        Turn turn = new Turn(alone, branch, request, own);
        reportOpened(turn, own);
        branch.begin(turn.state);
        turn.listen();
        return turn;
    }

    private void reportOpened(Turn turn, CallIds own) {
        turn.telemetry.sessionOpened(own, settings.time(), Optional.of(ids));
        var unused = turn.future().thenRun(() -> turn.telemetry.sessionClosed(own, settings.time()));
    }

    /** The same return, failed when it is not valid for the side turn. */
    AiReturn judged(Aside aside, AiReturn ret) {
        return !ret.isOk() || isValid(aside, ret)
                ? ret
                : ret.withError(AiError.of(
                        AiError.Category.INVALID_RESPONSE,
                        aside.name(),
                        "the result of this side turn is not valid, so nothing was changed"));
    }

    private boolean isValid(Aside aside, AiReturn ret) {
        try {
            return aside.valid().test(ret);
        } catch (RuntimeException | Error e) {
            settings.failed(ids, Label.of(aside.name()), e);
            return false;
        }
    }
}
