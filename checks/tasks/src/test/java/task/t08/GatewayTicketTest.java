package task.t08;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import task.Seen;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GatewayTicketTest {
    private final AtomicInteger tickets = new AtomicInteger();

    private String ask(ScriptedServer server) {
        return GatewayTicket.ask(
                server.address().toString(),
                "sesame-key",
                () -> "ticket-" + tickets.incrementAndGet(),
                "How large is it?");
    }

    private static ServerResponse restarting() {
        return ServerResponse.json("{\"error\": {\"message\": \"restarting\"}}").withStatus(503);
    }

    private static List<Optional<String>> ticketsOf(ScriptedServer server) {
        return server.requests().stream()
                .map(request -> request.header("X-Ticket"))
                .toList();
    }

    @Test
    void sends_key_and_ticket() {
        try (ScriptedServer server =
                ScriptedServer.openAiChat().answers(OpenAiChatScript.create().says("Twenty."))) {
            assertEquals("Twenty.", ask(server), "the answer");
            ServerRequest request = server.requests().get(0);
            assertEquals("/v1/chat/completions", request.target(), "the path of the request");
            assertEquals("plans-large", request.json().get("model").asText(), "the model that was asked");
            assertEquals(Optional.of("Bearer sesame-key"), request.header("Authorization"), "the key");
            assertEquals(Optional.of("ticket-1"), request.header("X-Ticket"), "the ticket");
        }
    }

    @Test
    void a_restart_is_passed_with_a_new_ticket() {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                .answers(restarting())
                .answers(OpenAiChatScript.create().says("Twenty."))) {
            assertEquals("Twenty.", ask(server), "the answer after a restart");
            assertEquals(
                    List.of(Optional.of("ticket-1"), Optional.of("ticket-2")),
                    ticketsOf(server),
                    "each request needs a ticket of its own");
        }
    }

    @Test
    void it_stays_away() {
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(request -> restarting())) {
            String read = ask(server);
            Seen.assertSentence(read);
            assertFalse(read.contains("sesame") || read.contains("ticket-"), "a secret is shown: " + read);
            int requests = server.requests().size();
            assertTrue(requests > 1 && requests <= 4, "requests: " + requests + ", and four are the most");
            assertEquals(requests, ticketsOf(server).stream().distinct().count(), "each request has its own ticket");
        }
    }

    @Test
    void it_accepts_and_says_nothing() {
        try (ScriptedServer server = ScriptedServer.openAiChat().stalls()) {
            server.answers(OpenAiChatScript.create().says("Too late."));
            long began = System.nanoTime();
            String read = ask(server);
            Seen.assertSentence(read);
            assertEquals(1, server.requests().size(), "the question was sent again");
            assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(20), "the user waits for too long");
        }
    }
}
