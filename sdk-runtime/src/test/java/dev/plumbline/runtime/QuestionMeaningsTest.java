package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A person who approves a call that has pseudonyms knows whom they stand for. */
class QuestionMeaningsTest {
    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final List<Json> sent = new CopyOnWriteArrayList<>();

    private void send(RedactionOptions redaction) {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("send_mail", Map.of("recipient", "bob@friends.example"))
                .says("Sent.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(AiTool.of("send_mail", "Sends.", Json.parse("{\"type\":\"object\"}"), (in, context) -> {
                    sent.add(in);
                    return "sent";
                }))
                .redaction(redaction)
                .approvals(ApprovalRules.builder().ask("*").build())
                .questionHandler(question -> {
                    asked.add(question);
                    question.answer(question.options().get(0));
                })
                .build()) {
            assertThat(ai.send(AiBody.builder()
                                    .addUser("Answer bob@friends.example.")
                                    .build())
                            .error())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("F20 the question of a tool without restored values says whom a pseudonym stands for")
    void f20_pseudonym_isExplained() {
        send(RedactionOptions.ofDefaults());

        String given = sent.get(0).get("recipient").asText();
        assertThat(given).doesNotContain("bob");
        assertThat(asked.get(0).text()).contains("The tool gets " + given + ", which stands for bob@friends.example.");
    }

    @Test
    @DisplayName("F20 the question of a tool with restored values has the value alone")
    void f20_restoredValue_needsNoExplanation() {
        send(RedactionOptions.ofDefaults().withRestoredFor("send_mail"));

        assertThat(sent).containsExactly(Json.object().with("recipient", "bob@friends.example"));
        assertThat(asked.get(0).text()).contains("bob@friends.example").doesNotContain("stands for");
    }
}
