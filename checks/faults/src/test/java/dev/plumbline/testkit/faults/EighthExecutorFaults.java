package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Executors with one error each, written by an eighth author from the contract without knowledge of the laws. */
final class EighthExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private EighthExecutorFaults() {}

    static List<PlantedFault> all() {
        EighthExecutorFaults faults = new EighthExecutorFaults();
        faults.executors();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, ToolExecutorLaws laws) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () -> laws));
    }

    private void executors() {
        add(
                "remembers tools by the names of a filter",
                "Filters with globs, tags or exclusions have the same names, none, and get the tools of the first such"
                        + " filter. IToolExecutor.definitions: \"Returns the tools that a filter selects\".",
                (tools, time) -> new Listed(runtime(tools, time)));
        add(
                "gives each tool an exclusion group of its own",
                "Two tools of one group run at the same time. AiTool.exclusive: \"the exclusion group; tools of one"
                        + " group never run at the same time\".",
                (tools, time) -> runtime(
                        tools.stream().map(EighthExecutorFaults::grouped).toList(), time));
    }

    private static IToolExecutor runtime(List<AiTool> tools, Scheduler time) {
        return new SeventhExecutorFaults.Runner(tools, time);
    }

    /** Puts groups into a space of this executor, so that they do not meet those of others. */
    private static AiTool grouped(AiTool tool) {
        return tool.exclusive().isEmpty() ? tool : tool.withExclusive("commands:" + tool.name());
    }

    /** Makes the list of tools once for each filter. */
    private static final class Listed implements IToolExecutor {
        private final IToolExecutor inner;
        private final Map<Set<String>, List<ToolDefinition>> lists = new ConcurrentHashMap<>();

        Listed(IToolExecutor inner) {
            this.inner = inner;
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            return inner.execute(calls, scope);
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return lists.computeIfAbsent(filter.names(), names -> inner.definitions(filter));
        }

        @Override
        public List<String> policies() {
            return inner.policies();
        }

        @Override
        public int abandonedCount() {
            return inner.abandonedCount();
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
