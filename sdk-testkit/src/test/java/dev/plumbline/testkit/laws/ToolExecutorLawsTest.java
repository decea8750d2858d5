package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.testkit.laws.ToolExecutorLaws.ToolBehavior;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The laws hold for the plainest executor, and each catches the one that breaks it. */
class ToolExecutorLawsTest {
    private static final List<ToolBehavior> DEEDS = List.of(
            ToolBehavior.ANSWER,
            ToolBehavior.FAIL,
            ToolBehavior.CRASH,
            ToolBehavior.NOTHING,
            ToolBehavior.UNKNOWN,
            ToolBehavior.HIDDEN,
            ToolBehavior.ANSWER);

    /** One after the other, on the caller's thread. */
    private static class Plain implements IToolExecutor {
        private final List<AiTool> tools;

        Plain(List<AiTool> tools) {
            this.tools = tools;
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            List<ToolEnvelope> outcomes = new ArrayList<>();
            calls.forEach(call -> outcomes.add(outcome(call, scope)));
            return outcomes;
        }

        ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
            if (scope.cancellation().isCancelled()) {
                return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn was cancelled.");
            }
            return find(call.name())
                    .filter(tool -> scope.toolFilter().matches(tool.name()))
                    .map(tool -> told(tool, call, scope))
                    .orElseGet(() -> ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such tool."));
        }

        private ToolEnvelope told(AiTool tool, Interaction.ToolCall call, CallScope scope) {
            scope.tell(listener -> listener.starting(call, RunArguments.of(call)));
            return run(tool, call);
        }

        Optional<AiTool> find(String name) {
            return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
        }

        ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
            try {
                return ToolEnvelope.ok(result(tool, call));
            } catch (Throwable t) {
                return ToolEnvelope.failed(
                        ToolEnvelope.Code.FAILED, t.getClass().getName());
            }
        }

        @SuppressWarnings("NullAway") // these tools do not look at their context
        static @Nullable Object result(AiTool tool, Interaction.ToolCall call) throws Exception {
            return tool.handler().call(call.arguments(), null);
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return List.of();
        }

        @Override
        public void close() {}
    }

    @Test
    @Tag("SH77")
    void plainExecutor_keepsThemAll() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools);

        assertThatCode(() -> {
                    laws.outcomes_come_in_call_order(DEEDS, 1);
                    laws.nothing_escapes(DEEDS, 1);
                    laws.calls_run_once(DEEDS, 1);
                    laws.nothing_starts_late(5, 2);
                    laws.starts_are_told_first(DEEDS, 1);
                    laws.nothing_stays(DEEDS, 1);
                })
                .doesNotThrowAnyException();
    }

    @Test
    @Tag("SH93")
    @Tag("F50")
    void outcomesByTheirEnd_areCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                List<ToolEnvelope> outcomes = new ArrayList<>(super.execute(calls, scope));
                Collections.reverse(outcomes);
                return outcomes;
            }
        };

        assertThatThrownBy(() -> laws.outcomes_come_in_call_order(DEEDS, 4))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: outcomes come in call order")
                .hasMessageContaining("another outcome for call 0")
                .hasMessageContaining("in call order");
    }

    @Test
    void callWithoutAnAnswer_isCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                return super.execute(calls, scope).stream()
                        .filter(outcome -> outcome.isOk())
                        .toList();
            }
        };

        assertThatThrownBy(() -> laws.outcomes_come_in_call_order(DEEDS, 1))
                .hasMessageContaining("return one envelope for each call");
    }

    @Test
    @Tag("SH93")
    void errorThatEscapes_isCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                try {
                    return ToolEnvelope.ok(result(tool, call));
                } catch (Exception e) {
                    return ToolEnvelope.failed(
                            ToolEnvelope.Code.FAILED, e.getClass().getName());
                }
            }
        };

        assertThatThrownBy(() -> laws.nothing_escapes(DEEDS, 1))
                .hasMessageContaining("law broken: nothing escapes")
                .hasMessageContaining("StackOverflowError")
                .hasMessageContaining("throw nothing");
    }

    @Test
    @Tag("F62")
    void secondTry_isCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                ToolEnvelope first = super.run(tool, call);
                return first.isOk() ? first : super.run(tool, call);
            }
        };

        assertThatThrownBy(() -> laws.calls_run_once(DEEDS, 1))
                .hasMessageContaining("law broken: calls run once")
                .hasMessageContaining("runs of [0, 1, 1, 2, 2, 3, 6]");
    }

    @Test
    void hiddenToolThatRuns_isCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                return find(call.name()).map(tool -> run(tool, call)).orElseGet(() -> super.outcome(call, scope));
            }
        };

        assertThatThrownBy(() -> laws.calls_run_once(DEEDS, 1)).hasMessageContaining("no hidden or unknown tool");
    }

    @Test
    @Tag("F66")
    void callBehindTheSignal_isCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                return find(call.name()).map(tool -> run(tool, call)).orElseThrow();
            }
        };

        assertThatThrownBy(() -> laws.nothing_starts_late(4, 1))
                .hasMessageContaining("law broken: nothing starts late")
                .hasMessageContaining("runs of [0, 1, 2, 3]")
                .hasMessageContaining("before each call");
    }

    @Test
    void callThatStartsWhenNobodyWaits_isCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                if (scope.cancellation().isCancelled()) {
                    time.schedule(Duration.ofMinutes(1), () -> run(tools.get(0), call));
                }
                return super.outcome(call, scope);
            }
        };

        assertThatThrownBy(() -> laws.nothing_starts_late(4, 1))
                .hasMessageContaining("runs after the end")
                .hasMessageContaining("drop calls that have ended");
    }

    @Test
    @DisplayName("F1 a tool that runs before its listener knows is caught")
    void f1_startThatIsNotTold_isCaught() {
        ToolExecutorLaws laws = (tools, time) -> new Plain(tools) {
            @Override
            ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                return find(call.name()).map(tool -> run(tool, call)).orElseGet(() -> super.outcome(call, scope));
            }
        };

        assertThatThrownBy(() -> laws.starts_are_told_first(DEEDS, 1))
                .hasMessageContaining("law broken: starts are told first")
                .hasMessageContaining("runs of [0, 1, 2, 3, 5, 6]");
    }

    @Test
    @Tag("F53")
    void threadThatStays_isCaught() {
        CountDownLatch release = new CountDownLatch(1);
        ToolExecutorLaws laws = new ToolExecutorLaws() {
            @Override
            public Duration patience() {
                return Duration.ofSeconds(1);
            }

            @Override
            public IToolExecutor executor(List<AiTool> tools, Scheduler time) {
                return new Plain(tools) {
                    @Override
                    public void close() {
                        startThreadUntil(release);
                    }
                };
            }
        };
        try {
            assertThatThrownBy(() -> laws.nothing_stays(DEEDS, 1))
                    .hasMessageContaining("law broken: nothing stays")
                    .hasMessageContaining("close()");
        } finally {
            release.countDown();
        }
    }

    private static void startThreadUntil(CountDownLatch release) {
        Thread stays = new Thread(
                () -> {
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stays");
        stays.setDaemon(true);
        stays.start();
    }
}
