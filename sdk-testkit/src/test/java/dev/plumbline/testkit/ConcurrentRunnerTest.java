package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ConcurrentRunnerTest {

    @Test
    void run_answersByThread_eachOnItsOwn() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch allThere = new CountDownLatch(4);

        assertThat(ConcurrentRunner.run(4, number -> {
                    threads.add(Thread.currentThread());
                    allThere.countDown();
                    Await.until(() -> allThere.getCount() == 0, () -> "the others did not run at the same time");
                    return number * 10;
                }))
                .containsExactly(0, 10, 20, 30);
        assertThat(threads).hasSize(4).allMatch(Thread::isDaemon);
    }

    @Test
    void run_taskThatThrows_namesItsThread() {
        assertThatThrownBy(() -> ConcurrentRunner.run(2, number -> {
                    if (number == 1) {
                        throw new IllegalStateException("mine");
                    }
                    return number;
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("thread 1 failed")
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
