package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.session.TurnPipeline.TurnStage;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the builder passes on to the loop. */
@Timeout(120)
class LoopSettingsTest {

    /** The input of a tool that needs none. */
    record Nothing() {}

    @Test
    void sessionOfATool_isPaidForByItsTurn() {
        AtomicReference<AiRuntime> runtime = new AtomicReference<>();
        List<String> said = new ArrayList<>();
        AiTool ask = AiTool.of("ask", "Asks.", Nothing.class, (in, context) -> {
            try (ConversationSession inner = runtime.get().session(AiBody.of("Which?"), context.child())) {
                said.add(inner.runToStableResult().text());
                return 1;
            }
        });
        ScriptedProvider provider = ScriptedProvider.create()
                .callsTool("ask", Map.of())
                .says("Inner.")
                .says("Outer.");
        SessionOptions two = SessionOptions.builder()
                .budget(Budget.ofDefaults().withProviderCalls(2))
                .build();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(ask)
                .defaults(two)
                .build()) {
            runtime.set(ai);

            AiReturn ret =
                    ai.send(AiBody.builder().addUser("Go.").toolFilter("*").build());

            assertThat(said).containsExactly("Inner.");
            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.BUDGET);
        }
    }

    @Test
    void hook_asksThePersonOfTheRuntime() {
        List<Optional<String>> answers = new ArrayList<>();
        Hook units = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                answers.add(context.ask("Which units?", List.of("mm", "inch"), Duration.ofMinutes(1)));
                return Decision.proceed();
            }
        };
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Done."))
                .addHook("units", units)
                .questionHandler(question -> question.answer(question.options().get(0)))
                .build()) {
            ai.send("Go.");
            assertThat(answers).containsExactly(Optional.of("mm"));
        }
    }

    @Test
    void loop_isChangedByName() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .stages(stages -> stages.wrap(
                        TurnPipeline.CALL_MODEL,
                        (stage, work) -> TurnStage.Result.next(work.withRet(AiReturn.ofText("Polly.")))))
                .build()) {
            assertThat(ai.send("Go.").text()).isEqualTo("Polly.");
        }
    }

    @Test
    void conversation_isSummedUpByWhatItsModelReads() {
        String models =
                "{\"format\":\"plumbline-models/1\",\"models\":[{\"id\":\"scripted:script\",\"contextTokens\":100}]}";
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create()
                        .says("One.")
                        .says("Two.")
                        .says("1 and 2.")
                        .says("Three."))
                .addModels(models.getBytes(StandardCharsets.UTF_8))
                .summaryThreshold(0.1)
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().addSystem("You draw.").build());
            session.send("1");
            session.send("2");
            session.send("3");

            assertThat(session.body().interactions())
                    .extracting(Interaction::text)
                    .containsExactly("You draw.", "1 and 2.", "2", "Two.", "3", "Three.");
        }
    }
}
