package dev.plumbline.integration.vendors;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.stream.Stream;

/** How a wire format says a conversation, read independently of our encoders: words, calls and results in order. */
enum SentTranscript {
    CHAT {
        @Override
        Stream<Said> said(Json message, String role) {
            return switch (role) {
                case "user" -> Stream.of(new Said.Question(words(message.get("content"))));
                case "assistant" ->
                    each(message.get("tool_calls"))
                            .map(call -> new Said.Call(
                                    call.get("id").asText(),
                                    Asked.of(call.at("/function/name"), call.at("/function/arguments"))));
                case "tool" ->
                    Stream.of(new Said.Result(message.get("tool_call_id").asText(), words(message.get("content"))));
                default -> Stream.empty();
            };
        }
    },
    MESSAGES {
        @Override
        Stream<Said> said(Json message, String role) {
            Json content = message.get("content");
            return content.kind() == Json.Kind.STRING
                    ? Stream.of((Said) new Said.Question(content.asText())).filter(any -> role.equals("user"))
                    : each(content).flatMap(block -> block(block, role));
        }

        private Stream<Said> block(Json block, String role) {
            return switch (block.get("type").asText()) {
                case "text" ->
                    Stream.of((Said) new Said.Question(block.get("text").asText()))
                            .filter(any -> role.equals("user"));
                case "tool_use" ->
                    Stream.of(new Said.Call(block.get("id").asText(), Asked.of(block.get("name"), block.get("input"))));
                case "tool_result" ->
                    Stream.of(new Said.Result(block.get("tool_use_id").asText(), words(block.get("content"))));
                case "thinking" ->
                    Stream.of(new Said.Sealed(block.get("signature").asText()));
                default -> Stream.empty();
            };
        }
    },
    RESPONSES {
        @Override
        Stream<Said> said(Json item, String role) {
            if (role.equals("user")) {
                return Stream.of(new Said.Question(words(item.get("content"))));
            }
            return switch (text(item.get("type"))) {
                case "function_call" ->
                    Stream.of(new Said.Call(
                            item.get("call_id").asText(), Asked.of(item.get("name"), item.get("arguments"))));
                case "function_call_output" ->
                    Stream.of(new Said.Result(item.get("call_id").asText(), words(item.get("output"))));
                case "reasoning" ->
                    Stream.of(item.get("encrypted_content"))
                            .filter(closed -> closed.kind() == Json.Kind.STRING)
                            .map(closed -> new Said.Sealed(closed.asText()));
                default -> Stream.empty();
            };
        }
    };

    static SentTranscript of(Json request) {
        if (request.get("input").exists()) {
            return RESPONSES;
        }
        boolean schema = each(request.get("tools"))
                .anyMatch(tool -> tool.get("input_schema").exists());
        return schema ? MESSAGES : CHAT;
    }

    abstract Stream<Said> said(Json message, String role);

    /** What a request says, in order. */
    List<Said> said(Json request) {
        Json list = request.get("input").exists() ? request.get("input") : request.get("messages");
        return each(list).flatMap(one -> said(one, text(one.get("role")))).toList();
    }

    List<Said.Call> calls(Json request) {
        return only(request, Said.Call.class);
    }

    <T extends Said> List<T> only(Json request, Class<T> kind) {
        return said(request).stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The names of the tools a request offers. */
    List<String> tools(Json request) {
        return each(request.get("tools"))
                .map(tool -> tool.at("/function/name").exists() ? tool.at("/function/name") : tool.get("name"))
                .map(Json::asText)
                .toList();
    }

    private static Stream<Json> each(Json list) {
        return list.kind() == Json.Kind.ARRAY ? list.elements().stream() : Stream.empty();
    }

    private static String text(Json value) {
        return value.kind() == Json.Kind.STRING ? value.asText() : "";
    }

    /** The words of a content that is a text, or parts with texts. */
    private static String words(Json content) {
        return content.kind() == Json.Kind.STRING
                ? content.asText()
                : String.join(
                        "", each(content).map(part -> text(part.get("text"))).toList());
    }

    /** One thing said. */
    sealed interface Said {
        /** By a person. */
        record Question(String text) implements Said {}

        /** By the model. */
        record Call(String id, Asked asked) implements Said {}

        /** By a tool. */
        record Result(String id, String text) implements Said {}

        /** What only the service understands. */
        record Sealed(String text) implements Said {}
    }

    /** A tool with its arguments. */
    record Asked(String tool, Json arguments) {
        private static Asked of(Json name, Json arguments) {
            boolean written = arguments.kind() == Json.Kind.STRING;
            return new Asked(
                    name.asText(),
                    !written
                            ? arguments
                            : arguments.asText().isEmpty() ? Json.object() : Json.parse(arguments.asText()));
        }
    }
}
