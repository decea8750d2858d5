package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.Optional;

/** An error that answers a JSON-RPC request, with its code and the HTTP status that goes with it. */
final class RpcException extends RuntimeException {
    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;

    /** The resource does not exist; for the versions with sessions. */
    static final int RESOURCE_NOT_FOUND = -32002;

    static final int HEADER_MISMATCH = -32020;
    static final int MISSING_CAPABILITY = -32021;
    static final int UNSUPPORTED_VERSION = -32022;

    /** A refusal of this server; the specification leaves the numbers outside -32768 to -32000 to applications. */
    static final int REFUSED = 4030;

    private static final long serialVersionUID = 1L;

    private final int code;
    private final int status;
    private final transient Optional<Json> data;

    RpcException(int code, int status, String message) {
        this(code, status, message, Optional.empty());
    }

    RpcException(int code, int status, String message, Optional<Json> data) {
        super(message);
        this.code = code;
        this.status = status;
        this.data = data;
    }

    /** Returns an error in the parameters of a request that was understood as such. */
    static RpcException invalidParams(String message) {
        return new RpcException(INVALID_PARAMS, 200, message);
    }

    /** Returns an error in a request that HTTP itself refuses. */
    static RpcException badRequest(int code, String message) {
        return new RpcException(code, 400, message);
    }

    static RpcException refused(int status, String message) {
        return new RpcException(REFUSED, status, message);
    }

    int code() {
        return code;
    }

    int status() {
        return status;
    }

    Json toJson() {
        Json error = Json.object().with("code", code).with("message", String.valueOf(getMessage()));
        return data == null ? error : data.map(more -> error.with("data", more)).orElse(error);
    }
}
