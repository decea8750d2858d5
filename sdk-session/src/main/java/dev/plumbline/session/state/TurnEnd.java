package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.session.state.ConversationChange.CallEnded;
import dev.plumbline.session.state.ConversationChange.EntryAppended;
import dev.plumbline.session.state.ConversationChange.HeadMoved;
import dev.plumbline.session.state.ConversationChange.InterjectionAppended;
import dev.plumbline.session.state.ConversationChange.InterjectionRefused;
import dev.plumbline.session.state.ConversationChange.SubtreeDeleted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a turn ends: the one rule for what stays of it, whatever ended it. {@code docs/lifecycle.md} has it as a table.
 *
 * <ol>
 *   <li>The part of an answer that had arrived is stored.
 *   <li>Each call without a result gets one, and all results are stored.
 *   <li>Messages that were sent during the turn are stored, unanswered. Those that hooks have not seen yet are stored by the
 *       next turn, as the hooks return them.
 *   <li>If a turn failed and has left nothing but its question, the question is removed. The question of a turn that was
 *       cancelled stays.
 * </ol>
 */
public final class TurnEnd {
    private static final String ENDED = "The turn ended before this call did.";

    private final String branch;
    private final long above;
    private final Instant now;
    private final Duration took;
    private final List<ConversationChange> changes = new ArrayList<>();
    private ConversationState state;

    private TurnEnd(ConversationState state, String branch, long above, Instant now, Duration took) {
        this.state = state;
        this.branch = branch;
        this.above = above;
        this.now = now;
        this.took = took;
    }

    /**
     * Returns the changes with which the turn of a branch ends, without the record of its end.
     *
     * @param error why it ends; null if it has its answer
     * @param partial the part of the running call's answer that has arrived; null if no call runs
     * @param agreed the first of the messages that were sent during the turn, as the hooks return them, empty for those that
     *     they refuse; null if there are no hooks
     * @param above the highest number of an entry id that was given out, also for an entry that is not stored
     * @param now the time of the entries that it stores
     * @param took the time since the newest entry of the turn
     */
    public static List<ConversationChange> of(
            ConversationState state,
            String branch,
            @Nullable AiError error,
            @Nullable AiReturn partial,
            @Nullable List<Optional<Interaction.User>> agreed,
            long above,
            Instant now,
            Duration took) {
        TurnEnd end = new TurnEnd(state, branch, above, now, took);
        if (error != null && partial != null) {
            end.storePartial(partial.withError(error));
        }
        end.answerCalls(true, code(error), ENDED);
        end.storeInterjections(agreed);
        if (error != null) {
            end.goBack(error.category() == AiError.Category.CANCELLED);
        }
        return end.changes;
    }

    /** Returns the changes that answer the calls of an interrupted turn, none of which runs any more. */
    public static List<ConversationChange> answers(ConversationState state, String branch, long above, Instant now) {
        TurnEnd end = new TurnEnd(state, branch, above, now, Duration.ZERO);
        end.answerCalls(false, ToolEnvelope.Code.CANCELLED, "The program ended before this call began.");
        return end.changes;
    }

    private void storePartial(AiReturn ret) {
        StoredAnswer answer = StoredAnswer.of(ret, false);
        if (!answer.interactions().isEmpty()) {
            ConversationEntry entry = entry(answer.interactions(), answer.status(), ret.usage());
            add(new EntryAppended(branch, ret.model().equals(ModelId.NONE) ? entry : entry.withModel(ret.model())));
        }
    }

    private void answerCalls(boolean running, ToolEnvelope.Code code, String why) {
        OpenCalls open = state.openCalls(branch, running);
        if (!open.isEmpty()) {
            open.rest(code, why)
                    .forEach(result -> add(new CallEnded(
                            branch,
                            new Interaction.ToolResult(
                                    result.callId(), result.envelope().bounded()))));
            add(new EntryAppended(
                    branch,
                    entry(state.openCalls(branch, true).results(), ConversationEntry.Status.COMPLETE, Usage.NONE)));
        }
    }

    /** Returns the code of calls that did not run because the turn ended with that error. */
    private static ToolEnvelope.Code code(@Nullable AiError error) {
        boolean spent = error != null
                && (error.category() == AiError.Category.BUDGET || error.category() == AiError.Category.TIMEOUT_TOTAL);
        return spent ? ToolEnvelope.Code.BUDGET : ToolEnvelope.Code.CANCELLED;
    }

    private void storeInterjections(@Nullable List<Optional<Interaction.User>> agreed) {
        List<Interaction.User> pending = state.interjected(branch);
        for (int i = 0; i < pending.size() && (agreed == null || i < agreed.size()); i++) {
            Optional<Interaction.User> said = agreed == null ? Optional.of(pending.get(i)) : agreed.get(i);
            add(
                    said.isPresent()
                            ? new InterjectionAppended(
                                    branch, entry(List.of(said.get()), ConversationEntry.Status.COMPLETE, Usage.NONE))
                            : new InterjectionRefused(branch));
        }
    }

    /**
     * Returns to the start of a turn of which nothing is left, or nothing but the question of one that failed, and deletes
     * the question. Views are notified if the turn had continued after another entry than the one to which it returns. A
     * message that was sent during the turn is no question. An entry that other branches may continue from is kept.
     */
    private void goBack(boolean cancelled) {
        TurnProgress turn = state.turn(branch);
        if (turn == null) {
            return;
        }
        List<ConversationEntry> own = turn.newestFirst();
        List<ConversationEntry> left = left(own);
        boolean questionAlone = left.size() == 1
                && left.get(0).kind() == Interaction.Kind.USER
                && !turn.isInterjected(left.get(0).id());
        if (!left.isEmpty()
                && (cancelled || !questionAlone || !state.interjected(branch).isEmpty())) {
            return;
        }
        ConversationEntry.Id behind =
                left.isEmpty() ? state.head(branch).id() : left.get(0).parent().orElseThrow();
        add(new HeadMoved(branch, turn.start(), !behind.equals(turn.start())));
        for (ConversationEntry entry : own) {
            Optional<ConversationEntry> there = state.tree().find(entry.id());
            if (there.isPresent() && state.isUnused(there.get())) {
                add(new SubtreeDeleted(entry.id()));
            }
        }
    }

    /** Returns the entries of the turn that are at the end of the branch. */
    private List<ConversationEntry> left(List<ConversationEntry> own) {
        Set<ConversationEntry.Id> ids = new HashSet<>();
        own.forEach(entry -> ids.add(entry.id()));
        List<ConversationEntry> left = new ArrayList<>();
        ConversationEntry at = state.head(branch);
        while (ids.contains(at.id())) {
            left.add(at);
            at = state.entry(at.parent().orElseThrow());
        }
        return left;
    }

    private void add(ConversationChange change) {
        state = state.apply(change);
        changes.add(change);
    }

    private ConversationEntry entry(
            List<? extends Interaction> interactions, ConversationEntry.Status status, Usage used) {
        return new ConversationEntry(
                new ConversationEntry.Id("e" + (Math.max(above, state.highestEntry()) + 1)),
                Optional.of(state.head(branch).id()),
                List.copyOf(interactions),
                status,
                used,
                now,
                changes.isEmpty() ? took : Duration.ZERO);
    }
}
