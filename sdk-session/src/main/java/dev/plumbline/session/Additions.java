package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a turn adds to its conversation: the user's words, answers, outcomes of tools. Each is shown to the hooks first,
 * without a lock, and then stored under it; what is left when the turn ends is stored without asking.
 */
final class Additions {
    private final Turn turn;
    private final Conversation conversation;

    Additions(Turn turn, Conversation conversation) {
        this.turn = turn;
        this.conversation = conversation;
    }

    /** Stores what the user said; if it stands there already, only what the hooks made of it. */
    void accept() {
        Ask ask = turn.ask;
        Optional<Interrupted> interrupted = turn.interrupted();
        interrupted.ifPresent(open -> turn.change(() -> turn.progress.open = open.calls()));
        if (ask.fresh() && interrupted.isPresent()) {
            turn.change(this::closeOpen);
        }
        Interaction.User input = turn.hooks.starting(ask.input()).orThrow();
        turn.takeInput(input);
        if (ask.fresh()) {
            storeInput(input);
        } else if (!input.equals(ask.input())) {
            requireReplaceable();
            turn.change(conversation::stepBack);
            storeInput(input);
        }
    }

    /** Answers the calls that stand open; under the lock. */
    private void closeOpen() {
        turn.progress
                .outstanding(
                        turn.interrupted(), ToolEnvelope.Code.CANCELLED, "The program ended before this call began.")
                .forEach(turn::outcome);
        storeResults(draftNow(turn.progress.results(), Entry.Status.COMPLETE, Usage.NONE));
    }

    private void requireReplaceable() {
        Transcript sent = turn.conversation();
        if (sent.isEmpty() || sent.get(sent.size() - 1).kind() != Interaction.Kind.USER) {
            throw new IllegalStateException("a hook replaced a message that has been answered in part");
        }
    }

    private Entry storeInput(Interaction.User said) {
        Entry entry = turn.hooks
                .appending(draft(List.of(said), Entry.Status.COMPLETE, Usage.NONE))
                .orThrow();
        turn.change(() -> conversation.append(turn, entry));
        return entry;
    }

    private Entry draft(List<? extends Interaction> interactions, Entry.Status status, Usage usage) {
        List<Entry> draft = new ArrayList<>();
        turn.change(() -> draft.add(draftNow(interactions, status, usage)));
        return draft.get(0);
    }

    /** The same under the lock. */
    private Entry draftNow(List<? extends Interaction> interactions, Entry.Status status, Usage usage) {
        return conversation.draft(interactions, status, usage, turn.sinceLastEntry());
    }

    /** Stores an answer, its calls under ids of their own, as the hooks let it. */
    HookRun.Said<List<Interaction>> answered(AiReturn ret, AppendAnswer.Answer answer) {
        List<Interaction> named = new ArrayList<>();
        turn.change(() -> named.addAll(conversation.named(answer.interactions())));
        if (named.isEmpty()) {
            turn.change(() -> received(ret));
            return HookRun.Said.on(named);
        }
        Entry draft = draft(named, answer.status(), ret.usage());
        HookRun.Said<Entry> said = turn.hooks.appending(draft);
        turn.change(() -> store(ret, draft, said));
        return new HookRun.Said<>(
                said.stopped().isPresent() ? List.of() : said.payload().interactions(), said.stopped());
    }

    private void store(AiReturn ret, Entry draft, HookRun.Said<Entry> said) {
        boolean stopped = said.stopped().isPresent();
        if (stopped || !said.payload().equals(draft)) {
            List<Interaction> stored = stopped ? List.of() : said.payload().interactions();
            turn.progress.showing.ifPresent(shown -> shown.retell(stored));
        }
        received(ret);
        if (!stopped) {
            store(said.payload());
        }
    }

    private void received(AiReturn ret) {
        turn.progress.showing = Optional.empty();
        turn.progress.tally.add(ret);
    }

    private void store(Entry entry) {
        conversation.append(turn, entry);
        turn.progress.added.addAll(entry.interactions());
        turn.progress.open = AppendAnswer.calls(entry.interactions());
    }

    /** Stores the outcomes of the round's calls, in words the hooks let stand, and says what they were. */
    List<Interaction.ToolResult> storeResults() {
        List<Interaction.ToolResult> results = turn.progress.results();
        if (results.isEmpty()) {
            return List.of();
        }
        Entry entry = turn.hooks
                .appending(draft(results, Entry.Status.COMPLETE, Usage.NONE))
                .orThrow();
        turn.change(() -> storeResults(entry));
        return entry.interactions().stream()
                .map(Interaction.ToolResult.class::cast)
                .toList();
    }

    private void storeResults(Entry entry) {
        store(entry);
        turn.progress.forgetResults();
    }

    /**
     * Stores what the person said meanwhile, as the hooks let it.
     *
     * @param last whether this was the last chance: if nothing was said, nothing can be from now on
     */
    List<Interaction> hear(boolean last) {
        List<Interaction.User> heard = new ArrayList<>();
        turn.change(() -> {
            heard.addAll(turn.progress.interjections);
            turn.progress.interjections = new ArrayList<>();
            turn.progress.deaf = last && heard.isEmpty();
        });
        return heard.stream()
                .map(this::storeInput)
                .flatMap(entry -> entry.interactions().stream())
                .toList();
    }

    /** Takes what a person says in the middle; false when it comes too late. */
    boolean interject(Interaction.User said) {
        AtomicBoolean heard = new AtomicBoolean();
        conversation.quickly(turn, () -> {
            heard.set(!turn.progress.deaf && turn.progress.interjections.add(said));
            if (heard.get()) {
                conversation.feed.offer(number -> new SessionEvent.Interjected(number, turn.ids(), said.text()));
            }
        });
        return heard.get();
    }

    /** Where on the path the turn's own entries begin; 0 when it goes on from elsewhere. */
    int ownPlace() {
        return conversation.branch().path().indexOf(turn.progress.before) + 1;
    }

    /** Puts a summary in the place of entries before the turn's own; false while turns of other branches run. */
    boolean shorten(List<Entry> old, String summary) {
        AtomicBoolean done = new AtomicBoolean();
        turn.change(() -> done.set(conversation.shorten(turn, old, summary)));
        return done.get();
    }

    /** Something beside the turn has cost that much. */
    void spentBeside(AiReturn ret) {
        turn.change(() -> conversation.spent(ret));
    }

    /** Adds what is open when the turn ends, and says what all of it was; under the lock. */
    AiReturn close(Optional<AiError> error) {
        error.ifPresent(this::keepPartial);
        turn.progress
                .outstanding(turn.interrupted(), code(error), "The turn ended before this call did.")
                .forEach(turn::outcome);
        List<Interaction.ToolResult> results = turn.progress.results();
        if (!results.isEmpty()) {
            storeResults(draftNow(results, Entry.Status.COMPLETE, Usage.NONE));
        }
        turn.progress.interjections.forEach(
                said -> conversation.append(turn, draftNow(List.of(said), Entry.Status.COMPLETE, Usage.NONE)));
        if (error.isPresent() && turn.progress.added.isEmpty()) {
            conversation.goBack(turn);
        }
        return turn.progress.tally.toReturn(List.copyOf(turn.progress.added), turn.ids(), error);
    }

    private void keepPartial(AiError error) {
        turn.progress.showing.map(Shown::soFar).ifPresent(partial -> {
            AiReturn ret = partial.withError(error);
            AppendAnswer.Answer answer = AppendAnswer.Answer.of(ret, false);
            received(ret);
            if (!answer.interactions().isEmpty()) {
                store(draftNow(answer.interactions(), answer.status(), ret.usage()));
            }
        });
    }

    private static ToolEnvelope.Code code(Optional<AiError> error) {
        boolean spent = error.map(AiError::category)
                .filter(c -> c == AiError.Category.BUDGET || c == AiError.Category.TIMEOUT_TOTAL)
                .isPresent();
        return spent ? ToolEnvelope.Code.BUDGET : ToolEnvelope.Code.CANCELLED;
    }
}
