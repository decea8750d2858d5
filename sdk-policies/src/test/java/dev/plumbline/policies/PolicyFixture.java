package dev.plumbline.policies;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a call needs in these tests: virtual time, a view, and telemetry that is kept. */
final class PolicyFixture {
    static final ModelId MODEL = new ModelId("scripted", "script");

    final VirtualClock clock = VirtualClock.create();
    final Cancellation cancellation = Cancellation.create(clock);
    final RecordingSink view = new RecordingSink();
    final List<TelemetryEvent> events = new ArrayList<>();

    AiCall.Builder call(AiBody body) {
        return AiCall.builder(body, MODEL).cancellation(cancellation).sink(view).observer(events::add);
    }

    AiCall call(String text) {
        return call(AiBody.of(text)).build();
    }

    /** The cache before a provider, on this time. */
    PolicyChain cached(ResponseStore store, Duration ttl, AiProvider provider) {
        return PolicyChain.builder()
                .telemetry(clock)
                .addPolicy("cache", Policies.localCache(store, ttl, clock))
                .build(provider);
    }

    /** The records of the calls that are over, in order. */
    List<CallRecord> records() {
        return events(TelemetryEvent.CallFinished.class).stream()
                .map(TelemetryEvent.CallFinished::call)
                .toList();
    }

    <E extends TelemetryEvent> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
