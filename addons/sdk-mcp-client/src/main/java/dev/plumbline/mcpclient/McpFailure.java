package dev.plumbline.mcpclient;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;

/** Why a request to a server failed. Its message is the SDK's own; {@link #said} is the server's and is not in it. */
final class McpFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final int code;
    private final transient Json error;

    private McpFailure(Kind kind, String message, int code, Json error) {
        super(message);
        this.kind = kind;
        this.code = code;
        this.error = error;
    }

    static McpFailure of(Kind kind, String message) {
        return new McpFailure(kind, message, 0, Json.object());
    }

    private static McpFailure answered(int code, Json error) {
        Json object = error.kind() == Json.Kind.OBJECT ? error : Json.object();
        return new McpFailure(Kind.ANSWERED, "the server answered with error " + code, code, object);
    }

    /** Returns the failure for an error of the transport. */
    static McpFailure of(AiError error) {
        boolean unreached = error.code().equals("connect") || error.code().equals("unknown-host");
        Kind kind = switch (error.category()) {
            case CANCELLED -> Kind.CANCELLED;
            case TIMEOUT_TOTAL, TIMEOUT_IDLE -> Kind.TIMEOUT;
            case PROTOCOL, TOO_LARGE -> Kind.PROTOCOL;
            case TIMEOUT_CONNECT, TLS, PROXY, EGRESS_DENIED, CONFIGURATION -> Kind.UNREACHABLE;
            default -> unreached ? Kind.UNREACHABLE : Kind.LOST;
        };
        return of(kind, error.message());
    }

    /** Returns the failure for a response with a status that is not a success. */
    static McpFailure status(Kind kind, int status) {
        return new McpFailure(kind, "the server answered with status " + status, status, Json.object());
    }

    /**
     * Returns the result of an answer.
     *
     * @throws McpFailure if it is an error
     */
    static Json resultOf(Json answer) {
        Json error = answer.get("error");
        if (error.exists()) {
            Json code = error.get("code");
            boolean number = code.kind() == Json.Kind.NUMBER && code.text().matches("-?[0-9]{1,9}");
            throw answered(number ? code.asInt() : 0, error);
        }
        return JsonMembers.object(answer, "result");
    }

    Kind kind() {
        return kind;
    }

    /** Returns the code of the server's error; 0 if it is none. */
    int code() {
        return kind == Kind.ANSWERED ? code : 0;
    }

    /** Returns the status of the response; 0 if there was none. */
    int status() {
        return kind == Kind.ANSWERED ? 0 : code;
    }

    Json data() {
        return JsonMembers.object(error, "data");
    }

    /** Returns what the server says about the error: content, which is not trusted. */
    String said() {
        return error.get("message").findText().orElse("");
    }

    /** Returns the envelope of a call that failed so. */
    ToolEnvelope toEnvelope() {
        String said = said().isEmpty() ? "" : ": " + said();
        return switch (kind) {
            case CANCELLED -> failed(ToolEnvelope.Code.CANCELLED, ToolEnvelope.Effect.UNKNOWN);
            case TIMEOUT -> failed(ToolEnvelope.Code.TIMEOUT, ToolEnvelope.Effect.UNKNOWN);
            case LOST ->
                failed(
                        getMessage() + "; whether the call had an effect is unknown",
                        ToolEnvelope.Code.OUTCOME_UNKNOWN,
                        ToolEnvelope.Effect.UNKNOWN);
            case PROTOCOL -> failed(ToolEnvelope.Code.INVALID_RESULT, ToolEnvelope.Effect.UNKNOWN);
            case ANSWERED ->
                ToolEnvelope.failed(
                        ToolEnvelope.Code.FAILED,
                        "The server answered with error " + code + said); // the caller labels it as content of a server
            case DENIED -> failed(ToolEnvelope.Code.DENIED, ToolEnvelope.Effect.NOT_STARTED);
            case MISSING, UNREACHABLE, UNAUTHORIZED, SESSION_GONE, CLOSED ->
                failed(ToolEnvelope.Code.FAILED, ToolEnvelope.Effect.NOT_STARTED);
        };
    }

    private ToolEnvelope failed(ToolEnvelope.Code reason, ToolEnvelope.Effect effect) {
        return failed(String.valueOf(getMessage()), reason, effect);
    }

    private static ToolEnvelope failed(String message, ToolEnvelope.Code reason, ToolEnvelope.Effect effect) {
        return ToolEnvelope.failed(reason, Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".")
                .withEffect(effect);
    }

    /**
     * Returns the exception for a program that connects.
     *
     * @param server which server it was, in words
     */
    AiException toException(String server) {
        AiError.Category category = switch (kind) {
            case CANCELLED, CLOSED -> AiError.Category.CANCELLED;
            case TIMEOUT -> AiError.Category.TIMEOUT_TOTAL;
            case LOST, UNREACHABLE, SESSION_GONE -> AiError.Category.NETWORK;
            case PROTOCOL, ANSWERED -> AiError.Category.PROTOCOL;
            case DENIED -> AiError.Category.POLICY_DENIED;
            case MISSING -> AiError.Category.CONFIGURATION;
            case UNAUTHORIZED -> AiError.Category.AUTHENTICATION;
        };
        return new AiException(AiError.of(category, "mcp", "MCP server " + server + ": " + getMessage()));
    }

    /** The kinds of failures. */
    enum Kind {
        /** The caller cancelled. */
        CANCELLED,
        /** The time limit of the request has passed. */
        TIMEOUT,
        /** The connection ended after the request was sent; whether it had an effect is unknown. */
        LOST,
        /** The program of the server cannot be started. */
        MISSING,
        /** The request did not reach the server. */
        UNREACHABLE,
        /** The answer breaks the protocol or a limit. */
        PROTOCOL,
        /** The server answered with an error. */
        ANSWERED,
        /** The server wants an authorization that there is not. */
        UNAUTHORIZED,
        /** The server has forgotten the session; it did not handle the request. */
        SESSION_GONE,
        /** The person, or a rule, did not allow it. */
        DENIED,
        /** The connection was closed here. */
        CLOSED
    }
}
