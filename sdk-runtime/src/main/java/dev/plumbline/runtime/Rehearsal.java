package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** What a runtime does before the first turn, so that the first turn need not: a turn with nobody, and a look at the network. */
final class Rehearsal {

    private Rehearsal() {}

    static CompletableFuture<Void> begin(AiProvider providers, Executor threads) {
        CompletableFuture<Void> network = CompletableFuture.runAsync(providers::warmUp, threads);
        CompletableFuture<Void> turn = CompletableFuture.runAsync(Rehearsal::turn, threads);
        return CompletableFuture.allOf(network, turn).handle((done, failed) -> null);
    }

    private static void turn() {
        try (AiRuntime stage = AiRuntime.of(new Nobody())) {
            AiReturn unused = stage.send("Is anybody there?");
        }
    }

    /** Answers without asking anybody. */
    private static final class Nobody implements AiProvider {
        @Override
        public String id() {
            return "nobody";
        }

        @Override
        public String defaultModel() {
            return "silence";
        }

        @Override
        public AiReturn call(AiCall call) {
            return AiReturn.ofText("No.");
        }
    }
}
