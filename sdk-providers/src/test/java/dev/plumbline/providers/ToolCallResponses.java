package dev.plumbline.providers;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;

/** Answers with one tool call in every format, streamed or whole, with arguments that stand there as they are given. */
enum ToolCallResponses {
    STREAMED {
        @Override
        String call(ApiFormat format, String arguments) {
            return switch (format) {
                case CHAT ->
                    SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[" + chatCall(arguments)
                                    + "]}}]}")
                            + SseSamples.data(
                                    "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}")
                            + SseSamples.DONE;
                case MESSAGES ->
                    SseSamples.data("{\"type\":\"content_block_start\",\"index\":0,\"content_block\":" + block("{}")
                                    + "}")
                            + SseSamples.data("{\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
                                    + "{\"type\":\"input_json_delta\",\"partial_json\":" + arguments + "}}")
                            + SseSamples.data("{\"type\":\"content_block_stop\",\"index\":0}")
                            + SseSamples.data("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}")
                            + SseSamples.data("{\"type\":\"message_stop\"}");
                case OLLAMA -> WHOLE.call(format, arguments) + "\n";
                case BEDROCK ->
                    "contentBlockStart {\"contentBlockIndex\":0,\"start\":{\"toolUse\":{\"toolUseId\":\"c1\",\"name\":"
                            + "\"delete_all\"}}}\ncontentBlockDelta {\"contentBlockIndex\":0,\"delta\":{\"toolUse\":"
                            + "{\"input\":" + arguments + "}}}\nmessageStop {\"stopReason\":\"tool_use\"}";
                case GEMINI -> SseSamples.data(WHOLE.call(format, arguments));
                case RESPONSES ->
                    SseSamples.data("{\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":"
                                    + item("\"\"") + "}")
                            + SseSamples.data("{\"type\":\"response.function_call_arguments.delta\",\"output_index\":0,"
                                    + "\"delta\":" + arguments + "}")
                            + SseSamples.data("{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":"
                                    + item(arguments) + "}")
                            + SseSamples.data(
                                    "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}");
            };
        }

        @Override
        AiReturn fold(ApiFormat format, String wire) {
            return replay(format)
                    .events(List.of(format == ApiFormat.BEDROCK ? EventStreamSamples.frames(wire) : bytes(wire)));
        }
    },
    WHOLE {
        @Override
        String call(ApiFormat format, String arguments) {
            return switch (format) {
                case CHAT ->
                    "{\"choices\":[{\"index\":0,\"message\":{\"content\":null,\"tool_calls\":[" + chatCall(arguments)
                            + "]},\"finish_reason\":\"tool_calls\"}]}";
                case MESSAGES ->
                    "{\"type\":\"message\",\"content\":[" + block(arguments) + "],\"stop_reason\":\"tool_use\"}";
                case OLLAMA ->
                    "{\"message\":{\"tool_calls\":[{\"id\":\"c1\",\"function\":{\"name\":\"delete_all\",\"arguments\":"
                            + arguments + "}}]},\"done\":true,\"done_reason\":\"stop\"}";
                case BEDROCK ->
                    "{\"output\":{\"message\":{\"content\":[{\"toolUse\":{\"toolUseId\":\"c1\",\"name\":\"delete_all\","
                            + "\"input\":" + arguments + "}}]}},\"stopReason\":\"tool_use\"}";
                case GEMINI ->
                    "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"id\":\"c1\",\"name\":\"delete_all\","
                            + "\"args\":" + arguments + "}}]},\"finishReason\":\"STOP\"}]}";
                case RESPONSES -> "{\"status\":\"completed\",\"output\":[" + item(arguments) + "]}";
            };
        }

        @Override
        AiReturn fold(ApiFormat format, String wire) {
            return replay(format).body(bytes(wire), OptionalInt.empty());
        }
    };

    abstract String call(ApiFormat format, String arguments);

    /** What an answer amounts to. */
    abstract AiReturn fold(ApiFormat format, String wire);

    /** The arguments of the one call. */
    Json arguments(ApiFormat format, String arguments) {
        return fold(format, call(format, arguments)).toolCalls().get(0).arguments();
    }

    private static DecoderReplay replay(ApiFormat format) {
        return new DecoderReplay("recorded", format, DeltaSink.DISCARDING);
    }

    private static byte[] bytes(String wire) {
        return wire.getBytes(StandardCharsets.UTF_8);
    }

    private static String chatCall(String arguments) {
        return "{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"delete_all\",\"arguments\":"
                + arguments + "}}";
    }

    private static String block(String input) {
        return "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"delete_all\",\"input\":" + input + "}";
    }

    private static String item(String arguments) {
        return "{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"c1\",\"name\":\"delete_all\",\"arguments\":"
                + arguments + "}";
    }
}
