package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Budget;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiException;
import dev.plumbline.extend.Entry;
import dev.plumbline.extend.Hook;
import dev.plumbline.policy.FailureMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HooksTest {

    /** A hook that writes down when it was asked. */
    private record Diary(String name, int priority, List<String> diary) implements Hook {
        @Override
        public void onSessionOpened(Context context) {
            diary.add(name + " opened");
        }

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            diary.add(name + " starting");
            return Decision.replace(Interaction.user(input.text() + name));
        }

        @Override
        public Decision<Entry> onEntryAppending(Entry entry, Context context) {
            diary.add(name + " appending " + entry.kind());
            return Decision.proceed();
        }

        @Override
        public Decision<ToolBatch> onToolsRequested(ToolBatch batch, Context context) {
            diary.add(name + " requested " + batch.open().size());
            return Decision.proceed();
        }

        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            diary.add(name + " deciding " + round.next());
            return Decision.proceed();
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            diary.add(name + " finished " + ret.ok());
        }
    }

    @Test
    void moments_eachInItsPlace() {
        List<String> diary = new ArrayList<>();
        try (House house = new House(b -> b.hook("a", new Diary("a", 100, diary), ""))) {
            house.tools.echo("draw");
            house.provider.callsTool("draw", Map.of()).says("Done.");

            house.open().send("Go ");

            assertThat(house.engine.hooks()).containsExactly("a");
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
    void order_byPriorityThenOwnerThenRegistration_exitsReversed() {
        List<String> diary = new ArrayList<>();
        try (House house = new House(b -> b.hook("e", new Diary("e", 100, diary), "org.b")
                .hook("c", new Diary("c", 100, diary), "org.a")
                .hook("d", new Diary("d", 100, diary), "org.a")
                .hook("a", new Diary("a", 10, diary), "org.z")
                .hook("b", new Diary("b", 100, diary), ""))) {
            house.provider.says("Done.");
            ConversationSession session = house.open();

            session.send("");

            assertThat(session.last(Interaction.Kind.USER)).map(Entry::text).contains("abcde");
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
                .isThrownBy(() -> new House(b -> b.hook("one", hook, "").hook("one", hook, "org.a")))
                .withMessage("two hooks are called one");
    }

    @Test
    void turnStarting_stop_storesNothingAndAsksNoMore() {
        List<String> diary = new ArrayList<>();
        Hook censor = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.stop("not on Sundays");
            }

            @Override
            public void onTurnFinished(AiReturn ret, Context context) {
                diary.add("censor finished");
            }
        };
        try (House house = new House(b -> b.hook("first", new Diary("first", 1, diary), "")
                .hook("censor", censor, "")
                .hook("late", new Diary("late", 150, diary), ""))) {
            ConversationSession session = house.open();

            AiReturn ret = session.send("Go ");

            assertThat(ret.error()).hasValueSatisfying(error -> {
                assertThat(error.category()).isEqualTo(AiError.Category.POLICY_DENIED);
                assertThat(error.code()).isEqualTo("censor");
                assertThat(error.message()).doesNotContain("Sundays");
            });
            assertThat(session.path()).extracting(Entry::kind).containsExactly(Interaction.Kind.SYSTEM);
            assertThat(house.provider.calls()).isEmpty();
            assertThat(diary)
                    .containsExactly(
                            "first opened", "late opened", "first starting", "censor finished", "first finished false");
        }
    }

    @Test
    void turnStarting_replacesAStandingMessage() {
        Hook polite = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.replace(Interaction.user("Please."));
            }
        };
        try (House house = new House(b -> b.hook("polite", polite, ""))) {
            house.provider.says("Done.");
            ConversationSession session = house.open(
                    AiBody.builder().addSystem("You draw.").addUser("Go!").build());

            assertThat(session.runToStableResult().text()).isEqualTo("Done.");

            assertThat(session.path()).extracting(Entry::text).containsExactly("You draw.", "Please.", "Done.");
            assertThat(session.path().get(1).parent())
                    .contains(session.path().get(0).id());
            assertThat(house.provider.calls().get(0).effective())
                    .extracting(Interaction::text)
                    .containsExactly("You draw.", "Please.");
            assertThat(session.body().interactions()).hasSize(3);
        }
    }

    @Test
    void toolsRequested_answersInTheirPlace() {
        Hook limit = new Hook() {
            @Override
            public Decision<ToolBatch> onToolsRequested(ToolBatch batch, Context context) {
                assertThat(batch.tool(batch.calls().get(0))).isPresent();
                ToolBatch limited = batch;
                for (Interaction.ToolCall call : batch.open().subList(1, 3)) {
                    limited = limited.answer(call, ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "One at once."));
                }
                return Decision.replace(limited);
            }
        };
        try (House house = new House(b -> b.hook("limit", limit, ""))) {
            house.tools.echo("draw");
            house.provider
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .says("Done.");

            AiReturn ret = house.open().send("Go.");

            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(house.tools.ran).hasSize(1);
            assertThat(codes(ret)).containsExactly("ok", "QUOTA", "QUOTA");
        }
    }

    @Test
    void toolsRequested_stop_answersAllAndEnds() {
        Hook no = new Hook() {
            @Override
            public Decision<ToolBatch> onToolsRequested(ToolBatch batch, Context context) {
                return Decision.stop("no");
            }
        };
        try (House house = new House(b -> b.hook("no", no, ""))) {
            house.tools.echo("draw");
            house.provider.callsTool("draw", Map.of()).callsTool("draw", Map.of());
            ConversationSession session = house.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.POLICY_DENIED);
            assertThat(house.tools.ran).isEmpty();
            assertThat(codes(ret)).containsExactly("DENIED", "DENIED");
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        }
    }

    @Test
    void entryAppending_otherWords_areStoredShownAndSent() throws InterruptedException {
        Hook reword = new Hook() {
            @Override
            public Decision<Entry> onEntryAppending(Entry entry, Context context) {
                return Decision.replace(Whims.reworded(entry));
            }
        };
        try (House house = new House(b -> b.hook("reword", reword, ""))) {
            house.tools.echo("draw");
            house.provider.callsTool("draw", Map.of("x", 1)).says("Secret words.");
            ConversationSession session = house.open();
            Seen seen = new Seen();
            session.observe(seen);

            AiReturn ret = session.send("Go.");

            assertThat(ret.text()).isEqualTo("Reworded.");
            assertThat(session.head().text()).isEqualTo("Reworded.");
            assertThat(Seen.shown(seen.afterFinished(ret))).isEqualTo("Reworded.");
            assertThat(house.provider.calls().get(1).effective())
                    .last()
                    .isEqualTo(new Interaction.ToolResult(ret.toolCalls().get(0).id(), ToolEnvelope.ok("reworded")));
        }
    }

    @Test
    void entryAppending_stop_leavesTheAnswerOut() throws InterruptedException {
        try (House house = new House(b -> b.hook("no", refusing(Interaction.Kind.ASSISTANT), ""))) {
            house.provider.says("Secret words.");
            ConversationSession session = house.open();
            Seen seen = new Seen();
            session.observe(seen);

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.POLICY_DENIED);
            assertThat(ret.interactions()).isEmpty();
            assertThat(ret.usage().output()).isPositive();
            assertThat(session.path()).extracting(Entry::kind).containsExactly(Interaction.Kind.SYSTEM);
            assertThat(Seen.shown(seen.afterFinished(ret))).isEmpty();
        }
    }

    @Test
    void entryAppending_stop_keepsWhatToolsDid() {
        try (House house = new House(b -> b.hook("no", refusing(Interaction.Kind.TOOL_RESULT), ""))) {
            house.tools.echo("draw");
            house.provider.callsTool("draw", Map.of());
            ConversationSession session = house.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.POLICY_DENIED);
            assertThat(codes(ret)).containsExactly("ok");
            assertThat(session.head().kind()).isEqualTo(Interaction.Kind.TOOL_RESULT);
        }
    }

    private static Hook refusing(Interaction.Kind kind) {
        return new Hook() {
            @Override
            public Decision<Entry> onEntryAppending(Entry entry, Context context) {
                return entry.kind() == kind ? Decision.stop("no") : Decision.proceed();
            }
        };
    }

    @Test
    void entryAppending_thatLosesACall_failsTheTurn() {
        Hook loser = new Hook() {
            @Override
            public Decision<Entry> onEntryAppending(Entry entry, Context context) {
                return entry.kind() == Interaction.Kind.USER
                        ? Decision.proceed()
                        : Decision.replace(new Entry(
                                entry.id(),
                                entry.parent(),
                                List.of(Interaction.user("x")),
                                entry.status(),
                                entry.usage(),
                                entry.at(),
                                entry.took()));
            }
        };
        try (House house = new House(b -> b.hook("loser", loser, ""))) {
            house.tools.echo("draw");
            house.provider.callsTool("draw", Map.of());

            AiReturn ret = house.open().send("Go.");

            assertThat(ret.error()).map(AiError::code).contains("loser");
            assertThat(house.tools.ran).isEmpty();
        }
    }

    @Test
    void roundDeciding_takesTheToolsAway() {
        try (House house = new House(b -> b.hook("short", next(Hook.Round.Next.FINISH_WITHOUT_TOOLS), ""))) {
            house.tools.echo("draw");
            house.provider.callsTool("draw", Map.of()).nextRound().callsTool("draw", Map.of());

            AiReturn ret = house.open().send("Go.");

            assertThat(house.provider.calls().get(1).tools()).isEmpty();
            assertThat(house.tools.ran).hasSize(1);
            assertThat(ret.error()).map(AiError::code).contains("without-tools");
        }
    }

    @Test
    void roundDeciding_end_andStop_endTheTurnWell() {
        Hook stop = new Hook() {
            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return Decision.stop("enough");
            }
        };
        for (Hook hook : List.of(next(Hook.Round.Next.END), stop)) {
            try (House house = new House(b -> b.hook("end", hook, ""))) {
                house.tools.echo("draw");
                house.provider.callsTool("draw", Map.of());

                AiReturn ret = house.open().send("Go.");

                assertThat(ret.ok()).isTrue();
                assertThat(codes(ret)).containsExactly("ok");
            }
        }
    }

    @Test
    void roundDeciding_cannotGoBeyondTheBudget() {
        try (House house = new House(b -> b.hook("more", next(Hook.Round.Next.CONTINUE), ""))) {
            house.provider.says("One.").says("Two.").says("Three.").says("Four.");
            ConversationSession session = house.engine.open(
                    AiBody.of("Hello."),
                    SessionOptions.builder()
                            .budget(Budget.ofDefaults().withRounds(2))
                            .build());

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.BUDGET);
            assertThat(house.provider.calls()).hasSize(3);
        }
    }

    private static Hook next(Hook.Round.Next next) {
        return new Hook() {
            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return Decision.replace(round.withNext(next));
            }
        };
    }

    @Test
    void throwing_failsTheTurnWithItsName() {
        try (House house = new House(b -> b.hook("mine", throwing(FailureMode.FAIL), ""))) {
            AiReturn ret = house.open().send("Go.");

            assertThat(ret.error()).hasValueSatisfying(error -> {
                assertThat(error.category()).isEqualTo(AiError.Category.EXTENSION);
                assertThat(error.code()).isEqualTo("mine");
                assertThat(error.extensionId()).contains("mine");
                assertThat(error.toString()).doesNotContain("secret");
            });
            assertThat(house.provider.calls()).isEmpty();
        }
    }

    @Test
    void throwing_mayBeSkipped() {
        try (House house = new House(b -> b.hook("mine", throwing(FailureMode.SKIP), ""))) {
            house.provider.says("Done.");

            assertThat(house.open().send("Go.").text()).isEqualTo("Done.");

            assertThat(house.telemetry).hasAtLeastOneElementOfType(AiEvent.ExtensionFailed.class);
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
    void sessionOpened_throwing_refusesTheSession() {
        Hook no = new Hook() {
            @Override
            public void onSessionOpened(Context context) {
                throw new IllegalStateException("secret");
            }
        };
        try (House house = new House(b -> b.hook("no", no, ""))) {
            assertThatThrownBy(house::open)
                    .isInstanceOf(AiException.class)
                    .hasMessageContaining("no")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
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
        try (House house = new House(b -> b.hook("exit", exit, ""))) {
            ConversationSession session = house.open();
            house.tools.tool("cancel", (call, scope) -> {
                session.cancel("by the tool");
                return ToolEnvelope.ok(1);
            });
            house.provider.callsTool("cancel", Map.of());

            AiReturn ret = session.send("Go.");
            Seen.await(finished);

            assertThat(rets).containsExactly(ret);
            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.CANCELLED);
        }
    }

    @Test
    void interjection_isReadAfterTheRunningTools() {
        try (House house = new House()) {
            ConversationSession session = house.open();
            house.tools.tool("draw", (call, scope) -> {
                assertThat(session.interject("In red.")).isTrue();
                return ToolEnvelope.ok(1);
            });
            house.provider.callsTool("draw", Map.of()).says("Red it is.");

            AiReturn ret = session.send("Go.");

            assertThat(ret.text()).isEqualTo("Red it is.");
            assertThat(house.provider.calls().get(1).effective())
                    .extracting(Interaction::kind)
                    .containsExactly(
                            Interaction.Kind.SYSTEM,
                            Interaction.Kind.USER,
                            Interaction.Kind.TOOL_CALL,
                            Interaction.Kind.TOOL_RESULT,
                            Interaction.Kind.USER);
            assertThat(session.body().interactions()).hasSize(6);
            assertThat(session.interject("Too late.")).isFalse();
        }
    }

    @Test
    void interjection_duringTheLastAnswer_isAnsweredToo() {
        List<Runnable> speak = new ArrayList<>();
        Hook speaker = new Hook() {
            @Override
            public Decision<Entry> onEntryAppending(Entry entry, Context context) {
                if (entry.text().equals("Done.")) {
                    speak.forEach(Runnable::run);
                }
                return Decision.proceed();
            }
        };
        try (House house = new House(b -> b.hook("speaker", speaker, ""))) {
            house.provider.says("Done.").says("And in red.");
            ConversationSession session = house.open();
            speak.add(() -> assertThat(session.interject("In red.")).isTrue());

            assertThat(session.send("Go.").text()).isEqualTo("Done.And in red.");

            assertThat(session.path())
                    .extracting(Entry::text)
                    .containsSubsequence("Go.", "Done.", "In red.", "And in red.");
        }
    }

    @Test
    void interjection_ofATurnThatWasCancelled_standsUnanswered() {
        try (House house = new House()) {
            ConversationSession session = house.open();
            house.tools.tool("draw", (call, scope) -> {
                session.interject("In red.");
                session.cancel("enough");
                return ToolEnvelope.ok(1);
            });
            house.provider.callsTool("draw", Map.of()).says("Red it is.");

            session.send("Go.");

            assertThat(session.head().text()).isEqualTo("In red.");
            assertThat(session.runToStableResult().text()).isEqualTo("Red it is.");
        }
    }

    private static List<String> codes(AiReturn ret) {
        return ret.toolResults().stream()
                .map(result -> result.envelope()
                        .failure()
                        .map(failure -> failure.code().name())
                        .orElse("ok"))
                .toList();
    }
}
