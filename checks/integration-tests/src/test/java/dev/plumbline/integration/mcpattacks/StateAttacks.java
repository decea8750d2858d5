package dev.plumbline.integration.mcpattacks;

import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpLimits;
import dev.plumbline.testkit.Await;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Attacks with the states by which calls that need input go on, with approvals, and on the calls of others. */
final class StateAttacks {
    private static final Json WALL = Json.object().with("id", "w1");

    private StateAttacks() {}

    static Stream<ServerAttack> all() {
        return Stream.of(
                ServerAttack.of(
                        "sends a state that it made itself", "an error; the call is not found", StateAttacks::made),
                ServerAttack.of(
                        "changes a single letter of a state, at every place",
                        "an error each time; the signature differs",
                        StateAttacks::changed),
                ServerAttack.of("sends a used state again", "an error; the tool ran once", StateAttacks::replayed),
                ServerAttack.of(
                                "sends a state after its time",
                                "an error; the call was cancelled",
                                StateAttacks::expired)
                        .with(options -> options.limits(McpLimits.ofDefaults().withInputTime(Duration.ofMillis(50)))),
                ServerAttack.of("sends the state of another client", "an error", StateAttacks::ofAnotherClient),
                ServerAttack.of("sends a state with other arguments", "an error", StateAttacks::otherArguments),
                ServerAttack.of("sends a state of another server", "an error", StateAttacks::ofAnotherServer),
                ServerAttack.of(
                        "sends the approval of a deletion before it was asked",
                        "the person in the window is asked, and the answer in advance does not count",
                        StateAttacks::approvalInAdvance),
                ServerAttack.of(
                        "answers the approval of one deletion for another one",
                        "an error; nothing is deleted",
                        StateAttacks::approvalForAnother),
                ServerAttack.of(
                        "answers an approval without the digest of what it was to show",
                        "denied; nothing is deleted",
                        StateAttacks::approvalUnread),
                ServerAttack.of(
                        "answers an approval itself, without its person",
                        "deleted; approvals at the client are off unless a rule names the tool",
                        StateAttacks::approvalByItself),
                ServerAttack.of(
                        "cancels the call of another session by its id",
                        "the call goes on",
                        StateAttacks::cancelsOthers),
                ServerAttack.of(
                        "uses one id for two calls at once, and cancels it",
                        "both are its own, and both are cancelled and answered once",
                        StateAttacks::duplicateIds),
                ServerAttack.of(
                        "reads the pages of a result that another client has left",
                        "no such resource",
                        StateAttacks::othersPages),
                ServerAttack.of(
                        "ends the change of another client", "an error; the change stays", StateAttacks::othersChange),
                ServerAttack.of(
                        "begins a change and never ends it",
                        "others cannot begin one until its time limit, 5 minutes by default; their calls run",
                        StateAttacks::changeKeptOpen),
                ServerAttack.of(
                        "guesses the id of a task 1,000 times, and asks with the id that another client has received",
                        "no such task; it goes on, and its answer is awaited",
                        StateAttacks::othersTask),
                ServerAttack.of(
                                "begins tasks and never asks about them",
                                "12 run; after five minutes they are cancelled and forgotten",
                                StateAttacks::leftTasks)
                        .with(options -> options.limits(McpLimits.ofDefaults()
                                .withRequestsPerSecond(10_000)
                                .withInputTime(Duration.ofSeconds(2)))),
                ServerAttack.of(
                        "goes on after the emergency stop",
                        "every call is refused until resume",
                        StateAttacks::afterStop));
    }

    private static Json asking(AttackedHost host) {
        return host.client("victim").call("askName", Json.object()).result();
    }

    private static Json answered(Json params, String state) {
        Json response = Json.object()
                .with("action", "accept")
                .with("content", Json.object().with("name", "Eve").with("decision", "approve"));
        return params.with("requestState", state)
                .with("inputResponses", Json.object().with("name", response).with("approval", response));
    }

    private static RawClient.Answer resume(
            AttackedHost host, String client, String tool, Json arguments, String state) {
        return host.client(client).request("tools/call", answered(RawClient.tool(tool, arguments), state));
    }

    private static RawClient.Answer resume(AttackedHost host, String client, String state) {
        return resume(host, client, "askName", Json.object(), state);
    }

    private static Verdict made(AttackedHost host) {
        asking(host);
        List<String> states = List.of("", ".", "e30.e30", "x".repeat(100_000), "eyJjYWxsIjoiMSJ9.");
        return Verdict.preventedIf(states.stream()
                        .allMatch(state -> resume(host, "victim", state).code() == -32602)
                && host.ran.equals(List.of("ask")));
    }

    private static Verdict changed(AttackedHost host) {
        String state = asking(host).get("requestState").asText();
        boolean refused = true;
        for (int i = 0; i < state.length() - 1; i++) { // the last letter has unused bits
            char other = state.charAt(i) == 'A' ? 'B' : 'A';
            String forged = state.substring(0, i) + other + state.substring(i + 1);
            refused &= resume(host, "victim", forged).code() == -32602;
        }
        return Verdict.preventedIf(refused && host.server().openCalls() == 1);
    }

    private static Verdict replayed(AttackedHost host) {
        String state = asking(host).get("requestState").asText();
        boolean first = resume(host, "victim", state).content().contains("Eve");
        boolean second = resume(host, "victim", state).code() == -32602;
        return Verdict.preventedIf(first && second && host.ran.equals(List.of("ask")));
    }

    private static Verdict expired(AttackedHost host) {
        String state = asking(host).get("requestState").asText();
        Await.until(() -> host.server().openCalls() == 0, () -> "the call stays");
        return Verdict.preventedIf(resume(host, "victim", state).code() == -32602);
    }

    private static Verdict ofAnotherClient(AttackedHost host) {
        String state = asking(host).get("requestState").asText();
        boolean refused = resume(host, "attacker", state).code() == -32602;
        return Verdict.preventedIf(
                refused && resume(host, "victim", state).content().contains("Eve"));
    }

    private static Verdict otherArguments(AttackedHost host) {
        String state = asking(host).get("requestState").asText();
        return Verdict.preventedIf(resume(
                                        host, "victim", "askName", Json.object().with("a", 1), state)
                                .code()
                        == -32602
                && resume(host, "victim", "walls", Json.object(), state).code() == -32602
                && host.ran.equals(List.of("ask")));
    }

    private static Verdict ofAnotherServer(AttackedHost host) throws Exception {
        try (AttackedHost other = new AttackedHost(Files.createTempDirectory("mcp"), options -> options)) {
            String state = asking(other).get("requestState").asText();
            return Verdict.preventedIf(resume(host, "victim", state).code() == -32602 && host.ran.isEmpty());
        }
    }

    private static Verdict approvalInAdvance(AttackedHost host) {
        host.personAnswers = false;
        Json params = answered(RawClient.tool("deleteWall", WALL), "").without("requestState");
        Json result = host.client().request("tools/call", params).result();
        Await.until(() -> host.asked.size() == 1, () -> "nobody is asked");
        boolean asks = result.get("resultType").text().contains("input_required");
        return asks && host.ran.isEmpty() ? Verdict.ASKS : Verdict.NOT_PREVENTED;
    }

    private static Verdict approvalForAnother(AttackedHost host) {
        host.personAnswers = false;
        Json result = host.client().call("deleteWall", WALL).result();
        String state = result.get("requestState").asText();
        Json other = Json.object().with("id", "w2");
        return Verdict.preventedIf(
                resume(host, "test", "deleteWall", other, state).code() == -32602 && host.ran.isEmpty());
    }

    private static Verdict approvalUnread(AttackedHost host) {
        host.personAnswers = false;
        Json result = host.client().call("deleteWall", WALL).result();
        resume(host, "test", "deleteWall", WALL, result.get("requestState").asText());
        return Verdict.preventedIf(host.ran.isEmpty());
    }

    private static Verdict approvalByItself(AttackedHost host) {
        host.personAnswers = false;
        Json result = host.client().call("deleteWall", WALL).result();
        String agrees = result.at("/inputRequests/approval/params/requestedSchema/properties/decision/oneOf/0/const")
                .asText();
        Json response = Json.object()
                .with("action", "accept")
                .with("content", Json.object().with("decision", agrees));
        Json params = RawClient.tool("deleteWall", WALL)
                .with("requestState", result.get("requestState"))
                .with("inputResponses", Json.object().with("approval", response));
        host.client("test").request("tools/call", params);
        return Verdict.preventedIf(host.ran.isEmpty());
    }

    private static Socket endless(AttackedHost host, String session, int running) {
        Json request = RawClient.rpc("7", "tools/call", RawClient.tool("endless", Json.object()));
        Socket socket = host.client().in(session).send("POST /mcp HTTP/1.1", request.text());
        Await.until(() -> host.running.get() == running, () -> "the call does not run");
        return socket;
    }

    private static RawClient.Answer cancel(AttackedHost host, String session) {
        return host.client()
                .in(session)
                .post(Json.object()
                        .with("jsonrpc", "2.0")
                        .with("method", "notifications/cancelled")
                        .with("params", Json.object().with("requestId", "7")));
    }

    private static Verdict cancelsOthers(AttackedHost host) throws Exception {
        try (Socket call = endless(host, host.client("victim").session(), 1)) {
            boolean taken = cancel(host, host.client("attacker").session()).status() == 202;
            host.client("attacker").call("walls", Json.object());
            return Verdict.preventedIf(taken && call.isConnected() && host.running.get() == 1);
        }
    }

    private static Verdict duplicateIds(AttackedHost host) throws Exception {
        String session = host.client().session();
        try (Socket first = endless(host, session, 1);
                Socket second = endless(host, session, 2)) {
            cancel(host, session);
            return Verdict.preventedIf(RawClient.read(first).result().exists()
                    && RawClient.read(second).result().exists()
                    && host.serves());
        }
    }

    private static Verdict othersPages(AttackedHost host) {
        String text = host.client("victim").call("manyWalls", Json.object()).text();
        int from = text.indexOf("plumbline://result/");
        Json uri = Json.object().with("uri", text.substring(from, from + "plumbline://result/".length() + 64));
        boolean mine =
                host.client("victim").request("resources/read", uri).text().contains("wall 0");
        return Verdict.preventedIf(
                mine && another(host).request("resources/read", uri).code() == -32602);
    }

    /** Returns an attacker that has taken the name of its victim. */
    private static RawClient another(AttackedHost host) {
        return host.client("victim").inAnotherWindow();
    }

    private static RawClient.Answer begin(AttackedHost host, String client) {
        return host.client(client).call("change_begin", Json.object().with("title", client));
    }

    private static Verdict othersChange(AttackedHost host) {
        begin(host, "victim");
        String answer = another(host).call("change_end", Json.object()).text();
        return Verdict.preventedIf(
                answer.contains("that of another client") && host.changes.equals(List.of("begin victim")));
    }

    private static Verdict changeKeptOpen(AttackedHost host) throws Exception {
        begin(host, "attacker");
        boolean waits = begin(host, "victim").text().contains("Another client");
        boolean runs = host.serves();
        try (AttackedHost hasty = new AttackedHost(
                Files.createTempDirectory("mcp"), options -> options.changeTime(Duration.ofMillis(50)))) {
            begin(hasty, "attacker");
            Await.until(() -> hasty.changes.contains("end"), () -> "the change stays open");
            return Verdict.limitedIf(
                    waits && runs && begin(hasty, "victim").text().contains("has begun"));
        }
    }

    private static Json task(AttackedHost host, String client, String tool) {
        return Json.object()
                .with(
                        "taskId",
                        host.client(client)
                                .takingTasks()
                                .call(tool, Json.object())
                                .result()
                                .get("taskId"));
    }

    private static Verdict othersTask(AttackedHost host) {
        Json task = task(host, "victim", "endless");
        RawClient thief = another(host).takingTasks();
        boolean refused = true;
        for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
            Json update = task.with("inputResponses", Json.object());
            refused &= thief.request(method, update).code() == -32602;
        }
        for (int i = 0; i < 1_000; i++) {
            Json guess = Json.object().with("taskId", "x".repeat(40) + i);
            refused &= thief.request("tasks/cancel", guess).code() == -32602;
        }
        Json state =
                host.client("victim").takingTasks().request("tasks/get", task).result();
        return Verdict.preventedIf(
                refused && state.get("status").asText().equals("working") && host.running.get() == 1);
    }

    private static Verdict leftTasks(AttackedHost host) {
        for (int i = 0; i < 40; i++) {
            task(host, "attacker", "endless");
        }
        boolean bounded = host.running.get() <= 12 && host.serves();
        Await.until(() -> host.running.get() == 0, () -> "the tasks run on");
        return Verdict.limitedIf(bounded);
    }

    private static Verdict afterStop(AttackedHost host) throws Exception {
        try (Socket call = endless(host, host.client("attacker").session(), 1)) {
            host.server().stopCalls();
            boolean ended = RawClient.read(call).result().exists();
            boolean refused =
                    host.client("attacker").call("walls", Json.object()).text().contains("stopped all agents");
            return Verdict.preventedIf(ended && refused && host.ran.isEmpty());
        }
    }
}
