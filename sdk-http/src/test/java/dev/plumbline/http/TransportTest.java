package dev.plumbline.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TransportTest {
    private static final URI SERVER = URI.create("https://localhost");

    private final Set<Thread> others = clients();
    private final Transport transport =
            new Transport("test", Timeouts.ofDefaults(), Network.ofDefaults(), Optional.empty());

    @Test
    void warmUp_makesTheClient_once() {
        transport.warmUp(SERVER);
        transport.warmUp(SERVER);
        assertThat(made()).hasSize(1);
        transport.close();
    }

    @Test
    void warmUp_afterClose_makesNothing() {
        transport.close();
        transport.warmUp(SERVER);
        assertThat(made()).isEmpty();
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
