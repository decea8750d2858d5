package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ToolCallAssembler;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.RandomAccess;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are odd in one place and whole in all others. */
class RobustReadingTest {

    private static AiReturn stream(ApiFormat format, String... payloads) {
        StringBuilder events = new StringBuilder();
        for (String payload : payloads) {
            events.append(SseSamples.data(payload));
        }
        return new DecoderReplay("p", format, DeltaSink.DISCARDING)
                .events(List.of(events.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static AiReturn body(ApiFormat format, String json) {
        return new DecoderReplay("p", format, DeltaSink.DISCARDING)
                .body(json.getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
    }

    private static String chunk(String delta, String finish) {
        return "{\"choices\":[{\"index\":0,\"delta\":" + delta
                + (finish.isEmpty() ? "" : ",\"finish_reason\":\"" + finish + "\"") + "}]}";
    }

    private static String call(String members) {
        return chunk("{\"tool_calls\":[{\"index\":0," + members + "}]}", "");
    }

    @ParameterizedTest
    @CsvSource({"12.5,12", "1e30,0", "1e400,0", "-7,0", "12.0,12", "3,3"})
    @DisplayName("W10 a number out of range costs nothing but itself")
    void w10_numberOutOfRange_costsNothingElse(String number, long tokens) {
        AiReturn chat = body(
                ApiFormat.CHAT,
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}],\"usage\":"
                        + "{\"prompt_tokens\":" + number + "}}");
        assertThat(chat.text()).isEqualTo("hi");
        assertThat(chat.usage().input()).isEqualTo(tokens);
        AiReturn claude = body(
                ApiFormat.MESSAGES,
                "{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"stop_reason\":\"end_turn\",\"usage\":"
                        + "{\"output_tokens\":" + number + "}}");
        assertThat(claude.text()).isEqualTo("hi");
        assertThat(claude.usage().output()).isEqualTo(tokens);
    }

    @Test
    void w10_indexOutOfRange_isNoIndex() {
        AiReturn ret = stream(
                ApiFormat.CHAT,
                chunk(
                        "{\"tool_calls\":[{\"index\":1e30,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}",
                        "tool_calls"));
        assertThat(ret.toolCalls())
                .singleElement()
                .satisfies(call -> assertThat(call.name()).isEqualTo("f"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event: ping\ndata: {\"type\": \"ping\"}\n\n",
                "data: {\"type\":\"ping\"}\n\n",
                "event: keepalive\ndata: {\"type\":\"keepalive\",\"sequence_number\":7}\n\n"
            })
    @DisplayName("W12 keep-alive events keep no dead stream alive")
    void w12_keepAlives_keepNoDeadStreamAlive(String event) {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(SseSamples.stream(SseSamples.HELLO, event.repeat(20_000))
                    .byEvent()
                    .withPace(Duration.ofMillis(2)));
            var running = calls.begin();
            ProviderFixture.until(() -> !calls.shown.isEmpty());
            calls.advanceUntilDone(running);
            assertThat(ProviderFixture.end(running).error().orElseThrow().code())
                    .isEqualTo("idle");
        }
    }

    @Test
    void w12_keepAlive_isNoProgress() {
        byte[] ping = "{\"type\": \"ping\"}".getBytes(StandardCharsets.UTF_8);
        byte[] text = SseSamples.HELLO.getBytes(StandardCharsets.UTF_8);
        byte[] stop = "{\"type\":\"message_stop\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(JsonDocumentStream.isKeepAlive("ping", ping, ping.length)).isTrue();
        assertThat(JsonDocumentStream.isKeepAlive("", ping, ping.length)).isTrue();
        assertThat(JsonDocumentStream.isKeepAlive("", text, text.length)).isFalse();
        assertThat(JsonDocumentStream.isKeepAlive("message_stop", stop, stop.length))
                .isFalse();
    }

    @Test
    @DisplayName("W13 a line may be as long as an event")
    void w13_lineOfSeveralMegabytes_isRead() {
        String words = "x".repeat(3 << 20);
        byte[] wire = SseSamples.data(chunk("{\"content\":\"" + words + "\"}", "stop"))
                .getBytes(StandardCharsets.UTF_8);
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < wire.length; at += 64 << 10) {
            pieces.add(Arrays.copyOfRange(wire, at, Math.min(wire.length, at + (64 << 10))));
        }

        AiReturn ret = new DecoderReplay("scripted", ApiFormat.CHAT, DeltaSink.DISCARDING).events(pieces);

        assertThat(ret.text()).isEqualTo(words);
    }

    @Test
    @DisplayName("W14 a legacy function call is a tool call")
    void w14_legacyFunctionCall_isACall() {
        AiReturn streamed = stream(
                ApiFormat.CHAT,
                chunk("{\"function_call\":{\"name\":\"area\",\"arguments\":\"\"}}", ""),
                chunk("{\"function_call\":{\"arguments\":\"{\\\"room\\\":1}\"}}", ""),
                chunk("{}", "function_call"));
        AiReturn whole = body(
                ApiFormat.CHAT,
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":null,\"function_call\":{\"name\":\"area\","
                        + "\"arguments\":\"{\\\"room\\\":1}\"}},\"finish_reason\":\"function_call\"}]}");
        assertThat(List.of(streamed, whole)).allSatisfy(ret -> {
            assertThat(ret.finish()).isEqualTo(FinishReason.TOOL_CALLS);
            assertThat(ret.toolCalls()).singleElement().satisfies(call -> {
                assertThat(call.name()).isEqualTo("area");
                assertThat(call.arguments()).isEqualTo(Json.parse("{\"room\":1}"));
            });
        });
    }

    @Test
    @DisplayName("W15 the name of a tool may come in pieces")
    void w15_nameInPieces_isWhole() {
        String id = "\"id\":\"a\",";
        assertThat(name(call(id + named("get_")), call(named("weather")), call(arguments("{}"))))
                .isEqualTo("get_weather");
        assertThat(name(call(id + named("get_")), call(named("get_weather")), call(arguments("{}"))))
                .isEqualTo("get_weather");
        assertThat(name(
                        call(id + named("get")),
                        call(named("get")),
                        call("\"function\":{\"name\":\"get\",\"arguments\":\"{}\"}")))
                .isEqualTo("get");
        assertThat(name(
                        call(id + "\"function\":{\"name\":\"get\",\"arguments\":\"{\"}"),
                        call("\"function\":{\"name\":\"other\",\"arguments\":\"}\"}")))
                .isEqualTo("get");
    }

    private static String named(String piece) {
        return "\"function\":{\"name\":\"" + piece + "\",\"arguments\":\"\"}";
    }

    private static String arguments(String piece) {
        return "\"function\":{\"arguments\":\"" + piece + "\"}";
    }

    private static String name(String... payloads) {
        return stream(ApiFormat.CHAT, payloads).toolCalls().get(0).name();
    }

    @Test
    @DisplayName("W17 many tool calls take linear time")
    void w17_manyCalls_lookAtEachCallAFewTimes() {
        int calls = 5_000;
        CountingList<ToolCallAssembler.Slot> slots = new CountingList<>();
        ToolCallAssembler assembler = new ToolCallAssembler(slots);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < calls; i++) {
                ToolCallAssembler.Piece piece =
                        new ToolCallAssembler.Piece(i, round == 0 ? "c" + i : "", round == 0 ? "f" : "", "{}");
                int number = assembler.find(piece);
                assertThat(number).isEqualTo(i);
                assertThat(assembler.take(number, piece)).isNotNull();
            }
        }
        assertThat(slots.looks).isLessThan(2L * calls * 8);
    }

    @Test
    void w17_manyCalls_areRead() {
        String[] payloads = new String[40_000];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = chunk(
                    "{\"tool_calls\":[{\"index\":" + i + ",\"id\":\"c" + i
                            + "\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}",
                    "");
        }
        assertThat(stream(ApiFormat.CHAT, payloads).toolCalls()).hasSize(payloads.length);
    }

    /** A list that counts how many of its elements are looked at, in whatever way. */
    private static final class CountingList<E> extends AbstractList<E> implements RandomAccess {
        private final List<E> elements = new ArrayList<>();
        private long looks;

        @Override
        public E get(int index) {
            looks++;
            return elements.get(index);
        }

        @Override
        public boolean add(E element) {
            return elements.add(element);
        }

        @Override
        public int size() {
            return elements.size();
        }
    }

    @Test
    void w17_manyPieces_takeLinearTime() {
        String[] payloads = new String[100_002];
        payloads[0] = call("\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"x\\\":\\\"\"}");
        java.util.Arrays.fill(payloads, 1, payloads.length - 1, call(arguments("y")));
        payloads[payloads.length - 1] = call("\"function\":{\"arguments\":\"\\\"}\"}");
        AiReturn ret = stream(ApiFormat.CHAT, payloads);
        assertThat(ret.toolCalls().get(0).arguments().get("x").asText()).hasSize(100_000);
    }

    @Test
    void w18_callThatOnlyTheWholeResponseHas_isNotMissed() {
        String first =
                "{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"c1\",\"name\":\"f\",\"arguments\":\"{}\"}";
        String second =
                "{\"type\":\"function_call\",\"id\":\"fc_2\",\"call_id\":\"c2\",\"name\":\"g\",\"arguments\":\"{}\"}";
        AiReturn ret = stream(
                ApiFormat.RESPONSES,
                "{\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":" + first + "}",
                "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":" + first + "}",
                "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[" + first + ","
                        + second + "]}}");
        assertThat(ret.toolCalls()).extracting(call -> call.name()).containsExactly("f", "g");
    }
}
