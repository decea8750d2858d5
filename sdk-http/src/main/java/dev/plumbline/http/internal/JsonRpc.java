package dev.plumbline.http.internal;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads and writes messages of JSON-RPC 2.0, with the error codes of the Model Context Protocol. */
public final class JsonRpc {
    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    /** The receiver does not do it now, or not for this sender. */
    public static final int SERVER_ERROR = -32000;

    /** The resource does not exist; for the versions with sessions. */
    public static final int RESOURCE_NOT_FOUND = -32002;

    public static final int HEADER_MISMATCH = -32020;
    public static final int MISSING_CAPABILITY = -32021;
    public static final int UNSUPPORTED_VERSION = -32022;

    /** A refusal of our server; the specification leaves the numbers outside -32768 to -32000 to applications. */
    public static final int REFUSED = 4030;

    private JsonRpc() {}

    /**
     * Reads one message that a client sent.
     *
     * @throws Failure for text that is not JSON, is too deep, or is not a message
     */
    public static Message read(byte[] body) {
        Json json = parse(body);
        if (json.kind() == Json.Kind.ARRAY) {
            throw badRequest(INVALID_REQUEST, "batches are not part of the protocol; send one message at a time");
        }
        if (!isMessage(json)) {
            throw badRequest(INVALID_REQUEST, "a message is an object with \"jsonrpc\": \"2.0\"");
        }
        Json id = json.get("id");
        if (id.exists() && !isId(id)) {
            throw badRequest(INVALID_REQUEST, "an id is a string or an integer");
        }
        Json params = json.get("params");
        if (params.exists() && params.kind() != Json.Kind.OBJECT) {
            throw badRequest(INVALID_REQUEST, "params is an object");
        }
        return new Message(
                id.exists() ? Optional.of(id) : Optional.empty(),
                json.get("method").findText(),
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
            throw badRequest(PARSE_ERROR, "the body is not UTF-8");
        } catch (JsonException e) {
            throw badRequest(PARSE_ERROR, "the body is not JSON: " + e.rule());
        }
    }

    private static boolean isMessage(Json json) {
        return json.get("jsonrpc").findText().equals(Optional.of("2.0"));
    }

    private static boolean isId(Json id) {
        return id.kind() == Json.Kind.STRING
                || (id.kind() == Json.Kind.NUMBER && id.text().matches("-?[0-9]{1,18}"));
    }

    /** Returns the message of a server in a text; empty if the text is not JSON, is too deep, or is not a message. */
    public static Optional<Json> message(String text) {
        try {
            return Optional.of(UntrustedJson.parse(text)).filter(JsonRpc::isMessage);
        } catch (JsonException malformed) {
            return Optional.empty();
        }
    }

    /** Returns whether a message answers a request. */
    public static boolean isAnswer(Json message) {
        return message.get("id").exists()
                && !message.get("method").exists()
                && message.get("result").exists() != message.get("error").exists();
    }

    /** Returns the number that an answer has as its id; -1 if it has another one, since our ids are numbers. */
    public static long id(Json message) {
        Json id = message.get("id");
        return id.kind() == Json.Kind.NUMBER && id.text().matches("[0-9]{1,18}") ? id.asLong() : -1;
    }

    /** Returns a request; its id is a number or a text. */
    public static Json request(Object id, String method, Json params) {
        return message(Optional.of(Json.of(id))).with("method", method).with("params", params);
    }

    /** Returns a notification, without parameters if there are none. */
    public static Json notification(String method, Json params) {
        Json message = message(Optional.empty()).with("method", method);
        return params.fields().isEmpty() ? message : message.with("params", params);
    }

    /** Returns the answer to a request. */
    public static Json result(Json id, Json result) {
        return message(Optional.of(id)).with("result", result);
    }

    /** Returns the answer to a request that failed. */
    public static Json error(Json id, int code, String message) {
        return error(Optional.of(id), new Failure(code, 200, message));
    }

    /** Returns the answer to a request that failed; without an id if it could not be read. */
    public static Json error(Optional<Json> id, Failure failure) {
        return message(id).with("error", failure.toJson());
    }

    private static Json message(Optional<Json> id) {
        Json message = Json.object().with("jsonrpc", "2.0");
        return id.map(known -> message.with("id", known)).orElse(message);
    }

    /** Returns an error in the parameters of a request that was understood as such. */
    public static Failure invalidParams(String message) {
        return new Failure(INVALID_PARAMS, 200, message);
    }

    /** Returns an error in a request that HTTP itself refuses. */
    public static Failure badRequest(int code, String message) {
        return new Failure(code, 400, message);
    }

    /** Returns a refusal of our server. */
    public static Failure refused(int status, String message) {
        return new Failure(REFUSED, status, message);
    }

    /**
     * A message: a request has an id and a method, a notification a method alone, a response an id alone.
     *
     * @param id the id
     * @param method the method
     * @param params the parameters; an empty object if there are none
     * @param json the whole message
     */
    public record Message(Optional<Json> id, Optional<String> method, Json params, Json json) {
        /** Returns whether it answers a request. */
        public boolean isResponse() {
            return method.isEmpty();
        }

        /** Returns the member {@code _meta} of the parameters. */
        public Json meta() {
            return JsonMembers.object(params, "_meta");
        }
    }

    /** An error that answers a request, with its code and the HTTP status that goes with it. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int code;
        private final int status;
        private final transient Optional<Json> data;

        /** Creates an error. */
        public Failure(int code, int status, String message) {
            this(code, status, message, Optional.empty());
        }

        /** Creates an error with data. */
        public Failure(int code, int status, String message, Optional<Json> data) {
            super(message);
            this.code = code;
            this.status = status;
            this.data = data;
        }

        /** Returns the code. */
        public int code() {
            return code;
        }

        /** Returns the status of HTTP. */
        public int status() {
            return status;
        }

        /** Returns the data. */
        public Optional<Json> data() {
            return data == null ? Optional.empty() : data;
        }

        Json toJson() {
            Json error = Json.object().with("code", code).with("message", String.valueOf(getMessage()));
            return data == null
                    ? error
                    : data.map(more -> error.with("data", more)).orElse(error);
        }
    }
}
