package dev.plumbline.testkit.check;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.SchemaGenerator;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One tool, tried alone: what it answers, and what it does to the program around it. Each method is a law and throws an
 * AssertionError that names the law, the arguments and the fix. Arguments fit the tool's schema; what they do is the
 * tool's affair.
 *
 * @param tool what is tried
 * @param schemas describes its input
 * @param snapshot what of the program the tool may change, as a value with {@code equals}
 */
public record ToolChecker(AiTool tool, SchemaGenerator schemas, Supplier<Object> snapshot) {
    private static final Duration SOON = Duration.ofSeconds(2);

    /** A tool whose effects nobody looks at. */
    public static ToolChecker of(AiTool tool) {
        return new ToolChecker(tool, SimpleSchemaGenerator.PLAIN, () -> "");
    }

    /** A copy that compares this before and after. */
    public ToolChecker withSnapshot(Supplier<Object> value) {
        return new ToolChecker(tool, schemas, value);
    }

    /** The schema of its arguments. */
    public Json inputSchema() {
        return tool.definition(schemas, "").inputSchema();
    }

    /** What it does with these arguments: a result, or a refusal with a sentence; never another exception. */
    public void answersOrRefuses(Json arguments) {
        LawAssertion verdict = verdict("it answers or refuses with a sentence", arguments);
        ToolEnvelope outcome = call(arguments, verdict);
        outcome.failure()
                .ifPresent(failure -> verdict.require(
                        failure.message().strip().contains(" "),
                        failure.code() + " with the message "
                                + Json.of(failure.message()).text(),
                        "tell the model in a sentence what was wrong and what to do instead"));
    }

    /** What it refuses, it has not begun. */
    public void refusedMeansUnchanged(Json arguments) {
        LawAssertion verdict = verdict("refused means unchanged", arguments);
        Object before = snapshot.get();
        ToolEnvelope outcome = call(arguments, verdict);
        verdict.require(
                outcome.isOk() || before.equals(snapshot.get()),
                "a refusal, and yet something changed",
                "check everything first and change then; or answer what was done");
    }

    /** One that says it changes nothing does not. */
    public void readOnlyChangesNothing(Json arguments) {
        if (definition("read-only")) {
            LawAssertion verdict = verdict("read-only changes nothing", arguments);
            Object before = snapshot.get();
            call(arguments, verdict);
            verdict.require(
                    before.equals(snapshot.get()),
                    "something changed",
                    "take readOnly away; approval and parallel runs rely on it");
        }
    }

    /** One that says twice is as good as once: the second call changes nothing more. */
    public void idempotentTwiceIsOnce(Json arguments) {
        if (definition("idempotent")) {
            LawAssertion verdict = verdict("idempotent twice is once", arguments);
            call(arguments, verdict);
            Object once = snapshot.get();
            call(arguments, verdict);
            verdict.require(
                    once.equals(snapshot.get()),
                    "the second call changed something more",
                    "set in place of adding, or take idempotent away; it may be asked again after a lost answer");
        }
    }

    /** One that says it is pure answers the same to the same. */
    public void pureDependsOnItsArguments(Json arguments) {
        if (definition("pure")) {
            LawAssertion verdict = verdict("pure depends on its arguments alone", arguments);
            ToolEnvelope first = call(arguments, verdict);
            ToolEnvelope second = call(arguments, verdict);
            verdict.require(
                    first.equals(second),
                    first.toJson().text() + ", then " + second.toJson().text(),
                    "take pure away; its result would be remembered");
        }
    }

    /** What it did can be taken back: after the undo the program is as it was. */
    public void undoRestores(Json arguments, Runnable undo) {
        LawAssertion verdict = verdict("undo restores what was", arguments);
        Object before = snapshot.get();
        if (call(arguments, verdict).isOk()) {
            undo.run();
            verdict.require(
                    before.equals(snapshot.get()),
                    "something else than before",
                    "let undo take back all that one call did");
        }
    }

    /** When the turn is cancelled, it is over soon, whatever it has done. */
    public void cancelEndsIt(Json arguments) {
        LawAssertion verdict = verdict("cancel ends it", arguments);
        Cancellation given = Cancellation.create(VirtualClock.create());
        given.cancel("the law wants it to end");
        CompletableFuture<ToolEnvelope> running =
                ConcurrentRunner.begin(() -> outcome(context(arguments).withCancellation(given), verdict));
        verdict.require(
                () -> Await.until(running::isDone, SOON),
                "it still runs after " + SOON.toSeconds() + " s",
                "look at context.cancellation() in every long loop, and wait only by it");
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

    private ToolEnvelope outcome(FakeToolContext context, LawAssertion verdict) {
        try {
            Object result = tool.handler().call(context.call().arguments(), context);
            return result instanceof ToolEnvelope envelope ? envelope : ToolEnvelope.ok(result);
        } catch (ToolException e) {
            return ToolEnvelope.failed(
                    e.code(), Optional.ofNullable(e.getMessage()).orElse(""));
        } catch (JsonException e) {
            throw verdict.broken("a result without a JSON form: " + e.rule(), "return records, lists, maps or scalars");
        } catch (Throwable e) {
            if (context.cancellation().isCancelled()) {
                return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "It was cancelled.");
            }
            throw verdict.broken(
                    e.getClass().getName(),
                    "throw ToolException with a sentence for the model; of anything else it sees the class name only");
        } finally {
            context.end();
        }
    }
}
