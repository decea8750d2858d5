package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.internal.ContentScanner;
import dev.plumbline.tool.internal.NearestNames;
import dev.plumbline.tool.internal.ToolResultStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tool executor: finds the tools, runs the calls as a batch, and answers each with an envelope. */
final class ToolDispatcher extends ToolRuntime {
    private static final int MOST_NAMES = 50;

    private final ToolCatalog catalog;
    private final ToolCallExecution.InvocationServices services;
    private final ToolExecutorContext executorContext;
    private final ToolThreadPool helpers;
    private final @Nullable Scheduler ownTime;
    private final boolean guest;

    /** Creates an executor that closes its threads, and its own clock if it has one. */
    ToolDispatcher(
            ToolCatalog catalog,
            ToolCallExecution.InvocationServices services,
            ToolThreadPool helpers,
            @Nullable Scheduler ownTime) {
        this(catalog, services, helpers, ownTime, false);
    }

    private ToolDispatcher(
            ToolCatalog catalog,
            ToolCallExecution.InvocationServices services,
            ToolThreadPool helpers,
            @Nullable Scheduler ownTime,
            boolean guest) {
        this.catalog = catalog;
        this.services = services;
        this.executorContext = services.executorContext();
        this.helpers = helpers;
        this.ownTime = ownTime;
        this.guest = guest;
    }

    @Override
    public ToolResultStore results() {
        return executorContext.results();
    }

    @Override
    public Optional<ContentScanner> scanner() {
        return executorContext.sandbox().scans().scanner();
    }

    /** Returns an executor of more tools on the same threads and limits; closing it closes neither. */
    @Override
    ToolDispatcher with(List<OwnedTool> tools, List<ToolChainStep> steps, JsonSchemaService schemas) {
        return new ToolDispatcher(catalog.with(tools, steps, schemas), services, helpers, null, true);
    }

    @Override
    boolean hasHost() {
        return executorContext.host() != null;
    }

    @Override
    boolean hasStep(String name) {
        return catalog.steps().stream().anyMatch(step -> step.name().equals(name));
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
        List<ToolCallExecution> dispatches = new ArrayList<>(calls.size());
        for (Interaction.ToolCall call : calls) {
            dispatches.add(new ToolCallExecution(call, scope, services, catalog.find(call.name(), scope.toolFilter())));
        }
        requested(scope, calls.size());
        return new Batch(dispatches, new ParallelRunner(helpers), name -> unknown(name, scope)).run(scope.parallel());
    }

    /** Publishes the number of requested calls. Sessions isolate observers; here a failing one is ignored. */
    private void requested(CallScope scope, int calls) {
        try {
            if (scope.observer().watches(TelemetryEvent.ToolsRequested.class)) {
                scope.observer()
                        .onEvent(new TelemetryEvent.ToolsRequested(
                                scope.ids(), executorContext.time().instant(), calls));
            }
        } catch (RuntimeException | Error isolated) {
            // every call must be answered, whatever an observer throws
        }
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return catalog.definitions(filter);
    }

    @Override
    public List<String> policies() {
        return catalog.steps().stream().map(ToolChainStep::described).toList();
    }

    @Override
    public int abandonedCount() {
        UiThreadExecutor host = executorContext.host();
        int onHost = host != null && host.isStuck() ? 1 : 0;
        return executorContext.threads().abandoned() + onHost + catalog.abandoned();
    }

    @Override
    public void close() {
        if (guest) {
            return;
        }
        executorContext.threads().close();
        helpers.close();
        if (executorContext.host() != null) {
            executorContext.host().close();
        }
        if (ownTime != null) {
            ownTime.close();
        }
    }

    private ToolEnvelope unknown(String name, CallScope scope) {
        List<ToolDefinition> offered = catalog.definitions(scope.toolFilter());
        String names =
                offered.stream().limit(MOST_NAMES).map(ToolDefinition::name).collect(Collectors.joining(", "));
        String message = offered.isEmpty()
                ? "There is no such tool; no tools are available."
                : "There is no such tool." + nearest(name, offered) + " Available tools: " + names;
        return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, message);
    }

    /** Returns a question for the tool that was probably meant; empty if none has a name like that. */
    private static String nearest(String name, List<ToolDefinition> offered) {
        String wanted = plain(name);
        return NearestNames.of(wanted, offered, tool -> plain(tool.name()), 1).stream()
                .map(ToolDefinition::name)
                .filter(near -> NearestNames.edits(wanted, plain(near)) <= wanted.length() / 3)
                .map(near -> " Did you mean " + near + "?")
                .findFirst()
                .orElse("");
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }

    /**
     * The tool calls of one round. All are admitted in order before the first one runs. Then they run in order, or in
     * parallel if allowed. A call that is not concurrent waits for all earlier calls, and all later calls wait for it.
     */
    private static final class Batch {
        private final List<ToolCallExecution> calls;
        private final ParallelRunner runner;
        private final Function<String, ToolEnvelope> unknown;
        private final ToolEnvelope[] outcomes;

        Batch(List<ToolCallExecution> calls, ParallelRunner runner, Function<String, ToolEnvelope> unknown) {
            this.calls = calls;
            this.runner = runner;
            this.unknown = unknown;
            this.outcomes = new ToolEnvelope[calls.size()];
        }

        List<ToolEnvelope> run(int atOnce) {
            calls.forEach(ToolCallExecution::admit);
            for (int i = 0; i + 1 < calls.size(); i++) {
                if (calls.get(i).isOnHost() && calls.get(i + 1).isOnHost()) {
                    calls.get(i).followed();
                }
            }
            int from = 0;
            while (from < calls.size()) {
                int to = atOnce == 1 ? from + 1 : endOfGroup(from);
                run(from, to, atOnce);
                from = to;
            }
            return List.of(outcomes);
        }

        private void run(int from, int to, int atOnce) {
            if (to - from == 1) {
                outcomes[from] = outcome(calls.get(from));
            } else {
                runner.run(work(from, to), atOnce);
            }
        }

        private int endOfGroup(int from) {
            int to = from + 1;
            while (to < calls.size()
                    && calls.get(from).isConcurrent()
                    && calls.get(to).isConcurrent()) {
                to++;
            }
            return to;
        }

        private List<Runnable> work(int from, int to) {
            List<Runnable> work = new ArrayList<>();
            for (int i = from; i < to; i++) {
                int index = i;
                work.add(() -> outcomes[index] = outcome(calls.get(index)));
            }
            return work;
        }

        /** Runs one call and answers it even if an observer or the state throws. */
        private ToolEnvelope outcome(ToolCallExecution call) {
            try {
                return call.run(unknown);
            } catch (RuntimeException | Error e) {
                return ToolEnvelope.failed(
                        ToolEnvelope.Code.FAILED,
                        "The call failed outside its tool: " + e.getClass().getName());
            }
        }
    }
}
