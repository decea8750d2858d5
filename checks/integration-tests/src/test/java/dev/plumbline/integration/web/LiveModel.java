package dev.plumbline.integration.web;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A model whose answer a test writes piece by piece while it streams. */
final class LiveModel implements AiProvider {
    private final BlockingQueue<AiDelta> pieces = new LinkedBlockingQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<AiError> failure = new AtomicReference<>();

    /** Adds a piece of the answer that is streamed now or next. */
    LiveModel text(String piece) {
        return add(new AiDelta.Text(piece));
    }

    LiveModel add(AiDelta piece) {
        pieces.add(piece);
        return this;
    }

    /** Adds a tool call whose arguments arrive in two pieces. */
    LiveModel call(int index, String tool, String arguments) {
        int half = arguments.length() / 2;
        String id = "call-" + calls.incrementAndGet();
        add(new AiDelta.ToolCallPart(index, id, tool, ""));
        add(new AiDelta.ToolCallPart(index, "", "", arguments.substring(0, half)));
        return add(new AiDelta.ToolCallPart(index, "", "", arguments.substring(half)));
    }

    /** Ends the answer. */
    LiveModel end() {
        add(new AiDelta.UsageReport(Usage.of(10, 5)));
        return add(new AiDelta.Finish(FinishReason.STOP));
    }

    LiveModel endWithTools() {
        add(new AiDelta.UsageReport(Usage.of(10, 5)));
        return add(new AiDelta.Finish(FinishReason.TOOL_CALLS));
    }

    /** Ends the answer with a failure. */
    LiveModel fail() {
        failure.set(AiError.of(AiError.Category.SERVER, "down", "the service is down"));
        return add(new AiDelta.Finish(FinishReason.STOP));
    }

    int waiting() {
        return pieces.size();
    }

    @Override
    public String id() {
        return "live";
    }

    @Override
    public String defaultModel() {
        return "live";
    }

    @Override
    public AiReturn call(AiCall call) {
        List<AiDelta> pushed = new ArrayList<>();
        Optional<AiDelta> next = next(call);
        while (next.isPresent()) {
            pushed.add(next.get());
            call.sink().accept(next.get());
            next = next.get() instanceof AiDelta.Finish ? Optional.empty() : next(call);
        }
        AiReturn ret = AiReturn.builder()
                .deltas(pushed)
                .model(call.model())
                .ids(call.ids())
                .build();
        AiError failed = failure.getAndSet(null);
        if (failed != null) {
            return ret.withError(failed);
        }
        return call.cancellation().isCancelled()
                ? ret.withError(AiError.of(AiError.Category.CANCELLED, "cancelled", "cancelled"))
                : ret;
    }

    private Optional<AiDelta> next(AiCall call) {
        try {
            while (!call.cancellation().isCancelled()) {
                AiDelta next = pieces.poll(20, TimeUnit.MILLISECONDS);
                if (next != null) {
                    return Optional.of(next);
                }
            }
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }
}
