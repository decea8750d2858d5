package dev.plumbline.comparison.runner;

import static dev.plumbline.comparison.runner.ChatPayloads.END;
import static dev.plumbline.comparison.runner.ChatPayloads.body;
import static dev.plumbline.comparison.runner.ChatPayloads.event;
import static dev.plumbline.comparison.runner.ChatPayloads.finish;
import static dev.plumbline.comparison.runner.ChatPayloads.piece;

import dev.plumbline.comparison.harness.PeerTask;
import dev.plumbline.comparison.runner.FaultCase.NamedExpectation;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The habits of services that speak like OpenAI and differ, as recordings of them show: in the events of a stream, in a
 * whole answer, and in tool calls.
 */
final class WireFaults {
    private static final String ONE = event(piece("One "));
    private static final String TWO = event(piece("two."));
    private static final String LAST = event(finish("stop")) + event(END);
    private static final String WORD = "Five metres.";
    private static final NamedExpectation COMPLETE =
            new NamedExpectation("the whole answer", Expectation.completes("One two."));
    private static final NamedExpectation CUT =
            new NamedExpectation("a failure, what had come is kept", Expectation.failsKeeping("One "));
    private static final NamedExpectation ANSWERED = new NamedExpectation("the answer", Expectation.returns(WORD));
    private static final NamedExpectation FAILS = new NamedExpectation("a failure", Expectation.FAILS);

    private WireFaults() {}

    static List<FaultCase> all() {
        List<FaultCase> faults = new ArrayList<>();
        faults.addAll(events());
        faults.addAll(choices());
        faults.addAll(frames());
        faults.addAll(errors());
        faults.addAll(ends());
        faults.addAll(signs());
        faults.addAll(twice());
        faults.addAll(bodies());
        faults.addAll(numbers());
        faults.addAll(types());
        faults.addAll(refusals());
        faults.addAll(causes());
        return faults;
    }

    private static FaultCase stream(String name, String text, NamedExpectation says) {
        return FaultCase.of(
                "wire: " + name, PeerTask.STREAM, stand -> stand.answers(ServerResponse.stream(text)), says);
    }

    private static FaultCase ask(String name, ServerResponse answer, NamedExpectation says) {
        return FaultCase.of("wire: " + name, PeerTask.ASK, stand -> stand.answers(answer), says);
    }

    private static FaultCase ask(String name, String json, NamedExpectation says) {
        return ask(name, ServerResponse.json(json), says);
    }

    private static String chunk(String members) {
        return event(
                "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\"," + members + "}");
    }

    private static String delta(String delta) {
        return chunk("\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}]");
    }

    private static List<FaultCase> events() {
        String usage = "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2,\"total_tokens\":3}";
        return List.of(
                stream("choices null in an event", chunk("\"choices\":null") + ONE + TWO + LAST, COMPLETE),
                stream("an event without the member choices", chunk(usage) + ONE + TWO + LAST, COMPLETE),
                stream("an empty object as a heartbeat", ONE + event("{}") + TWO + LAST, COMPLETE),
                stream(
                        "an event named ping, of another protocol",
                        ONE + "event: ping\n" + event("{\"type\":\"ping\"}") + TWO + LAST,
                        COMPLETE),
                stream("events with empty data", "data:\n\n" + ONE + "data: \n\n" + TWO + LAST, COMPLETE),
                stream(
                        "numbers with a fraction, as of a server in another language",
                        event("{\"created\":1.78e9,\"choices\":[{\"index\":0.0,\"delta\":{\"content\":\"One \"}}]}")
                                + TWO
                                + LAST,
                        COMPLETE),
                stream(
                        "no id, no model, no object",
                        event("{\"choices\":[{\"delta\":{\"content\":\"One \"}}]}") + TWO + LAST,
                        COMPLETE),
                stream(
                        "id, model and created null",
                        event("{\"id\":null,\"model\":null,\"created\":null,\"object\":null,"
                                        + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"One \"}}]}")
                                + TWO
                                + LAST,
                        COMPLETE));
    }

    private static List<FaultCase> choices() {
        String second =
                event("{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"Other.\"},\"finish_reason\":null}]}");
        String both = event("{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"Other.\"}},"
                + "{\"index\":0,\"delta\":{\"content\":\"One \"}}]}");
        return List.of(
                stream("delta null in an event", delta("null") + ONE + TWO + LAST, COMPLETE),
                stream("a choice without delta", chunk("\"choices\":[{\"index\":0}]") + ONE + TWO + LAST, COMPLETE),
                stream(
                        "content as a list of parts",
                        delta("{\"content\":[{\"type\":\"text\",\"text\":\"One \"}]}") + TWO + LAST,
                        COMPLETE),
                stream("a second choice nobody asked for", ONE + second + TWO + LAST, COMPLETE),
                stream("the second choice before the first, in one event", both + TWO + LAST, COMPLETE));
    }

    private static ServerResponse as(String type, String text) {
        return ServerResponse.of(type, text.getBytes(StandardCharsets.UTF_8)).chunked();
    }

    private static FaultCase streamed(String name, ServerResponse answer, NamedExpectation says) {
        return FaultCase.of("wire: " + name, PeerTask.STREAM, stand -> stand.answers(answer), says);
    }

    private static List<FaultCase> frames() {
        String all = ONE + TWO + LAST;
        return List.of(
                streamed("a stream that is declared to be JSON", as("application/json", all), COMPLETE),
                streamed("a stream that is declared to be text", as("text/plain", all), COMPLETE),
                streamed(
                        "a whole answer, although a stream was asked for",
                        ServerResponse.json(body("One two.")),
                        COMPLETE),
                stream(
                        "[DONE] with blanks behind it",
                        ONE + TWO + event(finish("stop")) + "data: [DONE]  \n\n",
                        COMPLETE),
                stream("[DONE] first, and nothing else", event(END), FAILS));
    }

    private static FaultCase broken(String name, String payload) {
        return stream(name, ONE + event(payload) + event(END), CUT);
    }

    private static List<FaultCase> errors() {
        return List.of(
                stream("an error as text in the middle", ONE + event("{\"error\":\"overloaded\"}"), CUT),
                stream(
                        "an error with a number as code",
                        ONE + event("{\"error\":{\"code\":502,\"message\":\"x\"}}"),
                        CUT),
                broken(
                        "an error beside an empty list of choices",
                        "{\"choices\":[],\"error\":{\"message\":\"x\",\"type\":\"server_error\"}}"),
                broken(
                        "an error inside of the choice",
                        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\","
                                + "\"error\":{\"code\":502,\"message\":\"x\"}}]}"),
                broken("the finish reason error, and no more", finish("error")),
                broken(
                        "an object that says it is an error",
                        "{\"object\":\"error\",\"message\":\"x\",\"type\":\"InternalServerError\",\"code\":500}"),
                broken("an error, and [DONE] behind it", "{\"error\":{\"message\":\"x\",\"type\":\"server_error\"}}"),
                stream(
                        "an error behind the finish reason",
                        ONE + event(finish("stop")) + event("{\"error\":{\"message\":\"x\"}}"),
                        CUT),
                stream(
                        "an error in a field of its own, and [DONE]",
                        ONE + "error: {\"code\":500,\"message\":\"x\",\"type\":\"server_error\"}\n\n" + event(END),
                        CUT),
                broken(
                        "an error beside a choice",
                        "{\"choices\":[{\"index\":0,\"delta\":{}}],\"error\":{\"message\":\"x\",\"code\":502}}"),
                streamed(
                        "an error as a whole answer with status 200",
                        ServerResponse.json("{\"error\":{\"message\":\"x\",\"type\":\"server_error\"}}"),
                        FAILS),
                stream(
                        "an error as the only event",
                        event("{\"error\":{\"message\":\"x\",\"type\":\"invalid_request_error\"}}") + event(END),
                        FAILS));
    }

    private static List<FaultCase> ends() {
        return List.of(
                stream(
                        "an empty finish reason in each event",
                        (ONE + TWO).replace("\"finish_reason\":null", "\"finish_reason\":\"\"") + LAST,
                        COMPLETE),
                stream("the finish reason twice", ONE + TWO + event(finish("stop")) + LAST, COMPLETE),
                stream("text behind the finish reason", ONE + event(finish("stop")) + TWO + event(END), COMPLETE),
                stream(
                        "usage in every event",
                        (ONE + TWO).replace("\"usage\":null", "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}")
                                + LAST,
                        COMPLETE));
    }

    /** Signs of an end that are none, and ends that lack their last bytes. */
    private static List<FaultCase> signs() {
        String said = ONE + TWO + event(finish("stop"));
        ServerResponse more = ServerResponse.stream(said + event(END));
        NamedExpectation all =
                new NamedExpectation("a failure, what had come is kept", Expectation.failsKeeping("One two."));
        return List.of(
                streamed("a finish reason, and the connection breaks", more.closesAfter(said.length()), all),
                streamed("a finish reason, and the connection is reset", more.resetsAfter(said.length()), all),
                streamed(
                        "a finish reason, and silence",
                        more.stallsAfter(said.length()),
                        all.and("in time", Expectation.within(PeerProcess.SILENCE * 3 / 2))),
                streamed(
                        "a finish reason, and less than the content length says",
                        ServerResponse.of("text/event-stream", said.getBytes(StandardCharsets.UTF_8))
                                .withContentLength(said.length() + 40),
                        all),
                streamed(
                        "a finish reason that more text follows, and the connection breaks",
                        ServerResponse.stream(ONE + event(finish("stop")) + TWO + LAST)
                                .closesAfter(
                                        ONE.length() + event(finish("stop")).length() + TWO.length()),
                        all),
                stream("a finish reason that more text follows, and no other", ONE + event(finish("stop")) + TWO, all),
                stream("the finish reason without its blank line", ONE + TWO + "data: " + finish("stop"), COMPLETE));
    }

    /** Text that is said twice. */
    private static List<FaultCase> twice() {
        String so = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"message\":{\"role\":\"assistant\","
                + "\"content\":\"%s\"},\"finish_reason\":%s}]}";
        return List.of(
                stream(
                        "a message with all of the text beside each piece",
                        event(so.formatted("One ", "One ", "null"))
                                + event(so.formatted("two.", "One two.", "null"))
                                + event(so.formatted("", "One two.", "\"stop\"")),
                        COMPLETE),
                stream(
                        "a message with all of the text instead of the last piece",
                        ONE
                                + TWO
                                + chunk("\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
                                        + "\"One two.\"},\"finish_reason\":\"stop\"}]")
                                + event(END),
                        COMPLETE),
                stream(
                        "each piece with all of the text before it",
                        event(piece("Five")) + event(piece("Five metres")) + event(piece("Five metres.")) + LAST,
                        new NamedExpectation("the whole answer", Expectation.completes(WORD))),
                stream("a whole answer as the only event", event(body("One two.")) + event(END), COMPLETE));
    }

    private static List<FaultCase> bodies() {
        String said = body(WORD);
        String text = "\"content\":\"" + WORD + "\"";
        return List.of(ask(
                "content as a list of parts, whole",
                said.replace(text, "\"content\":[{\"type\":\"text\",\"text\":\"" + WORD + "\"}]"),
                ANSWERED));
    }

    private static List<FaultCase> numbers() {
        String said = body(WORD);
        return List.of(
                ask(
                        "tokens beyond 64 bits",
                        said.replace("\"prompt_tokens\":20,", "\"prompt_tokens\":1e30,"),
                        ANSWERED),
                ask("created as text", said.replace("\"created\":1780000000", "\"created\":\"2026-11-23\""), ANSWERED),
                ask(
                        "details of usage as a list",
                        said.replaceAll("\"prompt_tokens_details\":\\{[^}]*}", "\"prompt_tokens_details\":[]"),
                        ANSWERED));
    }

    private static List<FaultCase> types() {
        byte[] said = body("Fünf Meter.").getBytes(StandardCharsets.UTF_8);
        NamedExpectation german = new NamedExpectation("the answer", Expectation.returns("Fünf Meter."));
        return List.of(
                ask("an answer that is declared to be text", ServerResponse.of("text/plain", said), german),
                ask("an answer that is declared to be a web page", ServerResponse.of("text/html", said), german),
                ask(
                        "an answer with a wrong character set",
                        ServerResponse.of("application/json; charset=ISO-8859-1", said),
                        german),
                ask("an answer of an unknown type", ServerResponse.of("application/octet-stream", said), german));
    }

    private static List<FaultCase> refusals() {
        String words = "the plan of Mrs Miller";
        NamedExpectation once = FAILS.and("asked once", Expectation.ONCE);
        return List.of(
                ask(
                        "429, the quota is used up, said by the type",
                        ServerResponse.json(
                                        "{\"error\":{\"message\":\"x\",\"type\":\"insufficient_quota\",\"code\":null}}")
                                .withStatus(429),
                        once),
                ask(
                        "a refusal that quotes the question",
                        ChatPayloads.refuses(400, "bad", "cannot read: " + words),
                        FAILS.and("the exception does not", Expectation.hides(words))),
                ask(
                        "a web page that quotes the question, with 403",
                        ServerResponse.of("text/html", ("<html>" + words + "</html>").getBytes(StandardCharsets.UTF_8))
                                .withStatus(403),
                        FAILS.and("the exception does not", Expectation.hides(words))),
                FaultCase.of(
                        "wire: 429, the wait is in the body",
                        PeerTask.ASK,
                        stand -> stand.answers(
                                        ServerResponse.json("[{\"error\":{\"code\":429,\"message\":\"x\",\"status\":"
                                                        + "\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":\"type.googleapis.com/"
                                                        + "google.rpc.RetryInfo\",\"retryDelay\":\"1s\"}]}}]")
                                                .withStatus(429))
                                .answers(ChatPayloads.says(WORD)),
                        ANSWERED.and("not sooner", Expectation.waits(950))));
    }

    private static FaultCase cause(String name, int status, String type, String message) {
        return ask(
                name,
                ServerResponse.json("{\"error\":{\"code\":" + status + ",\"message\":\"" + message + "\",\"type\":\""
                                + type + "\"}}")
                        .withStatus(status),
                FAILS.and("asked once", Expectation.ONCE));
    }

    /** What is no failure of the server, whatever its status says, so that asking again is of no use. */
    private static List<FaultCase> causes() {
        return List.of(
                cause(
                        "500, a server that cannot write tools",
                        500,
                        "server_error",
                        "tools param requires --jinja flag"),
                cause(
                        "501, a server that cannot write tools",
                        501,
                        "not_supported_error",
                        "tools param requires --jinja flag"),
                cause(
                        "500, the request is longer than the context",
                        500,
                        "server_error",
                        "the request exceeds the available context size, try increasing it"),
                cause("500, a server that takes no pictures", 500, "server_error", "image input is not supported"),
                cause(
                        "429, the quota is used up, in the words of Kimi",
                        429,
                        "exceeded_current_quota_error",
                        "your account is suspended, please check your plan"));
    }
}
