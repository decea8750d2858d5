package dev.plumbline.mcpclient;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.UntrustedJson;
import java.util.List;
import java.util.Optional;

/** Reads and writes messages of JSON-RPC 2.0. */
final class Rpc {
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int REFUSED = -32000;

    private Rpc() {}

    /** Returns the message in a text; empty if the text is no JSON, is too deep, or is no message. */
    static Optional<Json> message(String text) {
        try {
            Json json = UntrustedJson.parse(text);
            return json.kind() == Json.Kind.OBJECT && text(json, "jsonrpc").equals(Optional.of("2.0"))
                    ? Optional.of(json)
                    : Optional.empty();
        } catch (JsonException malformed) {
            return Optional.empty();
        }
    }

    static boolean isAnswer(Json message) {
        return message.get("id").exists()
                && !message.get("method").exists()
                && message.get("result").exists() != message.get("error").exists();
    }

    /** Returns the number that an answer has as its id; -1 if it has another one, since our ids are numbers. */
    static long id(Json message) {
        Json id = message.get("id");
        return id.kind() == Json.Kind.NUMBER && id.text().matches("[0-9]{1,18}") ? id.asLong() : -1;
    }

    static Json request(long id, String method, Json params) {
        return Json.object()
                .with("jsonrpc", "2.0")
                .with("id", id)
                .with("method", method)
                .with("params", params);
    }

    static Json notification(String method, Json params) {
        Json message = Json.object().with("jsonrpc", "2.0").with("method", method);
        return params.fields().isEmpty() ? message : message.with("params", params);
    }

    static Json result(Json id, Json result) {
        return Json.object().with("jsonrpc", "2.0").with("id", id).with("result", result);
    }

    static Json error(Json id, int code, String message) {
        Json error = Json.object().with("code", code).with("message", message);
        return Json.object().with("jsonrpc", "2.0").with("id", id).with("error", error);
    }

    /** Returns a member if it is a string. */
    static Optional<String> text(Json object, String member) {
        Json value = object.kind() == Json.Kind.OBJECT ? object.get(member) : Json.array();
        return value.kind() == Json.Kind.STRING ? Optional.of(value.asText()) : Optional.empty();
    }

    /** Returns a member if it is an object; otherwise an empty one. */
    static Json object(Json object, String member) {
        Json value = object.kind() == Json.Kind.OBJECT ? object.get(member) : Json.array();
        return value.kind() == Json.Kind.OBJECT ? value : Json.object();
    }

    /** Returns the elements of a member if it is an array; otherwise none. */
    static List<Json> list(Json object, String member) {
        Json value = object.kind() == Json.Kind.OBJECT ? object.get(member) : Json.object();
        return value.kind() == Json.Kind.ARRAY ? value.elements() : List.of();
    }

    /** Returns the strings of a member if it is an array; otherwise none. */
    static List<String> texts(Json object, String member) {
        return list(object, member).stream()
                .filter(each -> each.kind() == Json.Kind.STRING)
                .map(Json::asText)
                .toList();
    }

    static boolean isTrue(Json object, String member) {
        return object.kind() == Json.Kind.OBJECT && object.get(member).equals(Json.of(true));
    }
}
