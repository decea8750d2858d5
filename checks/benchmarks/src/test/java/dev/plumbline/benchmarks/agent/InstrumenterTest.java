package dev.plumbline.benchmarks.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.violations.agent.Counted;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InstrumenterTest {
    private final CallCounter counter = new CallCounter();
    private final List<TelemetryEvent> seen = new ArrayList<>();

    @AfterEach
    void nothingIsRecordedAnyMore() {
        InstrumentationProbe.record(ProbeListener.NONE);
    }

    /** Loads the instrumented form of one class, and everything else as usual. */
    private static final class Instrumenting extends ClassLoader {
        Instrumenting() {
            super(Counted.class.getClassLoader());
        }

        Runnable counted(TelemetryObserver observer, TelemetryEvent event)
                throws IOException, ReflectiveOperationException {
            String name = Counted.class.getName();
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = new Instrumenter(DeliveryMethod.ofObservers()).instrumented(in.readAllBytes());
                return (Runnable) defineClass(name, code, 0, code.length)
                        .getConstructor(TelemetryObserver.class, TelemetryEvent.class)
                        .newInstance(observer, event);
            }
        }
    }

    @Test
    void everyKind_isCountedOnce() throws IOException, ReflectiveOperationException {
        TelemetryEvent event = new TelemetryEvent.RoundStarted(new CallIds("s", "t", 1, "c"), Instant.EPOCH);
        Runnable counted = new Instrumenting().counted(seen::add, event);
        InstrumentationProbe.record(counter);
        counted.run();
        CallCounts counts = counter.counts(1);

        assertThat(seen).containsExactly(event, event, event);
        String name = Counted.class.getName();
        assertThat(counts.byName())
                .isEqualTo(Map.of(
                        name + ".run", 1L, name + ".locked", 1L, name + ".lambda$run$0", 2L, name + ".thrown", 1L));
        assertThat(counts.classes()).isOne();
        assertThat(counts.lambdas()).isOne();
        assertThat(counts.optionals()).isEqualTo(2);
        assertThat(counts.monitors()).isEqualTo(2);
        assertThat(counts.locks()).isOne();
        assertThat(counts.deliveries()).isEqualTo(3);
        assertThat(counts.events()).isEqualTo(Map.of("RoundStarted", 1L));
        assertThat(counts.made()).isEqualTo(Map.of("java/lang/IllegalStateException", 1L));
    }

    @Test
    void withoutTheAgent_countingIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> CallCounter.count(1, () -> {}))
                .withMessageContaining("-javaagent");
    }

    @Test
    void libraries_andWhatMeasures_areNoneOfTheSdk() {
        assertThat(SdkClassFilter.isSdk("dev.plumbline.json.Json")).isTrue();
        assertThat(SdkClassFilter.isSdk("dev.plumbline.shaded.failsafe.Failsafe"))
                .isFalse();
        assertThat(SdkClassFilter.isSdk("dev.plumbline.benchmarks.CallCosts")).isFalse();
        assertThat(SdkClassFilter.isSdk("java.lang.String")).isFalse();
    }
}
