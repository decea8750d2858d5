package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A pseudonym that a tool returns is the user's value for everybody but the model, also after a restart. */
class RestoredResultsTest {
    private static final Pattern PSEUDONYM = Pattern.compile("[A-Z_]+_[0-9a-f]{16}");

    private final Map<String, List<Json>> records = new HashMap<>();
    private final InMemorySessionStore store = InMemorySessionStore.of(records);

    private AiRuntime runtime(ScriptedProvider model) {
        return runtime(model, RedactionOptions.ofDefaults());
    }

    private AiRuntime runtime(ScriptedProvider model, RedactionOptions options) {
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(AiTool.of(
                        "note",
                        "Notes.",
                        Json.parse("{\"type\":\"object\"}"),
                        (arguments, context) -> Json.object()
                                .with("noted", arguments.get("text"))
                                .with(
                                        "list",
                                        List.of("of " + arguments.get("text").asText() + "!"))))
                .journal(store.another(), FailureMode.FAIL)
                .redaction(options)
                .build();
    }

    private static List<String> sent(ScriptedProvider model) {
        return model.calls().stream()
                .map(call -> call.effective().stream()
                        .map(item -> item.toJson().text())
                        .collect(Collectors.joining("\n")))
                .toList();
    }

    private static List<String> pseudonyms(String text) {
        return PSEUDONYM
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    @Test
    @DisplayName("F6 what a tool returns is restored for the user and the journal, and hidden again after a restart")
    void f6_results_areRestored() {
        ScriptedProvider model = ScriptedProvider.create().says("Yes.");
        String id;
        try (AiRuntime ai = runtime(model)) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            id = session.id();
            session.send("Write to anna@example.org, my password: hunter2x99.");
            List<String> hidden = pseudonyms(sent(model).get(0));
            assertThat(hidden).hasSize(2);
            model.callsTool("note", Map.of("text", String.join(" and ", hidden)))
                    .says("Done.");
            AiReturn ret = session.send("Go on.");
            String result = ret.toolResults().get(0).envelope().toJson().text();
            assertThat(result).contains("anna@example.org", "hunter2x99").doesNotContainPattern(PSEUDONYM);
            assertThat(pseudonyms(sent(model).get(2))).hasSameElementsAs(hidden);
            session.close();
        }
        for (Json record : records.get(id)) {
            if (!record.get("kind").asText().equals("changed-call")) { // what the tool received
                assertThat(record.text()).doesNotContainPattern(PSEUDONYM);
            }
        }
        ScriptedProvider later = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = runtime(later)) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        assertThat(sent(later).get(0)).doesNotContain("anna@example.org", "hunter2x99");
        assertThat(pseudonyms(sent(later).get(0))).hasSize(2);
    }

    @Test
    @DisplayName(
            "F11 a value that is found late is hidden from then on, the trace says so, and a restart changes nothing")
    void f11_foundLate_isSaid() {
        RedactionOptions options =
                RedactionOptions.ofDefaults().withKey(Secret.of("a key for tests, and only for them".toCharArray()));
        ScriptedProvider model = ScriptedProvider.create().says("Yes.").repeats();
        String id;
        try (AiRuntime ai = runtime(model, options)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            id = session.id();
            session.send("I like hunter2x99.");
            AiReturn late = session.send("My password: hunter2x99");
            assertThat(late.trace().table()).contains("hides what was found late, from message 1 on");
            AiReturn next = session.send("Go on.");
            assertThat(next.trace().table()).doesNotContain("found late");
            session.close();
        }
        ScriptedProvider later = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = runtime(later, options)) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        assertThat(sent(model).get(1)).doesNotContain("hunter2x99");
        assertThat(sent(model).get(2)).startsWith(sent(model).get(1));
        assertThat(sent(later).get(0)).startsWith(sent(model).get(2));
    }
}
