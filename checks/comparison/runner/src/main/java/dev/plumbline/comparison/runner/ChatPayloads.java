package dev.plumbline.comparison.runner;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Builds chat completions as text: whole answers, and the payloads and events of streams. */
final class ChatPayloads {
    static final String END = "[DONE]";

    private ChatPayloads() {}

    private static String text(String value) {
        return Json.of(value).text();
    }

    private static String chunk(String delta, String finish) {
        return "{\"id\":\"chatcmpl-Bexample1234567890abcdefgh\",\"object\":\"chat.completion.chunk\",\"created\":1780000000,"
                + "\"model\":\"gpt-5-mini-2026-01-01\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_0123456789\","
                + "\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"logprobs\":null,\"finish_reason\":" + finish
                + "}],\"usage\":null}";
    }

    /** Returns the payload of an event with that text. */
    static String piece(String text) {
        return chunk("{\"role\":\"assistant\",\"content\":" + text(text) + "}", "null");
    }

    /** Returns the payload of the event with the finish reason. */
    static String finish(String reason) {
        return chunk("{}", text(reason));
    }

    /** Returns the payload of an event with parts of tool calls, each a JSON object. */
    static String callParts(String... parts) {
        return chunk("{\"tool_calls\":[" + String.join(",", parts) + "]}", "null");
    }

    /** Returns an event. */
    static String event(String payload) {
        return "data: " + payload + "\n\n";
    }

    /** Returns the events of a whole answer in these pieces. */
    static String events(String... pieces) {
        return Arrays.stream(pieces)
                        .map(ChatPayloads::piece)
                        .map(ChatPayloads::event)
                        .collect(Collectors.joining())
                + event(finish("stop"))
                + event(END);
    }

    /** Returns a streamed answer in these pieces. */
    static ServerResponse streamed(String... pieces) {
        return ServerResponse.stream(events(pieces));
    }

    /** Returns a streamed answer with these payloads of call parts. */
    static ServerResponse streamedCalls(String... payloads) {
        List<String> all = new ArrayList<>(List.of(payloads));
        all.add(finish("tool_calls"));
        all.add(END);
        return ServerResponse.sse(all);
    }

    private static String completion(String message, String finish) {
        return "{\"id\":\"chatcmpl-Bexample1234567890abcdefgh\",\"object\":\"chat.completion\",\"created\":1780000000,"
                + "\"model\":\"gpt-5-mini-2026-01-01\",\"choices\":[{\"index\":0,\"message\":" + message
                + ",\"logprobs\":null,\"finish_reason\":\"" + finish + "\"}],\"usage\":{\"prompt_tokens\":20,"
                + "\"completion_tokens\":10,\"total_tokens\":30,\"prompt_tokens_details\":{\"cached_tokens\":0,"
                + "\"audio_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0,"
                + "\"accepted_prediction_tokens\":0,\"rejected_prediction_tokens\":0}},\"service_tier\":\"default\","
                + "\"system_fingerprint\":\"fp_0123456789\"}";
    }

    /** Returns the body of a whole answer. */
    static String body(String words) {
        return completion(
                "{\"role\":\"assistant\",\"content\":" + text(words) + ",\"refusal\":null,\"annotations\":[]}", "stop");
    }

    /** Returns a whole answer. */
    static ServerResponse says(String words) {
        return ServerResponse.json(body(words));
    }

    /** Returns a whole answer with these calls, each a JSON object. */
    static ServerResponse calls(String... calls) {
        return ServerResponse.json(callsBody(calls));
    }

    /** Returns the body of a whole answer with these calls. */
    static String callsBody(String... calls) {
        return completion(
                "{\"role\":\"assistant\",\"content\":null,\"refusal\":null,\"tool_calls\":[" + String.join(",", calls)
                        + "]}",
                "tool_calls");
    }

    /** Returns a call with any text as arguments. */
    static String call(String id, String tool, String arguments) {
        return "{\"id\":" + text(id) + ",\"type\":\"function\",\"function\":{\"name\":" + text(tool) + ",\"arguments\":"
                + text(arguments) + "}}";
    }

    /** Returns a call that draws a wall of that length. */
    static String wall(String id, int length) {
        return call(id, "wall", "{\"length\":" + length + "}");
    }

    /** Returns a response with that status and an error object. */
    static ServerResponse refuses(int status, String code, String message) {
        return ServerResponse.json("{\"error\":{\"message\":" + text(message)
                        + ",\"type\":\"error\",\"param\":null,\"code\":\"" + code + "\"}}")
                .withStatus(status);
    }

    /** Returns the number of bytes of events. */
    static int bytes(String events) {
        return events.getBytes(StandardCharsets.UTF_8).length;
    }
}
