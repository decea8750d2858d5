package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Marks;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.policy.Policy;
import java.time.Duration;

/** The layer that tells when a call started, when and how much content came by, how it ended, and that it may not go where it should. Stateless. */
final class TelemetryPolicy implements Policy {
    private final Timekeeper time;

    TelemetryPolicy(Timekeeper time) {
        this.time = time;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        if (!call.events().watches(AiEvent.CallStarted.class)) {
            return next.proceed(call);
        }
        long started = time.nanos();
        call.events().onEvent(started(call));
        MeasuringSink measured = new MeasuringSink(call, time, started);
        AiReturn ret = next.proceed(call.withSink(measured));
        measured.tellSizes();
        ret.error()
                .filter(TelemetryPolicy::isEgress)
                .ifPresent(denied -> call.events().onEvent(refused(call, denied)));
        call.events().onEvent(finished(call, ret, started));
        return ret;
    }

    private AiEvent started(AiCall call) {
        return new AiEvent.CallStarted(
                call.ids(),
                time.instant(),
                Label.of(call.model().provider()),
                Label.of(call.model().name()),
                Marks.of(call, call.body().fingerprint().toString()));
    }

    private static boolean isEgress(AiError error) {
        return error.category() == AiError.Category.EGRESS_DENIED;
    }

    /** A provider, or its host, that may not be spoken to is a decision that whoever watches over security wants to see. */
    private AiEvent refused(AiCall call, AiError denied) {
        return new AiEvent.EgressDecided(
                call.ids(),
                time.instant(),
                Label.of(call.model().provider()),
                Label.of("provider"),
                Label.of(denied.code()),
                AiEvent.Egress.REFUSED);
    }

    private AiEvent finished(AiCall call, AiReturn ret, long started) {
        Duration took = Duration.ofNanos(time.nanos() - started);
        return new AiEvent.CallFinished(
                call.ids(),
                time.instant(),
                took,
                ret.finish(),
                ret.usage(),
                ret.cost(),
                ret.error().map(AiError::category));
    }
}
