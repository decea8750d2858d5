package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.FakeHookContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of hooks catches the one that breaks it, and says law, turn and fix. */
class HookLawsTest {
    private static final List<Interaction.ToolCall> CALLS = List.of(
            new Interaction.ToolCall("call_1", "drawWall", Json.object()),
            new Interaction.ToolCall("call_2", "measure", Json.object()));

    private static HookLaws of(Hook hook) {
        return () -> hook;
    }

    private static void assertCaught(ThrowingCallable law, String name, String fix) {
        assertThatThrownBy(law)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: " + name)
                .hasMessageContaining("input: ")
                .hasMessageContaining(fix);
    }

    @Test
    @DisplayName("C13 a hook that does not return breaks the law that waits for it")
    void c13_hookWithoutEnd_isCaught() {
        CountDownLatch end = new CountDownLatch(1);
        HookLaws endless = new HookLaws() {
            @Override
            public Hook hook() {
                return new Hook() {
                    @Override
                    public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
                        return ConcurrentRunner.begin(() -> {
                                    Await.until(() -> end.getCount() == 0, Duration.ofDays(1));
                                    return Decision.<RequestedTools>proceed();
                                })
                                .join();
                    }
                };
            }

            @Override
            public Duration patience() {
                return Duration.ofMillis(100);
            }
        };

        assertCaught(() -> endless.every_call_is_answered(CALLS), "every call is answered", "end every loop");
        end.countDown();
    }

    @Test
    @Tag("C114")
    void hookThatDropsACall_isCaught() {
        Hook dropping = new Hook() {
            @Override
            public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
                return Decision.replace(RequestedTools.of(batch.calls().subList(0, 1), batch.tools()));
            }
        };

        assertCaught(() -> of(dropping).every_call_is_answered(CALLS), "every call is answered", "batch.answer(");
    }

    @Test
    void hookThatRewritesCallsOrPlace_isCaught() {
        Hook words = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                return Decision.replace(new ConversationEntry(
                        entry.id(),
                        entry.parent(),
                        List.of(Interaction.user("something else")),
                        entry.status(),
                        entry.usage(),
                        entry.at(),
                        entry.took()));
            }
        };
        Hook place = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                return Decision.replace(new ConversationEntry(
                        new ConversationEntry.Id("mine"),
                        entry.parent(),
                        entry.interactions(),
                        entry.status(),
                        entry.usage(),
                        entry.at(),
                        entry.took()));
            }
        };

        assertCaught(
                () -> of(words).entries_keep_their_calls("so", CALLS), "entries keep their calls", "replace only text");
        assertCaught(() -> of(place).entries_keep_their_calls("so", CALLS), "entries keep their calls", "copy it");
    }

    @Test
    void hookThatRewritesARound_isCaught() {
        Hook other = new Hook() {
            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return Decision.replace(new Round(7, AiReturn.ofText("else"), List.of(), Round.Next.END));
            }
        };

        assertCaught(
                () -> of(other).rounds_keep_what_was("so", Hook.Round.Next.END), "rounds keep what was", "withNext");
    }

    @Test
    @Tag("C114")
    void hookThatThrowsAtTheEnd_isCaught() {
        Hook reading = new Hook() {
            @Override
            public void onTurnFinished(AiReturn ret, Context context) {
                context.publish(Json.of(ret.text()));
            }
        };

        assertCaught(
                () -> of(reading).started_turns_are_finished("so", AiError.Category.CANCELLED),
                "started turns are finished",
                "Decision.stop(reason)");
    }

    @Test
    @DisplayName("M18 a reason that quotes the text is caught")
    void m18_reasonWithContent_isCaught() {
        Hook quoting = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return Decision.stop("no: " + input.text());
            }
        };

        assertCaught(() -> of(quoting).reasons_hold_no_content("so"), "reasons hold no content", "name the rule");
    }

    @Test
    @DisplayName("M21 a filter that lets interjections through is caught")
    void m21_filterOfTurnsAlone_isCaught() {
        Hook half = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return input.text().contains("sesame") ? Decision.stop("a password") : Decision.proceed();
            }
        };

        of(half).interjections_pass_the_filter("Good morning.");
        assertCaught(
                () -> of(half).interjections_pass_the_filter("Open sesame."),
                "interjections pass the filter",
                "filter in onUserMessage");
    }

    @Test
    void hookThatRemembersInAField_isCaught() {
        List<Interaction.User> first = new ArrayList<>();
        Hook remembering = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                first.add(input);
                return Decision.replace(first.get(0));
            }
        };

        assertCaught(
                () -> ((HookLaws) () -> {
                            first.clear();
                            return remembering;
                        })
                        .sessions_do_not_meet("one", "two"),
                "sessions do not meet",
                "context.state()");
    }

    @Test
    void hookThatKeepsPayloads_isCaught() {
        List<Object> kept = new ArrayList<>();
        Hook keeping = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                kept.add(input);
                return Decision.proceed();
            }
        };

        assertCaught(() -> of(keeping).payloads_are_not_kept("so"), "payloads are not kept", "onTurnFinished");
        assertThat(kept).hasSize(1);
        of(new Hook() {}).payloads_are_not_kept("so");
    }

    @Test
    void turn_keepsWhatTheHookPublished() {
        FakeHookContext turn = new FakeHookContext();
        turn.publish(Json.of("half done"));

        assertThat(turn.published()).containsExactly(Json.of("half done"));
        assertThat(turn.path()).isEmpty();
        assertThat(turn.tree().heads()).hasSize(1);
    }

    @Test
    @DisplayName("C9 a hook that moves a branch to another entry is found")
    void c9_hookThatMovesABranch_isCaught() {
        Hook moving = new Hook() {
            @Override
            public Decision<Branch> onBranchCreating(Branch branch, Context context) {
                ConversationEntry from = branch.from();
                ConversationEntry other = new ConversationEntry(
                        new ConversationEntry.Id("e7"),
                        from.parent(),
                        from.interactions(),
                        from.status(),
                        from.usage(),
                        from.at(),
                        from.took());
                return Decision.replace(new Branch(branch.name(), other));
            }
        };

        assertCaught(
                () -> of(moving).branches_keep_where_they_begin("a wall"), "branches keep where they begin", "rename");
    }

    @Test
    @DisplayName("C9 a hook that counts rounds of all sessions is found")
    void c9_hookThatCountsRoundsOfAllSessions_isCaught() {
        HookLaws laws = () -> new Hook() {
            private int rounds;

            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                return ++rounds > 1 ? Decision.stop("too many rounds") : Decision.proceed();
            }
        };

        assertCaught(() -> laws.sessions_do_not_meet("a wall", "a door"), "sessions do not meet", "context.state()");
    }
}
