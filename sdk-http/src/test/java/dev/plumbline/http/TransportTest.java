package dev.plumbline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransportTest {
    private static final URI SERVER = URI.create("https://localhost");

    private final Set<Thread> others = clients();
    private final Transport transport =
            new Transport("test", Timeouts.ofDefaults(), Network.ofDefaults(), Optional.empty());

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void warmUp_makesTheClient_once() {
        transport.warmUp(SERVER);
        transport.warmUp(SERVER);
        assertThat(made()).hasSize(1);
    }

    @Test
    void warmUp_afterClose_makesNothing() {
        transport.close();
        transport.warmUp(SERVER);
        assertThat(made()).isEmpty();
    }

    @Test
    void whatFollowsUponBytes_runsWhereTheyArrived() {
        List<Thread> ran = new ArrayList<>();
        worker().execute(() -> ran.add(Thread.currentThread()));
        assertThat(ran).containsExactly(Thread.currentThread());
    }

    /** It would end the thread of the HTTP client, and with it every exchange of the provider. */
    @Test
    void whatThrowsThere_throwsNoFurther() {
        assertThatCode(() -> worker().execute(() -> {
                    throw new IllegalStateException("odd");
                }))
                .doesNotThrowAnyException();
        assertThatCode(() -> worker().execute(() -> {
                    throw new StackOverflowError();
                }))
                .doesNotThrowAnyException();
    }

    private Executor worker() {
        return transport.client(SERVER).executor().orElseThrow();
    }

    private Set<Thread> made() {
        Set<Thread> made = new HashSet<>(clients());
        made.removeAll(others);
        return made;
    }

    /** Each client of the JDK has one. */
    private static Set<Thread> clients() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("SelectorManager"))
                .collect(Collectors.toSet());
    }
}
