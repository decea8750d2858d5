package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The endpoint of web front ends, judged by the schemas and the client of AG-UI. */
@Tag("external")
class AgUiTest {
    @TempDir
    Path folder;

    private final List<EventClient.Events> streams = new ArrayList<>();
    private WebHost host;
    private EventClient client;
    private int runs;

    @BeforeEach
    void open() {
        host = new WebHost(folder);
        client = new EventClient(host.web.address());
    }

    @AfterEach
    void close() throws Exception {
        host.close();
        for (EventClient.Events stream : streams) {
            stream.close();
        }
    }

    private Json input(String thread, Json... messages) {
        return Json.object()
                .with("threadId", thread)
                .with("runId", "run-" + ++runs)
                .with("messages", List.of(messages))
                .with("tools", List.of())
                .with("context", List.of());
    }

    private static Json user(String id, String text) {
        return Json.object().with("id", id).with("role", "user").with("content", text);
    }

    private EventClient.Events run(String path, Json input) throws Exception {
        EventClient.Events events = client.stream(path, input);
        streams.add(events);
        return events;
    }

    private EventClient.Events run(Json input) throws Exception {
        return run("/agent", input);
    }

    private static Json answered(Json input, Json interrupt, Json payload) {
        Json entry = Json.object()
                .with("interruptId", interrupt.get("id").asText())
                .with("status", "resolved")
                .with("payload", payload);
        return input.with("resume", List.of(entry));
    }

    private static Json interrupt(Json finished) {
        return finished.at("/outcome/interrupts/0");
    }

    private static String text(EventClient.Events events, String type) {
        return events.ofType(type).map(event -> event.get("delta").asText()).collect(Collectors.joining());
    }

    private static String outcome(Json last) {
        return last.get("type").asText()
                + (last.get("outcome").exists() ? " " + last.at("/outcome/type").asText() : "")
                + (last.get("code").exists() ? " " + last.get("code").asText() : "");
    }

    /** Waits for all streams and lets the schemas and the order of the protocol judge them. */
    private void judge() throws Exception {
        AgUiJudges.missing().ifPresent(missing -> assumeTrue(false, missing));
        List<List<Json>> all = new ArrayList<>();
        for (EventClient.Events stream : streams) {
            stream.awaitEnd();
            all.add(stream.all());
        }
        assertThat(AgUiJudges.validate(folder, all)).startsWith("ok ");
        assertThat(all.stream().flatMap(List::stream))
                .as("a field without a value is left out, never null")
                .allSatisfy(event ->
                        assertThat(event.fields().values()).noneMatch(value -> value.kind() == Json.Kind.NULL));
    }

    @Test
    @Tag("AG67")
    @DisplayName("AG1 the client of AG-UI holds a conversation with reasoning, tools, approvals, edits and a refusal")
    void ag1_client_holdsAConversation() throws Exception {
        AgUiJudges.missing().ifPresent(missing -> assumeTrue(false, missing));
        host.model
                .add(new AiDelta.Reasoning("A greeting."))
                .text("Good ")
                .text("day.")
                .end();
        host.model
                .text("I measure.")
                .call(0, "measure", "{\"id\":\"w1\"}")
                .endWithTools()
                .text("4 metres.")
                .end();
        host.model
                .call(0, "delete", "{\"id\":\"w1\"}")
                .endWithTools()
                .text("Deleted.")
                .end();
        host.model
                .call(0, "delete", "{\"id\":\"r1\"}")
                .endWithTools()
                .text("The other roof is gone.")
                .end();
        host.model
                .call(0, "delete", "{\"id\":\"all\"}")
                .endWithTools()
                .text("Nothing was deleted.")
                .end();

        Json seen = Json.parse(
                AgUiJudges.run(folder, "conversation.mjs", host.web.agent().toString(), host.web.token()));

        assertThat(host.walls.ran).containsExactly("measure w1", "delete w1", "delete r2");
        assertThat(seen.get("blocked").asBoolean()).isTrue();
        assertThat(seen.at("/interrupts/0/reason").asText()).isEqualTo("tool_call");
        assertThat(seen.at("/interrupts/0/metadata/plumbline/parts/1/text").asText())
                .isEqualTo("w1");
        assertThat(seen.get("events").elements().stream().map(Json::asText))
                .contains("REASONING_MESSAGE_CONTENT", "TOOL_CALL_ARGS", "TOOL_CALL_RESULT", "STATE_DELTA")
                .doesNotContain("MESSAGES_SNAPSHOT"); // the client has seen everything
        assertThat(seen.get("messages").elements().stream()
                        .filter(message -> message.get("role").asText().equals("assistant"))
                        .map(message -> message.get("content").exists()
                                ? message.get("content").asText()
                                : "")
                        .filter(text -> !text.isEmpty()))
                .containsExactly(
                        "Good day.",
                        "I measure.",
                        "4 metres.",
                        "Deleted.",
                        "The other roof is gone.",
                        "Nothing was deleted.");
        assertThat(seen.get("messages").elements().stream()
                        .filter(message -> message.get("role").asText().equals("user")))
                .hasSize(5);
    }

    @Test
    @DisplayName("AG2 a client that comes back in the middle of an answer gets it without a gap and nothing twice")
    void ag2_reconnect_hasNoGapAndNothingTwice() throws Exception {
        Json input = input("t", user("u1", "Tell me"));
        EventClient.Events first = run(input);
        host.model.add(new AiDelta.Reasoning("Hm. ")).text("one ").text("two ");
        first.await(event -> text(first, "TEXT_MESSAGE_CONTENT").equals("one two "));
        first.close();
        streams.clear();

        EventClient.Events second = run("/agent/connect", input);
        second.await(event -> text(second, "TEXT_MESSAGE_CONTENT").equals("one two "));
        EventClient.Events repeated = run(input);
        repeated.await("TEXT_MESSAGE_CONTENT");
        host.model.text("three").end();

        assertThat(outcome(second.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(outcome(repeated.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(text(second, "TEXT_MESSAGE_CONTENT")).isEqualTo("one two three");
        assertThat(text(repeated, "TEXT_MESSAGE_CONTENT")).isEqualTo("one two three");
        assertThat(text(second, "REASONING_MESSAGE_CONTENT")).isEqualTo("Hm. ");
        assertThat(second.await("MESSAGES_SNAPSHOT").at("/messages/0/id").asText())
                .isEqualTo("u1");
        assertThat(host.model.waiting()).isZero();
        judge();
    }

    @Test
    @DisplayName("G13 a thread that a client has named is there again when the program has started again")
    void g13_namedThread_afterRestart() throws Exception {
        host.model.text("Good day.").end();
        run(input("my drawing", user("u1", "Hello"))).awaitEnd();
        host.close();
        open();

        EventClient.Events shown = run("/agent/connect", input("my drawing"));
        assertThat(shown.await("MESSAGES_SNAPSHOT").text()).contains("Hello", "Good day.");
        host.model.text("Good evening.").end();
        assertThat(outcome(run(input("my drawing", user("u2", "And now?"))).awaitEnd()))
                .isEqualTo("RUN_FINISHED success");
        assertThat(host.ai.stored()).hasSize(1);
        assertThat(run("/agent/connect", input("my drawing"))
                        .await("MESSAGES_SNAPSHOT")
                        .text())
                .contains("Good day.", "Good evening.");
        judge();
    }

    @Test
    @DisplayName("AG3 a cancelled turn ends its run as cancelled, also after text and in a tool call that grows")
    void ag3_cancel_endsTheRun() throws Exception {
        EventClient.Events events = run(input("t", user("u1", "Tell me")));
        host.model.text("one ");
        host.model.add(new AiDelta.ToolCallPart(0, "c", "measure", "{\"id"));
        events.await("TOOL_CALL_ARGS");

        assertThat(client.postJson("/agent/cancel", Json.object().with("threadId", "t"))
                        .get("cancelled")
                        .asBoolean())
                .isTrue();

        assertThat(outcome(events.awaitEnd())).isEqualTo("RUN_FINISHED cancelled");
        assertThat(host.walls.ran).isEmpty();
        judge();
    }

    @Test
    @DisplayName("AG4 an interrupt is answered once, completely and in time, or the run is an error")
    void ag4_resume_isChecked() throws Exception {
        host.model
                .call(0, "delete", "{\"id\":\"w1\"}")
                .endWithTools()
                .text("Done.")
                .end();
        Json interrupt = interrupt(run(input("t", user("u1", "Delete it"))).awaitEnd());
        Json blind = Json.object().with("approved", true);
        Json yes = blind.with("digest", interrupt.at("/metadata/plumbline/digest"));

        assertThat(outcome(run(input("t", user("u2", "And now?"))).awaitEnd()))
                .isEqualTo("RUN_ERROR interrupt-pending");
        assertThat(outcome(run(answered(input("t"), interrupt.with("id", "other"), yes))
                        .awaitEnd()))
                .isEqualTo("RUN_ERROR interrupt-unknown");
        assertThat(outcome(run(answered(input("t"), interrupt, Json.object().with("approved", "yes")))
                        .awaitEnd()))
                .isEqualTo("RUN_ERROR resume-invalid");
        assertThat(outcome(run(answered(input("t"), interrupt, blind)).awaitEnd()))
                .isEqualTo("RUN_ERROR resume-invalid");
        assertThat(host.walls.ran).isEmpty();
        assertThat(outcome(run("/agent/connect", input("t")).awaitEnd())).isEqualTo("RUN_FINISHED interrupt");

        EventClient.Events resumed = run(answered(input("t"), interrupt, yes));
        assertThat(outcome(resumed.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(resumed.ofType("TOOL_CALL_START")).isEmpty();
        assertThat(resumed.await("TOOL_CALL_RESULT").get("toolCallId")).isEqualTo(interrupt.get("toolCallId"));

        assertThat(outcome(run(answered(input("t"), interrupt, yes)).awaitEnd()))
                .isEqualTo("RUN_FINISHED success");
        assertThat(host.walls.ran).containsExactly("delete w1");
        judge();
    }

    @Test
    @DisplayName("G12 a message that was typed while a question waited is read by the model, once")
    void g12_messageWithAnAnswer_isRead() throws Exception {
        host.model
                .call(0, "delete", "{\"id\":\"w1\"}")
                .endWithTools()
                .text("Done.")
                .end();
        Json interrupt = interrupt(run(input("t", user("u1", "Delete it"))).awaitEnd());
        Json yes = Json.object().with("approved", true).with("digest", interrupt.at("/metadata/plumbline/digest"));
        Json known = user("u1", "Delete it");
        Json assistant =
                Json.object().with("id", "a1").with("role", "assistant").with("content", "");
        Json resume = answered(input("t", known, assistant, user("u2", "And the door?")), interrupt, yes);

        assertThat(outcome(run(resume).awaitEnd())).isEqualTo("RUN_FINISHED success");
        run(resume.with("runId", "again")).awaitEnd();

        EventClient.Events again = run("/agent/connect", input("t"));
        List<Json> messages = again.await("MESSAGES_SNAPSHOT").get("messages").elements();
        assertThat(messages.stream().filter(message -> message.get("role").equals(Json.of("user"))))
                .extracting(message -> message.get("id").asText())
                .containsExactly("u1", "u2");
        assertThat(messages.get(messages.size() - 1).get("content").asText()).isEqualTo("Done.");
        judge();
    }

    @Test
    @DisplayName("AG5 a second message during a turn is refused, and a failed turn is an error of the run")
    void ag5_busyAndFailed_areErrors() throws Exception {
        EventClient.Events events = run(input("t", user("u1", "Tell me")));
        host.model.text("one ");
        events.await("TEXT_MESSAGE_CONTENT");

        assertThat(outcome(run(input("t", user("u2", "Hello?"))).awaitEnd())).isEqualTo("RUN_ERROR busy");
        host.model.end();
        assertThat(outcome(events.awaitEnd())).isEqualTo("RUN_FINISHED success");
        judge();
    }

    @Test
    @DisplayName("N11 a message of the program that waits for its turn is no message of a run before it is stored")
    void n11_queuedMessage_isNoMessageYet() throws Exception {
        ConversationSession session = host.ai.session(AiBody.builder().build());
        EventClient.Events events = run(input(session.id(), user("u1", "Tell me")));
        host.model.text("one ");
        events.await("TEXT_MESSAGE_CONTENT");
        CompletableFuture<AiReturn> later = session.sendAsync(
                Interaction.user("Later"),
                SessionOptions.builder()
                        .busyAction(SessionOptions.BusyAction.QUEUE)
                        .build());
        EventClient.Events again = run("/agent/connect", input(session.id()));
        again.await("TEXT_MESSAGE_CONTENT");
        host.model.end().text("two").end();

        assertThat(outcome(events.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(outcome(again.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(later.get(60, TimeUnit.SECONDS).text()).isEqualTo("two");
        assertThat(events.ofType("MESSAGES_SNAPSHOT")).isEmpty();
        assertThat(again.ofType("MESSAGES_SNAPSHOT").map(Json::text)).noneMatch(text -> text.contains("Later"));
        judge();
    }

    @Test
    @DisplayName("AG60 news of a tool are custom events under its name, and change no message")
    void ag60_news_areCustomEvents() throws Exception {
        host.model
                .text("I tell.")
                .call(0, "tell", "{}")
                .endWithTools()
                .text("Told.")
                .end();
        EventClient.Events events = run(input("t", user("u1", "Tell me")));
        assertThat(outcome(events.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(events.ofType("CUSTOM"))
                .singleElement()
                .isEqualTo(Json.parse("{\"type\":\"CUSTOM\",\"name\":\"tell\",\"value\":{\"walls\":12}}"));
        assertThat(text(events, "TEXT_MESSAGE_CONTENT")).isEqualTo("I tell.Told.");
        judge();
    }

    @Test
    @DisplayName("AG6 after a restart of the program the thread is shown again and continued")
    void ag6_restart_showsTheThread() throws Exception {
        host.model.text("Stored.").end();
        EventClient.Events events = run(input("t", user("u1", "Keep this")));
        assertThat(outcome(events.awaitEnd())).isEqualTo("RUN_FINISHED success");
        String conversation =
                events.await("STATE_SNAPSHOT").at("/snapshot/conversation").asText();

        host.close();
        host = new WebHost(folder);
        client = new EventClient(host.web.address());

        EventClient.Events again = run("/agent/connect", input(conversation));
        assertThat(outcome(again.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(again.await("MESSAGES_SNAPSHOT").get("messages").elements().stream()
                        .map(message -> message.get("content").asText()))
                .containsExactly("Keep this", "Stored.");
        host.model.text("More.").end();
        EventClient.Events more = run(input(conversation, user("u2", "Go on")));
        assertThat(outcome(more.awaitEnd())).isEqualTo("RUN_FINISHED success");
        assertThat(text(more, "TEXT_MESSAGE_CONTENT")).isEqualTo("More.");
        judge();
    }
}
