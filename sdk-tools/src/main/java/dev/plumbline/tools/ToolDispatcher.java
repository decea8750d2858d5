package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiEvent;
import dev.plumbline.schema.JsonSchemaService;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The executor: finds the tools, runs them as a batch, and has an envelope for everything that can happen. */
final class ToolDispatcher extends ToolRuntime {
    private static final int MOST_NAMES = 50;

    private final ToolCatalog catalogue;
    private final ToolInvocation.InvocationServices means;
    private final ToolExecutorContext shop;
    private final ToolThreadPool helpers;
    private final boolean guest;

    ToolDispatcher(ToolCatalog catalogue, ToolInvocation.InvocationServices means, ToolThreadPool helpers) {
        this(catalogue, means, helpers, false);
    }

    private ToolDispatcher(
            ToolCatalog catalogue, ToolInvocation.InvocationServices means, ToolThreadPool helpers, boolean guest) {
        this.catalogue = catalogue;
        this.means = means;
        this.shop = means.shop();
        this.helpers = helpers;
        this.guest = guest;
    }

    /** Returns an executor of more tools on the same threads and limits; closing it closes neither. */
    @Override
    ToolDispatcher with(List<OwnedTool> tools, List<ToolChainStep> steps, JsonSchemaService schemas) {
        return new ToolDispatcher(catalogue.with(tools, steps, schemas), means, helpers, true);
    }

    @Override
    boolean hasHost() {
        return shop.host() != null;
    }

    @Override
    boolean hasStep(String name) {
        return catalogue.steps().stream().anyMatch(step -> step.name().equals(name));
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
        List<ToolInvocation> dispatches = new ArrayList<>(calls.size());
        for (Interaction.ToolCall call : calls) {
            dispatches.add(new ToolInvocation(call, scope, means, catalogue.find(call.name(), scope.toolFilter())));
        }
        requested(scope, calls.size());
        return new ToolCallBatch(dispatches, new ParallelRunner(helpers), () -> unknown(scope)).run(scope.parallel());
    }

    /** Sessions isolate observers and report them; on its own the executor still answers every call. */
    private void requested(CallScope scope, int calls) {
        try {
            if (scope.events().watches(AiEvent.ToolsRequested.class)) {
                scope.events()
                        .onEvent(new AiEvent.ToolsRequested(
                                scope.ids(), shop.time().instant(), calls));
            }
        } catch (RuntimeException | Error isolated) {
            // the calls have to be answered, whatever an observer does
        }
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return catalogue.definitions(filter);
    }

    @Override
    public List<String> policies() {
        return catalogue.steps().stream().map(ToolChainStep::described).toList();
    }

    @Override
    public int abandoned() {
        UiThreadExecutor host = shop.host();
        int onHost = host != null && host.isStuck() ? 1 : 0;
        return shop.threads().abandoned() + onHost + catalogue.abandoned();
    }

    @Override
    public void close() {
        if (guest) {
            return;
        }
        shop.threads().close();
        helpers.close();
        if (shop.host() != null) {
            shop.host().close();
        }
    }

    private ToolEnvelope unknown(CallScope scope) {
        List<ToolDefinition> offered = catalogue.definitions(scope.toolFilter());
        String names =
                offered.stream().limit(MOST_NAMES).map(ToolDefinition::name).collect(Collectors.joining(", "));
        String message = offered.isEmpty()
                ? "There is no such tool; there are none."
                : "There is no such tool. There are: " + names;
        return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, message);
    }
}
