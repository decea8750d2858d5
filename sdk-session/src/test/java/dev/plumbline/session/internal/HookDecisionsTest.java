package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What hooks may change at each moment of a turn, and what comes of it. */
@Timeout(120)
class HookDecisionsTest {
    @Test
    @Tag("C19")
    @Tag("C35")
    @Tag("C72")
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
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("first", new RecordingHook("first", 1, diary), "")
                .addHook("censor", censor, "")
                .addHook("late", new RecordingHook("late", 150, diary), ""))) {
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go ");

            assertThat(ret.error()).hasValueSatisfying(error -> {
                assertThat(error.category()).isEqualTo(AiError.Category.POLICY_DENIED);
                assertThat(error.code()).isEqualTo("censor");
                assertThat(error.message()).doesNotContain("Sundays");
            });
            assertThat(session.path()).extracting(ConversationEntry::kind).containsExactly(Interaction.Kind.SYSTEM);
            assertThat(fixture.provider.calls()).isEmpty();
            assertThat(diary)
                    .containsExactly(
                            "first opened", "late opened", "first starting", "censor finished", "first finished false");
        }
    }

    @Test
    @DisplayName("M18 the reason of a hook that stops is in the details of the error and in the trace")
    void m18_reason_isInTheErrorAndTheTrace() {
        Hook censor = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.stop("not on Sundays");
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("censor", censor, ""))) {
            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.error()).hasValueSatisfying(error -> {
                assertThat(error.details()).containsEntry("reason", "not on Sundays");
                assertThat(error.userMessage()).doesNotContain("Sundays");
            });
            assertThat(ret.trace().note("hook censor")).isEqualTo("not on Sundays");
            assertThat(ret.trace().steps()).singleElement().satisfies(step -> {
                assertThat(step.shortCircuit()).isTrue();
                assertThat(step.before()).isEqualTo(step.after());
            });
        }
    }

    @Test
    @Tag("C9")
    @Tag("C19")
    @Tag("A8")
    @Tag("A9")
    @Tag("H15")
    void turnStarting_replacesAStandingMessage() {
        Hook polite = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.replace(Interaction.user("Please."));
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("polite", polite, ""))) {
            fixture.provider.says("Done.");
            ConversationSession session = fixture.open(
                    AiBody.builder().addSystem("You draw.").addUser("Go!").build());

            assertThat(session.runToStableResult().text()).isEqualTo("Done.");

            assertThat(session.path())
                    .extracting(ConversationEntry::text)
                    .containsExactly("You draw.", "Please.", "Done.");
            assertThat(session.path().get(1).parent())
                    .contains(session.path().get(0).id());
            assertThat(fixture.provider.calls().get(0).effective())
                    .extracting(Interaction::text)
                    .containsExactly("You draw.", "Please.");
            assertThat(session.body().interactions()).hasSize(3);
        }
    }

    @Test
    @Tag("C31")
    @Tag("C37")
    @Tag("C47")
    @Tag("A16")
    @Tag("H23")
    void toolsRequested_answersInTheirPlace() {
        Hook limit = new Hook() {
            @Override
            public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
                assertThat(batch.tool(batch.calls().get(0))).isPresent();
                RequestedTools limited = batch;
                for (Interaction.ToolCall call : batch.open().subList(1, 3)) {
                    limited = limited.answer(call, ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "One at once."));
                }
                return Decision.replace(limited);
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("limit", limit, ""))) {
            fixture.tools.echo("draw");
            fixture.provider
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .says("Done.");

            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(fixture.tools.ran).hasSize(1);
            assertThat(EngineFixture.codes(ret)).containsExactly("ok", "QUOTA", "QUOTA");
        }
    }

    @Test
    @Tag("C61")
    @Tag("H11")
    @Tag("H23")
    void toolsRequested_stop_answersAllAndEnds() {
        Hook no = new Hook() {
            @Override
            public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
                return Decision.stop("no");
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("no", no, ""))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of()).callsTool("draw", Map.of());
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.POLICY_DENIED);
            assertThat(fixture.tools.ran).isEmpty();
            assertThat(EngineFixture.codes(ret)).containsExactly("DENIED", "DENIED");
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        }
    }

    @Test
    @Tag("C22")
    @Tag("C34")
    @Tag("C47")
    @Tag("C61")
    void entryAppending_otherWords_areStoredShownAndSent() throws InterruptedException {
        Hook reword = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                return Decision.replace(RandomHook.reworded(entry));
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("reword", reword, ""))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of("x", 1)).says("Secret words.");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            AiReturn ret = session.send("Go.");

            assertThat(ret.text()).isEqualTo("Reworded.");
            assertThat(session.head().text()).isEqualTo("Reworded.");
            assertThat(RecordingObserver.shown(seen.afterFinished(ret))).isEqualTo("Reworded.");
            assertThat(fixture.provider.calls().get(1).effective())
                    .last()
                    .isEqualTo(new Interaction.ToolResult(ret.toolCalls().get(0).id(), ToolEnvelope.ok("reworded")));
        }
    }

    @Test
    @Tag("C22")
    @Tag("C36")
    void entryAppending_stop_leavesTheAnswerOut() throws InterruptedException {
        try (EngineFixture fixture =
                new EngineFixture(b -> b.addHook("no", refusing(Interaction.Kind.ASSISTANT), ""))) {
            fixture.provider.says("Secret words.");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.POLICY_DENIED);
            assertThat(ret.interactions()).isEmpty();
            assertThat(ret.usage().output()).isPositive();
            assertThat(session.path()).extracting(ConversationEntry::kind).containsExactly(Interaction.Kind.SYSTEM);
            assertThat(RecordingObserver.shown(seen.afterFinished(ret))).isEmpty();
        }
    }

    @Test
    @DisplayName("M18 an answer whose hook fails is not stored, as if the hook had stopped: nobody has checked it")
    void m18_entryAppending_throws_leavesTheAnswerOut() throws InterruptedException {
        Hook failing = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                if (entry.kind() == Interaction.Kind.ASSISTANT) {
                    throw new IllegalStateException("no list of secrets");
                }
                return Decision.proceed();
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("no", failing, ""))) {
            fixture.provider.says("Secret words.");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.EXTENSION);
            assertThat(ret.interactions()).isEmpty();
            assertThat(ret.usage().output()).isPositive();
            assertThat(session.path()).extracting(ConversationEntry::kind).containsExactly(Interaction.Kind.SYSTEM);
            assertThat(RecordingObserver.shown(seen.afterFinished(ret))).isEmpty();
        }
    }

    @Test
    @Tag("C38")
    @Tag("H24")
    void entryAppending_stop_keepsWhatToolsDid() {
        try (EngineFixture fixture =
                new EngineFixture(b -> b.addHook("no", refusing(Interaction.Kind.TOOL_RESULT), ""))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of());
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.POLICY_DENIED);
            assertThat(EngineFixture.codes(ret)).containsExactly("ok");
            assertThat(session.head().kind()).isEqualTo(Interaction.Kind.TOOL_RESULT);
        }
    }

    private static Hook refusing(Interaction.Kind kind) {
        return new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                return entry.kind() == kind ? Decision.stop("no") : Decision.proceed();
            }
        };
    }

    @Test
    @Tag("C90")
    void entryAppending_thatLosesACall_failsTheTurn() {
        Hook loser = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                return entry.kind() == Interaction.Kind.USER
                        ? Decision.proceed()
                        : Decision.replace(new ConversationEntry(
                                entry.id(),
                                entry.parent(),
                                List.of(Interaction.user("x")),
                                entry.status(),
                                entry.usage(),
                                entry.at(),
                                entry.took()));
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("loser", loser, ""))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of());

            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.error()).map(AiError::code).contains("loser");
            assertThat(fixture.tools.ran).isEmpty();
        }
    }

    @Test
    @Tag("C14")
    @Tag("C28")
    @Tag("H24")
    void roundDeciding_forbidsTools() {
        try (EngineFixture fixture =
                new EngineFixture(b -> b.addHook("short", next(Hook.Round.Next.FINISH_WITHOUT_TOOLS), ""))) {
            fixture.tools.echo("draw");
            fixture.provider
                    .callsTool("draw", Map.of())
                    .nextRound()
                    .callsTool("draw", Map.of())
                    .nextRound()
                    .callsTool("draw", Map.of());

            AiReturn ret = fixture.open().send("Go.");

            assertThat(fixture.provider.calls().get(1).options().toolChoice()).contains(ModelOptions.ToolChoice.NONE);
            assertThat(fixture.tools.ran).hasSize(1);
            assertThat(fixture.provider.calls()).hasSize(3);
            assertThat(ret.error()).map(AiError::code).contains("without-tools");
        }
    }

    @Test
    @Tag("C29")
    @Tag("C48")
    @Tag("C68")
    @Tag("C91")
    @Tag("FM18")
    void roundDeciding_end_andStop_endTheTurnWell() {
        Hook stop = new Hook() {
            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return Decision.stop("enough");
            }
        };
        for (Hook hook : List.of(next(Hook.Round.Next.END), stop)) {
            try (EngineFixture fixture = new EngineFixture(b -> b.addHook("end", hook, ""))) {
                fixture.tools.echo("draw");
                fixture.provider.callsTool("draw", Map.of());

                AiReturn ret = fixture.open().send("Go.");

                assertThat(ret.isOk()).isTrue();
                assertThat(EngineFixture.codes(ret)).containsExactly("ok");
                assertThat(ret.trace().note("hook end")).isEqualTo(hook == stop ? "enough" : "");
            }
        }
    }

    @Test
    @DisplayName("M14 the text of a turn is that of its last round, also without tools between")
    void m14_text_isThatOfTheLastRound() {
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("twice", continuingOnce(), ""))) {
            fixture.provider.says("{\"x\":1}").says("{\"x\":2}");

            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.text()).isEqualTo("{\"x\":2}");
            assertThat(ret.as(Point.class)).isEqualTo(new Point(2));
            assertThat(ret.finalAnswer()).containsExactly(new Interaction.Assistant(List.of(Part.text("{\"x\":2}"))));
            assertThat(ret.interactions()).hasSize(2);
            assertThat(ret.mapText(String::strip)).isEqualTo(ret);
        }
    }

    @Test
    @DisplayName("M14 a last round that brings nothing has no text, and that of an earlier round is not its answer")
    void m14_lastRoundWithoutContent_hasNoText() {
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("twice", continuingOnce(), ""))) {
            fixture.provider.says("One.").fails(AiError.Category.OVERLOADED);

            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.isOk()).isFalse();
            assertThat(ret.partialText()).isEmpty();
            assertThat(ret.interactions()).extracting(Interaction::text).containsExactly("One.");
        }
    }

    /** What the answers of a typed turn are read as. */
    record Point(int x) {}

    private static Hook continuingOnce() {
        return new Hook() {
            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return round.number() == 1 ? Decision.replace(round.withNext(Round.Next.CONTINUE)) : Decision.proceed();
            }
        };
    }

    @Test
    @Tag("C28")
    void roundDeciding_cannotGoBeyondTheBudget() {
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("more", next(Hook.Round.Next.CONTINUE), ""))) {
            fixture.provider.says("One.").says("Two.").says("Three.").says("Four.");
            ConversationSession session = fixture.engine.open(
                    AiBody.of("Hello."),
                    SessionOptions.builder()
                            .budget(Budget.ofDefaults().withRounds(2))
                            .build());

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.BUDGET);
            assertThat(fixture.provider.calls()).hasSize(3);
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
}
