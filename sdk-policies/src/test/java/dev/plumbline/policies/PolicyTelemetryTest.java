package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PolicyTelemetryTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final CallIds IDS = new CallIds("s", "t", 2, "r");

    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final PolicyChain chain =
            PolicyChain.builder().telemetry(fixture.clock).build(provider);

    private AiCall call() {
        return fixture.call(AiBody.of("hi")).ids(IDS).build();
    }

    @Test
    @Tag("SH115")
    @Tag("SH116")
    @Tag("SH130")
    @Tag("SH131")
    @Tag("SH154")
    void answered_call_is_recorded_from_start_to_finish() {
        provider.pauses(Duration.ofMillis(300)).says("a", "b");
        chain.call(call());
        Duration third = Duration.ofMillis(300);
        Instant later = START.plus(third);
        assertThat(fixture.events)
                .containsExactly(
                        new TelemetryEvent.CallStarted(
                                IDS, START, TelemetryName.of("scripted"), TelemetryName.of("script"), HashedId.NONE),
                        new TelemetryEvent.FirstContentReceived(IDS, later, third),
                        new TelemetryEvent.DeltasReceived(IDS, later, 1, 1, 1),
                        new TelemetryEvent.DeltasReceived(IDS, later, 1, 1, 1),
                        new TelemetryEvent.CallFinished(IDS, later, record(third)));
    }

    private CallRecord record(Duration took) {
        CallRecord record = fixture.records().get(0);
        assertThat(record.steps()).extracting(StepTime::name).containsExactly(TelemetryName.of("provider"));
        return new CallRecord(
                TelemetryName.of("scripted"),
                TelemetryName.of("script"),
                took,
                FinishReason.STOP,
                Usage.of(10, 2),
                Optional.empty(),
                Optional.empty(),
                new CallRecord.Content(Optional.of(took), 2, 2, 2, 1),
                CallRecord.Traffic.NONE,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                record.steps()); // by the machine's clock
    }

    @Test
    @Tag("SH36")
    void long_answer_is_measured_some_increments_at_a_time() {
        provider.says(Collections.nCopies(70, "\u00e9").toArray(String[]::new));
        chain.call(call());
        assertThat(fixture.events(TelemetryEvent.DeltasReceived.class))
                .extracting(TelemetryEvent.DeltasReceived::deltas)
                .containsExactly(1, 32, 32, 5);
        assertThat(fixture.events(TelemetryEvent.DeltasReceived.class).stream()
                        .reduce(TelemetryEvent.DeltasReceived::joined))
                .contains(new TelemetryEvent.DeltasReceived(IDS, START, 70, 70, 140));
    }

    @Test
    @Tag("SH50")
    @Tag("SH160")
    void failed_call_is_finished_with_its_category_and_has_no_content() {
        provider.fails(AiError.Category.OVERLOADED);
        chain.call(call());
        assertThat(fixture.events).hasSize(2);
        assertThat(fixture.records().get(0).error()).contains(AiError.Category.OVERLOADED);
    }

    @Test
    @Tag("SH160")
    @Tag("SH170")
    void denied_egress_is_an_event() {
        PolicyChain guarded = PolicyChain.builder()
                .telemetry(fixture.clock)
                .addRequestPolicy("egress", Policies.egress(Selector.of("others")))
                .build(provider);
        assertThat(guarded.call(call()).error().orElseThrow().category()).isEqualTo(AiError.Category.EGRESS_DENIED);
        assertThat(fixture.events(TelemetryEvent.EgressDecided.class))
                .containsExactly(new TelemetryEvent.EgressDecided(
                        IDS,
                        START,
                        TelemetryName.of("scripted"),
                        TelemetryName.of("provider"),
                        TelemetryName.of("egress"),
                        TelemetryEvent.EgressDecision.REFUSED));
    }

    @Test
    void what_nobody_watches_live_is_not_published() {
        provider.says("a", "b");
        TelemetryObserver ends = new TelemetryObserver() {
            @Override
            public void onEvent(TelemetryEvent event) {
                fixture.events.add(event);
            }

            @Override
            public boolean watches(Class<? extends TelemetryEvent> kind) {
                return !TelemetryEvent.isLive(kind);
            }
        };
        chain.call(fixture.call(AiBody.of("hi")).observer(ends).build());
        assertThat(fixture.events).singleElement().isInstanceOf(TelemetryEvent.CallFinished.class);
    }

    @Test
    void call_that_nobody_listens_to_passes_with_its_own_sink() {
        provider.says("a");
        AiReturn ret = chain.call(AiCall.builder(AiBody.of("hi"), PolicyFixture.MODEL)
                .sink(fixture.view)
                .build());
        assertThat(ret.text()).isEqualTo("a");
        assertThat(fixture.view.shown().text()).isEqualTo("a");
    }

    @Test
    void observer_that_throws_ends_no_call() {
        provider.says("a");
        TelemetryObserver broken = event -> {
            throw new IllegalStateException("observer");
        };
        assertThat(chain.call(fixture.call(AiBody.of("hi")).observer(broken).build())
                        .text())
                .isEqualTo("a");
    }

    @Test
    void delivered_is_still_answered_by_the_last_sink() {
        fixture.view.delivers = true;
        provider.says("a");
        chain.call(call());
        assertThat(provider.calls().get(0).sink().hasDelivered()).isTrue();
    }
}
