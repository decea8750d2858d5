package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Skill;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instructions and tools behind one switch, the host's and the model's. */
class SkillTest {
    private static final String INSTRUCTIONS = "Walls are 240 mm thick.";

    private static final List<String> DECLARED = List.of("draw_wall", "use_drafting");

    private final AtomicInteger drawn = new AtomicInteger();

    @TempDir
    private Path folder;

    private final class Walls {
        @Tool("Draws a wall.")
        String draw_wall() {
            return "wall " + drawn.incrementAndGet();
        }
    }

    record Nothing() {}

    private Skill drafting() {
        return Skill.of("drafting", "Draws walls to scale.")
                .withInstructions(INSTRUCTIONS)
                .withTools(new Walls());
    }

    private static AiBody body(String tools) {
        return AiBody.builder().toolFilter(tools).build();
    }

    private static List<String> offered(AiCall call) {
        return call.tools().stream()
                .map(ToolDefinition::name)
                .filter(name -> !name.equals("read_result"))
                .toList();
    }

    private static boolean hasInstructions(AiCall call) {
        return call.effective().stream().anyMatch(said -> said.toJson().text().contains(INSTRUCTIONS));
    }

    private static AiRuntime runtime(ScriptedProvider model, Skill skill) {
        return AiRuntime.builder().addProvider(model).addSkill(skill).build();
    }

    @Test
    @Tag("C17")
    void filter_switchesToolsAndInstructionsTogether() {
        ScriptedProvider model =
                ScriptedProvider.create().says("On.").says("Off.").says("Off for a turn.");
        try (AiRuntime ai = runtime(model, drafting())) {
            ConversationSession on = ai.session(body("*"));
            on.send("A wall.");
            ai.session(body("*, -#drafting")).send("A wall.");
            on.send(
                    Interaction.user("A wall."),
                    SessionOptions.builder().toolFilter("*, -#drafting").build());
        }
        assertThat(model.calls()).extracting(SkillTest::hasInstructions).containsExactly(true, false, false);
        assertThat(model.calls().stream().map(SkillTest::offered))
                .containsExactly(List.of("draw_wall"), List.of(), List.of());
    }

    @Test
    @Tag("H44")
    @DisplayName("P3 a skill on demand declares its tools from the start, and sends its instructions behind its switch")
    void p3_onDemand_theModelSwitchesItOn() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("use_drafting", Map.of())
                .nextRound()
                .callsTool("draw_wall", Map.of())
                .says("Drawn.")
                .says("Still on.");
        try (AiRuntime ai = runtime(model, drafting().withOnDemand())) {
            ConversationSession session = ai.session(body("*"));
            assertThat(session.send("A wall.").text()).isEqualTo("Drawn.");
            session.send("Another one?");
        }
        assertThat(model.calls().stream().map(SkillTest::offered)).hasSize(4).allMatch(DECLARED::equals);
        assertThat(model.calls()).extracting(SkillTest::hasInstructions).containsExactly(false, true, true, true);
        assertThat(drawn).hasValue(1);
    }

    @Test
    @DisplayName("M1 a skill that was switched on behind an entry is off again when the branch goes back to it")
    void m1_skill_followsTheHead() {
        ScriptedProvider model = ScriptedProvider.create()
                .says("What shall it be?")
                .callsTool("use_drafting", Map.of())
                .nextRound()
                .callsTool("draw_wall", Map.of())
                .says("Drawn.")
                .callsTool("draw_wall", Map.of())
                .says("Sorry.")
                .says("Still on.");
        try (AiRuntime ai = runtime(model, drafting().withOnDemand())) {
            ConversationSession session = ai.session(body("*"));
            session.send("Hello.");
            ConversationEntry before = session.head();
            session.send("A wall.");
            ConversationSession drawn = session.fork("drawn");
            session.continueFrom(before);
            AiReturn denied = session.send("A wall.");
            assertThat(denied.toolResults()
                            .get(0)
                            .envelope()
                            .failure()
                            .orElseThrow()
                            .code())
                    .isEqualTo(ToolEnvelope.Code.DENIED);
            drawn.send("Another one?");
        }
        assertThat(drawn).hasValue(1);
        assertThat(model.calls().stream().map(SkillTest::offered)).hasSize(7).allMatch(DECLARED::equals);
        assertThat(model.calls())
                .extracting(SkillTest::hasInstructions)
                .containsExactly(false, false, true, true, false, false, true);
    }

    @Test
    void onDemand_itsToolsAreDeniedBefore_andNobodyIsAsked() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("draw_wall", Map.of()).says("Sorry.");
        AtomicInteger asked = new AtomicInteger();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addSkill(drafting().withOnDemand())
                .approvals(ApprovalRules.builder().ask("*").build())
                .questionHandler(question -> {
                    asked.incrementAndGet();
                    question.answer(question.options().get(0));
                })
                .build()) {
            AiReturn ret = ai.session(body("*")).send("A wall.");
            assertThat(ret.toolResults()).singleElement().satisfies(result -> {
                assertThat(result.envelope().failure().orElseThrow().code()).isEqualTo(ToolEnvelope.Code.DENIED);
                assertThat(result.envelope().failure().orElseThrow().message()).contains("use_drafting");
            });
        }
        assertThat(drawn).hasValue(0);
        assertThat(asked).hasValue(0);
    }

    @Test
    void onDemand_whoseKeyIsFilteredOut_staysOff_andTheTraceSaysSo() {
        ScriptedProvider model = ScriptedProvider.create().says("I cannot.");
        try (AiRuntime ai = runtime(model, drafting().withOnDemand())) {
            AiReturn ret = ai.session(body("draw_*")).send("A wall.");
            assertThat(ret.trace().table()).contains("drafting stays off: use_drafting is filtered out");
        }
        assertThat(model.calls()).extracting(SkillTest::hasInstructions).containsExactly(false);
    }

    @Test
    void onDemand_belongsToItsBranch() {
        ScriptedProvider model = ScriptedProvider.create()
                .says("Hello.")
                .callsTool("use_drafting", Map.of())
                .says("On.")
                .says("Off here.")
                .says("On here.");
        try (AiRuntime ai = runtime(model, drafting().withOnDemand())) {
            ConversationSession main = ai.session(body("*"));
            main.send("Hello.");
            ConversationSession before = main.fork("before");
            main.send("A wall.");
            before.send("And here?");
            main.fork("after").send("And here?");
        }
        assertThat(model.calls())
                .extracting(SkillTest::hasInstructions)
                .containsExactly(false, false, true, false, true);
    }

    @Test
    void onDemand_isStillOnAfterARestart() {
        ScriptedProvider first =
                ScriptedProvider.create().callsTool("use_drafting", Map.of()).says("On.");
        String id;
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(first)
                .addSkill(drafting().withOnDemand())
                .journal(folder)
                .build()) {
            ConversationSession session = ai.session(body("*"));
            session.send("A wall.");
            id = session.id();
        }
        ScriptedProvider second = ScriptedProvider.create().says("Still.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(second)
                .addSkill(drafting().withOnDemand())
                .journal(folder)
                .build()) {
            ai.resume(id).send("And now?");
        }
        assertThat(second.calls()).extracting(SkillTest::hasInstructions).containsExactly(true);
    }

    @Test
    void onDemand_aHookMaySwitchItOn() {
        Skill skill = drafting().withOnDemand();
        ScriptedProvider model = ScriptedProvider.create().says("On.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addSkill(skill)
                .addHook("switch", new Hook() {
                    @Override
                    public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                        context.state()
                                .update(skill.active(), off -> input.text().contains("wall"));
                        return Decision.proceed();
                    }
                })
                .build()) {
            ai.session(body("*")).send("A wall.");
        }
        assertThat(model.calls()).extracting(SkillTest::hasInstructions).containsExactly(true);
    }

    @Test
    void onDemand_withoutTools_isInstructionsAlone() {
        Skill manners = Skill.of("manners", "How to write letters.")
                .withInstructions(INSTRUCTIONS)
                .withOnDemand();
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("use_manners", Map.of()).says("Dear Sir.");
        try (AiRuntime ai = runtime(model, manners)) {
            ai.session(body("*")).send("A letter.");
        }
        assertThat(model.calls()).extracting(SkillTest::hasInstructions).containsExactly(false, true);
        assertThat(model.calls().stream().map(SkillTest::offered)).hasSize(2).allMatch(List.of("use_manners")::equals);
    }

    @Test
    void lastRound_isSentTheSameInstructionsAndTools() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("draw_wall", Map.of()).says("Drawn.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addSkill(drafting())
                .addHook("one-round", new Hook() {
                    @Override
                    public Decision<Round> onRoundDeciding(Round round, Context context) {
                        return round.number() > 1
                                ? Decision.proceed()
                                : Decision.replace(round.withNext(Round.Next.FINISH_WITHOUT_TOOLS));
                    }
                })
                .defaults(SessionOptions.builder().budget(Budget.ofDefaults()).build())
                .build()) {
            ai.session(body("*")).send("A wall.");
        }
        assertThat(offered(model.calls().get(1)))
                .isEqualTo(offered(model.calls().get(0)));
        assertThat(model.calls()).extracting(SkillTest::hasInstructions).containsExactly(true, true);
    }

    @Test
    void twoSkills_doNotMeetEachOther() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("use_drafting", Map.of()).says("On.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addSkill(drafting().withOnDemand())
                .addExtension(
                        "letters",
                        to -> to.addSkill(Skill.of("letters", "Writes letters.")
                                .withTools(dev.plumbline.tool.AiTool.of(
                                        "post", "Posts.", Nothing.class, (Nothing none, ToolContext call) -> "posted"))
                                .withOnDemand()))
                .build()) {
            ai.session(body("*")).send("A wall.");
            assertThat(ai.describe())
                    .contains("use_letters #idempotent #letters #read-only @letters", "skill-letters #letters");
        }
        assertThat(model.calls().stream().map(SkillTest::offered))
                .hasSize(2)
                .allMatch(List.of("draw_wall", "post", "use_drafting", "use_letters")::equals);
    }

    @Test
    void skillThatNothingWouldSwitch_orCalledLikeAHint_isRefused() {
        assertThatThrownBy(() -> AiRuntime.builder().addSkill(Skill.of("manners", "How to write.")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withOnDemand()");
        assertThatThrownBy(() -> Skill.of("destructive", "Breaks.")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Skill.of("Two Words", "Breaks.")).isInstanceOf(IllegalArgumentException.class);
        assertThat(drafting()).hasToString("Skill[drafting, 1 tools, " + INSTRUCTIONS.length() + " characters]");
    }
}
