package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;

/**
 * The tool calls of a round that the host runs. The host answers each once, on any thread; the turn's thread takes the
 * results.
 */
final class HostToolCalls {
    private final Map<String, Interaction.ToolCall> open = new HashMap<>();
    private final BlockingQueue<Optional<HostToolResult>> arrived = new LinkedBlockingQueue<>();
    private final int calls;

    HostToolCalls(List<Interaction.ToolCall> calls) {
        calls.forEach(call -> open.put(call.id(), call));
        this.calls = calls.size();
    }

    /** Adds an outcome; false if no such call is open. */
    boolean answer(String callId, ToolEnvelope envelope) {
        Interaction.ToolCall call;
        synchronized (open) {
            call = open.remove(callId);
        }
        return call != null && arrived.add(Optional.of(new HostToolResult(call, envelope)));
    }

    /** Stops waiting for the remaining results. */
    void end() {
        synchronized (open) {
            open.clear();
        }
        arrived.add(Optional.empty());
    }

    /** Passes on each outcome as it arrives, until all have arrived or {@link #end} is called. */
    void forEach(BiConsumer<Interaction.ToolCall, ToolEnvelope> outcome) {
        int missing = calls;
        while (missing > 0) {
            Optional<HostToolResult> next = next();
            next.ifPresent(came -> outcome.accept(came.call(), came.envelope()));
            missing = next.isPresent() ? missing - 1 : 0;
        }
    }

    private Optional<HostToolResult> next() {
        try {
            return arrived.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** The result of a call. */
    private record HostToolResult(Interaction.ToolCall call, ToolEnvelope envelope) {}
}
