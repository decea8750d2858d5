package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.Usage;
import dev.plumbline.session.journal.PendingToolCalls;
import dev.plumbline.session.state.StoredAnswer;
import dev.plumbline.session.state.TurnRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores what a turn adds to its conversation: the user's text, answers, outcomes of tools. Each is shown to the hooks
 * first, without a lock.
 */
final class TurnRecorder {
    private TurnRecorder() {}

    /** Stores what the user said; if it is stored already, only what the hooks made of it. */
    static void accept(Turn turn) {
        TurnRequest request = turn.request;
        PendingToolCalls pending = turn.branch.pending();
        if (pending != null) {
            turn.state.takeUp(pending, !request.fresh());
        }
        Interaction.User input = turn.hooks.starting(request.input()).orThrow();
        turn.state.input(input);
        if (request.fresh()) {
            storeInput(turn, input);
        } else if (!input.equals(request.input())) {
            requireReplaceable(turn.conversation());
            turn.state.stepBack();
            storeInput(turn, input);
        }
    }

    private static void requireReplaceable(Transcript sent) {
        if (sent.isEmpty() || sent.get(sent.size() - 1).kind() != Interaction.Kind.USER) {
            throw new IllegalStateException("a hook replaced a message that has been answered in part");
        }
    }

    private static Entry storeInput(Turn turn, Interaction.User said) {
        Entry draft = turn.state.draft(List.of(said), Entry.Status.COMPLETE, Usage.NONE);
        Entry entry = turn.hooks.appending(draft).orThrow();
        turn.state.append(entry);
        return entry;
    }

    /** Stores an answer as the hooks let it, and says what was stored. */
    static TurnHooks.Said<List<Interaction>> answered(Turn turn, AiReturn ret, StoredAnswer answer) {
        if (answer.interactions().isEmpty()) {
            turn.state.answered(ret, null, false);
            return TurnHooks.Said.on(List.of());
        }
        Entry draft = turn.state.draft(answer.interactions(), answer.status(), ret.usage());
        TurnHooks.Said<Entry> said = turn.hooks.appending(draft);
        @Nullable Entry entry = said.stopped() == null ? said.payload() : null;
        turn.state.answered(ret, entry, !draft.equals(entry));
        return new TurnHooks.Said<>(entry == null ? List.of() : entry.interactions(), said.stopped());
    }

    /** Stores the outcomes of the round's calls, as the hooks return them, and returns them. */
    static List<Interaction.ToolResult> storeResults(Turn turn) {
        List<Interaction.ToolResult> outcomes = turn.state.outcomes();
        if (outcomes.isEmpty()) {
            return outcomes;
        }
        Entry draft = turn.state.draft(outcomes, Entry.Status.COMPLETE, Usage.NONE);
        Entry entry = turn.hooks.appending(draft).orThrow();
        turn.state.storeResults(entry);
        List<Interaction.ToolResult> results = new ArrayList<>();
        for (Interaction item : entry.interactions()) {
            results.add((Interaction.ToolResult) item);
        }
        return results;
    }

    /**
     * Stores what the person said meanwhile, as the hooks let it.
     *
     * @param last whether this was the last chance: if nothing was said, nothing can be from now on
     */
    static List<Interaction> hear(Turn turn, boolean last) {
        List<Interaction> heard = new ArrayList<>();
        for (Interaction.User said : turn.state.interjections(last)) {
            heard.addAll(storeInput(turn, said).interactions());
        }
        return heard;
    }
}
