package dev.plumbline.benchmarks.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.violations.agent.Deep;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallPathTest {
    private final Thread caller = Thread.currentThread();
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> new Thread(task, "worker-7"));
    private final CallPath path = new CallPath();

    @AfterEach
    void workerEnds() {
        worker.shutdownNow();
    }

    private String caller() {
        return ThreadNames.kind(caller);
    }

    /** Enters a method on the worker, when the caller waits for it. */
    private void entered() {
        while (caller.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        path.entered(0);
    }

    @Test
    void callThatIsWaitedFor_isHandedOverTwice() {
        CallPathTrace course = path.followed(() -> {
            path.entered(0);
            CompletableFuture.runAsync(this::entered, worker).join();
            path.entered(0);
            path.entered(0);
        });
        assertThat(course.path()).containsExactly(caller(), "worker-#", caller());
        assertThat(course.threads()).isEqualTo(2);
    }

    @Test
    void callThatStaysOnItsThread_isHandedOverToNobody() {
        CallPathTrace course = path.followed(() -> {
            path.entered(0);
            path.entered(0);
        });
        assertThat(course.path()).containsExactly(caller());
    }

    @Test
    void frames_areThoseOfTheSdk_fromItsOutermostOn_onEveryThreadOfTheCall() {
        CallPathTrace course = path.followed(() -> {
            path.entered(0);
            Deep.run(
                    3,
                    () -> CompletableFuture.runAsync(
                                    () -> {
                                        entered();
                                        Deep.run(5, path::socketWritten);
                                    },
                                    worker)
                            .join());
            Deep.run(2, path::socketWritten);
        });
        assertThat(course.deepest().own()).isEqualTo(Map.of(caller(), 3, "worker-#", 5));
        assertThat(course.deepest().sum()).isEqualTo(8);
        assertThat(course.deepest().all()).isGreaterThan(8); // the join on the caller
    }

    @Test
    void frames_outsideOfTheSdk_areNone() {
        CallPathTrace course = path.followed(() -> Deep.run(2, path::socketWritten));
        assertThat(course.deepest()).isEqualTo(new CallPathTrace.Frames(Map.of(caller(), 2), 2));
    }

    @Test
    void threadWithoutTheSdk_writesForSomebodyElse() {
        CallPathTrace course = path.followed(() -> Deep.run(
                3, () -> CompletableFuture.runAsync(path::socketWritten, worker).join()));
        assertThat(course.deepest().sum()).isZero();
    }
}
