package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.CustomHeaders;
import dev.plumbline.providers.client.OwnTimeouts;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One format with one dialect: writes requests, and reads from them what was said, whatever the format. */
record RequestRoundTrip(ApiFormat format, ServerDialect dialect) {
    static final RequestRoundTrip OLLAMA = new RequestRoundTrip(ApiFormat.OLLAMA, ServerDialect.OLLAMA);
    static final List<RequestRoundTrip> ALL = List.of(
            chat("openai"),
            chat("azure"),
            chat("openrouter"),
            chat("mistral"),
            chat("deepseek"),
            chat("ollama"),
            new RequestRoundTrip(ApiFormat.MESSAGES, ServerDialect.ANTHROPIC),
            new RequestRoundTrip(ApiFormat.RESPONSES, ServerDialect.OPENAI),
            new RequestRoundTrip(ApiFormat.GEMINI, ServerDialect.GEMINI),
            OLLAMA,
            new RequestRoundTrip(ApiFormat.BEDROCK, ServerDialect.BEDROCK));

    static RequestRoundTrip chat(String dialect) {
        return new RequestRoundTrip(ApiFormat.CHAT, ServerDialect.of(dialect));
    }

    /** A fresh encoder of the provider {@code scripted}. */
    RequestEncoder encoder() {
        return format.encoder(new ProviderConfig(
                "scripted",
                "model-1",
                URI.create("http://127.0.0.1:1/v1"),
                Optional.empty(),
                Optional.empty(),
                dialect,
                OwnTimeouts.NONE,
                NetworkSettings.ofDefaults(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                CustomHeaders.NONE,
                Optional.empty(),
                Optional.empty()));
    }

    byte[] encode(AiCall call) {
        return encoder().encode(call);
    }

    /** What the provider says of ids. */
    String ids() {
        return switch (format) {
            case MESSAGES, BEDROCK -> "[a-zA-Z0-9_-]{1,64}";
            case RESPONSES, GEMINI, OLLAMA -> ".{1,64}";
            case CHAT -> dialect == ServerDialect.MISTRAL ? "[a-zA-Z0-9]{9}" : ".{1,40}";
        };
    }

    /** How many characters end a request whose last message is a text of the user. */
    int closing(String request) {
        int tools = request.lastIndexOf("]}],\"toolConfig\":");
        if (format == ApiFormat.BEDROCK && tools >= 0) {
            return request.length() - tools;
        }
        return format == ApiFormat.MESSAGES || format == ApiFormat.GEMINI || format == ApiFormat.BEDROCK
                ? "]}]}".length()
                : "]}".length();
    }

    boolean isChat() {
        return format == ApiFormat.CHAT;
    }

    boolean takesOpaque() {
        return (!isChat() && format != ApiFormat.OLLAMA) || dialect.name().equals("openrouter");
    }

    /** Opaque data in this format, with a mark. */
    Json opaque(String mark) {
        return switch (format) {
            case CHAT -> Json.parse("[{\"type\":\"reasoning.encrypted\",\"data\":\"" + mark + "\"}]");
            case MESSAGES -> Json.parse("{\"type\":\"redacted_thinking\",\"data\":\"" + mark + "\"}");
            case OLLAMA -> Json.object().with("data", mark);
            case BEDROCK -> Json.parse("{\"reasoningContent\":{\"redactedContent\":\"" + mark + "\"}}");
            case GEMINI -> Json.parse("{\"executableCode\":{\"language\":\"PYTHON\",\"code\":\"" + mark + "\"}}");
            case RESPONSES ->
                Json.parse("{\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"" + mark + "\"}");
        };
    }

    /** What a request says, in order. */
    List<Move> moves(byte[] request) {
        List<Move> moves = new ArrayList<>();
        Json json = Json.parse(request);
        switch (format) {
            case OLLAMA -> json.get("messages").elements().forEach(message -> chat(message, moves));
            case CHAT -> json.get("messages").elements().forEach(message -> chat(message, moves));
            case MESSAGES -> json.get("messages").elements().forEach(turn -> turn(turn, moves));
            case GEMINI -> json.get("contents").elements().forEach(content -> content(content, moves));
            case BEDROCK -> json.get("messages").elements().forEach(turn -> blocks(turn, moves));
            case RESPONSES -> json.get("input").elements().forEach(item -> item(item, moves));
        }
        return moves;
    }

    private static void chat(Json message, List<Move> moves) {
        switch (message.get("role").asText()) {
            case "tool" -> moves.add(Move.result(message.get("tool_call_id").asText()));
            case "assistant" -> {
                moves.add(Move.of(Kind.ANSWER));
                if (message.get("tool_calls").exists()) {
                    message.get("tool_calls")
                            .elements()
                            .forEach(call -> moves.add(Move.call(
                                    call.get("id").asText(),
                                    call.at("/function/name").asText())));
                }
            }
            default -> moves.add(Move.of(Kind.OTHER));
        }
    }

    private static void turn(Json turn, List<Move> moves) {
        for (Json block : turn.get("content").elements()) {
            switch (block.get("type").asText()) {
                case "tool_use" ->
                    moves.add(Move.call(
                            block.get("id").asText(), block.get("name").asText()));
                case "tool_result" ->
                    moves.add(Move.result(block.get("tool_use_id").asText()));
                default -> moves.add(Move.of(turn.get("role").asText().equals("assistant") ? Kind.ANSWER : Kind.OTHER));
            }
        }
    }

    private static void content(Json content, List<Move> moves) {
        for (Json part : content.get("parts").elements()) {
            if (part.get("functionCall").exists()) {
                moves.add(Move.call(
                        part.at("/functionCall/id").asText(),
                        part.at("/functionCall/name").asText()));
            } else if (part.get("functionResponse").exists()) {
                moves.add(Move.result(part.at("/functionResponse/id").asText()));
            } else {
                moves.add(Move.of(content.get("role").asText().equals("model") ? Kind.ANSWER : Kind.OTHER));
            }
        }
    }

    private static void blocks(Json turn, List<Move> moves) {
        for (Json block : turn.get("content").elements()) {
            if (block.get("toolUse").exists()) {
                moves.add(Move.call(
                        block.at("/toolUse/toolUseId").asText(),
                        block.at("/toolUse/name").asText()));
            } else if (block.get("toolResult").exists()) {
                moves.add(Move.result(block.at("/toolResult/toolUseId").asText()));
            } else {
                moves.add(Move.of(turn.get("role").asText().equals("assistant") ? Kind.ANSWER : Kind.OTHER));
            }
        }
    }

    private static void item(Json item, List<Move> moves) {
        if (!item.get("type").exists()) {
            moves.add(Move.of(item.get("role").asText().equals("assistant") ? Kind.ANSWER : Kind.OTHER));
            return;
        }
        switch (item.get("type").asText()) {
            case "function_call" ->
                moves.add(
                        Move.call(item.get("call_id").asText(), item.get("name").asText()));
            case "function_call_output" ->
                moves.add(Move.result(item.get("call_id").asText()));
            default -> moves.add(Move.of(Kind.ANSWER));
        }
    }

    @Override
    public String toString() {
        return format + " " + dialect.name();
    }

    enum Kind {
        CALL,
        RESULT,
        ANSWER,
        OTHER
    }

    record Move(Kind kind, String id, String name) {
        static Move of(Kind kind) {
            return new Move(kind, "", "");
        }

        static Move call(String id, String name) {
            return new Move(Kind.CALL, id, name);
        }

        static Move result(String id) {
            return new Move(Kind.RESULT, id, "");
        }
    }
}
