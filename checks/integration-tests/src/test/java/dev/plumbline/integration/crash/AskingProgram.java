package dev.plumbline.integration.crash;

import dev.plumbline.body.AiBody;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import java.time.Duration;
import java.util.stream.Stream;

/** A program that asks a server many questions at once and prints how each ended. Run as a child process and suspended. */
final class AskingProgram {
    /** Longer than the server's pauses, and shorter than the program is suspended. */
    static final Duration IDLE = Duration.ofSeconds(3);

    /** So many that some timers run before the threads that read. */
    static final int QUESTIONS = 24;

    private AskingProgram() {}

    public static void main(String[] arguments) {
        AiProvider provider = OpenAiChat.builder("m")
                .baseUrl(arguments[0])
                .dialect("openai")
                .apiKey(Secret.of("key".toCharArray()))
                .idleTimeout(IDLE)
                .build();
        try (AiRuntime ai = AiRuntime.of(provider)) {
            Stream.generate(() -> ai.session(AiBody.builder().build()).sendAsync("Hello?"))
                    .limit(QUESTIONS)
                    .toList()
                    .forEach(turn -> System.out.println(
                            turn.join().error().map(AiError::code).orElse("COMPLETED")));
        }
    }
}
