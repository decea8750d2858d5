package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HooksTest {
    @Test
    @Tag("C16")
    @Tag("C30")
    @Tag("C55")
    @Tag("C57")
    @Tag("C64")
    @Tag("C90")
    @Tag("C94")
    @Tag("C105")
    @Tag("C108")
    @Tag("C117")
    @Tag("A6")
    @Tag("A7")
    @Tag("H2")
    @Tag("H7")
    void moments_eachInItsPlace() {
        List<String> diary = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("a", new RecordingHook("a", 100, diary), ""))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of()).says("Done.");

            fixture.open().send("Go ");

            assertThat(fixture.engine.hooks()).containsExactly("a");
            assertThat(diary)
                    .containsExactly(
                            "a opened",
                            "a starting",
                            "a appending USER",
                            "a appending TOOL_CALL",
                            "a requested 1",
                            "a appending TOOL_RESULT",
                            "a deciding CONTINUE",
                            "a appending ASSISTANT",
                            "a deciding END",
                            "a finished true");
        }
    }

    @Test
    @Tag("C55")
    @Tag("C59")
    @Tag("C67")
    @Tag("C114")
    @Tag("H29")
    void order_byPriorityThenOwnerThenRegistration_exitsReversed() {
        List<String> diary = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("e", new RecordingHook("e", 100, diary), "org.b")
                .addHook("c", new RecordingHook("c", 100, diary), "org.a")
                .addHook("d", new RecordingHook("d", 100, diary), "org.a")
                .addHook("a", new RecordingHook("a", 10, diary), "org.z")
                .addHook("b", new RecordingHook("b", 100, diary), ""))) {
            fixture.provider.says("Done.");
            ConversationSession session = fixture.open();

            session.send("");

            assertThat(session.last(Interaction.Kind.USER))
                    .map(ConversationEntry::text)
                    .contains("abcde");
            assertThat(diary)
                    .filteredOn(line -> line.contains("finished"))
                    .extracting(line -> line.substring(0, 1))
                    .containsExactly("e", "d", "c", "b", "a");
        }
    }

    @Test
    void names_areUnique() {
        Hook hook = new Hook() {};
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new EngineFixture(b -> b.addHook("one", hook, "").addHook("one", hook, "org.a")))
                .withMessage("two hooks are called one");
    }

    @Test
    @Tag("C71")
    @Tag("C73")
    @Tag("C74")
    @Tag("C111")
    @Tag("A37")
    void throwing_failsTheTurnWithItsName() {
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("mine", throwing(FailureMode.FAIL), ""))) {
            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.error()).hasValueSatisfying(error -> {
                assertThat(error.category()).isEqualTo(AiError.Category.EXTENSION);
                assertThat(error.code()).isEqualTo("mine");
                assertThat(error.extensionId()).contains("mine");
                assertThat(error.toString()).doesNotContain("secret");
            });
            assertThat(fixture.provider.calls()).isEmpty();
        }
    }

    @Test
    @Tag("C71")
    @Tag("C73")
    @Tag("A32")
    void throwing_mayBeSkipped() {
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("mine", throwing(FailureMode.SKIP), ""))) {
            fixture.provider.says("Done.");

            assertThat(fixture.open().send("Go.").text()).isEqualTo("Done.");

            assertThat(fixture.telemetry).hasAtLeastOneElementOfType(TelemetryEvent.ExtensionFailed.class);
        }
    }

    @Test
    @Tag("C108")
    @Tag("C123")
    void time_ofAHookIsReported() {
        List<EngineFixture> open = new ArrayList<>();
        Hook slow = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                open.get(0).clock.advance(Duration.ofMillis(3));
                return Decision.proceed();
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("slow", slow, ""))) {
            open.add(fixture);
            fixture.provider.says("Done.");

            fixture.open().send("Go.");

            assertThat(fixture.telemetry)
                    .flatMap(event -> event instanceof TelemetryEvent.RoundFinished round
                            ? round.steps()
                            : event instanceof TelemetryEvent.TurnFinished turn ? turn.steps() : List.of())
                    .filteredOn(step -> step.kind() == StepTime.Kind.HOOK)
                    .map(step -> step.name() + " " + step.took() / 1_000_000)
                    .contains("slow 3")
                    .allMatch(event -> event.startsWith("slow "));
        }
    }

    private static Hook throwing(FailureMode mode) {
        return new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                throw new IllegalStateException("secret");
            }

            @Override
            public FailureMode failureMode() {
                return mode;
            }
        };
    }

    @Test
    @Tag("A6")
    void sessionOpened_throwing_refusesTheSession() {
        Hook no = new Hook() {
            @Override
            public void onSessionOpened(Context context) {
                throw new IllegalStateException("secret");
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("no", no, ""))) {
            assertThatThrownBy(fixture::open)
                    .isInstanceOf(AiException.class)
                    .hasMessageContaining("no")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    @Tag("C33")
    @Tag("A20")
    @Tag("H2")
    @Tag("H16")
    void turnFinished_onceAlsoWhenCancelled() throws InterruptedException {
        CountDownLatch finished = new CountDownLatch(1);
        List<AiReturn> rets = Collections.synchronizedList(new ArrayList<>());
        Hook exit = new Hook() {
            @Override
            public void onTurnFinished(AiReturn ret, Context context) {
                rets.add(ret);
                finished.countDown();
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("exit", exit, ""))) {
            ConversationSession session = fixture.open();
            fixture.tools.tool("cancel", (call, scope) -> {
                session.cancel("by the tool");
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("cancel", Map.of());

            AiReturn ret = session.send("Go.");
            RecordingObserver.await(finished);

            assertThat(rets).containsExactly(ret);
            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.CANCELLED);
        }
    }
}
