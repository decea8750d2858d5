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
final class Dispatcher extends ToolRuntime {
    private static final int MOST_NAMES = 50;

    private final Catalogue catalogue;
    private final Dispatch.Means means;
    private final Workshop shop;
    private final ToolThreads helpers;
    private final boolean guest;

    Dispatcher(Catalogue catalogue, Dispatch.Means means, ToolThreads helpers) {
        this(catalogue, means, helpers, false);
    }

    private Dispatcher(Catalogue catalogue, Dispatch.Means means, ToolThreads helpers, boolean guest) {
        this.catalogue = catalogue;
        this.means = means;
        this.shop = means.shop();
        this.helpers = helpers;
        this.guest = guest;
    }

    /** Returns an executor of more tools on the same threads and limits; closing it closes neither. */
    @Override
    Dispatcher with(List<OwnedTool> tools, List<ToolLayer> steps, JsonSchemaService schemas) {
        return new Dispatcher(catalogue.with(tools, steps, schemas), means, helpers, true);
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
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, Scope scope) {
        List<Dispatch> dispatches = new ArrayList<>(calls.size());
        for (Interaction.ToolCall call : calls) {
            dispatches.add(new Dispatch(call, scope, means, catalogue.find(call.name(), scope.toolFilter())));
        }
        requested(scope, calls.size());
        return new Batch(dispatches, new Lanes(helpers), () -> unknown(scope)).run(scope.parallel());
    }

    /** Sessions isolate observers and report them; on its own the executor still answers every call. */
    private void requested(Scope scope, int calls) {
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
        return catalogue.steps().stream().map(ToolLayer::described).toList();
    }

    @Override
    public int abandoned() {
        HostLane host = shop.host();
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

    private ToolEnvelope unknown(Scope scope) {
        List<ToolDefinition> offered = catalogue.definitions(scope.toolFilter());
        String names =
                offered.stream().limit(MOST_NAMES).map(ToolDefinition::name).collect(Collectors.joining(", "));
        String message = offered.isEmpty()
                ? "There is no such tool; there are none."
                : "There is no such tool. There are: " + names;
        return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, message);
    }
}
