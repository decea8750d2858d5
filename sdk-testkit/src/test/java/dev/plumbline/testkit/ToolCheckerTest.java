package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of tools catches the tool that breaks it, and says law, arguments and fix. */
class ToolCheckerTest {
    private static final Json WALL = Json.object().with("length", 5000);

    private final List<Object> walls = new ArrayList<>();

    record Point(double x, Optional<String> name) {}

    private ToolChecker tool(AiTool.Handler<Json> handler, String... hints) {
        AiTool tool = AiTool.of("drawWall", "Draws.", Json.object().with("type", "object"), handler)
                .withTags(hints);
        return ToolChecker.of(tool).withSnapshot(() -> List.copyOf(walls));
    }

    private static void assertCaught(ThrowingCallable law, String name, String fix) {
        assertThatThrownBy(law)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: " + name)
                .hasMessageContaining("drawWall {\"length\":5000}")
                .hasMessageContaining(fix);
    }

    @Test
    @Tag("SH31")
    void toolThatThrows_mustRefuseInWords() {
        ToolChecker throwing = tool((in, context) -> {
            throw new IllegalStateException("secret");
        });

        assertCaught(() -> throwing.answersOrRefuses(WALL), "it answers or refuses with a sentence", "ToolException");
        assertThatThrownBy(() -> throwing.answersOrRefuses(WALL)).hasMessageNotContaining("secret");
    }

    /** An input whose constructor does more than check. */
    record Drawn(int length) {
        static final List<Integer> DRAWN = new ArrayList<>();

        Drawn {
            DRAWN.add(length);
        }
    }

    @Test
    void w28_constructorThatChangesSomething_isCaught() {
        AiTool tool = AiTool.of("drawWall", "Draws.", Drawn.class, (in, context) -> "done");
        ToolChecker drawing = ToolChecker.of(tool).withSnapshot(() -> List.copyOf(Drawn.DRAWN));

        assertCaught(() -> drawing.answersOrRefuses(WALL), "constructors of the input only check", "do nothing else");
    }

    @Test
    void refusalWithoutASentence_isCaught() {
        ToolChecker curt = tool((in, context) -> {
            throw new ToolException("E42");
        });

        assertCaught(() -> curt.answersOrRefuses(WALL), "it answers or refuses with a sentence", "in a sentence");
    }

    @Test
    void resultWithoutAJsonForm_isCaught() {
        assertCaught(
                () -> tool((in, context) -> new Object() {}).answersOrRefuses(WALL),
                "it answers or refuses with a sentence",
                "return records");
    }

    @Test
    void toolThatDrawsAndThenRefuses_isCaught() {
        ToolChecker half = tool((in, context) -> {
            walls.add(in);
            throw new ToolException("No space for this wall.");
        });

        assertCaught(
                () -> half.refusedMeansUnchanged(WALL),
                "refused means unchanged",
                "check everything before changing anything");
    }

    @Test
    void hints_thatAreNotTrue_areCaught() {
        AiTool.Handler<Json> draws = (in, context) -> walls.add(in);
        AiTool.Handler<Json> counts = (in, context) -> {
            walls.add(in);
            return walls.size();
        };

        assertCaught(
                () -> tool(draws, "read-only").readOnlyChangesNothing(WALL),
                "read-only changes nothing",
                "remove readOnly");
        assertCaught(
                () -> tool(draws, "idempotent").idempotentTwiceIsOnce(WALL),
                "idempotent twice is once",
                "set values instead of adding");
        assertCaught(
                () -> tool(counts, "pure").pureDependsOnItsArguments(WALL),
                "pure depends on its arguments alone",
                "remove pure");
        assertThatCode(() -> {
                    tool(draws).readOnlyChangesNothing(WALL);
                    tool(draws).idempotentTwiceIsOnce(WALL);
                    tool(draws).pureDependsOnItsArguments(WALL);
                })
                .as("what is not said need not be true")
                .doesNotThrowAnyException();
    }

    @Test
    void undoThatForgets_isCaught() {
        ToolChecker twice = tool((in, context) -> walls.addAll(List.of(in, in)));

        assertCaught(
                () -> twice.undoRestores(WALL, () -> walls.remove(0)), "undo restores what was", "undo all effects");
        walls.clear();
        twice.undoRestores(WALL, walls::clear);
    }

    @Test
    void toolThatIsDeafToCancel_isCaught() {
        CountDownLatch end = new CountDownLatch(1);
        ToolChecker deaf = tool((in, context) -> Await.until(() -> end.getCount() == 0, Duration.ofMinutes(2)));

        assertCaught(() -> deaf.cancelEndsIt(WALL, Duration.ofMillis(50)), "cancel ends it", "context.cancellation()");
        end.countDown();
        tool((in, context) -> {
                    context.cancellation().sleep(Duration.ofHours(1), "a long wait");
                    return "never";
                })
                .cancelEndsIt(WALL, Duration.ofSeconds(30));
    }

    @Test
    void inputSchema_ofPlainTypes_isMadeHere() {
        ToolChecker of = ToolChecker.of(AiTool.of("move", "Moves.", Point.class, (in, context) -> in));

        assertThat(of.inputSchema())
                .isEqualTo(Json.parse("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"},"
                        + "\"name\":{\"type\":\"string\"}},\"required\":[\"x\"],\"additionalProperties\":false}"));
        of.answersOrRefuses(Json.object().with("x", 1.5));
    }

    @Test
    void inputSchema_ofOtherTypes_namesTheWayOut() {
        assertThatThrownBy(() -> SimpleSchemaGenerator.PLAIN.schemaOf(Thread.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "java.lang.Thread is not supported by the small generator of the test kit; override schemas() and"
                                + " return JsonSchemas.service() of sdk-schema");
    }

    @Test
    void context_refusesToActOnceTheCallIsOver() {
        FakeToolContext context = FakeToolContext.of("drawWall", WALL).withAnswer("Yes");
        ToolContext changed = context.withArguments(Json.object());
        List<Consumer<ToolContext>> uses =
                List.of(ToolContext::child, ToolContext::files, ToolContext::http, late -> late.progress(1, "late"));

        assertThat(changed.ask("May I?", List.of("Yes", "No"), Duration.ofSeconds(1)))
                .contains("Yes");
        assertThat(changed.call().arguments()).isEqualTo(Json.object());
        context.end();

        assertThat(uses).allSatisfy(use -> {
            assertThatThrownBy(() -> use.accept(context)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> use.accept(changed)).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void toolThatAnswersWithAnEnvelope_isTakenAtItsWord() {
        ToolChecker own = tool((in, context) -> envelope("Not today, the plan is locked."));

        own.answersOrRefuses(WALL);
        assertCaught(
                () -> tool((in, context) -> envelope("no")).answersOrRefuses(WALL),
                "it answers or refuses with a sentence",
                "sentence");
    }

    private static @Nullable Object envelope(String message) {
        return ToolEnvelope.failed(ToolEnvelope.Code.DENIED, message);
    }
}
