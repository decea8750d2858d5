package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

public final class ThreeQuestions {
    public static void main(String[] args) throws IOException {
        List<AiBody> questions = Stream.of("Oak", "Brass", "Slate")
                .map(material -> AiBody.of(material + " is used for what? One word."))
                .toList();
        try (AiRuntime ai =
                AiRuntime.of(OpenAiResponses.builder().apiKeyFromEnv().build())) {
            ai.batch(questions)
                    .forEachOrdered(each ->
                            System.out.println(each.line() + " " + each.ret().text()));
        }
    }
}
