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
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Executors of tools with one error each, written by a second author from the contract without knowledge of the laws. */
final class SecondExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SecondExecutorFaults() {}

    static List<PlantedFault> all() {
        SecondExecutorFaults faults = new SecondExecutorFaults();
        faults.calls();
        faults.lists();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<List<AiTool>, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () -> ExecutorFaults.laws(executor)));
    }

    private void calls() {
        // execute: "never throws"; ToolCall.arguments: "a JSON string holding the raw text when it did not parse"
        add(
                "counts the members of arguments",
                "Arguments that are no object are a JsonException.",
                tools -> new InTurn(tools) {
                    @Override
                    ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
                        boolean empty = call.arguments().fields().isEmpty();
                        return super.outcome(call, scope).withMeta("withoutArguments", empty);
                    }
                });
        // CallScope.parallel: "how many of these calls may run at once"
        add(
                "runs all calls at once",
                "Each call has a thread, also if one may run at a time.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        List<CompletableFuture<ToolEnvelope>> running = calls.stream()
                                .map(call -> ConcurrentRunner.begin(() -> outcome(call, scope)))
                                .toList();
                        return running.stream().map(CompletableFuture::join).toList();
                    }
                });
        // CallListener: "Its exceptions are ignored"
        add("lets listeners throw", "The exception of a listener leaves execute.", tools -> new InTurn(tools) {
            @Override
            void announce(Interaction.ToolCall call, CallScope scope) {
                scope.listener().starting(call, RunArguments.of(call));
            }
        });
    }

    private void lists() {
        // execute: "one envelope per call"; thread-safe, so each caller has outcomes of its own
        add(
                "returns one list for all batches",
                "Outcomes of an earlier batch are replaced by later ones.",
                tools -> new InTurn(tools) {
                    private final List<ToolEnvelope> outcomes = new ArrayList<>();

                    @Override
                    public synchronized List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        outcomes.clear();
                        calls.forEach(call -> outcomes.add(outcome(call, scope)));
                        return outcomes;
                    }
                });
        // definitions: "in the order of names"
        add("orders names without case", "Capital letters are not before small ones.", tools -> new InTurn(tools) {
            @Override
            public List<ToolDefinition> definitions(Selector filter) {
                return super.definitions(filter).stream()
                        .sorted(Comparator.comparing(ToolDefinition::name, String.CASE_INSENSITIVE_ORDER))
                        .toList();
            }
        });
    }
}
