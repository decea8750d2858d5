package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolPolicies;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is published of tool calls, through a whole runtime: to views with text, to telemetry without. */
class ToolNotificationsTest {
    private final List<TelemetryEvent> events = new CopyOnWriteArrayList<>();

    static final class Tools {
        @Tool("Renders the plan.")
        String render(ToolContext call) {
            for (int i = 0; i <= 1000; i++) {
                call.progress(i / 1000.0, "secret wall " + i);
            }
            return "rendered";
        }
    }

    private static final class View implements ConversationObserver {
        final List<String> shown = new CopyOnWriteArrayList<>();
        final CompletableFuture<AiReturn> finished = new CompletableFuture<>();

        @Override
        public void onToolProgress(Interaction.ToolCall call, double fraction, String note) {
            shown.add(call.name() + " " + fraction + " " + note);
        }

        @Override
        public void onToolResult(Interaction.ToolResult result) {
            shown.add("result");
        }

        @Override
        public void onFinished(AiReturn ret) {
            finished.complete(ret);
        }
    }

    private AiRuntime runtime(View view) {
        return AiRuntime.builder()
                .addProvider(
                        ScriptedProvider.create().callsTool("render", Map.of()).says("Done."))
                .addTools(new Tools())
                .addToolPolicy("quota", "render", ToolPolicies.quota(5, 5, 1))
                .addObserver(events::add)
                .addView(view)
                .build();
    }

    private static AiBody body() {
        return AiBody.builder().toolFilter("*").addUser("Render.").build();
    }

    /** Presses the first button of every question; the first one approves. */
    private static final class Nodding implements ConversationObserver {
        final List<String> calls = new CopyOnWriteArrayList<>();

        @Override
        public void onEvent(SessionEvent event) {
            if (event instanceof SessionEvent.QuestionAsked asked) {
                calls.add(asked.question().toolCall().orElseThrow().name());
                asked.question().answer(asked.question().options().get(0));
            }
        }
    }

    @Test
    @Tag("H35")
    void approval_isPublishedToViews_whoMayAnswer() {
        Nodding view = new Nodding();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(
                        ScriptedProvider.create().callsTool("render", Map.of()).says("Done."))
                .addTools(new Tools())
                .approvals(ApprovalRules.builder().ask("*").build())
                .questionHandler(question -> {})
                .addView(view)
                .build()) {
            AiReturn ret = ai.send(body());
            assertThat(ret.toolResults()).allMatch(result -> result.envelope().isOk());
        }
        assertThat(view.calls).containsExactly("render");
    }

    @Test
    @Tag("SH88")
    void progress_reachesViewsWithItsLastWords_andTelemetryByWholePercents() throws Exception {
        View view = new View();
        try (AiRuntime ai = runtime(view)) {
            ai.send(body());
            view.finished.get(60, TimeUnit.SECONDS);
        }
        assertThat(view.shown).endsWith("render 1.0 secret wall 1000", "result");
        List<TelemetryEvent.ToolProgressed> progress = events.stream()
                .filter(TelemetryEvent.ToolProgressed.class::isInstance)
                .map(TelemetryEvent.ToolProgressed.class::cast)
                .toList();
        assertThat(progress).hasSize(101).allMatch(event -> event.tool().text().equals("render"));
        assertThat(progress)
                .extracting(TelemetryEvent.ToolProgressed::fraction)
                .isSorted()
                .endsWith(1.0);
        assertThat(events.toString()).doesNotContain("secret");
    }

    @Test
    void trace_ofATurn_holdsThePoliciesOfItsToolCalls() {
        try (AiRuntime ai = runtime(new View())) {
            AiReturn ret = ai.send(body());
            assertThat(ret.trace().note("render")).isEqualTo("ok");
            assertThat(ret.trace().steps())
                    .extracting(step -> step.policy())
                    .containsSubsequence(
                            "provider",
                            "render",
                            "render/quota",
                            "render/memo",
                            "render/attachments",
                            "render/approval",
                            "render/run",
                            "provider");
            assertThat(ret.trace().table()).contains("render/quota");
        }
    }

    @Test
    @Tag("SH78")
    @Tag("B3")
    @Tag("B21")
    void tool_seesTheConversationOfItsBranchAndWhereItIs() {
        List<String> seen = new CopyOnWriteArrayList<>();
        AiTool look = AiTool.of("look", "Looks.", Json.parse("{\"type\":\"object\"}"), (in, call) -> {
            String said = call.conversation().stream()
                    .filter(Interaction.User.class::isInstance)
                    .map(Interaction::text)
                    .collect(Collectors.joining("+"));
            return seen.add(said + " in round " + call.ids().round());
        });
        ScriptedProvider model = ScriptedProvider.create();
        for (int i = 0; i < 3; i++) {
            model.callsTool("look", Map.of()).says("Seen.");
        }
        try (AiRuntime ai =
                        AiRuntime.builder().addProvider(model).addTools(look).build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            session.send("one");
            try (ConversationSession other = session.fork("other")) {
                other.send("two");
            }
            session.send("three");
        }
        assertThat(seen).containsExactly("one in round 1", "one+two in round 1", "one+three in round 1");
    }

    @Test
    @Tag("A4")
    void describe_showsTheOwnerOfEachToolPolicy() {
        try (AiRuntime ai = runtime(new View())) {
            assertThat(ai.describe().lines().map(String::strip))
                    .containsSubsequence(
                            "tool-call quota render",
                            "tool-call memo * @plumbline",
                            "tool-call attachments * @plumbline",
                            "tool-call approval * @plumbline",
                            "tool      read_result #idempotent #read-only @plumbline",
                            "tool      render");
        }
    }
}
