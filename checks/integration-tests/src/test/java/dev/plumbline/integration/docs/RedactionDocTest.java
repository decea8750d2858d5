package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RedactionDocTest {
    private static final Secret KEY = Secret.of("0123456789abcdef".toCharArray());

    static final class Post {
        final List<String> received = new CopyOnWriteArrayList<>();

        @Tool("Sends mail.")
        void sendMail(String to) {
            received.add(to);
        }

        @Tool("Prints an address.")
        void printLabel(String to) {
            received.add(to);
        }
    }

    @Test
    void n11_hiding_hidesWhatThePageSays() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("sendMail", Map.of("to", "anna@example.org"))
                .nextRound()
                .callsTool("printLabel", Map.of("to", "anna@example.org"))
                .says("Sent.");
        Post post = new Post();
        try (AiRuntime ai = RedactionExamples.hiding(model, post, KEY)) {
            assertThat(ai.send(AiBody.of("Send PRJ-120045 to anna@example.org")).text())
                    .isEqualTo("Sent.");
        }
        assertThat(model.calls().get(0).effective().get(0).toJson().text())
                .containsPattern("Send PATTERN_[0-9a-f]{16} to MAIL_[0-9a-f]{16}")
                .doesNotContain("120045", "anna");
        assertThat(post.received.get(0)).isEqualTo("anna@example.org");
        assertThat(post.received.get(1)).matches("MAIL_[0-9a-f]{16}");
    }

    @Test
    void s30_customers_areHidden() {
        assertThat(sent(RedactionExamples.withCustomers(() -> List.of("Anna Berg"))))
                .contains("NAME_")
                .doesNotContain("Anna");
    }

    @Test
    void s30_modelOfTheHost_isAsked() {
        RedactionExamples.LocalModel model = new RedactionExamples.LocalModel(
                text -> List.of(new RedactionExamples.Found(text.indexOf("Anna"), text.length(), 0.9)));
        assertThat(sent(RedactionOptions.ofDefaults().withRedactor(model)))
                .contains("NAME_")
                .doesNotContain("Anna");
    }

    private static String sent(RedactionOptions options) {
        ScriptedProvider model = ScriptedProvider.create().says("Hello!");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).redaction(options).build()) {
            ai.send("I am Anna Berg");
        }
        return model.calls().get(0).effective().get(0).toJson().text();
    }

    @Test
    void masking_masksForGood() {
        ScriptedProvider model = ScriptedProvider.create().says("Ask anna@exam", "ple.org!");
        try (Redaction redaction = Redaction.of(RedactionOptions.ofDefaults(), KEY);
                AiRuntime ai = RedactionExamples.masking(model, redaction)) {
            assertThat(ai.send("Whom?").text()).isEqualTo("Ask [MAIL]!");
        }
    }
}
