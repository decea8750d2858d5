package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/coming-from.md: every example compiled as it stands and run; every name of the five systems there. */
class ComingFromDocTest {
    private static final Path PAGE = Path.of("../../docs/coming-from.md");
    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<String> drawn = new CopyOnWriteArrayList<>();

    final class Pencil {
        @Tool("Draws a wall.")
        double drawWall(double width) {
            drawn.add("wall " + width);
            return width;
        }

        @Tool(value = "Measures.", readOnly = true)
        double measure(double width) {
            drawn.add("measure " + width);
            return width;
        }

        @Tool(value = "Deletes a wall.", destructive = true)
        String delete_wall() {
            drawn.add("delete");
            return "deleted";
        }

        @Tool("Deletes everything.")
        String delete_all() {
            drawn.add("delete all");
            return "deleted";
        }
    }

    private AiRuntime runtime(Function<AiRuntime.Builder, AiRuntime.Builder> with) {
        return with.apply(AiRuntime.builder().addProvider(model).addTools(new Pencil()))
                .build();
    }

    private AiReturn asked(Function<AiRuntime.Builder, AiRuntime.Builder> with, String question) {
        try (AiRuntime ai = runtime(with)) {
            return ai.send(ComingFromExamples.body(question));
        }
    }

    private ScriptedProvider draws(double width) {
        return model.callsTool("drawWall", Map.of("width", width)).nextRound();
    }

    /** The names as their documents write them. */
    @Test
    @Tag("SH30")
    @Tag("H1")
    void everyNameOfTheFive_isThere() throws IOException {
        String page = Files.readString(PAGE);
        List<String> names =
                Files.readAllLines(Path.of("src/test/resources/dev/plumbline/integration/docs/names-of-the-five.txt"));
        assertThat(names).hasSizeGreaterThan(150).doesNotHaveDuplicates();
        assertThat(names.stream().filter(name -> !page.contains("`" + name + "`")))
                .isEmpty();
    }

    /** The reading of November 2026 found 22; each has a reason. */
    @Test
    void whatWorksDifferently_isListedWithItsReason() throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("## What works differently"), page.indexOf("## From cycod"));
        assertThat(section.lines().filter(line -> line.startsWith("| ")).skip(1))
                .hasSize(22)
                .allMatch(line -> line.split(" \\| ").length == 3);
    }

    /** A reference to an example leads to one. */
    @Test
    @Tag("C115")
    void everyNumber_isAnExample() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(Pattern.compile("\\[(\\d+)\\]\\(#(\\d+)-")
                        .matcher(page)
                        .results()
                        .map(MatchResult::group)
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(25);
        assertThat(Pattern.compile("(?m)^### (\\d+)\\.")
                        .matcher(page)
                        .results()
                        .map(found -> Integer.valueOf(found.group(1))))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 25).boxed().toList());
    }

    @Test
    void example1_input_isReplacedOrRefused() {
        model.says("Yes.");
        assertThat(asked(with -> with.addHook("calm", new ComingFromExamples.NoShouting()), "A wall!")
                        .text())
                .isEqualTo("Yes.");
        assertThat(model.calls().get(0).effective().get(0).text()).isEqualTo("A wall.");
        assertThat(asked(with -> with.addHook("calm", new ComingFromExamples.NoShouting()), " ")
                        .error()
                        .orElseThrow()
                        .category())
                .isEqualTo(AiError.Category.POLICY_DENIED);
    }

    @Test
    void example2_context_dependsOnTheQuestion() {
        model.says("Yes.");
        asked(with -> with.addContext(ComingFromExamples.manual(words -> List.of("about " + words))), "doors");
        assertThat(model.calls().get(0).facts().orElseThrow().values())
                .containsEntry("manual", Json.of(List.of("about doors")));
    }

    @Test
    void examples3To5_changeWhatIsSent() {
        draws(1);
        draws(2);
        model.says("Yes.");
        asked(
                with -> with.addRequestPolicy("persona", ComingFromExamples.PERSONA)
                        .addRequestPolicy("sober", ComingFromExamples.SOBER)
                        .addRequestPolicy("end", ComingFromExamples.COME_TO_AN_END),
                "A wall.");
        assertThat(model.calls()).allSatisfy(call -> {
            assertThat(call.effective()).contains(new Interaction.System("You are a patient draughtsman."));
            assertThat(call.options().temperature()).hasValue(0);
        });
        assertThat(model.calls().stream().map(call -> call.facts().isPresent())).containsExactly(false, false, true);
    }

    @Test
    void examples6And7_standAroundTheCall() {
        model.fails(AiError.Category.AUTHENTICATION);
        assertThat(asked(with -> with.addPolicy("sorry", ComingFromExamples.APOLOGISING), "Hello?")
                        .text())
                .isEqualTo("The assistant is not available.");
        Map<String, String> answers = Map.of("What is a wall?", "A thing that stands.");
        assertThat(asked(with -> with.addPolicy("file", ComingFromExamples.fromFile(answers)), "What is a wall?")
                        .text())
                .isEqualTo("A thing that stands.");
        assertThat(model.calls()).hasSize(1);
    }

    @Test
    void examples8And9_changeWhatComesBack() {
        model.says("It is 50", "00 mm.").says("It is PROJECT-X.");
        assertThat(asked(with -> with.addResponsePolicy("metres", ComingFromExamples.IN_METRES), "How long?")
                        .text())
                .isEqualTo("It is 5 m.");
        assertThat(asked(with -> with.addResponsePolicy("secrets", ComingFromExamples.NO_SECRETS), "What is it?")
                        .text())
                .isEqualTo("I may not speak of that.");
    }

    @Test
    void example10_entry_isStoredInOtherWords() {
        model.says("Yes.");
        try (AiRuntime ai = runtime(with -> with.addHook("signed", new ComingFromExamples.Signed()))) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("Hello?");
            assertThat(session.head().text()).isEqualTo("Yes. (made by a machine)");
        }
    }

    @Test
    void example11_batch_isLimited() {
        IntStream.range(0, 12).forEach(i -> model.callsTool("drawWall", Map.of("width", i)));
        model.says("Done.");
        AiReturn ret = asked(with -> with.addHook("ten", new ComingFromExamples.BatchLimit()), "Walls.");
        assertThat(drawn).hasSize(10);
        assertThat(ret.toolResults()).hasSize(12);
    }

    private List<ToolEnvelope> envelopes(AiReturn ret) {
        return ret.toolResults().stream().map(Interaction.ToolResult::envelope).toList();
    }

    @Test
    void examples12To14_standAroundATool() {
        draws(4.6).says("Done.");
        AiReturn rounded = asked(
                with -> with.addToolPolicy("rounded", "drawWall", ComingFromExamples.ROUNDED)
                        .addToolPolicy("units", "drawWall", ComingFromExamples.WITH_UNITS),
                "A wall.");
        assertThat(drawn).containsExactly("wall 5.0");
        assertThat(envelopes(rounded).get(0).result().get("millimetres").exists())
                .isTrue();

        draws(1);
        model.callsTool("measure", Map.of("width", 2)).says("Done.");
        ToolEnvelope instead = ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "The drawing is frozen.");
        AiReturn frozen = asked(with -> with.addToolPolicy("frozen", ComingFromExamples.frozen(instead)), "A wall.");
        assertThat(drawn).containsExactly("wall 5.0", "measure 2.0");
        assertThat(envelopes(frozen).get(0)).isEqualTo(instead);
    }

    @Test
    void example15_approval_isARuleOrAPerson() {
        model.callsTool("measure", Map.of("width", 1))
                .callsTool("delete_wall", Map.of())
                .callsTool("delete_all", Map.of())
                .says("Done.");
        List<Question> questions = new ArrayList<>();
        try (AiRuntime ai = ComingFromExamples.asking(model, new Pencil(), question -> {
            questions.add(question);
            question.answer(question.options().get(0));
        })) {
            ai.send(ComingFromExamples.body("Delete."));
        }
        assertThat(questions).hasSize(1);
        assertThat(drawn).containsExactly("measure 1.0", "delete");
    }

    @Test
    void example16_tool_asksAndWaits() {
        model.callsTool("chooseColour", Map.of()).says("Blue.");
        AiReturn ret = asked(
                with -> with.addTools(new ComingFromExamples.Colours())
                        .questionHandler(
                                question -> question.answer(question.options().get(1))),
                "Paint.");
        assertThat(envelopes(ret).get(0).toJson().text()).contains("blue");
    }

    @Test
    @Tag("C117")
    void example17_round_decides() {
        model.callsTool("no_such_tool", Map.of()).says("I cannot.");
        asked(with -> with.addHook("one", new ComingFromExamples.OneFailureIsEnough()), "A wall.");
        assertThat(model.calls().get(1).options().toolChoice()).contains(ModelOptions.ToolChoice.NONE);
    }

    @Test
    void example18_turn_isIndexed() {
        model.says("Yes.").fails(AiError.Category.AUTHENTICATION);
        Map<String, String> byTurn = new HashMap<>();
        Hook index = new ComingFromExamples.Index(byTurn);
        asked(with -> with.addHook("index", index), "Hello?");
        asked(with -> with.addHook("index", index), "Hello?");
        assertThat(byTurn.values()).containsExactlyInAnyOrder("Yes.", "");
    }

    @Test
    void example19_state_isKeptWithTheBranch() {
        draws(1);
        draws(2).says("Done.");
        List<Integer> seen = new ArrayList<>();
        asked(
                with -> with.addToolPolicy("count", ComingFromExamples.COUNTING).addHook("look", new Hook() {
                    @Override
                    public void onTurnFinished(AiReturn ret, Context context) {
                        seen.add(context.state().get(ComingFromExamples.WALLS));
                    }
                }),
                "Walls.");
        assertThat(seen).containsExactly(2);
    }

    @Test
    @Tag("C102")
    void example20_fork_triesBoth() {
        model.says("Fine.").says("Fine.").says("Fine.");
        try (AiRuntime ai = runtime(with -> with)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("A kitchen.");
            assertThat(ComingFromExamples.bothWays(session)).containsExactly("Fine.", "Fine.");
            assertThat(session.path()).hasSize(2);
        }
    }

    @Test
    void example21_person_interruptsOrSpeaks() throws Exception {
        model.blocksUntilCancelled("A very").says("Five.");
        CompletableFuture<Void> started = new CompletableFuture<>();
        CompletableFuture<String> answered = new CompletableFuture<>();
        try (AiRuntime ai = runtime(with -> with)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.observe(new ConversationObserver() {
                @Override
                public void onText(String piece) {
                    started.complete(null);
                }

                @Override
                public void onFinished(AiReturn ret) {
                    if (ret.isOk()) {
                        answered.complete(ret.text());
                    }
                }
            });
            CompletableFuture<AiReturn> first = session.sendAsync("How long?");
            started.get(60, TimeUnit.SECONDS);
            ComingFromExamples.onEnter(session, "");
            assertThat(first.get(60, TimeUnit.SECONDS).error().orElseThrow().category())
                    .isEqualTo(AiError.Category.CANCELLED);
            ComingFromExamples.onEnter(session, "In metres?");
            assertThat(answered.get(60, TimeUnit.SECONDS)).isEqualTo("Five.");
        }
    }

    @Test
    @Tag("A25")
    @Tag("parts")
    void example22_view_notifiesTheClient() {
        model.callsTool("measure", Map.of("width", 1)).says("One.");
        List<String> messages = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> finished = new CompletableFuture<>();
        try (AiRuntime ai = runtime(with -> with.addView(new ComingFromExamples.Messages(news -> {
            messages.add(news);
            if (news.startsWith("used")) {
                finished.complete(null);
            }
        })))) {
            ai.send(ComingFromExamples.body("Measure."));
            finished.orTimeout(60, TimeUnit.SECONDS).join();
        }
        assertThat(messages)
                .startsWith("message TOOL_CALL", "measure executing", "completed", "message TOOL_RESULT")
                .contains("message ASSISTANT");
    }

    @Test
    void example23_skill_isSwitchedOnByTheModel() {
        model.callsTool("use_stairs", Map.of()).says("Ready.");
        asked(with -> with.addSkill(ComingFromExamples.stairs(new ExtendingExamples.StairTools())), "A stair.");
        assertThat(model.calls().stream()
                        .map(call -> call.effective().stream()
                                .anyMatch(said -> said.toJson().text().contains("630"))))
                .containsExactly(false, true);
    }

    @Test
    void example24_scopes_chooseTheTools() {
        model.callsTool("drawWall", Map.of("width", 1))
                .callsTool("drawStair", Map.of("steps", 3))
                .callsTool("findDoors", Map.of("word", "oak"))
                .says("Done.");
        List<String> audited = new ArrayList<>();
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(model)
                .addTools(new Pencil())
                .addExtension("doors", to -> to.addTools(new ExtendingExamples.DoorCatalog(List.of("oak door"))))
                .addSkill(dev.plumbline.plugin.Skill.of("stairs", "Stairs.")
                        .withTools(new ExtendingExamples.StairTools()));
        try (AiRuntime ai = ComingFromExamples.scoped(builder, (call, next) -> {
            audited.add(call.call().name());
            return next.proceed(call);
        })) {
            ai.send(ComingFromExamples.body("Draw."));
        }
        assertThat(audited).containsExactly("drawWall", "drawWall", "drawStair", "drawStair", "findDoors", "findDoors");
    }

    @Test
    @Tag("C83")
    void example25_order_isAList() {
        try (AiRuntime ai = ComingFromExamples.inOrder(model, ComingFromExamples.PERSONA)) {
            assertThat(Stream.of("templating", "validation", "repair", "tags", "retry")
                            .map(policy -> ai.describe().indexOf(" " + policy)))
                    .isSorted()
                    .allMatch(position -> position > 0);
        }
        assertThatThrownBy(() -> AiRuntime.builder()
                        .addProvider(model)
                        .policyOrder(order -> order.without("no-such-policy"))
                        .build())
                .hasMessageContaining("there is no policy");
    }
}
