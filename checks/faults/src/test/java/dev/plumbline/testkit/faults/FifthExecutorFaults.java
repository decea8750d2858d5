package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.testkit.faults.ExecutorFaults.InTurn;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Executors of tools with one error each, written by a fifth author from the contract without knowledge of the laws. */
final class FifthExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private FifthExecutorFaults() {}

    static List<PlantedFault> all() {
        FifthExecutorFaults faults = new FifthExecutorFaults();
        faults.runs();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<List<AiTool>, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () -> ExecutorFaults.laws(executor)));
    }

    private void runs() {
        // execute: it runs the calls, each of them, and returns one envelope per call
        add(
                "ends a batch at its first failure",
                "The calls after one that failed do not run.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        List<ToolEnvelope> outcomes = new ArrayList<>();
                        for (Interaction.ToolCall call : calls) {
                            boolean ended = outcomes.stream().anyMatch(outcome -> !outcome.isOk());
                            outcomes.add(
                                    ended
                                            ? ToolEnvelope.failed(
                                                    ToolEnvelope.Code.CANCELLED, "An earlier call has failed.")
                                            : super.execute(List.of(call), scope)
                                                    .get(0));
                        }
                        return outcomes;
                    }
                });
        // CallScope.toolFilter: it is checked again when a call runs
        add(
                "remembers which tools a filter selects",
                "The filter of the first call of a tool decides on all later ones.",
                tools -> new InTurn(tools) {
                    private final Map<String, Boolean> offered = new ConcurrentHashMap<>();

                    @Override
                    boolean isOffered(AiTool tool, CallScope scope) {
                        return offered.computeIfAbsent(tool.name(), name -> super.isOffered(tool, scope));
                    }
                });
        // execute: returns every outcome as an envelope; its parts and whether it stops the turn belong to it
        add(
                "receives outcomes as JSON of another process",
                "Pictures of an outcome are lost, and so is that it ends the turn.",
                tools -> new InTurn(tools) {
                    @Override
                    ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                        return ToolEnvelope.from(super.run(tool, call).toJson());
                    }
                });
    }
}
