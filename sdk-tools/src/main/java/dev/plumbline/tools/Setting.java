package dev.plumbline.tools;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Where a call takes place.
 *
 * @param item the tool
 * @param scope on whose behalf
 * @param shop what all calls share
 * @param invocation the number of the call in its executor
 * @param trace what the layers around it did
 * @param approval what was allowed, where something has to be; bound to this call
 */
record Setting(
        Catalogue.Item item,
        IToolExecutor.Scope scope,
        Workshop shop,
        long invocation,
        ToolTrace trace,
        Optional<Approval> approval) {

    Setting(Catalogue.Item item, IToolExecutor.Scope scope, Workshop shop, long invocation) {
        this(
                item,
                scope,
                shop,
                invocation,
                new ToolTrace(shop.time()),
                shop.approvals().map(Approval::new));
    }

    Label label() {
        return item.label();
    }

    /** Tells telemetry something about this tool. */
    void tell(BiFunction<Instant, Label, AiEvent> event) {
        scope.events().onEvent(event.apply(shop.time().instant(), label()));
    }

    /** Says that somebody's code failed and was isolated; without a word of what it said. */
    void report(String who, Throwable cause) {
        Label causeClass = Label.of(cause.getClass().getName());
        tell((at, tool) -> new AiEvent.ExtensionFailed(scope.ids(), at, Label.of(who), causeClass));
    }

    /** Keeps the whole of what the model gets a part of; where that cannot be done, the part is all there is. */
    Optional<String> keep(InputStream content) {
        try {
            return shop.results()
                    .keep(scope.ids().session(), "application/json", content)
                    .map(ResultStore.Kept::reference);
        } catch (IOException | UncheckedIOException full) {
            return Optional.empty();
        }
    }
}
