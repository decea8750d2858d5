package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.session.state.ConversationChange;
import dev.plumbline.session.state.ConversationChange.CallEnded;
import dev.plumbline.session.state.ConversationChange.CallStarted;
import dev.plumbline.session.state.ConversationChange.CallsRefused;
import dev.plumbline.session.state.ConversationChange.EntryAppended;
import dev.plumbline.session.state.ConversationChange.HeadMoved;
import dev.plumbline.session.state.ConversationChange.Interjected;
import dev.plumbline.session.state.ConversationChange.InterjectionAppended;
import dev.plumbline.session.state.ConversationChange.InterjectionRefused;
import dev.plumbline.session.state.ConversationChange.TurnEnded;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.session.state.StoredAnswer;
import dev.plumbline.session.state.TurnEnd;
import dev.plumbline.session.state.UsageTotal;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a turn writes into its conversation: the user's input, answers, calls, results, and its end. A method that changes
 * the conversation returns when the change is written, and throws {@link TurnEndedException} if the turn is over. Entries
 * are passed to the hooks first, without a lock.
 */
final class TurnRecorder {
    private final Turn turn;
    private final Branch branch;
    private final String name;
    private volatile CallIds ids;
    private volatile Interaction.User input;
    private volatile StepTimeLog steps;
    private volatile boolean begun;
    private volatile @Nullable AiReturn ended;

    private UsageTotal spent = UsageTotal.NONE;
    private final List<Trace> traces = new ArrayList<>(2);
    private @Nullable AiReturn last;
    private int lastRoundAt;

    /** The number of interactions that the turn has added. */
    private int stored;

    private @Nullable TurnDeltaSink showing;
    private long lastEntry;

    /** What the interrupted turn before this one has added; an answer if nothing is left to do. */
    private List<Interaction> before = List.of();

    private boolean answeredBefore;

    /** The first pending interjections as the hooks return them, empty for those that they refuse. */
    private volatile List<Optional<Interaction.User>> agreed = List.of();

    /** Whether further interjections are refused, because the turn ends; guarded by the conversation's lock. */
    private boolean closed;
    /** The number of messages that the interrupted turn before this one has accepted and not stored. */
    private int unheard;

    TurnRecorder(Turn turn, Branch branch, CallIds ids) {
        this.turn = turn;
        this.branch = branch;
        this.name = branch.name();
        this.ids = ids;
        this.input = turn.request.input();
        this.lastEntry = branch.time().nanoTime();
        this.steps = new StepTimeLog(lastEntry);
    }

    /** Takes over the state of the branch before the turn begins; under the lock. */
    void interrupted(ConversationState state) {
        unheard = state.interjected(name).size();
        answeredBefore = !turn.request.fresh()
                && state.openCalls(name, false).isEmpty()
                && (!state.awaitsAnswer(name) || state.isStopped(name));
        before = answeredBefore ? state.added(name) : List.of();
    }

    /** Marks the turn as running; under the lock. */
    void begun() {
        begun = true;
        lastEntry = branch.time().nanoTime();
        steps = new StepTimeLog(lastEntry);
    }

    /** Returns whether the turn ever was the running one. */
    boolean hasBegun() {
        return begun;
    }

    /** Returns whether it continues an interrupted turn whose answer is stored already. */
    boolean isAnsweredBefore() {
        return answeredBefore;
    }

    CallIds ids() {
        return ids;
    }

    /** Returns the user's message as the hooks return it. */
    Interaction.User input() {
        return input;
    }

    /** Returns the times of its steps; not guarded. */
    StepTimeLog steps() {
        return steps;
    }

    /** Returns whether the turn is not running: it has ended or has not begun. */
    boolean isOver() {
        return ended != null || !begun;
    }

    private void requireRunning() {
        if (isOver()) {
            throw new TurnEndedException();
        }
    }

    private void apply(ConversationChange change) {
        branch.conversation().apply(ids, change);
    }

    private ConversationState state() {
        return branch.state();
    }

    /** Stores the user's input; if it is stored already, only a replacement by hooks. */
    void accept() {
        boolean fresh = turn.request.fresh();
        if (fresh && !branch.openCalls().isEmpty()) {
            answerInterrupted();
        }
        Interaction.User said = turn.hooks.starting(turn.request.input()).orThrow();
        input = said;
        if (fresh) {
            boolean first = turn.request.behind() == null; // an edited message stands beside the other one
            List<Interaction> unusedHeard = hear(false, first ? unheard : 0);
            ConversationEntry unused = storeInput(said);
            return;
        }
        if (!said.equals(turn.request.input())) {
            requireReplaceable(turn.conversation());
            removeInput();
            ConversationEntry unused = storeInput(said);
        }
        if (branch.openCalls().isEmpty()) { // otherwise they follow the results
            List<Interaction> unusedHeard = hear(false, unheard);
        }
    }

    private static void requireReplaceable(Transcript sent) {
        if (sent.isEmpty() || sent.get(sent.size() - 1).kind() != Interaction.Kind.USER) {
            throw new IllegalStateException("a hook replaced a message that has been answered in part");
        }
    }

    private void answerInterrupted() {
        synchronized (branch.lock) {
            requireRunning();
            branch.answerInterrupted(ids);
        }
        branch.commit();
    }

    /** Removes the user's message from the path so that another can be stored; the old entry stays in the tree. */
    private void removeInput() {
        change(new HeadMoved(name, state().head(name).parent().orElseThrow(), false));
    }

    private ConversationEntry storeInput(Interaction.User said) {
        ConversationEntry entry = agreed(List.of(said));
        change(new EntryAppended(name, entry));
        return entry;
    }

    private ConversationEntry agreed(List<? extends Interaction> interactions) {
        ConversationEntry draft = draft(interactions, ConversationEntry.Status.COMPLETE, Usage.NONE);
        return turn.hooks.appending(draft).orThrow();
    }

    /** Returns the entry that would be stored next, with unique ids of its tool calls. */
    private ConversationEntry draft(
            List<? extends Interaction> interactions, ConversationEntry.Status status, Usage used) {
        synchronized (branch.lock) {
            requireRunning();
            return branch.conversation().draft(name, interactions, status, used, sinceLastEntry());
        }
    }

    private Duration sinceLastEntry() {
        long began = lastEntry;
        lastEntry = branch.time().nanoTime();
        return Duration.ofNanos(lastEntry - began);
    }

    /** Returns the entry with the model that wrote it. */
    static ConversationEntry written(ConversationEntry entry, AiReturn ret) {
        return ret.model().equals(ModelId.NONE) ? entry : entry.withModel(ret.model());
    }

    /** Starts another round, whose deltas go to that sink. */
    void startRound(CallIds now, TurnDeltaSink sink) {
        synchronized (branch.lock) {
            requireRunning();
            ids = now;
            showing = sink;
            branch.events().offer(number -> new SessionEvent.RoundStarted(number, now));
        }
        step();
    }

    /** Returns whether the deltas of that sink still count; under the lock. */
    boolean isShowing(TurnDeltaSink sink) {
        return showing == sink && !isOver();
    }

    /**
     * Stores an answer as the hooks return it, and returns its entry; empty if there is none.
     *
     * @param facts the facts that were sent right before the answer
     */
    TurnHookInvoker.HookResult<Optional<ConversationEntry>> answered(
            AiReturn ret, StoredAnswer answer, Optional<Interaction.Context> facts) {
        if (answer.interactions().isEmpty()) {
            store(ret, null, false);
            return TurnHookInvoker.HookResult.on(Optional.empty());
        }
        ConversationEntry draft = written(draft(answer.interactions(), answer.status(), ret.usage()), ret);
        draft = facts.isEmpty() ? draft : draft.withFacts(facts.get(), unstoredFacts());
        TurnHookInvoker.HookResult<ConversationEntry> said;
        try {
            said = turn.hooks.appending(draft);
        } catch (RuntimeException failed) { // as if the hook had stopped: an answer that no hook has seen is not stored
            store(ret, null, true);
            throw failed;
        }
        @Nullable ConversationEntry entry = said.stopped() == null ? said.payload() : null;
        store(ret, entry, !draft.equals(entry));
        return new TurnHookInvoker.HookResult<>(Optional.ofNullable(entry), said.stopped());
    }

    private Set<String> unstoredFacts() {
        return turn.settings.contexts().stream()
                .filter(source -> !source.isStored())
                .map(ContextSource::key)
                .collect(Collectors.toSet());
    }

    /** Records the answer of a call: its entry, null for none, and whether it differs from what views received. */
    private void store(AiReturn ret, @Nullable ConversationEntry entry, boolean retold) {
        synchronized (branch.lock) {
            requireRunning();
            if (retold && showing != null) {
                showing.retell(entry == null ? List.of() : entry.interactions());
            }
            showing = null;
            add(ret);
            if (entry != null) {
                append(entry);
            }
        }
        step();
    }

    private void append(ConversationEntry entry) {
        apply(new EntryAppended(name, entry));
        stored += entry.interactions().size();
    }

    /**
     * Waits until a change is written that the turn's own thread has made. It is published when that thread calls code that may
     * take long, or ends the turn: to wake a view costs more than the steps in between.
     */
    private void step() {
        wakeForOthers();
        branch.conversation().write();
    }

    /** Publishes what has changed if code of others, such as a store, comes next. */
    void wakeForOthers() {
        if (branch.conversation().isStored()
                || !turn.settings.hooks().isEmpty()
                || !RecommendedStages.areAll(turn.settings.stages().list())) {
            branch.wake();
        }
    }

    /** Adds the usage and cost of a call that did not fit, or of a turn of a child session. */
    void addUsage(AiReturn ret) {
        synchronized (branch.lock) {
            requireRunning();
            spent = spent.plus(UsageTotal.of(ret));
        }
    }

    private void add(AiReturn ret) {
        spent = spent.plus(UsageTotal.of(ret));
        traces.add(ret.trace());
        last = ret;
        lastRoundAt = stored;
    }

    /** Adds the trace of the policies around a tool call. */
    void traced(Trace trace) {
        synchronized (branch.lock) {
            requireRunning();
            traces.add(trace);
        }
    }

    /** Returns whether that call has a result. */
    boolean isAnswered(Interaction.ToolCall call) {
        requireRunning();
        return branch.openCalls().outcome(call) != null;
    }

    /**
     * Records that a tool is about to run.
     *
     * @param with the arguments with which it runs
     * @param first whether views receive an event; a policy may run a tool again with other arguments
     */
    void calling(Interaction.ToolCall call, IToolExecutor.RunArguments with, boolean first) {
        boolean same = with.arguments().equals(call.arguments());
        CallStarted started = new CallStarted(name, call, same ? Optional.empty() : Optional.of(with), first);
        change(started);
    }

    /** Records the result of a tool call, truncated if it is nested too deeply to be stored. */
    void called(Interaction.ToolCall call, ToolEnvelope envelope) {
        called(call, envelope, false);
    }

    /**
     * Records the result of a tool call.
     *
     * @param goesOn whether this is the turn's thread, and starts the next call or the next round at once
     */
    void called(Interaction.ToolCall call, ToolEnvelope envelope, boolean goesOn) {
        CallEnded change = new CallEnded(name, new Interaction.ToolResult(call.id(), envelope.bounded()));
        synchronized (branch.lock) {
            requireRunning();
            apply(change);
        }
        if (goesOn) {
            step();
        } else {
            branch.commit();
        }
    }

    /** Answers all calls of the round that have no result. */
    void refused(ToolEnvelope envelope) {
        change(new CallsRefused(name, envelope, branch.openCalls().calls()));
    }

    /** Stores the results of the round's calls as the hooks return them, and returns them. */
    List<Interaction.ToolResult> storeResults() {
        List<Interaction.ToolResult> outcomes = outcomes();
        if (outcomes.isEmpty()) {
            return outcomes;
        }
        ConversationEntry entry = agreed(outcomes);
        synchronized (branch.lock) {
            requireRunning();
            append(entry);
        }
        step();
        List<Interaction.ToolResult> results = new ArrayList<>();
        for (Interaction item : entry.interactions()) {
            results.add((Interaction.ToolResult) item);
        }
        return results;
    }

    private List<Interaction.ToolResult> outcomes() {
        requireRunning();
        return branch.openCalls().results();
    }

    /**
     * Stores pending interjections as the hooks return them, and returns them. One that a hook stops is not stored, and
     * ends the turn when the others are stored.
     *
     * @param closing whether the turn ends now: if nothing is pending, later interjections are refused
     */
    List<Interaction> hear(boolean closing) {
        return hear(closing, Integer.MAX_VALUE);
    }

    private List<Interaction> hear(boolean closing, int most) {
        List<Interaction> heard = new ArrayList<>();
        AiError refused = null;
        Interaction.User said = most == 0 ? null : nextInterjection(closing);
        for (int i = 1; said != null; i++) {
            TurnHookInvoker.HookResult<Interaction.User> asked = turn.hooks.interjecting(said);
            if (asked.stopped() == null) {
                heard.addAll(store(asked.payload()).interactions());
            } else {
                refused = asked.stopped();
                change(new InterjectionRefused(name));
            }
            said = i < most ? nextInterjection(false) : null;
        }
        if (refused != null) {
            throw new AiException(refused);
        }
        return heard;
    }

    /**
     * Asks the hooks about pending interjections before the turn fails, because its end calls no hook. Those about which
     * they were not asked stay pending.
     */
    void askAboutInterjections() {
        List<Optional<Interaction.User>> asked = new ArrayList<>();
        try {
            for (Interaction.User said : state().interjected(name)) {
                TurnHookInvoker.HookResult<Interaction.User> answer = turn.hooks.interjecting(said);
                asked.add(answer.stopped() == null ? Optional.of(answer.payload()) : Optional.empty());
            }
        } catch (TurnEndedException | AiException ended) {
            // another thread has ended the turn, or a hook has failed
        }
        agreed = asked;
    }

    private ConversationEntry store(Interaction.User said) {
        ConversationEntry entry = agreed(List.of(said));
        change(new InterjectionAppended(name, entry));
        return entry;
    }

    /** Makes a change, publishes it and waits until it is written. */
    private void change(ConversationChange change) {
        synchronized (branch.lock) {
            requireRunning();
            apply(change);
        }
        branch.commit();
    }

    private Interaction.@Nullable User nextInterjection(boolean closing) {
        synchronized (branch.lock) {
            requireRunning();
            List<Interaction.User> waiting = state().interjected(name);
            closed |= waiting.isEmpty() && closing;
            return waiting.isEmpty() ? null : waiting.get(0);
        }
    }

    /** Adds an interjection; false if the turn can no longer answer it. */
    boolean interject(Interaction.User said) {
        synchronized (branch.lock) {
            if (isOver() || closed) {
                return false;
            }
            apply(new Interjected(name, said));
        }
        branch.events().wake();
        branch.conversation().writeGently();
        return true;
    }

    /** Publishes an event to views, unless the turn is over. */
    void publish(LongFunction<SessionEvent> event) {
        synchronized (branch.lock) {
            if (isOver()) {
                return;
            }
            branch.events().offer(event);
        }
        branch.events().wake();
    }

    /** Publishes an event that a newer one may replace, unless the turn is over. */
    void publishReplaceable(LongFunction<SessionEvent> event) {
        synchronized (branch.lock) {
            if (isOver()) {
                return;
            }
            branch.events().offerReplaceable(event);
        }
        branch.events().wake();
    }

    /** Returns the index on the path of the turn's first entry; 0 if the turn continues from another entry. */
    int firstOwnIndex() {
        ConversationState now = state();
        ConversationEntry.Id start = now.start(name);
        List<ConversationEntry> path = now.path(name);
        for (int i = path.size() - 1; i >= 0; i--) {
            if (path.get(i).id().equals(start)) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Replaces entries before the turn's own by a summary; false while turns of other branches run. */
    boolean shorten(List<ConversationEntry> old, String summary) {
        boolean done;
        synchronized (branch.lock) {
            requireRunning();
            done = branch.shorten(ids, old, summary);
        }
        branch.commit();
        return done;
    }

    /**
     * Ends the turn if it runs, and stores open entries without calling hooks; false if it was over. Publishes nothing yet.
     */
    boolean finish(@Nullable AiError error) {
        synchronized (branch.lock) {
            if (isOver()) {
                return false;
            }
            try {
                ended = close(error);
            } catch (RuntimeException | Error broken) {
                ended = closeBroken(broken);
            }
            branch.finished();
        }
        return true;
    }

    private AiReturn close(@Nullable AiError error) {
        AiReturn partial = showing == null || error == null ? null : showing.soFar();
        showing = null;
        if (partial != null && error != null) {
            add(partial.withError(error));
        }
        List<ConversationChange> changes = new ArrayList<>(TurnEnd.of(
                state(),
                name,
                error,
                partial,
                turn.settings.hooks().stream().noneMatch(NamedHook::filtersMessages) ? null : agreed,
                branch.conversation().highestEntry(),
                branch.time().instant(),
                sinceLastEntry()));
        ConversationState after = state();
        for (ConversationChange change : changes) {
            after = after.apply(change);
        }
        AiReturn ret = toReturn(answeredBefore ? before : after.added(name), error);
        changes.add(new TurnEnded(name, ids.turn(), ret.status().name(), spent, ret));
        branch.conversation().apply(ids, changes);
        return ret;
    }

    /** Ends a turn whose end has failed: nothing more of it is stored, and its callers are released. */
    private AiReturn closeBroken(Throwable broken) {
        turn.settings.failed(ids, "end of turn", "turn", broken);
        AiError error = AiError.of(AiError.Category.INTERNAL, "turn-end", "the end of the turn failed")
                .withCause(broken);
        AiReturn ret = AiReturn.builder().ids(ids).error(error).build();
        branch.conversation()
                .apply(ids, new TurnEnded(name, ids.turn(), ret.status().name(), UsageTotal.NONE, ret));
        return ret;
    }

    /** Ends the turn before it began; under the lock. */
    void withdrawn(@Nullable AiError error) {
        ended = toReturn(List.of(), error);
    }

    /** Returns the turn's return; null while it has not ended. */
    @Nullable
    AiReturn ended() {
        return ended;
    }

    /** Returns the return of the whole turn: what it added, the usage of all calls, and the rest of the last call. */
    private AiReturn toReturn(List<Interaction> added, @Nullable AiError error) {
        AiReturn.Builder whole = AiReturn.builder()
                .interactions(added)
                .lastRoundAt(answeredBefore ? answerAt(added) : Math.min(lastRoundAt, added.size()))
                .usage(spent.usage())
                .trace(trace());
        AiReturn call = last;
        if (call == null) {
            whole.ids(ids);
        } else {
            String request = call.ids().request();
            whole.finish(call.finish())
                    .model(call.model())
                    .ids(new CallIds(ids.session(), ids.turn(), ids.round(), request));
            String id = call.requestId().orElse(null);
            if (id != null) {
                whole.requestId(id);
            }
        }
        Cost cost = spent.cost();
        if (cost != null) {
            whole.cost(cost);
        }
        if (error != null) {
            whole.error(error);
        }
        return whole.build();
    }

    /** Returns the index behind the last tool result. */
    private static int answerAt(List<Interaction> added) {
        for (int i = added.size() - 1; i >= 0; i--) {
            if (added.get(i) instanceof Interaction.ToolResult) {
                return i + 1;
            }
        }
        return 0;
    }

    private Trace trace() {
        if (traces.size() == 1) {
            return traces.get(0);
        }
        List<Trace> all = List.copyOf(traces);
        return Trace.of(() -> steps(all));
    }

    private static List<Trace.Step> steps(List<Trace> traces) {
        return traces.stream().flatMap(trace -> trace.steps().stream()).toList();
    }
}
