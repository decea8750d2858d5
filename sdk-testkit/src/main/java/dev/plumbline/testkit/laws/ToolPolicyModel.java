package dev.plumbline.testkit.laws;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.ToolContexts;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Compares everything that can be seen of a tool policy with what can be seen of its model, over a history of batches: each with a
 * time before it, in one of two sessions and in the same turn or the next one, of calls that are new or equal to earlier ones.
 */
final class ToolPolicyModel {
    private static final Set<String> DEEDS =
            Set.of("progress", "ask", "interject", "publish", "addTraceAttributes", "child");
    private static final List<Duration> TIMES = List.of(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMillis(999),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            Duration.ofDays(1),
            Duration.ofDays(40));
    private static final Blob FILE = Blob.of(new byte[] {7, 3, 1}, "application/pdf");
    private static final int SHOWN = 90;
    private static final int HISTORY = 500;
    private static final int NEW = 7;
    private static final String NAME = "Aa";
    private static final String TWIN = "BB";

    private final ToolPolicyLaws laws;
    private final List<ToolEnvelope> answers;
    private final List<String> words;

    /** Creates comparisons of new policies with new models, of tools that answer with any of these. */
    ToolPolicyModel(ToolPolicyLaws laws, List<ToolEnvelope> answers) {
        this.laws = laws;
        this.answers = answers;
        this.words = laws.words().isEmpty() ? List.of("a wall") : laws.words();
    }

    /** A tool and the arguments of a call. */
    private record Question(ToolDefinition tool, Json arguments) {
        /** Returns the same call with another name, of which the hash is the same. */
        Question nearly() {
            boolean isOne = arguments.get("name").equals(Json.of(NAME));
            return new Question(tool, arguments.with("name", isOne ? TWIN : NAME));
        }
    }

    /** A call of a batch, with the answer of its tool and the option that the user chooses. */
    private record Step(Question question, String id, ToolEnvelope answer, Duration takes, int choice, boolean isOver) {
        String shown() {
            return question.tool().name() + " "
                    + LawAssertion.shortened(question.arguments().text(), SHOWN)
                    + (isOver ? " in a cancelled turn" : "") + ", the tool answers "
                    + LawAssertion.shortened(answer.toJson().text(), SHOWN)
                    + (takes.isZero() ? "" : " after " + takes);
        }
    }

    /** Calls of one turn that are made at once, so long after those before them. */
    private record Batch(Duration time, int session, int turn, List<Step> steps, int order) {
        Batch after(Duration other) {
            return new Batch(other, session, turn, steps, order);
        }
    }

    /** The policy or its model, with the states of its sessions and a clock. */
    private record Side(ToolPolicy policy, VirtualClock clock, Map<String, State> states) {
        Side(ToolPolicy policy, VirtualClock clock) {
            this(policy, clock, new HashMap<>());
        }
    }

    /** A new policy and a new model. */
    private record Pair(Side policy, Side model) {
        static Optional<Pair> of(ToolPolicyLaws laws) {
            ToolPolicy policy = laws.toolPolicy();
            return laws.model().map(model -> new Pair(new Side(policy, laws.clock()), new Side(model, laws.clock())));
        }

        boolean haveOneClock() {
            return policy.clock().equals(model.clock());
        }

        void pass(Duration time) {
            policy.clock().advance(time);
            if (!haveOneClock()) {
                model.clock().advance(time);
            }
        }

        /** Lets the clock of one of them catch up, if the other has waited. */
        void meet() {
            Duration behind =
                    Duration.between(model.clock().instant(), policy.clock().instant());
            (behind.isNegative() ? policy : model).clock().advance(behind.abs());
        }
    }

    /** Compares the two over that history: each number is a batch. */
    void check(List<Integer> numbers) {
        Pair.of(laws).ifPresent(pair -> compare(pair, batches(numbers, pair.haveOneClock())));
    }

    /**
     * Compares the two right before, at and right after each time at which the model changes what it does: the last batch is made again
     * after so long.
     */
    void edges(List<Integer> numbers) {
        if (laws.model().isEmpty()) {
            return;
        }
        List<Batch> batches = batches(numbers, true);
        Batch last = batches.get(batches.size() - 1);
        for (Duration edge : TimeEdges.of(time -> ofModel(batches, last.after(time)))) {
            for (Duration time : TimeEdges.around(edge)) {
                List<Batch> all = new ArrayList<>(batches);
                all.add(last.after(time));
                compare(Pair.of(laws).orElseThrow(), all);
            }
        }
    }

    /** Returns what a new model does at last. */
    private Object ofModel(List<Batch> batches, Batch last) {
        Side model = Pair.of(laws).orElseThrow().model();
        Object seen = "";
        for (Batch batch : Stream.concat(batches.stream(), Stream.of(last)).toList()) {
            model.clock().advance(batch.time());
            seen = seen(model, batch);
        }
        return seen;
    }

    private List<Batch> batches(List<Integer> numbers, boolean haveOneClock) {
        List<Batch> batches = new ArrayList<>();
        List<Question> earlier = new ArrayList<>();
        Random all = new Random(numbers.hashCode());
        List<ToolDefinition> given = ToolPolicyRun.tools(laws);
        List<ToolDefinition> tools = all.nextBoolean() ? given : List.of(PolicyModel.one(given, all));
        List<ToolEnvelope> some = List.of(failed("a wall", all), answer(all));
        boolean isMonotonous = all.nextBoolean(); // limits count what ends in one way
        int[] turns = {1, 1};
        for (int number : numbers) {
            Random any = new Random(number * StoreHistories.SPREAD);
            int session = any.nextInt(3) / 2;
            turns[session] += any.nextInt(3) / 2;
            List<Step> steps = new ArrayList<>();
            for (int i = 1 + any.nextInt(3); i > 0; i--) {
                Question question = switch (earlier.isEmpty() ? 0 : any.nextInt(NEW)) {
                    case 0, 1 -> question(PolicyModel.one(tools, any), any);
                    case 2 ->
                        new Question(
                                PolicyModel.one(tools, any),
                                PolicyModel.one(earlier, any).arguments());
                    case 3 -> PolicyModel.one(earlier, any).nearly();
                    default -> PolicyModel.one(earlier, any);
                };
                earlier.add(question);
                steps.add(new Step(
                        question,
                        "call_" + i + (any.nextInt(4) == 0 ? "" : "_" + earlier.size()), // a model may give an id twice
                        isMonotonous ? PolicyModel.one(some, any) : answer(any),
                        !haveOneClock && any.nextInt(4) == 0 ? PolicyModel.one(TIMES, any) : Duration.ZERO,
                        any.nextInt(4),
                        any.nextInt(12) == 0));
            }
            batches.add(new Batch(PolicyModel.one(TIMES, any), session, turns[session], steps, any.nextInt()));
        }
        return batches;
    }

    private Question question(ToolDefinition tool, Random any) {
        String text = PolicyWords.text(words, any);
        Json arguments = switch (any.nextInt(7)) {
            case 0 -> Json.object();
            case 1 -> Json.object().with("n", any.nextInt(3));
            case 2 -> Json.object().with("name", NAME);
            case 3 -> Json.object().with("text", text);
            case 4 -> Json.object().with("n", 1).with("list", List.of(text, PolicyWords.text(words, any)));
            case 5 ->
                Json.object().with("inner", Json.object().with("text", text).with("n", any.nextInt(2)));
            default -> Json.object().with("text", PolicyModel.one(words, any)).with("n", 1.5);
        };
        return new Question(tool, arguments);
    }

    private ToolEnvelope answer(Random any) {
        String text = PolicyWords.text(words, any);
        return switch (any.nextInt(7)) {
            case 6 -> ToolEnvelope.ok(text).withParts(CallInput.PICTURE, new Part.File("plan.pdf", FILE));
            case 0 -> ToolEnvelope.ok(text);
            case 1 -> ToolEnvelope.ok(Json.object().with("text", text).with("list", List.of(text, "5 m")));
            case 2 -> failed(text, any);
            default -> PolicyModel.one(answers, any);
        };
    }

    private static ToolEnvelope failed(String text, Random any) {
        ToolEnvelope.Code code = any.nextBoolean()
                ? ToolEnvelope.Code.FAILED
                : PolicyModel.one(List.of(ToolEnvelope.Code.values()), any);
        return ToolEnvelope.failed(code, "It failed: " + text).withRetryable(any.nextBoolean());
    }

    private void compare(Pair pair, List<Batch> batches) {
        for (int i = 0; i < batches.size(); i++) {
            Batch batch = batches.get(i);
            pair.pass(batch.time());
            Map<String, Object> expected = seen(pair.model(), batch);
            Map<String, Object> seen = seen(pair.policy(), batch);
            List<Batch> history = batches.subList(0, i + 1);
            seen.forEach((what, value) -> {
                if (!value.equals(expected.get(what))) {
                    throw new LawAssertion(
                                    "a tool policy is as its model", "a new policy and a new model" + show(history))
                            .violation(
                                    what + " " + LawAssertion.difference(value, expected.get(what), "; of the model "),
                                    "do what model() does, whatever comes and came; if the model is wrong, change it");
                }
            });
            pair.meet();
        }
    }

    /** Returns the last batches, the one at which the two differ at the end, and how many are left out. */
    private static String show(List<Batch> batches) {
        StringBuilder shown = new StringBuilder();
        int begin = batches.size();
        while (begin > 0 && (begin == batches.size() || shown.length() < HISTORY)) {
            Batch batch = batches.get(--begin);
            String when = (batch.time().isZero() ? "" : batch.time() + " later, ") + "in turn " + batch.turn()
                    + " of session " + batch.session() + ": ";
            batch.steps().forEach(step -> shown.insert(0, "\n    " + when + step.shown()));
        }
        return (begin == 0 ? "" : "\n    " + begin + " batches that are left out") + shown;
    }

    /** Returns everything that can be seen of a batch: all calls are admitted first, and those that are run then, in any order. */
    private Map<String, Object> seen(Side side, Batch batch) {
        Map<String, Object> seen = new LinkedHashMap<>();
        List<Runnable> admitted = new ArrayList<>();
        for (Step step : batch.steps()) {
            String of = " of " + step.id() + ", " + step.question().tool().name();
            List<String> deeds = new ArrayList<>();
            ToolContext call = context(side, step, batch, deeds);
            ToolPolicy.Admission admission = named(() -> side.policy().admit(call));
            seen.put("what was done before the run" + of, List.copyOf(deeds));
            if (admission instanceof ToolPolicy.Admission.Answered answered) {
                seen.put("the outcome of the admission" + of, whole(answered.envelope()));
            } else {
                admitted.add(
                        () -> run(side, ((ToolPolicy.Admission.Admitted) admission).call(), step, of, deeds, seen));
            }
        }
        Collections.shuffle(admitted, new Random(batch.order()));
        admitted.forEach(Runnable::run);
        return seen;
    }

    private static void run(
            Side side, ToolContext call, Step step, String of, List<String> deeds, Map<String, Object> seen) {
        List<List<Object>> runs = new ArrayList<>();
        deeds.clear();
        ToolPolicy.Next tool = given -> {
            runs.add(List.of(given.call().arguments().text(), ToolPolicyRun.beside(given)));
            side.clock().advance(step.takes());
            return step.answer();
        };
        boolean isWrapped = side.policy().wraps(step.question().tool());
        ToolEnvelope outcome = isWrapped ? named(() -> side.policy().around(call, tool)) : tool.proceed(call);
        seen.put("how often the tool ran" + of, runs.size());
        seen.put("the arguments and the context of the tool" + of, runs);
        seen.put("what was done" + of, List.copyOf(deeds));
        seen.put("the outcome" + of, whole(outcome));
    }

    private static <T> T named(Supplier<T> policy) {
        try {
            return policy.get();
        } catch (RuntimeException | Error e) {
            throw new LawAssertion("a tool policy is as its model", "any call")
                    .violation(
                            e.getClass().getName(),
                            "return an envelope; an exception ends the turn with EXTENSION and the policy's name");
        }
    }

    /** Returns an envelope as text with everything that it has. */
    private static List<Object> whole(ToolEnvelope outcome) {
        return List.of(outcome.toJson().text(), outcome.parts(), outcome.stopsTurn(), outcome);
    }

    private static State state(Side side, Batch batch) {
        State ofSession = side.states().computeIfAbsent("session-" + batch.session(), name -> State.inMemory());
        State ofTurn =
                side.states().computeIfAbsent("turn-" + batch.session() + "-" + batch.turn(), name -> State.inMemory());
        return new Scoped(ofSession, ofTurn);
    }

    /** A state of which a part ends with the turn. */
    private record Scoped(State session, State turn) implements State {
        private State of(StateKey<?> key) {
            return key.scope() == StateKey.Scope.TURN || key.scope() == StateKey.Scope.ROUND ? turn : session;
        }

        @Override
        public <T> T get(StateKey<T> key) {
            return of(key).get(key);
        }

        @Override
        public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
            return of(key).update(key, change);
        }
    }

    private static ToolContext context(Side side, Step step, Batch batch, List<String> deeds) {
        Cancellation turn = Cancellation.create(side.clock());
        if (step.isOver()) {
            turn.cancel("cancelled by the law");
        }
        int conversation = Math.min(2, batch.turn() - 1);
        ToolDefinition tool = step.question().tool();
        FakeToolContext right = FakeToolContext.of(
                tool,
                new Interaction.ToolCall(step.id(), tool.name(), step.question().arguments()),
                new IToolExecutor.CallScope(
                        ToolContexts.ids(batch.session(), batch.turn(), 0),
                        Selector.of("*"),
                        ToolContexts.conversation(conversation),
                        turn,
                        state(side, batch),
                        State.inMemory(),
                        TelemetryObserver.NONE,
                        1,
                        ToolContexts.listener(ToolContexts.tree(conversation), ToolContexts.branch(batch.session()))));
        return watched(right, step.choice(), deeds);
    }

    /** Returns a context that notes what is done with it, and whose user chooses the option of that number, or none. */
    private static ToolContext watched(ToolContext right, int choice, List<String> deeds) {
        return (ToolContext) Proxy.newProxyInstance(
                ToolContext.class.getClassLoader(), new Class<?>[] {ToolContext.class}, (proxy, method, given) -> {
                    if (given != null && DEEDS.contains(method.getName())) {
                        deeds.add(method.getName() + " " + Arrays.deepToString(given));
                    }
                    if (given != null && given.length == 3 && given[1] instanceof List<?> options) {
                        return choice < options.size() ? Optional.of(options.get(choice)) : Optional.empty();
                    }
                    if (method.getName().equals("equals")) {
                        return proxy == given[0];
                    }
                    try {
                        Object result = method.invoke(right, given);
                        return result instanceof ToolContext other
                                        && !method.getName().equals("child")
                                ? watched(other, choice, deeds)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }
}
