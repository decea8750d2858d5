package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.LeakDetector;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ManySessionsTest {
    private static final int SESSIONS = 10_000;

    private static final List<String> WORDS = List.of("Slowly.", "Badly.", "Quickly.");

    /** Answers at once, well or badly, or not before it is cancelled. */
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
            String said = call.body().interactions().get(1).text();
            CountDownLatch cancelled = new CountDownLatch(1);
            call.cancellation().onCancel(cancelled::countDown);
            try {
                if (said.equals("Slowly.")) {
                    cancelled.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return said.equals("Badly.")
                    ? AiReturn.failed(AiError.of(AiError.Category.INVALID_REQUEST, "no", "no"))
                    : AiReturn.ofText("Yes.");
        }
    }

    @Test
    @Tag("F124")
    @DisplayName(
            "124 ten thousand sessions, a third of them cancelled, a third failed: no session, turn, timer or thread"
                    + " is left")
    void nothingIsLeft() throws Exception {
        List<WeakReference<Object>> all = new ArrayList<>();
        LeakDetector leaks = LeakDetector.watch();
        try (AiRuntime ai = AiRuntime.of(new Model())) {
            for (int i = 0; i < SESSIONS; i++) {
                live(ai, WORDS.get(i % 3), all);
            }
            Await.until(
                    () -> {
                        System.gc();
                        return left(all) == 0;
                    },
                    () -> "something still holds so many sessions and turns: " + left(all));
        }
        leaks.close();
    }

    private static void live(AiRuntime ai, String said, List<WeakReference<Object>> all) throws Exception {
        try (ConversationSession session =
                ai.session(AiBody.builder().addSystem("You draw.").build())) {
            CompletableFuture<AiReturn> turn = session.sendAsync(said);
            if (said.equals("Slowly.")) {
                session.cancel("it was enough");
            }
            assertThat(turn.get().isOk()).isEqualTo(said.equals("Quickly."));
            all.add(new WeakReference<>(session));
            all.add(new WeakReference<>(turn));
        }
    }

    private static long left(List<WeakReference<Object>> all) {
        return all.stream().filter(held -> held.get() != null).count();
    }
}
