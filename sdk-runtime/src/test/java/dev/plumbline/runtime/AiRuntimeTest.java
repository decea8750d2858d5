package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // leaks are watched, not used
class AiRuntimeTest {

    record Wall(String id, double length) {}

    static final class FloorPlanTools {
        final List<Wall> walls = new ArrayList<>();

        @Tool("Draws a straight wall and returns it with its id. Millimetres.")
        Wall drawWall(@Param("length") double length) {
            if (length <= 0) {
                throw new ToolException("This wall has no length. Give a positive one.");
            }
            Wall wall = new Wall("w" + (walls.size() + 1), length);
            walls.add(wall);
            return wall;
        }
    }

    @Test
    void question_isAnswered() {
        ScriptedProvider model = ScriptedProvider.create().says("A plumb line ", "is a weight on a string.");
        try (LeakDetector leaks = LeakDetector.watch();
                AiRuntime ai = AiRuntime.of(model)) {
            assertThat(ai.send("What is a plumb line?").text()).isEqualTo("A plumb line is a weight on a string.");
        }
    }

    @Test
    @Tag("SH16")
    @Tag("SH18")
    @Tag("SH19")
    void turnWithTools_runsThroughAWholeRuntime() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("drawWall", Map.of("length", -5))
                .callsTool("drawWall", Map.of("length", 5000))
                .says("Done.");
        FloorPlanTools tools = new FloorPlanTools();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(tools)
                .addContext("units", () -> "mm")
                .build()) {
            AiReturn ret = ai.send(AiBody.builder()
                    .addSystem("You draw floor plans.")
                    .addUser("A wall of 5 metres.")
                    .toolFilter("*")
                    .contextFilter("units")
                    .build());
            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(ret.toolResults()).hasSize(2);
            assertThat(ret.toolResults().get(0).envelope().toJson().text())
                    .contains("\"ok\":false", "This wall has no length");
            assertThat(ret.toolResults().get(1).envelope().toJson().text())
                    .isEqualTo("{\"ok\":true,\"result\":{\"id\":\"w1\",\"length\":5000}}");
            assertThat(tools.walls).hasSize(1);
            assertThat(model.calls().get(0).effective()).last().isInstanceOf(Interaction.Context.class);
            assertThat(ret.trace().steps()).extracting(step -> step.policy()).contains("context", "repair", "retry");
        }
    }

    @Test
    @Tag("SH20")
    void typedSend_bindsWhatWasValidatedAndRepairsWhatWasNot() {
        ScriptedProvider model =
                ScriptedProvider.create().says("{\"id\":\"w1\"}").says("{\"id\":\"w1\",\"length\":5}");
        try (AiRuntime ai = AiRuntime.of(model)) {
            assertThat(ai.send("A wall.", Wall.class)).isEqualTo(new Wall("w1", 5));
            assertThat(model.calls()).hasSize(2);
        }
    }

    @Test
    void failure_isAValueUntilTheAnswerIsAskedFor() {
        ScriptedProvider model = ScriptedProvider.create().fails(AiError.Category.AUTHENTICATION);
        try (AiRuntime ai = AiRuntime.of(model)) {
            AiReturn ret = ai.send("Hello");
            assertThat(ret.isOk()).isFalse();
            assertThatThrownBy(ret::text).isInstanceOf(AiException.class).hasMessageContaining("AUTHENTICATION");
        }
    }

    @Test
    void failedAttempt_isRetriedOnTheRuntimesClock() {
        VirtualClock clock = VirtualClock.create();
        ScriptedProvider model =
                ScriptedProvider.create().fails(AiError.Category.RATE_LIMITED).says("Here.");
        try (AiRuntime ai = AiRuntime.builder().addProvider(model).clock(clock).build()) {
            assertThat(ai.send("Hello").text()).isEqualTo("Here.");
            assertThat(clock.waits()).hasSize(1);
        }
    }

    @Test
    void secondEqualCall_isAnsweredFromTheCache() {
        ScriptedProvider model = ScriptedProvider.create().says("Four rooms.");
        List<String> shown = new ArrayList<>();
        ConversationObserver view = new ConversationObserver() {
            @Override
            public void onText(String piece) {
                shown.add(piece);
            }
        };
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addView(view)
                .cache(ResponseStore.inMemory(10))
                .build()) {
            AiReturn first = ai.send("How many rooms?");
            AiReturn again = ai.send("How many rooms?");
            assertThat(again.text()).isEqualTo(first.text());
            assertThat(again.usage().calls()).isZero();
            assertThat(again.trace().note("cache")).startsWith("hit");
            assertThat(first.trace().note("cache")).isEqualTo("miss: no entry");
        }
        assertThat(String.join("", shown)).isEqualTo("Four rooms.Four rooms.");
    }

    @Test
    @Tag("C57")
    void recommendedOrder_canBeReadAndChanged() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addRequestPolicy("german", call -> call.withAdded(new Interaction.System("Answer in German.")))
                .addPolicy("rate", (call, next) -> next.proceed(call))
                .addResponsePolicy("first", (ret, call) -> ret)
                .addResponsePolicy("second", (ret, call) -> ret)
                .cache(ResponseStore.inMemory(10))
                .policyOrder(order -> order.before("cache", "mine", (call, next) -> next.proceed(call)))
                .build()) {
            assertThat(ai.describe().lines().map(line -> line.strip().split(" +")[2]))
                    .containsExactly(
                            "context",
                            "german",
                            "validation",
                            "models",
                            "second",
                            "first",
                            "rate",
                            "mine",
                            "cache",
                            "answers",
                            "repair",
                            "retry",
                            "scripted");
        }
        assertThatThrownBy(() -> AiRuntime.builder()
                        .addProvider(ScriptedProvider.create())
                        .policyOrder(order -> order.without("memory"))
                        .build())
                .hasMessageContaining("the order has [context, validation, ");
    }

    @Test
    void hook_isAskedAndDescribed() {
        Hook shout = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.replace(Interaction.user(input.text().toUpperCase(Locale.ROOT)));
            }
        };
        ScriptedProvider model = ScriptedProvider.create().says("Yes.");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addHook("shout", shout).build()) {
            assertThat(ai.send("Hello?").text()).isEqualTo("Yes.");

            assertThat(model.calls().get(0).effective())
                    .extracting(Interaction::text)
                    .containsExactly("HELLO?");
            assertThat(ai.describe()).contains("hook      shout");
        }
    }

    @Test
    void close_endsRunningTurnsAndLeavesNothing() throws Exception {
        try (LeakDetector leaks = LeakDetector.watch()) {
            ScriptedProvider model = ScriptedProvider.create().blocksUntilCancelled();
            AiRuntime ai = AiRuntime.of(model);
            ConversationSession session = ai.session(AiBody.builder().build());
            var running = session.sendAsync("Draw.");
            while (model.calls().isEmpty()) {
                Thread.onSpinWait();
            }
            ai.close();
            assertThat(running.get().status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
            assertThat(ai.closed().get().isClean()).isTrue();
            assertThatThrownBy(() -> ai.send("more")).isInstanceOf(IllegalStateException.class);
            ai.close();
        }
    }

    @Test
    void runtimeWithoutProvider_isRefusedWithTheWayOut() {
        assertThatThrownBy(() -> AiRuntime.builder().build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("addProvider(");
        assertThatThrownBy(() -> AiRuntime.builder()
                        .addProvider(ScriptedProvider.create())
                        .addProvider(ScriptedProvider.create())
                        .build())
                .hasMessageContaining("the provider id \"scripted\" is used twice");
    }
}
