package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.DecoderReplay;
import dev.plumbline.providers.internal.RecordedResponses;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ToolCallAssemblerTest {
    private static final String AB = "[{\"id\":\"a\",\"name\":\"f\",\"arguments\":{\"x\":1}},"
            + "{\"id\":\"b\",\"name\":\"g\",\"arguments\":{\"y\":2}}]";

    private static Json calls(String... pieces) {
        List<String> events = Stream.of(pieces)
                .map(piece ->
                        SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[" + piece + "]}}]}"))
                .toList();
        byte[] wire = (String.join("", events) + SseSamples.DONE).getBytes(StandardCharsets.UTF_8);
        AiReturn ret = new DecoderReplay("openai-chat", ApiFormat.CHAT, DeltaSink.DISCARDING).events(List.of(wire));
        assertThat(ret.error()).isEmpty();
        return RecordedResponses.toJson(ret).get("toolCalls");
    }

    private static String piece(String index, String id, String name, String arguments) {
        return "{" + (index.isEmpty() ? "" : "\"index\":" + index + ",")
                + (id.isEmpty() ? "" : "\"id\":\"" + id + "\",")
                + "\"function\":{" + (name.isEmpty() ? "" : "\"name\":\"" + name + "\",") + "\"arguments\":"
                + Json.of(arguments).text() + "}}";
    }

    @Test
    @Tag("F48")
    @DisplayName("48 fragments of two calls in every order that keeps each call's own: the same calls")
    void pieces_interleave_by_index() {
        List<String> a = List.of(piece("3", "a", "f", ""), piece("3", "", "", "{\"x\""), piece("3", "", "", ":1}"));
        List<String> b = List.of(piece("7", "b", "g", ""), piece("7", "", "", "{\"y\""), piece("7", "", "", ":2}"));
        List<List<String>> orders = interleavings(a, b);
        assertThat(orders).hasSize(20);
        for (List<String> order : orders) {
            Json calls = calls(order.toArray(String[]::new));
            assertThat(List.copyOf(calls.elements()))
                    .containsExactlyInAnyOrderElementsOf(Json.parse(AB).elements());
        }
    }

    @Test
    @Tag("F48")
    @DisplayName("48 id and name come late")
    void id_and_name_may_come_late() {
        assertThat(calls(
                        piece("0", "", "", "{\"x\""),
                        piece("0", "", "f", ":1}"),
                        piece("0", "a", "", ""),
                        piece("1", "b", "", "{\"y\":2}"),
                        piece("1", "", "g", "")))
                .isEqualTo(Json.parse(AB));
    }

    @Test
    @DisplayName("48 the id is in each chunk and is not appended")
    void id_may_repeat() {
        assertThat(calls(
                        piece("0", "a", "f", "{\"x\""), piece("0", "a", "f", ":1}"), piece("1", "b", "g", "{\"y\":2}")))
                .isEqualTo(Json.parse(AB));
    }

    @Test
    @DisplayName("48 every call has index 0: another id is another call")
    void same_index_with_another_id_is_another_call() {
        assertThat(calls(piece("0", "a", "f", "{\"x\":1}"), piece("0", "b", "g", "{\"y\":2}")))
                .isEqualTo(Json.parse(AB));
    }

    @Test
    @Tag("F48")
    @DisplayName("48 no index: by id, then by order")
    void missing_index_is_made_up_by_id_and_order() {
        assertThat(calls(
                        piece("", "a", "f", "{\"x\""),
                        piece("", "", "", ":1}"),
                        piece("", "b", "g", "{\"y\""),
                        piece("", "b", "", ":2}")))
                .isEqualTo(Json.parse(AB));
    }

    @Test
    @DisplayName("48 neither index nor id: each name begins a call")
    void name_begins_a_call_where_nothing_else_does() {
        assertThat(calls(piece("", "", "f", "{\"x\":1}"), piece("", "", "g", "{\"y\":2}"))
                        .elements())
                .extracting(call -> call.get("name").asText())
                .containsExactly("f", "g");
    }

    @Test
    @Tag("F45")
    @DisplayName("45 arguments: object in place of text, null, and what does not parse")
    void arguments_of_any_form_are_kept() {
        Json calls = calls(
                "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":{\"x\":1}}}",
                "{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"f\",\"arguments\":null}}",
                piece("2", "c", "f", "{\"x\":"));
        assertThat(calls.elements())
                .extracting(call -> call.get("arguments").text())
                .containsExactly("{\"x\":1}", "{}", "\"{\\\"x\\\":\"");
    }

    @Test
    @Tag("F5")
    @DisplayName("5 a character cut in two within arguments is joined")
    void halves_within_arguments_are_joined() {
        String half = "{\"index\":0,\"function\":{\"arguments\":\"%s\"}}";
        Json calls =
                calls(piece("0", "a", "f", "{\"x\":\""), half.formatted("\\ud83d"), half.formatted("\\ude00\\\"}"));
        assertThat(calls.at("/0/arguments/x").asText()).isEqualTo("😀");
    }

    private static List<List<String>> interleavings(List<String> a, List<String> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return List.of(Stream.concat(a.stream(), b.stream()).toList());
        }
        List<List<String>> all = new ArrayList<>();
        interleavings(a.subList(1, a.size()), b).forEach(rest -> all.add(with(a.get(0), rest)));
        interleavings(a, b.subList(1, b.size())).forEach(rest -> all.add(with(b.get(0), rest)));
        return all;
    }

    private static List<String> with(String first, List<String> rest) {
        return Stream.concat(Stream.of(first), rest.stream()).toList();
    }
}
