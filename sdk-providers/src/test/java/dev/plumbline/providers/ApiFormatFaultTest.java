package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults of the stream in every format. Numbers are rows of the fault catalogue. */
class ApiFormatFaultTest {

    private static AiReturn fold(ApiFormat format, byte[]... pieces) {
        return new DecoderReplay("recorded", format, DeltaSink.DISCARDING).events(List.of(pieces));
    }

    private static AiReturn fold(ApiFormat format, String... events) {
        return fold(format, wire(format, String.join("", events)));
    }

    private static byte[] wire(ApiFormat format, String events) {
        return format == ApiFormat.BEDROCK
                ? EventStreamSamples.frames(events)
                : events.getBytes(StandardCharsets.UTF_8);
    }

    private static Category category(AiReturn ret) {
        return ret.error().map(AiError::category).orElseThrow();
    }

    /** An event of that format. */
    private static String event(ApiFormat format, String json) {
        return switch (format) {
            case OLLAMA -> json + "\n";
            case BEDROCK -> (json.startsWith("{") ? "contentBlockDelta " : "") + json + "\n";
            default -> SseSamples.data(json);
        };
    }

    /** A text as one event of that format; the text is JSON already. */
    static String text(ApiFormat format, String words) {
        return event(
                format,
                switch (format) {
                    case BEDROCK -> "{\"contentBlockIndex\":0,\"delta\":{\"text\":\"" + words + "\"}}";
                    case OLLAMA -> "{\"message\":{\"content\":\"" + words + "\"},\"done\":false}";
                    case CHAT -> "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + words + "\"}}]}";
                    case MESSAGES ->
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\""
                                + words + "\"}}";
                    case GEMINI -> "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"" + words + "\"}]}}]}";
                    case RESPONSES ->
                        "{\"type\":\"response.output_text.delta\",\"output_index\":0,\"content_index\":0,\"delta\":\""
                                + words + "\"}";
                });
    }

    /** The events behind which an answer is whole. */
    static String end(ApiFormat format) {
        String stop = format == ApiFormat.MESSAGES ? event(format, "{\"type\":\"message_stop\"}") : "";
        return event(
                        format,
                        switch (format) {
                            case BEDROCK -> "messageStop {\"stopReason\":\"end_turn\"}";
                            case OLLAMA -> "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}";
                            case CHAT -> "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
                            case MESSAGES ->
                                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                                        + "\"usage\":{\"output_tokens\":3}}";
                            case GEMINI -> "{\"candidates\":[{\"finishReason\":\"STOP\"}]}";
                            case RESPONSES ->
                                "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[]}}";
                        })
                + stop;
    }

    @ParameterizedTest(name = "1 2 12 {0}: cut before the end it is TRUNCATED and kept, cut behind it is whole")
    @Tag("SH152")
    @Tag("F1")
    @EnumSource(ApiFormat.class)
    void cut_is_truncated_until_the_format_says_the_end(ApiFormat format) {
        byte[] wire = wire(format, text(format, "Hello") + end(format));
        int last = format == ApiFormat.BEDROCK
                ? wire.length
                : new String(wire, StandardCharsets.UTF_8).stripTrailing().length();
        for (int at = wire(format, text(format, "Hello")).length; at < last; at++) {
            AiReturn cut = fold(format, Arrays.copyOf(wire, at));
            assertThat(category(cut)).isEqualTo(Category.TRUNCATED);
            assertThat(cut.partialText()).isEqualTo("Hello");
        }
        assertThat(fold(format, wire).isOk()).isTrue();
        assertThat(fold(format, wire).finish()).isEqualTo(FinishReason.STOP);
    }

    @ParameterizedTest(
            name = "3 4 5 8 {0}: two cuts anywhere, halves of characters, comments, line ends: the same fold")
    @Tag("SH17")
    @Tag("F3")
    @EnumSource(
            value = ApiFormat.class,
            names = {"OLLAMA", "BEDROCK"},
            mode = EnumSource.Mode.EXCLUDE)
    void two_cuts_anywhere_change_nothing(ApiFormat format) {
        byte[] wire = (text(format, "é € 😀") + text(format, "\\ud83d")
                        + text(format, "\\ude00.").replace("\n", "\r\n") + ": beat\r\n\r\nid: 1\nretry: x\n\n"
                        + end(format))
                .getBytes(StandardCharsets.UTF_8);
        AiReturn whole = fold(format, wire);
        assertThat(whole.text()).isEqualTo("é € 😀😀.");
        long wrong = IntStream.rangeClosed(0, wire.length)
                .parallel()
                .mapToLong(first -> IntStream.rangeClosed(first, wire.length)
                        .filter(second -> !fold(
                                        format,
                                        Arrays.copyOf(wire, first),
                                        Arrays.copyOfRange(wire, first, second),
                                        Arrays.copyOfRange(wire, second, wire.length))
                                .equals(whole))
                        .count())
                .sum();
        assertThat(wrong).isZero();
    }

    @ParameterizedTest(name = "6 7 {0}: bytes that are not UTF-8 are replaced, a byte order mark is stripped")
    @Tag("F6")
    @EnumSource(
            value = ApiFormat.class,
            names = {"OLLAMA", "BEDROCK"},
            mode = EnumSource.Mode.EXCLUDE)
    void malformed_utf8_is_replaced(ApiFormat format) {
        byte[] wire = ("\uFEFF" + text(format, "a#b") + end(format)).getBytes(StandardCharsets.UTF_8);
        wire[new String(wire, StandardCharsets.ISO_8859_1).indexOf('#')] = (byte) 0xFF;
        assertThat(fold(format, wire).text()).isEqualTo("a\uFFFDb");
    }

    @ParameterizedTest(name = "9 {0}: an event without its end is discarded")
    @Tag("F9")
    @EnumSource(value = ApiFormat.class, names = "BEDROCK", mode = EnumSource.Mode.EXCLUDE)
    void unterminated_event_is_discarded(ApiFormat format) {
        AiReturn ret =
                fold(format, text(format, "Hello"), end(format).stripTrailing().replaceFirst("}$", ""));
        assertThat(category(ret)).isEqualTo(Category.TRUNCATED);
    }

    @ParameterizedTest(name = "15 {0}: {1}")
    @Tag("F15")
    @CsvSource(
            delimiter = '#',
            value = {
                "MESSAGES # {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"secret\"}} # OVERLOADED",
                "MESSAGES # {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"secret\"}} # SERVER",
                "MESSAGES # {\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: secret\"}} # CONTEXT_OVERFLOW",
                "GEMINI # {\"error\":{\"code\":503,\"message\":\"secret\",\"status\":\"UNAVAILABLE\"}} # OVERLOADED",
                "GEMINI # [{\"error\":{\"code\":429,\"message\":\"secret\",\"status\":\"RESOURCE_EXHAUSTED\"}}] # RATE_LIMITED",
                "GEMINI # {\"candidates\":[{\"finishReason\":\"MALFORMED_FUNCTION_CALL\",\"finishMessage\":\"secret\"}]} # INVALID_RESPONSE",
                "BEDROCK # exception:throttlingException {\"message\":\"secret\"} # RATE_LIMITED",
                "BEDROCK # exception:serviceUnavailableException {\"message\":\"secret\"} # OVERLOADED",
                "BEDROCK # exception:modelStreamErrorException {\"message\":\"secret\",\"originalStatusCode\":400} # SERVER",
                "BEDROCK # exception:internalServerException {\"message\":\"secret\"} # SERVER",
                "BEDROCK # exception:aNewException {\"message\":\"secret\"} # SERVER",
                "BEDROCK # exception:validationException {\"message\":\"Input is too long for requested model: secret\"} # CONTEXT_OVERFLOW",
                "BEDROCK # messageStop {\"stopReason\":\"malformed_tool_use\"} # INVALID_RESPONSE",
                "OLLAMA # {\"error\":\"secret: an internal error\"} # SERVER",
                "RESPONSES # {\"type\":\"error\",\"code\":\"rate_limit_exceeded\",\"message\":\"secret\"} # RATE_LIMITED",
                "RESPONSES # {\"type\":\"error\",\"error\":{\"code\":\"server_error\",\"message\":\"secret\"}} # SERVER",
                "RESPONSES # {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"secret\"}}} # CONTEXT_OVERFLOW",
                "RESPONSES # {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":null}} # SERVER",
            })
    void error_event_keeps_what_arrived(ApiFormat format, String event, Category category) {
        AiReturn ret = fold(format, text(format, "Hello"), event(format, event), text(format, " more"), end(format));
        assertThat(category(ret)).isEqualTo(category);
        assertThat(ret.error().orElseThrow().retryable()).isFalse();
        assertThat(ret.error().orElseThrow().toString()).doesNotContain("secret");
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @ParameterizedTest(name = "16 {0}: a malformed event is PROTOCOL, what arrived is kept, no payload in the message")
    @Tag("SH152")
    @Tag("F16")
    @EnumSource(ApiFormat.class)
    void malformed_event_is_a_protocol_error(ApiFormat format) {
        AiReturn ret = fold(format, text(format, "Hello"), event(format, "{\"type\":\"secret"), end(format));
        assertThat(category(ret)).isEqualTo(Category.PROTOCOL);
        assertThat(ret.error().orElseThrow().message()).contains("event 2").doesNotContain("secret");
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @ParameterizedTest(name = "30 31 {0}: {1} is {2}")
    @CsvSource({
        "MESSAGES,401,AUTHENTICATION,false",
        "MESSAGES,413,TOO_LARGE,false",
        "MESSAGES,429,RATE_LIMITED,true",
        "MESSAGES,529,OVERLOADED,true",
        "RESPONSES,403,PERMISSION,false",
        "RESPONSES,404,NOT_FOUND,false",
        "RESPONSES,503,OVERLOADED,true",
        "RESPONSES,500,SERVER,true"
    })
    void status_of_an_error_body_decides(ApiFormat format, int status, Category category, boolean retryable) {
        byte[] body = "{\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"secret\"}}"
                .getBytes(StandardCharsets.UTF_8);
        AiError error = new DecoderReplay("recorded", format, DeltaSink.DISCARDING)
                .body(body, OptionalInt.of(status))
                .error()
                .orElseThrow();
        assertThat(error.category()).isEqualTo(category);
        assertThat(error.retryable()).isEqualTo(retryable);
        assertThat(error.message()).doesNotContain("secret");
    }

    @ParameterizedTest(name = "36 {0}: JSON of another form is no answer")
    @Tag("F36")
    @EnumSource(ApiFormat.class)
    void body_of_another_form_is_refused(ApiFormat format) {
        byte[] body = "{\"hello\":\"world\"}".getBytes(StandardCharsets.UTF_8);
        AiReturn ret = new DecoderReplay("recorded", format, DeltaSink.DISCARDING).body(body, OptionalInt.empty());
        assertThat(category(ret)).isEqualTo(Category.PROTOCOL);
    }

    /** Rows 45 and 48 for the formats that number blocks and items. */
    @ParameterizedTest(name = "48 {0}: pieces of calls are distinguished by their index")
    @Tag("F48")
    @EnumSource(
            value = ApiFormat.class,
            names = {"MESSAGES", "RESPONSES"})
    void pieces_of_calls_interleave_by_index(ApiFormat format) {
        AiReturn ret = fold(
                format,
                begin(format, 2, "a", "first"),
                begin(format, 5, "b", "second"),
                piece(format, 5, "{\\\"y\\\":"),
                piece(format, 2, "{\\\"x\\\":1"),
                piece(format, 5, "2}"),
                piece(format, 2, "}"),
                end(format).replace("end_turn", "tool_use"));
        assertThat(ret.toolCalls())
                .extracting(call -> call.id() + call.name() + call.arguments().text())
                .containsExactly("afirst{\"x\":1}", "bsecond{\"y\":2}");
        assertThat(ret.finish()).isEqualTo(FinishReason.TOOL_CALLS);
    }

    private static String begin(ApiFormat format, int index, String id, String name) {
        return event(
                format,
                format == ApiFormat.MESSAGES
                        ? "{\"type\":\"content_block_start\",\"index\":" + index
                                + ",\"content_block\":{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + name
                                + "\",\"input\":{}}}"
                        : "{\"type\":\"response.output_item.added\",\"output_index\":" + index
                                + ",\"item\":{\"type\":\"function_call\",\"call_id\":\"" + id + "\",\"name\":\"" + name
                                + "\",\"arguments\":\"\"}}");
    }

    private static String piece(ApiFormat format, int index, String json) {
        return event(
                format,
                format == ApiFormat.MESSAGES
                        ? "{\"type\":\"content_block_delta\",\"index\":" + index
                                + ",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"" + json + "\"}}"
                        : "{\"type\":\"response.function_call_arguments.delta\",\"output_index\":" + index
                                + ",\"delta\":\"" + json + "\"}");
    }
}
