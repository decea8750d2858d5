package dev.plumbline.testkit.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.ConcurrentRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AtOnceTest {
    private static final LawAssertion VERDICT = new LawAssertion("a law", "an input");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static AtOnce.Round round(IntConsumer run) {
        return new AtOnce.Round() {
            @Override
            public void run(int thread) {
                run.accept(thread);
            }

            @Override
            public boolean leavesWhatItShould() {
                return true;
            }
        };
    }

    @Test
    @DisplayName("51 each round has all its threads, and is looked at when they have ended")
    void i51_rounds_haveAllThreads() {
        List<Integer> seen = new ArrayList<>();
        AtOnce.inRounds(
                3,
                Rounds.of(10, Duration.ZERO),
                () -> new AtOnce.Round() {
                    private final AtomicInteger ran = new AtomicInteger();

                    @Override
                    public void run(int thread) {
                        ran.incrementAndGet();
                    }

                    @Override
                    public boolean leavesWhatItShould() {
                        seen.add(ran.get());
                        return true;
                    }
                },
                PATIENCE,
                VERDICT);
        assertThat(seen).hasSize(10).containsOnly(3);
    }

    @Test
    @DisplayName("51 rounds that take long are tried a few times and not hundreds of times")
    void i51_longRounds_areFew() {
        Rounds rounds = Rounds.of(300, Duration.ZERO);
        assertThat(rounds.goOn(19)).isTrue();
        assertThat(rounds.goOn(20)).isFalse();
        assertThat(Rounds.of(300, Duration.ofHours(1)).goOn(299)).isTrue();
    }

    @Test
    @DisplayName("51 threads of a round that wait for each other without end break the law")
    void i51_roundWithoutEnd_breaksTheLaw() {
        CountDownLatch never = new CountDownLatch(1);
        AtOnce.Round round = round(thread -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThatThrownBy(() -> AtOnce.inRounds(
                            2, Rounds.of(1, Duration.ZERO), () -> round, Duration.ofMillis(50), VERDICT))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("law broken: a law")
                    .hasMessageContaining("did not end within 50 ms");
        } finally {
            never.countDown();
        }
    }

    @Test
    @DisplayName("51 what one thread of a round throws breaks the law, and nobody waits for it")
    void i51_exceptionOfAThread_breaksTheLaw() {
        AtOnce.Round round = round(thread -> {
            if (thread == 1) {
                throw new IllegalStateException("it is wrong");
            }
        });
        assertThatThrownBy(() -> AtOnce.inRounds(4, Rounds.of(1, Duration.ZERO), () -> round, PATIENCE, VERDICT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: a law")
                .hasMessageContaining("it is wrong"); // and not: did not end in time
    }

    @Test
    @DisplayName("51 who waits in vain can meet the others the next time")
    void i51_meeting_isThereAgainAfterAWaitInVain() {
        Meeting meeting = new Meeting(2);
        assertThat(meeting.meet(Duration.ofMillis(1))).isFalse();
        meeting.come();
        assertThat(ConcurrentRunner.run(2, thread -> meeting.meet(PATIENCE))).containsExactly(true, true);
        meeting.end();
        assertThat(meeting.meet()).as("nobody waits when it is over").isFalse();
    }
}
