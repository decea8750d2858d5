package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.json.Json;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    @Test
    @DisplayName(
            "F6 what a tool shows while it runs has the values of the person, and its questions explain pseudonyms")
    void f6_runningTool_showsWhatThePersonKnows() {
        String mail = "bob@friends.example";
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("send_mail", Map.of("recipient", mail))
                .says("Sent.")
                .repeats();
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .addTools(AiTool.of(
                                "send_mail", "Sends.", Json.parse("{\"type\":\"object\"}"), (in, context) -> {
                                    String to = in.get("recipient").asText();
                                    sent.add(in);
                                    context.progress(0.5, "writing to " + to);
                                    context.publish(Json.object().with("text", "wrote to " + to));
                                    context.interject("I wrote to " + to);
                                    Optional<String> unused =
                                            context.ask("Really?", List.of("To " + to, "No"), Duration.ofSeconds(20));
                                    return context.ask(InputRequest.text("Which subject for " + to + "?")
                                                    .withTimeout(Duration.ofSeconds(20)))
                                            .isAnswered();
                                }))
                        .redaction(RedactionOptions.ofDefaults())
                        .approvals(ApprovalRules.builder().allow("*").build())
                        .addView(new ConversationObserver() {
                            @Override
                            public void onEvent(SessionEvent event) {
                                events.add(event);
                            }
                        })
                        .questionHandler(question -> {
                            asked.add(question);
                            question.answer(question.fallback());
                        })
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none())) {
            session.send("Answer " + mail + ".");

            assertThat(asked)
                    .hasSize(2)
                    .allSatisfy(question -> assertThat(question.text()).contains("which stands for " + mail + "."));
            assertThat(session.path().stream()
                            .flatMap(entry -> entry.interactions().stream())
                            .map(item -> item.toJson().text())
                            .toList())
                    .anyMatch(item -> item.contains("I wrote to " + mail))
                    .noneMatch(item -> item.contains("MAIL_"));
        }
        String shown = events.stream()
                .filter(event -> !(event instanceof SessionEvent.QuestionAsked))
                .map(QuestionMeaningsTest::shown)
                .collect(Collectors.joining("\n"));
        assertThat(sent.get(0).text()).contains("MAIL_");
        assertThat(shown).contains("writing to " + mail, "wrote to " + mail).doesNotContain("MAIL_");
    }

    @Test
    @DisplayName(
            "F6 every method of a tool's context says nothing to a person, or is one of those that are tried above")
    void f6_everyMethod_isSilentOrTried() {
        Set<String> tried = Set.of("progress", "publish", "interject", "ask");
        Set<String> silent = Set.of(
                "call",
                "tool",
                "ids",
                "cancellation",
                "conversation",
                "tree",
                "branch",
                "state",
                "onUiThread",
                "edit",
                "child",
                "withArguments",
                "files",
                "http",
                "file",
                "fetch",
                "tempFolder",
                "traceHeaders",
                "addTraceAttributes");
        assertThat(Stream.of(ToolContext.class.getDeclaredMethods()).filter(method -> !method.isSynthetic()))
                .extracting(Method::getName)
                .as("try a new method with a pseudonym if a person sees what it is given")
                .allMatch(name -> tried.contains(name) || silent.contains(name));
    }

    /** Returns the content of an event, which its toString hides. */
    private static String shown(SessionEvent event) {
        if (event instanceof SessionEvent.ToolProgressed progress) {
            return progress.call().arguments().text() + progress.note();
        } else if (event instanceof SessionEvent.Custom custom) {
            return custom.data().text();
        } else if (event instanceof SessionEvent.ToolCalled called) {
            return called.call().arguments().text();
        } else if (event instanceof SessionEvent.ToolFinished finished) {
            return finished.result().toJson().text();
        }
        return event instanceof SessionEvent.Interjected interjected ? interjected.text() : "";
    }
}
