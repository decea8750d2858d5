package dev.plumbline.providers;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonCursor;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonNames;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what a provider calls an error: an object, a mere text, or a whole body that says so. */
final class ErrorReader {

    private ErrorReader() {}

    /** The value of an {@code error} member; empty for null, false, an empty array and numbers that are no status. */
    static Optional<ErrorObject> read(JsonCursor json) {
        return switch (json.kind()) {
            case OBJECT -> Optional.of(object(json));
            case STRING -> Optional.of(new ErrorObject("", "", OptionalInt.empty(), json.text()));
            case BOOLEAN -> json.asBoolean() ? Optional.of(ErrorObject.SILENT) : Optional.empty();
            case NUMBER -> numbered(status(json));
            case ARRAY -> json.value().elements().isEmpty() ? Optional.empty() : Optional.of(ErrorObject.SILENT);
            default -> Optional.empty();
        };
    }

    private static Optional<ErrorObject> numbered(OptionalInt status) {
        return status.isPresent() ? Optional.of(new ErrorObject("", "", status, "")) : Optional.empty();
    }

    /** The error a body holds, whatever its form: its {@code error} member, or itself; silent when it is not JSON. */
    static ErrorObject ofBody(byte[] bytes, int length) {
        Optional<ErrorObject> said = Optional.empty();
        try (JsonCursor json = new Documents(new JsonNames()).cursor(bytes, length)) {
            if (json.enterObject()) {
                while (json.next()) {
                    said = json.name().equals("error") ? read(json) : said;
                }
            }
            json.end();
            return said.orElseGet(() -> bare(bytes, length));
        } catch (JsonException e) {
            return ErrorObject.SILENT;
        }
    }

    /** A body or event that is itself the error object. */
    static ErrorObject bare(byte[] bytes, int length) {
        try (JsonCursor json = new Documents(new JsonNames()).cursor(bytes, length)) {
            return json.kind() == Json.Kind.OBJECT ? object(json) : ErrorObject.SILENT;
        }
    }

    private static ErrorObject object(JsonCursor json) {
        String code = "";
        String type = "";
        String message = "";
        OptionalInt status = OptionalInt.empty();
        json.enter();
        while (json.next()) {
            switch (json.name()) {
                case "code" -> {
                    code = Documents.text(json);
                    status = status.isPresent() ? status : status(json);
                }
                case "status", "status_code" -> status = status(json);
                case "type" -> type = Documents.text(json);
                case "message", "detail" -> message = Documents.text(json);
                default -> {}
            }
        }
        return new ErrorObject(code, type, status, message);
    }

    private static OptionalInt status(JsonCursor json) {
        long number = Documents.number(json, 0);
        return number >= 400 && number < 600 ? OptionalInt.of((int) number) : OptionalInt.empty();
    }
}
