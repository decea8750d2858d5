package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;

/** The tool calls of a round that the host runs: it answers each once, on any thread, and the turn's thread takes it. */
final class HostToolCalls {
    private final Map<String, Interaction.ToolCall> open = new HashMap<>();
    private final BlockingQueue<Optional<HostToolResult>> arrived = new LinkedBlockingQueue<>();
    private final int calls;

    HostToolCalls(List<Interaction.ToolCall> calls) {
        calls.forEach(call -> open.put(call.id(), call));
        this.calls = calls.size();
    }

    /** Takes an outcome; false when no such call is open. */
    boolean answer(String callId, ToolEnvelope envelope) {
        Interaction.ToolCall call;
        synchronized (open) {
            call = open.remove(callId);
        }
        return call != null && arrived.add(Optional.of(new HostToolResult(call, envelope)));
    }

    /** Nobody waits for the rest. */
    void end() {
        synchronized (open) {
            open.clear();
        }
        arrived.add(Optional.empty());
    }

    /** Hands on each outcome as it comes, until all are there or nobody waits. */
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

    /** What came of a call. */
    private record HostToolResult(Interaction.ToolCall call, ToolEnvelope envelope) {}
}
