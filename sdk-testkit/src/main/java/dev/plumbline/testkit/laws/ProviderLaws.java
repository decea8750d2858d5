package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The laws of every provider as jqwik properties. Implement {@link #provider} in a test class. Providers of another
 * wire format than chat completions override {@link #streams()}. Tests without
 * jqwik call them with an input.
 */
public interface ProviderLaws {

    /** Returns a provider for this server; the laws close it. */
    AiProvider provider(ScriptedServer server);

    /** Returns how long a cancelled call, and then its connection, may take to end: 10 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Returns complete, successful streams in the provider's wire format. */
    default List<ServerResponse> streams() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .says("A room of ", "5 by 4 m, ", "20 m² 😀.")
                .callsTool("drawWall", Map.of("from", "a", "to", "b"))
                .callsTool("measure", Map.of());
        return List.of(script.stream(true), script.stream(true));
    }

    /** Checks that the return is the fold of the deltas, and the same for every split of the bytes. */
    @Property(tries = 20)
    default void return_is_the_fold_of_the_deltas(@ForAll @IntRange(min = 1, max = 64) int bytesAtOnce) {
        for (ServerResponse stream : streams()) {
            LawAssertion verdict =
                    new LawAssertion("return is the fold of the deltas", stream + " by " + bytesAtOnce + " bytes");
            AiReturn whole = PolicyChecks.foldOfShown(call(stream), verdict).ret();
            AiReturn split = PolicyChecks.foldOfShown(call(stream.withBytesAtOnce(bytesAtOnce)), verdict)
                    .ret();
            verdict.check(
                    PolicyChecks.sameContent(whole, split),
                    LawAssertion.show(whole) + ", split " + LawAssertion.show(split),
                    "decode characters and events only when they are whole");
        }
    }

    /** Checks that a stream that is cut anywhere is not a complete answer, unless it had ended. */
    @Property(tries = 60)
    default void cut_is_never_complete(@ForAll @IntRange(min = 0, max = 999) int perMille, @ForAll boolean chunked) {
        for (ServerResponse each : streams()) {
            int at = (int) ((long) each.size() * perMille / 1000);
            ServerResponse stream = chunked ? each : each.untilClose();
            AiReturn whole = call(stream).ret();
            AiReturn ret = call(stream.closesAfter(at)).ret();
            boolean ended =
                    ret.finish() != FinishReason.NONE && ret.interactions().equals(whole.interactions());
            new LawAssertion("cut is never complete", stream + " cut after " + at + " bytes")
                    .check(
                            !ret.isOk() || ended,
                            LawAssertion.show(ret),
                            "return TRUNCATED unless the end mark of the format was received");
        }
    }

    /**
     * Checks that a cancellation ends the call and closes the connection, before the headers, after them and within the
     * stream.
     */
    @Property(tries = 6)
    default void cancel_closes_the_socket(@ForAll @IntRange(min = -1, max = 1) int state) {
        ServerResponse stream = streams().get(0);
        ServerResponse silent = stream.stallsAfter(state == 1 ? stream.size() / 2 : state);
        LawAssertion verdict = new LawAssertion("cancel closes the socket", silent.toString());
        Cancellation cancellation = Cancellation.create();
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(silent);
                AiProvider provider = provider(server)) {
            CompletableFuture<PolicyProbe> running = ConcurrentRunner.begin(() -> call(provider, cancellation));
            Await.until(() -> running.isDone() || !server.requests().isEmpty(), () -> "no request came");
            cancellation.cancel("cancelled by the law");
            verdict.check(
                    () -> Await.until(running::isDone, patience())
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within "
                            + patience().toMillis() + " ms",
                    "link call.cancellation().onCancel(…) to the exchange, and answer with what had arrived");
            verdict.check(
                    () -> server.awaitClientClosed(patience()),
                    "a connection that stays open after the cancel",
                    "cancel the exchange itself, not only the wait for it");
        }
    }

    private PolicyProbe call(ServerResponse answer) {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(answer);
                AiProvider provider = provider(server)) {
            return call(provider, Cancellation.create());
        }
    }

    private static PolicyProbe call(AiProvider provider, Cancellation cancellation) {
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        AiCall call = AiCall.builder(PolicyProbe.BODY, new ModelId(provider.id(), provider.defaultModel()))
                .cancellation(cancellation)
                .sink(shown::add)
                .build();
        return new PolicyProbe(shown, provider.call(call));
    }
}
