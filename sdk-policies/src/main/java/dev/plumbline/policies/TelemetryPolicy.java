package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.Label;
import dev.plumbline.policy.Policy;
import java.time.Duration;

/** The layer that tells when a call started, when its first content came by, and how it ended. Stateless. */
final class TelemetryPolicy implements Policy {
    private final Timekeeper time;

    TelemetryPolicy(Timekeeper time) {
        this.time = time;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        if (call.events() == AiObserver.NONE) {
            return next.proceed(call);
        }
        long started = time.nanos();
        call.events().onEvent(started(call));
        AiReturn ret = next.proceed(call.withSink(new FirstContentSink(call, time, started)));
        call.events().onEvent(finished(call, ret, started));
        return ret;
    }

    private AiEvent started(AiCall call) {
        return new AiEvent.CallStarted(
                call.ids(),
                time.instant(),
                Label.of(call.model().provider()),
                Label.of(call.model().name()));
    }

    private AiEvent finished(AiCall call, AiReturn ret, long started) {
        Duration took = Duration.ofNanos(time.nanos() - started);
        return new AiEvent.CallFinished(
                call.ids(),
                time.instant(),
                took,
                ret.finish(),
                ret.usage(),
                ret.error().map(AiError::category));
    }
}
