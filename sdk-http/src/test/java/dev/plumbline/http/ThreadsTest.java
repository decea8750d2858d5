package dev.plumbline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    private final List<Thread> ran = new ArrayList<>();

    @Test
    void whatFollowsUponBytes_runsWhereTheyArrived() {
        Threads.atOnce(() -> ran.add(Thread.currentThread()));
        assertThat(ran).containsExactly(Thread.currentThread());
    }

    /** It would end the thread of the HTTP client, and with it every exchange of the provider. */
    @Test
    void whatItThrows_stopsThere() {
        assertThatCode(() -> Threads.atOnce(() -> {
                    throw new IllegalStateException("odd");
                }))
                .doesNotThrowAnyException();
        assertThatCode(() -> Threads.atOnce(() -> {
                    throw new StackOverflowError();
                }))
                .doesNotThrowAnyException();
    }
}
