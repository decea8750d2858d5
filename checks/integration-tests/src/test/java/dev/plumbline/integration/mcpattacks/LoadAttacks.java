package dev.plumbline.integration.mcpattacks;

import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpLimits;
import dev.plumbline.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Messages that are malformed, too large or too many, and connections that are held. */
final class LoadAttacks {
    private static final Json NONE = Json.object();

    private LoadAttacks() {}

    static Stream<ServerAttack> all() {
        return Stream.of(
                ServerAttack.of(
                        "announces a body of 10 GB, and sends chunks without an end", "413", LoadAttacks::hugeBody),
                body("sends 100,000 open brackets", "-32700; JSON has at most 128 levels", "[".repeat(100_000), -32700),
                body("sends half a message", "-32700", "{\"jsonrpc\":\"2.0\",\"id\":1,\"meth", -32700),
                body(
                        "sends a member twice, once for each reader",
                        "-32700",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"method\":\"tools/call\"}",
                        -32700),
                body("sends a control character inside of a string", "-32700", "{\"a\":\"\u0000\"}", -32700),
                body(
                        "sends a number with 100 million digits as id",
                        "-32700; numbers have at most 1,000 digits",
                        "{\"jsonrpc\":\"2.0\",\"id\":1e99999999,\"method\":\"ping\"}",
                        -32700),
                body(
                        "sends 1,000 calls as one batch",
                        "-32600; batches are not part of the protocol",
                        "[" + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"},".repeat(999)
                                + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}]",
                        -32600),
                ServerAttack.of(
                        "speaks a revision that does not exist",
                        "-32022 with the revisions that do; a session gets the newest one it can have",
                        LoadAttacks::unknownRevision),
                ServerAttack.of(
                        "asks to complete a text of 100,000 characters",
                        "-32602; the host's function is not called",
                        LoadAttacks::largeCompletion),
                ServerAttack.of(
                        "sends half of the head of a request, on 60 connections",
                        "others wait up to ten seconds, then the connections are closed",
                        LoadAttacks::slowHeads),
                ServerAttack.of(
                        "announces a body and does not send it, on 60 connections, with the token",
                        "others wait up to ten seconds, then the connections are closed",
                        LoadAttacks::slowBodies),
                ServerAttack.of(
                        "opens 300 connections and sends nothing",
                        "others are served; each connection costs the process a file descriptor",
                        LoadAttacks::silentConnections),
                ServerAttack.of(
                        "opens 40 streams for notifications and never reads",
                        "16 stay; the stream of another client stays, too",
                        LoadAttacks::endlessReaders),
                ServerAttack.of(
                        "starts 40 calls that do not end",
                        "12 run; four places are left for others",
                        LoadAttacks::takesAllPlaces),
                ServerAttack.of(
                        "asks for input in 40 calls and never comes back",
                        "12 wait, for five minutes by default; four places are left for others",
                        LoadAttacks::neverComesBack),
                ServerAttack.of(
                        "opens 100 sessions, to end those of others",
                        "its own oldest ones end; the session of another client stays",
                        LoadAttacks::manySessions),
                ServerAttack.of(
                                "calls methods as fast as it can",
                                "429 above 100 requests a second; other clients get it, too, while it lasts",
                                LoadAttacks::flood)
                        .with(options -> options.limits(McpLimits.ofDefaults().withRequestsPerSecond(1))),
                ServerAttack.of(
                        "calls 1,000 methods that do not exist, with very long names",
                        "an error each time; names are cut",
                        LoadAttacks::unknownMethods));
    }

    private static ServerAttack body(String name, String outcome, String body, int code) {
        return ServerAttack.of(name, outcome, host -> {
            RawClient.Answer answer = host.client().in("x").post(body);
            return Verdict.preventedIf(answer.code() == code && host.ran.isEmpty() && host.serves());
        });
    }

    private static Verdict hugeBody(AttackedHost host) throws IOException {
        RawClient.Answer announced =
                host.client().adding("Content-Length: 10000000000").post("{");
        int sent = 0;
        try (Socket endless = host.client().adding("Transfer-Encoding: chunked").send("POST /mcp HTTP/1.1", "")) {
            byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            while (sent < 1_000) { // 64 MB
                endless.getOutputStream().write(chunk);
                sent++;
            }
        } catch (IOException closed) {
            // before the end
        }
        return Verdict.preventedIf(announced.status() == 413 && sent < 1_000 && host.serves());
    }

    private static Verdict unknownRevision(AttackedHost host) {
        RawClient client = host.client();
        String body = client.message("tools/list", NONE).text().replace("2026-07-28", "2099-01-01");
        RawClient.Answer answer = client.with("MCP-Protocol-Version", "2099-01-01")
                .with("Mcp-Method", "tools/list")
                .post(body);
        String old = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"1999\","
                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";
        Json session = host.client().post(old).result();
        return Verdict.preventedIf(answer.code() == -32022
                && answer.text().contains("2026-07-28")
                && session.get("protocolVersion").text().equals("\"2025-11-25\""));
    }

    private static Verdict largeCompletion(AttackedHost host) {
        Json params = Json.object()
                .with("ref", Json.object().with("type", "ref/prompt").with("name", "review"))
                .with("argument", Json.object().with("name", "wall").with("value", "x".repeat(100_000)));
        return Verdict.preventedIf(
                host.client().request("completion/complete", params).code() == -32602);
    }

    private static Verdict held(AttackedHost host, List<Socket> sockets) throws IOException {
        boolean served = host.serves();
        for (Socket socket : sockets) {
            socket.close();
        }
        return Verdict.limitedIf(served && host.serves());
    }

    private static Verdict slowHeads(AttackedHost host) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            sockets.add(host.client().begin("POST /mcp HTTP/1.1\r\nHost: 127.0"));
        }
        return held(host, sockets);
    }

    private static Verdict slowBodies(AttackedHost host) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            sockets.add(host.client().adding("Content-Length: 1000").send("POST /mcp HTTP/1.1", "{"));
        }
        return held(host, sockets);
    }

    private static Verdict silentConnections(AttackedHost host) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            sockets.add(host.client().begin(""));
        }
        return held(host, sockets);
    }

    private static Verdict endlessReaders(AttackedHost host) throws IOException {
        String victim = host.client("victim").session();
        String attacker = host.client("attacker").session();
        List<Socket> sockets = new ArrayList<>();
        try (Socket honest = host.client().in(victim).send("GET /mcp HTTP/1.1", "")) {
            awaitFirstByte(honest);
            for (int i = 0; i < 40; i++) {
                Socket one = host.client().in(attacker).send("GET /mcp HTTP/1.1", "");
                awaitFirstByte(one);
                sockets.add(one);
            }
            host.server().toolsChanged();
            boolean notified = new BufferedReader(
                            new InputStreamReader(honest.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .anyMatch(line -> line.contains("tools/list_changed"));
            boolean served = host.serves();
            for (Socket socket : sockets) {
                socket.close();
            }
            return Verdict.limitedIf(notified && served);
        }
    }

    private static void awaitFirstByte(Socket socket) throws IOException {
        int unused = socket.getInputStream().read();
    }

    private static Verdict places(AttackedHost host, String tool) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sockets.add(host.client("attacker").open("tools/call", RawClient.tool(tool, NONE)));
        }
        Await.until(
                () -> host.server().openCalls() == 12,
                () -> "there are " + host.server().openCalls());
        RawClient.Answer more = host.client("attacker").call("walls", NONE);
        RawClient.Answer honest = host.client("victim").call("walls", NONE);
        // the call of the honest client leaves its place soon after its answer
        boolean bounded = Await.until(() -> host.server().openCalls() == 12, Duration.ofMinutes(1));
        for (Socket socket : sockets) {
            socket.close();
        }
        return Verdict.limitedIf(
                more.text().contains("is busy with " + tool) && honest.content().contains("4") && bounded);
    }

    private static Verdict takesAllPlaces(AttackedHost host) throws IOException {
        return places(host, "endless");
    }

    private static Verdict neverComesBack(AttackedHost host) throws IOException {
        return places(host, "askName");
    }

    private static Verdict manySessions(AttackedHost host) {
        String victim = host.client("victim").session();
        IntStream.range(0, 100).forEach(i -> host.client("attacker").session());
        RawClient.Answer answer = host.client().in(victim).post(RawClient.rpc("1", "tools/list", NONE));
        return Verdict.limitedIf(answer.status() == 200);
    }

    private static Verdict flood(AttackedHost host) {
        long served = IntStream.range(0, 200)
                .mapToObj(i -> host.client("attacker").request("tools/list", NONE))
                .filter(answer -> answer.status() == 200)
                .count();
        // a call that comes a second after the last one is served
        boolean suffers = Await.until(
                () -> host.client("attacker").request("tools/list", NONE).status() == 429
                        && host.client("victim").call("walls", NONE).status() == 429,
                Duration.ofMinutes(1));
        return Verdict.limitedIf(served < 100 && suffers);
    }

    private static Verdict unknownMethods(AttackedHost host) {
        String name = "x".repeat(5_000);
        return Verdict.preventedIf(IntStream.range(0, 1_000)
                        .mapToObj(i -> host.client().request(name + i, NONE))
                        .allMatch(answer ->
                                answer.code() == -32601 && answer.text().length() < 1_000)
                && host.serves());
    }
}
