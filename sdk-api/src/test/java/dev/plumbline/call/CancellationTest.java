package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CancellationTest {

    @Test
    @DisplayName("123 cancel twice is once: the first reason stays")
    void cancelTwice_isOnce() {
        Cancellation cancellation = Cancellation.create();
        assertThat(cancellation.cancel("first")).isTrue();
        assertThat(cancellation.cancel("second")).isFalse();
        assertThat(cancellation.expire("third")).isFalse();
        assertThat(cancellation.reason()).contains("first");
        assertThatThrownBy(cancellation::throwIfCancelled)
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().category()).isEqualTo(AiError.Category.CANCELLED));
    }

    @Test
    @Tag("F123")
    @DisplayName("123 cancel from ten threads runs each action exactly once")
    void cancelFromManyThreads_runsEachActionOnce() throws InterruptedException {
        for (int race = 0; race < 500; race++) {
            Cancellation cancellation = Cancellation.create();
            AtomicInteger runs = new AtomicInteger();
            AtomicInteger wins = new AtomicInteger();
            CountDownLatch start = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 10; t++) {
                boolean registers = t % 2 == 0;
                threads.add(new Thread(() -> {
                    await(start);
                    if (registers) {
                        cancellation.onCancel(runs::incrementAndGet);
                    }
                    wins.addAndGet(cancellation.cancel("race") ? 1 : 0);
                }));
            }
            threads.forEach(Thread::start);
            start.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wins).hasValue(1);
            assertThat(runs).hasValue(5);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void actionsAddedWhileTheSignalIsGiven_runExactlyOnce() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            Cancellation stop = Cancellation.create();
            AtomicInteger runs = new AtomicInteger();
            CountDownLatch both = new CountDownLatch(2);
            Thread giving = new Thread(() -> {
                both.countDown();
                await(both);
                stop.cancel("enough");
            });
            giving.start();
            both.countDown();
            await(both);
            for (int i = 0; i < 10; i++) {
                stop.onCancel(runs::incrementAndGet);
            }
            giving.join();
            assertThat(runs).hasValue(10);
        }
    }

    @Test
    void actionsRunInTheOrderOfTheirRegistration_withoutThoseThatWereClosed() {
        Cancellation stop = Cancellation.create();
        List<Integer> order = new ArrayList<>();
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            subscriptions.add(stop.onCancel(() -> order.add(number)));
        }
        subscriptions.get(3).close();
        subscriptions.get(0).close();
        subscriptions.get(3).close();
        stop.cancel("enough");
        assertThat(order).containsExactly(1, 2, 4, 5);
    }

    @Test
    void closedSubscription_isNotCalled() {
        Cancellation cancellation = Cancellation.create();
        AtomicInteger runs = new AtomicInteger();
        cancellation.onCancel(runs::incrementAndGet).close();
        cancellation.cancel("now");
        assertThat(runs).hasValue(0);
    }

    @Test
    void actionThatThrows_doesNotKeepOthersFromRunning() {
        Cancellation cancellation = Cancellation.create();
        AtomicInteger runs = new AtomicInteger();
        cancellation.onCancel(() -> {
            throw new IllegalStateException();
        });
        cancellation.onCancel(runs::incrementAndGet);
        assertThat(cancellation.cancel("now")).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void sleep_wakesOnCancelAndThrows() throws InterruptedException {
        Cancellation cancellation = Cancellation.create();
        AtomicInteger thrown = new AtomicInteger();
        Thread sleeper = new Thread(() -> {
            try {
                cancellation.sleep(Duration.ofDays(1), "a test");
            } catch (AiException e) {
                thrown.incrementAndGet();
            }
        });
        sleeper.start();
        cancellation.cancel("wake up");
        sleeper.join();
        assertThat(thrown).hasValue(1);
    }

    @Test
    @DisplayName("123 interrupt instead of cancel: the signal is given and the interrupt flag kept")
    void interruptedSleep_cancelsAndKeepsTheFlag() {
        Cancellation cancellation = Cancellation.create();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> cancellation.sleep(Duration.ofDays(1), "a test"))
                .isInstanceOf(AiException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(cancellation.isCancelled()).isTrue();
    }

    @Test
    void expired_isTimeoutTotal() {
        Cancellation cancellation = Cancellation.create();
        cancellation.expire("10 minutes are over");
        assertThatThrownBy(cancellation::throwIfCancelled).hasMessageContaining("TIMEOUT_TOTAL deadline");
    }
}
