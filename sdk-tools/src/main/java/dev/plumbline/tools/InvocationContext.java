package dev.plumbline.tools;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Where a call takes place.
 *
 * @param tool the tool
 * @param scope on whose behalf
 * @param shop what all calls share
 * @param invocation the number of the call in its executor
 * @param trace what the steps around it did
 * @param approval what people allowed; bound to this call
 */
record InvocationContext(
        RegisteredTool tool,
        IToolExecutor.CallScope scope,
        ToolExecutorContext shop,
        long invocation,
        ToolTrace trace,
        Approval approval) {

    InvocationContext(RegisteredTool tool, IToolExecutor.CallScope scope, ToolExecutorContext shop, long invocation) {
        this(tool, scope, shop, invocation, new ToolTrace(), new Approval());
    }

    ToolDefinition definition() {
        return tool.definition();
    }

    /** Reports that an extension failed and was isolated, without its message. */
    void report(String who, Throwable cause) {
        TelemetryLabel causeClass = TelemetryLabel.of(cause.getClass().getName());
        scope.events()
                .onEvent(new AiEvent.ExtensionFailed(
                        scope.ids(), shop.time().instant(), TelemetryLabel.of(who), causeClass));
    }

    /** Keeps the whole of what the model gets a part of; where that cannot be done, the part is all there is. */
    Optional<String> keep(InputStream content) {
        try {
            return shop.results()
                    .keep(scope.ids().session(), "application/json", content)
                    .map(ToolResultStore.StoredResult::reference);
        } catch (IOException | UncheckedIOException full) {
            return Optional.empty();
        }
    }
}
