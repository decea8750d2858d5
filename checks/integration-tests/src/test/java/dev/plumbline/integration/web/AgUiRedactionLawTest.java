package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.plumbline.body.Interaction;
import dev.plumbline.integration.redteam.HiddenValues;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.web.WebInspector;
import dev.plumbline.web.WebInspectorOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/**
 * For every document and every way in which it leaves to a front end over AG-UI, nothing that a scan of the whole hides is
 * in the events.
 */
class AgUiRedactionLawTest {
    private static final Json NO_ARGUMENTS = Json.parse("{\"type\":\"object\"}");
    private final List<String> received = new CopyOnWriteArrayList<>();

    private final class Program implements AutoCloseable {
        final ScriptedProvider model = ScriptedProvider.create();
        final AiRuntime ai;
        final WebInspector web;
        final EventClient client;
        private int runs;

        Program(String text, Json json, WebInspectorOptions options) {
            this(text, json, options, builder -> builder);
        }

        Program(String text, Json json, WebInspectorOptions options, UnaryOperator<AiRuntime.Builder> more) {
            ai = more.apply(AiRuntime.builder())
                    .addProvider(model)
                    .addTools(
                            AiTool.of("text", "Reads.", NO_ARGUMENTS, (arguments, context) -> {
                                context.progress(0.5, text);
                                context.publish(Json.object().with("text", text));
                                return text;
                            }),
                            AiTool.of("json", "Reads.", NO_ARGUMENTS, (arguments, context) -> json),
                            AiTool.of("fails", "Fails.", NO_ARGUMENTS, (arguments, context) -> {
                                throw new ToolException(text);
                            }),
                            AiTool.of("send", "Sends.", NO_ARGUMENTS, (arguments, context) -> {
                                received.add(arguments.text());
                                return arguments;
                            }))
                    .approvals(ApprovalRules.builder().allow("*").ask("send").build())
                    .questionHandler(question -> {})
                    .redaction(RedactionOptions.ofDefaults().withRestoredFor("send"))
                    .build();
            web = WebInspector.open(ai, options);
            client = new EventClient(web.address());
        }

        private Json input(Json... messages) {
            return Json.object()
                    .with("threadId", "thread")
                    .with("runId", "run-" + ++runs)
                    .with("messages", List.of(messages))
                    .with("tools", List.of())
                    .with("context", List.of());
        }

        List<Json> run(String path, Json input) throws Exception {
            try (EventClient.Events events = client.stream(path, input)) {
                events.awaitEnd();
                return List.copyOf(events.all());
            }
        }

        List<Json> say(String text) throws Exception {
            return run(
                    "/agent",
                    input(Json.object()
                            .with("id", "m" + runs)
                            .with("role", "user")
                            .with("content", text)));
        }

        @Override
        public void close() {
            web.close();
            ai.close();
        }
    }

    private static String text(List<Json> events) {
        String streamed = events.stream()
                .filter(event -> event.get("delta").kind() == Json.Kind.STRING)
                .map(event -> event.get("delta").asText())
                .collect(Collectors.joining());
        return streamed + "\n" + events.stream().map(Json::text).collect(Collectors.joining("\n"));
    }

    @Property(tries = 25)
    @Label("S21 G2 whatever way a document takes to a front end, nothing is sent that a scan of the whole hides")
    void s21_everyWay(@ForAll long seed) throws Exception {
        HiddenValues values = new HiddenValues(seed);
        String text = values.text(20);
        Json json = values.object(6);
        StringBuilder sent = new StringBuilder();
        try (Program program = new Program(text, json, WebInspectorOptions.ofDefaults())) {
            program.model
                    .callsTool("text", Map.of())
                    .callsTool("json", Map.of())
                    .callsTool("fails", Map.of())
                    .callsTool("send", Map.of("text", text, "json", json))
                    .says(text);
            List<Json> asked = program.say(text);
            sent.append(text(asked));
            Json interrupt = asked.get(asked.size() - 1).at("/outcome/interrupts/0");
            Json payload =
                    Json.object().with("approved", true).with("digest", interrupt.at("/metadata/plumbline/digest"));
            Json entry = Json.object()
                    .with("interruptId", interrupt.get("id").asText())
                    .with("status", "resolved")
                    .with("payload", payload);
            sent.append(text(program.run("/agent", program.input().with("resume", List.of(entry)))));
            sent.append(text(program.run("/agent/connect", program.input())));
        }
        assertThat(received).isNotEmpty();
        assertThat(sent.toString()).contains("RUN_FINISHED", "TOOL_CALL_RESULT", "MESSAGES_SNAPSHOT");
        List<String> hidden = values.hiddenIn(text).stream()
                .filter(value -> !json.text().contains(value)
                        || values.hiddenIn(json.text()).contains(value))
                .toList();
        String plain = sent.toString().replaceAll("[A-Z_]+_[0-9a-f]{16}|[0-9a-f]{64}", "_");
        for (String value : hidden) {
            int found = plain.indexOf(value);
            if (found >= 0) {
                fail("%s is sent: %s", value, plain.substring(Math.max(0, found - 300), found + value.length()));
            }
        }
    }

    @Example
    @Label("G2 one line lets a front end receive the values themselves")
    void g2_withoutRedaction() throws Exception {
        try (Program program =
                new Program("", Json.object(), WebInspectorOptions.ofDefaults().withoutRedaction())) {
            program.model.says("Written to anna@example.org.");
            assertThat(text(program.say("Write to anna@example.org")))
                    .contains("Written to anna@example.org.")
                    .doesNotContain("MAIL_");
        }
    }

    @Example
    @Label("G2 a front end works with pseudonyms: what it sends back is the value again")
    void g2_restoredFromTheFrontEnd() throws Exception {
        try (Program program = new Program("", Json.object(), WebInspectorOptions.ofDefaults())) {
            program.model.says("anna@example.org is written to.").says("Again.");
            String shown = text(program.say("Write to anna@example.org"));
            String pseudonym = shown.substring(0, shown.indexOf(' '));
            program.say("Write to " + pseudonym + " again");

            assertThat(pseudonym).startsWith("MAIL_");
            assertThat(program.ai.sessions().get(0).path().get(2).interactions())
                    .containsExactly(Interaction.user("Write to anna@example.org again"));
        }
    }

    @Example
    @Label("52 a value is hidden from a front end that was not sent what announces it: a fact")
    void w52_announcedByFact() throws Exception {
        UnaryOperator<AiRuntime.Builder> facts =
                builder -> builder.addContext("login", () -> Map.of("password", "hunter2x99"));
        try (Program program = new Program("", Json.object(), WebInspectorOptions.ofDefaults(), facts)) {
            program.model.says("They refuse hunter2x99 ", "there.");
            assertThat(text(program.say("Go on."))).contains("They refuse KEY_").doesNotContain("hunter2x99");
        }
    }

    @Example
    @Label(
            "52 a front end that connects after a restart is sent nothing that another branch or a later message announces")
    void w52_announcedElsewhere_afterRestart() throws Exception {
        Map<String, List<Json>> records = new HashMap<>();
        InMemorySessionStore store = InMemorySessionStore.of(records);
        UnaryOperator<AiRuntime.Builder> journal = builder -> builder.journal(store.another(), Policy.FailureMode.FAIL);
        try (Program program = new Program("", Json.object(), WebInspectorOptions.ofDefaults(), journal)) {
            program.model.says("Yes.").repeats();
            program.say("They refuse hunter2x99 there, and hunter3x99.");
            program.say("My password: hunter2x99");
            ConversationSession session = program.ai.sessions().get(0);
            session.edit(session.path().get(2), "Go on.");
            program.say("My password: hunter3x99");
        }
        try (Program program = new Program("", Json.object(), WebInspectorOptions.ofDefaults(), journal)) {
            assertThat(text(program.run("/agent/connect", program.input())))
                    .contains("MESSAGES_SNAPSHOT", "They refuse KEY_")
                    .doesNotContain("hunter2x99", "hunter3x99");
        }
    }
}
