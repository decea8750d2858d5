package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiError;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.internal.EngineSettings;
import dev.plumbline.session.internal.SessionEngine;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tools.ToolRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to one document: an extension for one session. */
class SessionExtensionTest {
    private static final AiBody BODY =
            AiBody.builder().toolFilter("*").contextFilter("*").build();

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final ScriptedProvider model = ScriptedProvider.create();

    @TempDir
    private Path folder;

    record Nothing() {}

    private AiTool tool(String name) {
        return AiTool.of(name, "Does " + name + ".", Nothing.class, (none, context) -> seen.add("ran " + name));
    }

    private Extension document(String name) {
        return own -> own.addTools(tool("draw_" + name))
                .addContext("selection", () -> name)
                .addRequestPolicy("own-in", call -> call.withAdded(new Interaction.System("document " + name)))
                .addResponsePolicy("own-out", (ret, call) -> ret.mapText(text -> text + " in " + name))
                .addPolicy("own-attempt", (call, next) -> next.proceed(call))
                .addToolPolicy("own-policy", (call, next) -> {
                    seen.add(name + " around " + call.call().name());
                    return next.proceed(call);
                })
                .addHook("own-hook", new Hook() {
                    @Override
                    public void onTurnFinished(AiReturn ret, Context context) {
                        seen.add("hook of " + name);
                    }
                });
    }

    private AiRuntime runtime() {
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(tool("look"))
                .addToolPolicy("audit", (call, next) -> {
                    seen.add("audit " + call.call().name());
                    return next.proceed(call);
                })
                .addRequestPolicy("host-in", call -> call.withAdded(new Interaction.System("host")))
                .addResponsePolicy("host-out", (ret, call) -> ret.mapText(text -> text + "!"))
                .build();
    }

    private static List<String> offered(AiCall call) {
        return call.tools().stream().map(ToolDefinition::name).toList();
    }

    private static List<String> systems(AiCall call) {
        return call.effective().stream()
                .filter(Interaction.System.class::isInstance)
                .map(Interaction::text)
                .toList();
    }

    @Test
    @Tag("D12")
    void twoDocuments_haveTheirOwn_besidesTheRuntimes() {
        model.callsTool("draw_a", Map.of()).callsTool("look", Map.of()).says("Drawn");
        model.callsTool("draw_a", Map.of()).says("Sorry");
        model.says("Plain");
        try (AiRuntime ai = runtime()) {
            ConversationSession a = ai.session(BODY, SessionOptions.none(), document("a"));
            ConversationSession b = ai.session(BODY, SessionOptions.none(), document("b"));
            assertThat(a.send("Draw.").text()).isEqualTo("Drawn in a!");
            assertThat(seen)
                    .contains("audit draw_a", "a around draw_a", "ran draw_a", "a around look", "ran look", "hook of a")
                    .doesNotContain("hook of b");
            seen.clear();
            assertThat(b.send("Draw.").text()).isEqualTo("Sorry in b!");
            assertThat(seen).containsExactly("hook of b");
            assertThat(ai.session(BODY).send("Hello?").text()).isEqualTo("Plain!");
            assertThat(ai.describe()).doesNotContain("own-", "draw_");
        }
        assertThat(offered(model.calls().get(0))).containsExactly("draw_a", "look", "read_result");
        assertThat(offered(model.calls().get(2))).containsExactly("draw_b", "look", "read_result");
        assertThat(offered(model.calls().get(4))).containsExactly("look", "read_result");
        assertThat(systems(model.calls().get(0))).containsExactly("host", "document a");
        assertThat(systems(model.calls().get(4))).containsExactly("host");
    }

    @Test
    void fork_hasItToo() {
        model.says("One").says("Two");
        try (AiRuntime ai = runtime()) {
            ConversationSession a = ai.session(BODY, SessionOptions.none(), document("a"));
            a.send("Hello?");
            assertThat(a.fork("other").send("And?").text()).isEqualTo("Two in a!");
        }
    }

    @Test
    void ownTools_inARuntimeWithoutAny_canPageThroughLongResults() {
        model.says("Yes");
        try (AiRuntime ai = AiRuntime.of(model)) {
            ai.session(BODY, SessionOptions.none(), own -> own.addTools(tool("draw")))
                    .send("Hello?");
        }
        assertThat(offered(model.calls().get(0))).containsExactly("draw", "read_result");
    }

    @Test
    void skill_mayBelongToOneSession() {
        model.says("Yes");
        try (AiRuntime ai = runtime()) {
            ai.session(
                            BODY,
                            SessionOptions.none(),
                            own -> own.addSkill(Skill.of("stairs", "Stairs.")
                                    .withInstructions("630 mm.")
                                    .withTools(tool("draw_stair"))))
                    .send("Hello?");
        }
        assertThat(systems(model.calls().get(0))).contains("630 mm.");
    }

    @Test
    void resumed_itIsGivenAgain() {
        model.says("One").says("Two");
        String id;
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).journal(folder).build()) {
            ConversationSession session = ai.session(BODY, SessionOptions.none(), document("a"));
            session.send("Hello?");
            id = session.id();
        }
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).journal(folder).build()) {
            assertThat(ai.resume(id, SessionOptions.none(), document("b"))
                            .send("And?")
                            .text())
                    .isEqualTo("Two in b");
        }
    }

    @Test
    void closingTheRuntime_endsItsTurn_andNoOtherOpens() throws Exception {
        model.blocksUntilCancelled("One");
        CompletableFuture<Void> started = new CompletableFuture<>();
        AiRuntime ai = runtime();
        ConversationSession a = ai.session(
                BODY,
                SessionOptions.none(),
                own -> own.addView(new ConversationObserver() {
                    @Override
                    public void onText(String piece) {
                        started.complete(null);
                    }
                }));
        CompletableFuture<AiReturn> turn = a.sendAsync("Hello?");
        started.get(60, TimeUnit.SECONDS);
        ai.close();
        assertThat(turn.get(60, TimeUnit.SECONDS).error().orElseThrow().category())
                .isEqualTo(AiError.Category.CANCELLED);
        assertThatThrownBy(() -> ai.session(BODY, SessionOptions.none(), document("a")))
                .isInstanceOf(IllegalStateException.class);
        assertThat(ai.closed().get(60, TimeUnit.SECONDS).isClean()).isTrue();
    }

    @Test
    void nameThatTheRuntimeUses_isRefused_withBothOwners() {
        try (AiRuntime ai = runtime()) {
            assertThatThrownBy(() -> ai.session(BODY, SessionOptions.none(), own -> own.addTools(tool("look"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("given by the host and by session");
            assertThatThrownBy(() -> ai.session(
                            BODY,
                            SessionOptions.none(),
                            own -> own.addToolPolicy("audit", (call, next) -> next.proceed(call))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("audit");
            assertThatThrownBy(() -> ai.session(
                            BODY, SessionOptions.none(), own -> own.addRequestPolicy("host-in", call -> call)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("host-in");
            assertThatThrownBy(() -> ai.session(
                            BODY,
                            SessionOptions.none(),
                            own -> own.addTools(tool("ui").withAffinity(ThreadAffinity.UI_THREAD))))
                    .hasMessageContaining("set one with host(…)");
        }
    }

    @Test
    void policies_areInTheirPlaces_alsoWhenTheHostRemovedTheAnchors() {
        model.says("Yes");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .policyOrder(order -> order.without("validation").without("models"))
                .build()) {
            AiReturn ret =
                    ai.session(BODY, SessionOptions.none(), document("a")).send("Hello?");
            assertThat(ret.text()).isEqualTo("Yes in a");
        }
        assertThat(systems(model.calls().get(0))).containsExactly("document a");
    }

    @Test
    void closedSessions_areForgotten() {
        EngineGeneration edition = new EngineGeneration(parts(), engine(), Set.of());
        for (int i = 0; i < 20; i++) {
            edition.open(engine(), engine -> engine.open(BODY, SessionOptions.none()))
                    .close();
        }
        ConversationSession open = edition.open(engine(), engine -> engine.open(BODY, SessionOptions.none()));
        assertThat(edition.ofExtensions()).isEqualTo(1);
        edition.close();
        assertThatThrownBy(() -> open.send("Hello?")).isInstanceOf(IllegalStateException.class);
    }

    private EngineComponents parts() {
        return new EngineComponents(
                new ContributionSet(),
                PolicyOrder.of(List.of(), VirtualClock.create()),
                PolicyChain.builder().build(model),
                ToolRuntime.builder(JsonSchemas.service())
                        .time(VirtualClock.create())
                        .build());
    }

    private SessionEngine engine() {
        return EngineSettings.of(parts().chain(), parts().tools())
                .time(VirtualClock.create())
                .executor(Runnable::run)
                .ids(() -> "id")
                .model(ModelId.parse("scripted:model"))
                .build();
    }
}
