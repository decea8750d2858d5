package dev.plumbline.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.Sandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The proxy as another program on this machine would find it. */
class TunnelProxyTest {
    private final SandboxThreads threads = new SandboxThreads();
    private final TunnelProxy proxy =
            new TunnelProxy(threads, host -> List.of(InetAddress.getLoopbackAddress()), Duration.ofSeconds(5));

    @AfterEach
    void close() {
        proxy.close();
        threads.close();
    }

    private String ask(String head) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), proxy.address().getPort())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            byte[] answer = socket.getInputStream().readNBytes(12);
            return new String(answer, StandardCharsets.ISO_8859_1);
        }
    }

    private Ticket ticket(int port) {
        VirtualClock clock = VirtualClock.start();
        ToolDefinition tool = new ToolDefinition("t", "", Json.object(), Optional.empty(), Set.of(), "");
        Sandbox.Visit visit = new Sandbox.Visit(CallIds.NONE, tool, Cancellation.create(clock), AiObserver.NONE);
        Decisions decisions = new Decisions(visit, clock, new Hints(), false);
        Ticket ticket = new Ticket(
                "a-token", new Destination(URI.create("https://files.test/"), "files.test", port, true), decisions);
        proxy.admit(ticket);
        return ticket;
    }

    @Test
    void listensOnLoopbackAlone() throws IOException {
        assertThat(proxy.address().getAddress().isLoopbackAddress()).isTrue();
    }

    @Test
    void stranger_getsNoTunnel() throws IOException {
        try (ServerSocket target = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ticket(target.getLocalPort());
            String there = "CONNECT files.test:" + target.getLocalPort() + " HTTP/1.1\r\n";
            assertThat(ask(there + "\r\n")).isEqualTo("HTTP/1.1 407");
            assertThat(ask(there + "Proxy-Authorization: Bearer guess\r\n\r\n")).isEqualTo("HTTP/1.1 407");
            assertThat(ask(there + "Proxy-Authorization: Basic YTp0b2tlbg==\r\n\r\n"))
                    .isEqualTo("HTTP/1.1 407");
            assertThat(ask("GET http://files.test/ HTTP/1.1\r\n\r\n")).isEqualTo("HTTP/1.1 407");
        }
    }

    @Test
    void ticket_isGoodForItsDestinationAlone_andUntilItIsTakenBack() throws IOException {
        try (ServerSocket target = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = target.getLocalPort();
            Ticket ticket = ticket(port);
            String shown = "Proxy-Authorization: Bearer a-token\r\n\r\n";
            assertThat(ask("CONNECT files.test:" + port + " HTTP/1.1\r\n" + shown))
                    .isEqualTo("HTTP/1.1 200");
            assertThat(ask("CONNECT other.test:" + port + " HTTP/1.1\r\n" + shown))
                    .isEqualTo("HTTP/1.1 403");
            assertThat(ask("CONNECT files.test:" + (port + 1) + " HTTP/1.1\r\n" + shown))
                    .isEqualTo("HTTP/1.1 403");
            assertThat(ask("GET / HTTP/1.1\r\n" + shown)).isEqualTo("HTTP/1.1 403");
            proxy.dismiss(ticket);
            assertThat(ask("CONNECT files.test:" + port + " HTTP/1.1\r\n" + shown))
                    .isEqualTo("HTTP/1.1 407");
        }
    }

    @Test
    void endlessHead_endsWithoutAnAnswer() throws IOException {
        assertThat(ask("CONNECT files.test:1 HTTP/1.1\r\nX: " + "x".repeat(9_000)))
                .isEmpty();
    }
}
