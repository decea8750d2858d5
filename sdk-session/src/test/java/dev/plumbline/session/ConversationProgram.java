package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Fold;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.StateKey;
import dev.plumbline.conversation.BranchComparison;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.VirtualClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
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

    private final Deque<Behaviour> script = new ArrayDeque<>();
    private final Deque<Running> running = new ArrayDeque<>();
    private BiConsumer<Running, State> atTool = (turn, state) -> {};
    private final SessionStore store;
    private final SessionEngine engine;
    private final Map<String, ConversationSession> sessions = new LinkedHashMap<>();
    private final ConversationNodes model;
    private Optional<Hook.Context> main = Optional.empty();
    private int words;
    private int changes;

    /** Turns that began with another state than the model's, and ids that were given twice. */
    final List<String> surprises = new ArrayList<>();

    /** What the entry of each id held, also of those that were deleted. */
    private final Map<String, String> given = new HashMap<>();

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
        NAME
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
        CALLS_AND_FAILS
    }

    /**
     * One operation.
     *
     * @param branch which one, by number
     * @param place which entry, by number
     * @param inner how many of the operations that follow happen while the model is asked
     */
    record Step(Act act, Fate fate, int branch, int place, int inner) {}

    /** A turn that runs. */
    private record Running(ConversationNodes.Turn turn, Step step, String question) {}

    /** What the model does when it is asked. */
    private interface Behaviour {
        void run(Answering to);
    }

    ConversationProgram(SessionStore store) {
        this.store = store;
        this.model = new ConversationNodes();
        this.engine = engine();
        add(engine.open(AiBody.builder().toolFilter("*").build(), SessionOptions.none()));
    }

    /** The same conversation, closed and read again. */
    private ConversationProgram(ConversationProgram before, SessionStore store) {
        before.engine.close();
        this.store = store;
        this.model = before.model;
        this.words = before.words;
        this.calls = before.calls;
        this.named = before.named;
        this.changes = before.changes;
        this.given.putAll(before.given);
        this.engine = engine();
        ConversationSession main =
                engine.resume(before.sessions.get(ConversationTree.MAIN).id(), SessionOptions.none());
        add(main);
        before.sessions.keySet().stream()
                .filter(name -> !name.equals(ConversationTree.MAIN))
                .forEach(name -> add(main.onBranch(name)));
    }

    ConversationProgram resumed() {
        return new ConversationProgram(this, store);
    }

    /** Returns the conversation closed and read again by another object for the same store. */
    ConversationProgram resumed(SessionStore another) {
        return new ConversationProgram(this, another);
    }

    void close() {
        engine.close();
    }

    String id() {
        return sessions.get(ConversationTree.MAIN).id();
    }

    private SessionEngine engine() {
        AtomicInteger ids = new AtomicInteger();
        FakeToolExecutor tools = new FakeToolExecutor().tool("draw", (call, scope) -> {
            atTool.accept(running.element(), scope.state());
            return ToolEnvelope.ok(1);
        });
        return EngineSettings.of(PolicyChain.builder().build(new Scripted()), tools)
                .time(VirtualClock.create())
                .executor(Runnable::run)
                .ids(() -> "id" + ids.incrementAndGet())
                .model(EngineFixture.MODEL)
                .addHook("program", new Moments(), "")
                .journal(store, FailureMode.FAIL)
                .build();
    }

    private void add(ConversationSession session) {
        sessions.put(session.branch(), session);
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
        ConversationTree tree = tree();
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
        return entry.interactions().stream()
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
        Map<String, Integer> values = new HashMap<>();
        KEYS.forEach(key -> values.put(key.name(), state.get(key)));
        values.values().removeIf(value -> value == 0);
        return values;
    }

    /** Changes a value at some moments of a turn. */
    private void change(Running now, State state, int moment) {
        if ((now.step.place >> moment) % 2 == 1) {
            StateKey<Integer> key = KEYS.get(++changes % KEYS.size());
            state.update(key, before -> changes);
            now.turn.write(key.name(), changes);
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
        }
    }

    private void play(Step step, Deque<Step> left) {
        List<ConversationSession> idle =
                sessions.values().stream().filter(one -> !one.isRunning()).toList();
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
        }
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
        running.push(new Running(turn, step, question));
        List<Behaviour> answers = answers(session, turn, step, left);
        for (int i = answers.size() - 1; i >= 0; i--) {
            script.push(answers.get(i));
        }
        boolean alternatives = model.hasAlternatives();
        CompletableFuture<AiReturn> done =
                asked.map(entry -> session.editAsync(entry, question)).orElseGet(() -> session.sendAsync(question));
        assertThat(done).isCompleted();
        AiReturn ret = done.join();
        boolean ok = ret.isOk();
        failedBesideAlternatives |= !ok && alternatives;
        turn.end(ok, isCancelled(ret));
        running.pop();
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
        Behaviour cancelled = to -> session.cancel("the program says so");
        Behaviour partial = to -> turn.append(to.says("part " + ++words));
        Behaviour ok = to -> turn.append(to.says("a" + ++words));
        Behaviour call = to -> {
            String id = "c" + ++calls;
            to.calls(id);
            turn.append("call " + id);
            atTool = (now, state) -> {
                change(now, state, 2);
                turn.append("result " + id);
            };
        };
        Behaviour interject = to -> {
            session.interject("by the way");
            turn.append("by the way");
        };
        return switch (step.fate) {
            case OK -> List.of(both(inner, ok));
            case FAILS -> List.of(both(inner, fails));
            case CANCELLED -> List.of(both(inner, cancelled));
            case REFUSED -> List.of();
            case FAILS_IN_PART -> List.of(both(inner, both(partial, fails)));
            case CANCELLED_IN_PART -> List.of(both(inner, both(partial, cancelled)));
            case INTERJECTED -> List.of(both(inner, both(interject, fails)));
            case CALLS -> List.of(both(inner, call), ok);
            case CALLS_AND_FAILS -> List.of(both(inner, call), fails);
        };
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
            Answering answering = new Answering(call);
            script.pop().run(answering);
            return answering.done();
        }
    }

    /** The hook that changes state where turns begin and end, and refuses some before anything of them is stored. */
    private final class Moments implements Hook {
        @Override
        public void onSessionOpened(Context context) {
            main = Optional.of(context);
        }

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            Running now = running.element();
            if (!values(context.state()).equals(now.turn.values())) {
                surprises.add(now.question + " began with " + values(context.state()) + ", not " + now.turn.values());
            }
            change(now, context.state(), 3);
            if (now.step.fate == Fate.REFUSED) {
                return Decision.stop("the program says so");
            }
            now.turn.append(now.question);
            return Decision.proceed();
        }

        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            requireOne(entry);
            return Decision.proceed();
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            Running now = running.element();
            now.turn.end(ret.isOk(), isCancelled(ret));
            change(now, context.state(), 4);
        }
    }
}
