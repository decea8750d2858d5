package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Executors of tools with one error each. */
final class ExecutorFaults {
    private static final String ORDER = "outcomes_come_in_call_order";
    private static final String ESCAPES = "nothing_escapes";
    private static final String ONCE = "calls_run_once";
    private static final String LATE = "nothing_starts_late";
    private static final String ENDS = "ends_are_reported_as_they_are";

    private final List<PlantedFault> all = new ArrayList<>();

    private ExecutorFaults() {}

    static ToolExecutorLaws laws(Function<List<AiTool>, IToolExecutor> executor) {
        return new ToolExecutorLaws() {
            @Override
            public IToolExecutor executor(List<AiTool> tools, Scheduler time) {
                return executor.apply(tools);
            }

            @Override
            public Duration patience() {
                return Duration.ofSeconds(2);
            }
        };
    }

    private void add(String name, String breaks, String law, Function<List<AiTool>, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, law, () -> laws(executor)));
    }

    /** A right executor: one call behind the other, on the caller's thread. */
    static class InTurn implements IToolExecutor {
        private final List<AiTool> tools;
        private final Map<String, Object> exclusions = new ConcurrentHashMap<>();

        InTurn(List<AiTool> tools) {
            this.tools = tools;
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            List<ToolEnvelope> outcomes = new ArrayList<>();
            calls.forEach(call -> outcomes.add(outcome(call, scope)));
            return outcomes;
        }

        ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
            if (isCancelled(scope)) {
                return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn was cancelled.");
            }
            Optional<AiTool> tool = tools.stream()
                    .filter(each -> each.name().equals(call.name()) && isOffered(each, scope))
                    .findFirst();
            if (tool.isEmpty()) {
                return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such tool.");
            }
            String exclusive = tool.get().exclusive();
            if (exclusive.isEmpty()) {
                return begun(tool.get(), call, scope);
            }
            synchronized (exclusions.computeIfAbsent(exclusive, name -> new Object())) {
                return begun(tool.get(), call, scope);
            }
        }

        private ToolEnvelope begun(AiTool tool, Interaction.ToolCall call, CallScope scope) {
            announce(call, scope);
            return run(inContext(tool, call, scope), call);
        }

        /** Returns the tool as it runs in this call: with a context of it. */
        private static AiTool inContext(AiTool tool, Interaction.ToolCall call, CallScope scope) {
            return AiTool.of(
                    tool.name(),
                    tool.description(),
                    ToolExecutorLaws.definition(tool).inputSchema(),
                    (in, none) ->
                            ToolExecutorLaws.run(tool, new Interaction.ToolCall(call.id(), call.name(), in), scope));
        }

        boolean isCancelled(CallScope scope) {
            return scope.cancellation().isCancelled();
        }

        boolean isOffered(AiTool tool, CallScope scope) {
            return scope.toolFilter().matches(tool.name(), tool.tags(), "");
        }

        void announce(Interaction.ToolCall call, CallScope scope) {
            scope.tell(listener -> listener.starting(call, RunArguments.of(call)));
        }

        ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
            try {
                Object result = result(tool, call);
                return result instanceof ToolEnvelope envelope ? envelope : ToolEnvelope.ok(result);
            } catch (Throwable t) {
                return failed(t);
            }
        }

        ToolEnvelope failed(Throwable t) {
            return t instanceof ToolException refused
                    ? ToolEnvelope.failed(refused.code(), String.valueOf(refused.getMessage()))
                    : ToolEnvelope.failed(ToolEnvelope.Code.FAILED, t.getClass().getName());
        }

        @SuppressWarnings("NullAway") // the tool has its context already
        static @Nullable Object result(AiTool tool, Interaction.ToolCall call) throws Exception {
            return tool.handler().call(call.arguments(), null);
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return tools.stream()
                    .filter(tool -> filter.matches(tool.name(), tool.tags(), ""))
                    .map(ToolExecutorLaws::definition)
                    .sorted(Comparator.comparing(ToolDefinition::name))
                    .toList();
        }

        @Override
        public void close() {}
    }

    /** Returns an executor that changes the list of outcomes. */
    private static Function<List<AiTool>, IToolExecutor> returning(
            Function<List<ToolEnvelope>, @Nullable List<ToolEnvelope>> change) {
        return tools -> new InTurn(tools) {
            @Override
            @SuppressWarnings("NullAway") // a fault returns null
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                return change.apply(new ArrayList<>(super.execute(calls, scope)));
            }
        };
    }

    static List<PlantedFault> all() {
        ExecutorFaults faults = new ExecutorFaults();
        faults.outcomes();
        faults.runs();
        return List.copyOf(faults.all);
    }

    private void outcomes() {
        add("answers in the wrong order", "The last outcome comes first.", ORDER, returning(outcomes -> {
            Collections.reverse(outcomes);
            return outcomes;
        }));
        add(
                "returns too few",
                "The last outcome is missing.",
                ORDER,
                returning(outcomes -> outcomes.isEmpty() ? outcomes : outcomes.subList(0, outcomes.size() - 1)));
        add("returns too many", "The last outcome comes twice.", ORDER, returning(outcomes -> {
            if (!outcomes.isEmpty()) {
                outcomes.add(outcomes.get(outcomes.size() - 1));
            }
            return outcomes;
        }));
        add("returns null", "There is no list.", ORDER, returning(outcomes -> null));
        add("has a hole", "The first outcome is null.", ORDER, returning(outcomes -> {
            if (!outcomes.isEmpty()) {
                outcomes.set(0, null);
            }
            return outcomes;
        }));
        add("lets exceptions escape", "An error of a tool ends the turn.", ESCAPES, tools -> new InTurn(tools) {
            @Override
            ToolEnvelope failed(Throwable t) {
                if (t instanceof Error error) {
                    throw error;
                }
                return super.failed(t);
            }
        });
        add("takes failures for results", "A tool that throws has answered.", ORDER, tools -> new InTurn(tools) {
            @Override
            ToolEnvelope failed(Throwable t) {
                return ToolEnvelope.ok("done");
            }
        });
        add("answers as before", "A tool answers each time what it answered first.", ORDER, tools -> new InTurn(tools) {
            private final List<ToolEnvelope> first = new CopyOnWriteArrayList<>();

            @Override
            ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                ToolEnvelope envelope = super.run(tool, call);
                if (tool.name().equals("answer")) {
                    first.add(envelope);
                    return first.get(0);
                }
                return envelope;
            }
        });
        add("breaks at the ninth", "More than eight calls are refused.", ORDER, tools -> new InTurn(tools) {
            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                List<ToolEnvelope> outcomes =
                        new ArrayList<>(super.execute(calls.subList(0, Math.min(8, calls.size())), scope));
                while (outcomes.size() < calls.size()) {
                    outcomes.add(ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "Too many calls."));
                }
                return outcomes;
            }
        });
    }

    private void runs() {
        add("runs twice", "Each tool runs a second time.", ONCE, tools -> new InTurn(tools) {
            @Override
            ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                super.run(tool, call);
                return super.run(tool, call);
            }
        });
        add(
                "reports ends as they were begun",
                "The end of each call is reported as a success.",
                ENDS,
                tools -> new InTurn(tools) {
                    @Override
                    ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                        ToolEnvelope outcome = super.outcome(call, scope);
                        scope.tell(listener -> listener.finished(call, ToolEnvelope.ok(null)));
                        return outcome;
                    }
                });
        add("reports the trace late", "The trace of a call comes behind its end.", ENDS, tools -> new InTurn(tools) {
            @Override
            ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                ToolEnvelope outcome = super.outcome(call, scope);
                scope.tell(listener -> listener.finished(call, outcome));
                scope.tell(listener -> listener.traced(call, AiReturn.Trace.EMPTY));
                return outcome;
            }
        });
        add("runs hidden tools", "The filter is not looked at.", ONCE, tools -> new InTurn(tools) {
            @Override
            boolean isOffered(AiTool tool, CallScope scope) {
                return true;
            }
        });
        add("ignores a cancellation", "Calls begin after the turn was cancelled.", LATE, tools -> new InTurn(tools) {
            @Override
            boolean isCancelled(CallScope scope) {
                return false;
            }
        });
        add(
                "does not announce",
                "A tool runs before the listener knows.",
                "starts_are_told_first",
                tools -> new InTurn(tools) {
                    @Override
                    void announce(Interaction.ToolCall call, CallScope scope) {}
                });
        add("leaves a thread", "A thread stays when it is closed.", "nothing_stays", tools -> new InTurn(tools) {
            @Override
            public void close() {
                DeafWait.onAnotherThread();
            }
        });
        add(
                "runs all at once",
                "More calls run at once than may.",
                "no_more_run_at_once_than_may",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        return calls.isEmpty()
                                ? List.of()
                                : ConcurrentRunner.run(calls.size(), i -> outcome(calls.get(i), scope));
                    }
                });
    }
}
