package dev.plumbline.comparison.runner;

import static dev.plumbline.comparison.runner.ChatPayloads.END;
import static dev.plumbline.comparison.runner.ChatPayloads.event;
import static dev.plumbline.comparison.runner.ChatPayloads.events;
import static dev.plumbline.comparison.runner.ChatPayloads.finish;
import static dev.plumbline.comparison.runner.ChatPayloads.piece;

import dev.plumbline.comparison.harness.PeerTask;
import dev.plumbline.comparison.runner.FaultCase.NamedExpectation;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The faults of streams. */
final class StreamFaults {
    private static final String ONE = event(piece("One "));
    private static final String TWO = event(piece("two."));
    private static final String ALL = "One two.";
    private static final String WHOLE = events("One ", "two.");
    private static final NamedExpectation COMPLETE =
            new NamedExpectation("the whole answer", Expectation.completes(ALL));
    private static final NamedExpectation CUT =
            new NamedExpectation("a failure, what had come is kept", Expectation.failsKeeping("One "));
    private static final int AT_ONCE = 1_000;
    private static final int MANY = 100_000;
    private static final int SOON = PeerProcess.SILENCE * 3 / 2;

    private StreamFaults() {}

    static List<FaultCase> all() {
        List<FaultCase> faults = new ArrayList<>();
        faults.addAll(cuts());
        faults.addAll(chunks());
        faults.addAll(forms());
        faults.addAll(sizes());
        faults.addAll(ends());
        faults.addAll(silences());
        return faults;
    }

    private static FaultCase fault(String name, ServerResponse answer, NamedExpectation says) {
        return FaultCase.of(name, PeerTask.STREAM, stand -> stand.answers(answer), says);
    }

    private static ServerResponse stream(String text) {
        return ServerResponse.stream(text);
    }

    private static ServerResponse stream(byte[] bytes) {
        return ServerResponse.of("text/event-stream", bytes).chunked();
    }

    private static List<FaultCase> cuts() {
        return List.of(
                fault("1 cut in the middle of an event", stream(WHOLE).closesAfter(ONE.length() + 60), CUT),
                fault("1 cut between two events", stream(WHOLE).closesAfter(ONE.length()), CUT),
                fault(
                        "1 connection closed politely in the middle, no framing",
                        stream(ONE).untilClose(),
                        CUT),
                fault("1 the body ends well, but neither a finish reason nor [DONE] came", stream(ONE), CUT),
                fault(
                        "1 closed before the first event, every time",
                        stream(WHOLE).closesAfter(0),
                        new NamedExpectation("a failure", Expectation.FAILS)),
                fault(
                        "2 finish reason, then cut before [DONE]",
                        stream(ONE + TWO + event(finish("stop"))).untilClose(),
                        COMPLETE),
                fault(
                        "9 cut inside the last event, which has no empty line",
                        stream(ONE + "data: " + piece("two.")).untilClose(),
                        new NamedExpectation("a failure, the first event is kept", Expectation.failsShowing("One "))),
                fault(
                        "23 cut after text was shown: not asked again",
                        stream(WHOLE).closesAfter(ONE.length() + 9),
                        CUT.and("one request", Expectation.ONCE)),
                fault(
                        "25 reset after text was shown",
                        stream(WHOLE).byEvent().withPace(Duration.ofMillis(100)).resetsAfter(ONE.length()),
                        CUT.and("one request", Expectation.ONCE)));
    }

    private static List<FaultCase> chunks() {
        return List.of(
                fault(
                        "38 a chunk size that is none, right behind an event",
                        stream(WHOLE).byEvent().breaksChunkAfter(ONE.length()),
                        new NamedExpectation("a failure", Expectation.FAILS)),
                fault(
                        "38 the same, 100 ms after what had come before",
                        stream(WHOLE)
                                .byEvent()
                                .withPace(Duration.ofMillis(100))
                                .breaksChunkAfter(ONE.length() + TWO.length()),
                        new NamedExpectation("a failure, the first event is kept", Expectation.failsShowing("One "))));
    }

    private static List<FaultCase> forms() {
        String walls = events("Wände ", "墙 🏠");
        return List.of(
                fault("3 one byte at a time", stream(WHOLE).withBytesAtOnce(1), COMPLETE),
                fault("4 lines end in CR LF", stream(WHOLE.replace("\n", "\r\n")), COMPLETE),
                fault("4 lines end in CR", stream(WHOLE.replace('\n', '\r')), COMPLETE),
                fault(
                        "4 lines end in CR LF, one byte at a time",
                        stream(WHOLE.replace("\n", "\r\n")).withBytesAtOnce(1),
                        COMPLETE),
                fault(
                        "5 characters of two to four bytes, one byte at a time",
                        stream(walls).withBytesAtOnce(1),
                        new NamedExpectation("the whole answer", Expectation.completes("Wände 墙 🏠"))),
                fault("6 bytes that are not UTF-8", stream(broken()), new NamedExpectation("an end", Expectation.ENDS)),
                fault("7 a byte order mark first", stream("\uFEFF" + WHOLE), COMPLETE),
                fault(
                        "7 a byte order mark in three reads",
                        stream("\uFEFF" + WHOLE).withBytesAtOnce(1),
                        COMPLETE),
                fault(
                        "8 comments, unknown fields, lines without a colon, an odd retry",
                        stream(": hello\n\nfoo: bar\ndata\n\nretry: soon\nid: \u0000\n" + ONE + ":\n:\n" + TWO
                                + event(finish("stop")) + event(END)),
                        COMPLETE),
                fault("8 no blank behind the colon", stream(WHOLE.replace("data: ", "data:")), COMPLETE),
                fault(
                        "8 an event whose data stands in two lines",
                        stream(WHOLE.replace(",\"created\"", ",\ndata: \"created\"")),
                        COMPLETE),
                FaultCase.of(
                        "22 compressed, if the client allows it",
                        PeerTask.STREAM,
                        stand -> stand.answers(request ->
                                request.header("accept-encoding").orElse("").contains("gzip")
                                        ? stream(WHOLE).gzipped()
                                        : stream(WHOLE)),
                        COMPLETE));
    }

    private static byte[] broken() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(WHOLE.replace("two", "t\u0001o").getBytes(StandardCharsets.UTF_8));
        byte[] all = bytes.toByteArray();
        for (int i = 0; i < all.length; i++) {
            all[i] = all[i] == 1 ? (byte) 0xC3 : all[i];
        }
        return all;
    }

    private static List<FaultCase> sizes() {
        NamedExpectation bounded = new NamedExpectation("a failure, and the process lives", Expectation.FAILS);
        return List.of(
                fault("10 one line of 100 MB", stream(longLine()), bounded).inSmallHeap(),
                fault(
                                "11 100,000 events of one character",
                                stream(event(piece("x")).repeat(MANY) + event(finish("stop")) + event(END)),
                                new NamedExpectation("the whole answer", Expectation.completes("x".repeat(MANY))))
                        .inSmallHeap(),
                fault("37 a stream that unpacks to 300 MB in one line", bomb(), bounded)
                        .inSmallHeap());
    }

    private static byte[] longLine() {
        byte[] line = new byte[100 << 20];
        java.util.Arrays.fill(line, (byte) 'x');
        byte[] head = "data: {\"choices\":[{\"delta\":{\"content\":\"".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(head, 0, line, 0, head.length);
        return line;
    }

    private static ServerResponse bomb() {
        byte[] line = new byte[300 << 20];
        java.util.Arrays.fill(line, (byte) 'x');
        return ServerResponse.of("text/event-stream", line).gzipped();
    }

    private static List<FaultCase> ends() {
        NamedExpectation atOnce = COMPLETE.and("at once", Expectation.within(AT_ONCE));
        return List.of(
                fault("12 a finish reason, but no [DONE]", stream(ONE + TWO + event(finish("stop"))), COMPLETE),
                fault(
                        "13 [DONE], and the connection is held open",
                        stream(WHOLE).stallsAfter(WHOLE.length()),
                        atOnce),
                fault("14 an event behind [DONE]", stream(WHOLE + event(piece("three."))), COMPLETE),
                fault(
                        "15 an error object in the middle",
                        stream(ONE + event("{\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\"}}")),
                        CUT),
                fault(
                        "15 an event named error in the middle",
                        stream(ONE + "event: error\n" + event("{\"error\":{\"message\":\"overloaded\"}}")),
                        CUT),
                fault("16 an event in the middle that is not JSON", stream(ONE + event("{\"choices\":[{") + TWO), CUT),
                fault(
                        "36 a web page instead of a stream",
                        ServerResponse.of("text/html", "<html>Sign in</html>".getBytes(StandardCharsets.UTF_8)),
                        new NamedExpectation("a failure", Expectation.FAILS)),
                fault(
                        "36 nothing instead of a stream",
                        ServerResponse.of("text/event-stream", new byte[0]),
                        new NamedExpectation("a failure", Expectation.FAILS)),
                FaultCase.of(
                        "122 given up in the middle of a stream",
                        PeerTask.GIVE_UP,
                        stand -> stand.answers(stream(WHOLE).stallsAfter(ONE.length())),
                        new NamedExpectation("the connection is let go", Expectation.ENDS.and(Expectation.LETS_GO))));
    }

    private static List<FaultCase> silences() {
        NamedExpectation soon = CUT.and("in time", Expectation.within(SOON));
        Duration often = Duration.ofMillis(300);
        NamedExpectation ends = new NamedExpectation("a failure", Expectation.FAILS);
        return List.of(
                fault("17 silence before the headers", stream(WHOLE).stallsAfter(-1), ends),
                fault("17 silence before the first event", stream(WHOLE).stallsAfter(0), ends),
                fault("17 silence in the middle", stream(WHOLE).stallsAfter(ONE.length()), soon),
                fault(
                        "18 only heartbeats from the middle on",
                        stream(ONE + ": still here\n\n".repeat(40)).byEvent().withPace(often),
                        CUT.and("in time", Expectation.within(SOON + 1_000))),
                fault(
                        "19 an event every half second, without end",
                        stream(event(piece("x")).repeat(60)).byEvent().withPace(Duration.ofMillis(500)),
                        ends.and("within the limit for the call", Expectation.within(PeerProcess.TOTAL * 3 / 2))),
                fault(
                        "20 a sound stream that takes longer than the limit of silence",
                        stream(events("a", "b", "c", "d", "e", "f")).byEvent().withPace(Duration.ofMillis(400)),
                        new NamedExpectation("the whole answer", Expectation.completes("abcdef"))));
    }
}
