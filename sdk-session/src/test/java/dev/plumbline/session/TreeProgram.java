package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Fold;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A conversation and a plain model of its tree, side by side. Turns run on the caller's thread, one inside the model call
 * of another if the program says so, so nothing depends on luck.
 */
final class TreeProgram {
    private final Deque<Behaviour> script = new ArrayDeque<>();
    private final SessionStore store;
    private final SessionEngine engine;
    private final Map<String, ConversationSession> sessions = new LinkedHashMap<>();
    private final TurnModel model;
    private boolean refuse;
    private int words;
    private int calls;
    private boolean failedBesideAlternatives;

    /** What is done. */
    enum Act {
        SEND,
        EDIT,
        CONTINUE,
        FORK,
        SUMMARIZE
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

    /** What the model does when it is asked. */
    private interface Behaviour {
        void run(Answering to);
    }

    TreeProgram(SessionStore store) {
        this.store = store;
        this.model = new TurnModel();
        this.engine = engine();
        add(engine.open(AiBody.builder().toolFilter("*").build(), SessionOptions.none()));
    }

    /** The same conversation, closed and read again. */
    private TreeProgram(TreeProgram before) {
        before.engine.close();
        this.store = before.store;
        this.model = before.model;
        this.words = before.words;
        this.calls = before.calls;
        this.engine = engine();
        ConversationSession main =
                engine.resume(before.sessions.get(ConversationTree.MAIN).id(), SessionOptions.none());
        add(main);
        before.sessions.keySet().stream()
                .filter(name -> !name.equals(ConversationTree.MAIN))
                .forEach(name -> add(main.onBranch(name)));
    }

    TreeProgram resumed() {
        return new TreeProgram(this);
    }

    private SessionEngine engine() {
        AtomicInteger ids = new AtomicInteger();
        FakeTools tools = new FakeTools().echo("draw");
        return SessionEngine.builder(PolicyChain.builder().build(new Scripted()), tools)
                .time(VirtualClock.create())
                .executor(Runnable::run)
                .ids(() -> "id" + ids.incrementAndGet())
                .model(House.MODEL)
                .addHook("refusing", new Refusing(), "")
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

    private static String shape(ConversationTree tree, Entry at, Map<String, List<String>> heads) {
        return label(at)
                + heads.getOrDefault(at.id().text(), List.of())
                + tree.children(at).stream()
                        .map(child -> shape(tree, child, heads))
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static String label(Entry entry) {
        return entry.interactions().stream()
                .map(item -> item instanceof Interaction.ToolCall call
                        ? "call " + call.id()
                        : item instanceof Interaction.ToolResult result ? "result " + result.callId() : item.text())
                .collect(Collectors.joining("+"));
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
        TurnModel.Node place = model.all().get(step.place % model.all().size());
        switch (step.act) {
            case SEND -> turn(session, step, left, Optional.empty());
            case EDIT -> {
                List<TurnModel.Node> questions = model.questions();
                if (!questions.isEmpty()) {
                    turn(session, step, left, Optional.of(questions.get(step.place % questions.size())));
                }
            }
            case CONTINUE -> {
                if (!place.label.startsWith("call ")) {
                    session.continueFrom(real(place));
                    model.heads.put(session.branch(), place);
                }
            }
            case FORK -> fork(session);
            case SUMMARIZE -> summarize(session, step);
        }
    }

    private void fork(ConversationSession session) {
        String name = "b" + sessions.size();
        if (sessions.size() < 4) {
            add(session.fork(name));
            model.heads.put(name, model.heads.get(session.branch()));
        }
    }

    private void summarize(ConversationSession session, Step step) {
        List<TurnModel.Node> path = model.path(session.branch());
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
    private Entry real(TurnModel.Node node) {
        List<Entry> entries = new ArrayList<>();
        below(tree(), tree().root(), entries);
        return entries.get(model.all().indexOf(node));
    }

    private static void below(ConversationTree tree, Entry at, List<Entry> entries) {
        entries.add(at);
        tree.children(at).forEach(child -> below(tree, child, entries));
    }

    private void turn(ConversationSession session, Step step, Deque<Step> left, Optional<TurnModel.Node> edited) {
        String question = "q" + ++words;
        Optional<Entry> asked = edited.map(this::real);
        TurnModel.Turn turn = model.begin(session.branch(), edited);
        refuse = step.fate == Fate.REFUSED;
        if (!refuse) {
            turn.append(question);
        }
        List<Behaviour> answers = answers(session, turn, step, left);
        for (int i = answers.size() - 1; i >= 0; i--) {
            script.push(answers.get(i));
        }
        boolean alternatives = model.hasAlternatives();
        CompletableFuture<AiReturn> done =
                asked.map(entry -> session.editAsync(entry, question)).orElseGet(() -> session.sendAsync(question));
        assertThat(done).isCompleted();
        boolean ok = done.join().isOk();
        failedBesideAlternatives |= !ok && alternatives;
        turn.end(ok);
    }

    private List<Behaviour> answers(ConversationSession session, TurnModel.Turn turn, Step step, Deque<Step> left) {
        Behaviour inner = to -> {
            for (int i = 0; i < step.inner && !left.isEmpty(); i++) {
                play(left.poll(), left);
            }
        };
        Behaviour fails = to -> to.error = Optional.of(AiError.Category.NETWORK);
        Behaviour cancelled = to -> session.cancel("the program says so");
        Behaviour partial = to -> turn.append(to.says("part " + ++words));
        Behaviour ok = to -> turn.append(to.says("a" + ++words));
        Behaviour call = to -> {
            String id = "c" + ++calls;
            to.calls(id);
            turn.append("call " + id);
            turn.append("result " + id);
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

    /** The hook that refuses a turn before anything of it is stored. */
    private final class Refusing implements Hook {
        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            return refuse ? Decision.stop("the program says so") : Decision.proceed();
        }
    }
}
