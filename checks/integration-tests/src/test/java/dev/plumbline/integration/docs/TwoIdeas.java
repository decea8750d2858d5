package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;

public final class TwoIdeas {
    public static void main(String[] args) {
        try (AiRuntime ai =
                AiRuntime.of(OpenAiResponses.builder().apiKeyFromEnv().build())) {
            ConversationSession oak = ai.session(AiBody.builder().build());
            System.out.println(oak.send("Plan a kitchen of 4 by 3 metres.").text());

            ConversationSession tiles = oak.fork("tiles"); // has everything that was said until here
            System.out.println("Oak: " + oak.send("With an oak floor.").text());
            System.out.println("Tiles: " + tiles.send("With tiles.").text()); // does not know of the oak floor
        }
    }
}
