package dev.plumbline.integration.mcpattacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host with a heap of 64 MB: very many calls, and very large messages. */
@Tag("slow")
class SmallHeapTest {
    private static final int CALLS = 1_000;
    private static final int CLIENTS = 10;

    @TempDir
    Path folder;

    private SmallHost host;

    @BeforeEach
    void start() throws IOException {
        host = new SmallHost(folder);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private static Json call(int number) {
        String tool = number % 4 < 2 ? "endless" : "walls";
        return RawClient.rpc("c" + number, "tools/call", RawClient.tool(tool, Json.object()));
    }

    private static Json cancel(int number) {
        return Json.object()
                .with("jsonrpc", "2.0")
                .with("method", "notifications/cancelled")
                .with("params", Json.object().with("requestId", "c" + number));
    }

    /** Returns what came of a call; its answer must be there once. */
    private static String outcome(int number, String body) {
        List<Json> answers = body.lines()
                .map(line -> line.startsWith("data: ") ? line.substring(6) : line)
                .filter(line -> line.startsWith("{"))
                .map(Json::parse)
                .filter(message -> message.get("id").equals(Json.of("c" + number)))
                .toList();
        assertThat(answers).as(body).hasSize(1);
        String text = answers.get(0).at("/result/content/0/text").asText();
        return text.contains("QUOTA")
                ? "busy"
                : text.contains("CANCELLED") ? "cancelled" : text.contains("4") ? "4" : text;
    }

    @Test
    @Timeout(180)
    @DisplayName("MC22 of 1,000 calls at once, half of them cancelled, each is answered once, and none stays")
    void mc22_thousandCalls_areAnsweredOnce() throws IOException {
        List<String> sessions = IntStream.range(0, CLIENTS)
                .mapToObj(i -> host.client("client " + i).session())
                .toList();
        List<Socket> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            RawClient client = host.client("any").in(sessions.get(i % CLIENTS));
            calls.add(client.send("POST /mcp HTTP/1.1", call(i).text()));
        }
        List<String> outcomes = new ArrayList<>();
        for (int i : numbers(number -> number % 4 >= 2)) {
            outcomes.add(outcome(i, RawClient.read(calls.get(i)).text()));
        }
        for (int i : numbers(number -> number % 4 == 1)) {
            awaitStart(calls.get(i));
            calls.get(i).close();
        }
        for (int i : numbers(number -> number % 4 == 0)) {
            awaitStart(calls.get(i));
            host.client("any").in(sessions.get(i % CLIENTS)).post(cancel(i));
            outcomes.add(outcome(i, RawClient.read(calls.get(i)).text()));
        }

        assertThat(outcomes)
                .hasSize(750)
                .allMatch(it -> List.of("busy", "cancelled", "4").contains(it));
        assertThat(outcomes).contains("cancelled", "4");
        await(() -> host.state().equals("0 open, 0 running"));
        assertThat(host.client("last").call("walls", Json.object()).content()).contains("4");
    }

    private void await(BooleanSupplier condition) {
        assertThat(Await.until(condition, Duration.ofSeconds(60)))
                .as(host.state())
                .isTrue();
    }

    private static List<Integer> numbers(IntPredicate wanted) {
        return IntStream.range(0, CALLS).filter(wanted).boxed().toList();
    }

    /** Waits until a call runs or is answered: a notification that overtakes its call has no effect. */
    private static void awaitStart(Socket call) throws IOException {
        assertThat(call.getInputStream().read()).isEqualTo('H');
    }

    @Test
    @Timeout(180)
    @DisplayName("MC22 capabilities, addresses and answered questions of megabytes are not kept")
    void mc22_largeMessages_areNotKept() {
        String large = "x".repeat(1_000_000);
        for (int i = 0; i < 30; i++) {
            String session = host.client("client " + i)
                    .session(Json.object().with("experimental", Json.object().with("note", large + large)));
            Json follow =
                    RawClient.rpc("1", "resources/subscribe", Json.object().with("uri", "a:" + i + large));
            assertThat(host.client("client").in(session).post(follow).code()).isEqualTo(-32602);
        }
        Json arguments = Json.object();
        for (int i = 0; i < 40; i++) {
            Json params = RawClient.tool("askName", arguments).with("note", large + i);
            Json asked = host.client("asker").request("tools/call", params).result();
            Json response = Json.object()
                    .with("action", "accept")
                    .with("content", Json.object().with("name", "Ann"));
            Json again = params.with("requestState", asked.get("requestState"))
                    .with("inputResponses", Json.object().with("name", response));
            assertThat(host.client("asker").request("tools/call", again).content())
                    .contains("Ann");
        }

        assertThat(host.isAlive()).isTrue();
        assertThat(host.client("last").call("walls", Json.object()).content()).contains("4");
    }
}
