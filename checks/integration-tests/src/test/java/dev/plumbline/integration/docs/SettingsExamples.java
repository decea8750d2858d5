package dev.plumbline.integration.docs;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import javax.swing.JLabel;

/** The programs of docs/settings.md, compiled; a test sees to it that they are the same. */
final class SettingsExamples {

    private SettingsExamples() {}

    static AiRuntime runtime(AiProvider provider) {
        ModelOptions always = ModelOptions.builder().maxOutputTokens(2_000).build();
        return AiRuntime.builder()
                .addProvider(provider)
                .defaults(SessionOptions.ofModel(always)) // of every call of this runtime
                .build();
    }

    static AiReturn thoughtful(ConversationSession session, String question) {
        ModelOptions more = ModelOptions.builder()
                .model(ModelId.parse("openai:gpt-5.5"))
                .reasoning(ModelOptions.Reasoning.HIGH)
                .build();
        return session.send(question, SessionOptions.ofModel(more)); // of this question
    }

    static OpenAiResponses strict() {
        return OpenAiResponses.builder("gpt-5.5")
                .apiKeyFromEnv()
                .failOnUnsupportedOptions(true)
                .build();
    }

    static OpenAiChat atTheGateway(Secret key, String project) {
        return OpenAiChat.builder("gpt-oss-120b")
                .baseUrl("https://llm.example.com/v1")
                .apiKey(key)
                .addHeader("X-Project", project)
                .build();
    }

    static void show(AiReturn ret, JLabel label) {
        ret.error().ifPresent(error -> {
            label.setText(error.userMessage()); // what happened, and what the user can do
            label.setToolTipText(error.providerMessage().text()); // the service's own words, or nothing
        });
    }
}
