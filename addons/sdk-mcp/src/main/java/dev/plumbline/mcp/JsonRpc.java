package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.UntrustedJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads and writes messages of JSON-RPC 2.0. */
final class JsonRpc {
    private JsonRpc() {}

    /**
     * Reads one message.
     *
     * @throws RpcException for text that is no JSON, that is too deep, and that is no message
     */
    static RpcMessage read(byte[] body) {
        Json json = parse(body);
        if (json.kind() == Json.Kind.ARRAY) {
            throw RpcException.badRequest(
                    RpcException.INVALID_REQUEST, "batches are not part of the protocol; send one message at a time");
        }
        if (json.kind() != Json.Kind.OBJECT || !text(json, "jsonrpc").equals(Optional.of("2.0"))) {
            throw RpcException.badRequest(
                    RpcException.INVALID_REQUEST, "a message is an object with \"jsonrpc\": \"2.0\"");
        }
        Json id = json.get("id");
        if (id.exists() && !isId(id)) {
            throw RpcException.badRequest(RpcException.INVALID_REQUEST, "an id is a string or an integer");
        }
        Json params = json.get("params");
        if (params.exists() && params.kind() != Json.Kind.OBJECT) {
            throw RpcException.badRequest(RpcException.INVALID_REQUEST, "params is an object");
        }
        return new RpcMessage(
                id.exists() ? Optional.of(id) : Optional.empty(),
                text(json, "method"),
                params.exists() ? params : Json.object(),
                json);
    }

    private static Json parse(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return UntrustedJson.parse(text);
        } catch (CharacterCodingException e) {
            throw RpcException.badRequest(RpcException.PARSE_ERROR, "the body is not UTF-8");
        } catch (JsonException e) {
            throw RpcException.badRequest(RpcException.PARSE_ERROR, "the body is not JSON: " + e.rule());
        }
    }

    private static boolean isId(Json id) {
        return id.kind() == Json.Kind.STRING
                || (id.kind() == Json.Kind.NUMBER && id.text().matches("-?[0-9]{1,18}"));
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

    static Json result(Json id, Json result) {
        return Json.object().with("jsonrpc", "2.0").with("id", id).with("result", result);
    }

    static Json error(Optional<Json> id, RpcException error) {
        Json message = Json.object().with("jsonrpc", "2.0");
        return id.map(known -> message.with("id", known)).orElse(message).with("error", error.toJson());
    }

    static Json notification(String method, Json params) {
        return Json.object().with("jsonrpc", "2.0").with("method", method).with("params", params);
    }

    static Json request(String id, String method, Json params) {
        return Json.object()
                .with("jsonrpc", "2.0")
                .with("id", id)
                .with("method", method)
                .with("params", params);
    }

    /**
     * A message: a request has an id and a method, a notification a method alone, a response an id alone.
     *
     * @param id the id
     * @param method the method
     * @param params the parameters; an empty object if there are none
     * @param json the whole message
     */
    record RpcMessage(Optional<Json> id, Optional<String> method, Json params, Json json) {
        boolean isResponse() {
            return method.isEmpty();
        }

        /** Returns the member {@code _meta} of the parameters. */
        Json meta() {
            return object(params, "_meta");
        }
    }
}
