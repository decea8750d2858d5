package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.internal.LawAssertion;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
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

    @Test
    @DisplayName("51 a law that one of several threads breaks is named first, and so is what it throws")
    void atOnce_namesTheLaw() {
        LawAssertion law = new LawAssertion("nothing is lost", "two threads");
        assertThatThrownBy(() -> law.atOnce(2, number -> {
                    law.check(number == 0, "a loss", "lose nothing");
                    return number;
                }))
                .hasMessageStartingWith("law broken: nothing is lost")
                .hasMessageContaining("a loss");
        assertThatThrownBy(() -> law.atOnce(2, number -> {
                    throw new IllegalStateException("mine");
                }))
                .hasMessageStartingWith("law broken: nothing is lost");
    }
}
