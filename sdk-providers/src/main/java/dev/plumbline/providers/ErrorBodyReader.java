package dev.plumbline.providers;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonCursor;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonNameCache;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what a provider calls an error: an object, a mere text, or a whole body that says so. */
final class ErrorBodyReader {

    private ErrorBodyReader() {}

    /** The value of an {@code error} member; empty for null, false, an empty array and numbers that are no status. */
    static Optional<ProviderErrorBody> read(JsonCursor json) {
        return switch (json.kind()) {
            case OBJECT -> Optional.of(object(json));
            case STRING -> Optional.of(new ProviderErrorBody("", "", OptionalInt.empty(), json.text()));
            case BOOLEAN -> json.asBoolean() ? Optional.of(ProviderErrorBody.SILENT) : Optional.empty();
            case NUMBER -> numbered(status(json));
            case ARRAY -> json.value().elements().isEmpty() ? Optional.empty() : Optional.of(ProviderErrorBody.SILENT);
            default -> Optional.empty();
        };
    }

    private static Optional<ProviderErrorBody> numbered(OptionalInt status) {
        return status.isPresent() ? Optional.of(new ProviderErrorBody("", "", status, "")) : Optional.empty();
    }

    /** The error a body holds, whatever its form: its {@code error} member, or itself; silent when it is not JSON. */
    static ProviderErrorBody ofBody(byte[] bytes, int length) {
        Optional<ProviderErrorBody> said = Optional.empty();
        try (JsonCursor json = new JsonDocumentStream(new JsonNameCache()).cursor(bytes, length)) {
            if (json.enterObject()) {
                while (json.next()) {
                    said = json.name().equals("error") ? read(json) : said;
                }
            }
            json.end();
            return said.orElseGet(() -> bare(bytes, length));
        } catch (JsonException e) {
            return ProviderErrorBody.SILENT;
        }
    }

    /** A body or event that is itself the error object. */
    static ProviderErrorBody bare(byte[] bytes, int length) {
        try (JsonCursor json = new JsonDocumentStream(new JsonNameCache()).cursor(bytes, length)) {
            return json.kind() == Json.Kind.OBJECT ? object(json) : ProviderErrorBody.SILENT;
        }
    }

    private static ProviderErrorBody object(JsonCursor json) {
        String code = "";
        String type = "";
        String message = "";
        OptionalInt status = OptionalInt.empty();
        json.enter();
        while (json.next()) {
            switch (json.name()) {
                case "code" -> {
                    code = JsonDocumentStream.text(json);
                    status = status.isPresent() ? status : status(json);
                }
                case "status", "status_code" -> status = status(json);
                case "type" -> type = JsonDocumentStream.text(json);
                case "message", "detail" -> message = JsonDocumentStream.text(json);
                default -> {}
            }
        }
        return new ProviderErrorBody(code, type, status, message);
    }

    private static OptionalInt status(JsonCursor json) {
        long number = JsonDocumentStream.number(json, 0);
        return number >= 400 && number < 600 ? OptionalInt.of((int) number) : OptionalInt.empty();
    }
}
