package dev.plumbline.integration.mcpattacks;

import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpServer;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Attacks of programs and pages that nobody has allowed, and on what is offered. */
final class AccessAttacks {
    private static final Json NONE = Json.object();

    private AccessAttacks() {}

    static Stream<ServerAttack> all() {
        return Stream.of(
                head("leaves out the token", "401", 401, client -> client.with("Authorization", "")),
                ServerAttack.of(
                        "guesses the token 1,000 times", "401 each time; it has 256 bits", AccessAttacks::guesses),
                ServerAttack.of(
                        "sends the token in the address instead of the header", "401", AccessAttacks::tokenInAddress),
                head(
                        "sends two tokens, one of them right",
                        "401",
                        401,
                        client -> client.adding("Authorization: Bearer x")),
                head(
                        "a name of its own leads to 127.0.0.1 (DNS rebinding)",
                        "403; its name is in `Host`",
                        403,
                        client -> client.with("Host", "evil.example")),
                head(
                        "sends two `Host` headers, one of them right",
                        "refused",
                        403,
                        client -> client.adding("Host: evil.example")),
                head(
                        "a page of another origin sends the token",
                        "403, and no permission to read",
                        403,
                        client -> client.adding("Origin: https://evil.example")),
                head(
                        "a page without an origin (`null`) sends the token",
                        "403",
                        403,
                        client -> client.adding("Origin: null")),
                head(
                        "sends JSON as `text/plain`, as a page may without asking",
                        "415",
                        415,
                        client -> client.with("Content-Type", "text/plain")),
                ServerAttack.of(
                        "says a length and chunks at once (request smuggling)",
                        "refused, or read as one request; nothing runs",
                        AccessAttacks::smuggling),
                ServerAttack.of(
                        "hides a second request in the body of one that is refused",
                        "the connection is closed or the bytes stay a body",
                        AccessAttacks::hiddenRequest),
                ServerAttack.of(
                        "guesses the id of a session 1,000 times", "404 each time", AccessAttacks::guessesSessions),
                ServerAttack.of(
                        "knows the id of a session, and not the token", "401", AccessAttacks::sessionWithoutToken),
                ServerAttack.of(
                        "connects under a name that nobody has allowed",
                        "the person is asked once, with the name",
                        AccessAttacks::unknownName),
                ServerAttack.of(
                        "connects under 100 names, to tire the person",
                        "8 questions; after 8 refusals nobody is asked about others",
                        AccessAttacks::manyNames),
                ServerAttack.of(
                        "hides letters that change the direction of text in its name",
                        "the question shows their numbers",
                        AccessAttacks::hiddenLetters),
                ServerAttack.of(
                        "a program of the same user reads the access file and takes an allowed name",
                        "it is served: names are not verified, and destructive tools are still asked about",
                        AccessAttacks::takenName),
                ServerAttack.of(
                        "calls a tool that is not offered",
                        "an error, as for one that does not exist",
                        AccessAttacks::hidden),
                ServerAttack.of(
                        "calls a tool that changes something in the read-only mode",
                        "the same error",
                        AccessAttacks::readOnly),
                ServerAttack.of(
                        "names a harmless tool in the header and another one in the body",
                        "400; header and body must agree",
                        AccessAttacks::otherHeader),
                ServerAttack.of(
                        "leaves the folder of a resource with variables: `..`, `%2e%2e`, `%2f`, `%5c`, `%00`",
                        "no such resource; the reader is not called", AccessAttacks::paths));
    }

    private static ServerAttack head(String name, String outcome, int status, UnaryOperator<RawClient> changed) {
        return ServerAttack.of(name, outcome, host -> {
            RawClient.Answer answer = changed.apply(host.client()).call("walls", NONE);
            boolean unreadable = !answer.text().toLowerCase(Locale.ROOT).contains("access-control-");
            boolean refused = answer.status() == status || (status == 403 && answer.status() == 400);
            return Verdict.preventedIf(refused && unreadable && host.ran.isEmpty());
        });
    }

    private static Verdict guesses(AttackedHost host) {
        String token = host.server().token();
        return Verdict.preventedIf(IntStream.range(0, 1_000)
                        .mapToObj(i -> host.client()
                                .with("Authorization", "Bearer " + token.substring(0, token.length() - 3) + i)
                                .call("walls", NONE))
                        .allMatch(answer -> answer.status() == 401)
                && host.ran.isEmpty());
    }

    private static Verdict tokenInAddress(AttackedHost host) {
        RawClient client = host.client().with("Authorization", "").with("MCP-Protocol-Version", "2026-07-28");
        String body =
                client.message("tools/call", RawClient.tool("walls", NONE)).text();
        String token = host.server().token();
        RawClient.Answer answer = RawClient.read(client.send("POST /mcp?access_token=" + token + " HTTP/1.1", body));
        return Verdict.preventedIf(answer.status() == 401 && host.ran.isEmpty());
    }

    private static Verdict smuggling(AttackedHost host) {
        RawClient client = host.client().with("Authorization", "");
        String inner = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        String body = "0\r\n\r\n" + inner;
        RawClient.Answer answer = RawClient.read(client.adding("Content-Length: " + body.length())
                .adding("Transfer-Encoding: chunked")
                .send("POST /mcp HTTP/1.1", body));
        boolean refused = answer.status() == 401 || answer.status() == 400 || answer.status() == 0;
        return Verdict.preventedIf(refused && host.ran.isEmpty() && host.serves());
    }

    private static Verdict hiddenRequest(AttackedHost host) {
        RawClient inner = host.client().with("Authorization", "Bearer guessed");
        String body = inner.message("tools/call", RawClient.tool("walls", NONE)).text();
        String hidden = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:"
                + host.server().address().getPort() + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        RawClient.Answer answer =
                RawClient.read(host.client().with("Host", "evil.example").send("POST /mcp HTTP/1.1", hidden));
        return Verdict.preventedIf(answer.status() == 403 && host.ran.isEmpty());
    }

    private static Verdict guessesSessions(AttackedHost host) {
        String session = host.client("victim").session();
        return Verdict.preventedIf(IntStream.range(0, 1_000)
                .mapToObj(i -> host.client()
                        .in(session.substring(0, session.length() - 3) + i)
                        .post(RawClient.rpc("1", "tools/list", NONE)))
                .allMatch(answer -> answer.status() == 404));
    }

    private static Verdict sessionWithoutToken(AttackedHost host) {
        String session = host.client("victim").session();
        RawClient.Answer answer = host.client()
                .with("Authorization", "")
                .in(session)
                .post(RawClient.rpc("1", "tools/call", RawClient.tool("walls", NONE)));
        return Verdict.preventedIf(answer.status() == 401 && host.ran.isEmpty());
    }

    private static Verdict unknownName(AttackedHost host) {
        boolean refused = IntStream.range(0, 2)
                .allMatch(i -> host.client("stranger").call("walls", NONE).status() == 403);
        boolean asked = host.asked.size() == 1 && host.asked.get(0).title().contains("stranger");
        return refused && asked && host.ran.isEmpty() ? Verdict.ASKS : Verdict.NOT_PREVENTED;
    }

    private static Verdict manyNames(AttackedHost host) {
        boolean refused = IntStream.range(0, 100)
                .mapToObj(i -> host.client("stranger " + i).call("walls", NONE))
                .allMatch(answer -> answer.status() == 403);
        return Verdict.limitedIf(refused && host.asked.size() == 8 && host.ran.isEmpty() && host.serves());
    }

    private static Verdict hiddenLetters(AttackedHost host) {
        host.client("claude\u202Eedoc").call("walls", NONE);
        String title = host.asked.get(0).title();
        return title.contains("\\u{202e}") && !title.contains("\u202E") ? Verdict.ASKS : Verdict.NOT_PREVENTED;
    }

    private static Verdict takenName(AttackedHost host) {
        McpServer server = host.server();
        new RawClient(server.address().getPort(), server.token())
                .named("victim")
                .call("walls", NONE);
        return Verdict.preventedIf(host.ran.isEmpty());
    }

    private static Verdict hidden(AttackedHost host) {
        return Verdict.preventedIf(host.client().call("hidden", NONE).code() == -32602
                && !host.client().request("tools/list", NONE).text().contains("\"hidden\"")
                && host.ran.isEmpty());
    }

    private static Verdict readOnly(AttackedHost host) {
        host.server().readOnly(true);
        RawClient.Answer answer = host.client().call("deleteWall", Json.object().with("id", "w1"));
        return Verdict.preventedIf(answer.code() == -32602 && host.asked.isEmpty() && host.ran.isEmpty());
    }

    private static Verdict otherHeader(AttackedHost host) {
        RawClient client = host.client();
        String body =
                client.message("tools/call", RawClient.tool("askName", NONE)).text();
        RawClient.Answer answer = client.with("MCP-Protocol-Version", "2026-07-28")
                .with("Mcp-Method", "tools/call")
                .with("Mcp-Name", "walls")
                .post(body);
        return Verdict.preventedIf(answer.status() == 400 && answer.code() == -32020 && host.ran.isEmpty());
    }

    private static Verdict paths(AttackedHost host) {
        List<String> values =
                List.of("..", ".", "%2e%2e", "..%2f..%2fetc", "%5c..%5c", "a%00b", "%ff", "%zz", "a/b", "../../x");
        boolean refused = values.stream()
                .allMatch(value -> host.client()
                                .request("resources/read", Json.object().with("uri", "plan://walls/" + value))
                                .code()
                        == -32602);
        RawClient.Answer honest =
                host.client().request("resources/read", Json.object().with("uri", "plan://walls/north%20wall"));
        return Verdict.preventedIf(refused && host.ran.equals(List.of("read north wall")) && honest.status() == 200);
    }
}
