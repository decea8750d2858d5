package dev.plumbline.testkit.check;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Checks the laws of a provider with a scripted server. Each method is a law and throws an AssertionError with the law,
 * the stream and the remedy.
 *
 * @param subject creates a provider for a server; the laws close it
 */
public record ProviderChecker(Function<ScriptedServer, AiProvider> subject) {
    /** Makes one call with that response and returns its result. */
    public PolicyProbe ask(ServerResponse answer) {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(answer);
                AiProvider provider = subject.apply(server)) {
            return ask(provider, Cancellation.create());
        }
    }

    /**
     * Checks that the return is the fold of the deltas, and the same if the stream arrives in pieces of that many
     * bytes.
     */
    public void returnIsTheFoldOfTheDeltas(ServerResponse stream, int bytesAtOnce) {
        LawAssertion verdict =
                new LawAssertion("return is the fold of the deltas", stream + " by " + bytesAtOnce + " bytes");
        PolicyProbe whole = ask(stream);
        PolicyProbe split = ask(stream.withBytesAtOnce(bytesAtOnce));
        for (PolicyProbe probe : List.of(whole, split)) {
            PolicyChecks.foldOfShown(probe, verdict);
        }
        verdict.check(
                PolicyChecks.sameContent(whole.ret(), split.ret()),
                LawAssertion.show(whole.ret()) + ", split " + LawAssertion.show(split.ret()),
                "decode characters and events only when they are whole");
    }

    /** Checks that a stream that is cut after that many bytes is not a complete answer, unless it had ended. */
    public void cutIsNeverComplete(ServerResponse stream, int at) {
        AiReturn whole = ask(stream).ret();
        AiReturn ret = ask(stream.closesAfter(at)).ret();
        boolean ended = ret.finish() != FinishReason.NONE && ret.interactions().equals(whole.interactions());
        new LawAssertion("cut is never complete", stream + " cut after " + at + " bytes")
                .check(
                        !ret.isOk() || ended,
                        LawAssertion.show(ret),
                        "return TRUNCATED unless the end mark of the format was received");
    }

    /**
     * Checks that a cancellation ends the call and closes the connection while the server is silent, each within that
     * time.
     */
    public void cancelClosesTheSocket(ServerResponse silent, Duration patience) {
        LawAssertion verdict = new LawAssertion("cancel closes the socket", silent.toString());
        Cancellation cancellation = Cancellation.create();
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(silent);
                AiProvider provider = subject.apply(server)) {
            CompletableFuture<PolicyProbe> running = ConcurrentRunner.begin(() -> ask(provider, cancellation));
            Await.until(() -> running.isDone() || !server.requests().isEmpty(), () -> "no request came");
            cancellation.cancel("cancelled by the law");
            verdict.check(
                    () -> Await.until(running::isDone, patience)
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within " + patience.toMillis() + " ms",
                    "link call.cancellation().onCancel(…) to the exchange, and answer with what had arrived");
            verdict.check(
                    () -> server.awaitClientClosed(patience),
                    "a connection that stays open after the cancel",
                    "cancel the exchange itself, not only the wait for it");
        }
    }

    private static PolicyProbe ask(AiProvider provider, Cancellation cancellation) {
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        AiCall call = AiCall.builder(
                        AiBody.of("What is the area of the plan?"), new ModelId(provider.id(), provider.defaultModel()))
                .cancellation(cancellation)
                .sink(shown::add)
                .build();
        return new PolicyProbe(shown, provider.call(call));
    }
}
