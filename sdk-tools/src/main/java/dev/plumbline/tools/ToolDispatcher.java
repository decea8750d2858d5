package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.SystemScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tool executor: finds the tools, runs the calls as a batch, and answers each with an envelope. */
final class ToolDispatcher extends ToolRuntime {
    private static final int MOST_NAMES = 50;

    private final ToolCatalog catalog;
    private final ToolCallExecution.InvocationServices services;
    private final ToolExecutorContext executorContext;
    private final ToolThreadPool helpers;
    private final @Nullable SystemScheduler ownTime;
    private final boolean guest;

    /** Creates an executor that closes its threads, and its own clock if it has one. */
    ToolDispatcher(
            ToolCatalog catalog,
            ToolCallExecution.InvocationServices services,
            ToolThreadPool helpers,
            @Nullable SystemScheduler ownTime) {
        this(catalog, services, helpers, ownTime, false);
    }

    private ToolDispatcher(
            ToolCatalog catalog,
            ToolCallExecution.InvocationServices services,
            ToolThreadPool helpers,
            @Nullable SystemScheduler ownTime,
            boolean guest) {
        this.catalog = catalog;
        this.services = services;
        this.executorContext = services.executorContext();
        this.helpers = helpers;
        this.ownTime = ownTime;
        this.guest = guest;
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
        return new ToolCallBatch(dispatches, new ParallelRunner(helpers), () -> unknown(scope)).run(scope.parallel());
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

    private ToolEnvelope unknown(CallScope scope) {
        List<ToolDefinition> offered = catalog.definitions(scope.toolFilter());
        String names =
                offered.stream().limit(MOST_NAMES).map(ToolDefinition::name).collect(Collectors.joining(", "));
        String message = offered.isEmpty()
                ? "There is no such tool; no tools are available."
                : "There is no such tool. Available tools: " + names;
        return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, message);
    }
}
