package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The limit of rounds, alone and beside what else happens at that moment. */
@Timeout(120)
class RoundLimitTest {
    private static final byte[] PRICES = ("{\"format\":\"plumbline-models/1\",\"models\":[{\"id\":\"scripted:script\","
                    + "\"prices\":{\"from\":\"2026-01-01\",\"input\":\"1\",\"output\":\"5\","
                    + "\"currency\":\"USD\",\"source\":\"a test\"}}]}")
            .getBytes(StandardCharsets.UTF_8);

    private final ScriptedProvider model = ScriptedProvider.create();
    private final Pencil pencil = new Pencil();
    private final List<Question> asked = new CopyOnWriteArrayList<>();

    private final CompletableFuture<AiRuntime> runtime = new CompletableFuture<>();

    @TempDir
    Path folder;

    private final class Pencil {
        private int walls;

        @Tool("Draws a wall.")
        synchronized String draw() {
            return "wall " + ++walls;
        }

        @Tool("Lets another session draw.")
        String delegate(ToolContext call) {
            AiReturn ret = runtime.join()
                    .send(
                            body(),
                            call.child().toBuilder()
                                    .budget(two().budget().orElseThrow())
                                    .build());
            return ret.text();
        }
    }

    private AiRuntime.Builder program() {
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(pencil)
                .approvals(ApprovalRules.builder().allow("*").build());
    }

    /** A person who answers questions one after the other. */
    private Consumer<Question> person(Boolean... answers) {
        return question -> {
            asked.add(question);
            question.answer(answers[asked.size() - 1] ? question.options().get(0) : question.fallback());
        };
    }

    private ScriptedProvider draws(int times) {
        for (int i = 0; i < times; i++) {
            model.callsTool("draw", Map.of()).nextRound();
        }
        return model;
    }

    private static SessionOptions two() {
        return SessionOptions.builder()
                .budget(Budget.ofDefaults().withRounds(2))
                .build();
    }

    @Test
    @DisplayName("D15 a person is asked after 40 rounds, and a yes allows the whole budget once more")
    void d15_aYes_allowsAsMuchAgain() {
        draws(81).says("Done.");
        try (AiRuntime ai = program().questionHandler(person(true, true)).build()) {
            AiReturn ret = ai.send("Draw 81 walls.");

            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(pencil.walls).isEqualTo(81);
        }
        assertThat(asked)
                .extracting(Question::text)
                .containsExactly(
                        "40 steps are done, and the work is not. Do up to 40 more?",
                        "80 steps are done, and the work is not. Do up to 40 more?");
    }

    @Test
    @DisplayName("D15 a yes allows the other amounts once more, too")
    void d15_aYes_allowsOtherAmountsAgain() {
        draws(4).says("Done.");
        Budget small = Budget.ofDefaults().withRounds(3).withProviderCalls(3).withToolCalls(1, 3);
        try (AiRuntime ai = program().questionHandler(person(true)).build()) {
            AiReturn ret =
                    ai.send(body(), SessionOptions.builder().budget(small).build());

            assertThat(ret.error()).isEmpty();
            assertThat(pencil.walls).isEqualTo(4);
        }
    }

    @Test
    @DisplayName("D15 a no ends the turn with an answer, before which the model learns why")
    void d15_aNo_isAnAnswerThatSaysWhatWasDone() {
        draws(2).says("Two of nine walls are drawn.").says("The third.");
        draws(2).says("Two more.");
        try (AiRuntime ai = program().questionHandler(person(false, false)).build();
                ConversationSession session = ai.session(instructed())) {
            AiReturn ret = session.send(Interaction.user("Draw nine walls."), two());

            assertThat(ret.text()).isEqualTo("Two of nine walls are drawn.");
            assertThat(ret.toolResults()).hasSize(2);
            assertThat(lastFacts(2)).contains("All 2 rounds of this turn are used");
            assertThat(model.calls().get(2).options().toolChoice()).contains(ModelOptions.ToolChoice.NONE);

            assertThat(session.send("Go on.").text()).isEqualTo("The third.");
            List<Interaction> before = model.calls().get(2).effective();
            assertThat(model.calls().get(3).effective().subList(0, before.size()))
                    .as("what was sent stays")
                    .isEqualTo(before);

            assertThat(session.send(Interaction.user("And the rest."), two()).text())
                    .isEqualTo("Two more.");
            assertThat(lastFacts(6)).as("the limit of another turn").isNotEqualTo(lastFacts(2));
        }
        assertThat(asked).hasSize(2);
    }

    @Test
    @DisplayName("D15 without a person the model gives the answer at once, and the results are kept")
    void d15_nobody_isAnswered() {
        draws(2).says("Two walls are drawn.");
        try (AiRuntime ai = program().build()) {
            AiReturn ret = ai.send(body(), two());

            assertThat(ret.text()).isEqualTo("Two walls are drawn.");
            assertThat(ret.toolResults()).hasSize(2);
        }
    }

    @Test
    @DisplayName("D15 a model that calls a tool all the same fails with the limit, what was done and the option")
    void d15_aModelThatGoesOn_failsInWords() {
        draws(4);
        try (AiRuntime ai = program().build()) {
            AiReturn ret = ai.send(body(), two());

            AiError error = ret.error().orElseThrow();
            assertThat(error.message())
                    .isEqualTo("the turn's budget of 2 rounds is used up after 2 tool calls, whose results are kept;"
                            + " another message goes on from there, and Budget.withRounds allows more");
            assertThat(error.userMessage(Locale.ENGLISH))
                    .isEqualTo("The limit of steps for one request is reached. What was done is kept: send a message to"
                            + " go on.");
            assertThat(ret.toolResults()).hasSize(4);
            assertThat(pencil.walls).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("D15 a message that arrives while the question is open is read in the next round")
    void d15_steering_isRead() {
        draws(2).says("As a window, then.");
        CompletableFuture<ConversationSession> open = new CompletableFuture<>();
        try (AiRuntime ai = program()
                        .questionHandler(question -> {
                            assertThat(open.join().interject("A window instead."))
                                    .isTrue();
                            question.answer(question.options().get(0));
                        })
                        .build();
                ConversationSession session = ai.session(instructed())) {
            open.complete(session);

            assertThat(session.send(Interaction.user("Draw."), two()).text()).isEqualTo("As a window, then.");
            assertThat(model.calls().get(2).effective()).contains(Interaction.user("A window instead."));
            assertThat(model.calls().get(2).options().toolChoice()).isEmpty();
        }
    }

    @Test
    @DisplayName("D15 a queued message has its turn after the no, with a budget of its own")
    void d15_queuedMessage_hasItsTurn() throws Exception {
        draws(2).says("Two walls.");
        draws(1).says("A third.");
        CompletableFuture<CompletableFuture<AiReturn>> queued = new CompletableFuture<>();
        CompletableFuture<ConversationSession> open = new CompletableFuture<>();
        SessionOptions queueing =
                two().toBuilder().busyAction(SessionOptions.BusyAction.QUEUE).build();
        try (AiRuntime ai = program()
                        .questionHandler(question -> {
                            queued.complete(open.join().sendAsync(Interaction.user("One more."), queueing));
                            question.answer(question.fallback());
                        })
                        .build();
                ConversationSession session = ai.session(instructed())) {
            open.complete(session);

            assertThat(session.send(Interaction.user("Draw."), queueing).text()).isEqualTo("Two walls.");
            assertThat(queued.join().get(60, TimeUnit.SECONDS).text()).isEqualTo("A third.");
        }
    }

    @Test
    @DisplayName("D15 a cancel closes the question; the results stay, also after a restart")
    void d15_cancelAndRestart_keepTheResults() {
        draws(2);
        String id;
        CompletableFuture<ConversationSession> open = new CompletableFuture<>();
        try (AiRuntime ai = program()
                        .journal(folder)
                        .questionHandler(question -> {
                            asked.add(question);
                            open.join().cancel("enough");
                        })
                        .build();
                ConversationSession session = ai.session(instructed())) {
            open.complete(session);
            id = session.id();

            assertThat(session.send(Interaction.user("Draw."), two()).status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThat(asked.get(0).answer(asked.get(0).options().get(0)))
                    .as("the question is closed")
                    .isFalse();
        }
        draws(1).says("All three.");
        try (AiRuntime ai = program().journal(folder).build();
                ConversationSession session = ai.resume(id)) {
            assertThat(results(session)).isEqualTo(2);

            assertThat(session.send("Go on.").text()).isEqualTo("All three.");
            assertThat(results(session)).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("D15 a yes does not go beyond the money")
    void d15_aYes_isWithinTheMoney() {
        model.usage(Usage.of(10_000, 0));
        draws(9);
        try (AiRuntime ai = program()
                .addModels(PRICES)
                .spending(SpendingLimits.of("USD").withTurn("0.035"))
                .questionHandler(person(true, true))
                .build()) {
            AiReturn ret = ai.send(body(), two());

            assertThat(ret.error()).map(AiError::code).contains("spending-limit");
            assertThat(ret.toolResults()).hasSize(3);
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    @DisplayName("D15 the session of a tool asks nobody: its answer goes to the model that called the tool")
    void d15_subAgent_asksNobody() {
        model.callsTool("delegate", Map.of()).nextRound();
        draws(2).says("Two walls are drawn.").says("The other one has drawn two walls.");
        try (AiRuntime ai = program().questionHandler(person()).build()) {
            runtime.complete(ai);

            AiReturn ret = ai.send("Let it be drawn.");

            assertThat(ret.text()).isEqualTo("The other one has drawn two walls.");
            assertThat(ret.toolResults().get(0).envelope().toJson().text()).contains("Two walls are drawn.");
        }
        assertThat(asked).isEmpty();
    }

    private static AiBody body() {
        return AiBody.builder().addSystem("You draw.").addUser("Draw.").build();
    }

    private static AiBody instructed() {
        return AiBody.builder().addSystem("You draw.").build();
    }

    private String lastFacts(int call) {
        List<Interaction> sent = model.calls().get(call).effective();
        return sent.stream()
                .filter(Interaction.Context.class::isInstance)
                .reduce((one, other) -> other)
                .map(facts -> facts.toJson().text())
                .orElse("");
    }

    private static long results(ConversationSession session) {
        return session.path().stream()
                .map(ConversationEntry::interactions)
                .flatMap(List::stream)
                .filter(Interaction.ToolResult.class::isInstance)
                .count();
    }
}
