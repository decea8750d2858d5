package dev.plumbline.testkit.trial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Together;
import dev.plumbline.testkit.Waiting;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** One call of a provider to a server of its own. */
public final class ProviderTrial {
    private static final Duration SOON = Duration.ofSeconds(2);

    private ProviderTrial() {}

    public static Probe ask(Function<ScriptedServer, AiProvider> subject, ServerAnswer answer) {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(answer);
                AiProvider provider = subject.apply(server)) {
            return ask(provider, Cancellation.create());
        }
    }

    /** Cancels a call when the server has its request and is silent. */
    public static void cancel(Function<ScriptedServer, AiProvider> subject, ServerAnswer silent) {
        Verdict verdict = new Verdict("cancel closes the socket", silent.toString());
        Cancellation cancellation = Cancellation.create();
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(silent);
                AiProvider provider = subject.apply(server)) {
            CompletableFuture<Probe> running = Together.begin(() -> ask(provider, cancellation));
            Waiting.until(() -> running.isDone() || !server.requests().isEmpty(), () -> "no request came");
            cancellation.cancel("the law wants it to end");
            verdict.require(
                    () -> Waiting.until(running::isDone, SOON)
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within two seconds",
                    "link call.cancellation().onCancel(…) to the exchange, and answer with what had arrived");
            verdict.require(
                    () -> server.awaitClientClosed(SOON),
                    "a connection that stays open after the cancel",
                    "cancel the exchange itself, not only the wait for it");
        }
    }

    private static Probe ask(AiProvider provider, Cancellation cancellation) {
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        AiCall call = AiCall.builder(
                        AiBody.of("What is the area of the plan?"), new ModelId(provider.id(), provider.defaultModel()))
                .cancellation(cancellation)
                .sink(shown::add)
                .build();
        return new Probe(shown, provider.call(call));
    }
}
