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
 * One provider, asked by a server of its own in each law. Each method is a law and throws an AssertionError that names the law, the
 * stream and the fix.
 *
 * @param subject makes one that talks to a server; the laws close it
 */
public record ProviderChecker(Function<ScriptedServer, AiProvider> subject) {
    private static final Duration SOON = Duration.ofSeconds(2);

    /** What comes of one call that is answered so. */
    public PolicyProbe ask(ServerResponse answer) {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(answer);
                AiProvider provider = subject.apply(server)) {
            return ask(provider, Cancellation.create());
        }
    }

    /** The return is the fold of the deltas, and the same when the stream comes so many bytes at a time. */
    public void returnIsTheFoldOfTheDeltas(ServerResponse stream, int bytesAtOnce) {
        LawAssertion verdict =
                new LawAssertion("return is the fold of the deltas", stream + " by " + bytesAtOnce + " bytes");
        PolicyProbe whole = ask(stream);
        PolicyProbe split = ask(stream.withBytesAtOnce(bytesAtOnce));
        for (PolicyProbe probe : List.of(whole, split)) {
            PolicyChecks.foldOfShown(probe, verdict);
        }
        verdict.require(
                PolicyChecks.sameContent(whole.ret(), split.ret()),
                LawAssertion.show(whole.ret()) + ", split " + LawAssertion.show(split.ret()),
                "decode characters and events only when they are whole");
    }

    /** A stream that is cut after so many bytes never passes for a complete answer, unless it was over by then. */
    public void cutIsNeverComplete(ServerResponse stream, int at) {
        AiReturn whole = ask(stream).ret();
        AiReturn ret = ask(stream.closesAfter(at)).ret();
        boolean ended = ret.finish() != FinishReason.NONE && ret.interactions().equals(whole.interactions());
        new LawAssertion("cut is never complete", stream + " cut after " + at + " bytes")
                .require(
                        !ret.isOk() || ended,
                        LawAssertion.show(ret),
                        "answer TRUNCATED unless the format's own mark of the end has come");
    }

    /** Cancel ends the call and closes the connection, when the server has the request and is silent. */
    public void cancelClosesTheSocket(ServerResponse silent) {
        LawAssertion verdict = new LawAssertion("cancel closes the socket", silent.toString());
        Cancellation cancellation = Cancellation.create();
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(silent);
                AiProvider provider = subject.apply(server)) {
            CompletableFuture<PolicyProbe> running = ConcurrentRunner.begin(() -> ask(provider, cancellation));
            Await.until(() -> running.isDone() || !server.requests().isEmpty(), () -> "no request came");
            cancellation.cancel("the law wants it to end");
            verdict.require(
                    () -> Await.until(running::isDone, SOON)
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within two seconds",
                    "link call.cancellation().onCancel(…) to the exchange, and answer with what had arrived");
            verdict.require(
                    () -> server.awaitClientClosed(SOON),
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
