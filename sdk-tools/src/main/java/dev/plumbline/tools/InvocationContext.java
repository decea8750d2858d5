package dev.plumbline.tools;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.ContentScans;
import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tool, the scope and the services of one call.
 *
 * @param tool the tool
 * @param chain the steps around it
 * @param scope the turn that made the call
 * @param executorContext the services that all calls of the executor share
 * @param invocation the number of the call in its executor
 * @param trace the record of the steps around the call
 * @param approval the user's approval of this call
 */
record InvocationContext(
        RegisteredTool tool,
        ToolChain chain,
        IToolExecutor.CallScope scope,
        ToolExecutorContext executorContext,
        long invocation,
        ToolTrace trace,
        Approval approval) {

    InvocationContext(
            ToolCatalog.Item item,
            IToolExecutor.CallScope scope,
            ToolExecutorContext executorContext,
            long invocation) {
        this(item.tool(), item.chain(), scope, executorContext, invocation, new ToolTrace(), new Approval());
    }

    ToolDefinition definition() {
        return tool.definition();
    }

    /** Reports an exception of contributed code; one of an observer is isolated. */
    void threw(String who, Throwable cause) {
        try {
            scope.observer()
                    .onFailure(ExtensionFailure.of(
                            scope.ids(), executorContext.time().instant(), who, cause));
        } catch (RuntimeException | Error isolated) {
            // sessions report it; every call must be answered, whatever an observer throws
        }
    }

    /** Reports that an extension failed and was isolated. */
    void report(String who, Throwable cause) {
        threw(who, cause);
        TelemetryName causeClass = TelemetryName.of(cause.getClass());
        scope.observer()
                .onEvent(new TelemetryEvent.ExtensionFailed(
                        scope.ids(), executorContext.time().instant(), TelemetryName.of(who), causeClass));
    }

    /** Stores the whole of a truncated result and returns its reference; empty if it cannot be stored. */
    Optional<String> keep(InputStream content) {
        try {
            return executorContext
                    .results()
                    .store(scope.ids().session(), "application/json", content)
                    .map(ToolResultStore.StoredResult::reference);
        } catch (IOException | UncheckedIOException full) {
            return Optional.empty();
        }
    }

    /**
     * Returns a content with its marks, of which a part is given to the model.
     *
     * @param reference the reference under which the content is stored; empty if it is not
     */
    Json marked(Json content, Optional<String> reference) {
        return reference.isEmpty()
                ? scans().marked(content, scope.cancellation())
                : marks(reference.get(), () -> content).mark(content, "");
    }

    /** Returns the first elements of a list with their marks; the whole list is stored if there is a reference. */
    Json head(List<Json> elements, Optional<String> reference) {
        Json head = Json.of(elements);
        ToolResultStore.StoredResult list = !scans().isOn()
                ? null
                : reference
                        .flatMap(known ->
                                executorContext.results().find(scope.ids().session(), known))
                        .filter(stored -> stored.bytes() <= ContentScans.LONGEST)
                        .orElse(null);
        return list == null
                ? marked(head, Optional.empty())
                : marks(list.reference(), () -> whole(list)).mark(head, "");
    }

    private static Json whole(ToolResultStore.StoredResult stored) throws IOException {
        try (InputStream in = stored.content().open()) {
            return Json.parse(in.readAllBytes());
        }
    }

    private Marks marks(String reference, ContentScans.WholeContent content) {
        try {
            return scans().marks(reference, content, scope.cancellation());
        } catch (IOException deleted) {
            throw new UncheckedIOException(deleted);
        }
    }

    /** Returns JSON that is a part of what the tool returned. */
    Json part(Json part) {
        return scans().part(part);
    }

    /** Returns the pseudonyms in a text with the values that they stand for, as the person knows them. */
    Map<String, String> meanings(String text, ToolContext call) {
        return scans().scanner().map(scanner -> scanner.meanings(text, call)).orElse(Map.of());
    }

    private ContentScans scans() {
        return executorContext.sandbox().scans();
    }

    /** Returns a message of at most that many characters; in a longer one, values are replaced by their kinds. */
    String message(String text, int most) {
        return text.length() <= most ? text : JsonTruncator.ofText(scans().masked(text, scope.cancellation()), most);
    }
}
