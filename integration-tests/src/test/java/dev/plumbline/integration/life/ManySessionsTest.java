package dev.plumbline.integration.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Leaks;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ManySessionsTest {
    private static final int SESSIONS = 10_000;

    /** Answers at once, or not before it is cancelled. */
    private static final class Model implements AiProvider {
        @Override
        public String id() {
            return "model";
        }

        @Override
        public String defaultModel() {
            return "plan";
        }

        @Override
        public AiReturn call(AiCall call) {
            boolean slow = call.body().interactions().get(1).text().equals("Slowly.");
            CountDownLatch cancelled = new CountDownLatch(1);
            call.cancellation().onCancel(cancelled::countDown);
            try {
                if (slow) {
                    cancelled.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return AiReturn.ofText("Yes.");
        }
    }

    @Test
    @DisplayName("124 ten thousand sessions, a third of them cancelled: no session, turn, timer or thread is left")
    void nothingIsLeft() throws Exception {
        List<WeakReference<Object>> all = new ArrayList<>();
        Leaks leaks = Leaks.watch();
        try (AiRuntime ai = AiRuntime.of(new Model())) {
            for (int i = 0; i < SESSIONS; i++) {
                live(ai, i % 3 == 0, all);
            }
            for (int i = 0; i < 100 && left(all) > 0; i++) {
                System.gc();
                Thread.onSpinWait();
            }
            assertThat(left(all))
                    .as("sessions and turns that something still holds")
                    .isZero();
        }
    }

    private static void live(AiRuntime ai, boolean cancelled, List<WeakReference<Object>> all) throws Exception {
        try (ConversationSession session =
                ai.session(AiBody.builder().addSystem("You draw.").build())) {
            CompletableFuture<AiReturn> turn = session.sendAsync(cancelled ? "Slowly." : "Quickly.");
            if (cancelled) {
                session.cancel("it was enough");
            }
            assertThat(turn.get().ok()).isEqualTo(!cancelled);
            all.add(new WeakReference<>(session));
            all.add(new WeakReference<>(turn));
        }
    }

    private static long left(List<WeakReference<Object>> all) {
        return all.stream().filter(held -> held.get() != null).count();
    }
}
