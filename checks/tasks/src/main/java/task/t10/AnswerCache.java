package task.t10;

import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.store.DiskResponseStore;
import java.nio.file.Path;
import java.util.function.Supplier;

public final class AnswerCache {
    private AnswerCache() {}

    public static String ask(AiProvider provider, Path folder, Supplier<String> drawing, String question) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addContext("drawing", drawing::get)
                .cache(DiskResponseStore.of(folder))
                .build()) {
            AiReturn ret = ai.send(question);
            return ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage();
        }
    }
}
