package task.t16;

import dev.plumbline.call.AiReturn;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.util.function.Consumer;

public final class Fallback {
    private Fallback() {}

    public static String ask(AiProvider first, AiProvider second, Consumer<String> status, String question) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(first)
                .addProvider(second)
                .addFallbacks(second.id() + ":" + second.defaultModel())
                .retry(RetryOptions.ofDefaults().withAttempts(2))
                .build()) {
            AiReturn ret = ai.send(question);
            if (!ret.isOk()) {
                return ret.error().orElseThrow().userMessage();
            }
            status.accept(ret.model().provider());
            return ret.text();
        }
    }
}
