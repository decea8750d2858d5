package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.faults.ExecutorFaults.InTurn;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Executors of tools with one error each, written from the contract without knowledge of the laws. */
final class BlindExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private BlindExecutorFaults() {}

    static List<PlantedFault> all() {
        BlindExecutorFaults faults = new BlindExecutorFaults();
        faults.batches();
        faults.calls();
        faults.definitions();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<List<AiTool>, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () -> ExecutorFaults.laws(executor)));
    }

    private void batches() {
        add(
                "runs equal calls once",
                "Calls with the same tool and arguments share one run.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        Map<String, ToolEnvelope> known = new HashMap<>();
                        List<ToolEnvelope> outcomes = new ArrayList<>();
                        for (Interaction.ToolCall call : calls) {
                            outcomes.add(known.computeIfAbsent(
                                    call.name() + call.arguments().text(), fresh -> outcome(call, scope)));
                        }
                        return outcomes;
                    }
                });
        add(
                "collects outcomes in a hash map",
                "The order of the outcomes is that of the hashes of ids.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        Map<String, ToolEnvelope> outcomes = new HashMap<>();
                        calls.forEach(call -> outcomes.put(call.id(), outcome(call, scope)));
                        return List.copyOf(outcomes.values());
                    }
                });
        add("ends at the first failure", "Calls after one that failed are not run.", tools -> new InTurn(tools) {
            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                List<ToolEnvelope> outcomes = new ArrayList<>();
                boolean hasFailed = false;
                for (Interaction.ToolCall call : calls) {
                    outcomes.add(
                            hasFailed
                                    ? ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "An earlier call failed.")
                                    : outcome(call, scope));
                    hasFailed = !outcomes.get(outcomes.size() - 1).isOk();
                }
                return outcomes;
            }
        });
        add(
                "ignores the limit of parallel calls",
                "Calls run in parallel, whatever the scope allows.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        return calls.isEmpty()
                                ? List.of()
                                : ConcurrentRunner.run(calls.size(), i -> outcome(calls.get(i), scope));
                    }
                });
        add("needs a call", "An empty list of calls is an exception.", tools -> new InTurn(tools) {
            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                List<ToolEnvelope> outcomes = new ArrayList<>(List.of(outcome(calls.get(0), scope)));
                calls.subList(1, calls.size()).forEach(call -> outcomes.add(outcome(call, scope)));
                return outcomes;
            }
        });
        add("looks at the cancellation once", "Calls after a cancelled one still begin.", tools -> new InTurn(tools) {
            private final ThreadLocal<Boolean> atFirst = ThreadLocal.withInitial(() -> false);

            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                atFirst.set(scope.cancellation().isCancelled());
                return super.execute(calls, scope);
            }

            @Override
            boolean isCancelled(CallScope scope) {
                return atFirst.get();
            }
        });
    }

    private void calls() {
        add("offers all tools", "The filter is not checked when a call runs.", tools -> new InTurn(tools) {
            @Override
            boolean isOffered(AiTool tool, CallScope scope) {
                return true;
            }
        });
        add(
                "repeats failed calls",
                "A call that failed is run again, with its side effects.",
                tools -> new InTurn(tools) {
                    @Override
                    ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                        ToolEnvelope envelope = super.run(tool, call);
                        return envelope.isOk() ? envelope : super.run(tool, call);
                    }
                });
        add(
                "lets errors out",
                "Exceptions are caught, and errors such as a stack overflow are not.",
                tools -> new InTurn(tools) {
                    @Override
                    ToolEnvelope failed(Throwable t) {
                        if (t instanceof Error error) {
                            throw error;
                        }
                        return super.failed(t);
                    }
                });
        add(
                "shows messages of exceptions",
                "The model reads the message of any exception of a tool.",
                tools -> new InTurn(tools) {
                    @Override
                    ToolEnvelope failed(Throwable t) {
                        return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, String.valueOf(t.getMessage()));
                    }
                });
        add(
                "takes a failure for a success",
                "A tool that threw is answered as ok, without a result.",
                tools -> new InTurn(tools) {
                    @Override
                    ToolEnvelope failed(Throwable t) {
                        return ToolEnvelope.ok(null);
                    }
                });
        add(
                "announces what has run",
                "The listener hears of a call after the tool has run.",
                tools -> new InTurn(tools) {
                    private final ThreadLocal<@Nullable CallScope> running = new ThreadLocal<>();

                    @Override
                    void announce(Interaction.ToolCall call, CallScope scope) {
                        running.set(scope);
                    }

                    @Override
                    ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                        ToolEnvelope envelope = super.run(tool, call);
                        CallScope scope = running.get();
                        if (scope != null) {
                            super.announce(call, scope);
                        }
                        return envelope;
                    }
                });
        add(
                "runs a call once for ever",
                "Calls are remembered by tool and arguments over batches, and refused later.",
                tools -> new InTurn(tools) {
                    private final Set<String> seen = ConcurrentHashMap.newKeySet();

                    @Override
                    ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                        return seen.add(call.name() + call.arguments().text())
                                ? super.outcome(call, scope)
                                : ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "This call has run.");
                    }
                });
        add("is busy for others", "A second batch is refused while one runs.", tools -> new InTurn(tools) {
            private final AtomicBoolean isBusy = new AtomicBoolean();

            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                if (!isBusy.compareAndSet(false, true)) {
                    throw new IllegalStateException("the executor is busy");
                }
                try {
                    return super.execute(calls, scope);
                } finally {
                    isBusy.set(false);
                }
            }
        });
    }

    private void definitions() {
        add("defines in reverse", "The tools are in the reverse order of names.", tools -> new InTurn(tools) {
            @Override
            public List<ToolDefinition> definitions(Selector filter) {
                List<ToolDefinition> some = new ArrayList<>(super.definitions(filter));
                Collections.reverse(some);
                return some;
            }
        });
        add(
                "defines without the filter",
                "All tools are defined, whatever the filter selects.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolDefinition> definitions(Selector filter) {
                        return super.definitions(Selector.of("*"));
                    }
                });
    }
}
