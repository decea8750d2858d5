package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Usage;
import dev.plumbline.session.journal.PendingToolCalls;
import dev.plumbline.session.state.StoredAnswer;
import dev.plumbline.session.state.TurnRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores the entries that a turn adds to its conversation: user input, answers, tool results. Each is passed to the
 * hooks first, without a lock.
 */
final class TurnRecorder {
    private TurnRecorder() {}

    /** Stores the user's input; if it is stored already, only a replacement by hooks. */
    static void accept(Turn turn) {
        TurnRequest request = turn.request;
        PendingToolCalls pending = turn.branch.pending();
        if (pending != null) {
            turn.state.adoptPendingCalls(pending, !request.fresh());
        }
        Interaction.User input = turn.hooks.starting(request.input()).orThrow();
        turn.state.input(input);
        if (request.fresh()) {
            storeInput(turn, input);
        } else if (!input.equals(request.input())) {
            requireReplaceable(turn.conversation());
            turn.state.removeInput();
            storeInput(turn, input);
        }
    }

    private static void requireReplaceable(Transcript sent) {
        if (sent.isEmpty() || sent.get(sent.size() - 1).kind() != Interaction.Kind.USER) {
            throw new IllegalStateException("a hook replaced a message that has been answered in part");
        }
    }

    private static ConversationEntry storeInput(Turn turn, Interaction.User said) {
        ConversationEntry draft = turn.state.draft(List.of(said), ConversationEntry.Status.COMPLETE, Usage.NONE);
        ConversationEntry entry = turn.hooks.appending(draft).orThrow();
        turn.state.append(entry);
        return entry;
    }

    /** Stores an answer as the hooks return it, and returns the stored interactions. */
    static TurnHookInvoker.HookResult<List<Interaction>> answered(Turn turn, AiReturn ret, StoredAnswer answer) {
        if (answer.interactions().isEmpty()) {
            turn.state.answered(ret, null, false);
            return TurnHookInvoker.HookResult.on(List.of());
        }
        ConversationEntry draft = turn.state.draft(answer.interactions(), answer.status(), ret.usage());
        TurnHookInvoker.HookResult<ConversationEntry> said = turn.hooks.appending(draft);
        @Nullable ConversationEntry entry = said.stopped() == null ? said.payload() : null;
        turn.state.answered(ret, entry, !draft.equals(entry));
        return new TurnHookInvoker.HookResult<>(entry == null ? List.of() : entry.interactions(), said.stopped());
    }

    /** Stores the results of the round's calls as the hooks return them, and returns them. */
    static List<Interaction.ToolResult> storeResults(Turn turn) {
        List<Interaction.ToolResult> outcomes = turn.state.outcomes();
        if (outcomes.isEmpty()) {
            return outcomes;
        }
        ConversationEntry draft = turn.state.draft(outcomes, ConversationEntry.Status.COMPLETE, Usage.NONE);
        ConversationEntry entry = turn.hooks.appending(draft).orThrow();
        turn.state.storeResults(entry);
        List<Interaction.ToolResult> results = new ArrayList<>();
        for (Interaction item : entry.interactions()) {
            results.add((Interaction.ToolResult) item);
        }
        return results;
    }

    /**
     * Stores pending interjections as the hooks return them, and returns them. One that a hook stops is not stored, and
     * ends the turn when the others are stored.
     *
     * @param last whether the turn ends now: if nothing is pending, later interjections are refused
     */
    static List<Interaction> hear(Turn turn, boolean last) {
        List<Interaction.User> waiting = turn.state.interjections(last);
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Interaction> heard = new ArrayList<>();
        AiError refused = null;
        for (Interaction.User said : waiting) {
            TurnHookInvoker.HookResult<Interaction.User> asked = turn.hooks.interjecting(said);
            if (asked.stopped() == null) {
                heard.addAll(storeInput(turn, asked.payload()).interactions());
            } else {
                refused = asked.stopped();
            }
        }
        if (refused != null) {
            throw new AiException(refused);
        }
        return heard;
    }
}
