package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.ConversationTree.BranchComparison;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.testkit.BindingProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A conversation and a plain model of its tree, side by side. Turns run on the caller's thread, one inside the model call
 * of another if the program says so, so nothing depends on luck.
 */
final class ConversationProgram {
    static final List<StateKey<Integer>> KEYS = Stream.of("walls", "doors", "plumbline.skill.tiles")
            .map(name -> StateKey.of(name, StateKey.Scope.BRANCH, 0).withPersistent())
            .toList();

    /** A value that ends with the session. */
    static final StateKey<Integer> LIVE = StateKey.of("live", StateKey.Scope.BRANCH, 0);

    private static final StateKey<Integer> SHARED =
            StateKey.of("sheets", StateKey.Scope.SESSION, 0).withPersistent();
    private static final StateKey<Integer> SHARED_LIVE = StateKey.of("open", StateKey.Scope.SESSION, 0);
    private static final List<StateKey<Integer>> ALL =
            List.of(KEYS.get(0), KEYS.get(1), KEYS.get(2), LIVE, SHARED, SHARED_LIVE);
    private static final String BY_THE_WAY = "by the way";
    private static final String REWORDED = "Reworded.";
    private static final Json CHANGED = Json.object().with("changed", true);
    private static final SessionOptions WITHOUT_LIMIT = SessionOptions.builder()
            .budget(Budget.ofDefaults().withTokens(Long.MAX_VALUE))
            .build();

    /** Refuses a call that sends something else before an answer than what it was given to. */
    private final BindingProvider bound = BindingProvider.of(new Scripted());

    private final Deque<Running> running = new ArrayDeque<>();
    private final Map<String, Runnable> queued = new HashMap<>();
    private final Deque<Runnable> held = new ArrayDeque<>();
    private Optional<Behaviour> aside = Optional.empty();
    private boolean holding;
    private boolean refusing;
    private BiConsumer<Running, State> atTool = (turn, state) -> {};
    private final Setting setting;
    private final SessionEngine engine;
    private final VirtualClock clock = VirtualClock.create();
    private final MarkingClock marking = new MarkingClock(clock);
    private final Map<String, FoldedView> views = new LinkedHashMap<>();
    private final Map<String, ConversationSession> sessions = new LinkedHashMap<>();
    private final ConversationNodes model;
    private Optional<Hook.Context> main = Optional.empty();
    private int words;
    private int readings;
    private int withdrawn;

    /** Whether something was done that changes what is sent before an answer. */
    private boolean mayStartOver;

    private int changes;
    private Runnable afterStep = () -> {};
    private Consumer<AiCall> asking = call -> {};
    private Consumer<Interaction.ToolCall> drawing = call -> {};

    /** The values of the conversation or a branch that tools have set, by the ids of their calls. */
    final Map<String, Integer> setByTools = new TreeMap<>();

    /** Turns that began with another state than the model's, and ids that were given twice. */
    private final List<String> surprises = new ArrayList<>();

    /** What the entry of each id held, also of those that were deleted. */
    private final Map<String, String> given = new HashMap<>();

    private final Map<String, CompletableFuture<AiReturn>> last = new HashMap<>();

    private int calls;
    private int named;
    private boolean failedBesideAlternatives;

    /** What is done. */
    enum Act {
        SEND,
        EDIT,
        CONTINUE,
        FORK,
        SUMMARIZE,
        DELETE,
        NAME,
        RUN,
        QUEUE,
        ASIDE,
        VALUE,
        WITHDRAW
    }

    /** How a turn ends. */
    enum Fate {
        OK,
        FAILS,
        CANCELLED,
        REFUSED,
        FAILS_IN_PART,
        CANCELLED_IN_PART,
        INTERJECTED,
        CALLS,
        CALLS_AND_FAILS,
        THROWN_AT,
        REPLACED,
        ANSWER_STOPPED,
        ANSWER_THROWN,
        ANSWER_REPLACED,
        INTERJECTED_AND_ANSWERED,
        INTERJECTED_AND_REFUSED,
        INTERJECTED_AND_CANCELLED,
        CALLS_CHANGED,
        CALLS_STOPPED,
        CALLS_CANCELLED,
        CALLS_INTERJECTED,
        UNSTARTED,
        LARGEST,
        END_THROWS
    }

    /**
     * One operation.
     *
     * @param branch which one, by number
     * @param place which entry, by number
     * @param inner how many of the operations that follow happen while the model is asked
     */
    record Step(Act act, Fate fate, int branch, int place, int inner) {}

    /**
     * Where a conversation is kept.
     *
     * @param store its store; empty for a conversation in memory
     * @param onFailure what happens if the store fails
     */
    record Setting(Optional<SessionStore> store, FailureMode onFailure) {}

    /**
     * A turn that runs.
     *
     * @param question its message; empty if it answers one that is stored
     * @param answers what the model does
     */
    private record Running(
            ConversationSession session,
            ConversationNodes.Turn turn,
            Step step,
            String question,
            Deque<Behaviour> answers) {
        Fate fate() {
            return step.fate;
        }
    }

    /** What the model does when it is asked. */
    private interface Behaviour {
        void run(Answering to);
    }

    ConversationProgram(SessionStore store) {
        this(new Setting(Optional.of(store), FailureMode.FAIL));
    }

    ConversationProgram(Setting setting) {
        this.setting = setting;
        this.model = new ConversationNodes();
        this.engine = engine();
        add(engine.open(AiBody.builder().toolFilter("*").contextFilter("*").build(), WITHOUT_LIMIT));
    }

    /** The same conversation, closed and read again. */
    private ConversationProgram(ConversationProgram before, SessionStore store) {
        before.engine.close();
        this.setting = new Setting(Optional.of(store), before.setting.onFailure());
        this.model = before.model;
        model.forgetLive(List.of(LIVE.name(), SHARED_LIVE.name()));
        this.words = before.words;
        this.readings = before.readings;
        this.withdrawn = before.withdrawn;
        this.mayStartOver = true; // without the facts that are not stored
        this.calls = before.calls;
        this.named = before.named;
        this.changes = before.changes;
        this.given.putAll(before.given);
        this.engine = engine();
        ConversationSession main =
                engine.resume(before.sessions.get(ConversationTree.MAIN).id(), WITHOUT_LIMIT);
        add(main);
        before.sessions.keySet().stream()
                .filter(name -> !name.equals(ConversationTree.MAIN))
                .forEach(name -> add(main.onBranch(name)));
    }

    ConversationProgram resumed() {
        return new ConversationProgram(this, setting.store().orElseThrow());
    }

    /** Returns the conversation closed and read again by another object for the same store. */
    ConversationProgram resumed(SessionStore another) {
        return new ConversationProgram(this, another);
    }

    void close() {
        engine.close();
    }

    /** Returns what went otherwise than the model says, and the calls that sent something else than before. */
    List<String> surprises() {
        List<String> all = new ArrayList<>(surprises);
        all.addAll(bound.refused());
        if (!mayStartOver) {
            bound.restarts().forEach(other -> all.add("started over: other " + other));
        }
        return all;
    }

    String id() {
        return sessions.get(ConversationTree.MAIN).id();
    }

    private SessionEngine engine() {
        AtomicInteger ids = new AtomicInteger();
        FakeToolExecutor tools = new FakeToolExecutor()
                .tool("draw", (call, scope) -> {
                    drawing.accept(call);
                    atTool.accept(running.element(), scope.state());
                    return ToolEnvelope.ok(1);
                })
                .edited(call -> running.element().fate() == Fate.CALLS_CHANGED
                        ? Optional.of(new IToolExecutor.RunArguments(
                                CHANGED, call.id().endsWith("2")))
                        : Optional.empty());
        PolicyChain chain = PolicyChain.builder()
                .addRequestPolicy("facts", ConversationProgram::withFacts)
                .build(bound);
        EngineSettings builder = EngineSettings.of(chain, tools)
                .contexts(List.of(
                        ContextSource.of("unit", () -> ++readings),
                        ContextSource.of("secret", () -> words).withStored(false)))
                .time(marking)
                .executor(this::execute)
                .ids(() -> "id" + ids.incrementAndGet())
                .model(EngineFixture.MODEL)
                .addHook("program", new Moments(), "");
        setting.store().ifPresent(store -> builder.journal(store, setting.onFailure()));
        return builder.build();
    }

    private void execute(Runnable task) {
        if (holding) {
            held.add(task);
        } else {
            task.run();
        }
    }

    private void add(ConversationSession session) {
        sessions.put(session.branch(), session);
        FoldedView view = new FoldedView(session, List.of(BY_THE_WAY));
        views.put(session.branch(), view);
        session.observe(view);
    }

    /** The clock, which knows the state of the conversation whenever it was asked. */
    MarkingClock clock() {
        return marking;
    }

    /** Lets a second pass, in which a store that has failed is tried again. */
    void pause() {
        clock.advance(Duration.ofSeconds(1));
    }

    /** The current state of the conversation. */
    ConversationState state() {
        return marking.state();
    }

    /** The paths of the branches on which no turn runs, from the conversation. */
    Map<String, List<String>> paths() {
        return idle((name, session) -> session.path());
    }

    /** The same from the views. */
    Map<String, List<String>> shownPaths() {
        return idle((name, session) -> Objects.requireNonNull(views.get(name)).path());
    }

    private Map<String, List<String>> idle(BiFunction<String, ConversationSession, List<ConversationEntry>> path) {
        Map<String, List<String>> paths = new TreeMap<>();
        sessions.forEach((name, session) -> {
            if (!session.isRunning()) {
                paths.put(
                        name,
                        path.apply(name, session).stream()
                                .map(entry -> entry.id() + " " + label(entry))
                                .toList());
            }
        });
        return paths;
    }

    /** The usage of all turns, from the conversation. */
    Usage usage() {
        return sessions.get(ConversationTree.MAIN).usage();
    }

    /** The same from the model. */
    Usage expectedUsage() {
        return model.usage;
    }

    /** The values of the whole conversation. */
    Map<String, Integer> shared() {
        return values(sessions.get(ConversationTree.MAIN).state(), List.of(SHARED, SHARED_LIVE));
    }

    /** The same from the model. */
    Map<String, Integer> expectedShared() {
        return model.shared;
    }

    ConversationTree tree() {
        return sessions.get(ConversationTree.MAIN).tree();
    }

    /** Whether a turn failed while there was an entry that no branch holds. */
    boolean failedBesideAlternatives() {
        return failedBesideAlternatives;
    }

    /** The entries below the root, each with those below it, and where branches end; from the conversation. */
    String shape() {
        return shape(tree());
    }

    static String shape(ConversationTree tree) {
        Map<String, List<String>> heads = new LinkedHashMap<>();
        tree.heads()
                .forEach((branch, head) -> heads.computeIfAbsent(head.id().text(), id -> new ArrayList<>())
                        .add(branch));
        return shape(tree, tree.root(), heads);
    }

    private static String shape(ConversationTree tree, ConversationEntry at, Map<String, List<String>> heads) {
        return label(at)
                + heads.getOrDefault(at.id().text(), List.of())
                + tree.children(at).stream()
                        .map(child -> shape(tree, child, heads))
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static String label(ConversationEntry entry) {
        return Interaction.withoutOpaque(entry.interactions()).stream()
                .map(item -> item instanceof Interaction.ToolCall call
                        ? "call " + call.id()
                        : item instanceof Interaction.ToolResult result ? "result " + result.callId() : item.text())
                .collect(Collectors.joining("+"));
    }

    /** The state at each entry that can be continued from, the root first; from the conversation. */
    List<Map<String, Integer>> states() {
        ConversationSession session = sessions.get(ConversationTree.MAIN);
        ConversationNodes.Node head = model.heads.get(ConversationTree.MAIN);
        below(tree(), tree().root(), new ArrayList<>()).forEach(this::requireOne);
        List<Map<String, Integer>> states = new ArrayList<>();
        for (ConversationNodes.Node node : model.continuable()) {
            session.continueFrom(real(node));
            states.add(values(main.orElseThrow().state()));
        }
        session.continueFrom(real(head));
        model.move(ConversationTree.MAIN, head);
        return states;
    }

    /** The same from the model. */
    List<Map<String, Integer>> expectedStates() {
        return model.continuable().stream().map(node -> node.values).toList();
    }

    private static Map<String, Integer> values(State state) {
        return values(state, ALL.subList(0, 4));
    }

    private static Map<String, Integer> values(State state, List<StateKey<Integer>> keys) {
        Map<String, Integer> values = new TreeMap<>();
        keys.forEach(key -> values.put(key.name(), state.get(key)));
        values.values().removeIf(value -> value == 0);
        return values;
    }

    /** Changes a value at some moments of a turn. */
    private void change(Running now, State state, int moment) {
        if ((now.step.place >> moment) % 2 == 1) {
            change(state, now.turn.branch());
        }
    }

    private void change(State state, String branch) {
        StateKey<Integer> key = ALL.get(++changes % ALL.size());
        state.update(key, before -> changes);
        if (key.scope() == StateKey.Scope.SESSION) {
            model.shared.put(key.name(), changes);
        } else {
            model.write(branch, key.name(), changes, key.isPersistent());
        }
    }

    /** The same from the model. */
    String expected() {
        return model.shape();
    }

    void play(List<Step> program) {
        Deque<Step> left = new ArrayDeque<>(program);
        while (!left.isEmpty()) {
            play(left.poll(), left);
            afterStep.run();
        }
    }

    /** Calls an action after each operation of the program. */
    ConversationProgram afterEach(Runnable action) {
        afterStep = action;
        return this;
    }

    /** Calls an action when the model is asked, with everything stored that was said before. */
    ConversationProgram whenAsked(Consumer<AiCall> action) {
        asking = action;
        return this;
    }

    /** Calls an action when a tool begins. */
    ConversationProgram whenDrawn(Consumer<Interaction.ToolCall> action) {
        drawing = action;
        return this;
    }

    private void play(Step step, Deque<Step> left) {
        List<ConversationSession> idle = sessions.values().stream()
                .filter(one -> one.isRunning() == (step.act == Act.QUEUE))
                .toList();
        if (idle.isEmpty()) {
            return;
        }
        ConversationSession session = idle.get(step.branch % idle.size());
        ConversationNodes.Node place = model.all().get(step.place % model.all().size());
        switch (step.act) {
            case SEND -> turn(session, step, left, Optional.empty());
            case EDIT -> {
                List<ConversationNodes.Node> questions = model.questions();
                if (!questions.isEmpty()) {
                    turn(session, step, left, Optional.of(questions.get(step.place % questions.size())));
                }
            }
            case CONTINUE -> {
                if (!place.label.startsWith("call ")) {
                    session.continueFrom(real(place));
                    model.move(session.branch(), place);
                }
            }
            case FORK -> fork(session);
            case SUMMARIZE -> summarize(session, step);
            case DELETE -> delete(session, place);
            case NAME -> name(session, place);
            case RUN -> {
                if (model.awaitsAnswer(session.branch())) {
                    run(session, step, left);
                }
            }
            case QUEUE -> queue(session, step, left);
            case ASIDE -> sideTurn(session, step);
            case VALUE -> change(session.state(), session.branch());
            case WITHDRAW -> withdraw(session);
        }
    }

    /** Runs a turn outside the conversation, which may store its answer. */
    private void sideTurn(ConversationSession session, Step step) {
        boolean fails = step.place % 3 == 0;
        boolean placed = step.place % 3 == 1;
        String text = "s" + ++words;
        aside = Optional.of(to -> {
            uses(to, step);
            to.says(text);
            if (fails) {
                to.error = Optional.of(AiError.Category.NETWORK);
            }
        });
        AiReturn ret = session.runSideTurn(SideTurn.of("aside", "A greeting?")
                .withPlacement(placed ? SideTurn.Placement.ANSWER : SideTurn.Placement.NONE));
        if (ret.isOk() == fails) {
            surprises.add(text + " ended with " + ret);
        }
        if (placed) {
            model.append(session.branch(), text);
        }
    }

    /** Sends a message that waits until the turns before it are over. */
    private void queue(ConversationSession session, Step step, Deque<Step> left) {
        String question = "q" + ++words;
        CompletableFuture<AiReturn> done = session.sendAsync(
                question,
                SessionOptions.builder()
                        .busyAction(SessionOptions.BusyAction.QUEUE)
                        .build());
        if (step.fate == Fate.UNSTARTED) {
            done.cancel(false);
            return;
        }
        Optional<CompletableFuture<AiReturn>> before = Optional.ofNullable(last.put(session.branch(), done));
        // J20 what depends on a turn may wait for the next one
        before.filter(first -> !first.isDone())
                .ifPresent(first -> first.thenRun(() -> {
                    if (!done.isDone()) {
                        surprises.add(question + " had not ended when what depends on the message before it ran");
                    }
                }));
        queued.put(question, () -> {
            model.endTurns(session.branch());
            ConversationNodes.Turn turn = model.begin(session.branch(), Optional.empty());
            push(session, turn, step, question, left);
            var unused = done.thenAccept(ret -> over(running.pop(), ret));
        });
    }

    private void over(Running now, AiReturn ret) {
        now.turn.end(ret.isOk(), isCancelled(ret));
    }

    private void push(
            ConversationSession session, ConversationNodes.Turn turn, Step step, String question, Deque<Step> left) {
        running.push(new Running(session, turn, step, question, new ArrayDeque<>(answers(session, turn, step, left))));
    }

    /** Answers what is stored and not answered. */
    private void run(ConversationSession session, Step step, Deque<Step> left) {
        ConversationNodes.Turn turn = model.beginAgain(session.branch());
        push(session, turn, step, "", left);
        end(session, step, session::runAsync);
    }

    private void end(ConversationSession session, Step step, Supplier<CompletableFuture<AiReturn>> start) {
        Running now = running.element();
        boolean alternatives = model.hasAlternatives();
        boolean unstarted = step.fate == Fate.UNSTARTED && !holding;
        holding |= unstarted;
        CompletableFuture<AiReturn> done = start.get();
        if (unstarted) {
            now.turn.end(false, true);
            session.cancel("the program says so");
            holding = false;
            while (!held.isEmpty()) {
                held.poll().run();
            }
        }
        assertThat(done).isCompleted();
        AiReturn ret = done.join();
        failedBesideAlternatives |= !ret.isOk() && alternatives;
        over(now, ret);
        assertThat(running.pop()).isSameAs(now);
    }

    /** Deletes an entry and what follows it, or is refused where the model says so. */
    private void delete(ConversationSession session, ConversationNodes.Node place) {
        boolean quiet = sessions.values().stream().noneMatch(ConversationSession::isRunning);
        boolean allowed = quiet
                && !place.label.isEmpty()
                && !place.label.startsWith("result ")
                && sessions.keySet().stream()
                        .noneMatch(branch -> model.path(branch).contains(place));
        try {
            session.deleteSubtree(real(place));
            if (!allowed) {
                surprises.add("deleted " + place.label);
            }
            model.deleteSubtree(place);
        } catch (IllegalStateException | IllegalArgumentException refused) {
            if (allowed) {
                surprises.add(refused.toString());
            }
        }
    }

    /** Withdraws a fact, or is refused while a turn runs. */
    private void withdraw(ConversationSession session) {
        if (sessions.values().stream().noneMatch(ConversationSession::isRunning)) {
            session.withdrawFact("unit");
            withdrawn = readings;
            mayStartOver = true;
        }
    }

    /** Adds the facts that the model does not know; a policy of another module does so in a runtime. */
    private static AiCall withFacts(AiCall call) {
        return call.attribute(ContextSnapshot.KEY)
                .flatMap(facts -> facts.unknownTo(call.effective()))
                .map(call::withFacts)
                .orElse(call);
    }

    /** Notes values of facts that are sent although they were withdrawn. */
    private void checkFacts(AiCall call) {
        for (Interaction item : call.effective()) {
            if (item instanceof Interaction.Context context
                    && context.values().containsKey("unit")
                    && context.values().get("unit").asInt() <= withdrawn) {
                surprises.add("sent a fact that was withdrawn: " + context.values());
            }
        }
    }

    private void name(ConversationSession session, ConversationNodes.Node place) {
        if (!place.label.startsWith("call ") && named < 3) {
            String name = "n" + named++;
            assertThat(session.nameBranch(name, real(place))).isEqualTo(name);
            model.name(name, place, session.branch());
        }
    }

    /** The comparisons of all pairs of branches: labels behind the common ancestor, and names of values that differ. */
    List<String> comparisons() {
        ConversationSession session = sessions.get(ConversationTree.MAIN);
        List<String> all = new ArrayList<>();
        for (String one : model.heads.keySet()) {
            for (String other : model.heads.keySet()) {
                BranchComparison found = session.compare(one, other);
                all.add(one + "-" + other + " " + label(found.commonAncestor()) + labels(found.one())
                        + labels(found.other())
                        + found.state().stream()
                                .map(BranchComparison.StateDifference::name)
                                .toList());
            }
        }
        return all;
    }

    private static List<String> labels(BranchComparison.Side side) {
        return side.entries().stream().map(ConversationProgram::label).toList();
    }

    /** The same from the model. */
    List<String> expectedComparisons() {
        return model.comparisons();
    }

    private void fork(ConversationSession session) {
        String name = "b" + sessions.size();
        if (sessions.size() < 4) {
            add(session.fork(name));
            model.fork(name, session.branch());
        }
    }

    private void summarize(ConversationSession session, Step step) {
        List<ConversationNodes.Node> path = model.path(session.branch());
        boolean quiet = sessions.values().stream().noneMatch(ConversationSession::isRunning);
        if (path.isEmpty() || !quiet) {
            return;
        }
        int from = step.place % path.size();
        int to = from + step.inner % (path.size() - from);
        if (!path.get(from).label.startsWith("result ") && !path.get(to).label.startsWith("call ")) {
            mayStartOver = true;
            session.summarize(real(path.get(from)), real(path.get(to)), "in short");
            model.summarize(session.branch(), path, from, to);
        }
    }

    /** The entry of the conversation where the model has that node. */
    private ConversationEntry real(ConversationNodes.Node node) {
        return below(tree(), tree().root(), new ArrayList<>()).get(model.all().indexOf(node));
    }

    private static List<ConversationEntry> below(
            ConversationTree tree, ConversationEntry at, List<ConversationEntry> entries) {
        entries.add(at);
        tree.children(at).forEach(child -> below(tree, child, entries));
        return entries;
    }

    private void requireOne(ConversationEntry entry) {
        String before = given.putIfAbsent(entry.id().text(), label(entry));
        if (before != null && !before.equals(label(entry))) {
            surprises.add("id " + entry.id() + " was given twice: " + before + ", " + label(entry));
        }
    }

    private void turn(
            ConversationSession session, Step step, Deque<Step> left, Optional<ConversationNodes.Node> edited) {
        String question = "q" + ++words;
        Optional<ConversationEntry> asked = edited.map(this::real);
        ConversationNodes.Turn turn = model.begin(session.branch(), edited);
        push(session, turn, step, question, left);
        end(
                session,
                step,
                () -> asked.map(entry -> session.editAsync(entry, question))
                        .orElseGet(() -> session.sendAsync(question)));
    }

    private static boolean isCancelled(AiReturn ret) {
        return ret.status() == AiReturn.Status.CANCELLED;
    }

    private List<Behaviour> answers(
            ConversationSession session, ConversationNodes.Turn turn, Step step, Deque<Step> left) {
        Behaviour inner = to -> {
            for (int i = 0; i < step.inner && !left.isEmpty(); i++) {
                play(left.poll(), left);
            }
            change(running.element(), to.call.state(), 1);
        };
        Behaviour fails = to -> to.error = Optional.of(AiError.Category.NETWORK);
        Behaviour cancelled = to -> cancel(session, turn);
        Behaviour partial = to -> {
            uses(to, step);
            turn.append(to.says("part " + ++words));
        };
        Behaviour ok = to -> {
            uses(to, step);
            turn.append(to.says("a" + ++words));
        };
        Behaviour unheard = to -> to.says("a" + ++words);
        Behaviour reworded = to -> {
            to.says("a" + ++words);
            turn.append(REWORDED);
        };
        Behaviour interject = to -> turn.interject(session.interject(BY_THE_WAY));
        Behaviour call = to -> {
            String id = "c" + ++calls;
            uses(to, step);
            to.calls(id);
            turn.append("call " + id);
            atTool = (now, state) -> {
                int before = changes;
                change(now, state, 2);
                if (changes > before) {
                    setByTools.put(id, changes);
                }
                turn.append("result " + id);
                if (step.fate == Fate.CALLS_CANCELLED) {
                    cancel(session, turn);
                } else if (step.fate == Fate.CALLS_INTERJECTED) {
                    interject.run(to);
                }
            };
        };
        return switch (step.fate) {
            case OK, REPLACED, LARGEST, END_THROWS -> List.of(both(inner, ok));
            case FAILS -> List.of(both(inner, fails));
            case CANCELLED -> List.of(both(inner, cancelled));
            case REFUSED, THROWN_AT, UNSTARTED -> List.of();
            case FAILS_IN_PART -> List.of(both(inner, both(partial, fails)));
            case CANCELLED_IN_PART -> List.of(both(inner, both(partial, cancelled)));
            case INTERJECTED -> List.of(both(inner, both(interject, fails)));
            case INTERJECTED_AND_ANSWERED -> List.of(both(inner, both(interject, ok)), ok);
            case INTERJECTED_AND_REFUSED ->
                List.of(both(inner, both(to -> refusing = session.interject(BY_THE_WAY), ok)));
            case INTERJECTED_AND_CANCELLED -> List.of(both(inner, both(interject, cancelled)));
            case ANSWER_STOPPED -> List.of(both(inner, unheard));
            case ANSWER_THROWN -> List.of(both(inner, unheard));
            case ANSWER_REPLACED -> List.of(both(inner, reworded));
            case CALLS_STOPPED, CALLS_CANCELLED -> List.of(both(inner, call));
            case CALLS, CALLS_CHANGED, CALLS_INTERJECTED -> List.of(both(inner, call), ok);
            case CALLS_AND_FAILS -> List.of(both(inner, call), fails);
        };
    }

    /** The turn ends before the cancellation returns, and the next one may have begun. */
    private static void cancel(ConversationSession session, ConversationNodes.Turn turn) {
        if (turn.isRunning()) {
            turn.end(false, true);
            session.cancel("the program says so");
        }
    }

    /** Reports tokens, as many as there can be if the program says so. */
    private void uses(Answering to, Step step) {
        Usage used = step.fate == Fate.LARGEST
                ? Usage.of(Long.MAX_VALUE, Long.MAX_VALUE)
                : Usage.of(1 + step.place % 7, step.inner);
        to.accept(new AiDelta.UsageReport(used));
        model.usage = model.usage.plus(used);
    }

    private static Behaviour both(Behaviour one, Behaviour other) {
        return to -> {
            one.run(to);
            other.run(to);
        };
    }

    /** An answer as it comes about. */
    private static final class Answering {
        private final AiCall call;
        private final Fold fold = Fold.create();
        private Optional<AiError.Category> error = Optional.empty();
        private FinishReason finish = FinishReason.STOP;

        Answering(AiCall call) {
            this.call = call;
        }

        String says(String text) {
            accept(new AiDelta.Text(text));
            return text;
        }

        void calls(String id) {
            accept(new AiDelta.ToolCallPart(0, id, "draw", "{}"));
            finish = FinishReason.TOOL_CALLS;
        }

        private void accept(AiDelta delta) {
            fold.accept(delta);
            call.sink().accept(delta);
        }

        AiReturn done() {
            if (error.isEmpty()) {
                accept(new AiDelta.Finish(finish));
            }
            AiReturn ret = fold.toReturn();
            return error.map(category -> ret.withError(AiError.of(category, "script", "the program says so")))
                    .orElse(ret);
        }
    }

    /** The model that is asked. */
    private final class Scripted implements AiProvider {
        @Override
        public String id() {
            return "program";
        }

        @Override
        public String defaultModel() {
            return "steps";
        }

        @Override
        public AiReturn call(AiCall call) {
            checkFacts(call);
            Answering answering = new Answering(call);
            Optional<Behaviour> once = aside;
            aside = Optional.empty();
            if (once.isPresent()) {
                once.get().run(answering);
            } else {
                asking.accept(call);
                running.element().answers.pop().run(answering);
            }
            return answering.done();
        }
    }

    /** The hook that changes state where turns begin and end, and refuses some before anything of them is stored. */
    private final class Moments implements Hook {
        @Override
        public void onSessionOpened(Context context) {
            main = Optional.of(context);
            marking.watch(MarkingClock.conversation(context.state()));
        }

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            Optional.ofNullable(queued.remove(input.text())).ifPresent(Runnable::run);
            Running now = running.element();
            if (!values(context.state()).equals(now.turn.values())) {
                surprises.add(now.question + " began with " + values(context.state()) + ", not " + now.turn.values());
            }
            change(now, context.state(), 3);
            if (now.fate() == Fate.REFUSED) {
                return Decision.stop("the program says so");
            } else if (now.fate() == Fate.THROWN_AT) {
                throw new IllegalStateException("the program says so");
            }
            return now.fate() == Fate.REPLACED && !now.question.isEmpty()
                    ? Decision.replace(Interaction.user(now.question + " in other words"))
                    : Decision.proceed();
        }

        @Override
        public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
            boolean refused = refusing;
            refusing = false;
            return refused ? Decision.stop("the program says so") : Decision.proceed();
        }

        @Override
        public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
            return running.element().fate() == Fate.CALLS_STOPPED
                    ? Decision.stop("the program says so")
                    : Decision.proceed();
        }

        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            Fate fate = entry.kind() == Interaction.Kind.ASSISTANT
                    ? running.element().fate()
                    : Fate.OK;
            if (fate == Fate.ANSWER_STOPPED) {
                return Decision.stop("the program says so");
            } else if (fate == Fate.ANSWER_THROWN) {
                throw new IllegalStateException("the program says so");
            }
            ConversationEntry stored = fate == Fate.ANSWER_REPLACED ? RandomHook.reworded(entry) : entry;
            requireOne(stored);
            if (entry.kind() == Interaction.Kind.USER && entry.text().equals(BY_THE_WAY)) {
                running.element().turn.hear();
            } else if (entry.kind() == Interaction.Kind.USER) {
                running.element().turn.append(entry.text());
            }
            return stored == entry ? Decision.proceed() : Decision.replace(stored);
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            Running now = running.element();
            over(now, ret);
            change(now, context.state(), 4);
            if (now.fate() == Fate.END_THROWS) {
                throw new IllegalStateException("the program says so");
            }
        }
    }
}
