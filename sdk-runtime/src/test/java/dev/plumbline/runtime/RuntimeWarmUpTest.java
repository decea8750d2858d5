package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.LeakDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // leaks are watched, not used
class RuntimeWarmUpTest {
    private final Quiet model = new Quiet();

    @Test
    void warmUp_getsProvidersReady_besideTheCaller_andAsksNobody() throws Exception {
        try (LeakDetector leaks = LeakDetector.watch();
                AiRuntime ai = AiRuntime.of(model)) {
            ai.warmUp().get(60, TimeUnit.SECONDS);
            assertThat(model.warmed).singleElement().isNotEqualTo(Thread.currentThread());
            assertThat(model.called).isZero();
        }
    }

    @Test
    void warmUp_thatFails_isNotReported_andTurnsGoOn() throws Exception {
        model.failing = true;
        try (AiRuntime ai = AiRuntime.of(model)) {
            ai.warmUp().get(60, TimeUnit.SECONDS);
            assertThat(ai.send("Is anybody there?").text()).isEqualTo("Yes.");
        }
    }

    @Test
    void turn_doesNotWaitForIt() throws Exception {
        model.waitsFor = new CompletableFuture<>();
        try (AiRuntime ai = AiRuntime.of(model)) {
            CompletableFuture<Void> ready = ai.warmUp();
            assertThat(ai.send("Is anybody there?").text()).isEqualTo("Yes.");
            assertThat(ready).isNotDone();
            model.waitsFor.complete(null);
            ready.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void warmUp_afterClose_isRefused() {
        AiRuntime ai = AiRuntime.of(model);
        ai.close();
        assertThatThrownBy(ai::warmUp).isInstanceOf(IllegalStateException.class);
    }

    private static final class Quiet implements AiProvider {
        private final List<Thread> warmed = new ArrayList<>();
        private volatile CompletableFuture<Void> waitsFor = CompletableFuture.completedFuture(null);
        private volatile boolean failing;
        private volatile int called;

        @Override
        public String id() {
            return "quiet";
        }

        @Override
        public String defaultModel() {
            return "one";
        }

        @Override
        public void warmUp() {
            warmed.add(Thread.currentThread());
            waitsFor.join();
            if (failing) {
                throw new IllegalStateException("no network");
            }
        }

        @Override
        public AiReturn call(AiCall call) {
            called++;
            return AiReturn.ofText("Yes.");
        }
    }
}
