package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.testkit.BindingProvider;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** One program of a simulation: an engine with one conversation, from its opening to its close or its death. */
final class SimulationLife {
    private static final Duration LONGEST = Duration.ofHours(3);

    final Simulation simulation;
    final SimulationScheduler scheduler;
    final SimulationStore store;
    final SimulationScheduler.Program program;
    final SimulationFakes.Model model;
    final SimulationFakes.Decisions hook;
    final SessionEngine engine;
    final Map<String, ConversationSession> sessions = new TreeMap<>();
    final List<SimulationView> views = new ArrayList<>();
    final List<Sent> sent = new ArrayList<>();
    final List<Question> questions = new ArrayList<>();
    private final Deque<Runnable> onUi = new ArrayDeque<>();
    private boolean uiIsBusy;
    private Optional<Conversation> conversation = Optional.empty();
    private Optional<SimulationScheduler.Lock> lock = Optional.empty();
    private Optional<ConversationState> checked = Optional.empty();
    private Usage usageAtStart = Usage.NONE;
    Usage usageOfSideTurns = Usage.NONE;
    boolean ended;

    private BindingProvider bound;

    /**
     * A call that returned a future.
     *
     * @param text the message; empty if it sends none
     */
    record Sent(String what, String branch, String text, boolean queued, CompletableFuture<AiReturn> future) {}

    SimulationLife(Simulation simulation, String name) {
        this.simulation = simulation;
        this.scheduler = simulation.scheduler;
        this.store = simulation.store;
        this.program = new SimulationScheduler.Program(name);
        this.model = new SimulationFakes.Model(scheduler);
        this.hook = new SimulationFakes.Decisions(scheduler, simulation.refused);
        this.engine = engine();
    }

    private SessionEngine engine() {
        Simulation.Plan plan = simulation.plan;
        SimulationFakes.Tools tools = new SimulationFakes.Tools(this);
        EngineSettings builder = EngineSettings.of(PolicyChain.builder().build(bound(model)), tools)
                .time(scheduler)
                .executor(this::execute)
                .ids(simulation::id)
                .model(EngineFixture.MODEL)
                .observer(this::observed)
                .failureLog(FailureLog.of(System.Logger.Level.OFF))
                .questionHandler(this::asked)
                .journal(store, plan.onFailure());
        if (plan.hooks()) {
            builder.addHook("decisions", hook, "");
        }
        if (plan.facts()) {
            builder.contexts(List.of(ContextSource.of("fact", request -> {
                scheduler.await("fact", () -> request.cancellation().isCancelled(), pause(4000));
                return "a fact";
            })));
        }
        return plan.host() ? builder.host(host()).build() : builder.build();
    }

    private Duration pause(int most) {
        return Duration.ofMillis(1 + scheduler.next(most));
    }

    // ---- threads

    /** Adds a task for the engine; another one may go on first. */
    private void execute(Runnable task) {
        run(task, work -> {
            scheduler.add("engine", work);
            return true;
        });
        scheduler.pause("execute");
    }

    private HostApplication host() {
        return HostApplication.of(task -> run(task, this::addUi), scheduler::isOnUi);
    }

    private boolean addUi(Runnable task) {
        scheduler.requireAlive();
        onUi.add(task);
        if (!uiIsBusy) {
            uiIsBusy = true;
            scheduler.addUi("ui", this::serveUi);
        }
        return true;
    }

    private void serveUi() {
        while (!onUi.isEmpty()) {
            onUi.remove().run();
            scheduler.pause("ui");
        }
        uiIsBusy = false;
    }

    /**
     * Passes on a task. Some classes wait for its end by means that the scheduler does not see, so that the thread waits here
     * until they need not wait any more.
     */
    private void run(Runnable task, Predicate<Runnable> executor) {
        String of = task.getClass().getName();
        boolean isAwaited = of.contains(".ContextReader") || of.contains(".UserPrompter") || of.contains(".NamedHook");
        if (!isAwaited || scheduler.isOnUi()) {
            boolean unused = executor.test(task);
            return;
        }
        boolean[] done = {false};
        List<Question> asked = new ArrayList<>();
        boolean unused = executor.test(() -> {
            int before = questions.size();
            try {
                task.run();
            } finally {
                asked.addAll(questions.subList(before, questions.size()));
                done[0] = true;
            }
        });
        scheduler.await("reply", () -> done[0]);
        scheduler.await("answer", () -> simulation.closedQuestions.containsAll(asked));
    }

    private void asked(Question question) {
        questions.add(question);
        question.onClosed(() -> simulation.closedQuestions.add(question));
    }

    private void observed(TelemetryEvent event) {
        if (conversation.isPresent() && event.ids().session().equals(simulation.sessionId)) {
            scheduler.pause("telemetry");
        }
    }

    // ---- sessions

    /** Opens the conversation, or resumes it if something of it is stored; false if it is refused. */
    boolean open() {
        boolean fresh = store.size() == 0;
        AiBody body = AiBody.builder().addSystem("You draw.").toolFilter("*").build();
        ConversationSession session = fresh
                ? engine.open(body, SessionOptions.none())
                : engine.resume(simulation.sessionId, SessionOptions.none());
        Conversation opened = branch(session).conversation();
        SimulationScheduler.Lock own = scheduler.new Lock();
        Simulation.set(Simulation.get(opened, "journal"), "writing", own);
        conversation = Optional.of(opened);
        lock = Optional.of(own);
        simulation.sessionId = session.id();
        usageAtStart = session.usage();
        store.live = () -> program == scheduler.program() ? Optional.of(opened.state()) : Optional.empty();
        scheduler.afterStep = this::check;
        add(session);
        return true;
    }

    static Branch branch(ConversationSession session) {
        return (Branch) Simulation.get(session, "branch");
    }

    /** Observes a session and remembers it. */
    void add(ConversationSession session) {
        sessions.put(session.branch(), session);
        SimulationView view = new SimulationView(simulation, scheduler, session);
        views.add(view);
        var unused = session.observe(view);
    }

    ConversationState state() {
        return conversation.orElseThrow().state();
    }

    /** Returns the number of records that are queued or stored. */
    int known() {
        Journal journal = (Journal) Simulation.get(conversation.orElseThrow(), "journal");
        return store.size() - store.adding + journal.unwritten();
    }

    boolean isHealthy() {
        return !store.failing && !store.lost;
    }

    /** Forks a branch, unless there are many; returns whether it did. */
    boolean fork(String branch) {
        ConversationSession session = sessions.get(branch);
        if (session == null || sessions.size() >= 4) {
            return false;
        }
        add(session.fork("b" + simulation.word()));
        return true;
    }

    /** Returns a model that refuses a call which sends something else before an answer than what it was given to. */
    private AiProvider bound(AiProvider model) {
        bound = BindingProvider.of(model);
        return bound;
    }

    void interject(Predicate<String> how, String who, String branch) {
        String text = "i" + simulation.word() + ".";
        if (how.test(text) && !program.dead && !store.hasFailed && !scheduler.isOnUi()) { // there it is written later
            simulation.accepted.put(text, program.name);
            scheduler.note(who + " interjected " + text + " on " + branch);
        }
    }

    /** Remembers what was sent, and checks it when it completes. */
    void sent(
            String what, ConversationSession session, String text, boolean queued, CompletableFuture<AiReturn> future) {
        Sent one = new Sent(what, session.branch(), text, queued, future);
        sent.add(one);
        var unused = future.whenComplete((ret, failure) -> completed(one, ret));
    }

    private void completed(Sent one, AiReturn ret) {
        if (program.dead || ret == null) {
            return;
        }
        String turn = ret.ids().turn();
        simulation.returned.add(one.text);
        scheduler.note("completed " + one.what + " " + turn + " " + ret.status());
        ConversationSession session = sessions.get(one.branch);
        if (session != null && branch(session).running() != null) {
            simulation.expect(
                    !branch(session).running().ids().turn().equals(turn), "a turn that has returned runs: " + turn);
        }
        if (!store.hasFailed && store.stored.contains("turn " + turn)) {
            simulation.expect(store.stored.contains("ended " + turn), "the end of a turn is not stored: " + turn);
        }
        if (scheduler.isLuckOf(15) && !scheduler.isOnUi()) { // there it may not wait
            awaitAnother(one);
        }
    }

    /** Waits in a dependent of a future until a turn behind it has returned. */
    private void awaitAnother(Sent one) {
        for (Sent other : sent) {
            if (other.queued && other.branch.equals(one.branch) && sent.indexOf(other) > sent.indexOf(one)) {
                scheduler.await("dependent", other.future::isDone, LONGEST);
                simulation.expect(other.future.isDone(), "a dependent keeps a queued turn from its end: " + other.what);
                return;
            }
        }
    }

    void toolRuns(Interaction.ToolCall call) {
        scheduler.requireAlive(); // a listener's exceptions are ignored
        boolean isStored = store.stored.contains("call " + call.id());
        String id = isStored ? call.id() : program.name + " " + call.id(); // another program may give the id again
        scheduler.note("runs " + call.name() + " " + call.id());
        int times = simulation.runs.merge(id, 1, Integer::sum);
        simulation.expect(
                times == 1 || SimulationFakes.Tools.mayRunTwice(call.name()), "a tool ran twice: " + call.id());
        boolean mustBeStored = simulation.plan.onFailure() == FailureMode.FAIL || !store.hasFailed;
        simulation.expect(
                isStored || !mustBeStored, "a tool runs whose call is not stored: " + call.id() + " " + call.name());
    }

    // ---- promises

    /** Checks what holds at every moment. */
    private void check() {
        if (program.dead || conversation.isEmpty() || scheduler.program() != program) {
            return;
        }
        Conversation now = conversation.get();
        simulation.expect(!Thread.holdsLock(now.lock), "code of others is called under the lock");
        ConversationState state = now.state();
        if (checked.isPresent() && checked.get() == state) {
            return;
        }
        checked = Optional.of(state);
        int turns = 0;
        for (String branch : state.tree().heads().keySet()) {
            if (state.turnId(branch) == null) {
                AiBody.unpaired(state.sent(branch))
                        .ifPresent(fault -> simulation.broken(
                                "no turn runs on " + branch + ": " + fault + " " + path(state, branch)));
            } else {
                turns++;
            }
        }
        simulation.expect(turns == state.turns(), "the number of turns is " + state.turns() + ", not " + turns);
    }

    /** Waits until nothing of the program runs but the calling task. */
    void awaitRest() {
        for (Sent one : List.copyOf(sent)) {
            scheduler.await("end of " + one.what, one.future::isDone, LONGEST);
            simulation.expect(one.future.isDone(), "a future never completes: " + one.what + " on " + one.branch);
        }
        scheduler.await("rest", scheduler::isAlone, LONGEST);
        scheduler.sleep("rest", Duration.ofSeconds(2));
        scheduler.await("rest", scheduler::isAlone, LONGEST);
        simulation.expect(scheduler.isAlone(), "tasks go on: " + scheduler.others());
    }

    /** Checks what holds while no turn runs. */
    void checkAtRest() {
        for (SimulationView view : views) {
            view.checkAtRest(sessions.get(view.branch()));
        }
        simulation.expect(
                model.calm || hook.open.isEmpty() || !simulation.plan.hooks(),
                "a hook is not notified of the end of its turns " + hook.open);
        Usage sum = usageAtStart;
        for (Sent one : sent) {
            if (one.future.isDone() && !one.future.isCancelled() && !one.what.equals("side turn")) {
                sum = sum.plus(one.future.join().usage());
            }
        }
        Usage known = sessions.get(ConversationTree.MAIN).usage();
        Usage all = sum.plus(usageOfSideTurns);
        simulation.expect(simulation.hasHiddenUsage || known.equals(all), "usage is " + known + ", not " + all);
    }

    /** Closes a session. */
    void close(ConversationSession session) {
        session.close();
    }

    /** Closes all sessions and the engine, and checks that nothing is left. */
    void close() {
        for (ConversationSession session : List.copyOf(sessions.values())) {
            close(session);
        }
        engine.close();
        scheduler.note("closed");
        awaitRest();
        scheduler.await("last records", engine::isIdle, Duration.ofSeconds(20));
        if (!engine.isIdle()) {
            scheduler.note("abandoned " + engine.abandonUnwritten());
        }
        awaitRest();
        simulation.expect(engine.isIdle(), "the engine is not idle after its close");
        simulation.expect(
                scheduler.pending(program) == 0, "timers are left after the close: " + scheduler.timers(program));
        simulation.expect(!store.isHeld(), "the conversation is held after the close");
        Conversation left = conversation.orElseThrow();
        synchronized (left.lock) {
            simulation.expect(left.running() == 0, "turns are counted after the close");
        }
        for (SimulationView view : views) {
            view.checkAtEnd();
        }
        bound.refused().forEach(difference -> simulation.expect(false, difference));
        ended = true;
    }

    /** Returns the path of a branch in short: ids, statuses and what the entries hold. */
    static List<String> path(ConversationState state, String branch) {
        return state.path(branch).stream()
                .map(entry -> entry.id() + " " + entry.status() + " "
                        + entry.interactions().stream()
                                .map(SimulationLife::shorten)
                                .toList())
                .toList();
    }

    private static String shorten(Interaction item) {
        return item instanceof Interaction.ToolCall call
                ? "call " + call.id()
                : item instanceof Interaction.ToolResult result ? "result " + result.callId() : item.text();
    }

    /** Returns the texts of all entries of the tree. */
    static List<String> texts(ConversationTree tree) {
        List<String> texts = new ArrayList<>();
        for (ConversationEntry entry : tree.subtree(tree.root())) {
            texts.add(entry.text());
        }
        return texts;
    }

    Executor uiOrNot() {
        return simulation.plan.host() && scheduler.isLuckOf(30)
                ? task -> {
                    boolean[] done = {false};
                    boolean unused = addUi(() -> {
                        try {
                            task.run();
                        } finally {
                            done[0] = true;
                        }
                    });
                    scheduler.await("ui action", () -> done[0]);
                }
                : Runnable::run;
    }
}
