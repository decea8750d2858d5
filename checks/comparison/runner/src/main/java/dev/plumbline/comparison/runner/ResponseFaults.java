package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.PeerTask;
import dev.plumbline.comparison.runner.FaultCase.NamedExpectation;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The faults of connections, statuses, headers and bodies. */
final class ResponseFaults {
    private static final String WORD = "Five metres.";
    private static final NamedExpectation ANSWERED = new NamedExpectation("the answer", Expectation.returns(WORD));
    private static final NamedExpectation FAILS = new NamedExpectation("a failure", Expectation.FAILS);
    private static final String SECRET = "sk-quoted-by-the-service";

    private ResponseFaults() {}

    static List<FaultCase> all() {
        List<FaultCase> faults = new ArrayList<>();
        faults.addAll(connections());
        faults.addAll(waits());
        faults.addAll(statuses());
        faults.addAll(bodies());
        faults.addAll(redirects());
        return faults;
    }

    private static FaultCase ask(String name, Consumer<FaultServer> script, NamedExpectation says) {
        return FaultCase.of(name, PeerTask.ASK, script, says);
    }

    private static FaultCase always(String name, ServerResponse answer, NamedExpectation says) {
        return ask(name, stand -> stand.answers(answer), says);
    }

    private static FaultCase first(String name, ServerResponse answer, NamedExpectation says) {
        return ask(name, stand -> stand.answers(answer).answers(ChatPayloads.says(WORD)), says);
    }

    private static List<FaultCase> connections() {
        ServerResponse reset = ChatPayloads.says(WORD).resetsAfter(-1);
        NamedExpectation twice = ANSWERED.and("asked twice", Expectation.requests(2, 2));
        return List.of(
                first("24 reset before the first byte, once", reset, twice),
                FaultCase.of(
                        "24 reset before the first byte of a stream, once",
                        PeerTask.STREAM,
                        stand -> stand.answers(reset).answers(ChatPayloads.streamed("One ", "two.")),
                        new NamedExpectation("the answer", Expectation.completes("One two."))),
                always(
                        "24 reset before the first byte, always",
                        reset,
                        FAILS.and("few requests", Expectation.requests(1, 5))),
                first(
                        "24 closed before the first byte, once",
                        ChatPayloads.says(WORD).closesAfter(-1),
                        twice),
                FaultCase.of(
                        "26 the connection is closed behind an answer",
                        PeerTask.ASK_ON,
                        stand -> stand.answers(ChatPayloads.says("First.")
                                        .closesAfter(ChatPayloads.says("First.").size()))
                                .answers(ChatPayloads.says(WORD)),
                        ANSWERED),
                FaultCase.of(
                        "43 a failed call, and the next one",
                        PeerTask.ASK_ON,
                        stand -> stand.answers(ChatPayloads.refuses(400, "bad", "no"))
                                .answers(ChatPayloads.says(WORD)),
                        ANSWERED),
                always("17 silence", ChatPayloads.says(WORD).stallsAfter(-1), FAILS),
                always(
                        "17 silence in the middle of the body",
                        ChatPayloads.says(WORD).stallsAfter(40),
                        FAILS));
    }

    private static ServerResponse busy(String header, String value) {
        return ChatPayloads.refuses(429, "rate_limit_exceeded", "slow down").withHeader(header, value);
    }

    private static String inSeconds(long seconds) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(seconds));
    }

    private static List<FaultCase> waits() {
        NamedExpectation second = ANSWERED.and("not sooner", Expectation.waits(950));
        List<FaultCase> faults = new ArrayList<>(List.of(
                first("27 429, Retry-After: 1", busy("Retry-After", "1"), second),
                first(
                        "27 429, Retry-After: 0.8",
                        busy("Retry-After", "0.8"),
                        ANSWERED.and("not sooner", Expectation.waits(760))),
                first(
                        "27 429, retry-after-ms: 900",
                        busy("retry-after-ms", "900"),
                        ANSWERED.and("not sooner", Expectation.waits(860))),
                ask(
                        "27 429, Retry-After: a date in two seconds",
                        stand -> stand.answers((ServerRequest request) -> busy("Retry-After", inSeconds(2)))
                                .answers(ChatPayloads.says(WORD)),
                        second),
                always(
                        "27 429, Retry-After: a day",
                        busy("Retry-After", "86400"),
                        FAILS.and("nobody sleeps a day", Expectation.within(5_000)))));
        NamedExpectation calmly = ANSWERED.and("no hot loop", Expectation.lasts(40));
        Stream.of("0", "-5", "NaN", "1e30", "soon", "🕐", "Wed, 21 Oct 2015 07:28:00 GMT", "99999999999999999999")
                .map(value -> ask(
                        "28 429 twice, Retry-After: " + value,
                        stand -> stand.answers(busy("Retry-After", value))
                                .answers(busy("Retry-After", value))
                                .answers(ChatPayloads.says(WORD)),
                        calmly))
                .forEach(faults::add);
        faults.add(always(
                "29 429, the quota is used up",
                ChatPayloads.refuses(429, "insufficient_quota", "You exceeded your current quota."),
                FAILS.and("asked once", Expectation.ONCE)));
        return faults;
    }

    private static List<FaultCase> statuses() {
        List<FaultCase> faults = new ArrayList<>();
        NamedExpectation again = ANSWERED.and("asked twice", Expectation.requests(2, 2));
        IntStream.of(408, 409, 425, 500, 502, 503, 504, 529)
                .mapToObj(status ->
                        first("30 " + status + ", once", ChatPayloads.refuses(status, "error", "try again"), again))
                .forEach(faults::add);
        NamedExpectation once = FAILS.and("asked once", Expectation.ONCE);
        IntStream.of(400, 401, 403, 404, 413, 422)
                .mapToObj(status -> always("31 " + status, ChatPayloads.refuses(status, "error", "no"), once))
                .forEach(faults::add);
        faults.add(always(
                "31 a refusal that quotes the key",
                ChatPayloads.refuses(401, "invalid_api_key", "Incorrect API key provided: " + SECRET),
                FAILS.and("the exception does not", Expectation.hides(SECRET))));
        faults.add(first(
                "34 500, once: both requests have one idempotency key",
                ChatPayloads.refuses(500, "error", "try again"),
                new NamedExpectation("the same key", Expectation.returns(WORD).and(ResponseFaults::sameKey))));
        return faults;
    }

    private static Optional<String> sameKey(Object outcome, FaultServer stand) {
        List<Optional<String>> keys = stand.requests().stream()
                .map(request -> request.header("idempotency-key"))
                .distinct()
                .toList();
        return keys.size() == 1 && keys.get(0).isPresent()
                ? Optional.empty()
                : Optional.of(keys.get(0).isEmpty() ? "no key" : "two keys");
    }

    private static ServerResponse page(int status, int bytes) {
        String page = "<html>" + "x".repeat(bytes) + "</html>";
        return ServerResponse.of("text/html", page.getBytes(StandardCharsets.UTF_8))
                .withStatus(status);
    }

    private static List<FaultCase> bodies() {
        ServerResponse empty = ServerResponse.json("");
        String body = ChatPayloads.body(WORD);
        NamedExpectation few = FAILS.and("few requests", Expectation.requests(1, 5));
        return List.of(
                always("35 502 with a web page, always", page(502, 100), few),
                always("35 500 without a body, always", empty.withStatus(500), few),
                always(
                        "35 429 with half a JSON object, always",
                        ServerResponse.json("{\"error\":{").withStatus(429),
                        few),
                always("35 400 with a body of 80 MB", page(400, 80 << 20), FAILS)
                        .inSmallHeap(),
                always("36 200 with a web page", page(200, 100), FAILS),
                always("36 200 without a body", empty, FAILS),
                always("36 200 with an object that is not an answer", ServerResponse.json("{}"), FAILS),
                always("16 half a JSON object", ServerResponse.json(body.substring(0, body.length() / 2)), FAILS),
                always(
                                "37 an answer of 200 MB",
                                page(200, 200 << 20).withHeader("Content-Type", "application/json"),
                                FAILS)
                        .inSmallHeap(),
                always(
                        "38 Content-Length too large, the connection ends",
                        ServerResponse.json(body).withContentLength(body.length() + 100),
                        FAILS),
                always(
                        "38 Content-Length too small",
                        ServerResponse.json(body).withContentLength(body.length() - 200),
                        FAILS));
    }

    private static ServerResponse moved(int status, String to) {
        return ServerResponse.json("").withStatus(status).withHeader("Location", to);
    }

    private static List<FaultCase> redirects() {
        List<FaultCase> faults = new ArrayList<>();
        IntStream.of(301, 302, 303, 307, 308)
                .mapToObj(status -> ask(
                        "39 " + status + " to another origin",
                        stand -> {
                            FaultServer other = stand.other().answers(ChatPayloads.says("from another origin"));
                            stand.answers(moved(status, other.address() + "/chat/completions"));
                        },
                        new NamedExpectation("key and words stay", Expectation.ENDS.and(Expectation.STAYS))))
                .forEach(faults::add);
        faults.add(ask(
                "39 a redirect to itself",
                stand -> stand.answers((ServerRequest request) -> moved(307, stand.address() + "/chat/completions")),
                FAILS.and("few requests", Expectation.requests(1, 25))));
        faults.add(always("39 a redirect to a file", moved(302, "file:///etc/passwd"), FAILS));
        return faults;
    }
}
