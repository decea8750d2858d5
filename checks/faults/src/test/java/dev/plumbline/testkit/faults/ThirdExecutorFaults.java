package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.faults.ExecutorFaults.InTurn;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Executors of tools with one error each, written by a third author from the contract without knowledge of the laws. */
final class ThirdExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private ThirdExecutorFaults() {}

    static List<PlantedFault> all() {
        ThirdExecutorFaults faults = new ThirdExecutorFaults();
        faults.batches();
        faults.calls();
        faults.definitions();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<List<AiTool>, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () -> ExecutorFaults.laws(executor)));
    }

    private void batches() {
        // execute: "one envelope per call, in call order"
        add(
                "runs the calls of each tool together",
                "The outcomes are in the order of the tools, so a tool that is called again later has that of another.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        return calls.stream()
                                .collect(Collectors.groupingBy(
                                        Interaction.ToolCall::name, LinkedHashMap::new, Collectors.toList()))
                                .values()
                                .stream()
                                .flatMap(some -> super.execute(some, scope).stream())
                                .toList();
                    }
                });
        // execute: "Runs the calls"; a failure is the outcome of its call alone
        add("stops after a failure", "Calls behind one that failed do not run.", tools -> new InTurn(tools) {
            @Override
            public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                List<ToolEnvelope> outcomes = new ArrayList<>();
                for (Interaction.ToolCall call : calls) {
                    boolean goesOn = outcomes.stream().allMatch(ToolEnvelope::isOk);
                    outcomes.add(
                            goesOn
                                    ? outcome(call, scope)
                                    : ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "An earlier call failed."));
                }
                return outcomes;
            }
        });
        // CallScope.cancellation: "cancels running tools"; a call that is next must not start
        add(
                "asks once for each batch whether it is cancelled",
                "Calls behind the one that ran when the turn was cancelled start and run.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        ToolEnvelope over = ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn was cancelled.");
                        return scope.cancellation().isCancelled()
                                ? calls.stream().map(call -> over).toList()
                                : super.execute(calls, scope);
                    }

                    @Override
                    boolean isCancelled(CallScope scope) {
                        return false;
                    }
                });
    }

    private void calls() {
        // IToolExecutor: "Thread-safe"
        add(
                "keeps the running call in a field",
                "A call of another batch at the same time runs with the arguments of this one.",
                tools -> new InTurn(tools) {
                    private volatile Interaction.ToolCall running =
                            new Interaction.ToolCall("none", "none", Json.object());

                    @Override
                    ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                        running = call;
                        return super.outcome(call, scope);
                    }

                    @Override
                    ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                        return super.run(tool, running);
                    }
                });
    }

    private void definitions() {
        // definitions: "in the natural order of their names: capitals first"
        add("sorts as a dictionary does", "Capitals are among small letters.", tools -> new InTurn(tools) {
            @Override
            public List<ToolDefinition> definitions(Selector filter) {
                return super.definitions(filter).stream()
                        .sorted(Comparator.comparing(ToolDefinition::name, String.CASE_INSENSITIVE_ORDER))
                        .toList();
            }
        });
        // definitions: "the tools that a filter selects"
        add(
                "remembers the definitions of the first filter",
                "A later filter selects what the first one selected.",
                tools -> new InTurn(tools) {
                    private List<ToolDefinition> known = List.of();

                    @Override
                    public synchronized List<ToolDefinition> definitions(Selector filter) {
                        known = known.isEmpty() ? super.definitions(filter) : known;
                        return known;
                    }
                });
    }
}
