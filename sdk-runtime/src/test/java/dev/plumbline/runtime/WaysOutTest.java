package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ways by which a value might leave, or be shown in another form than a person or a model should have it. */
class WaysOutTest {
    private static final String VALUE = "hunter2x99";
    private static final String MAIL = "bob@friends.example";
    private static final Json ANYTHING = Json.parse("{\"type\":\"object\"}");

    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final Map<String, List<Json>> records = new HashMap<>();
    private final InMemorySessionStore store = InMemorySessionStore.of(records);

    private AiTool mailer() {
        return AiTool.of("send_mail", "Sends.", ANYTHING, (arguments, context) -> {
            received.add(arguments.text());
            return "sent to " + arguments.get("to").asText();
        });
    }

    private AiRuntime.Builder runtime(AiProvider model) {
        return AiRuntime.builder()
                .addProvider(model)
                .journal(store.another(), FailureMode.FAIL)
                .redaction(RedactionOptions.ofDefaults());
    }

    private static List<String> sent(ScriptedProvider model) {
        return model.calls().stream()
                .map(call -> call.effective().stream()
                        .map(item -> item.toJson().text())
                        .collect(Collectors.joining("\n")))
                .toList();
    }

    private AiRuntime.Builder asking(AiProvider model, String edited) {
        return runtime(model)
                .addTools(mailer())
                .approvals(ApprovalRules.builder().ask("*").build())
                .questionHandler(question -> {
                    asked.add(question);
                    question.opened()
                            .answer(question.options().get(0), Json.object().with("to", edited));
                });
    }

    @Test
    @DisplayName("52 a tool gets what a person wrote into its arguments, and the model a pseudonym of it")
    void w52_editedArguments() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("send_mail", Map.of("to", MAIL))
                .says("Sent.")
                .says("Yes.");
        try (AiRuntime ai = asking(model, "carol@friends.example").build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            assertThat(session.send("Answer " + MAIL).isOk()).isTrue();
            session.send("Go on.");
        }
        assertThat(asked).hasSize(1);
        assertThat(received).containsExactly("{\"to\":\"carol@friends.example\"}");
        assertThat(sent(model)).hasSize(3).noneMatch(text -> text.contains("@friends.example"));
    }

    @Test
    @DisplayName("52 errors of tools and of a provider, logs and events have no value that redaction hides")
    void w52_errorsAndLogs() {
        List<String> logged = new CopyOnWriteArrayList<>();
        List<String> events = new CopyOnWriteArrayList<>();
        Logger root = Logger.getLogger("");
        Level level = root.getLevel();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage()
                        + List.of(line.getParameters() == null ? new Object[0] : line.getParameters())
                        + line.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        root.addHandler(handler);
        root.setLevel(Level.FINE);
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("refuses", Map.of("text", VALUE))
                .callsTool("breaks", Map.of("text", VALUE))
                .callsTool("unknown", Map.of("text", VALUE))
                .failsWith(AiError.of(AiError.Category.INVALID_REQUEST, "bad", "not allowed: " + VALUE))
                .says("Yes.");
        try (AiRuntime ai = runtime(model)
                .addObserver(event -> events.add(event.toString()))
                .addTools(
                        AiTool.of("refuses", "Refuses.", ANYTHING, (arguments, context) -> {
                            throw new ToolException("refused: " + VALUE);
                        }),
                        AiTool.of("breaks", "Breaks.", ANYTHING, (arguments, context) -> {
                            throw new IllegalStateException("broken: " + VALUE);
                        }))
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            AiReturn failed = session.send("My password: " + VALUE);
            assertThat(failed.error()).isPresent();
            session.send("Go on.");
        } finally {
            root.removeHandler(handler);
            root.setLevel(level);
        }
        assertThat(sent(model)).isNotEmpty().noneMatch(text -> text.contains(VALUE));
        assertThat(events).isNotEmpty().noneMatch(text -> text.contains(VALUE));
        assertThat(logged).noneMatch(text -> text.contains(VALUE));
    }
}
