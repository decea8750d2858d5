package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Executors with one error each, written by a sixth author from the contract without knowledge of the laws. */
final class SixthExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SixthExecutorFaults() {}

    static List<PlantedFault> all() {
        SixthExecutorFaults faults = new SixthExecutorFaults();
        faults.batches();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, UnaryOperator<IToolExecutor> around) {
        all.add(new PlantedFault(
                PlantedFault.Kind.EXECUTOR,
                name,
                breaks,
                "",
                () -> ExecutorFaults.laws(tools -> around.apply(new ExecutorFaults.InTurn(tools)))));
    }

    private void batches() {
        add(
                "runs equal calls of a batch once",
                "Two calls of a tool with the same arguments have one effect, also if the tool changes something."
                        + " IToolExecutor.execute: \"Runs the calls and returns one envelope per call, in call order\";"
                        + " docs/tools.md, Limits: \"Each call id runs once.\"",
                Once::new);
        add(
                "reads before it writes",
                "A read-only call behind one that changes something runs before it and returns the old state."
                        + " docs/tools.md, Parallel calls: \"Any other tool waits for all calls before it, and the"
                        + " calls"
                        + " after it wait for it.\"",
                ReadersFirst::new);
    }

    /** Passes everything on. */
    private abstract static class Forwarding implements IToolExecutor {
        final IToolExecutor tools;

        Forwarding(IToolExecutor tools) {
            this.tools = tools;
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return tools.definitions(filter);
        }

        @Override
        public List<String> policies() {
            return tools.policies();
        }

        @Override
        public int abandonedCount() {
            return tools.abandonedCount();
        }

        @Override
        public void close() {
            tools.close();
        }
    }

    /** Saves the work of calls that a model repeats in one answer. */
    private static final class Once extends Forwarding {
        Once(IToolExecutor tools) {
            super(tools);
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            Map<Work, Interaction.ToolCall> first = new LinkedHashMap<>();
            calls.forEach(call -> first.putIfAbsent(Work.of(call), call));
            Iterator<ToolEnvelope> outcomes =
                    tools.execute(List.copyOf(first.values()), scope).iterator();
            Map<Work, ToolEnvelope> done = new LinkedHashMap<>();
            first.keySet().forEach(work -> done.put(work, outcomes.next()));
            return calls.stream().map(call -> done.get(Work.of(call))).toList();
        }

        private record Work(String name, Json arguments) {
            static Work of(Interaction.ToolCall call) {
                return new Work(call.name(), call.arguments());
            }
        }
    }

    /** Runs the calls that may run beside each other together, and then the others. */
    private static final class ReadersFirst extends Forwarding {
        ReadersFirst(IToolExecutor tools) {
            super(tools);
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            Set<String> reading = tools.definitions(Selector.ALL).stream()
                    .filter(ToolDefinition::isReadOnly)
                    .map(ToolDefinition::name)
                    .collect(Collectors.toSet());
            Map<Boolean, List<Interaction.ToolCall>> kinds =
                    calls.stream().collect(Collectors.partitioningBy(call -> reading.contains(call.name())));
            if (kinds.get(true).isEmpty() || kinds.get(false).isEmpty()) {
                return tools.execute(calls, scope);
            }
            Iterator<ToolEnvelope> read = tools.execute(kinds.get(true), scope).iterator();
            Iterator<ToolEnvelope> written =
                    tools.execute(kinds.get(false), scope).iterator();
            return calls.stream()
                    .map(call -> reading.contains(call.name()) ? read.next() : written.next())
                    .toList();
        }
    }
}
