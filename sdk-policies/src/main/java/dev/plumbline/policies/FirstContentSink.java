package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.DeltaSink;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiEvent;
import java.time.Duration;

/** A sink that passes everything on and tells once when the first content came by. */
final class FirstContentSink implements DeltaSink {
    private final AiCall call;
    private final Timekeeper time;
    private final long started;
    private boolean told;

    FirstContentSink(AiCall call, Timekeeper time, long started) {
        this.call = call;
        this.time = time;
        this.started = started;
    }

    @Override
    public void accept(AiDelta delta) {
        if (!told && isContent(delta)) {
            told = true;
            Duration after = Duration.ofNanos(time.nanos() - started);
            call.events().onEvent(new AiEvent.FirstContent(call.ids(), time.instant(), after));
        }
        call.sink().accept(delta);
    }

    @Override
    public boolean delivered() {
        return call.sink().delivered();
    }

    private static boolean isContent(AiDelta delta) {
        return delta instanceof AiDelta.Text
                || delta instanceof AiDelta.Reasoning
                || delta instanceof AiDelta.Refusal
                || delta instanceof AiDelta.ToolCallPart
                || delta instanceof AiDelta.Whole;
    }
}
