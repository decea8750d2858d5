package dev.plumbline.mcp;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.http.internal.ClientKey;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.internal.ContextOrigins;
import dev.plumbline.tool.internal.ResultSource;
import dev.plumbline.tool.internal.ToolResultStore;
import dev.plumbline.ui.HostApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The methods {@code tools/list} and {@code tools/call}. */
final class ToolMethods {
    private final IToolExecutor executor;
    private final McpOptions options;
    private final ServerSwitches switches;
    private final BegunChange changes;
    private final ToolResultJson results;

    private final TelemetryObserver failures;

    /**
     * Creates the methods.
     *
     * @param failures receives what tools throw
     */
    ToolMethods(
            IToolExecutor executor,
            McpOptions options,
            ServerSwitches switches,
            BegunChange changes,
            ServerFailures failures) {
        this.failures = failures.log();
        this.executor = executor;
        this.options = options;
        this.switches = switches;
        this.changes = changes;
        this.results = new ToolResultJson(
                new ContentBlockWriter(options.limits.imageEdge()), ResultSource.of(executor) != ToolResultStore.NONE);
        if (changes.isOffered()) {
            executor.definitions(Selector.of(BegunChange.BEGIN + ", " + BegunChange.END))
                    .forEach(tool -> {
                        throw new IllegalArgumentException("the tool " + tool.name()
                                + " has the name of a tool that changes(…) adds; rename it, or leave changes(…) out");
                    });
        }
    }

    /** Returns the tools that are offered now, in the order of their names. */
    Json list(Peer peer) {
        ClientContent content = ClientContent.of(peer);
        List<Json> tools = new ArrayList<>();
        executor.definitions(switches.tools()).forEach(tool -> tools.add(json(content.tool(tool))));
        if (changes.isOffered() && !switches.isReadOnly() && peer.memory().isKnown()) {
            tools.addAll(BegunChange.tools());
        }
        return Json.object().with("tools", tools);
    }

    private Json json(ToolDefinition tool) {
        Json json = options.display
                .apply(tool)
                .addTo(Json.object().with("name", tool.name()).with("description", tool.description()))
                .with("inputSchema", tool.inputSchema());
        Json whole = tool.outputSchema()
                .map(schema -> json.with("outputSchema", ToolResultJson.outputSchema(schema)))
                .orElse(json);
        return whole.with(
                "annotations",
                Json.object()
                        .with("readOnlyHint", tool.isReadOnly())
                        .with("destructiveHint", tool.isDestructive())
                        .with("idempotentHint", tool.isIdempotent())
                        .with("openWorldHint", tool.isOpenWorld()));
    }

    /** Returns the schema of the arguments of a tool that is offered now. */
    Optional<Json> inputSchema(String name) {
        return find(name).map(ToolDefinition::inputSchema);
    }

    private Optional<ToolDefinition> find(String name) {
        return executor.definitions(switches.tools()).stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst();
    }

    /**
     * Runs a call.
     *
     * @throws JsonRpc.Failure if there is no such tool
     */
    Json call(OpenCall call) {
        String name = call.request().name();
        Json arguments = call.restored(ServerMethods.arguments(call.request().params()));
        if (switches.isStopped()) {
            return denied("The user of " + options.name + " has stopped all agents. Do not try again.");
        }
        if (isChange(name)) {
            return change(name, arguments, call);
        }
        ToolDefinition tool = find(name).orElseThrow(() -> JsonRpc.invalidParams("Unknown tool: " + shortened(name)));
        if (options.tasksOnly.matches(tool.name(), tool.tags(), tool.owner())) {
            TaskTable.requireTasks(call.peer());
        }
        Optional<String> busy = options.host.flatMap(HostApplication::busyWith);
        if (busy.isPresent()) {
            String why = options.name + " is busy with " + busy.get() + ". Try again when that is done.";
            return ToolResultJson.failed(
                    ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, call.content().text(why))
                            .withRetryable(true));
        }
        Interaction.ToolCall toolCall = new Interaction.ToolCall(call.id(), name, arguments);
        List<ToolEnvelope> outcomes = executor.execute(List.of(toolCall), scope(call, tool));
        ToolEnvelope outcome = outcomes.isEmpty()
                ? ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool executor gave no outcome.")
                : outcomes.get(0).bounded();
        Optional<JsonRpc.Failure> missing = outcome.isOk() ? Optional.empty() : call.missingCapability();
        if (missing.isPresent() && call.peer().version().isStateless()) {
            throw missing.get();
        }
        StoredResults.remember(call.peer().memory(), outcome);
        return results.of(
                tool, call.content().envelope(outcome), call.peer().memory().isKnown());
    }

    private boolean isChange(String name) {
        return changes.isOffered()
                && !switches.isReadOnly()
                && (name.equals(BegunChange.BEGIN) || name.equals(BegunChange.END));
    }

    private Json change(String name, Json arguments, OpenCall call) {
        if (!call.peer().memory().isKnown()) {
            return denied(
                    "A change of several calls needs a client that can be distinguished from others of its name: one of"
                            + " the bridge, with a session, or with the header " + ClientKey.HEADER + ".");
        }
        try {
            String text = changes.run(name, arguments, call.peer().memory());
            return Json.object()
                    .with("content", List.of(ContentBlockWriter.text(text)))
                    .with("isError", false);
        } catch (IllegalArgumentException misfit) {
            return ToolResultJson.failed(
                    ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, String.valueOf(misfit.getMessage())));
        } catch (IllegalStateException refused) {
            return denied(String.valueOf(refused.getMessage()));
        }
    }

    /** Ends the change that a client has begun, if there is one. */
    void endChange(String client) {
        changes.endOf(client);
    }

    private static Json denied(String why) {
        return ToolResultJson.failed(ToolEnvelope.failed(ToolEnvelope.Code.DENIED, why));
    }

    private static String shortened(String name) {
        return name.substring(0, Math.min(name.length(), 64));
    }

    private IToolExecutor.CallScope scope(OpenCall call, ToolDefinition tool) {
        Peer.ClientMemory memory = call.peer().memory();
        String turn = changes.of(memory.id()).orElse(call.id());
        State approvals = new CallState(call, State.inMemory(), memory.approvals());
        // nobody knows what the model of a client has read
        approvals.update(ContextOrigins.SENT, before -> ContentOrigin.MCP);
        return new IToolExecutor.CallScope(
                new CallIds(memory.id(), turn, 1, ""),
                switches.tools(),
                List.of(),
                call.cancellation(),
                new CallState(call, State.inMemory(), memory.state()),
                approvals,
                failures,
                1,
                new CallReports(call, options.approvalsAtClient.matches(tool.name(), tool.tags(), tool.owner())));
    }
}
