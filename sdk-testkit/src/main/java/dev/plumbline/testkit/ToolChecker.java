package dev.plumbline.testkit;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
                        failure.message().strip().contains(" "),
                        failure.code() + " with the message "
                                + Json.of(failure.message()).text(),
                        "tell the model in a sentence what was wrong and what to do instead"));
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
            call(arguments, verdict);
            Object once = snapshot.get();
            call(arguments, verdict);
            Object twice = snapshot.get();
            call(arguments, verdict);
            verdict.check(
                    once.equals(twice) && once.equals(snapshot.get()),
                    "the second or third call changed something more",
                    "set values instead of adding, or remove idempotent; a call may be repeated after a lost answer");
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
            ToolEnvelope first = call(arguments, verdict);
            change.run();
            ToolEnvelope second = call(arguments, verdict);
            verdict.check(
                    first.equals(second),
                    first.toJson().text() + ", then " + second.toJson().text(),
                    "remove pure; its result would be cached");
        }
    }

    /** Checks that undo restores the state before the call. */
    public void undoRestores(Json arguments, Runnable undo) {
        LawAssertion verdict = verdict("undo restores what was", arguments);
        Object before = snapshot.get();
        if (call(arguments, verdict).isOk()) {
            undo.run();
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

    /** Checks that a call has its effects before it returns, and none afterwards. */
    public void nothingHappensLater(Json arguments) {
        LawAssertion verdict = verdict("nothing happens later", arguments);
        call(arguments, verdict);
        Object returned = snapshot.get();
        verdict.check(
                !Await.until(() -> !returned.equals(snapshot.get()), Duration.ofMillis(10)),
                "a change after the call had returned",
                "wait for everything that a call starts before it returns");
    }

    /** Checks that calls of a pure tool at the same time return what each returns alone. */
    public void callsAtOnceDoNotMeet(Json one, Json other) {
        if (definition("pure")) {
            LawAssertion verdict = verdict("calls at once do not meet", one);
            List<Json> inputs = List.of(one, other);
            List<ToolEnvelope> alone =
                    inputs.stream().map(input -> call(input, verdict)).toList();
            ConcurrentRunner.run(2, thread -> {
                        for (int i = 0; i < CALLS; i++) {
                            ToolEnvelope outcome = call(inputs.get(thread), verdict);
                            if (!outcome.equals(alone.get(thread))) {
                                return Optional.of(outcome);
                            }
                        }
                        return Optional.<ToolEnvelope>empty();
                    })
                    .forEach(outcome -> verdict.check(
                            outcome.isEmpty(),
                            "another result beside a call with " + other.text(),
                            "keep what belongs to a call in local variables"));
        }
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
        if (running.join().isOk()
                && before.equals(snapshot.get())
                && call(arguments, verdict).isOk()) {
            verdict.check(
                    before.equals(snapshot.get()),
                    "a success that had no effect when it was cancelled",
                    "end a cancelled call with call.cancellation().throwIfCancelled(), before its effect");
        }
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
        return FakeToolContext.of(tool.definition(schemas, ""), arguments);
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
