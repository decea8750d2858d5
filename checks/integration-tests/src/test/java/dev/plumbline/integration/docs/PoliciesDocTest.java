package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.policies.Policies;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoliciesDocTest {
    private static final SessionOptions DRAWING =
            SessionOptions.builder().namespace("drawing-1").build();

    @TempDir
    private Path folder;

    @Test
    @Tag("C39")
    @Tag("H17")
    @Tag("H18")
    void everyShape_doesWhatItSays() {
        ScriptedProvider model = ScriptedProvider.create().says("").says("A room – 5", "\tby 4");
        try (AiRuntime ai = PoliciesExamples.withPolicies(model)) {
            assertThat(ai.send("hi").error().orElseThrow().category()).isEqualTo(AiError.Category.POLICY_DENIED);
            assertThat(ai.send(AiBody.of("hi"), DRAWING).text()).isEqualTo("A room - 5  by 4");
            assertThat(model.calls().get(0).effective())
                    .contains(new Interaction.System("All lengths are millimetres."));
        }
    }

    record Nothing() {}

    @Test
    void i61_anAnswerOfToolCallsAlone_isNotEmpty() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("draw", Map.of()).says("Drawn.");
        AiTool draw = AiTool.of("draw", "Draws.", Nothing.class, (none, call) -> ToolEnvelope.ok("drawn"));
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(draw)
                .addPolicy("second-try", new PoliciesExamples.SecondTry())
                .build()) {
            assertThat(ai.send("Draw a wall.").text()).isEqualTo("Drawn.");
            assertThat(model.calls()).hasSize(2);
        }
    }

    @Test
    @Tag("H41")
    @Tag("H42")
    void memoryAndDocuments_areSentWhenTheyChange() {
        PoliciesExamples.Notes notes = new PoliciesExamples.Notes();
        notes.lines().add("Doors are 90 wide.");
        PoliciesExamples.Handbook handbook =
                new PoliciesExamples.Handbook(List.of("Walls of brick are 24 thick.", "Stairs need a rail."));
        ScriptedProvider model = ScriptedProvider.create().says("Done.").says("Done.");
        try (AiRuntime ai = PoliciesExamples.informed(model, notes, handbook)) {
            ConversationSession session =
                    ai.session(AiBody.builder().contextFilter("*").build());
            session.send("How thick are walls?");
            notes.lines().set(0, "Doors are 100 wide.");
            session.send("Draw them.");
            assertThat(facts(model, 0))
                    .containsExactly(
                            entry("units", Json.of("mm")),
                            entry("notes", Json.of(List.of("Doors are 90 wide."))),
                            entry("handbook", Json.of(List.of("Walls of brick are 24 thick."))));
            assertThat(facts(model, 1))
                    .containsExactly(
                            entry("notes", Json.of(List.of("Doors are 100 wide."))),
                            entry("handbook", Json.parse("null")));
            assertThat(session.path().stream().flatMap(entry -> entry.interactions().stream()))
                    .noneMatch(Interaction.Context.class::isInstance);
        }
    }

    @Test
    void arranged_movesReplacesAndSwitchesOff() {
        ScriptedProvider model = ScriptedProvider.create().says("Yes.");
        try (AiRuntime ai = PoliciesExamples.arranged(
                model,
                to -> to.addPolicy("audit-log", (call, next) -> next.proceed(call)),
                (call, next) -> next.proceed(call))) {
            assertThat(ai.send("hi").text()).isEqualTo("Yes.");
            assertThat(ai.describe())
                    .containsSubsequence("retry, replaced by host", "audit-log @audit, moved after retry by host")
                    .contains("off       models, switched off by host", "whenPresent \"plan-style\"");
        }
    }

    private static Map<String, Json> facts(ScriptedProvider model, int call) {
        return model.calls().get(call).facts().orElseThrow().values();
    }

    @Test
    void templates_fillSystemTexts() {
        ScriptedProvider model = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = PoliciesExamples.instructed(model, "Hellberg {and} Son")) {
            ai.send(PoliciesExamples.DRAFTSMAN);
            assertThat(model.calls().get(0).effective().get(0).text())
                    .isEqualTo("You draw for Hellberg {and} Son. Answer in English. Write coordinates as {x}, {y}.");
        }
    }

    @Test
    void explain_showsEachPolicyAndItsCost() {
        ScriptedProvider never = ScriptedProvider.create();
        try (AiRuntime ai = PoliciesExamples.instructed(never, "Hellberg")) {
            String table = PoliciesExamples.explained(ai);
            assertThat(table.lines().map(line -> line.split(" ")[0]))
                    .containsExactly(
                            "policy",
                            "context",
                            "templates",
                            "validation",
                            "models",
                            "answers",
                            "repair",
                            "retry",
                            "provider");
            assertThat(table.lines().filter(line -> line.startsWith("templates")))
                    .allMatch(line -> line.matches("templates +\\d+  [0-9a-f]{8} +"));
            assertThat(ai.describe()).contains("  2  request   templates");
        }
        assertThat(never.calls()).isEmpty();
    }

    @Test
    @Tag("SH173")
    void cacheOnDisk_servesTheNextRuntime() {
        try (AiRuntime ai = cached(ScriptedProvider.create().says("kept"))) {
            AiReturn first = ai.send("hi");
            assertThat(first.text()).isEqualTo("kept");
            assertThat(first.isOk()).isTrue();
        }
        ScriptedProvider never = ScriptedProvider.create();
        try (AiRuntime ai = cached(never)) {
            assertThat(ai.send("hi").text()).isEqualTo("kept");
        }
        assertThat(never.calls()).isEmpty();
    }

    private AiRuntime cached(ScriptedProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .cache(DiskResponseStore.of(folder.resolve("plumbline")))
                .build();
    }

    @Test
    @DisplayName("A26 a list of one's own is all that runs around a call")
    void a26_listedPolicies_areAll() {
        ScriptedProvider model = ScriptedProvider.create().says("Here.");
        try (AiRuntime ai = PoliciesExamples.listed(model, DiskResponseStore.of(folder))) {
            assertThat(ai.send("Are you there?").text()).isEqualTo("Here.");
            assertThat(ai.send("Are you there?").text()).isEqualTo("Here.");
            assertThat(model.calls()).hasSize(1);
            assertThat(ai.describe())
                    .containsSubsequence("around    cache", "around    retry", "provider  scripted")
                    .contains("off       repair, switched off by host");
        }
    }

    @Test
    @DisplayName("M23 a policy that counts by the hour takes the time of the runtime")
    void m23_time_isThatOfTheRuntime() {
        VirtualClock time = VirtualClock.create();
        ScriptedProvider model =
                ScriptedProvider.create().says("One.").says("Two.").says("Three.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .clock(time)
                .policyOrder(order -> order.last("quota", Policies.quota(1, Duration.ofHours(1), order.time())))
                .build()) {
            assertThat(ai.send("1").text()).isEqualTo("One.");
            assertThat(ai.send("2").isOk()).isFalse();
            time.advance(Duration.ofHours(1));
            assertThat(ai.send("3").text()).isEqualTo("Two.");
        }
    }

    @Test
    void policy_knowsTheTimeThatIsLeft() {
        VirtualClock time = VirtualClock.create();
        ScriptedProvider model = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addPolicy("time", PoliciesExamples.watchingTheTime(time))
                .build()) {
            AiReturn ret = ai.send(
                    AiBody.of("hi"),
                    SessionOptions.builder()
                            .budget(SessionOptions.Budget.ofDefaults().withTime(Duration.ofSeconds(10)))
                            .build());
            assertThat(ret.trace().note("time")).isEqualTo("0 ms, hurried");
            assertThat(model.calls().get(0).attribute(PoliciesExamples.HURRIED)).contains(true);
        }
    }
}
