package dev.plumbline.testkit;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.testkit.internal.AtOnce;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.Rounds;
import dev.plumbline.testkit.internal.ShortWait;
import dev.plumbline.testkit.internal.StartedThreads;
import dev.plumbline.testkit.internal.ToolContexts;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks the laws of a tool: its answers and its effects on the program. Each method is a law and throws an
 * AssertionError with the law, the arguments and the remedy. The arguments must fit the tool's schema.
 *
 * @param tool the tool
 * @param schemas generates the schema of its input
 * @param snapshot returns the state that the tool may change, as a value with {@code equals}
 */
public record ToolChecker(AiTool tool, JsonSchemaService schemas, Supplier<Object> snapshot) {
    private static final int LONGEST_RESULT = 1_000_000;
    private static final int CALLS = 10;
    private static final int AT_ONCE = 4;

    /** How often calls are tried at once at least. */
    private static final int LEAST = 20;

    /**
     * How often two threads try it at least where one of them is refused because of the other: whether it may and what it does may be two
     * steps, between which there is hardly any time.
     */
    private static final int LEAST_CONTESTED = 300;

    private static final String ONE_STEP =
            "change what calls share in one step, under a lock, and keep the rest in local variables; or remove withConcurrent()";

    /** The number of equal calls after which a tool is taken to have no limit. */
    private static final int MANY = 50;

    /** How long calls are tried at once. */
    private static final Duration TOGETHER = Duration.ofMillis(60);

    /** How long calls are tried at once of which the outcome depends on the order. */
    private static final Duration CONTESTED = Duration.ofMillis(300);

    /** How long what a call has started may take to end. */
    private static final Duration LATE = Duration.ofMillis(300);

    /** Returns a checker that does not compare effects. */
    public static ToolChecker of(AiTool tool) {
        return new ToolChecker(tool, SimpleSchemaGenerator.PLAIN, () -> "");
    }

    /** Returns a copy that compares this value before and after calls. */
    public ToolChecker withSnapshot(Supplier<Object> value) {
        return new ToolChecker(tool, schemas, value);
    }

    /** Returns the schema of the tool's arguments. */
    public Json inputSchema() {
        return tool.definition(schemas, "").inputSchema();
    }

    /**
     * Checks that the definition of the tool is complete and stays, that its examples fit its schema, and that they are
     * answered or refused with a sentence.
     */
    public void definitionIsRight() {
        LawAssertion verdict = new LawAssertion("the definition and its examples are right", tool.name());
        ToolDefinition before = tool.definition(schemas, "");
        verdict.check(
                !tool.description().isBlank()
                        && tool.timeout().compareTo(Duration.ZERO) > 0
                        && tool.input().apply(schemas).equals(before.inputSchema()),
                "no description, time or schema",
                "describe the tool for the model, and give it time");
        for (Json example : tool.examples()) {
            schemas.fault(before.inputSchema(), example).ifPresent(fault -> {
                throw verdict.violation(
                        "the example " + example.text() + ": " + fault, "give examples that a model could send");
            });
            answersOrRefuses(example);
        }
        List<Object> said = List.of(tool.affinity(), tool.exclusive(), tool.tags());
        verdict.check(
                before.equals(tool.definition(schemas, ""))
                        && said.equals(List.of(tool.affinity(), tool.exclusive(), tool.tags())),
                "another definition than before its calls",
                "decide the schemas of a tool when it is created; models and caches compare them");
    }

    /** Checks that the sentence for the user who approves is the same for the same arguments, and that asking changes nothing. */
    public void previewDependsOnItsArguments(Json arguments, Json other) {
        tool.preview().ifPresent(preview -> {
            LawAssertion verdict = verdict("preview depends on its arguments", arguments);
            Object before = snapshot.get();
            String first = preview.apply(arguments);
            String unused = preview.apply(other);
            String second = preview.apply(arguments);
            verdict.check(
                    first.equals(second),
                    Json.of(first).text() + ", then " + Json.of(second).text(),
                    "make the sentence of the arguments alone; a call whose sentence has changed is refused");
            tool.drawing().ifPresent(drawing -> drawing.apply(arguments).close());
            verdict.check(
                    before.equals(snapshot.get()) && !first.isBlank(),
                    "a change, or no sentence",
                    "change nothing when the user is asked, also not by a drawing");
        });
    }

    /** Checks that the constructors of the tool's input change nothing: they run before a user is asked, and again later. */
    private void inputOnlyChecks(Json arguments) {
        tool.binding().ifPresent(binding -> {
            Object before = snapshot.get();
            boolean first = isBound(binding, arguments);
            boolean second = isBound(binding, arguments);
            verdict("constructors of the input only check", arguments)
                    .check(
                            first == second && before.equals(snapshot.get()),
                            "a second check that finds something else, or a change",
                            "let the constructors of records check their values and do nothing else");
        });
    }

    private static boolean isBound(Consumer<Json> binding, Json arguments) {
        try {
            binding.accept(arguments);
            return true;
        } catch (JsonException refused) {
            return false;
        }
    }

    /**
     * Checks that the tool returns a result or refuses with a sentence, and throws no other exception, and that its input only
     * checks.
     */
    public void answersOrRefuses(Json arguments) {
        inputOnlyChecks(arguments);
        LawAssertion verdict = verdict("it answers or refuses with a sentence", arguments);
        ToolEnvelope outcome = call(arguments, verdict);
        outcome.failure()
                .ifPresent(failure -> verdict.check(
                        failure.message().strip().contains(" ")
                                && !failure.message().matches("(?s).*\\w(Exception|Error)\\b.*"),
                        failure.code() + " with the message "
                                + Json.of(failure.message()).text(),
                        "tell the model in a sentence what was wrong and what to do instead"));
        verdict.check(
                !outcome.isOk() || !isFailure(outcome.result()),
                "the success " + outcome.result().text(),
                "throw ToolException: its outcome is a failure, which programs, views and policies see as one");
        if (outcome.isOk() && tool.output().isPresent()) {
            Json schema = tool.output().get().apply(schemas);
            schemas.fault(schema, returned(outcome.result(), schema)).ifPresent(fault -> {
                throw verdict.violation(
                        outcome.result().text() + ": " + fault,
                        "return what the schema of the result says; another result is INVALID_RESULT for the model");
            });
        }
        int length = outcome.toJson().text().length();
        verdict.check(
                length <= LONGEST_RESULT,
                "a result of " + length + " characters",
                "return a part, and say how to ask for the rest");
    }

    /** Returns whether a result says that the call has failed, in the first words or in a member that tools use for that. */
    private static boolean isFailure(Json result) {
        String text = result.get("value").findText().orElse("").strip().toLowerCase(Locale.ROOT);
        boolean saysSo = Stream.of("error", "exception", "failed", "failure", "invalid", "could not", "cannot")
                .anyMatch(text::startsWith);
        return saysSo
                || isTrue(result.get("isError"))
                || result.get("error").findText().stream().anyMatch(words -> !words.isBlank())
                || Stream.of("ok", "success")
                        .map(result::get)
                        .anyMatch(said -> said.kind() == Json.Kind.BOOLEAN && !said.asBoolean());
    }

    private static boolean isTrue(Json value) {
        return value.kind() == Json.Kind.BOOLEAN && value.asBoolean();
    }

    /** Checks that a refused call has changed nothing. */
    public void refusedMeansUnchanged(Json arguments) {
        LawAssertion verdict = verdict("refused means unchanged", arguments);
        Object before = snapshot.get();
        ToolEnvelope outcome = call(arguments, verdict);
        verdict.check(
                outcome.isOk() || before.equals(snapshot.get()),
                "a refused call that changed something",
                "check everything before changing anything, or return what was done");
    }

    /** Checks that a read-only tool changes nothing. */
    public void readOnlyChangesNothing(Json arguments) {
        if (definition("read-only")) {
            LawAssertion verdict = verdict("read-only changes nothing", arguments);
            Object before = snapshot.get();
            call(arguments, verdict);
            verdict.check(
                    before.equals(snapshot.get()),
                    "something changed",
                    "remove readOnly; approval and parallel runs rely on it");
        }
    }

    /** Checks that the second call of an idempotent tool changes nothing more. */
    public void idempotentTwiceIsOnce(Json arguments) {
        if (definition("idempotent")) {
            LawAssertion verdict = verdict("idempotent twice is once", arguments);
            ToolContexts contexts = new ToolContexts(arguments);
            outcome(arguments, contexts, verdict);
            Object once = snapshot.get();
            outcome(arguments, contexts, verdict);
            Object twice = snapshot.get();
            outcome(arguments, contexts, verdict);
            verdict.check(
                    once.equals(twice) && once.equals(snapshot.get()),
                    "the second or third call, which has other ids, changed something more",
                    "set values instead of adding, or remove idempotent; a call may be repeated after a lost answer");
        }
    }

    /** Checks that two calls of an idempotent tool that are repeated one after the other change nothing more. */
    public void idempotentBesideAnother(Json one, Json other) {
        if (definition("idempotent")) {
            LawAssertion verdict = verdict("idempotent twice is once", one);
            ToolContexts contexts = new ToolContexts(one);
            for (Json each : List.of(one, other)) {
                outcome(each, contexts, verdict);
            }
            Object once = snapshot.get();
            for (Json each : List.of(one, other)) {
                outcome(each, contexts, verdict);
            }
            verdict.check(
                    once.equals(snapshot.get()),
                    "a change by two calls, the other one with " + other.text() + ", that were repeated in turn",
                    "look at the whole state, not at the last call, or remove idempotent");
        }
    }

    /** Checks that a pure tool returns equal results for equal arguments. */
    public void pureDependsOnItsArguments(Json arguments) {
        pureDependsOnItsArguments(arguments, () -> {});
    }

    /** Checks that a pure tool returns equal results for equal arguments, also after that change of the state. */
    public void pureDependsOnItsArguments(Json arguments, Runnable change) {
        if (definition("pure")) {
            LawAssertion verdict = verdict("pure depends on its arguments alone", arguments);
            ToolContexts contexts = new ToolContexts(arguments);
            ToolEnvelope first = outcome(arguments, contexts, verdict);
            change.run();
            ToolEnvelope second = outcome(arguments, contexts, verdict);
            verdict.check(
                    first.equals(second),
                    first.toJson().text() + ", then, with other ids, another conversation or at another time, "
                            + second.toJson().text(),
                    "remove pure; its result would be cached");
        }
    }

    /** Checks that undo restores the state before the call. */
    public void undoRestores(Json arguments, Runnable undo) {
        LawAssertion verdict = verdict("undo restores what was", arguments);
        Object before = snapshot.get();
        if (call(arguments, verdict).isOk()) {
            undo(undo, verdict);
            verdict.check(before.equals(snapshot.get()), "another state than before", "undo all effects of the call");
            call(arguments, verdict); // so that the next check begins with something to keep
        }
    }

    /**
     * Checks that a call ends within the tool's time limit, by the clock of its context and by that of the system, that its
     * result has at most a million characters, and that calls leave no threads.
     */
    public void limitsAreKept(Json arguments) {
        LawAssertion verdict = verdict("limits are kept", arguments);
        VirtualClock clock = VirtualClock.create();
        call(arguments, verdict); // loads classes
        long began = System.nanoTime();
        ToolEnvelope timed = outcome(context(arguments).withCancellation(Cancellation.create(clock)), verdict);
        Duration took = Duration.ofNanos(System.nanoTime() - began + clock.nanoTime());
        verdict.check(
                took.compareTo(tool.timeout()) <= 0,
                took.toMillis() + " ms, and the time limit is " + tool.timeout().toMillis() + " ms",
                "do less in a call, or give the tool a longer limit with withTimeout(…)");
        if (!timed.isOk()) {
            return; // a refused call begins nothing
        }
        int before = Thread.activeCount();
        for (int i = 0; i < CALLS; i++) {
            call(arguments, verdict);
        }
        verdict.check(
                () -> Await.until(() -> Thread.activeCount() < before + CALLS, Duration.ofMillis(500)),
                (Thread.activeCount() - before) + " more threads after " + CALLS + " calls",
                "end every thread with its call, or share one");
    }

    /** Checks that a call has its effects before it returns, and none afterwards: it waits for what the call has started. */
    public void nothingHappensLater(Json arguments) {
        LawAssertion verdict = verdict("nothing happens later", arguments);
        Object before = snapshot.get();
        StartedThreads threads = StartedThreads.now();
        FakeToolContext context = context(arguments);
        AtomicReference<Object> atReturn = new AtomicReference<>(before);
        ToolEnvelope outcome = verdict.inTime(
                () -> {
                    ToolEnvelope ended = ended(context, verdict);
                    atReturn.set(snapshot.get()); // on the thread of the call, before another one can go on
                    return ended;
                },
                tool.timeout());
        Object returned = Objects.requireNonNull(atReturn.get());
        threads.awaitEnds(LATE);
        boolean hasNoEffect =
                outcome.isOk() && before.equals(returned) && !definition("read-only") && !returned.equals("");
        verdict.check(
                !ShortWait.until(() -> !returned.equals(snapshot.get()), hasNoEffect ? LATE : Duration.ofMillis(10)),
                "a change after the call had returned",
                "wait for everything that a call starts before it returns");
        verdict.check(
                !context.wasUsedLate(),
                "a use of the context after the call had returned",
                "keep the context of a call in its local variables, and use it before the call returns");
    }

    /**
     * Checks that four calls at the same time, of a tool that may run beside others, leave a state that they leave in one of their
     * orders one after the other; and two equal calls of which only one is possible. Each time begins with a new tool, because a limit
     * may be reached from another state.
     *
     * @param fresh is called up to thousands of times; returns checkers of new tools in equal states; without that, nobody knows what should follow
     */
    public void callsAtOnceChangeAsMuch(Json one, Json other, Supplier<ToolChecker> fresh) {
        if (definition("concurrent")) {
            LawAssertion verdict = verdict("calls at once change as much", one);
            Object first = fresh.get().snapshot().get();
            Set<Object> expected = new HashSet<>();
            boolean isContested = false;
            for (List<Json> order : orders(one, other)) {
                for (int again = 0; again < 2; again++) {
                    ToolChecker alone = fresh.get();
                    if (!alone.snapshot().get().equals(first)) {
                        return;
                    }
                    for (Json input : order) {
                        isContested |= !alone.ends(input, verdict);
                    }
                    boolean isNew = expected.add(counted(alone.snapshot().get()));
                    if (isNew && again > 0) {
                        return; // it differs by itself
                    }
                }
            }
            List<Json> both = List.of(one, other);
            List<List<List<Json>>> threads = List.of(
                    List.of(List.of(one), List.of(other), List.of(one), List.of(other)),
                    List.of(both, both),
                    List.of(both, List.of(other, one)));
            for (List<List<Json>> calls : threads) {
                boolean isOften = isContested && calls.size() == 2; // so many meet at one moment on two processors
                AtOnce.inRounds(
                        calls.size(),
                        isOften ? Rounds.of(LEAST_CONTESTED, CONTESTED) : Rounds.of(LEAST, TOGETHER),
                        () -> new Calls(fresh.get(), calls, expected, verdict),
                        tool.timeout(),
                        verdict);
            }
            atTheLimit(one, fresh, verdict);
        }
    }

    /** Checks equal calls at once where one more is possible and two are not, if there is such a limit. */
    private void atTheLimit(Json one, Supplier<ToolChecker> fresh, LawAssertion verdict) {
        int possible = fresh.get().successes(one, verdict);
        if (possible > 0 && possible < MANY) {
            List<Json> before = Collections.nCopies(possible - 1, one);
            Set<Object> expected = Set.of(counted(fresh.get()
                    .after(before, verdict)
                    .after(List.of(one, one), verdict)
                    .snapshot()
                    .get()));
            AtOnce.inRounds(
                    2,
                    Rounds.of(LEAST_CONTESTED, CONTESTED),
                    () -> new Calls(
                            fresh.get().after(before, verdict), List.of(List.of(one), List.of(one)), expected, verdict),
                    tool.timeout(),
                    verdict);
        }
    }

    /** Returns itself after these calls. */
    private ToolChecker after(List<Json> calls, LawAssertion verdict) {
        calls.forEach(each -> ends(each, verdict));
        return this;
    }

    /** Returns how many equal calls are possible, until one is refused. */
    private int successes(Json arguments, LawAssertion verdict) {
        int successes = 0;
        while (successes < MANY && ends(arguments, verdict)) {
            successes++;
        }
        return successes;
    }

    /** Calls in several threads, with what they may leave. */
    private static final class Calls implements AtOnce.Round {
        private final ToolChecker checker;
        private final List<List<FakeToolContext>> contexts;
        private final Set<Object> expected;
        private final LawAssertion verdict;

        Calls(ToolChecker checker, List<List<Json>> threads, Set<Object> expected, LawAssertion verdict) {
            this.checker = checker;
            this.contexts = threads.stream()
                    .map(calls -> calls.stream().map(checker::cancellable).toList())
                    .toList();
            this.expected = expected;
            this.verdict = verdict;
        }

        @Override
        public void run(int thread) {
            contexts.get(thread).forEach(context -> checker.ended(context, verdict));
        }

        @Override
        public boolean leavesWhatItShould() {
            Object seen = counted(checker.snapshot().get());
            verdict.check(
                    expected.contains(seen),
                    "calls at once in " + contexts.size() + " threads, "
                            + contexts.stream()
                                    .map(calls -> calls.stream()
                                            .map(each -> each.call().arguments().text())
                                            .collect(Collectors.joining(" then ")))
                                    .collect(Collectors.joining(" beside "))
                            + ", that left "
                            + LawAssertion.difference(seen, expected.iterator().next(), "; one after the other "),
                    ONE_STEP);
            return true;
        }
    }

    private FakeToolContext cancellable(Json arguments) {
        return context(arguments).withCancellation(Cancellation.create());
    }

    /** Returns the orders of two calls of each of two kinds. */
    private static List<List<Json>> orders(Json one, Json other) {
        return Stream.of("1122", "1212", "1221", "2112", "2121", "2211")
                .map(order -> order.chars()
                        .mapToObj(each -> each == '1' ? one : other)
                        .toList())
                .distinct()
                .toList();
    }

    /**
     * Checks that two calls at the same time, of a tool that may run beside itself, have the outcomes and the effect that they
     * have in one of their orders, also if they differ in one text only. Each pair is undone and tried again.
     *
     * @param undo undoes the last call
     */
    public void callsAtOnceAreAsInAnOrder(Json one, Json other, Runnable undo) {
        if (definition("concurrent")) {
            ordered(one, other, undo);
            rival(one).ifPresent(rival -> ordered(one, rival, undo));
            atTheLimit(one, undo);
        }
    }

    /** Checks equal calls at once where one more is possible and two are not, if there is such a limit. */
    private void atTheLimit(Json one, Runnable undo) {
        LawAssertion verdict = verdict("calls at once are as in an order", one);
        int successes = successes(one, verdict);
        if (successes > 0 && successes < MANY) {
            undo(undo, verdict);
            successes--;
            ordered(one, one, undo);
        }
        for (; successes > 0; successes--) {
            undo(undo, verdict);
        }
    }

    /** Returns the arguments with another text in one place, if they fit the schema so. */
    private Optional<Json> rival(Json arguments) {
        return arguments.fields().keySet().stream()
                .filter(name -> arguments.get(name).kind() == Json.Kind.STRING)
                .map(name ->
                        arguments.with(name, "z" + arguments.get(name).asText().length()))
                .filter(each -> schemas.fault(inputSchema(), each).isEmpty())
                .findFirst();
    }

    /**
     * Checks that what calls in turn have changed is undone in turn, last first, as often as calls were successful, whatever was
     * refused between them and behind them.
     *
     * @param undo undoes the last call that was not refused
     */
    public void undoesInTurn(List<Json> calls, Runnable undo) {
        List<String> done = new ArrayList<>();
        Deque<Object> before = new ArrayDeque<>();
        LawAssertion calling = new LawAssertion("undo restores what was", tool.name() + " " + calls);
        for (Json each : calls) {
            Object state = snapshot.get();
            boolean isOk = call(each, calling).isOk();
            done.add(each.text() + (isOk ? "" : ", which is refused"));
            if (isOk) {
                before.push(state);
            }
        }
        LawAssertion verdict =
                new LawAssertion("undo restores what was", tool.name() + " " + String.join(", then ", done));
        for (int undone = 1; !before.isEmpty(); undone++) {
            undo(undo, verdict);
            verdict.check(
                    before.pop().equals(snapshot.get()),
                    "another state than before the call that undo number " + undone + " takes back",
                    "take back the last call that was not refused; keep nothing of a refused one for undo");
        }
    }

    private static void undo(Runnable undo, LawAssertion verdict) {
        try {
            undo.run();
        } catch (RuntimeException e) {
            throw verdict.violation("an undo that throws " + e, "undo what was done; nothing else has changed it");
        }
    }

    private void ordered(Json one, Json other, Runnable undo) {
        LawAssertion verdict = verdict("calls at once are as in an order", one);
        Object before = snapshot.get();
        Object first = undone(List.of(ends(one, verdict), ends(other, verdict)), undo, verdict);
        List<Boolean> turned = List.of(ends(other, verdict), ends(one, verdict));
        Object second = undone(List.of(turned.get(1), turned.get(0)), undo, verdict);
        boolean isContested = !first.equals(second) || !turned.get(0) || !turned.get(1);
        if (!before.equals(snapshot.get())) {
            return; // it is not undone
        }
        AtOnce.inRounds(
                2,
                Rounds.of(LEAST, isContested ? CONTESTED : TOGETHER),
                () -> new AtOnce.Round() {
                    private final List<FakeToolContext> contexts = List.of(context(one), context(other));
                    private final AtomicReferenceArray<Boolean> successes = new AtomicReferenceArray<>(2);

                    @Override
                    public void run(int thread) {
                        successes.set(
                                thread, ended(contexts.get(thread), verdict).isOk());
                    }

                    @Override
                    public boolean leavesWhatItShould() {
                        Object seen = undone(List.of(successes.get(0), successes.get(1)), undo, verdict);
                        verdict.check(
                                seen.equals(first) || seen.equals(second),
                                "outcomes and a state that these calls at once, the other one with " + other.text()
                                        + ", have in neither order",
                                "look at what calls share and change it in one step, under one lock");
                        return before.equals(snapshot.get());
                    }
                },
                tool.timeout(),
                verdict);
    }

    /** Returns what was successful, with the state, and undoes it. */
    private Object undone(List<Boolean> successes, Runnable undo, LawAssertion verdict) {
        List<Object> seen = List.of(successes, snapshot.get());
        successes.stream().filter(each -> each).forEach(each -> undo(undo, verdict));
        return seen;
    }

    private boolean ends(Json arguments, LawAssertion verdict) {
        return ended(context(arguments), verdict).isOk();
    }

    /** Returns a state without the order of its things. */
    private static Object counted(Object state) {
        return state instanceof Collection<?> many
                ? many.stream().collect(Collectors.groupingBy(thing -> (Object) thing, Collectors.counting()))
                : state;
    }

    /** Checks that calls at the same time, of a tool whose results stay, return what each returns alone. */
    public void callsAtOnceDoNotMeet(Json one, Json other) {
        if (isSteady()) {
            LawAssertion verdict = new LawAssertion(
                    "calls at once do not meet", tool.name() + " " + one.text() + " and " + other.text());
            List<Json> inputs = Stream.concat(Stream.of(one, other), tool.examples().stream())
                    .filter(input -> ended(context(input), verdict).isOk())
                    .limit(AT_ONCE)
                    .toList();
            if (inputs.isEmpty()) {
                return; // refusals say nothing
            }
            AtOnce.sameAsAlone(
                    AT_ONCE,
                    20,
                    TOGETHER,
                    (number, meets) -> shown(ended(context(inputs.get(number % inputs.size())), verdict)),
                    verdict);
        }
    }

    /**
     * Checks that equal calls have equal results, whatever was called between them, if the tool says that it is pure, or that
     * it is read-only and idempotent.
     */
    public void resultsStay(Json arguments, Json other) {
        if (isSteady()) {
            LawAssertion verdict = verdict("results stay", arguments);
            ToolContexts contexts = new ToolContexts(arguments);
            String first = shown(outcome(arguments, contexts, verdict));
            for (Json each : List.of(arguments, other, other, arguments, arguments)) {
                String then = shown(outcome(each, contexts, verdict));
                verdict.check(
                        !each.equals(arguments) || then.equals(first),
                        LawAssertion.difference(first, then, "; then, also after a call with " + other.text() + ", "),
                        "keep nothing of a call for the next one; or remove idempotent if results change by themselves");
            }
        }
    }

    /**
     * Checks that these calls, one after the other, have the results that another tool has for them.
     *
     * @param earlier what was called before, to which these calls are added, so that a failure shows all of them
     */
    public void sameAs(AiTool model, List<Json> calls, List<String> earlier) {
        ToolChecker other = new ToolChecker(model, schemas, snapshot);
        for (Json each : calls) {
            LawAssertion verdict = new LawAssertion(
                    "a tool is as its model",
                    tool.name() + " " + each.text()
                            + (earlier.isEmpty() ? "" : " after " + String.join(", ", earlier)));
            earlier.add(each.text());
            ToolEnvelope expected = other.call(each, verdict);
            ToolEnvelope seen = call(each, verdict);
            verdict.check(
                    seen.isOk() == expected.isOk()
                            && (!seen.isOk() || shown(seen).equals(shown(expected))),
                    LawAssertion.difference(shown(seen), shown(expected), "; of the model "),
                    "return what model() returns, and refuse what it refuses; if the model is wrong, change it");
        }
    }

    /** Returns whether the tool says that equal calls have equal results, as long as nobody changes anything. */
    private boolean isSteady() {
        return definition("pure") || (definition("read-only") && definition("idempotent"));
    }

    private static String shown(ToolEnvelope outcome) {
        return outcome.toJson().text() + outcome.parts();
    }

    /** Checks that the tool ends within that time after the turn is cancelled. */
    public void cancelEndsIt(Json arguments, Duration patience) {
        LawAssertion verdict = verdict("cancel ends it", arguments);
        Cancellation given = Cancellation.create(VirtualClock.create());
        given.cancel("cancelled by the law");
        Object before = snapshot.get();
        CompletableFuture<ToolEnvelope> running =
                ConcurrentRunner.begin(() -> outcome(context(arguments).withCancellation(given), verdict));
        verdict.check(
                () -> Await.until(running::isDone, patience),
                "it still runs after " + patience.toMillis() + " ms",
                "check context.cancellation() in every long loop, and wait only with it");
        verdict.check(
                running.join().isOk() || before.equals(snapshot.get()),
                "a call that was cancelled before it began, has failed and has changed something",
                "call call.cancellation().throwIfCancelled() before the effect, not behind it");
        if (running.join().isOk()
                && before.equals(snapshot.get())
                && call(arguments, verdict).isOk()) {
            verdict.check(
                    before.equals(snapshot.get()),
                    "a success that had no effect when it was cancelled",
                    "end a cancelled call with call.cancellation().throwIfCancelled(), before its effect");
        }
        endsWhileItWaits(arguments, patience, verdict);
    }

    /** Checks that the call ends when it is cancelled while it waits, and has not succeeded without its effect then. */
    private void endsWhileItWaits(Json arguments, Duration patience, LawAssertion verdict) {
        VirtualClock clock = VirtualClock.paused();
        Cancellation given = Cancellation.create(clock);
        Object before = snapshot.get();
        CompletableFuture<ToolEnvelope> running =
                ConcurrentRunner.begin(() -> outcome(context(arguments).withCancellation(given), verdict));
        Await.until(() -> running.isDone() || clock.sleeping() > 0, patience);
        if (running.isDone()) {
            return; // it did not wait
        }
        given.cancel("cancelled by the law");
        ToolEnvelope outcome = verdict.outcome(running, patience);
        verdict.check(
                !outcome.isOk() || definition("read-only") || !before.equals(snapshot.get()),
                "a success that had no effect when it was cancelled while it waited",
                "let the exception of call.cancellation().sleep(…) pass");
    }

    /** Returns the value that the tool returned; an envelope wraps values that are not objects. */
    private static Json returned(Json result, Json schema) {
        Json type = schema.get("type");
        if (type.kind() != Json.Kind.STRING || type.asText().equals("object")) {
            return result;
        }
        return result.get("items").exists() ? result.get("items") : result.get("value");
    }

    private boolean definition(String hint) {
        return tool.tags().contains(hint);
    }

    private LawAssertion verdict(String law, Json arguments) {
        return new LawAssertion(law, tool.name() + " " + arguments.text());
    }

    private FakeToolContext context(Json arguments) {
        return new ToolContexts(arguments).next(tool.definition(schemas, ""), arguments);
    }

    private ToolEnvelope outcome(Json arguments, ToolContexts contexts, LawAssertion verdict) {
        return outcome(contexts.next(tool.definition(schemas, ""), arguments), verdict);
    }

    private ToolEnvelope call(Json arguments, LawAssertion verdict) {
        return outcome(context(arguments), verdict);
    }

    /** Returns the outcome of a call, which must come within the time limit of the tool. */
    private ToolEnvelope outcome(FakeToolContext context, LawAssertion verdict) {
        return verdict.inTime(() -> ended(context, verdict), tool.timeout());
    }

    private ToolEnvelope ended(FakeToolContext context, LawAssertion verdict) {
        try {
            Object result = tool.handler().call(context.call().arguments(), context);
            return result instanceof ToolEnvelope envelope ? envelope : ToolEnvelope.ok(result);
        } catch (ToolException e) {
            return ToolEnvelope.failed(
                    e.code(), Optional.ofNullable(e.getMessage()).orElse(""));
        } catch (JsonException e) {
            throw verdict.violation(
                    "a result without a JSON form: " + e.rule(), "return records, lists, maps or scalars");
        } catch (Throwable e) {
            if (context.cancellation().isCancelled()) {
                return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "It was cancelled.");
            }
            throw verdict.violation(
                    e.getClass().getName(),
                    "throw ToolException with a sentence for the model; of anything else it sees the class name only");
        } finally {
            context.end();
        }
    }
}
