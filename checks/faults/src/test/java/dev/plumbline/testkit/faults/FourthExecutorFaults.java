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

/** Executors of tools with one error each, written by a fourth author from the contract without knowledge of the laws. */
final class FourthExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private FourthExecutorFaults() {}

    static List<PlantedFault> all() {
        FourthExecutorFaults faults = new FourthExecutorFaults();
        faults.runs();
        faults.news();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<List<AiTool>, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () -> ExecutorFaults.laws(executor)));
    }

    private void runs() {
        // execute: it runs the calls, each of them; only results of pure tools may be remembered
        add(
                "remembers the outcome of each call",
                "A call with the same arguments as an earlier one does not run, also of a tool that changes something.",
                tools -> new InTurn(tools) {
                    private final Map<String, ToolEnvelope> known = new ConcurrentHashMap<>();

                    @Override
                    ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                        return known.computeIfAbsent(
                                call.name() + call.arguments().text(), key -> super.run(tool, call));
                    }
                });
        // Handler.call: null is no result, and not a failure
        add("takes null for a failure", "A tool that returns nothing has failed.", tools -> new InTurn(tools) {
            @Override
            ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                ToolEnvelope outcome = super.run(tool, call);
                return outcome.equals(ToolEnvelope.ok(null))
                        ? ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool returned nothing.")
                        : outcome;
            }
        });
    }

    private void news() {
        // CallListener.starting: called when the call is about to run
        add(
                "announces all calls of a batch before the first",
                "Each call starts for its listener while the first is about to run, also one that never runs.",
                tools -> new InTurn(tools) {
                    @Override
                    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
                        calls.forEach(call -> super.announce(call, scope));
                        return super.execute(calls, scope);
                    }

                    @Override
                    void announce(Interaction.ToolCall call, CallScope scope) {
                        // was announced with its batch
                    }
                });
    }
}
