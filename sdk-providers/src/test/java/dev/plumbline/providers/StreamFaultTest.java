package dev.plumbline.providers;

import static dev.plumbline.providers.SseSamples.DONE;
import static dev.plumbline.providers.SseSamples.HELLO;
import static dev.plumbline.providers.SseSamples.STOP;
import static dev.plumbline.providers.SseSamples.data;
import static dev.plumbline.providers.SseSamples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.http.internal.SseReader;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of the stream itself: bytes in, fold out, no network. Numbers are rows of the fault catalogue. */
class StreamFaultTest {

    private static AiReturn fold(byte[]... pieces) {
        return new DecoderReplay("openai-chat", ApiFormat.CHAT, DeltaSink.DISCARDING).events(List.of(pieces));
    }

    private static AiReturn fold(String... events) {
        return fold(bytes(events));
    }

    private static byte[] bytes(String... events) {
        return String.join("", events).getBytes(StandardCharsets.UTF_8);
    }

    private static Category category(AiReturn ret) {
        return ret.error().map(AiError::category).orElseThrow();
    }

    /** The events a reader gives, as text. */
    private static List<String> events(byte[]... pieces) {
        List<String> events = new ArrayList<>();
        SseReader reader = new SseReader((name, data, length) ->
                events.add((name.isEmpty() ? "" : name + "|") + new String(data, 0, length, StandardCharsets.UTF_8)));
        Arrays.stream(pieces).forEach(piece -> reader.feed(piece, 0, piece.length));
        return events;
    }

    static List<RecordedResponse> shortStreams() {
        return RecordedResponse.streams().stream()
                .filter(recording -> recording.wire().length < 7_000)
                .toList();
    }

    @ParameterizedTest(
            name = "1 2 W39 a prefix of {0} is complete, and equals the whole, only from the format's own end on")
    @Tag("F1")
    @MethodSource("shortStreams")
    void w39_prefix_isCompleteOnlyFromTheFormatsOwnEndOn(RecordedResponse recording) {
        byte[] wire = recording.wire();
        AiReturn whole = recording.fold(List.of(wire));
        int end = whole.isOk() ? recording.ownEnd() : Integer.MAX_VALUE;
        for (int at : RecordedResponse.cuts(wire).toArray()) {
            AiReturn part = recording.cut(Arrays.copyOf(wire, at));
            assertThat(part.isOk()).as("cut at %s", at).isEqualTo(at >= end);
            assertThat(whole.partialText()).startsWith(part.partialText());
            assertThat(whole.reasoning()).startsWith(part.reasoning());
            if (at >= end) {
                assertThat(part).isEqualTo(whole);
            }
        }
        assertThat(shortStreams()).hasSizeGreaterThanOrEqualTo(20);
    }

    @Test
    @Tag("F2")
    @Tag("F12")
    @DisplayName("2 12 a body that ends behind the finish reason and before [DONE]: complete")
    void finish_reason_completes_without_done() {
        AiReturn ret = fold(HELLO, STOP);
        assertThat(ret.isOk()).isTrue();
        assertThat(ret.finish()).isEqualTo(FinishReason.STOP);
    }

    @Test
    @Tag("F3")
    @Tag("F5")
    @DisplayName("3 5 chunk boundaries at every two bytes, also within characters: the same fold")
    void two_cuts_anywhere_change_nothing() {
        byte[] wire = bytes(
                text("a é € 😀"),
                data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\\ud83d\"}}]}"),
                text("\\ude00 end"),
                ": beat\r\n\r\n",
                STOP,
                DONE);
        AiReturn whole = fold(wire);
        assertThat(whole.text()).isEqualTo("a é € 😀😀 end");
        long wrong = IntStream.rangeClosed(0, wire.length)
                .mapToLong(first -> IntStream.rangeClosed(first, wire.length)
                        .filter(second -> !fold(
                                        Arrays.copyOf(wire, first),
                                        Arrays.copyOfRange(wire, first, second),
                                        Arrays.copyOfRange(wire, second, wire.length))
                                .equals(whole))
                        .count())
                .sum();
        assertThat(wrong).isZero();
    }

    @ParameterizedTest(name = "4 lines end with {0}: the same events, wherever the bytes are cut")
    @Tag("F4")
    @CsvSource({"LF,\\n", "CRLF,\\r\\n", "CR,\\r"})
    void line_endings_are_equal(String name, String ending) {
        String end = ending.replace("\\r", "\r").replace("\\n", "\n");
        String stream = "data: one\n\nevent: e\ndata: two\ndata: three\n\ndata: four\n\n".replace("\n", end);
        byte[] wire = stream.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at <= wire.length; at++) {
            assertThat(events(Arrays.copyOf(wire, at), Arrays.copyOfRange(wire, at, wire.length)))
                    .containsExactly("one", "e|two\nthree", "four");
        }
    }

    @Test
    @Tag("F4")
    @DisplayName("4 mixed line ends in one stream: the same events, wherever the bytes are cut")
    void line_endings_mix() {
        byte[] wire = bytes("data: one\r\n\rdata: two\r\rdata: three\n\r\ndata: four\n\n");
        for (int at = 0; at <= wire.length; at++) {
            assertThat(events(Arrays.copyOf(wire, at), Arrays.copyOfRange(wire, at, wire.length)))
                    .containsExactly("one", "two", "three", "four");
        }
    }

    @Test
    @Tag("F6")
    @DisplayName("6 bytes that are not UTF-8 become U+FFFD, and the stream goes on")
    void malformed_utf8_is_replaced() {
        byte[] wire = bytes(text("a#b"), text("c"), STOP, DONE);
        wire[new String(wire, StandardCharsets.ISO_8859_1).indexOf('#')] = (byte) 0xFF;
        AiReturn ret = fold(wire);
        assertThat(ret.isOk()).isTrue();
        assertThat(ret.text()).isEqualTo("a\uFFFDbc");
    }

    @Test
    @Tag("F7")
    @DisplayName("7 a byte order mark at the start is stripped, also in three reads; a later one is kept")
    void byte_order_mark_only_counts_at_the_start() {
        byte[] mark = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
        byte[] rest = bytes("data: one\n\n\uFEFFdata: lost\n\ndata: \uFEFFkept\n\n");
        assertThat(events(new byte[] {mark[0]}, new byte[] {mark[1]}, new byte[] {mark[2]}, rest))
                .containsExactly("one", "\uFEFFkept");
        assertThat(events(bytes("\uFEFFdata: two\n\n"))).containsExactly("two");
    }

    @ParameterizedTest(name = "8 by the standard: {0}")
    @Tag("F8")
    @CsvSource(
            delimiter = '#',
            nullValues = "none",
            value = {
                "comment # : hello\\n\\ndata: a\\n\\n # a",
                "comment within an event # data: a\\n:x\\ndata: b\\n\\n # a/b",
                "no space behind the colon # data:a\\n\\n # a",
                "only one space is taken # data:  a\\n\\n # _a",
                "no colon # data\\n\\n # ''",
                "no colon twice # data\\ndata\\n\\n # /",
                "unknown field # foo: bar\\ndata: a\\n\\n # a",
                "name with a space before it # _data: a\\n\\n # none",
                "other case # Data: a\\n\\n # none",
                "longer name # datax: a\\n\\n # none",
                "id with NUL # id: a\\0b\\ndata: a\\n\\n # a",
                "bogus retry # retry: soon\\ndata: a\\n\\n # a",
                "event name # event: x\\ndata: a\\n\\n # x|a",
                "event name without data is forgotten # event: x\\n\\ndata: a\\n\\n # a",
                "last event name counts # event: x\\nevent: y\\ndata: a\\n\\n # y|a",
                "colon in the value # data: a:b\\n\\n # a:b",
                "blank lines # \\n\\n\\ndata: a\\n\\n\\n # a",
            })
    void field_is_read_by_the_standard(String rule, String stream, String expected) {
        String wire = stream.replace("\\n", "\n").replace("\\0", "\0").replace("_", " ");
        List<String> wanted = expected == null
                ? List.of()
                : List.of(expected.replace("/", "\n").replace("_", " "));
        assertThat(events(bytes(wire))).isEqualTo(wanted);
    }

    @Test
    @Tag("F9")
    @DisplayName("9 an event without its end is discarded and counts as a cut")
    void unterminated_event_is_discarded() {
        AiReturn ret = fold(HELLO, STOP.stripTrailing().replaceFirst("}$", ""));
        assertThat(category(ret)).isEqualTo(Category.TRUNCATED);
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @Test
    @Tag("F10")
    @DisplayName("10 an endless line ends as PROTOCOL limit after 8 MiB")
    void endless_line_is_refused_within_its_limit() {
        SseReader reader = new SseReader((name, data, length) -> true);
        byte[] piece = "a".repeat(1 << 14).getBytes(StandardCharsets.US_ASCII);
        long[] consumed = {0};
        assertThatThrownBy(() -> {
                    while (consumed[0] < 600L << 20) {
                        consumed[0] += piece.length;
                        reader.feed(piece, 0, piece.length);
                    }
                })
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().code()).isEqualTo("limit"));
        assertThat(consumed[0]).isLessThanOrEqualTo(SseReader.LONGEST_LINE + piece.length);
    }

    @Test
    @Tag("F10")
    @DisplayName("10 an event of endless lines ends as PROTOCOL limit after 8 MiB")
    void endless_event_is_refused_within_its_limit() {
        SseReader reader = new SseReader((name, data, length) -> true);
        byte[] line = ("data: " + "a".repeat(1000) + "\n").getBytes(StandardCharsets.US_ASCII);
        long[] consumed = {0};
        assertThatThrownBy(() -> {
                    while (consumed[0] < 600L << 20) {
                        consumed[0] += line.length;
                        reader.feed(line, 0, line.length);
                    }
                })
                .isInstanceOfSatisfying(AiException.class, e -> {
                    assertThat(e.error().category()).isEqualTo(Category.PROTOCOL);
                    assertThat(e.error().code()).isEqualTo("limit");
                });
        assertThat(consumed[0]).isBetween((long) SseReader.LONGEST_EVENT, SseReader.LONGEST_EVENT + (1L << 17));
    }

    @Test
    @Tag("F11")
    @DisplayName("11 five million tiny events leave nothing behind in the reader")
    void tiny_events_do_not_add_up() {
        int[] seen = {0};
        SseReader reader = new SseReader((name, data, length) -> {
            seen[0]++;
            return data.length <= 512;
        });
        byte[] block = "data: 1\n\n".repeat(1000).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 5000; i++) {
            reader.feed(block, 0, block.length);
        }
        assertThat(seen[0]).isEqualTo(5_000_000);
    }

    @Test
    @Tag("F14")
    @DisplayName("14 what follows [DONE] is ignored")
    void bytes_after_done_are_ignored() {
        AiReturn ret = fold(HELLO, STOP, DONE, text(" more"), "data: {broken\n\n");
        assertThat(ret.isOk()).isTrue();
        assertThat(ret.text()).isEqualTo("Hello");
    }

    @Test
    @DisplayName("14 [DONE] is a whole word")
    void done_is_the_whole_payload() {
        AiReturn ret = fold(HELLO, data("[DONE] or not"));
        assertThat(category(ret)).isEqualTo(Category.PROTOCOL);
    }

    @ParameterizedTest(name = "15 error in the stream as {0}")
    @Tag("F15")
    @CsvSource(
            delimiter = '#',
            value = {
                "a member # data: {\"error\":{\"message\":\"secret words\",\"code\":503}}",
                "an event # event: error\\ndata: {\"message\":\"secret words\",\"status\":503}",
                "both # event: error\\ndata: {\"error\":{\"message\":\"secret words\",\"status_code\":503}}",
                "an object of that name # data: {\"object\":\"error\",\"message\":\"secret words\",\"code\":503}",
            })
    void error_frame_keeps_what_arrived(String form, String frame) {
        AiReturn ret = fold(HELLO, frame.replace("\\n", "\n") + "\n\n", text(" more"), DONE);
        AiError error = ret.error().orElseThrow();
        assertThat(error.category()).isEqualTo(Category.OVERLOADED);
        assertThat(error.retryable()).isFalse();
        assertThat(error.providerMessage().text()).isEqualTo("secret words");
        assertThat(error.toString()).doesNotContain("secret");
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @Test
    @Tag("F15")
    @DisplayName("15 an error before any content may be tried again; a mere text is an error too")
    void error_frame_before_content_is_retryable() {
        AiError error = fold(data("{\"error\":\"busy\"}")).error().orElseThrow();
        assertThat(error.category()).isEqualTo(Category.SERVER);
        assertThat(error.retryable()).isTrue();
    }

    @ParameterizedTest(name = "16 malformed event {0}: PROTOCOL, what arrived is kept, no payload in the message")
    @Tag("F16")
    @CsvSource(
            delimiter = '#',
            value = {
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"secret",
                "{\"choices\":[}",
                "secret",
                "{\"choices\":[]} secret",
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"secret\\x\"}}]}"
            })
    void malformed_event_is_a_protocol_error(String payload) {
        AiReturn ret = fold(HELLO, data(payload), STOP, DONE);
        assertThat(category(ret)).isEqualTo(Category.PROTOCOL);
        assertThat(ret.error().orElseThrow().message()).contains("event 2").doesNotContain("secret");
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    /** The events begin alike up to their choices, and the second has none: it is the error that it says it is. */
    @Test
    void event_thatDeclaresAnError_behindOneThatBeganAlike_isTheError() {
        String beginning = "{\"object\":\"error\",\"message\":\"out of service\",\"choices\":[";
        AiReturn ret = fold(
                data(beginning + "{\"index\":0,\"delta\":{\"content\":\"a\"}}]}"),
                data(beginning + "{\"index\":0,\"delta\":{\"content\":\"b\"}}]}"),
                data(beginning + "]}"));
        assertThat(ret.partialText()).isEqualTo("ab");
        assertThat(category(ret)).isNotEqualTo(Category.TRUNCATED);
    }
}
