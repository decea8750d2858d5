package dev.plumbline.integration.crash;

import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.nio.file.Path;

/** A program that runs a batch until it is killed. */
final class BatchChild {
    /** The number of calls at a time. */
    static final int PARALLEL = 8;

    private BatchChild() {}

    /** Arguments: address of the service, file of the bodies, file of the answers. */
    public static void main(String[] arguments) throws IOException {
        try (AiRuntime ai = AiRuntime.of(OpenAiChat.builder("some-model")
                .apiKey(Secret.of("k".toCharArray()))
                .baseUrl(arguments[0])
                .build())) {
            System.out.println(
                    ai.batch(Path.of(arguments[1])).withParallel(PARALLEL).writeTo(Path.of(arguments[2])));
        }
    }
}
