package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.session.journal.PendingToolCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The state of a turn in its conversation: its progress, and the data needed to close it at any moment. Changes are
 * made under the conversation's lock; a method that changes it returns when the change is written, and throws {@link
 * TurnEndedException} if the turn is over.
 */
public final class TurnState {
    final BranchState branch;
    private final TurnRequest request;
    private final TurnHandle handle;
    private volatile CallIds ids;
    private volatile Interaction.User input;
    private volatile StepTimeLog steps;
    private volatile boolean begun;
    private volatile @Nullable AiReturn ended;

    /** The entry that the turn follows, and to which it returns if it adds nothing. */
    ConversationEntry before;

    /** The entries that the turn appended, oldest first; they are deleted if the turn returns to its start. */
    final List<ConversationEntry.Id> own = new ArrayList<>();

    private final List<Interaction> added = new ArrayList<>();
    private final TurnAccumulator tally = new TurnAccumulator();
    private @Nullable TurnDeltaSink showing;
    private final RoundToolCalls calls = new RoundToolCalls();
    private final Interjections interjections = new Interjections();
    private boolean shortened;
    private long lastEntry;

    /** Creates a turn that has not begun. */
    public TurnState(BranchState branch, TurnRequest request, CallIds ids, TurnHandle handle) {
        this.branch = branch;
        this.request = request;
        this.ids = ids;
        this.input = request.input();
        this.handle = handle;
        this.before = branch.branch().head();
        this.lastEntry = branch.now();
        this.steps = new StepTimeLog(lastEntry);
    }

    /** Marks the turn as running; under the lock. */
    void begun(ConversationEntry tip) {
        begun = true;
        before = tip;
        lastEntry = branch.now();
        steps = new StepTimeLog(lastEntry);
    }

    /** Returns the handle that starts and ends the turn. */
    public TurnHandle handle() {
        return handle;
    }

    /** Returns whether the turn ever was the running one. */
    public boolean hasBegun() {
        return begun;
    }

    /** Returns the request. */
    public TurnRequest request() {
        return request;
    }

    /** Returns the ids of the session, the turn and the current round. */
    public CallIds ids() {
        return ids;
    }

    /** Returns the user's message as the hooks return it. */
    public Interaction.User input() {
        return input;
    }

    /** Sets the user's message as the hooks return it. */
    public void input(Interaction.User said) {
        input = said;
    }

    /** Returns the times of its steps; not guarded. */
    public StepTimeLog steps() {
        return steps;
    }

    /** Returns whether the turn is not running: it has ended or has not begun. */
    public boolean isOver() {
        return !branch.isRunning(this);
    }

    private void requireRunning() {
        if (isOver()) {
            throw new TurnEndedException();
        }
    }

    /** Starts another round, whose deltas go to that sink. */
    public void startRound(CallIds now, TurnDeltaSink sink) {
        synchronized (branch.lock) {
            requireRunning();
            ids = now;
            showing = sink;
            branch.events.offer(new SessionEvent.RoundStarted(branch.events.next(), now));
        }
        branch.commit();
    }

    /** Returns whether the deltas of that sink still count; under the lock. */
    boolean isShowing(TurnDeltaSink sink) {
        return showing == sink && !isOver();
    }

    /** Takes over the tool calls that were open when the program ended: to run or to answer them. */
    public void adoptPendingCalls(PendingToolCalls pending, boolean run) {
        synchronized (branch.lock) {
            requireRunning();
            calls.take(pending.calls());
            if (!run) {
                answerRest(ToolEnvelope.Code.CANCELLED, "The program ended before this call began.");
                appendResults(entry(calls.results(), ConversationEntry.Status.COMPLETE, Usage.NONE));
            }
        }
        branch.commit();
    }

    /** Returns whether that call has a result. */
    public boolean isAnswered(Interaction.ToolCall call) {
        synchronized (branch.lock) {
            requireRunning();
            return calls.isAnswered(call);
        }
    }

    /** Records that a tool is about to run. */
    public void calling(Interaction.ToolCall call) {
        synchronized (branch.lock) {
            requireRunning();
            calls.started(call);
            branch.journal().callStarts(branch.name(), call);
            branch.events.offer(new SessionEvent.ToolCalled(branch.events.next(), ids, call));
        }
        branch.commit();
    }

    /** Records the result of a tool call, truncated if it is nested too deeply to be stored. */
    public void called(Interaction.ToolCall call, ToolEnvelope envelope) {
        synchronized (branch.lock) {
            requireRunning();
            outcome(call.id(), envelope);
        }
        branch.commit();
    }

    /** Answers all calls of the round without a record of each: that of the entry with their results is enough. */
    public void refused(ToolEnvelope envelope) {
        synchronized (branch.lock) {
            requireRunning();
            calls.answerAll(envelope).forEach(this::offer);
        }
    }

    private void offer(Interaction.ToolResult result) {
        branch.events.offer(new SessionEvent.ToolFinished(branch.events.next(), ids, result));
    }

    /** Publishes and stores a result, or an error if it is nested too deeply to be stored. */
    private void outcome(String call, ToolEnvelope envelope) {
        Interaction.ToolResult result = new Interaction.ToolResult(call, envelope.bounded());
        branch.journal().callEnded(branch.name(), result);
        calls.answered(result);
        offer(result);
    }

    /** Adds the trace of the policies around a tool call. */
    public void traced(Trace trace) {
        synchronized (branch.lock) {
            requireRunning();
            tally.add(trace);
        }
    }

    /** Adds the usage and cost of a call that did not fit, or of a turn of a child session. */
    public void addUsage(AiReturn ret) {
        synchronized (branch.lock) {
            requireRunning();
            tally.addUsage(ret);
        }
    }

    /** Returns the entry that would be stored next, with unique ids of its tool calls. */
    public ConversationEntry draft(
            List<? extends Interaction> interactions, ConversationEntry.Status status, Usage used) {
        synchronized (branch.lock) {
            requireRunning();
            return entry(branch.conversation().named(interactions), status, used);
        }
    }

    private ConversationEntry entry(
            List<? extends Interaction> interactions, ConversationEntry.Status status, Usage used) {
        long last = lastEntry;
        lastEntry = branch.now();
        return branch.draft(interactions, status, used, lastEntry - last);
    }

    /** Stores the entry of a user message. */
    public void append(ConversationEntry said) {
        synchronized (branch.lock) {
            requireRunning();
            branch.append(this, said);
        }
        branch.commit();
    }

    /** Records the answer of a call: its entry, null for none, and whether it differs from what views received. */
    public void answered(AiReturn ret, @Nullable ConversationEntry entry, boolean retold) {
        synchronized (branch.lock) {
            requireRunning();
            if (retold && showing != null) {
                showing.retell(entry == null ? List.of() : entry.interactions());
            }
            showing = null;
            tally.add(ret, added.size());
            if (entry != null) {
                appendAnswer(entry);
            }
        }
        branch.commit();
    }

    private void appendAnswer(ConversationEntry entry) {
        calls.take(StoredAnswer.calls(add(entry).interactions()));
    }

    private ConversationEntry add(ConversationEntry entry) {
        branch.append(this, entry);
        added.addAll(entry.interactions());
        return entry;
    }

    /** Returns the results of the round's tool calls, in call order. */
    public List<Interaction.ToolResult> outcomes() {
        synchronized (branch.lock) {
            requireRunning();
            return calls.results();
        }
    }

    /** Stores the results of the round's tool calls. */
    public void storeResults(ConversationEntry entry) {
        synchronized (branch.lock) {
            requireRunning();
            appendResults(entry);
        }
        branch.commit();
    }

    private void appendResults(ConversationEntry entry) {
        add(entry);
        calls.clear();
    }

    /** Returns the interjections to store; if there are none and {@code last} is set, later ones are refused. */
    public List<Interaction.User> interjections(boolean last) {
        synchronized (branch.lock) {
            requireRunning();
            return interjections.take(last);
        }
    }

    /** Adds an interjection; false if the turn can no longer answer it. */
    public boolean interject(Interaction.User said) {
        synchronized (branch.lock) {
            if (isOver() || !interjections.add(said)) {
                return false;
            }
            branch.events.offer(new SessionEvent.Interjected(branch.events.next(), ids, said.text()));
        }
        branch.events.wake();
        return true;
    }

    /** Publishes an event to views, unless the turn is over. */
    public void publish(LongFunction<SessionEvent> event) {
        synchronized (branch.lock) {
            if (isOver()) {
                return;
            }
            branch.events.offer(event.apply(branch.events.next()));
        }
        branch.events.wake();
    }

    /** Removes the user's message from the path so that another can be stored; the old entry stays in the tree. */
    public void removeInput() {
        synchronized (branch.lock) {
            requireRunning();
            branch.stepBack();
        }
        branch.commit();
    }

    /** Returns the index on the path of the turn's first entry; 0 if the turn continues from another entry. */
    public int firstOwnIndex() {
        return branch.branch().path().indexOf(before) + 1;
    }

    /** Returns whether earlier entries may be summarized because a call did not fit: once per turn. */
    public boolean mayShorten() {
        boolean first = !shortened;
        shortened = true;
        return first;
    }

    /** Replaces entries before the turn's own by a summary; false while turns of other branches run. */
    public boolean shorten(List<ConversationEntry> old, String summary) {
        boolean done;
        synchronized (branch.lock) {
            requireRunning();
            done = branch.shorten(this, old, summary);
        }
        branch.commit();
        return done;
    }

    /** Ends the turn if it runs, and stores open entries without calling hooks; false if it was over. */
    public boolean finish(@Nullable AiError error) {
        synchronized (branch.lock) {
            if (isOver()) {
                return false;
            }
            ended = close(error);
            branch.finished(this, ended);
        }
        branch.events.wake();
        return true;
    }

    /** Ends the turn before it began; under the lock. */
    void withdrawn(@Nullable AiError error) {
        ended = tally.toReturn(List.of(), ids, error);
    }

    /** Returns the turn's return; null while it has not ended. */
    public @Nullable AiReturn ended() {
        return ended;
    }

    private AiReturn close(@Nullable AiError error) {
        if (error != null) {
            keepPartial(error);
        }
        answerRest(RoundToolCalls.code(error), "The turn ended before this call did.");
        List<Interaction.ToolResult> results = calls.results();
        if (!results.isEmpty()) {
            appendResults(entry(results, ConversationEntry.Status.COMPLETE, Usage.NONE));
        }
        for (Interaction.User said : interjections.take(true)) {
            branch.append(this, entry(List.of(said), ConversationEntry.Status.COMPLETE, Usage.NONE));
        }
        if (error != null && added.isEmpty()) {
            branch.goBack(this);
        }
        return tally.toReturn(List.copyOf(added), ids, error);
    }

    private void keepPartial(AiError error) {
        if (showing != null) {
            AiReturn ret = showing.soFar().withError(error);
            StoredAnswer answer = StoredAnswer.of(ret, false);
            showing = null;
            tally.add(ret, added.size());
            if (!answer.interactions().isEmpty()) {
                appendAnswer(entry(answer.interactions(), answer.status(), ret.usage()));
            }
        }
    }

    private void answerRest(ToolEnvelope.Code code, String why) {
        for (Interaction.ToolResult result : calls.rest(branch.pending(), code, why)) {
            outcome(result.callId(), result.envelope());
        }
    }
}
