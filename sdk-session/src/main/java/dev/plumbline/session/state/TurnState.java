package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.Entry;
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
 * A turn as its conversation knows it: how far it has got, and what it needs to be closed at any moment. What it changes it changes
 * under the conversation's lock; a change returns when it is written down, and throws {@link TurnOver} when the turn is over.
 */
public final class TurnState {
    final BranchState branch;
    private final TurnRequest request;
    private final TurnHandle handle;
    private volatile CallIds ids;
    private volatile Interaction.User input;
    private volatile StepLog steps;
    private volatile boolean begun;
    private volatile @Nullable AiReturn ended;

    /** The entry it goes on behind: what it comes back to when nothing came of it. */
    Entry before;

    /** The entries it appended, oldest first: what it deletes when nothing came of it. */
    final List<Entry.Id> own = new ArrayList<>();

    private final List<Interaction> added = new ArrayList<>();
    private final TurnTally tally = new TurnTally();
    private @Nullable TurnSink showing;
    private final RoundCalls calls = new RoundCalls();
    private final Interjections interjections = new Interjections();
    private boolean shortened;
    private long lastEntry;

    /** A turn that has not begun. */
    public TurnState(BranchState branch, TurnRequest request, CallIds ids, TurnHandle handle) {
        this.branch = branch;
        this.request = request;
        this.ids = ids;
        this.input = request.input();
        this.handle = handle;
        this.before = branch.branch().tip();
        this.lastEntry = branch.now();
        this.steps = new StepLog(lastEntry);
    }

    /** It is the running one from now on; under the lock. */
    void begun(Entry tip) {
        begun = true;
        before = tip;
        lastEntry = branch.now();
        steps = new StepLog(lastEntry);
    }

    /** By which it is started and ended. */
    public TurnHandle handle() {
        return handle;
    }

    /** Whether it ever was the running one. */
    public boolean hasBegun() {
        return begun;
    }

    /** What it was asked. */
    public TurnRequest request() {
        return request;
    }

    /** Session, turn, and the round it is in. */
    public CallIds ids() {
        return ids;
    }

    /** The user's text, as the hooks return it. */
    public Interaction.User input() {
        return input;
    }

    /** Sets the user's text as the hooks return it. */
    public void input(Interaction.User said) {
        input = said;
    }

    /** How long its steps took; not guarded. */
    public StepLog steps() {
        return steps;
    }

    /** Whether it runs no more, or not yet. */
    public boolean isOver() {
        return !branch.isRunning(this);
    }

    private void requireRunning() {
        if (isOver()) {
            throw new TurnOver();
        }
    }

    /** Another round begins, and deltas come to that sink. */
    public void startRound(CallIds now, TurnSink sink) {
        synchronized (branch.lock) {
            requireRunning();
            ids = now;
            showing = sink;
            branch.events.offer(new SessionEvent.RoundStarted(branch.events.next(), now));
        }
        branch.commit();
    }

    /** Whether the deltas of that sink count still; under the lock. */
    boolean isShowing(TurnSink sink) {
        return showing == sink && !isOver();
    }

    /** The tool calls that stood open when the program ended are this turn's now: to run, or to be answered because they do not. */
    public void takeUp(PendingToolCalls pending, boolean run) {
        synchronized (branch.lock) {
            requireRunning();
            calls.take(pending.calls());
            if (!run) {
                answerRest(ToolEnvelope.Code.CANCELLED, "The program ended before this call began.");
                appendResults(entry(calls.results(), Entry.Status.COMPLETE, Usage.NONE));
            }
        }
        branch.commit();
    }

    /** Whether that call has its outcome. */
    public boolean isAnswered(Interaction.ToolCall call) {
        synchronized (branch.lock) {
            requireRunning();
            return calls.isAnswered(call);
        }
    }

    /** A tool is about to run. */
    public void calling(Interaction.ToolCall call) {
        synchronized (branch.lock) {
            requireRunning();
            calls.started(call);
            branch.journal().callStarts(branch.name(), call);
            branch.events.offer(new SessionEvent.ToolCalled(branch.events.next(), ids, call));
        }
        branch.commit();
    }

    /** A tool call has its outcome, cut where it is nested too deep to be stored. */
    public void called(Interaction.ToolCall call, ToolEnvelope envelope) {
        synchronized (branch.lock) {
            requireRunning();
            outcome(call.id(), envelope);
        }
        branch.commit();
    }

    /** Publishes and stores an outcome, or that it is nested too deep to be stored. */
    private void outcome(String call, ToolEnvelope envelope) {
        Interaction.ToolResult result = new Interaction.ToolResult(call, envelope.bounded());
        branch.journal().callEnded(branch.name(), result);
        calls.answered(result);
        branch.events.offer(new SessionEvent.ToolFinished(branch.events.next(), ids, result));
    }

    /** What the policies around a tool call decided. */
    public void traced(Trace trace) {
        synchronized (branch.lock) {
            requireRunning();
            tally.add(trace);
        }
    }

    /** Counts a call that was given up, because it did not fit. */
    public void gaveUp(AiReturn ret) {
        synchronized (branch.lock) {
            requireRunning();
            tally.add(ret);
        }
    }

    /** The entry that would be stored next, its tool calls under ids of their own. */
    public Entry draft(List<? extends Interaction> interactions, Entry.Status status, Usage used) {
        synchronized (branch.lock) {
            requireRunning();
            return entry(branch.conversation().named(interactions), status, used);
        }
    }

    private Entry entry(List<? extends Interaction> interactions, Entry.Status status, Usage used) {
        long now = branch.now();
        long took = now - lastEntry;
        lastEntry = now;
        return branch.draft(interactions, status, used, took);
    }

    /** Stores what a person said. */
    public void append(Entry said) {
        synchronized (branch.lock) {
            requireRunning();
            branch.append(this, said);
        }
        branch.commit();
    }

    /** Takes the answer of a call: what is stored of it, null for nothing, and whether that differs from what views saw. */
    public void answered(AiReturn ret, @Nullable Entry entry, boolean retold) {
        synchronized (branch.lock) {
            requireRunning();
            if (retold && showing != null) {
                showing.retell(entry == null ? List.of() : entry.interactions());
            }
            received(ret);
            if (entry != null) {
                appendAnswer(entry);
            }
        }
        branch.commit();
    }

    private void received(AiReturn ret) {
        showing = null;
        tally.add(ret);
    }

    private void appendAnswer(Entry entry) {
        add(entry);
        calls.take(StoredAnswer.calls(entry.interactions()));
    }

    private void add(Entry entry) {
        branch.append(this, entry);
        added.addAll(entry.interactions());
    }

    /** The outcomes of the round's tool calls, in call order. */
    public List<Interaction.ToolResult> outcomes() {
        synchronized (branch.lock) {
            requireRunning();
            return calls.results();
        }
    }

    /** Stores the outcomes of the round's tool calls. */
    public void storeResults(Entry entry) {
        synchronized (branch.lock) {
            requireRunning();
            appendResults(entry);
        }
        branch.commit();
    }

    private void appendResults(Entry entry) {
        add(entry);
        calls.clear();
    }

    /** What a person said meanwhile, for the turn to store; if that is nothing and it is the last chance, nothing can be said from now on. */
    public List<Interaction.User> interjections(boolean last) {
        synchronized (branch.lock) {
            requireRunning();
            return interjections.take(last);
        }
    }

    /** Takes what a person says in the middle; false when it comes too late. */
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

    /** Takes the user's message off the path again, to store another one; the old one stays in the tree. */
    public void stepBack() {
        synchronized (branch.lock) {
            requireRunning();
            branch.stepBack();
        }
        branch.commit();
    }

    /** Where on the path the turn's own entries begin; 0 when it goes on from elsewhere. */
    public int ownPlace() {
        return branch.branch().path().indexOf(before) + 1;
    }

    /** Whether what was said before may be summed up because a call did not fit: once in a turn. */
    public boolean mayShorten() {
        boolean first = !shortened;
        shortened = true;
        return first;
    }

    /** Puts a summary in the place of entries before the turn's own; false while turns of other branches run. */
    public boolean shorten(List<Entry> old, String summary) {
        boolean done;
        synchronized (branch.lock) {
            requireRunning();
            done = branch.shorten(this, old, summary);
        }
        branch.commit();
        return done;
    }

    /** Ends it in its current state, if it runs: what is open is stored without asking hooks. False when it was over. */
    public boolean finish(@Nullable AiError error) {
        synchronized (branch.lock) {
            if (isOver()) {
                return false;
            }
            AiReturn ret = close(error);
            ended = ret;
            branch.finished(this, ret);
        }
        branch.events.wake();
        return true;
    }

    /** It ends before it began; under the lock. */
    void withdrawn(@Nullable AiError error) {
        ended = tally.toReturn(List.of(), ids, error);
    }

    /** How it ended; null while it has not. */
    public @Nullable AiReturn ended() {
        return ended;
    }

    private AiReturn close(@Nullable AiError error) {
        if (error != null) {
            keepPartial(error);
        }
        answerRest(code(error), "The turn ended before this call did.");
        List<Interaction.ToolResult> results = calls.results();
        if (!results.isEmpty()) {
            appendResults(entry(results, Entry.Status.COMPLETE, Usage.NONE));
        }
        for (Interaction.User said : interjections.take(true)) {
            branch.append(this, entry(List.of(said), Entry.Status.COMPLETE, Usage.NONE));
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
            received(ret);
            if (!answer.interactions().isEmpty()) {
                Entry entry = entry(answer.interactions(), answer.status(), ret.usage());
                appendAnswer(entry);
            }
        }
    }

    private void answerRest(ToolEnvelope.Code code, String why) {
        for (Interaction.ToolResult result : calls.rest(branch.pending(), code, why)) {
            outcome(result.callId(), result.envelope());
        }
    }

    private static ToolEnvelope.Code code(@Nullable AiError error) {
        boolean spent = error != null
                && (error.category() == AiError.Category.BUDGET || error.category() == AiError.Category.TIMEOUT_TOTAL);
        return spent ? ToolEnvelope.Code.BUDGET : ToolEnvelope.Code.CANCELLED;
    }
}
